"""claimstar: biomedical claims as first-class RDF 1.2 assertions."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("claimstar")
except PackageNotFoundError:  # running from a source tree that was never installed
    __version__ = "0+unknown"
