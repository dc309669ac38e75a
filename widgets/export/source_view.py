"""Source text with line numbers and colours."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QPainter, QSyntaxHighlighter, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.export.source_rules import START, Part, divide, language_of
from boilerscope.widgets.panes.plain_view import PlainView

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent, QTextDocument

ROLES = {
    Part.MARKUP: "content_ink",
    Part.HEADING: "ink",
    Part.NAME: "content_ink",
    Part.VALUE: "comment",
    Part.QUIET: "ink2",
}
"""Colours of the parts, roles of the theme; headings are bold too."""
NUMBER_ROLE = "ink3"
_GAP = 8
_PART = 10_000
"""Number of characters that are coloured in one event-loop turn."""


class _Colours(QSyntaxHighlighter):
    """Colours the source in a language, a part in each event-loop turn, from the beginning."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._language = ""
        self._end = 0  # offset up to which lines are coloured
        self._formats: dict[Part, QTextCharFormat] = {}
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._colour_next)

    def begin(self, language: str) -> None:
        """Colour the text of the document in a language, empty for none, from the beginning."""
        self._language, self._end = language, 0
        self.rehighlight()  # without colours
        if language:
            self._turn.start()

    def _colour_next(self) -> None:
        block = self.document().findBlock(self._end)
        self._end += _PART
        while block.isValid() and block.position() < self._end:
            if block.userState() < 0:  # a change of state goes on to the blocks after it
                self.rehighlightBlock(block)
            block = block.next()
        if block.isValid():
            self._turn.start()

    def restyle(self) -> None:
        """Take the colours of the theme."""
        for part, role in ROLES.items():
            form = QTextCharFormat()
            form.setForeground(theme.colour(role))
            if part is Part.HEADING:
                form.setFontWeight(QFont.Weight.Bold)
            self._formats[part] = form
        self.begin(self._language)

    def highlightBlock(self, text: str) -> None:
        """Colour one line."""
        if not self._language or self.currentBlock().position() >= self._end:
            return
        is_first = self.currentBlock().blockNumber() == 0
        before = START if is_first else max(self.previousBlockState(), START)
        divided = divide(self._language, text, before, is_first=is_first)
        self.setCurrentBlockState(divided.state)
        units = _units(text)
        for span in divided.spans:
            start, end = span.start, span.end
            if units is not None:
                start, end = units[start], units[end]
            self.setFormat(start, end - start, self._formats[span.part])


def _units(text: str) -> list[int] | None:
    """Return the UTF-16 offset of each code point, None if all are equal."""
    if not text or max(text) <= "\uffff":
        return None
    return list(accumulate((1 + (character > "\uffff") for character in text), initial=0))


class _Numbers(QWidget):
    """Line numbers at the left of a view."""

    def __init__(self, view: SourceView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        return QSize(self._view.number_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._view.paint_numbers(QPainter(self), event.rect())


class SourceView(PlainView):
    """`PlainView` of a file's source, with line numbers and the colours of its language."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._numbers = _Numbers(self)
        self._colours = _Colours(self.document())
        self._source = "", ""  # text and language
        self.blockCountChanged.connect(lambda _count: self._make_room())
        self.updateRequest.connect(self._on_update)
        theme.follow(self._restyle_source)

    def show_source(self, text: str, name: str) -> None:
        """Show the text of a file, coloured by the suffix of its name."""
        is_other = (text, language_of(name)) != self._source
        self._source = text, language_of(name)
        self.show_text(text, mono=True)
        if is_other:
            self._colours.begin(language_of(name))

    def go_to_line(self, line: int) -> None:
        """Scroll to a line, from 1, and select it."""
        cursor = QTextCursor(self.document().findBlockByNumber(line - 1))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()
        self.setFocus()

    def number_width(self) -> int:
        """Return the width of the line numbers."""
        digits = max(len(str(self.blockCount())), 2)
        return self.fontMetrics().horizontalAdvance("9" * digits) + theme.px(2 * _GAP)

    def paint_numbers(self, painter: QPainter, area: QRect) -> None:
        """Draw the numbers of the lines in an area."""
        painter.fillRect(area, theme.colour("surface"))
        painter.setPen(theme.colour(NUMBER_ROLE))
        painter.setFont(self.font())
        width, height = self._numbers.width() - theme.px(_GAP), self.fontMetrics().height()
        block = self.firstVisibleBlock()
        while block.isValid():
            top = round(self.blockBoundingGeometry(block).translated(self.contentOffset()).top())
            if top > area.bottom():
                break
            if block.isVisible() and top + height >= area.top():
                number = QRect(0, top, width, height)
                painter.drawText(number, Qt.AlignmentFlag.AlignRight, str(block.blockNumber() + 1))
            block = block.next()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _on_update(self, area: QRect, scrolled_y: int) -> None:
        if scrolled_y:
            self._numbers.scroll(0, scrolled_y)
        else:
            self._numbers.update(0, area.y(), self._numbers.width(), area.height())

    def _make_room(self) -> None:
        self.setViewportMargins(self.number_width(), 0, 0, 0)
        self._place()

    def _place(self) -> None:
        inside = self.contentsRect()
        self._numbers.setGeometry(inside.left(), inside.top(), self.number_width(), inside.height())

    def _restyle_source(self) -> None:
        mono = theme.font(12, mono=True)  # the style sheet of the program would reset the font
        self.setStyleSheet(f"font-family: '{mono.family()}'; font-size: {mono.pixelSize()}px;")
        self._colours.restyle()
        self._make_room()
