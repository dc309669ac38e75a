"""Inventory of the screen as plain values: name, text, value and position of each visible widget.

Read-only and generic; the state that the program gives to tests is built from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QProgressBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QItemSelectionModel, QModelIndex

_MAX_ROWS = 80


def describe_all() -> list[dict[str, Any]]:
    """Describe each visible widget of the program, window by window."""
    return [
        _describe(widget, path)
        for window in QApplication.topLevelWidgets()
        if window.isVisible()
        for widget, path in _visible(window, _name(window))
    ]


def describe(widget: QWidget) -> dict[str, Any]:
    """Describe a widget.

    Returns
    -------
    dict
        ``class``, ``id`` (object name), ``name`` (accessible name), ``path`` (object names from
        the window down), ``rect`` on screen (left, top, width, height), ``seen`` (the part of it
        that its parents do not cut off), ``enabled``, ``focus``, and, if the widget has them,
        ``text``, ``value``, ``checked``, ``tip``, ``description`` and ``items``.
    """
    parts = [_name(widget)]
    outer = widget
    while not outer.isWindow() and (parent := outer.parentWidget()) is not None:
        outer = parent
        parts.append(_name(outer))
    return _describe(widget, "/".join(reversed(parts)))


def _describe(widget: QWidget, path: str) -> dict[str, Any]:
    corner = widget.mapToGlobal(QPoint())
    description: dict[str, Any] = {
        "class": widget.metaObject().className(),
        "id": widget.objectName(),
        "name": widget.accessibleName(),
        "path": path,
        "rect": numbers(widget.rect().translated(corner)),
        "seen": numbers(widget.visibleRegion().boundingRect().translated(corner)),
        "enabled": widget.isEnabled(),
        "focus": widget.hasFocus(),
    }
    optional = {
        "text": _text(widget),
        "value": _value(widget),
        "checked": _checked(widget),
        "tip": widget.toolTip() or None,
        "description": widget.accessibleDescription() or None,
        "items": _items(widget),
    }
    description.update({key: value for key, value in optional.items() if value is not None})
    return description


def _name(widget: QWidget) -> str:
    return widget.objectName() or widget.metaObject().className()


def _visible(widget: QWidget, path: str) -> Iterator[tuple[QWidget, str]]:
    """Yield a widget and its visible descendants, each with its path."""
    yield widget, path
    for child in widget.children():
        if isinstance(child, QWidget) and not child.isWindow() and child.isVisible():
            yield from _visible(child, f"{path}/{_name(child)}")


def numbers(rect: QRect) -> list[int]:
    """Return left, top, width and height of a rectangle."""
    return [rect.left(), rect.top(), rect.width(), rect.height()]


def _on_screen(widget: QWidget, rect: QRect) -> list[int]:
    return numbers(rect.translated(widget.mapToGlobal(QPoint())))


def _checked(widget: QWidget) -> bool | None:
    if isinstance(widget, QAbstractButton) and widget.isCheckable():
        return widget.isChecked()
    return None


def _text(widget: QWidget) -> str | None:
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit | QAbstractSpinBox):
        return widget.text()
    if isinstance(widget, QComboBox):
        return widget.currentText()
    if isinstance(widget, QPlainTextEdit | QTextEdit):
        return widget.toPlainText()[:4000]
    return widget.windowTitle() if widget.isWindow() else None


def _value(widget: QWidget) -> float | None:
    if isinstance(widget, QAbstractSlider | QProgressBar):
        return widget.value()
    value = getattr(widget, "value", None)  # the program's own number boxes and sliders
    current = value() if callable(value) else value
    return float(current) if isinstance(current, int | float) else None


def _items(widget: QWidget) -> list[dict[str, Any]] | None:
    if isinstance(widget, QMenu):
        return [
            {
                "text": action.text(),
                "enabled": action.isEnabled(),
                "rect": _on_screen(widget, widget.actionGeometry(action)),
                "current": action is widget.activeAction(),
            }
            for action in widget.actions()
            if not action.isSeparator() and action.isVisible()
        ]
    if isinstance(widget, QTabBar):
        return [
            {
                "text": widget.tabText(index),
                "rect": _on_screen(widget, widget.tabRect(index)),
                "current": index == widget.currentIndex(),
            }
            for index in range(widget.count())
        ]
    if isinstance(widget, QHeaderView):
        return list(_sections(widget))
    if isinstance(widget, QAbstractItemView):
        return list(_cells(widget))
    return None


def _sections(header: QHeaderView) -> Iterator[dict[str, Any]]:
    model = header.model()
    if header.orientation() is not Qt.Orientation.Horizontal:
        return
    for section in range(header.count()):
        left, width = header.sectionViewportPosition(section), header.sectionSize(section)
        rect = QRect(left, 0, width, header.height()).intersected(header.viewport().rect())
        if not header.isSectionHidden(section) and not rect.isEmpty():
            yield {
                "text": model.headerData(section, header.orientation()),
                "rect": _on_screen(header.viewport(), rect),
                "column": section,
            }


def _cells(view: QAbstractItemView) -> Iterator[dict[str, Any]]:
    """Yield the visible cells, row by row."""
    model = view.model()
    selection: QItemSelectionModel | None = view.selectionModel()  # a view may have none
    # a list model hides its count of columns, which is 1
    n_columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
    room = view.viewport().rect()
    first = view.indexAt(QPoint(2, 2))
    for index in _rows_from(view, first):
        for column in range(n_columns):
            cell = index.siblingAtColumn(column)
            rect = view.visualRect(cell).intersected(room)
            if not rect.isEmpty():
                yield {
                    "row": cell.row(),
                    "column": column,
                    "text": _plain(model.data(cell, Qt.ItemDataRole.DisplayRole)),
                    "said": _plain(model.data(cell, Qt.ItemDataRole.AccessibleTextRole)),
                    "rect": _on_screen(view.viewport(), rect),
                    "selected": selection is not None and selection.isSelected(cell),
                    "current": view.currentIndex() == cell,
                }


def _rows_from(view: QAbstractItemView, index: QModelIndex) -> Iterator[QModelIndex]:
    room, step = view.viewport().rect(), 0
    while index.isValid() and step < _MAX_ROWS:
        yield index
        step += 1
        below = view.visualRect(index).bottom() + 1
        if below > room.bottom():
            return
        index = view.indexAt(QPoint(2, below + 1))


def _plain(data: object) -> str:
    return "" if data is None else str(data)
