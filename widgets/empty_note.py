"""Note of an empty view: why it is empty, and commands that would fill it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from boilerscope.widgets import plain, theme
from boilerscope.widgets.flow_layout import FlowLayout
from boilerscope.widgets.labels import TextLabel

if TYPE_CHECKING:
    from collections.abc import Sequence


class EmptyNote(QWidget):
    """Centred sentence with a button for each command that would fill the view.

    Signals
    -------
    chosen(str)
        Command of the button that was clicked.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = TextLabel(role="ink2", wrap=True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._offers: tuple[tuple[str, str], ...] = ()
        self._buttons: list[QPushButton] = []
        self._row = FlowLayout(centred=True)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self._label)
        column.addLayout(self._row)
        column.addStretch(1)
        theme.follow(self._restyle)

    def text(self) -> str:
        """Return the sentence."""
        return self._label.text()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The buttons, from left to right."""
        return tuple(self._buttons)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the first button, None without buttons."""
        return next(iter(self._buttons), None)

    def show_note(self, text: str, offers: Sequence[tuple[str, str]] = ()) -> None:
        """Show a sentence; if a button that goes has the focus, the first of the new ones gets it.

        Without buttons the note itself has the focus until there are some.

        Parameters
        ----------
        text : str
            Why the view is empty.
        offers : sequence of (str, str)
            Command and label of each button.
        """
        self._label.setText(text)
        if tuple(offers) == self._offers:
            return
        self._offers = tuple(offers)
        had_focus, old = self.has_focus(), self._buttons
        self._buttons = [self._make_button(*offer) for offer in offers]
        if had_focus:
            (self.entry() or self).setFocus()
        for button in old:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()

    def has_focus(self) -> bool:
        """Return whether the note or one of its buttons has the focus."""
        return self.hasFocus() or any(button.hasFocus() for button in self._buttons)

    def _make_button(self, command: str, label: str) -> QPushButton:
        button = QPushButton(plain.entry(label))
        button.clicked.connect(lambda: self.chosen.emit(command))
        self._row.addWidget(button)
        button.show()  # now: the layout would show it later than the focus may arrive
        return button

    def _restyle(self) -> None:
        self.layout().setSpacing(theme.px(8))  # type: ignore[union-attr]  # created above
        self._row.set_spacing(theme.px(8))
