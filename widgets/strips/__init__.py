"""Strips: the page's tokens from left to right, with a row for each pane and quantity."""
