"""What is drawn over one page: kept here, sent to its agent, only what changed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, QObject, Signal

from extractors.page import segments
from widgets import theme
from widgets.page import paint
from widgets.page.boxes import tree_record
from widgets.page.overlay_style import MIDDLE, overlay_style
from widgets.picking import node_of_selection

if TYPE_CHECKING:
    from extractors.model.extraction import Tree
    from extractors.page import FloatArray, Page, Segments
    from widgets.page.agent import Agent
    from widgets.records import BoxLayer, Layer, Selection


@dataclass(slots=True)
class Wanted:
    """What is to be drawn, whichever page is on screen.

    Attributes
    ----------
    layer : Layer or None
        What the page is coloured by.
    boxes : BoxLayer or None
        Whose boxes are drawn.
    intensity : float
        Strength of the tints, 0 to 1; bars and letters do not change with it.
    shown : bool
        Whether the heatmap is on.
    figures : bool
        Whether values stand on the page.
    picking : bool
        Whether a click selects.
    outlined : dict
        What is selected (``selected``) and pointed at (``hover``).
    """

    layer: Layer | None = None
    boxes: BoxLayer | None = None
    intensity: float = MIDDLE
    shown: bool = True
    figures: bool = False
    picking: bool = True
    outlined: dict[str, Selection | None] = field(
        default_factory=lambda: {"selected": None, "hover": None}
    )


class Heatmap(QObject):
    """Keeps the heatmap of one page and brings it to the page's agent.

    Values travel as differences; while the agent is busy the newest layer waits and replaces what
    waited before.

    Signals
    -------
    painted(n_sent, n_marks)
        The page shows the last layer: values sent, and marks that look different now.
    """

    painted = Signal(int, int)

    def __init__(
        self, agent: Agent, page: Page, wanted: Wanted, *, zoom: float, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._agent = agent
        self._zoom = zoom
        self._wanted = wanted
        self.page = page
        self.segments: Segments = segments(page)
        self._told = paint.SegmentValues.unknown(len(self.segments))
        self._told_layer: dict[str, Any] | None = None
        self._told_values: FloatArray | None = None
        self._told_tree: Tree | None = None
        self._busy = False
        self._stale = False
        self.is_withdrawn = False

    def begin(self) -> None:
        """Hand the page's segments to the agent, which measures them next, and draw."""
        found = self.segments
        self._agent.ask("style", overlay_style())
        self._agent.ask("zoom", self._zoom)
        self._agent.ask(
            "segments",
            found.element.tolist(),
            found.slot_start.tolist(),
            found.slot_end.tolist(),
            found.whole.tolist(),
        )
        self.show_all()

    def show_all(self) -> None:
        """Draw everything that is wanted."""
        self.show_switches()
        self.show_layer()
        self.show_boxes()

    def withdraw(self) -> None:
        """Draw nothing for now: another page is to take this one's place."""
        self.is_withdrawn = True
        self._told = paint.SegmentValues.unknown(len(self.segments))
        self._told_layer = self._told_values = self._told_tree = None
        self._agent.ask("show", [], [], {}, None)
        self._agent.ask("tree", None, 0)
        for kind in self._wanted.outlined:
            self._agent.ask("outline", kind, [])

    def come_back(self) -> None:
        """Draw again: the other page did not come."""
        if self.is_withdrawn:
            self.is_withdrawn = False
            self.show_all()

    def show_boxes(self) -> None:
        """Draw the boxes that are wanted; of a tree that is there already only the round travels.

        Boxes that do not belong to the page (another number of tokens) are not drawn.
        """
        if self.is_withdrawn:
            return
        wanted = self._wanted.boxes
        fits = wanted is not None and len(wanted.made.mask) == self.page.n_tokens
        tree = wanted.tree if wanted is not None and fits else None
        if wanted is not None and tree is not None and tree is self._told_tree:
            self._agent.ask("tree_round", wanted.round)
        elif wanted is not None and tree is not None:
            self._agent.ask("tree", tree_record(self.page, wanted), wanted.round)
        elif self._told_tree is not None:
            self._agent.ask("tree", None, 0)
        self._told_tree = tree
        for kind in self._wanted.outlined:
            self.show_outline(kind)

    def node_of(self, selection: Selection | None) -> int:
        """Return the node of the tree on screen that a selection means, -1 for none."""
        boxes = self._wanted.boxes
        if selection is None or boxes is None or self._told_tree is not boxes.tree:
            return -1
        return node_of_selection(boxes.pane, selection)

    def show_switches(self) -> None:
        """Tell the agent what is on and how strong."""
        wanted = self._wanted
        self._agent.ask(
            "switches",
            {
                "intensity": wanted.intensity / MIDDLE,
                "shown": wanted.shown,
                "figures": wanted.figures,
                "picking": wanted.picking,
                "scale": theme.scale(),
            },
        )

    def show_outline(self, kind: str) -> None:
        """Outline what is selected (``selected``) or pointed at (``hover``)."""
        if self.is_withdrawn:
            return
        selection = self._wanted.outlined[kind]
        node = self.node_of(selection)
        if node >= 0:
            self._agent.ask("outline", kind, [{"node": node}])
            return
        runs = selection.runs if selection is not None else ()
        found = paint.stretches(self.page, self.segments, runs)
        self._agent.ask("outline", kind, [asdict(one) for one in found])

    def set_zoom(self, zoom: float, *, again: bool = False) -> None:
        """Say how many screen pixels a pixel of the page takes; `again` if it was lost."""
        if zoom != self._zoom or again:
            self._zoom = zoom
            self._agent.ask("zoom", zoom)

    def show_layer(self) -> None:
        """Send what changed, or remember to do so when the agent is free.

        A layer that does not belong to the page (another number of tokens) is kept back.
        """
        if self.is_withdrawn:
            return
        if self._busy:
            self._stale = True
            return
        self._stale = False
        layer = self._wanted.layer
        if layer is None:
            self._show_nothing()
        elif len(layer.values) == self.page.n_tokens:
            self._show(layer)

    def _show(self, layer: Layer) -> None:
        record = paint.layer_record(
            layer, paint.class_letters(layer.classes), QLocale().bcp47Name()
        )
        # A threshold that moves brings the same values: they are not counted again.
        state = self._told if layer.values is self._told_values else None
        state = state or paint.segment_values(self.page, self.segments, layer.values)
        differing = paint.changed(self._told, state)
        values, runs = paint.message(state, differing)
        details: list[Any] = [differing, values, runs]
        if record != self._told_layer:
            details.append(record)
        self._told, self._told_layer, self._told_values = state, record, layer.values
        self._ask_to_show(details)

    def _show_nothing(self) -> None:
        if self._told_layer is not None:
            self._told_layer = None
            self._ask_to_show([[], [], {}, None])

    def _ask_to_show(self, details: list[Any]) -> None:
        self._busy = True
        n_sent = len(details[0])
        self._agent.ask("show", *details, then=lambda marks: self._answered(n_sent, int(marks)))

    def _answered(self, n_sent: int, n_marks: int) -> None:
        self._busy = False
        if self._stale:
            self.show_layer()
        else:
            self.painted.emit(n_sent, n_marks)
