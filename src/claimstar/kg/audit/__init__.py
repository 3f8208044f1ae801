"""Holds the tables of a suite against identifiers, outside claims and their own structure."""
