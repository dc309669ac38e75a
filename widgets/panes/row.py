"""Row of panes: open panes and spines in one splitter, with linked scrolling.

Input: scenes, the shared selection, positions to scroll to. Output: the user's actions on panes, by
name; the program changes its session and passes the next scene.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QLayout, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.comparison.bar import CompareBar
from boilerscope.widgets.panes.add_hint import AddHint
from boilerscope.widgets.panes.column_links import ColumnLinks
from boilerscope.widgets.panes.drag import HeaderDrag
from boilerscope.widgets.panes.output_pane import MAX_WIDTH, MIN_WIDTH, OutputPane
from boilerscope.widgets.panes.plan import folded_by_width, shared_out
from boilerscope.widgets.panes.slot import Slot
from boilerscope.widgets.panes.spine import WIDTH
from boilerscope.widgets.records import Scene
from boilerscope.widgets.splitter import ThinSplitter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from PySide6.QtGui import QResizeEvent

    from boilerscope.extractors.model.expected import ExpectedF1
    from boilerscope.widgets.panes.content import SegmentPosition
    from boilerscope.widgets.selection import SelectionModel

_LINE = 1
_LEAST_WIDTH = 180
_MIN_HEIGHT = 120
_PREFERRED_WIDTH, _PREFERRED_HEIGHT = 243, 560


class PaneRow(QWidget):
    """The row of panes.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection.
    parent : QWidget, optional
        Qt parent.

    Signals
    -------
    pane_activated(str), pane_closed(str), pane_detached(str)
        The user works in, closed or detached the pane of this name.
    pane_moved(str, int)
        The user dragged a header; move the pane to this index among all panes.
    pane_folded(str, bool)
        The user folded or unfolded a pane.
    show_as_changed(str, ShowAs), compare_with_changed(str, str)
        The user selected another view of a pane's body, or the difference to the other pane.
    setting_clicked(str, str)
        Go to a setting of a pane, by field name.
    command(str, str)
        A pane and its command: ``run_again``, ``run_longer``, ``cancel_run``,
        ``reset_setting``, ``reset_all``, ``offer``, ``duplicate_pane``, ``export``, ``show_web``,
        ``show_result``; with an empty name ``add_extractor``.
    source_wanted(str)
        Pass the cleaned HTML of a pane to `set_source`.
    scrolled(object)
        The user scrolled a linked column and the selection is out of sight there; a list of
        `SegmentPosition` in the coordinates of `Level`.
    """

    pane_activated = Signal(str)
    pane_closed = Signal(str)
    pane_detached = Signal(str)
    pane_moved = Signal(str, int)
    pane_folded = Signal(str, bool)
    show_as_changed = Signal(str, object)
    compare_with_changed = Signal(str, str)
    setting_clicked = Signal(str, str)
    command = Signal(str, str)
    source_wanted = Signal(str)
    scrolled = Signal(object)

    def __init__(self, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._scene = Scene(None)
        self._slots: dict[str, Slot] = {}
        self._wishes: dict[str, float] = {}
        self._expected: Mapping[str, ExpectedF1] = {}
        self._arranging = self._is_alone = False
        selection.level.set_ground(self, self.heading)
        self._links = ColumnLinks(selection, self._open_panes, self)
        self._links.scrolled.connect(self.scrolled)
        self._splitter = ThinSplitter(Qt.Orientation.Horizontal)
        self._hint = AddHint()
        self._hint.add_wanted.connect(lambda: self.command.emit("", "add_extractor"))
        self._splitter.addWidget(self._hint)
        self._splitter.splitterMoved.connect(self._on_splitter_moved)
        self.compare_bar = CompareBar()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.compare_bar)
        column.addWidget(self._splitter, 1)
        # Panes fold for lack of space, so their minimum widths must not limit the row.
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._drag = HeaderDrag(self)
        self.setObjectName("paneRow")
        theme.signals().changed.connect(self._arrange)

    # -- display ---------------------------------------------------------------------------

    def show_scene(self, scene: Scene) -> None:
        """Show the panes of a scene in its order; only changed parts are rebuilt."""
        with self._focus_kept():
            self._show_scene(scene)

    def _show_scene(self, scene: Scene) -> None:
        previous, self._scene = self._scene, scene
        names = [pane.name for pane in scene.panes]
        for name in [name for name in self._slots if name not in names]:
            self._remove(name)
        for index, name in enumerate(names):
            if name not in self._slots:
                self._slots[name] = self._make_slot(name)
            if self._splitter.indexOf(self._slots[name]) != index:
                self._splitter.insertWidget(index, self._slots[name])
        arrangement = [(pane.name, pane.folded) for pane in scene.panes]
        if arrangement != [(p.name, p.folded) for p in previous.panes] or (
            scene.active != previous.active
        ):
            self._arrange()
        for name in sorted(names, key=lambda name: name != scene.active):
            self._slots[name].show_scene(scene)

    def show_expected(self, expected: Mapping[str, ExpectedF1]) -> None:
        """Show the expected F1 of panes by name; the other panes show none."""
        self._expected = expected
        for name, slot in self._slots.items():
            slot.show_expected(expected.get(name))

    def veil_expected(self) -> None:
        """Mark the expected F1 of all panes as outdated."""
        for slot in self._slots.values():
            slot.veil_expected()

    @contextmanager
    def _focus_kept(self) -> Iterator[None]:
        """Keep the focus in the row if the widget with the focus folds, unfolds or is removed."""
        focus = QApplication.focusWidget()
        inside = focus is not None and self.isAncestorOf(focus)
        yield
        entry = self.entry() if inside and QApplication.focusWidget() is not focus else None
        if entry is not None:
            entry.setFocus(Qt.FocusReason.OtherFocusReason)

    def pane(self, name: str) -> OutputPane | None:
        """Return an open pane, None if it is folded or does not exist."""
        slot = self._slots.get(name)
        return None if slot is None else slot.open_pane

    def is_folded(self, name: str) -> bool:
        """Return whether a pane is a spine, by the user or for lack of space."""
        return self._slots[name].folded and not self._slots[name].detached

    def on_screen(self, name: str) -> dict[str, float | None]:
        """Describe the visible state of a pane.

        ``folded``: whether it is folded, None before it is shown. ``selection_y``: top of the
        selection's first line (in a folded pane: of its mark) on screen, None if out of sight.
        ``selection_whole``: whether the selection's first line is completely visible.
        """
        slot, opened, first = self._slots.get(name), self.pane(name), self._selection.first
        y = None
        if opened is not None and first >= 0:
            y = opened.screen_y_of_token(first)
        elif slot is not None:
            y = slot.spine.mark_y()
        is_complete = opened is not None and first >= 0 and opened.body.is_whole(first)
        return {
            "folded": None if slot is None else self.is_folded(name),
            "selection_y": y,
            "selection_whole": is_complete,
        }

    def set_source(self, name: str, version: tuple[int, int | None], html: str) -> None:
        """Set the cleaned HTML of a version of a pane."""
        opened = self.pane(name)
        if opened is not None:
            opened.set_source(version, html)

    def open_find(self) -> None:
        """Open the find bar of the pane with the focus, else of the active pane."""
        focus = QApplication.focusWidget()
        focused = (pane for pane in self._open_panes() if focus and pane.isAncestorOf(focus))
        opened = next(focused, self.pane(self._scene.active))
        if opened is not None:
            opened.open_find()

    def close_find(self) -> bool:
        """Close an open find bar; return whether a find bar was open."""
        return any(opened.find_bar.close_bar() for opened in self._open_panes())

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the active or another pane's text, else None."""
        names = sorted(self._slots, key=lambda name: name != self._scene.active)
        entries = [opened.entry() for opened in map(self.pane, names) if opened is not None]
        return next((entry for entry in entries if entry is not None), None)

    def window_of(self, name: str) -> QWidget:
        """Return the window of a pane: the window of the row, or the pane's own window."""
        opened = self.pane(name)
        return (opened or self).window()

    def raise_window(self, name: str) -> None:
        """Bring the window of a detached pane to the front."""
        slot = self._slots.get(name)
        if slot is not None:
            slot.raise_window()

    # -- scrolling together ----------------------------------------------------------------

    def toggle_free(self, name: str) -> None:
        """Let a column scroll by itself, or with the other columns again (key L)."""
        self._links.set_free(name, not self._links.is_free(name))

    def align(self, positions: Sequence[SegmentPosition]) -> None:
        """Scroll all linked columns after another view was scrolled."""
        self._links.align(positions)

    def align_on_selection(self) -> None:
        """Move the selection in all columns to its height in the active pane."""
        self._links.align_on_selection(self.pane(self._scene.active))

    def heading(self) -> float:
        """Return the height of the panes' headers, with the row of a comparison above them."""
        above = 0 if self.compare_bar.isHidden() else self.compare_bar.height()
        return above + max((opened.header.height() for opened in self._open_panes()), default=0)

    def _open_panes(self) -> list[OutputPane]:
        panes = [slot.open_pane for slot in self._slots.values()]
        return [pane for pane in panes if pane is not None]

    # -- arrangement -----------------------------------------------------------------------

    def set_alone(self, alone: bool) -> None:  # noqa: FBT001 - a state, as in a Qt setter
        """Give the active pane the whole row, or let the panes share it again."""
        if alone != self._is_alone:
            self._is_alone = alone
            self._arrange()

    def minimumSizeHint(self) -> QSize:
        spines = max(len(self._scene.panes) - 1, 0) * (theme.px(WIDTH) + _LINE)
        return QSize(theme.px(MIN_WIDTH) + spines, theme.px(_MIN_HEIGHT))

    def sizeHint(self) -> QSize:
        opened = max(len(self._scene.panes), 1)
        return QSize(opened * theme.px(_PREFERRED_WIDTH), theme.px(_PREFERRED_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        with self._focus_kept():
            self._arrange()

    def _arrange(self) -> None:
        """Fold panes for lack of space, and distribute the space among the open panes."""
        if self._arranging:
            return
        self._arranging = True
        docked = [p for p in self._scene.panes if not self._slots[p.name].detached]
        names = [pane.name for pane in docked]
        by_hand = {pane.name for pane in docked if pane.folded}
        if self._is_alone:
            by_hand = {name for name in names if name != self._scene.active}
        open_width, spine = theme.px(MIN_WIDTH) + _LINE, theme.px(WIDTH) + _LINE
        narrow = folded_by_width(
            names, by_hand, self._scene.active, self.width(), open_width=open_width, spine=spine
        )
        folded = by_hand | narrow
        for name in names:
            self._slots[name].set_folded(name in folded)
        opened = [name for name in names if name not in folded]
        room = self.width() - len(folded) * spine - len(opened) * _LINE
        each = max(room // max(len(opened), 1), theme.px(_LEAST_WIDTH))
        for name in names:
            self._slots[name].set_limits(alone=self._is_alone, room=each)
        wishes = [self._wishes.get(name, 1.0) for name in opened]
        low = min(theme.px(MIN_WIDTH), each)
        high = room if self._is_alone else theme.px(MAX_WIDTH)
        widths = dict(zip(opened, shared_out(wishes, room, low=low, high=high), strict=True))
        spare = room - sum(widths.values())
        self._hint.set_alone(not names)
        self._hint.setVisible(not names or spare > theme.px(120))
        sizes = []
        for index in range(self._splitter.count()):
            widget = self._splitter.widget(index)
            name = widget.name if isinstance(widget, Slot) else ""
            sizes.append(widths.get(name, theme.px(WIDTH) if name else max(spare, 0)))
        self._splitter.setSizes(sizes)
        self._arranging = False

    def _on_splitter_moved(self) -> None:
        opened = [slot for slot in self._slots.values() if slot.isVisible() and not slot.folded]
        total = sum(slot.width() for slot in opened)
        for slot in opened:
            self._wishes[slot.name] = slot.width() * len(opened) / max(total, 1)

    def _make_slot(self, name: str) -> Slot:
        slot = Slot(name, self._selection, self)
        slot.show_expected(self._expected.get(name))
        slot.spine.unfold_wanted.connect(lambda: self._unfold(name))
        slot.spine.command.connect(lambda command: self._on_command(name, command))
        slot.pane_created.connect(self._connect_pane)
        slot.attached.connect(lambda: self._on_attached(name))
        return slot

    def _connect_pane(self, pane: OutputPane) -> None:
        name = pane.name
        self._links.watch(pane)
        pane.activated.connect(lambda: self._activate(name))
        pane.show_as_chosen.connect(lambda view: self.show_as_changed.emit(name, view))
        pane.compare_chosen.connect(lambda other: self.compare_with_changed.emit(name, other))
        pane.setting_clicked.connect(lambda field: self.setting_clicked.emit(name, field))
        pane.command.connect(lambda command: self._on_command(name, command))
        pane.source_wanted.connect(lambda: self.source_wanted.emit(name))
        pane.dragged.connect(lambda position: self._drag.move_to(name, position, self._docked()))
        pane.dropped.connect(lambda position: self._on_dropped(name, position))

    def _remove(self, name: str) -> None:
        slot = self._slots.pop(name)
        slot.attach()
        slot.setParent(None)
        slot.deleteLater()
        self._links.forget(name)

    # -- actions of the user ---------------------------------------------------------------

    def _activate(self, name: str) -> None:
        if self._scene.active != name:
            self.pane_activated.emit(name)

    def _unfold(self, name: str) -> None:
        """Open a pane and make it active: the active pane never folds for lack of space."""
        pane = self._scene.pane(name)
        if pane is not None and pane.folded:
            self.pane_folded.emit(name, False)
        self._activate(name)

    def _on_command(self, name: str, command: str) -> None:
        handlers: dict[str, Callable[[], None]] = {
            "lock": lambda: self.toggle_free(name),
            "align": self.align_on_selection,
            "detach": lambda: self.toggle_window(name),
            "fold_pane": lambda: self.pane_folded.emit(name, True),
            "remove_pane": lambda: self.pane_closed.emit(name),
        }
        if command in handlers:
            handlers[command]()
        else:
            self.command.emit(name, command)

    def toggle_window(self, name: str) -> None:
        """Move a pane to a window of its own, or back to the row."""
        slot = self._slots[name]
        if slot.detached:
            slot.attach()
        else:
            slot.detach()
            self._arrange()
            slot.show_scene(self._scene)
            self.pane_detached.emit(name)

    def _on_attached(self, name: str) -> None:
        if name in self._slots:
            self._arrange()

    def _on_dropped(self, name: str, position: QPoint) -> None:
        index = self._drag.drop(name, position, self._docked())
        if index is not None:
            self.pane_moved.emit(name, index)

    def _docked(self) -> list[Slot]:
        """Return the slots in order."""
        return [self._slots[pane.name] for pane in self._scene.panes]
