"""Text of a page, as algorithms, formats and scores share it."""
