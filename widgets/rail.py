"""Rail: a narrow column of buttons for views without space, and the drawer that shows one of them.

Input: name, icon and label of each view. Output: the requested view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QToolBar, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton

if TYPE_CHECKING:
    from collections.abc import Iterable

_DRAWER_WIDTH = 320
_ICON = 20


class Rail(QToolBar):
    """Tool bar at the right edge of the main window with a button for each view.

    Parameters
    ----------
    entries : iterable of (str, str, str)
        Name, ``mdi6`` icon and label of each button.

    Signals
    -------
    asked(str)
        Show the view of this name, or close it if it is open.
    """

    asked = Signal(str)

    def __init__(self, entries: Iterable[tuple[str, str, str]]) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setOrientation(Qt.Orientation.Vertical)
        self.setMovable(False)
        self.setFloatable(False)
        self._buttons: dict[str, IconButton] = {}
        for name, icon, label in entries:
            button = IconButton(icon, label, size=_ICON)
            button.setObjectName(f"rail-{name}")
            button.setCheckable(True)
            button.clicked.connect(lambda _checked, name=name: self.asked.emit(name))
            self.addWidget(button)
            self._buttons[name] = button
        theme.follow(self._restyle)

    def button(self, name: str) -> IconButton:
        """Return the button of a view."""
        return self._buttons[name]

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the first button."""
        return next(iter(self._buttons.values()), None)

    def mark(self, opened: str) -> None:
        """Mark the button of the open view; an empty name marks none."""
        for name, button in self._buttons.items():
            button.setChecked(name == opened)

    def _restyle(self) -> None:
        side = theme.px(_ICON)
        self.setIconSize(QSize(side, side))  # a tool bar sets the icon size of its buttons


class Drawer(QFrame):
    """Panel over the window beside the rail; shows one view at a time.

    Parameters
    ----------
    rail : Rail
        The rail; the drawer is at its left and as high.
    parent : QWidget
        The main window.
    """

    def __init__(self, rail: Rail, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("drawer")
        self._rail = rail
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 0, 0, 0)
        rail.installEventFilter(self)
        self.hide()

    @property
    def view(self) -> QWidget | None:
        """The view in the drawer."""
        item = self._column.itemAt(0)
        return None if item is None else item.widget()

    def open(self, view: QWidget) -> None:
        """Show a view; the drawer must be empty."""
        self._column.addWidget(view)
        view.show()
        self._place()
        self.show()
        self.raise_()

    def take(self) -> QWidget | None:
        """Close the drawer and return its view."""
        view = self.view
        self.hide()
        if view is not None:
            self._column.removeWidget(view)
        return view

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Move, QEvent.Type.Resize} and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(QRect(0, 0, 1, self.height()), QColor(theme.colour("strong_line")))

    def _place(self) -> None:
        rail = self._rail.geometry()
        width = min(max(theme.px(_DRAWER_WIDTH), self.minimumSizeHint().width()), rail.left())
        self.setGeometry(rail.left() - width, rail.top(), width, rail.height())
