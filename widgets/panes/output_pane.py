"""Output pane: header, body in one of four views, notices, and a find bar.

Input: a scene with the pane's record, the shared selection, the cleaned HTML on request. Output:
the selection and the user's actions on the pane.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.find_bar import FindBar
from boilerscope.widgets.fold_text import difference, parts_of
from boilerscope.widgets.key_claims import is_enter, is_escape
from boilerscope.widgets.panes.body import Body
from boilerscope.widgets.panes.content import SegmentPosition
from boilerscope.widgets.panes.difference_legend import DifferenceLegend
from boilerscope.widgets.panes.finder import Finder
from boilerscope.widgets.panes.header import PaneHeader
from boilerscope.widgets.panes.notice_view import GreyLines, NoticeView
from boilerscope.widgets.panes.pane_status import (
    CANCEL_AFTER_S,
    Notice,
    PaneStatus,
    notice,
    status_of,
)
from boilerscope.widgets.panes.plain_view import PlainView
from boilerscope.widgets.panes.run_clock import RunClock
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.panes.step_line import StepLine
from boilerscope.widgets.picking import leading_tokens, selection_at
from boilerscope.widgets.records import Scene, Selection, ShowAs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import PaneRecord
    from boilerscope.widgets.selection import SelectionModel

MIN_WIDTH = 216
MAX_WIDTH = 520


class OutputPane(QWidget):
    """Pane with the text that one extractor kept of the page.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection.
    parent : QWidget, optional
        Qt parent.

    Signals
    -------
    activated()
        The user works in this pane now.
    show_as_chosen(ShowAs), compare_chosen(str)
        The user selected another view of the body, or the difference to the pane of this name.
    setting_clicked(str)
        Go to this setting.
    command(str)
        See `PaneMenu` and `pane_status.notice`; also ``cancel_run``.
    source_wanted()
        Pass the cleaned HTML of the pane's current version to `set_source`.
    scrolled(object)
        The user scrolled; a list of `SegmentPosition` in the coordinates of `Level`.
    dragged(QPoint), dropped(QPoint)
        The user drags or dropped the header at this position on screen.
    """

    activated = Signal()
    show_as_chosen = Signal(object)
    compare_chosen = Signal(str)
    setting_clicked = Signal(str)
    command = Signal(str)
    source_wanted = Signal()
    scrolled = Signal(object)
    dragged = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self, name: str, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._selection = selection
        self._scene = Scene(None)
        self._pane: PaneRecord | None = None
        self._inputs: tuple[object, ...] = ()
        self._source = ""
        self._source_version: tuple[int, int | None] | None = None
        self._source_asked: tuple[int, int | None] | None = None
        self._last_good_wanted = False
        self._free = False
        self._clock = RunClock(self)
        self.header = PaneHeader()
        self.legend = DifferenceLegend()
        self.step_line = StepLine()
        self.notice = NoticeView()
        self.body = Body()
        self.plain = PlainView()
        self.grey = GreyLines()
        self.find_bar = FindBar()
        self._finder = Finder(self.find_bar, self.body, self.plain)
        self._views = QStackedWidget()
        self._assemble()
        self._connect()
        self._restyle()

    # -- display ---------------------------------------------------------------------------

    @property
    def pane(self) -> PaneRecord | None:
        """The pane's record."""
        return self._pane

    def show_scene(self, scene: Scene) -> None:
        """Show the pane's record of a scene; only changed parts are rebuilt."""
        pane = scene.pane(self.name)
        if pane is None:
            return
        self._scene = scene
        previous, self._pane = self._pane, pane
        if previous is None or previous.run != pane.run or previous.state is not pane.state:
            self._last_good_wanted = False
        self._clock.follow(previous, pane)
        self.header.set_active(scene.active == self.name)
        self.header.set_others([other.name for other in scene.panes if other.name != self.name])
        self.body.setAccessibleName(self.tr("Text kept by {pane}").format(pane=self.name))
        self.plain.setAccessibleName(self.tr("Text kept by {pane}").format(pane=self.name))
        self._refresh()

    def set_source(self, version: tuple[int, int | None], html: str) -> None:
        """Set the cleaned HTML of a version of the pane: of a run, or of a step of a run."""
        self._source, self._source_version = html, version
        if self._pane is not None and self._pane.show_as is ShowAs.SOURCE:
            self._refresh()

    def set_free(self, free: bool) -> None:  # noqa: FBT001 - Qt setter
        """Let the pane scroll by itself, or keep the selection at the level."""
        self._free = free
        self.header.set_free(free)
        self._follow_level()

    def align(self, positions: Sequence[SegmentPosition]) -> None:
        """Scroll a segment to a height of the window, see `Body.align`."""
        level, view = self._selection.level, self.body.viewport()
        self.body.align(
            [position._replace(y=level.to_view(view, position.y)) for position in positions]
        )

    def position_of(self, segment: int) -> SegmentPosition | None:
        """Return the position of a segment's text, None if it is folded or out of sight."""
        position = self.body.position_of(segment)
        if position is None:
            return None
        y = self._selection.level.from_view(self.body.viewport(), position.y)
        return SegmentPosition(segment, y)

    def lead(self) -> bool:
        """Set the level to the selection's height in this pane; return whether it is in sight."""
        first = self._selection.first
        y = None if first < 0 else self._y_of_token(first)
        level, view = self._selection.level, self.body.viewport()
        if y is None or not level.has_room(view, y):
            return False
        level.put(view, y)
        return True

    def bring_selection(self) -> None:
        """Scroll the selection to the level once, even if the pane scrolls by itself."""
        if self._selection.first >= 0:
            self.body.hold(self._selection.first, self._selection.level)
        if self._free:
            self.body.hold(-1, None)

    def _follow_level(self) -> None:
        """Keep the selection at the level; in a free pane, only bring it into sight."""
        first = self._selection.first
        if first < 0 or self._selection.level.y is None:
            self.body.hold(-1, None)
        elif not self._free or self._y_of_token(first) is None:
            self.bring_selection()

    def _y_of_token(self, token: int) -> float | None:
        return self.body.y_of_token(token) if self.body.isVisible() else None

    def screen_y_of_token(self, token: int) -> float | None:
        """Return the top of a token's text row on screen, None if it is not visible."""
        y = self._y_of_token(token)
        return None if y is None else self.body.viewport().mapToGlobal(QPoint(0, round(y))).y()

    def _emit_scrolled(self, positions: Sequence[SegmentPosition]) -> None:
        level, view = self._selection.level, self.body.viewport()
        self.scrolled.emit(
            [position._replace(y=level.from_view(view, position.y)) for position in positions]
        )

    def open_find(self) -> None:
        """Open the find bar."""
        self.find_bar.open_bar()

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the text, or a button of the notice."""
        offers = self.notice.findChildren(QAbstractButton)
        for widget in (self._views.currentWidget(), *offers):
            reachable = widget is not None and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            if widget is not None and reachable and widget.isVisible():
                return widget
        return None

    def _focus_text(self) -> None:
        entry = self.entry()
        if entry is not None:
            entry.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- refreshing ------------------------------------------------------------------------

    def _refresh(self) -> None:
        pane = self._pane
        if pane is None:
            return
        elapsed = self._clock.elapsed_s
        status = status_of(pane, elapsed)
        self.header.show_pane(pane, status, elapsed, self._counts(pane.shown))
        self.step_line.show_pane(pane)
        self._show_view(pane)
        self._show_status(pane, status, elapsed)

    def _counts(self, extraction: Extraction | None) -> tuple[int, int, bool]:
        page = self._scene.page
        total = 0 if page is None else page.n_tokens
        n_kept = 0 if extraction is None else int(extraction.mask.sum())
        return n_kept, total, counts_characters(page)

    def _show_status(self, pane: PaneRecord, status: PaneStatus, elapsed_s: float) -> None:
        shown_notice = notice(status, pane)
        has_text = pane.shown is not None
        failed = status in {
            PaneStatus.ERROR,
            PaneStatus.TIMEOUT,
            PaneStatus.CANCELLED,
            PaneStatus.UNAVAILABLE,
            PaneStatus.WAITING,
        }
        text_on_view = has_text and (not failed or self._last_good_wanted)
        if pane.show_as is ShowAs.DIFFERENCE and text_on_view and self._other() is None:
            shown_notice = Notice(
                self.tr("Nothing to compare with"), self.tr("Choose a pane with a result.")
            )
            text_on_view = False
        self.notice.show_notice(shown_notice)
        self.notice.setVisible(bool(shown_notice.title))
        running = status is PaneStatus.RUNNING
        self._views.setVisible(text_on_view or running or not shown_notice.title)
        if running:
            self._views.setCurrentWidget(self.grey)
            self.grey.set_cancellable(elapsed_s >= CANCEL_AFTER_S)
        veiled = status is PaneStatus.OUTDATED or (failed and self._last_good_wanted)
        self.body.set_veiled(veiled)
        self.plain.set_veiled(veiled)

    def _show_view(self, pane: PaneRecord) -> None:
        in_body = pane.show_as in {ShowAs.RENDERED, ShowAs.DIFFERENCE}
        self.legend.setVisible(pane.show_as is ShowAs.DIFFERENCE and self._other() is not None)
        if in_body:
            self._show_body(pane)
        elif pane.show_as is ShowAs.PLAIN:
            self.plain.show_text(pane.shown.own_text if pane.shown else "", mono=False)
        else:
            self._show_source(pane)
        self._views.setCurrentWidget(self.body if in_body else self.plain)
        self._finder.follow(in_body=in_body)

    def _show_body(self, pane: PaneRecord) -> None:
        page, extraction = self._scene.page, pane.shown
        other = self._other() if pane.show_as is ShowAs.DIFFERENCE else None
        compared = None if other is None else other.shown
        gold = self._scene.gold if self._scene.by_errors else None
        self._show_changes(page)
        inputs = (page, extraction, compared, pane.show_as, gold, self._scene.comments)
        unchanged = len(self._inputs) == len(inputs) and all(
            new is old for new, old in zip(inputs, self._inputs, strict=True)
        )
        if unchanged:
            return
        self._inputs = inputs
        if page is None or extraction is None or len(extraction.mask) != page.n_tokens:
            self.body.show_text(None, np.zeros(0, dtype=np.int8))
            return
        if compared is not None and other is not None:
            parts = difference(extraction.mask, compared.mask)
            self.legend.show_difference(parts, pane, other)
        else:
            parts = parts_of(self._scene, pane)
        self.body.show_text(page, parts)
        self.body.set_selection(self._selection.selection)
        self._follow_level()

    def _show_changes(self, page: Page | None) -> None:
        """Outline the words that the previewed setting of this pane would keep or drop."""
        layer = self._scene.layers.get("would change")
        is_here = layer is not None and self._scene.previewed == self.name
        fits = layer is not None and page is not None and len(layer.values) == page.n_tokens
        self.body.set_changes(layer.values if layer is not None and is_here and fits else None)

    def _show_source(self, pane: PaneRecord) -> None:
        self.plain.show_text(self._source, mono=True)
        if pane.shown is None or pane.version == self._source_version:
            return
        if pane.version != self._source_asked:
            self._source_asked = pane.version
            self.source_wanted.emit()

    def _other(self) -> PaneRecord | None:
        """Return the pane to compare with, None if it does not exist or has no text."""
        other = None if self._pane is None else self._scene.pane(self._pane.compare_with)
        return other if other is not None and other.shown is not None else None

    def _on_tick(self) -> None:
        pane = self._pane
        if pane is None:
            return
        elapsed = self._clock.elapsed_s
        status = status_of(pane, elapsed)
        self._show_status(pane, status, elapsed)
        if status in {PaneStatus.RUNNING, PaneStatus.OUTDATED}:
            self.header.show_pane(pane, status, elapsed, self._counts(pane.shown))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._clock.set_visible(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.set_visible(False)

    # -- selection -------------------------------------------------------------------------

    def _click_token(self, token: int) -> None:
        self.activated.emit()
        selection = selection_at(self._scene, token, self.name)
        content = self.body.content
        if selection is None or content is None:
            return
        tokens = leading_tokens(content.segments, selection, token)
        visible = [(y, first) for first in tokens if (y := self._y_of_token(first)) is not None]
        y, first = visible[0] if visible else (None, tokens[-1])
        self._selection.select_in(selection, self, self.body.viewport(), y, first)
        self._selection.pick(selection, token, self)

    def _drag_tokens(self, first: int, last: int) -> None:
        self._selection.pick(Selection(((first, last + 1),)), -1, self)

    def _point_token(self, token: int) -> None:
        hover = None if token < 0 else selection_at(self._scene, token, self.name)
        self._selection.point(hover, self)

    def _on_selected(self, selection: Selection | None, origin: QObject | None) -> None:
        del origin
        self.body.set_selection(selection)

    def _on_hovered(self, hover: Selection | None, origin: QObject | None) -> None:
        del origin
        self.body.set_hover(hover)

    # -- events ----------------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Escape to close the find bar, and Return to make the pane the active pane."""
        if is_enter(event):
            return self._scene.active != self.name or None
        return is_escape(event) and not self.find_bar.isHidden()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers()
        if event.matches(QKeySequence.StandardKey.Find):
            self.open_find()
        elif is_escape(event) and not self.find_bar.isHidden():
            self.find_bar.close_bar()
        elif is_enter(event) and self._scene.active != self.name:
            self.activated.emit()
        elif plain and event.key() == Qt.Key.Key_L:
            self.command.emit("lock")
        elif plain and event.key() == Qt.Key.Key_A:
            self.command.emit("align")
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.activated.emit()
        super().mousePressEvent(event)

    def _on_command(self, command: str) -> None:
        if command == "last_good":
            self._last_good_wanted = not self._last_good_wanted
            self._refresh()
        elif command == "find":
            self.open_find()
        else:
            self.command.emit(command)

    # -- assembling ------------------------------------------------------------------------

    def _assemble(self) -> None:
        self.setObjectName("outputPane")
        for view in (self.body, self.plain, self.grey):
            self._views.addWidget(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.header, self.step_line, self.notice, self.legend):
            column.addWidget(part)
        column.addWidget(self._views, 1)
        column.addWidget(self.find_bar)
        column.addStretch(0)
        self.legend.hide()
        self.notice.hide()
        self.setFocusProxy(self.body)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setAutoFillBackground(True)

    def _connect(self) -> None:
        self._clock.ticked.connect(self._on_tick)
        self.header.activated.connect(self.activated)
        self.header.close_wanted.connect(lambda: self.command.emit("remove_pane"))
        self.header.show_as_chosen.connect(self.show_as_chosen)
        self.header.compare_chosen.connect(self.compare_chosen)
        self.header.setting_clicked.connect(self.setting_clicked)
        self.header.command.connect(self._on_command)
        self.header.dragged.connect(self.dragged)
        self.header.dropped.connect(self.dropped)
        self.notice.command.connect(self._on_command)
        self.grey.cancel_wanted.connect(lambda: self.command.emit("cancel_run"))
        self.body.token_clicked.connect(self._click_token)
        self.body.tokens_dragged.connect(self._drag_tokens)
        self.body.token_pointed.connect(self._point_token)
        self.body.scrolled.connect(self._emit_scrolled)
        self.body.copy_all_wanted.connect(lambda: self.command.emit("copy_pane"))
        self.find_bar.closed.connect(self._focus_text)
        self._selection.selected.connect(self._on_selected)
        self._selection.level.changed.connect(self._follow_level)
        self._selection.hovered.connect(self._on_hovered)
        theme.signals().changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.setMinimumWidth(theme.px(MIN_WIDTH))
        palette = self.palette()
        palette.setColor(self.backgroundRole(), theme.colour("surface"))
        self.setPalette(palette)
        if self._pane is not None:
            self._refresh()
