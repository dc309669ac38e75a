"""Tips of painted views: a text for the position of the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip, QWidget

from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from collections.abc import Callable


class Tips(QObject):
    """Event filter that shows a tip where the pointer rests.

    Parameters
    ----------
    widget : QWidget
        The painted widget; of a scroll area, its viewport.
    text_at : callable
        Returns the tip at a position of the widget as plain text, empty for none.
    """

    def __init__(self, widget: QWidget, text_at: Callable[[QPoint], str]) -> None:
        super().__init__(widget)
        self._widget, self._text_at = widget, text_at
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_tip = event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent)
        if is_tip:
            assert isinstance(event, QHelpEvent)  # noqa: S101 - tested above
            text = self._text_at(event.pos())
            QToolTip.showText(event.globalPos(), plain(text), self._widget)
        return is_tip or super().eventFilter(watched, event)
