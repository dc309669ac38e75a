"""Curves that extractors declare, with thresholds that can be dragged."""

from widgets.curves.view import CurvesView

__all__ = ["CurvesView"]
