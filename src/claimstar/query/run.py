"""Run a template against a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimstar.errors import QueryError
from claimstar.query.template import Template
from claimstar.store.protocol import GraphStore
from claimstar.store.results import Table


def run(store: GraphStore, template: Template, values: Mapping[str, str | Sequence[str]] | None = None) -> Table:
    """The answer of a template for these parameter values.

    Raises:
        QueryError: parameters do not fit, the query fails, or its columns are not those of the header.
    """
    text, bound = template.bind(values or {})
    try:
        table = store.select(text, bound)
    except QueryError as error:
        raise QueryError(f"{template.path}: {error.message}", remedy=error.remedy) from error
    declared = tuple(column.name for column in template.columns)
    if declared and declared != table.columns:
        raise QueryError(
            f"{template.path}: the header names the columns {', '.join(declared)}, "
            f"the query returns {', '.join(table.columns)}"
        )
    return table
