"""Text of a page in the forms that algorithms, formats and scores share."""
