"""HTML: the page as it is, without what was dropped."""
