"""HTML: the page as it is, without its dropped parts."""
