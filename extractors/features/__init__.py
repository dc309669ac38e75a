"""Block features: measurements of each block of a page, for learned models."""
