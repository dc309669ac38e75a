"""Overlay of one page: its state, and the changes that are sent to the page's agent."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, QObject, Signal

from boilerscope.extractors.page import segments
from boilerscope.widgets import theme
from boilerscope.widgets.page import paint
from boilerscope.widgets.page.boxes import tree_record
from boilerscope.widgets.page.overlay_style import MIDDLE, overlay_style
from boilerscope.widgets.picking import node_of_selection

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Tree
    from boilerscope.extractors.page import FloatArray, Page, Segments
    from boilerscope.widgets.page.agent import Agent
    from boilerscope.widgets.records import BoxLayer, Layer, Selection


@dataclass(slots=True)
class OverlayState:
    """State of the overlay, the same for every page on screen.

    Attributes
    ----------
    layer : Layer or None
        Colours of the heatmap.
    boxes : BoxLayer or None
        Boxes of a tree.
    intensity : float
        Strength of the tints, 0 to 1; bars and letters do not depend on it.
    shown : bool
        Whether the heatmap is on.
    letters_shown : bool
        Whether marks have their letters, where there is room.
    values_shown : bool
        Whether the page shows the layer's values.
    picking : bool
        Whether a click selects.
    outlined : dict
        The selection (``selected``) and the block under the pointer (``hover``).
    """

    layer: Layer | None = None
    boxes: BoxLayer | None = None
    intensity: float = MIDDLE
    shown: bool = True
    letters_shown: bool = True
    values_shown: bool = False
    picking: bool = True
    outlined: dict[str, Selection | None] = field(
        default_factory=lambda: {"selected": None, "hover": None}
    )


class Heatmap(QObject):
    """Heatmap of one page, drawn by the page's agent.

    Only changed values are sent. While the agent is busy, the newest layer waits and replaces the
    previous waiting layer.

    Signals
    -------
    painted(n_sent, n_marks)
        The page shows the last layer; number of values sent and of marks that changed.
    """

    painted = Signal(int, int)

    def __init__(
        self, agent: Agent, page: Page, overlay: OverlayState, *, zoom: float, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._agent = agent
        self._zoom = zoom
        self._overlay = overlay
        self.page = page
        self.segments: Segments = segments(page)
        self._sent = paint.SegmentValues.unknown(len(self.segments))
        self._sent_layer: dict[str, Any] | None = None
        self._sent_values: FloatArray | None = None
        self._sent_tree: Tree | None = None
        self._busy = False
        self._stale = False
        self.is_withdrawn = False

    def begin(self) -> None:
        """Send the page's segments to the agent, which measures them, and draw."""
        segment_table = self.segments
        self._agent.ask("style", overlay_style())
        self._agent.ask("zoom", self._zoom)
        self._agent.ask(
            "segments",
            segment_table.element.tolist(),
            segment_table.slot_start.tolist(),
            segment_table.slot_end.tolist(),
            segment_table.is_whole.tolist(),
        )
        self.show_all()

    def show_all(self) -> None:
        """Draw the whole overlay."""
        self.show_switches()
        self.show_layer()
        self.show_boxes()

    def withdraw(self) -> None:
        """Remove the overlay while another page is loaded."""
        self.is_withdrawn = True
        self._sent = paint.SegmentValues.unknown(len(self.segments))
        self._sent_layer = self._sent_values = self._sent_tree = None
        self._agent.ask("show", [], [], {}, None)
        self._agent.ask("tree", None, 0)
        for kind in self._overlay.outlined:
            self._agent.ask("outline", kind, [])

    def come_back(self) -> None:
        """Draw the overlay again after the other page was cancelled."""
        if self.is_withdrawn:
            self.is_withdrawn = False
            self.show_all()

    def show_boxes(self) -> None:
        """Draw the boxes of the overlay; for a tree that was sent before, send only the round.

        Boxes of another page (with another number of tokens) are not drawn.
        """
        if self.is_withdrawn:
            return
        boxes = self._overlay.boxes
        fits = boxes is not None and len(boxes.extraction.mask) == self.page.n_tokens
        tree = boxes.tree if boxes is not None and fits else None
        if boxes is not None and tree is not None and tree is self._sent_tree:
            self._agent.ask("tree_round", boxes.round)
        elif boxes is not None and tree is not None:
            self._agent.ask("tree", tree_record(self.page, boxes), boxes.round)
        elif self._sent_tree is not None:
            self._agent.ask("tree", None, 0)
        self._sent_tree = tree
        for kind in self._overlay.outlined:
            self.show_outline(kind)

    def node_of(self, selection: Selection | None) -> int:
        """Return the selection's node in the tree on screen, -1 for none."""
        boxes = self._overlay.boxes
        if selection is None or boxes is None or self._sent_tree is not boxes.tree:
            return -1
        return node_of_selection(boxes.pane, selection)

    def show_switches(self) -> None:
        """Send the switches of the overlay to the agent."""
        overlay = self._overlay
        self._agent.ask(
            "switches",
            {
                "intensity": overlay.intensity / MIDDLE,
                "shown": overlay.shown,
                "letters": overlay.letters_shown,
                "values": overlay.values_shown,
                "picking": overlay.picking,
                "scale": theme.scale(),
            },
        )

    def show_outline(self, kind: str) -> None:
        """Outline the selection (``selected``) or the block under the pointer (``hover``)."""
        if self.is_withdrawn:
            return
        selection = self._overlay.outlined[kind]
        node = self.node_of(selection)
        if node >= 0:
            self._agent.ask("outline", kind, [{"node": node}])
            return
        runs = selection.runs if selection is not None else ()
        ranges = paint.text_ranges(self.page, self.segments, runs)
        self._agent.ask("outline", kind, [asdict(text_range) for text_range in ranges])

    def set_zoom(self, zoom: float, *, again: bool = False) -> None:
        """Set the screen pixels per pixel of the page; `again` sends it even if unchanged."""
        if zoom != self._zoom or again:
            self._zoom = zoom
            self._agent.ask("zoom", zoom)

    def show_layer(self) -> None:
        """Send the changed values now, or when the agent is free.

        A layer of another page (with another number of tokens) is not sent.
        """
        if self.is_withdrawn:
            return
        if self._busy:
            self._stale = True
            return
        self._stale = False
        layer = self._overlay.layer
        if layer is None:
            self._show_nothing()
        elif len(layer.values) == self.page.n_tokens:
            self._show(layer)

    def _show(self, layer: Layer) -> None:
        record = paint.layer_record(
            layer,
            paint.class_letters(layer.classes),
            QLocale().bcp47Name(),
        )
        # Moving a threshold does not change the values, so they are not computed again.
        state = self._sent if layer.values is self._sent_values else None
        state = state or paint.segment_values(self.page, self.segments, layer.values)
        differing = paint.changed(self._sent, state)
        values, runs = paint.message(state, differing)
        details: list[Any] = [differing, values, runs]
        if record != self._sent_layer:
            details.append(record)
        self._sent, self._sent_layer, self._sent_values = state, record, layer.values
        self._ask_to_show(details)

    def _show_nothing(self) -> None:
        if self._sent_layer is not None:
            self._sent_layer = None
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
