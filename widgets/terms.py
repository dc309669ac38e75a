"""What a label means: views name the term under the pointer or the focus, the program explains it.

A view calls `ask` from its menu entry *What is this?*, and has a method `term` for F1.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from boilerscope.widgets import theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget


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
    add_entry(menu, lambda: (label, tip))
    menu.exec(position)
    menu.deleteLater()


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
