"""Plain text view: an extractor's own text, or the cleaned HTML source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QPalette, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.widgets import theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page.records import IntArray

_MAX_MARKED = 500
_VEIL = 0.45


class PlainView(QPlainTextEdit):
    """View of a long text that the user can mark and copy."""

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
        """Show a text and keep the scroll position as far as possible.

        Parameters
        ----------
        mono : bool
            Whether the text is source, in a monospaced font.
        """
        if mono != self._mono:
            self._mono = mono
            self._restyle()
        if text == self._text:
            return
        self._text = text
        self._units = _unit_offsets(text)
        scroll_y = self.verticalScrollBar().value()
        self.setPlainText(text)
        self.verticalScrollBar().setValue(scroll_y)

    def set_veiled(self, veiled: bool) -> None:  # noqa: FBT001 - Qt setter
        """Fade the text because it is from an older run."""
        if veiled != self._veiled:
            self._veiled = veiled
            self._restyle()

    @property
    def shown(self) -> str:
        """The text on view."""
        return self._text

    def set_matches(self, matches: Sequence[tuple[int, int]], current: int) -> None:
        """Mark the matches of a search and go to the current match.

        Parameters
        ----------
        matches : sequence of (int, int)
            Offsets in the text, code points.
        current : int
            Index of the match to go to, -1 for none.
        """
        first = max(current - _MAX_MARKED // 2, 0)
        marks = [
            self._mark(span, current=index == current)
            for index, span in enumerate(matches[first : first + _MAX_MARKED], first)
        ]
        self.setExtraSelections(marks)
        if 0 <= current < len(matches):
            cursor = self._cursor(matches[current])
            cursor.setPosition(cursor.selectionStart())
            self.setTextCursor(cursor)
            self.ensureCursorVisible()

    def _mark(self, span: tuple[int, int], *, current: bool) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        form = QTextCharFormat()
        form.setBackground(theme.colour("warning" if current else "warning_fill"))
        if current:
            form.setForeground(theme.colour("surface"))
        mark.cursor = self._cursor(span)
        mark.format = form
        return mark

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
    """Return the UTF-16 offset of each code point, None if all offsets are equal."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return None
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return prefix_sums(np.where(points > 0xFFFF, 2, 1))
