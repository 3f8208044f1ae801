"""Texts inside Markdown."""

from __future__ import annotations


def cell(text: object) -> str:
    """A text in one cell of a table, where nothing of it is read as markup; empty for None.

    >>> cell("a|b\\n<i>")
    'a\\\\|b &lt;i>'
    """
    line = " ".join(("" if text is None else str(text)).split())
    return line.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
