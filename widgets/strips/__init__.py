"""Strips: the page's tokens from left to right, one row per pane and quantity."""
