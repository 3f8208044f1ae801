"""Whether the gold option of a scenario can be guessed from what takes no understanding."""
