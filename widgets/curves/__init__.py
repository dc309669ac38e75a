"""Curves that extractors declare, with thresholds that can be dragged."""

from widgets.curves.view import Curves

__all__ = ["Curves"]
