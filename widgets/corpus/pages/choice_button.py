"""Button with a list of choices, of which several can be selected, such as languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.plain import entry

if TYPE_CHECKING:
    from collections.abc import Sequence

_CHEVRON = 14


class _StayingMenu(QMenu):
    """Menu that stays open while several entries are checked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._toggle():
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Space or not self._toggle():
            super().keyPressEvent(event)

    def _toggle(self) -> bool:
        action: QAction | None = self.activeAction()  # None between the entries
        if action is None:
            return False
        action.trigger()
        return True


class ChoiceButton(QPushButton):
    """Button that opens a list of choices.

    Parameters
    ----------
    label : str
        Name of the choice; shown while nothing is selected.
        several : bool
            Whether several choices can be selected.

    Attributes
    ----------
    label : str
        Name of the choice.

        Signals
    -------
    opening()
        The list opens; set the choices now.
    chosen(tuple of str)
        Data of the selected choices.
    """

    opening = Signal()
    chosen = Signal(object)

    def __init__(self, label: str, *, several: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label, self._several = label, several
        self.setProperty("role", "chooser")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.choices = _StayingMenu(self) if several else QMenu(self)
        self.choices.aboutToShow.connect(self.opening)
        self.clicked.connect(self._open)
        self._actions: list[QAction] = []
        self.show_selected("")

    def show_selected(self, text: str) -> None:
        """Show the selected choices on the button; an empty text shows the label."""
        self.setText(entry(text or self.label))
        self.setAccessibleName(f"{self.label}: {text}" if text else self.label)

    def set_choices(self, choices: Sequence[tuple[str, str]], selected: Sequence[str]) -> None:
        """Set the choices, as (text, data), and the data of the selected choices."""
        self.choices.clear()
        group = QActionGroup(self.choices)
        group.setExclusive(not self._several)
        self._actions = []
        for text, data in choices:
            action = self.choices.addAction(entry(text))
            action.setCheckable(True)
            action.setData(data)
            action.setChecked(data in selected)
            action.setActionGroup(group)
            action.triggered.connect(self._on_triggered)
            self._actions.append(action)

    def actions_shown(self) -> list[QAction]:
        """Return the choices of the last opened list."""
        return list(self._actions)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = theme.px(_CHEVRON)
        x, y = self.width() - side - theme.px(7), (self.height() - side) // 2
        QPainter(self).drawPixmap(x, y, theme.pixmap("chevron-down", _CHEVRON))

    def _open(self) -> None:
        self.choices.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _on_triggered(self) -> None:
        self.chosen.emit(
            tuple(str(action.data()) for action in self._actions if action.isChecked())
        )
