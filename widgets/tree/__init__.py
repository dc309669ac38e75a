"""Tree of a page's units, folded to any level."""
