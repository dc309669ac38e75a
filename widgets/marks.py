"""Small marks shared by all views: letters C and B, pane numbers, the focus ring."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from boilerscope.extractors.model.gold import GoldClass, Outcome
from boilerscope.widgets import theme

_SIDE = 16.0


def draw_letter(painter: QPainter, rect: QRectF, *, kept: bool, faint: bool = False) -> None:
    """Draw the letter of a class: a filled blue C for content, an outlined orange B for the rest.

    Parameters
    ----------
    painter : QPainter
        Its state does not change.
    rect : QRectF
        Rectangle of the mark.
    kept : bool
        Whether to draw C or B.
    faint : bool
        Whether to draw it pale, for an outdated state.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if faint:
        painter.setOpacity(0.45)
    width = theme.px(1.25) if theme.scale() > 1 else 1.25
    inner = rect.adjusted(width / 2, width / 2, -width / 2, -width / 2)
    fill, edge, ink = (
        ("content", "content", "surface")
        if kept
        else ("boilerplate_fill", "boilerplate", "boilerplate_ink")
    )
    painter.setBrush(theme.colour(fill))
    painter.setPen(QPen(theme.colour(edge), width))
    painter.drawRoundedRect(inner, theme.px(3), theme.px(3))
    font = theme.font(11, 600)
    font.setPixelSize(max(round(rect.height() * 0.66), 8))
    painter.setFont(font)
    painter.setPen(theme.colour(ink))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "C" if kept else "B")
    painter.restore()


def draw_error(painter: QPainter, rect: QRectF, error: Outcome) -> None:
    """Draw the letter of an error: W for wrongly kept text, M for missed text."""
    letter, role = ("M", "missed") if error is Outcome.MISSED else ("W", "content")
    _draw_filled(painter, rect, letter, role)


GOLD_LETTERS = {
    GoldClass.MAIN: "C",
    GoldClass.BOILERPLATE: "B",
    GoldClass.TITLE: "T",
    GoldClass.COMMENT: "R",
    GoldClass.UNDECIDED: "U",
}
"""Letter and key of each class of a gold standard."""
GOLD_ROLES = {
    GoldClass.TITLE: "title",
    GoldClass.COMMENT: "comment",
    GoldClass.UNDECIDED: "ink3",
}
"""Colour of each class of a gold standard that no pane decides."""


def draw_gold_class(painter: QPainter, rect: QRectF, kind: GoldClass) -> None:
    """Draw the letter of a class of a gold standard; nothing for unmarked text."""
    if kind in {GoldClass.MAIN, GoldClass.BOILERPLATE}:
        draw_letter(painter, rect, kept=kind is GoldClass.MAIN)
    elif kind in GOLD_ROLES:
        _draw_filled(painter, rect, GOLD_LETTERS[kind], GOLD_ROLES[kind])


def _draw_filled(painter: QPainter, rect: QRectF, letter: str, role: str) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(role))
    painter.drawRoundedRect(rect, theme.px(3), theme.px(3))
    font = theme.font(11, 600)
    font.setPixelSize(max(round(rect.height() * 0.66), 8))
    painter.setFont(font)
    painter.setPen(theme.colour("surface"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, letter)
    painter.restore()


def draw_outlined_letter(painter: QPainter, rect: QRectF, letter: str) -> None:
    """Draw a letter in a frame: G for the gold standard, which is not a pane."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(theme.colour("surface"))
    painter.setPen(QPen(theme.colour("ink"), theme.px(1)))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(3), theme.px(3))
    font = theme.font(11, 600)
    font.setPixelSize(max(round(rect.height() * 0.66), 8))
    painter.setFont(font)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, letter)
    painter.restore()


def draw_number(painter: QPainter, rect: QRectF, number: int, *, active: bool) -> None:
    """Draw the number of a pane: dark for the active pane, grey for the other panes."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("button" if active else "track"))
    painter.drawRoundedRect(rect, theme.px(3), theme.px(3))
    font = theme.font(11, 600)
    font.setPixelSize(max(round(rect.height() * 0.66), 8))
    painter.setFont(font)
    painter.setPen(theme.colour("button_text" if active else "ink"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(number))
    painter.restore()


def draw_focus(painter: QPainter, rect: QRectF, *, radius: float = 4) -> None:
    """Draw the 2 px ring of the keyboard focus."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.colour("ink"), theme.px(2)))
    half = theme.px(2) / 2
    painter.drawRoundedRect(
        rect.adjusted(half, half, -half, -half), theme.px(radius), theme.px(radius)
    )
    painter.restore()


class _Mark(QWidget):
    """Mark as a widget of fixed size; a text beside it explains it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.follow(self._restyle)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(_SIDE), theme.px(_SIDE))

    def _rect(self) -> QRectF:
        side = theme.px(_SIDE)
        return QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)

    def _restyle(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.update()


class LetterMark(_Mark):
    """The letter C or B, W or M for an error, or a small ring if the class is unknown."""

    def __init__(self, kept: bool | None = None, parent: QWidget | None = None) -> None:  # noqa: FBT001 - the only value it shows
        self._kept = kept
        self._error: Outcome | None = None
        super().__init__(parent)

    def set_kept(self, kept: bool | None, error: Outcome | None = None) -> None:  # noqa: FBT001 - the only value it shows
        """Show the letter of an error, else C for True, B for False, a small ring for None."""
        if (kept, error) != (self._kept, self._error):
            self._kept, self._error = kept, error
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._error is not None:
            draw_error(painter, self._rect(), self._error)
        elif self._kept is None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour("control_line"), 1))
            painter.drawEllipse(QPointF(self._rect().center()), theme.px(3), theme.px(3))
        else:
            draw_letter(painter, self._rect(), kept=self._kept)


class GoldMark(_Mark):
    """The letter of a class of the gold standard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._kind = GoldClass.UNMARKED
        super().__init__(parent)

    def show_class(self, kind: GoldClass) -> None:
        """Show the letter of a class; nothing for unmarked text."""
        if kind is not self._kind:
            self._kind = kind
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_gold_class(QPainter(self), self._rect(), self._kind)


class OutlinedMark(_Mark):
    """A letter in a frame, such as the G of the gold standard."""

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        self._letter = letter
        super().__init__(parent)

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_outlined_letter(QPainter(self), self._rect(), self._letter)


class NumberMark(_Mark):
    """The number of a pane."""

    def __init__(self, number: int = 1, parent: QWidget | None = None) -> None:
        self._number = number
        self._active = False
        super().__init__(parent)

    def show_number(self, number: int, *, active: bool) -> None:
        """Show a pane's number."""
        if (number, active) != (self._number, self._active):
            self._number, self._active = number, active
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_number(QPainter(self), self._rect(), self._number, active=self._active)
