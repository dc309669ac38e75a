"""Row that says how far the search for settings is, and what it found if it found nothing.

Input: state of the search. Output: the wish to end it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.widgets.records import SearchView


class SearchRow(QWidget):
    """Sentence about a search, with a button that ends it.

    Signals
    -------
    stopped()
        End the search with what is found so far.
    """

    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = TextLabel(role="ink2", wrap=True)
        self.button = QPushButton(self.tr("Stop"))
        self.button.setAccessibleName(self.tr("Stop looking for settings"))
        self.button.clicked.connect(self.stopped)
        row = theme.spaced(QHBoxLayout(self), (16, 2, 16, 8), 8)
        row.addWidget(self.text, 1)
        row.addWidget(self.button)

    def show_search(self, search: SearchView, *, found: bool, reported: str = "") -> None:
        """Show a search; nothing where a setting was found and no more are looked for.

        Parameters
        ----------
        found : bool
            Whether a setting was found.
        reported : str
            Name of the library about which a bug report is offered; empty without an offer.
        """
        can_stop = search.is_running and search.number > 0
        self.button.setVisible(can_stop)
        self.text.setText(self._sentence(search, reported))
        self.setVisible(can_stop or not found)

    def _sentence(self, search: SearchView, reported: str) -> str:
        if search.is_running:
            return self._progress(search)
        if search.is_stopped:
            return self.tr("Stopped. What was tried so far does not flip this block.")
        if reported:
            return self.tr("No setting of {pane} keeps this block.").format(pane=reported)
        return self.tr("No setting, and no pair of settings, flips this block.")

    def _progress(self, search: SearchView) -> str:
        if not search.number:
            return self.tr("Looking for a setting that flips this block…")
        text = (
            self.tr("No single setting flips this block. Trying pairs: {number} of {total}…")
            if search.is_paired
            else self.tr("Looking for settings that flip this block: {number} of {total}…")
        )
        return text.format(number=number(search.number), total=number(search.total))
