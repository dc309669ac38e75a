"""Gold standards: align a foreign text with a page, and score masks against it."""
