"""What a label means: views name the term under the pointer or the focus, the program explains it.

A view calls `ask` from its menu entry *What is this?*, and has a method `term` for F1.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from boilerscope.widgets import theme
from boilerscope.widgets.plain import unmarked

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QHeaderView, QWidget


@runtime_checkable
class Termed(Protocol):
    """View whose labels are terms."""

    def term(self) -> str:
        """Return the label that has the focus in the view, empty for none."""


class _Signals(QObject):
    asked = Signal(str, str)
    """The user asks what a label means; what the view itself says about it, empty for nothing."""


@cache
def signals() -> _Signals:
    """Return the object whose signal `asked` requests an explanation."""
    return _Signals(QApplication.instance())


def open_menu(parent: QWidget, label: str, position: QPoint, tip: str = "") -> None:
    """Open a menu that offers to explain a label.

    Parameters
    ----------
    position : QPoint
        On the screen.
    tip : str
        What the view itself says about the label.
    """
    menu = QMenu(parent)
    add_entry(menu, lambda: (label, unmarked(tip)))
    menu.exec(position)
    menu.deleteLater()


def offer(widget: QWidget, explained: Callable[[QPoint], tuple[str, str]]) -> None:
    """Open a menu that offers to explain a label, when the menu of its widget is asked for.

    Parameters
    ----------
    explained : callable
        Returns the label at a position in the widget and what the view itself says about it; an
        empty label opens no menu.
    """

    def open_at(position: QPoint) -> None:
        label, tip = explained(position)
        if label:
            open_menu(widget, label, widget.mapToGlobal(position), tip)

    widget.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    widget.customContextMenuRequested.connect(open_at)


def offer_headings(header: QHeaderView) -> None:
    """Open a menu that offers to explain the heading of a column."""

    def explained(position: QPoint) -> tuple[str, str]:
        column = header.logicalIndexAt(position)
        return heading(header, column), heading(header, column, Qt.ItemDataRole.ToolTipRole)

    offer(header, explained)


def heading(
    header: QHeaderView, column: int, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole
) -> str:
    """Return the heading of a column, or its tip; empty for none."""
    model = header.model()
    text = None if column < 0 else model.headerData(column, header.orientation(), role)
    return "" if text is None else str(text)


def add_entry(menu: QMenu, explained: Callable[[], tuple[str, str]]) -> QAction:
    """Add the entry *What is this?* to a menu.

    Parameters
    ----------
    explained : callable
        Returns the label and what the view itself says about it, when the entry is chosen.
    """
    text = QCoreApplication.translate("Terms", "What is this?")
    action = QAction(theme.icon("help-circle-outline"), text, menu)
    action.triggered.connect(lambda: signals().asked.emit(*explained()))
    menu.addAction(action)
    return action
