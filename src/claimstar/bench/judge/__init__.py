"""A judge over the answers of a run: a rubric, one prompt an answer, one verdict a criterion (see docs/judge.md)."""
