"""Spine: a folded pane with number, warning mark, name, share and mask, from top to bottom.

A letter at the level of the selection shows whether the selection is kept.

Input: a scene with the pane's record, the shared selection. Output: the selection, and the request
to unfold the pane.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.fold_text import parts_of
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.marks import draw_focus, draw_letter, draw_number
from boilerscope.widgets.panes.body import KEYBOARD_REASONS
from boilerscope.widgets.panes.menus import PaneMenu
from boilerscope.widgets.panes.overview import MaskColumn, draw_frame, rect_of
from boilerscope.widgets.panes.pane_status import PaneStatus, status_of, style_of
from boilerscope.widgets.panes.warning_mark import how_many
from boilerscope.widgets.picking import selection_at
from boilerscope.widgets.plain import plain
from boilerscope.widgets.records import Scene
from boilerscope.widgets.words import share

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from boilerscope.widgets.records import PaneRecord, Selection
    from boilerscope.widgets.selection import SelectionModel

WIDTH = 38
_BADGE = 20
_MASK_WIDTH = 16
_NAME_TOP, _ICON = 36, 16
_LETTER = 16
_LEAST_NAME = 40


class Spine(QWidget):
    """Folded pane, 38 pixels wide.

    Signals
    -------
    unfold_wanted()
        Unfold the pane.
    command(str)
        A command of the pane's menu; a middle click is ``remove_pane``.
    """

    unfold_wanted = Signal()
    command = Signal(str)

    def __init__(self, name: str, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._selection = selection
        self._scene = Scene(None)
        self._pane: PaneRecord | None = None
        self._share = ""
        self._column = MaskColumn()
        self._ring = False
        self._menu = PaneMenu(self._explained, self)
        self._menu.command.connect(self._on_command)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        selection.selected.connect(self._on_selected)
        selection.level.changed.connect(self.update)
        theme.signals().changed.connect(self._restyle)
        self._restyle()

    def show_scene(self, scene: Scene) -> None:
        """Show the pane's record of a scene."""
        pane = scene.pane(self.name)
        if pane is None:
            return
        same = pane == self._pane and scene.page is self._scene.page
        same = same and (scene.active == self.name) == (self._scene.active == self.name)
        gold = (scene.gold, scene.by_errors, scene.comments)
        same = same and gold == (self._scene.gold, self._scene.by_errors, self._scene.comments)
        self._scene, self._pane = scene, pane
        if same:
            return
        mask = None if pane.shown is None else pane.shown.mask
        self._column.set_parts(None if mask is None else parts_of(scene, pane))
        self._share = "" if mask is None else share(int(mask.sum()), len(mask))
        label = self.tr("Folded pane {pane}, {share} kept").format(
            pane=pane.name, share=self._share
        )
        warnings = [how_many(self._warnings)] if self._warnings else []
        lines = [f"{pane.name} {self._share}".rstrip(), *warnings, self.tr("Click to unfold")]
        self.setToolTip(plain("\n".join(lines)))
        self.setAccessibleName(", ".join([label, *warnings]))
        self._describe(self._selection.selection)
        self.update()

    def _explained(self) -> tuple[str, str]:
        """Return the label of the column and the share, and what they show."""
        return self.tr("Main content"), self.accessibleName()

    @property
    def _warnings(self) -> tuple[str, ...]:
        """The warnings of the newest result, as in the header of the open pane."""
        newest = None if self._pane is None else self._pane.extraction
        return () if newest is None else newest.warnings

    def sizeHint(self) -> QSize:
        return QSize(theme.px(WIDTH), theme.px(400))

    # -- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        if self._pane is None:
            return
        active = self._scene.active == self.name
        if active:
            painter.fillRect(0, 0, self.width(), theme.px(2), theme.colour("ink"))
        side = theme.px(_BADGE)
        badge = QRectF((self.width() - side) / 2, theme.px(9), side, side)
        draw_number(painter, badge, self._pane.number, active=active)
        top = theme.px(_NAME_TOP)
        if self._warnings:
            icon = theme.pixmap("alert-outline", _ICON, "warning")
            painter.drawPixmap((self.width() - theme.px(_ICON)) // 2, top, icon)
            top += theme.px(_ICON + 4)
        self._paint_name(painter, top)
        self._column.draw(painter, self._mask_rect())
        self._paint_selection(painter)
        if self._ring:
            draw_focus(painter, QRectF(self.rect()), radius=0)

    def _paint_name(self, painter: QPainter, top: int) -> None:
        """Draw name and share as vertical text from `top` to the mask or the selection's letter."""
        assert self._pane is not None  # noqa: S101 - called only with a pane
        end, mark = float(self._mask_rect().top()), self.mark_rect()
        if mark is not None and self._is_kept(self._selection.selection) is not None:
            end = min(end, mark.top())
        room = end - top - theme.px(8)
        if room < theme.px(_LEAST_NAME):
            return
        status = status_of(self._pane, 0.0)
        style = style_of(status)
        painter.save()
        painter.translate(self.width() / 2, top)
        painter.rotate(90)
        x = 0.0
        painter.setFont(theme.font(13, 600))
        metrics = painter.fontMetrics()
        base = metrics.capHeight() / 2
        tail = style.label if status not in {PaneStatus.FINE, PaneStatus.EMPTY} else self._share
        tail_width = metrics.horizontalAdvance(tail) + theme.px(8)
        if room < tail_width + theme.px(_LEAST_NAME):
            tail, tail_width = "", 0
        name = metrics.elidedText(
            self._pane.name, Qt.TextElideMode.ElideRight, round(room - tail_width)
        )
        painter.setPen(theme.colour("ink"))
        painter.drawText(round(x), round(base), name)
        x += metrics.horizontalAdvance(name) + theme.px(8)
        painter.setFont(theme.font(13))
        painter.setPen(theme.colour(style.role if style.icon else "ink2"))
        painter.drawText(round(x), round(base), tail)
        painter.restore()

    def _paint_selection(self, painter: QPainter) -> None:
        selection = self._selection.selection
        if selection is None or self._scene.page is None:
            return
        frame = rect_of(selection, self._scene.page.n_tokens, self._mask_rect(), theme.px(2))
        bar = QRectF(frame.left() - theme.px(6), frame.top(), theme.px(3), frame.height())
        painter.fillRect(bar, theme.colour("selection"))
        is_kept, mark = self._is_kept(selection), self.mark_rect()
        if is_kept is not None and mark is not None:
            room = theme.px(3)
            framed = mark.adjusted(-room, -room, room, room)
            painter.fillRect(framed, theme.colour("selection_fill"))
            draw_letter(painter, mark, kept=is_kept)
            draw_frame(painter, framed)

    def mark_rect(self) -> QRectF | None:
        """Return the rectangle of the selection's letter, whose top is the window's level."""
        y = self._selection.level.in_view(self)
        if y is None:
            return None
        side = theme.px(_LETTER)
        top = min(max(y, theme.px(_NAME_TOP)), self.height() - side - theme.px(6))
        return QRectF((self.width() - side) / 2, top, side, side)

    def mark_y(self) -> float | None:
        """Return the top of the selection's letter on screen, None if there is none."""
        mark = self.mark_rect()
        return None if mark is None else self.mapToGlobal(mark.topLeft()).y()

    def _is_kept(self, selection: Selection | None) -> bool | None:
        """Return whether at least half of the selection is kept, None if unknown."""
        extraction = None if self._pane is None else self._pane.shown
        if selection is None or not selection.runs or extraction is None:
            return None
        if selection.end > len(extraction.mask):
            return None
        return bool(extraction.mask[selection.start : selection.end].mean() >= 0.5)

    def _mask_rect(self) -> QRect:
        width = theme.px(_MASK_WIDTH)
        top = max(theme.px(180), round(self.height() * 0.36))
        bottom = self.height() - theme.px(12)
        return QRect((self.width() - width) // 2, top, width, max(bottom - top, 1))

    # -- input -----------------------------------------------------------------------------

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if not self.rect().contains(point):
            return
        if event.button() == Qt.MouseButton.MiddleButton:
            self.command.emit("remove_pane")
        elif event.button() == Qt.MouseButton.LeftButton:
            self._ring = False
            if point.y() >= self._mask_rect().top() and self._scene.page is not None:
                self._select_at(point.y())
            else:
                self.unfold_wanted.emit()

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Return, which unfolds the pane."""
        return is_enter(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Right}:
            self.unfold_wanted.emit()
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self._ring = True
            self._step(-1 if key == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._menu.popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._ring = event.reason() in KEYBOARD_REASONS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._ring = False
        self.update()

    def _select_at(self, y: int) -> None:
        assert self._scene.page is not None  # noqa: S101 - called only with a page
        rect, n_tokens = self._mask_rect(), self._scene.page.n_tokens
        token = int((y - rect.top()) / rect.height() * n_tokens)
        token = min(max(token, 0), n_tokens - 1)
        self._selection.select(selection_at(self._scene, token, self.name), self)

    def _step(self, direction: int) -> None:
        """Select the next or previous block."""
        page, selection = self._scene.page, self._selection.selection
        if page is None or not page.n_tokens:
            return
        token = 0
        if selection is not None:
            token = selection.end if direction > 0 else selection.start - 1
        if 0 <= token < page.n_tokens:
            self._selection.select(selection_at(self._scene, token, self.name), self)

    def _on_command(self, command: str) -> None:
        if command == "fold_pane":
            self.unfold_wanted.emit()
        else:
            self.command.emit(command)

    def _on_selected(self, selection: Selection | None, origin: QObject | None) -> None:
        del origin
        self._describe(selection)
        self.update()

    def _describe(self, selection: Selection | None) -> None:
        is_kept = self._is_kept(selection)
        if is_kept is None:
            self.setAccessibleDescription("")
            return
        state = self.tr("kept") if is_kept else self.tr("dropped")
        self.setAccessibleDescription(self.tr("Selected text: {state}").format(state=state))

    def _restyle(self) -> None:
        self.setFixedWidth(theme.px(WIDTH))
        self.update()
