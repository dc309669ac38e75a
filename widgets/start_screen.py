"""Start screen, shown while no page is open: drop target, samples, what was open recently.

Input: samples, recent sessions, corpora and pages. Output: the address, path or markup to open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.demo import run_demo
from boilerscope.widgets.dropped import dropped_text
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QLayout

_WIDTH = 560
_RECENT_WIDTH = 400
_WIDE = _WIDTH + _RECENT_WIDTH + 180
"""Width from which what was open recently is beside the rest instead of below it."""


@dataclass(frozen=True, slots=True)
class Card:
    """Card of a page that a click opens.

    Attributes
    ----------
    title, note : str
        Texts of the card.
    icon : str
        ``mdi6`` name.
    """

    address: str
    title: str
    note: str
    icon: str = "history"


@dataclass(frozen=True, slots=True)
class LastCard:
    """Card of the last session.

    Attributes
    ----------
    title, note, panes : str
        Title of the page or name of the corpus; address and time; the panes.
    problem : str
        Why the last attempt to continue failed; empty without one.
    """

    title: str
    note: str
    panes: str
    problem: str = ""


class _Tile(QAbstractButton):
    """Painted card or row; a click, Space and Enter open it."""

    def __init__(self, card: Card, *, as_row: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._card, self._as_row = card, as_row
        self.setText(card.title)
        self.setAccessibleName(f"{card.title}, {card.note}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if as_row:
            self.setToolTip(plain(card.address))

    def sizeHint(self) -> QSize:
        return QSize(theme.px(200), theme.px(28 if self._as_row else 60))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if not self._as_row or self.underMouse():
            painter.setPen(
                Qt.PenStyle.NoPen if self._as_row else QPen(theme.colour("strong_line"), 1)
            )
            painter.setBrush(theme.colour("hover" if self.underMouse() else "surface"))
            painter.drawRoundedRect(box, theme.px(6), theme.px(6))
        left = theme.px(6 if self._as_row else 14)
        side = theme.px(16 if self._as_row else 20)
        icon = theme.pixmap(self._card.icon, 16 if self._as_row else 20)
        painter.drawPixmap(left, (self.height() - side) // 2, icon)
        self._draw_texts(painter, left + side + theme.px(12))
        if self.hasFocus():
            draw_focus(painter, QRectF(self.rect()), radius=6)

    def _draw_texts(self, painter: QPainter, left: int) -> None:
        room = QRectF(left, 0, self.width() - left - theme.px(10), self.height())
        vertical = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(theme.font(13, 400 if self._as_row else 600))
        painter.setPen(theme.colour("ink"))
        if self._as_row:
            note_width = theme.px(130)
            metrics = painter.fontMetrics()
            elided = metrics.elidedText(
                self._card.title, Qt.TextElideMode.ElideMiddle, int(room.width()) - note_width
            )
            painter.drawText(room, vertical, elided)
            painter.setFont(theme.font(12))
            painter.setPen(theme.colour("ink2"))
            painter.drawText(room, vertical | Qt.AlignmentFlag.AlignRight, self._card.note)
            return
        half = room.height() / 2
        upper = QRectF(room.left(), theme.px(9), room.width(), half - theme.px(8))
        lower = QRectF(room.left(), half, room.width(), half - theme.px(8))
        painter.drawText(upper, vertical, self._card.title)
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("ink2"))
        note = painter.fontMetrics().elidedText(
            self._card.note, Qt.TextElideMode.ElideRight, int(lower.width())
        )
        painter.drawText(lower, vertical, note)


class _DropTarget(QAbstractButton):
    """Dashed frame for drops; a click opens the file dialog."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_target = False
        self.setText(self.tr("Drop a page, a session, a corpus folder or a link here"))
        self.setAccessibleName(self.tr("Open a file"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(300), theme.px(80))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        role = "ink" if self.is_target or self.underMouse() else "control_line"
        painter.setPen(QPen(theme.colour(role), 2 if self.is_target else 1.5, Qt.PenStyle.DashLine))
        painter.setBrush(theme.colour("hover" if self.is_target else "raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.setFont(theme.font(13))
        label = self.text()
        side, gap = theme.px(20), theme.px(12)
        width = painter.fontMetrics().horizontalAdvance(label)
        left = max((self.width() - width - side - gap) // 2, 8)
        painter.drawPixmap(left, (self.height() - side) // 2, theme.pixmap("tray-arrow-down", 20))
        painter.setPen(theme.colour("ink"))
        box = QRectF(left + side + gap, 0, self.width() - left - side - gap, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, label)
        if self.hasFocus():
            draw_focus(painter, QRectF(self.rect()), radius=6)


class _LastSession(QWidget):
    """Heading and card of the last session, with the buttons to continue it or to start afresh."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(weight=600)
        self.note = ElidedLabel(size=12, role="ink2")
        self.panes = ElidedLabel(size=12, role="ink2")
        self.problem = TextLabel(size=12, role="error", wrap=True)
        self.go_on = QPushButton(self.tr("Continue"))
        self.go_on.setProperty("role", "main")
        self.go_on.setObjectName("continueLast")
        self.afresh = QPushButton(self.tr("Start afresh with these panes"))
        self.afresh.setObjectName("startAfresh")
        buttons = theme.spaced(QHBoxLayout(), spacing=12)
        buttons.addWidget(self.go_on)
        buttons.addWidget(TextLabel(self.tr("Enter"), size=12, role="ink2"))
        buttons.addWidget(self.afresh)
        buttons.addStretch(1)
        card = QFrame()
        card.setObjectName("lastCard")
        inner = theme.spaced(QVBoxLayout(card), (16, 12, 16, 12), 6)
        for label in (self.title, self.note, self.panes, self.problem):
            inner.addWidget(label)
        inner.addLayout(buttons)
        column = theme.spaced(QVBoxLayout(self), (0, 0, 0, 16), 8)
        heading = TextLabel(self.tr("Continue where you left"), size=20, weight=600)
        column.addWidget(heading)
        column.addWidget(card)

    def show_card(self, card: LastCard) -> None:
        """Show what was open."""
        self.title.setText(card.title)
        self.note.setText(card.note)
        self.panes.setText(card.panes)
        self.problem.setText(card.problem)
        self.problem.setVisible(bool(card.problem))
        described = [part for part in (card.title, card.note, card.problem) if part]
        self.go_on.setAccessibleDescription(", ".join(described))


class _Recent(QWidget):
    """Heading, rows of what was open recently, and a button to open another one.

    Signals
    -------
    asked()
        Open another one.
    """

    asked = Signal()

    def __init__(self, title: str, button: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TextLabel(title, size=12, weight=600, role="ink2")
        heading = theme.spaced(QHBoxLayout(), spacing=8)
        heading.addWidget(self.title)
        heading.addStretch(1)
        if button:
            ask = QPushButton(button)
            ask.setProperty("role", "link")
            ask.setCursor(Qt.CursorShape.PointingHandCursor)
            ask.clicked.connect(self.asked)
            heading.addWidget(ask)
        self.rows = theme.spaced(QVBoxLayout(), spacing=0)
        column = theme.spaced(QVBoxLayout(self), (0, 0, 0, 12), 4)
        column.addLayout(heading)
        column.addLayout(self.rows)

    def show_tiles(self, tiles: Sequence[_Tile]) -> None:
        """Show these rows instead of the rows before."""
        _clear(self.rows)
        for tile in tiles:
            self.rows.addWidget(tile)


class StartScreen(QScrollArea):
    """Start screen: last session, drop target and samples; beside or below, what was open.

    Signals
    -------
    opened(str)
        Address, path or markup to open.
    file_asked()
        Open the file dialog.
    session_asked(), corpus_asked()
        Open the dialog for a session, or for a corpus.
    continued(), afresh()
        Continue the last session, or begin without its page.
    """

    opened = Signal(str)
    file_asked = Signal()
    session_asked = Signal()
    corpus_asked = Signal()
    continued = Signal()
    afresh = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("startScreen")
        self.setWidgetResizable(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._target = _DropTarget()
        self._target.clicked.connect(self.file_asked)
        self.last = _LastSession()
        self.last.go_on.clicked.connect(self.continued)
        self.last.afresh.clicked.connect(self.afresh)
        self.last.hide()
        self._samples = QGridLayout()
        self._samples.setSpacing(theme.px(8))
        self.sessions = _Recent(self.tr("Sessions"), self.tr("Open a session…"))
        self.sessions.asked.connect(self.session_asked)
        self.corpora = _Recent(self.tr("Corpora"), self.tr("Open a corpus…"))
        self.corpora.asked.connect(self.corpus_asked)
        self.pages = _Recent(self.tr("Pages"))
        self._assemble()

    def entry(self) -> QWidget:
        """Return the widget that takes the focus: the drop target."""
        return self._target

    def show_last(self, card: LastCard | None) -> None:
        """Show the card of the last session; None hides it."""
        self.last.setVisible(card is not None)
        if card is not None:
            self.last.show_card(card)

    def show_pages(
        self,
        samples: Sequence[Card],
        recent: Sequence[Card],
        sessions: Sequence[Card] = (),
        corpora: Sequence[Card] = (),
    ) -> None:
        """Show these samples, and recent pages, sessions and corpora, newest first."""
        _clear(self._samples)
        for index, card in enumerate(samples):
            self._samples.addWidget(self._tile(card, as_row=False), index // 2, index % 2)
        for section, cards in (
            (self.sessions, sessions),
            (self.corpora, corpora),
            (self.pages, recent),
        ):
            section.show_tiles([self._tile(card, as_row=True) for card in cards])
        self.pages.setVisible(bool(recent))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.viewport().width() >= theme.px(_WIDE)
        directions = QBoxLayout.Direction
        self._columns.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        self._right.setMaximumWidth(theme.px(_RECENT_WIDTH if is_wide else _WIDTH))
        # Below the other column, it begins at the same height as that column beside it.
        self._right_column.setContentsMargins(24, 40 if is_wide else 0, 24, 24)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_text(event.mimeData()):
            self._set_target(is_target=True)
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: object) -> None:
        self._set_target(is_target=False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._set_target(is_target=False)
        text = dropped_text(event.mimeData())
        if text:
            event.acceptProposedAction()
            self.opened.emit(text)

    def _set_target(self, *, is_target: bool) -> None:
        self._target.is_target = is_target
        self._target.update()

    def _tile(self, card: Card, *, as_row: bool) -> _Tile:
        tile = _Tile(card, as_row=as_row)
        tile.clicked.connect(lambda: self.opened.emit(card.address))
        return tile

    def _assemble(self) -> None:
        page = QWidget()
        page.setMaximumWidth(theme.px(_WIDTH))
        column = QVBoxLayout(page)
        column.setContentsMargins(24, 40, 24, 24)
        column.setSpacing(theme.px(8))
        column.addWidget(self.last)
        column.addWidget(TextLabel(self.tr("Open a page"), size=20, weight=600))
        hint = self.tr("Type an address above, paste HTML, or open a sample.")
        column.addWidget(TextLabel(hint, role="ink2", wrap=True))
        column.addSpacing(theme.px(8))
        column.addWidget(self._target)
        column.addSpacing(theme.px(12))
        column.addWidget(TextLabel(self.tr("Samples"), size=12, weight=600, role="ink2"))
        column.addLayout(self._samples)
        column.addSpacing(theme.px(12))
        self._right = QWidget()
        self._right_column = QVBoxLayout(self._right)
        self._right_column.setSpacing(theme.px(8))
        for section in (self.sessions, self.corpora, self.pages):
            self._right_column.addWidget(section)
        self._right_column.addStretch(1)
        column.addStretch(1)
        inner = QWidget()
        self._columns = theme.spaced(QBoxLayout(QBoxLayout.Direction.TopToBottom, inner), spacing=0)
        self._columns.addWidget(page, 3)
        self._columns.addWidget(self._right, 2)
        outer = QWidget()
        row = QGridLayout(outer)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(inner, 0, 1)
        row.setColumnStretch(0, 1)
        row.setColumnStretch(1, 100)
        row.setColumnStretch(2, 1)
        self.setWidget(outer)


def _clear(layout: QLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.deleteLater()


def _demo() -> QWidget:
    screen = StartScreen()
    screen.show_pages(
        [
            Card("sample:a", "News, English", "adverts, comments", "newspaper-variant-outline"),
            Card("sample:b", "新闻，中文", "Chinese news page", "newspaper-variant-outline"),
            Card("sample:c", "Forum thread", "many short posts", "forum-outline"),
            Card("sample:d", "Portal", "links almost everywhere", "view-grid-outline"),
        ],
        [Card("/pages/minutes.html", "harbour-council-minutes.html", "today, 14.10")],
        [
            Card(
                "/srv/pages/bridge.bscope",
                "bridge-for-ines.bscope",
                "21.40",
                "content-save-outline",
            )
        ],
        [Card("/srv/corpora", "corpora", "", "database-outline")],
    )
    return screen


if __name__ == "__main__":
    run_demo(_demo, size=(640, 560))
