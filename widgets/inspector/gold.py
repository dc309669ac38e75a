"""Gold standard in the inspector: class of the selected text, errors of a pane, source and share.

Input: a scene and a selection. Output: the request to list the gold text that was not found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from boilerscope.extractors.model.gold import MIN_SHARE, GoldClass, Outcome
from boilerscope.widgets import theme
from boilerscope.widgets.blocks.gold import block_gold
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.marks import GoldMark, LetterMark, OutlinedMark
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.words import counted, number, share

if TYPE_CHECKING:
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.widgets.records import PaneRecord, Scene, Selection

WELL_FOUND = 0.95
"""Below this share of the gold text that was found on the page, a warning is shown."""


def selected_class(gold: Gold, selection: Selection) -> GoldClass:
    """Return the most frequent class of the selected text; unmarked only if all words are."""
    parts = [gold.classes[start:end] for start, end in selection.runs]
    counts = np.bincount(np.concatenate(parts), minlength=len(GoldClass)) if parts else np.zeros(6)
    counts[GoldClass.UNMARKED] = 0
    return GoldClass(int(np.argmax(counts)))


class GoldLine(QWidget):
    """Class of the selected text in the gold standard; hidden without a gold standard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mark, self.words = GoldMark(), TextLabel(weight=600, wrap=True)
        self._row = theme.spaced(QHBoxLayout(self), (16, 2, 16, 2), 6)
        top = Qt.AlignmentFlag.AlignTop
        self._row.addWidget(self.mark, 0, top)
        self._row.addWidget(OutlinedMark("G"), 0, top)
        self._row.addWidget(self.words, 1)

    def show_gold(self, gold: Gold | None, selection: Selection) -> None:
        """Show the class of the selected text."""
        self.setVisible(gold is not None)
        if gold is not None:
            kind = selected_class(gold, selection)
            self.mark.show_class(kind)
            self.words.setText(self._names()[kind])

    def _names(self) -> dict[GoldClass, str]:
        return {
            GoldClass.UNMARKED: self.tr("Gold: unmarked"),
            GoldClass.MAIN: self.tr("Gold: main content"),
            GoldClass.BOILERPLATE: self.tr("Gold: boilerplate"),
            GoldClass.TITLE: self.tr("Gold: title, which counts as main content"),
            GoldClass.COMMENT: self.tr("Gold: comment"),
            GoldClass.UNDECIDED: self.tr("Gold: undecided, which does not count"),
        }


class GoldPart(QWidget):
    """Errors of a pane, the source of the gold standard, and the share of its text that was found.

    Attributes
    ----------
    error_labels : dict of Outcome to (TextLabel, TextLabel)
        Blocks and words of each kind of error.

    Signals
    -------
    missing_asked()
        List the gold text that is not on the page.
    """

    missing_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        self.error_labels: dict[Outcome, tuple[TextLabel, TextLabel]] = {}
        for row, error in enumerate((Outcome.MISSED, Outcome.WRONGLY_KEPT)):
            mark, blocks, words = LetterMark(), TextLabel(), TextLabel(role="ink2")
            mark.set_kept(None, error)
            for column, widget in enumerate((mark, blocks, words)):
                self._grid.addWidget(widget, row, column)
            self.error_labels[error] = (blocks, words)
        self.found = TextLabel(wrap=True)
        self.missing = QPushButton(self.tr("Show missing"))
        self.missing.setProperty("role", "chip")
        self.missing.clicked.connect(self.missing_asked)
        self._chip = QHBoxLayout()
        self._chip.addWidget(self.found, 1)
        self._chip.addWidget(self.missing)
        self.source = TextLabel(size=12, role="ink2", wrap=True)
        self._column = theme.spaced(QVBoxLayout(self), (16, 2, 16, 8), 4)
        self._column.addLayout(self._grid)
        self._column.addLayout(self._chip)
        self._column.addWidget(self.source)
        theme.follow(self._restyle)

    def show_gold(self, scene: Scene, pane: PaneRecord | None, gold: Gold) -> None:
        """Show the errors of a pane, and the source of the gold standard."""
        blocks = block_gold(scene, pane)
        characters = counts_characters(scene.page)
        texts = {
            Outcome.MISSED: (self.tr("1 block missed"), self.tr("{n} blocks missed")),
            Outcome.WRONGLY_KEPT: (
                self.tr("1 block wrongly kept"),
                self.tr("{n} blocks wrongly kept"),
            ),
        }
        for error, (label, words) in self.error_labels.items():
            n_blocks, n_words = (0, 0) if blocks is None else blocks.totals(error)
            text = texts[error][n_blocks != 1]
            label.setText(text.format(n=number(n_blocks)))
            words.setText(counted(n_words, characters=characters))
        self._show_found(gold)
        self.source.setText(self._source(gold))

    def _show_found(self, gold: Gold) -> None:
        is_shown = gold.share < WELL_FOUND
        text = self.tr("{share} of the gold text found")
        if gold.share < MIN_SHARE:
            text = self.tr(
                "Only {share} of the gold text was found, so the page is not scored."
                " Check that the gold text belongs to this page."
            )
        self.found.setText(text.format(share=share(gold.share, 1)))
        self.found.setVisible(is_shown)
        self.missing.setVisible(is_shown and bool(gold.missing))

    def _source(self, gold: Gold) -> str:
        provenance = gold.provenance
        if provenance.changed:
            return self.tr("Marked by hand, {file}").format(file=provenance.source)
        text = self.tr("From {file} ({format})")
        return text.format(file=provenance.source, format=provenance.format)

    def _restyle(self) -> None:
        self._grid.setHorizontalSpacing(theme.px(8))
