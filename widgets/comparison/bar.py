"""Row above the panes while two of them are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.widgets.comparison.records import Comparison


class CompareBar(QWidget):
    """Names of the compared panes, settings that differ, and counts of words.

    Signals
    -------
    settings_asked()
        Show the settings that differ.
    ended()
        End the comparison.
    """

    settings_asked = Signal()
    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("compareBar")
        self.setAccessibleName(self.tr("Comparison"))
        self.names = TextLabel(weight=600)
        self.settings = QPushButton()
        self.settings.setObjectName("settingsThatDiffer")
        self.settings.clicked.connect(self.settings_asked)
        self.counts = ElidedLabel(size=12, role="ink2")
        self.done = QPushButton(self.tr("Done"))
        self.done.setToolTip(
            plain(self.tr("End the comparison and restore the folded panes (Esc)"))
        )
        self.done.clicked.connect(self.ended)
        self._row = row = QHBoxLayout(self)
        row.addWidget(self.names)
        row.addWidget(self.settings)
        row.addWidget(self.counts, 1)
        row.addWidget(self.done)
        theme.follow(self._restyle)
        self.hide()

    def show_comparison(self, comparison: Comparison | None) -> None:
        """Show a comparison; None hides the row."""
        self.setVisible(comparison is not None)
        if comparison is None:
            return
        first, second = comparison.first[0], comparison.second[0]
        self.names.setText(
            self.tr("Comparing {first} and {second}").format(first=first, second=second)
        )
        self.names.setToolTip(plain(f"{comparison.first[1]}\n{comparison.second[1]}"))
        n_settings = comparison.n_settings
        self.settings.setVisible(bool(n_settings))
        text = self.tr("{count} settings differ")
        if n_settings == 1:
            text = self.tr("1 setting differs")
        self.settings.setText(text.format(count=number(n_settings or 0)))
        counts = self.tr(
            "both {both} · only {first}: {only_first} · only {second}: {only_second} · neither"
            " {neither} words"
        )
        if comparison.characters:
            counts = self.tr(
                "both {both} · only {first}: {only_first} · only {second}: {only_second} · neither"
                " {neither} characters"
            )
        if not comparison.n_differing:
            counts = self.tr("The two panes keep the same words on this page.")
        self.counts.setText(
            counts.format(
                both=number(comparison.both),
                first=first,
                only_first=number(comparison.only_first),
                second=second,
                only_second=number(comparison.only_second),
                neither=number(comparison.neither),
            )
        )

    def _restyle(self) -> None:
        self._row.setContentsMargins(theme.px(12), theme.px(4), theme.px(8), theme.px(4))
        self._row.setSpacing(theme.px(12))
