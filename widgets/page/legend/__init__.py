"""Legend of the colours on the page."""
