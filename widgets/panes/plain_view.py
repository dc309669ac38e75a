"""Text without page: an extractor's own text, or the cleaned HTML source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QPalette, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from widgets import theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.page.records import IntArray

_MAX_MARKED = 500
_VEIL = 0.45


class PlainView(QPlainTextEdit):
    """Shows a long text that can be marked and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._mono = False
        self._veiled = False
        self._units: IntArray | None = None
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        theme.signals().changed.connect(self._restyle)
        self._restyle()

    def show_text(self, text: str, *, mono: bool) -> None:
        """Show a text; the scroll place stays as far as the text allows.

        Parameters
        ----------
        text : str
            The text.
        mono : bool
            Whether it is source.
        """
        if mono != self._mono:
            self._mono = mono
            self._restyle()
        if text == self._text:
            return
        self._text = text
        self._units = _unit_offsets(text)
        place = self.verticalScrollBar().value()
        self.setPlainText(text)
        self.verticalScrollBar().setValue(place)

    def set_veiled(self, veiled: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show the text as that of an older run."""
        if veiled != self._veiled:
            self._veiled = veiled
            self._restyle()

    @property
    def shown(self) -> str:
        """The text on view."""
        return self._text

    def set_matches(self, matches: Sequence[tuple[int, int]], present: int) -> None:
        """Mark what a search found and go to the present match.

        Parameters
        ----------
        matches : sequence of (int, int)
            Offsets in the text, code points.
        present : int
            Index of the match to go to, -1 for none.
        """
        first = max(present - _MAX_MARKED // 2, 0)
        marks = [
            self._mark(span, present=number == present)
            for number, span in enumerate(matches[first : first + _MAX_MARKED], first)
        ]
        self.setExtraSelections(marks)
        if 0 <= present < len(matches):
            cursor = self._cursor(matches[present])
            cursor.setPosition(cursor.selectionStart())
            self.setTextCursor(cursor)
            self.ensureCursorVisible()

    def _mark(self, span: tuple[int, int], *, present: bool) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        form = QTextCharFormat()
        form.setBackground(theme.colour("warning" if present else "warning_fill"))
        if present:
            form.setForeground(theme.colour("surface"))
        made.cursor = self._cursor(span)
        made.format = form
        return made

    def _cursor(self, span: tuple[int, int]) -> QTextCursor:
        start, end = span
        if self._units is not None:
            start, end = int(self._units[start]), int(self._units[end])
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _restyle(self) -> None:
        self.setFont(theme.font(12 if self._mono else 13, mono=self._mono))
        ink, paper = theme.colour("ink"), theme.colour("surface")
        if self._veiled:
            strength = 1 - _VEIL
            ink.setRgbF(
                ink.redF() * strength + paper.redF() * _VEIL,
                ink.greenF() * strength + paper.greenF() * _VEIL,
                ink.blueF() * strength + paper.blueF() * _VEIL,
            )
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, ink)
        palette.setColor(QPalette.ColorRole.Base, paper)
        palette.setColor(QPalette.ColorRole.Highlight, theme.colour("track"))
        palette.setColor(QPalette.ColorRole.HighlightedText, theme.colour("ink"))
        self.setPalette(palette)
        self.document().setDocumentMargin(theme.px(12))


def _unit_offsets(text: str) -> IntArray | None:
    """Return the UTF-16 offset of each code point, None where they are the same."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return None
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    lengths = np.where(points > 0xFFFF, 2, 1)
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
