"""Widget of the strips.

Input: a scene. Output: the shared selection and the user's requests. The program, not this widget,
saves the visible window and the selected quantities.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QMenu, QWidget

from boilerscope.widgets import terms, theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.picking import leading_block, next_block, selection_at
from boilerscope.widgets.plain import entry
from boilerscope.widgets.records import Selection, same_page
from boilerscope.widgets.sentences import block_sentence
from boilerscope.widgets.strips.painter import StripPainter
from boilerscope.widgets.strips.pictures import Pictures
from boilerscope.widgets.strips.places import Places, row_height
from boilerscope.widgets.strips.rows import Row, RowBook
from boilerscope.widgets.strips.window import Window
from boilerscope.widgets.tips import Tips
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boilerscope.widgets.records import Scene
    from boilerscope.widgets.selection import SelectionModel

_MAX_ROWS = 12
_DRAG_DISTANCE = 4
_ZOOM = 0.8


@dataclass(frozen=True, slots=True)
class _Press:
    """Press of the mouse button: its position, and the effect of a drag from there."""

    position: QPointF
    window: Window
    row: int
    overview: bool
    selects: bool
    moved: bool = False


class Strips(QAbstractScrollArea):
    """Masks and quantities along the page, with zoom, pan and selection.

    The wheel zooms at the pointer, a drag pans, a double click shows the whole page. Shift and a
    drag select a range, as does a drag while the whole page is visible. A click selects a block
    of the row's pane. Keys: Left and Right select the previous and next block, Up and Down change
    the row, Ctrl+Left and Ctrl+Right pan, plus and minus zoom, Ctrl+Home shows the whole page.

    Signals
    -------
    described(str)
        Sentence on the block selected by keyboard.
    pane_activated(str)
        The user clicked the name of a pane's row.
    rows_chosen(object)
        The user selected the quantities with a row, a tuple of layer keys.
    n_rows_changed()
        There are more or fewer rows than before, see `content_height`.
    """

    described = Signal(str)
    pane_activated = Signal(str)
    rows_chosen = Signal(object)
    n_rows_changed = Signal()

    def __init__(self, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strips")
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Strips: the page from left to right"))
        self.viewport().setMouseTracking(True)
        Tips(self.viewport(), self._tip)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._selection = selection
        self.book = RowBook()
        self.pictures = Pictures()
        self._window = Window(0.0, 1.0)
        self._keys: tuple[str, ...] | None = None
        self._compact = False
        self._choices: tuple[tuple[str, str], ...] = ()
        self._current = self._n_rows = 0
        self._press: _Press | None = None
        self._pointer: int | None = None
        self._drag_selects, self._votes = False, True
        self._hint = self.tr("Open a page to see its text from left to right.")
        self.choose = IconButton("tune-variant", self.tr("Choose rows"), parent=self.viewport())
        self.choose.clicked.connect(self._show_choices)
        self.choose.hide()
        selection.selected.connect(self._on_selected)
        selection.hovered.connect(self._repaint)
        theme.signals().changed.connect(self._restyle)

    # -- display ---------------------------------------------------------------------------

    def set_drag_selects(self, selects: bool) -> None:  # noqa: FBT001 - Qt setter
        """Let a drag select a range also without Shift, instead of moving the visible part."""
        self._drag_selects = selects

    def hide_votes(self) -> None:
        """Show no row of the panes' agreement."""
        self._votes = False
        self._show(self.book.scene)

    def set_hint(self, text: str) -> None:
        """Set the sentence that is shown without a page."""
        self._hint = text
        self.viewport().update()

    @property
    def window_shown(self) -> Window:
        """The visible part of the page, in tokens."""
        return self._window

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows between the sections and the differences, from the top."""
        return self.book.rows

    @property
    def n_tokens(self) -> int:
        """Tokens of the page."""
        return self.book.n_tokens

    @property
    def places(self) -> Places:
        """The current positions of all parts."""
        size, scroll = self.viewport().size(), self.verticalScrollBar().value()
        return Places(
            size.width(), size.height(), len(self.rows), scroll, self._window, self.n_tokens
        )

    def show_scene(self, scene: Scene, keys: Sequence[str] | None = None) -> None:
        """Show a page with its panes.

        Parameters
        ----------
        scene : Scene
            Page, panes and layers.
        keys : sequence of str, optional
            Layers that have a row; by default every amount and class layer of the scene.
        """
        if not same_page(scene.page, self.book.scene.page):
            self.pictures.forget()
            self._pointer = None
            n_tokens = 0 if scene.page is None else scene.page.n_tokens
            self._window = Window(0.0, float(max(n_tokens, 1)))
        self._keys = None if keys is None else tuple(keys)
        self._show(scene)

    def set_window(self, start: float, end: float) -> None:
        """Show a part of the page, in tokens."""
        self._go(Window(start, max(end, start + 1.0)).inside(self.n_tokens))

    def _shows_all(self) -> bool:
        """Return whether the whole page is visible, so that there is nothing to drag it to."""
        return self._window.length >= self.n_tokens

    def show_all(self) -> None:
        """Show the whole page."""
        self.set_window(0.0, float(max(self.n_tokens, 1)))

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - the only value
        """Show only one quantity, for lack of space."""
        if compact != self._compact:
            self._compact = compact
            self._show(self.book.scene)

    def set_choices(self, choices: Sequence[tuple[str, str]]) -> None:
        """Set the layers that can have a row, as (key, label); without layers, hide the button."""
        self._choices = tuple(choices)
        self.choose.setVisible(bool(choices))

    # -- size and painting -----------------------------------------------------------------

    def content_height(self) -> int:
        """Return the height of all rows, with axis, sections and differences, in pixels."""
        return row_height() * (len(self.rows) + 3) + theme.px(4)

    def sizeHint(self) -> QSize:
        rows = min(len(self.rows) + 3, _MAX_ROWS)
        return QSize(theme.px(800), row_height() * rows + theme.px(4))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(320), row_height() * 6 + theme.px(4))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        del dx, dy
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.colour("surface"))
        if not self.n_tokens:
            painter.setFont(theme.font(13))
            painter.setPen(theme.colour("ink2"))
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, self._hint)
            return
        selected, hover = self._selection.selection, self._selection.hover
        strip_painter = StripPainter(painter, self.places, self.book, self.pictures)
        room = 0 if self.choose.isHidden() else theme.px(24)
        strip_painter.draw_axis(self.book.subject(self._pointer, selected), name_room=room)
        strip_painter.draw_sections()
        strip_painter.draw_rows(self._runs(), self._current if self.hasFocus() else -1)
        strip_painter.draw_differences()
        if hover is not None and hover != selected:
            strip_painter.draw_outline(hover, strong=False)
        if selected is not None:
            strip_painter.draw_outline(selected, strong=True)
        if self.hasFocus():
            draw_focus(painter, QRectF(self.viewport().rect()), radius=0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    # -- mouse -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.n_tokens:
            return
        position, places = event.position(), self.places
        row = places.row_at(position.y())
        if row >= 0:
            self._current = row
        if position.x() < places.left:
            self._click_name(row)
        elif position.x() <= places.right:
            overview = places.bottom.contains(position.toPoint())
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            selects = shift or self._drag_selects or self._shows_all()
            self._press = _Press(position, self._window, row, overview=overview, selects=selects)
            if overview:
                self._drag_overview(position.x())
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        position, press = event.position(), self._press
        if press is None:
            self._point_at(position)
            return
        if not press.moved and (position - press.position).manhattanLength() < theme.px(
            _DRAG_DISTANCE
        ):
            return
        self._press = press = replace(press, moved=True)
        if press.overview:
            self._drag_overview(position.x())
        elif press.selects:
            self._select_range(press.position.x(), position.x())
        else:
            share = (press.position.x() - position.x()) / self.places.tracks
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self._go(press.window.moved(share * press.window.length, self.n_tokens))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        press, self._press = self._press, None
        self.viewport().unsetCursor()
        selection = self._selection.selection
        if press is not None and press.moved and press.selects and selection is not None:
            self._selection.pick(selection, -1, self)
        if press is None or press.moved or press.overview:
            return
        token = self.places.token_at(event.position().x())
        selection = selection_at(self.book.scene, token, self.book.pane_of(press.row))
        self._selection.select(selection, self)
        if selection is not None:
            self._selection.pick(selection, token, self)
        self.viewport().update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.position().x() >= self.places.left:
            self._press = None
            self.show_all()

    def wheelEvent(self, event: QWheelEvent) -> None:
        position, places = event.position(), self.places
        if position.x() < places.left or not self.n_tokens:
            super().wheelEvent(event)
            return
        event.accept()
        steps, sideways = event.angleDelta().y() / 120, event.angleDelta().x() / 120
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            sideways, steps = sideways or steps, 0.0
        if sideways:
            self._go(self._window.moved(-sideways * self._window.length / 8, self.n_tokens))
        if steps:
            share = min(max((position.x() - places.left) / places.tracks, 0.0), 1.0)
            self._go(self._window.zoomed(_ZOOM**steps, share, self.n_tokens))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._pointer = None
        self._selection.point(None, self)
        self.viewport().update()

    def _point_at(self, position: QPointF) -> None:
        places = self.places
        inside = places.left <= position.x() <= places.right and position.y() < places.bottom.top()
        pointer = places.token_at(position.x()) if inside and self.n_tokens else None
        if pointer == self._pointer:
            return
        self._pointer = pointer
        pane = self.book.pane_of(places.row_at(position.y()))
        hover = None if pointer is None else selection_at(self.book.scene, pointer, pane)
        self._selection.point(hover, self)
        self.viewport().update()

    def _drag_overview(self, x: float) -> None:
        places = self.places
        middle = (x - places.left) / places.tracks * self.n_tokens
        half = self._window.length / 2
        self._go(Window(middle - half, middle + half).inside(self.n_tokens))

    def _select_range(self, x: float, end: float) -> None:
        first, last = sorted((self.places.token_at(x), self.places.token_at(end)))
        self._selection.select(Selection(((first, last + 1),)), self)
        self.viewport().update()

    def _click_name(self, row: int) -> None:
        pane = self.rows[row].pane if row >= 0 else None
        if pane is not None:
            self.pane_activated.emit(pane.name)

    def _tip(self, position: QPoint) -> str:
        row = self.places.row_at(position.y())
        if row < 0 or position.x() >= self.places.left:
            return ""
        layer = self.rows[row].layer
        meaning = "" if layer is None else declared(layer.meaning)
        return f"{self.rows[row].title}: {meaning}" if meaning else self.rows[row].title

    def term(self) -> str:
        """Return the name of the current row, which *What is this?* explains."""
        return self.rows[self._current].title if self.rows else ""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        row = self.places.row_at(event.pos().y()) if self.n_tokens else -1
        if row >= 0:
            terms.open_menu(self, self.rows[row].title, event.globalPos(), self._tip(event.pos()))

    # -- keys ------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self._action_of(event) if self.n_tokens else None
        if action is None:
            super().keyPressEvent(event)
        else:
            action()

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        distance = self._window.length / 8
        plain: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Left: lambda: self._walk(-1),
            Qt.Key.Key_Right: lambda: self._walk(1),
            Qt.Key.Key_Home: lambda: self._walk_to(0, 1),
            Qt.Key.Key_End: lambda: self._walk_to(self.n_tokens - 1, -1),
            Qt.Key.Key_Up: lambda: self._to_row(self._current - 1),
            Qt.Key.Key_Down: lambda: self._to_row(self._current + 1),
            Qt.Key.Key_Plus: lambda: self._zoom(_ZOOM),
            Qt.Key.Key_Minus: lambda: self._zoom(1 / _ZOOM),
        }
        with_ctrl: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Left: lambda: self._go(self._window.moved(-distance, self.n_tokens)),
            Qt.Key.Key_Right: lambda: self._go(self._window.moved(distance, self.n_tokens)),
            Qt.Key.Key_Home: self.show_all,
        }
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return (with_ctrl if ctrl else plain).get(event.key())

    def _walk(self, direction: int) -> None:
        selected = self._selection.selection
        if selected is None:
            self._walk_to(
                int(self._window.start if direction > 0 else self._window.end - 1), direction
            )
        else:
            self._walk_to(selected.end if direction > 0 else selected.start - 1, direction)

    def _walk_to(self, token: int, direction: int) -> None:
        """Select the nearest block of the current row's pane at a token or beyond."""
        pane = self.book.pane_of(self._current)
        block = next_block(self.book.scene, pane, token, direction, self._selection.selection)
        if block is not None:
            self._selection.select(block, self)
            self._go(self._window.around(block.start, block.end, self.n_tokens))
            self._describe()
            self.viewport().update()

    def _to_row(self, row: int) -> None:
        if not 0 <= row < len(self.rows):
            return
        self._current = row
        area, middle, bar = self.places.row(row), self.places.middle, self.verticalScrollBar()
        above, below = area.top() - middle.top(), area.bottom() - middle.bottom()
        bar.setValue(bar.value() + min(above, 0) + max(below, 0))
        self._describe()
        self.viewport().update()

    def _zoom(self, factor: float) -> None:
        selected = self._selection.selection
        middle = None if selected is None else (selected.start + selected.end) / 2
        share = 0.5 if middle is None else min(max(self._window.share_of(middle), 0.0), 1.0)
        self._go(self._window.zoomed(factor, share, self.n_tokens))

    def _describe(self) -> None:
        """Describe the selection for the status line and for screen readers."""
        selected = self._selection.selection
        description = self.rows[self._current].title if self.rows else ""
        pane = self.book.scene.pane(self.book.pane_of(self._current))
        if selected is not None and pane is not None:
            characters = counts_characters(self.book.scene.page)
            block = leading_block(pane, selected)
            description = block_sentence(pane, block, characters=characters) or description
        self.setAccessibleDescription(description)
        QAccessible.updateAccessibility(
            QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
        )
        self.described.emit(description)

    # -- others ----------------------------------------------------------------------------

    def _show(self, scene: Scene) -> None:
        self.book.show(scene, self._keys, one_amount=self._compact, votes=self._votes)
        self.pictures.keep_only(self.rows)
        self._current = min(self._current, max(len(self.rows) - 1, 0))
        self._fit()
        self.updateGeometry()
        self.viewport().update()
        if len(self.rows) != self._n_rows:
            self._n_rows = len(self.rows)
            self.n_rows_changed.emit()

    def _runs(self) -> tuple[tuple[int, int], ...]:
        """Return the token ranges of the values at the right: pointer, else selection."""
        if self._pointer is not None:
            return ((self._pointer, self._pointer + 1),)
        selected = self._selection.selection
        return () if selected is None else selected.runs

    def _fit(self) -> None:
        bar, places = self.verticalScrollBar(), self.places
        bar.setRange(0, places.overflow)
        bar.setSingleStep(row_height())
        bar.setPageStep(max(places.middle.height(), 1))
        self.choose.move(self.places.left - theme.px(30), -theme.px(3))

    def _go(self, window: Window) -> None:
        if window != self._window:
            self._window = window
            self.viewport().update()

    def _show_choices(self) -> None:
        menu = QMenu(self)
        shown = set(self.book.scene.layers) if self._keys is None else set(self._keys)
        for key, label in self._choices:
            action = QAction(entry(declared(label)), menu)
            action.setCheckable(True)
            action.setChecked(key in shown)
            action.setData(key)
            menu.addAction(action)
        picked = menu.exec(self.choose.mapToGlobal(QPoint(0, self.choose.height())))
        if picked is not None:
            keys = (action.data() for action in menu.actions() if action.isChecked())
            self.rows_chosen.emit(tuple(keys))
        menu.deleteLater()

    def _on_selected(self, selected: Selection | None, origin: object) -> None:
        if selected is not None and selected.runs and origin is not self and self.n_tokens:
            self._go(self._window.around(selected.start, selected.end, self.n_tokens))
        self.viewport().update()

    def _repaint(self) -> None:
        self.viewport().update()

    def _restyle(self) -> None:
        self.pictures.forget()
        self._fit()
        self.updateGeometry()
        self.viewport().update()
