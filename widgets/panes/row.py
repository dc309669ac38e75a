"""All panes side by side: open ones and spines in one splitter, scrolling together by block.

Comes in: scenes, the shared selection, places to scroll to. Goes out: what the reader did with a
pane, by its name; the program changes its session and hands in the next scene.
"""

from __future__ import annotations

import dataclasses
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from extractors.page.segments import segments
from widgets import theme
from widgets.fold_text import touched
from widgets.labels import TextLabel
from widgets.panes.content import Place
from widgets.panes.output_pane import MAX_WIDTH, MIN_WIDTH, OutputPane
from widgets.panes.row_plan import folded_by_width, index_after_move, shared_out
from widgets.panes.slot import Slot
from widgets.panes.spine import WIDTH
from widgets.records import Scene, ShowAs
from widgets.splitter import ThinSplitter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QObject

    from widgets.records import Selection
    from widgets.selection import SelectionModel

_LINE = 1


class AddHint(QWidget):
    """Fills the room that no pane needs, and offers to add one.

    Signals
    -------
    add_wanted()
        The reader wants another extractor.
    """

    add_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = TextLabel(role="ink2", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._button = QPushButton(self.tr("Add an extractor"))
        self._button.clicked.connect(self.add_wanted)
        column = QVBoxLayout(self)
        column.addStretch(2)
        column.addWidget(self._text)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.signals().changed.connect(self.update)

    def set_alone(self, alone: bool) -> None:  # noqa: FBT001 - Qt setter
        """Say more where there is no pane at all."""
        self._text.setText(
            self.tr("An extractor shows here what it keeps of the page.") if alone else ""
        )
        self._text.setVisible(alone)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        QPainter(self).fillRect(self.rect(), theme.colour("window"))


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
    pane_activated(str), pane_closed(str), pane_detached(str), pane_attached(str)
        The reader works in, closed, took out or put back the pane of this name.
    pane_moved(str, int)
        A header was dragged; the pane should stand at this index among all panes.
    pane_folded(str, bool)
        Folded or unfolded by hand.
    show_as_changed(str, ShowAs), compare_with_changed(str, str)
        Another view of a pane's body; the second makes it the difference to the other pane.
    setting_clicked(str, str)
        Go to a setting of a pane, by field name.
    command(str, str)
        A pane and what to do with it: ``run_again``, ``reset_setting``, ``reset_all``,
        ``cancel_run``, ``offer``, ``details``, ``duplicate_pane``, ``export``, ``show_web``; with
        an empty pane ``add_extractor``.
    source_wanted(str, int)
        The cleaned HTML of a pane's run is to be handed to `set_source`.
    lock_changed(str, bool)
        A pane scrolls by itself now, or with the others again.
    scrolled(object)
        The reader scrolled a column that is not free; a list of `Place` with heights counted
        from below the headers.
    """

    pane_activated = Signal(str)
    pane_closed = Signal(str)
    pane_detached = Signal(str)
    pane_attached = Signal(str)
    pane_moved = Signal(str, int)
    pane_folded = Signal(str, bool)
    show_as_changed = Signal(str, object)
    compare_with_changed = Signal(str, str)
    setting_clicked = Signal(str, str)
    command = Signal(str, str)
    source_wanted = Signal(str, int)
    lock_changed = Signal(str, bool)
    scrolled = Signal(object)

    def __init__(self, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._scene = Scene(None)
        self._slots: dict[str, Slot] = {}
        self._wishes: dict[str, float] = {}
        self._free: set[str] = set()
        self._arranging = False
        self._splitter = ThinSplitter(Qt.Orientation.Horizontal)
        self._hint = AddHint()
        self._hint.add_wanted.connect(lambda: self.command.emit("", "add_extractor"))
        self._splitter.addWidget(self._hint)
        self._splitter.splitterMoved.connect(self._on_splitter_moved)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._splitter)
        self._mark = QWidget(self)
        self._mark.setObjectName("dropMark")
        self._mark.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._mark.setAutoFillBackground(True)
        self._mark.hide()
        self.setObjectName("paneRow")
        selection.selected.connect(self._on_selected)
        theme.signals().changed.connect(self._arrange)

    # -- what is shown ---------------------------------------------------------------------

    def show_scene(self, scene: Scene) -> None:
        """Show the panes of a scene in its order; only what changed is made anew."""
        before, self._scene = self._scene, scene
        names = [pane.name for pane in scene.panes]
        for name in [name for name in self._slots if name not in names]:
            self._remove(name)
        for place, name in enumerate(names):
            if name not in self._slots:
                self._slots[name] = self._make_slot(name)
            if self._splitter.indexOf(self._slots[name]) != place:
                self._splitter.insertWidget(place, self._slots[name])
        arrangement = [(pane.name, pane.folded) for pane in scene.panes]
        if arrangement != [(p.name, p.folded) for p in before.panes] or (
            scene.active != before.active
        ):
            self._arrange()
        for name in sorted(names, key=lambda name: name != scene.active):
            self._slots[name].show_scene(scene)

    def pane(self, name: str) -> OutputPane | None:
        """Return an open pane, None if it is folded or unknown."""
        slot = self._slots.get(name)
        return None if slot is None else slot.open_pane

    def is_folded(self, name: str) -> bool:
        """Return whether a pane is a spine, by hand or because room is short."""
        return self._slots[name].folded and not self._slots[name].detached

    def set_source(self, name: str, run: int, html: str) -> None:
        """Take the cleaned HTML of a pane's run."""
        opened = self.pane(name)
        if opened is not None:
            opened.set_source(run, html)

    def open_find(self) -> None:
        """Open the find bar of the active pane."""
        opened = self.pane(self._scene.active)
        if opened is not None:
            opened.open_find()

    # -- scrolling together ----------------------------------------------------------------

    def set_free(self, name: str, free: bool) -> None:  # noqa: FBT001 - Qt setter
        """Let a column scroll by itself, or with the others again."""
        if free == (name in self._free):
            return
        self._free ^= {name}
        opened = self.pane(name)
        if opened is not None:
            opened.set_free(free)
        self.lock_changed.emit(name, free)

    def toggle_free(self, name: str) -> None:
        """Do what the key L does."""
        self.set_free(name, name not in self._free)

    def align(self, places: Sequence[Place]) -> None:
        """Scroll all columns but the free ones, as another view was scrolled."""
        self._align(places, but=None)

    def align_on_selection(self) -> None:
        """Bring the selection to one height in all columns: where the active pane has it."""
        segment = self._selected_segment()
        if segment < 0:
            return
        active = self.pane(self._scene.active)
        place = None if active is None else active.place_of(segment)
        for opened in self._open_panes():
            if place is None or opened is not active:
                opened.align([place or Place(segment, opened.selection_height())])

    def _align(self, places: Sequence[Place], *, but: OutputPane | None) -> None:
        for opened in self._open_panes():
            if opened is not but and opened.name not in self._free:
                opened.align(places)

    def _on_scrolled(self, opened: OutputPane, places: Sequence[Place]) -> None:
        if opened.name not in self._free:
            self._align(places, but=opened)
            self.scrolled.emit(places)

    def _on_selected(self, selection: Selection | None, origin: QObject | None) -> None:
        """Show the selection in every column at one height: where it was clicked, else at 40 %."""
        for opened in self._open_panes():
            opened.body.set_selection(selection)
        segment = self._selected_segment()
        if segment < 0:
            return
        clicked = origin if isinstance(origin, OutputPane) else None
        place = None if clicked is None else clicked.place_of(segment)
        for opened in self._open_panes():
            in_sight = opened.place_of(segment) is not None
            if opened is not clicked and not (opened.name in self._free and in_sight):
                opened.align([place or Place(segment, opened.selection_height())])

    def _selected_segment(self) -> int:
        page, selection = self._scene.page, self._selection.selection
        if page is None or selection is None:
            return -1
        chosen = np.flatnonzero(touched(segments(page), selection.runs))
        return int(chosen[0]) if len(chosen) else -1

    def _open_panes(self) -> list[OutputPane]:
        found = [slot.open_pane for slot in self._slots.values()]
        return [opened for opened in found if opened is not None]

    # -- arrangement -----------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Fold what has no room, and share the room out among the others."""
        if self._arranging:
            return
        self._arranging = True
        docked = [p for p in self._scene.panes if not self._slots[p.name].detached]
        names = [pane.name for pane in docked]
        by_hand = {pane.name for pane in docked if pane.folded}
        least, spine = theme.px(MIN_WIDTH) + _LINE, theme.px(WIDTH) + _LINE
        narrow = folded_by_width(
            names, by_hand, self._scene.active, self.width(), least=least, spine=spine
        )
        folded = by_hand | narrow
        for name in names:
            self._slots[name].set_folded(name in folded)
        opened = [name for name in names if name not in folded]
        room = self.width() - len(folded) * spine - len(opened) * _LINE
        wishes = [self._wishes.get(name, 1.0) for name in opened]
        low, high = theme.px(MIN_WIDTH), theme.px(MAX_WIDTH)
        widths = dict(zip(opened, shared_out(wishes, room, low=low, high=high), strict=True))
        spare = room - sum(widths.values())
        self._hint.set_alone(not names)
        self._hint.setVisible(not names or spare > theme.px(120))
        sizes = []
        for place in range(self._splitter.count()):
            widget = self._splitter.widget(place)
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
        slot.spine.unfold_wanted.connect(lambda: self._unfold(name))
        slot.spine.command.connect(lambda command: self._on_command(name, command))
        slot.pane_made.connect(self._connect_pane)
        slot.attached.connect(lambda: self._on_attached(name))
        return slot

    def _connect_pane(self, made: OutputPane) -> None:
        name = made.name
        made.set_free(name in self._free)
        made.activated.connect(lambda: self._activate(name))
        made.show_as_chosen.connect(lambda view: self.show_as_changed.emit(name, view))
        made.compare_chosen.connect(lambda other: self.compare_with_changed.emit(name, other))
        made.setting_clicked.connect(lambda field: self.setting_clicked.emit(name, field))
        made.command.connect(lambda command: self._on_command(name, command))
        made.source_wanted.connect(lambda: self._ask_source(name))
        made.scrolled.connect(lambda places: self._on_scrolled(made, places))
        made.dragged.connect(lambda at: self._on_dragged(name, at))
        made.dropped.connect(lambda at: self._on_dropped(name, at))

    def _remove(self, name: str) -> None:
        slot = self._slots.pop(name)
        slot.attach()
        slot.setParent(None)
        slot.deleteLater()
        self._free.discard(name)

    # -- what the reader does --------------------------------------------------------------

    def _activate(self, name: str) -> None:
        if self._scene.active != name:
            self.pane_activated.emit(name)

    def _unfold(self, name: str) -> None:
        """Open a pane: the active one never folds for want of room, so make it active."""
        pane = self._scene.pane(name)
        if pane is not None and pane.folded:
            self.pane_folded.emit(name, False)
        self._activate(name)

    def _ask_source(self, name: str) -> None:
        pane = self._scene.pane(name)
        if pane is not None:
            self.source_wanted.emit(name, pane.run)

    def _on_command(self, name: str, command: str) -> None:
        own: dict[str, Callable[[], None]] = {
            "lock": lambda: self.toggle_free(name),
            "align": self.align_on_selection,
            "detach": lambda: self._toggle_window(name),
            "fold_pane": lambda: self.pane_folded.emit(name, True),
            "remove_pane": lambda: self.pane_closed.emit(name),
        }
        if command in own:
            own[command]()
        else:
            self.command.emit(name, command)

    def _toggle_window(self, name: str) -> None:
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
            self.pane_attached.emit(name)

    # -- dragging headers ------------------------------------------------------------------

    def _on_dragged(self, name: str, at: QPoint) -> None:
        index = self._index_at(name, at)
        if index is None:
            self._mark.hide()
            return
        names = [pane.name for pane in self._scene.panes if pane.name != name]
        left = self._slots[names[index]].x() if index < len(names) else self._right_edge()
        palette = self._mark.palette()
        palette.setColor(self._mark.backgroundRole(), theme.colour("ink"))
        self._mark.setPalette(palette)
        self._mark.setGeometry(max(left - 1, 0), 0, 2, self.height())
        self._mark.raise_()
        self._mark.show()

    def _on_dropped(self, name: str, at: QPoint) -> None:
        self._mark.hide()
        index = self._index_at(name, at)
        names = [pane.name for pane in self._scene.panes]
        if index is not None and index != names.index(name):
            self.pane_moved.emit(name, index)

    def _index_at(self, name: str, at: QPoint) -> int | None:
        """Return the place that a dragged pane would take, None outside the row."""
        here = self._splitter.mapFromGlobal(at)
        if self._slots[name].detached or not self._splitter.rect().contains(here):
            return None
        names = [pane.name for pane in self._scene.panes]
        middles = [self._slots[one].geometry().center().x() for one in names]
        return index_after_move(middles, here.x(), names.index(name))

    def _right_edge(self) -> int:
        shown = [slot for slot in self._slots.values() if slot.isVisible()]
        return max((slot.geometry().right() for slot in shown), default=0)


class RowDemo(PaneRow):
    """The row alone: it changes its own scene as a program would."""

    def __init__(self) -> None:
        from widgets.demo import demo_scene
        from widgets.selection import SelectionModel

        super().__init__(SelectionModel())
        self._selection.setParent(self)
        self.scene = demo_scene()
        self.pane_activated.connect(lambda name: self._change(active=name))
        self.pane_folded.connect(lambda name, folded: self._change_pane(name, folded=folded))
        self.pane_closed.connect(self._close)
        self.pane_moved.connect(self._move)
        self.show_as_changed.connect(lambda name, view: self._change_pane(name, show_as=view))
        self.compare_with_changed.connect(
            lambda name, other: self._change_pane(
                name, show_as=ShowAs.DIFFERENCE, compare_with=other
            )
        )
        self.show_scene(self.scene)

    def _change(self, **changes: Any) -> None:
        self.scene = dataclasses.replace(self.scene, **changes)
        self.show_scene(self.scene)

    def _change_pane(self, name: str, **changes: Any) -> None:
        panes = tuple(
            dataclasses.replace(pane, **changes) if pane.name == name else pane
            for pane in self.scene.panes
        )
        self._change(panes=panes)

    def _close(self, name: str) -> None:
        self._change(panes=tuple(pane for pane in self.scene.panes if pane.name != name))

    def _move(self, name: str, index: int) -> None:
        panes = [pane for pane in self.scene.panes if pane.name != name]
        panes.insert(index, next(pane for pane in self.scene.panes if pane.name == name))
        numbered = (dataclasses.replace(pane, number=n) for n, pane in enumerate(panes, 1))
        self._change(panes=tuple(numbered))


if __name__ == "__main__":
    from widgets.demo import run_demo

    sys.exit(run_demo(RowDemo))
