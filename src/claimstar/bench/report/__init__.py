"""The report of a run: one HTML file that needs nothing else. It loads nothing, and reads whole without its script."""

from claimstar.bench.report.page import render_index, render_parts
from claimstar.bench.report.text import link_ids

__all__ = ["link_ids", "render_index", "render_parts"]
