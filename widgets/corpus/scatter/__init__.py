"""Scatter plot of two panes, page by page."""
