"""Focus of lists and tables without a selection."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRectF
from PySide6.QtGui import QPainter

from boilerscope.widgets.marks import draw_focus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QAbstractItemView


@contextmanager
def nothing_selected(view: QAbstractItemView) -> Iterator[None]:
    """Prevent Qt from making the first row current when a view takes the focus.

    After Tab, the user has not selected anything yet: a current row would be selected in every
    view, and all views would scroll to it. The arrow keys start at the first row.
    """
    had_current = view.currentIndex().isValid()
    model = view.selectionModel()
    blocked = model.blockSignals(True)
    yield
    if not had_current:
        view.setCurrentIndex(QModelIndex())
    model.blockSignals(blocked)
    view.viewport().update()


def draw_ring(view: QAbstractItemView) -> None:
    """Draw the ring of the focus round a view that has it, until a cell is current and has it."""
    if view.hasFocus() and not view.currentIndex().isValid():
        draw_focus(QPainter(view.viewport()), QRectF(view.viewport().rect()), radius=0)
