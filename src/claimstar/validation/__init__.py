"""Validation of a graph: shapes through two engines on the flat view, rules as SPARQL in the store, one report."""
