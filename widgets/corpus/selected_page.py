"""Panel of the selected page of a corpus: its facts, its picture, and the scores of each pane.

Input: a `SelectedPage`. Output: open the page, select the next or the previous page of the list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.corpus.score_cell import DECIMALS, status_word
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.marks import NumberMark
from boilerscope.widgets.page.frame import CAPTURE_WIDTH, MIN_ZOOM
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent, QShowEvent

    from boilerscope.extractors.model.extraction import Status
    from boilerscope.widgets.page.view import PageView

RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_PICTURE_HEIGHT, _LEAST_PICTURE_HEIGHT = 150, 72
_MAX_TITLE = 120
_NARROW = 44


@dataclass(frozen=True, slots=True)
class PaneLine:
    """Scores of one pane on the page.

    Attributes
    ----------
    status : Status or None
        Outcome of its run; None before it ran.
    values : tuple of float
        A value for each heading of the table; NaN if the page is not scored.
    is_outdated : bool
        Whether the values belong to earlier settings.
    """

    number: int
    name: str
    status: Status | None
    values: tuple[float, ...]
    is_outdated: bool = False


@dataclass(frozen=True, slots=True)
class SelectedPage:
    """Contents of the panel.

    Attributes
    ----------
    title : str
        Title of the page; its identifier if it has none.
    name, address : str
        Set and identifier; address of the page, empty if it is unknown.
    facts : tuple of str
        Further lines below the title.
    place : str
        Position of the page in the list, ``12 of 168``; empty if it is not listed.
    headings : tuple of str
        Short names of the measures.
    active : str
        Name of the active pane.
    opens_at : str
        Sentence on the position at which *Open page* opens the page.
    problem : str
        Reason why the page cannot be read; empty if it can.
    has_previous, has_next : bool
        Whether the list has a previous and a next page.
    """

    title: str
    name: str = ""
    address: str = ""
    facts: tuple[str, ...] = ()
    place: str = ""
    headings: tuple[str, ...] = ()
    lines: tuple[PaneLine, ...] = ()
    active: str = ""
    opens_at: str = ""
    problem: str = ""
    has_previous: bool = False
    has_next: bool = False


class SelectedPagePanel(QWidget):
    """The panel.

    Signals
    -------
    open_asked()
        Open the page.
    stepped(int)
        Select the next (1) or the previous (-1) page of the list.
    appeared()
        The panel came on screen.
    """

    appeared = Signal()
    open_asked = Signal()
    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page: SelectedPage | None = None
        self.setObjectName("selectedPage")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._heading = TextLabel(self.tr("Selected page"), weight=600)
        self.place = TextLabel(size=12, role="ink2")
        self.previous = IconButton("chevron-up", self.tr("Select the previous page (K)"))
        self.next = IconButton("chevron-down", self.tr("Select the next page (J)"))
        self.title = TextLabel(weight=600, wrap=True)
        self.name = ElidedLabel(size=12, role="ink2")
        self.address = ElidedLabel(size=12, role="ink2", elide=Qt.TextElideMode.ElideMiddle)
        self.facts = TextLabel(size=12, role="ink2", wrap=True)
        self.problem = TextLabel(size=12, role="error", wrap=True)
        self.picture = _Picture()
        self.scores = _Scores()
        self.open = QPushButton(self.tr("Open page"))
        self._key = TextLabel(self.tr("Enter"), size=12, role="ink2")
        self._opens_at = TextLabel(size=12, role="ink2", wrap=True)
        self.empty = EmptyNote()
        self.empty.show_note(self.tr("Select a page or a cell"))
        self._assemble()
        self.open.clicked.connect(self.open_asked)
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        theme.follow(self._restyle)
        self.show_page(None)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.appeared.emit()

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus."""
        return self.open if self._filled.isVisible() and self.open.isEnabled() else None

    def show_page(self, page: SelectedPage | None) -> None:
        """Show a page; None shows the note."""
        self._filled.setVisible(page is not None)
        self.empty.setVisible(page is None)
        if page is None:
            self.picture.clear()
        elif page != self._page:  # called often during a run, usually without a change
            self._fill(page)
        self._page = page

    def _fill(self, page: SelectedPage) -> None:
        """Show the facts and scores of a page."""
        self.place.setText(page.place)
        self.previous.setEnabled(page.has_previous)
        self.next.setEnabled(page.has_next)
        is_long = len(page.title) > _MAX_TITLE
        self.title.setText(f"{page.title[: _MAX_TITLE - 1]}…" if is_long else page.title)
        self.name.setText(page.name)
        self.address.setText(page.address)
        self.address.setVisible(bool(page.address))
        self.facts.setText("\n".join(page.facts))
        self.problem.setText(page.problem)
        self.problem.setVisible(bool(page.problem))
        self.scores.show_lines(page)
        self.open.setEnabled(not page.problem)
        self._opens_at.setText(page.opens_at)

    def _assemble(self) -> None:
        self._head = theme.spaced(QHBoxLayout(), (16, 8, 12, 4), 4)
        self._head.addWidget(self._heading)
        self._head.addStretch(1)
        for widget in (self.place, self.previous, self.next):
            self._head.addWidget(widget)
        self._foot = theme.spaced(QGridLayout(), (16, 8, 16, 10))
        self._foot.addWidget(self.open, 0, 0)
        self._foot.addWidget(self._key, 0, 1)
        self._foot.addWidget(self._opens_at, 1, 0, 1, 2)
        self._foot.setColumnStretch(1, 1)
        body = _Body()
        self._body = theme.spaced(QVBoxLayout(body), (16, 0, 16, 4), 6)
        about = QVBoxLayout()
        about.setSpacing(0)
        for part in (self.name, self.address, self.facts, self.problem):
            about.addWidget(part)
        self._body.addWidget(self.title)
        self._body.addLayout(about)
        self._body.addWidget(self.picture, 1)
        self._body.addWidget(self.scores)
        self._body.addStretch()
        area = QScrollArea()
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidgetResizable(True)
        area.setWidget(body)
        self._filled = QWidget()
        column = QVBoxLayout(self._filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(area, 1)
        column.addLayout(self._foot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._filled)
        layout.addWidget(self.empty)

    def _restyle(self) -> None:
        self._foot.setHorizontalSpacing(theme.px(12))
        self._foot.setVerticalSpacing(theme.px(4))


class _Body(QWidget):
    """Content of a scroll area that is as high as its wrapped texts need."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "surface")

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        layout = self.layout()
        if layout is not None and event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self.setMinimumHeight(max(layout.heightForWidth(self.width()), 0))
        return done


class _Picture(QWidget):
    """Frame of the page's picture; empty until the page is laid out, or with a note on the reason.

    The picture is a view of the page at a zoom at which its whole width fits into the frame. It is
    lower if the scores below it would otherwise be out of sight.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pagePicture")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._cover = QWidget(self)
        self._cover.setProperty("role", "surface")
        self._cover.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._note = TextLabel(size=12, role="ink2", wrap=True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        covered = QVBoxLayout(self._cover)
        covered.addWidget(self._note)
        self._view: PageView | None = None
        theme.follow(self._restyle)

    def put(self, view: PageView) -> None:
        """Set the view that draws the picture; while covered, it lays its page out too."""
        self._view = view
        view.shows_scroll_bars = False
        self._column.addWidget(view)
        self._cover.raise_()
        self._fit()

    @property
    def is_drawn(self) -> bool:
        """Whether the picture is on screen."""
        return self._cover.isHidden()

    @property
    def note(self) -> str:
        """Reason why there is no picture; empty if it may come."""
        return self._note.text()

    def show_view(self) -> None:
        """Show the view."""
        self._cover.hide()

    def clear(self, note: str = "") -> None:
        """Show an empty frame, or the reason why there is no picture."""
        self._note.setText(note)
        self._cover.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cover.setGeometry(self.rect().adjusted(1, 1, -1, -1))
        self._fit()

    def _fit(self) -> None:
        """Set the layout width: at most the width that fits at the engine's minimum zoom."""
        if self._view is not None:
            widest = int((self.width() - 2) / MIN_ZOOM)
            self._view.set_capture_width(max(min(widest, CAPTURE_WIDTH), 1))

    def sizeHint(self) -> QSize:
        return QSize(theme.px(280), theme.px(_LEAST_PICTURE_HEIGHT))

    def _restyle(self) -> None:
        self.setMinimumHeight(theme.px(_LEAST_PICTURE_HEIGHT))
        self.setMaximumHeight(theme.px(_PICTURE_HEIGHT))
        self.setStyleSheet(theme.fill("#pagePicture { border: 1px solid @line; }"))


class _Scores(QWidget):
    """Table of panes and their scores; a run without a result shows its status."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("selectedScores")
        self._grid = theme.spaced(QGridLayout(self), (0, 2, 0, 6))
        self._grid.setColumnStretch(1, 1)
        self._parts: list[QWidget] = []
        theme.follow(self._restyle)

    def show_lines(self, page: SelectedPage) -> None:
        """Show the panes of a page."""
        for part in self._parts:
            self._grid.removeWidget(part)
            part.deleteLater()
        self._parts = []
        for column, heading in enumerate(page.headings, start=2):
            self._add(_value(heading, role="ink2"), 0, column)
        for row, line in enumerate(page.lines, start=1):
            self._show_line(row, line, is_active=line.name == page.active)

    def texts(self) -> list[list[str]]:
        """Return the texts, row by row."""
        rows: dict[int, list[str]] = {}
        for part in self._parts:
            if isinstance(part, TextLabel):
                row = cast("tuple[int, ...]", self._grid.getItemPosition(self._grid.indexOf(part)))
                rows.setdefault(row[0], []).append(part.text())
        return [rows[row] for row in sorted(rows)]

    def _show_line(self, row: int, line: PaneLine, *, is_active: bool) -> None:
        mark = NumberMark(line.number)
        mark.show_number(line.number, active=is_active)
        self._add(mark, row, 0)
        role = "ink2" if line.is_outdated else "ink"
        self._add(ElidedLabel(line.name, size=12, role=role), row, 1)
        if line.status is None:
            self._add(_value(self.tr("not run"), role="ink2"), row, 2, len(line.values))
        elif line.status not in ANSWERED:
            self._add(_value(status_word(line.status), role="error"), row, 2, len(line.values))
        else:
            for column, value in enumerate(line.values, start=2):
                weight = 600 if column == 2 and not line.is_outdated else 400
                self._add(_value(number(value, decimals=DECIMALS), weight, role), row, column)

    def _add(self, part: QWidget, row: int, column: int, span: int = 1) -> None:
        self._grid.addWidget(part, row, column, 1, span)
        self._parts.append(part)

    def _restyle(self) -> None:
        self._grid.setHorizontalSpacing(theme.px(8))
        self._grid.setVerticalSpacing(theme.px(4))
        for column in (2, 3, 4):
            self._grid.setColumnMinimumWidth(column, theme.px(_NARROW))


def _value(text: str, weight: int = 400, role: str = "ink") -> TextLabel:
    label = TextLabel(text, size=12, weight=weight, role=role)
    label.setAlignment(RIGHT)
    return label
