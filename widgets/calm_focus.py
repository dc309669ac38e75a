"""Lists and tables that take the focus without choosing anything."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QAbstractItemView


@contextmanager
def nothing_chosen(view: QAbstractItemView) -> Iterator[None]:
    """Keep Qt from making the first row current while a view takes the focus.

    Who enters by Tab has chosen nothing yet: a current row would be selected in every view, and
    all of them would scroll to it. The arrow keys begin at the first row.
    """
    had_current = view.currentIndex().isValid()
    model = view.selectionModel()
    blocked = model.blockSignals(True)
    yield
    if not had_current:
        view.setCurrentIndex(QModelIndex())
    model.blockSignals(blocked)
    view.viewport().update()
