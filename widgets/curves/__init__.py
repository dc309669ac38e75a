"""Curves of extractors, with thresholds that the user can drag."""

from boilerscope.widgets.curves.view import CurvesView

__all__ = ["CurvesView"]
