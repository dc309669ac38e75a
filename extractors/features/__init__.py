"""Block features: what is measured of each block of a page, for models that learn from it."""
