"""Strips: the page's tokens from left to right, one row per pane and quantity."""

from widgets.strips.view import Strips

__all__ = ["Strips"]
