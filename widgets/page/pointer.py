"""Pointer on the page: hovers, clicks and scrolling become selections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, QPointF, Signal

from boilerscope.widgets.page import paint
from boilerscope.widgets.page.first_line import FirstLine
from boilerscope.widgets.picking import node_around, selection_at, selection_of_node
from boilerscope.widgets.records import Scene, Selection

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.widgets.page.heatmap import OverlayState
    from boilerscope.widgets.page.page_switcher import PageSwitcher
    from boilerscope.widgets.records import PaneRecord
    from boilerscope.widgets.selection import SelectionModel


class PagePointer(QObject):
    """Turns the agent's messages about pointer and scrolling into selections.

    Parameters
    ----------
    switcher : PageSwitcher
        Provides the page on screen.
    overlay : OverlayState
        Its boxes decide which node of a tree a click selects.
    view : QWidget
        The page view; it is the origin of the selections.

    Signals
    -------
    pointed(token, position), scrolled(segment, y)
        See `PageView`.
    """

    pointed = Signal(int, QPoint)
    scrolled = Signal(int, float)

    def __init__(
        self,
        selection: SelectionModel,
        switcher: PageSwitcher,
        overlay: OverlayState,
        view: QWidget,
    ) -> None:
        super().__init__(view)
        self._selection = selection
        self._switcher = switcher
        self._overlay = overlay
        self._view = view
        self._reference: PaneRecord | None = None
        self.first_line = FirstLine(selection, switcher)

    def set_reference(self, pane: PaneRecord | None) -> None:
        """Select blocks of this pane; None selects segments."""
        self._reference = pane

    def on_hover(self, message: dict[str, Any]) -> None:
        """Point at the block under the pointer."""
        web_view = self._switcher.front
        if web_view is None:
            return
        token = self._token(message)
        position = QPointF(message["x"], message["y"]) * web_view.zoomFactor()
        self._selection.point(self._selection_around(int(message["node"]), token), self._view)
        token = token if message["moved"] else -1  # no tip if the page scrolled below the pointer
        self.pointed.emit(token, web_view.mapToGlobal(position.toPoint()))

    def on_click(self, message: dict[str, Any]) -> None:
        """Select the clicked block; a click beside the text clears the selection."""
        node, boxes = int(message["node"]), self._overlay.boxes
        if boxes is not None and node >= 0 and self._switcher.heatmap is not None:
            selected = self._switcher.heatmap.node_of(self._selection.selection)
            node = node_around(boxes.tree, node, selected)
        selection = self._selection_around(node, self._token(message))
        if selection is None:
            self._selection.select(None, self._view)
        else:
            token = self._token(message)
            self.first_line.select(selection, token, self._view)
            self._selection.pick(selection, token, self._view)

    def on_drag(self, message: dict[str, Any]) -> None:
        """Pass on that the user dragged over text."""
        ends = sorted(self._token(message[end]) for end in ("start", "end"))
        if ends[0] >= 0:
            selection = Selection(((ends[0], ends[1] + 1),))
            self._selection.pick(selection, -1, self._view)

    def on_scrolled(self, message: dict[str, Any]) -> None:
        """Move the level with the selection; release it if the selection is out of sight."""
        web_view, level = self._switcher.front, self._selection.level
        if message["own"] or web_view is None:
            return
        held = message["held"]
        if held is None or not self.first_line.lead(held):
            level.release()
            y = level.from_view(web_view, message["y"] / web_view.devicePixelRatioF())
            self.scrolled.emit(int(message["segment"]), y)

    def on_held(self, message: dict[str, Any]) -> None:
        """Take the height at which the agent keeps the selection's first line."""
        self.first_line.arrive(message["y"], int(message["place"]))

    def _selection_around(self, node: int, token: int) -> Selection | None:
        """Return the selection of a tree node or of its closest ancestor with text.

        Without such a node, return the selection at the token.
        """
        boxes = self._overlay.boxes
        while boxes is not None and node >= 0:
            selection = selection_of_node(boxes.pane, node)
            if selection is not None:
                return selection
            node = int(boxes.tree.parent[node])
        return self._selection_at(token)

    def _token(self, message: dict[str, Any]) -> int:
        """Return the token at the position in a message, -1 for none."""
        heatmap, segment = self._switcher.heatmap, int(message["segment"])
        if heatmap is None or not 0 <= segment < len(heatmap.segments):
            return -1
        token = -1
        if message["slot"] >= 0:
            token = paint.token_at(heatmap.page, int(message["slot"]), int(message["char"]))
        return token if token >= 0 else int(heatmap.segments.token_start[segment])

    def _selection_at(self, token: int) -> Selection | None:
        """Return the block of the reference pane at a token, else the token's segment."""
        heatmap, pane = self._switcher.heatmap, self._reference
        if heatmap is None:
            return None
        page = heatmap.page
        if pane is None or pane.shown is None or len(pane.shown.mask) != page.n_tokens:
            return selection_at(Scene(page), token)
        return selection_at(Scene(page, (pane,), pane.name), token)
