"""Boxes of a segmenter over the page, drawn round by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session import layers

if TYPE_CHECKING:
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.widgets.page.panel import PagePanel
    from boilerscope.widgets.records import BoxLayer


class BoxOverlay(QObject):
    """Draws the boxes of the session, and passes requests of the page header to the session.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    panel : PagePanel
        The page column.
    """

    def __init__(self, context: Context, actions: ActionRegistry, panel: PagePanel) -> None:
        super().__init__(context.views)
        self._session_controller, self._views = context.session_controller, context.views
        self._notifier, self._view = context.notifier, panel.view
        self._shown: BoxLayer | None = None
        actions.add_all(
            {
                "round_first": lambda: self._go(1),
                "round_back": lambda: self._step(-1),
                "round_forward": lambda: self._step(1),
                "round_last": lambda: self._go(None),
            }
        )
        panel.round_chosen.connect(self._session_controller.show_round)
        panel.limit_changed.connect(self._on_limit)
        panel.colour_by_changed.connect(self._on_colour_by)

    def refresh(self) -> None:
        """Draw the boxes of the scene, unless they are on screen already."""
        boxes, shown = self._views.scene.boxes, self._shown
        is_same = (
            boxes is not None
            and shown is not None
            and (boxes.pane, boxes.round) == (shown.pane, shown.round)
            and boxes.layout is shown.layout
        )
        if not is_same:
            self._shown = boxes
            self._view.show_boxes(boxes)

    def _go(self, round_: int | None) -> None:
        """Draw boxes up to a round; None draws all boxes."""
        self._session_controller.show_round(round_)

    def _step(self, direction: int) -> None:
        """Go to the next (1) or the previous (-1) round."""
        boxes = self._views.scene.boxes
        if boxes is not None:
            round_ = min(max(boxes.round + direction, 1), boxes.last_round)
            self._go(None if round_ == boxes.last_round else round_)

    def _on_limit(self, pane: str, field: str, value: float) -> None:
        error = self._session_controller.set_field(pane, field, value)
        if error:
            self._notifier.notify(error)

    def _on_colour_by(self, key: str) -> None:
        """Activate the pane whose boxes are drawn."""
        if key == layers.boxes_key(layers.pane_of(key)):
            self._session_controller.activate(layers.pane_of(key))
