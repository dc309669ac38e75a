"""Boxes over the page, drawn round by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.session import layers

if TYPE_CHECKING:
    from app.window.window_controller import WindowController
    from widgets.page.panel import PagePanel
    from widgets.records import BoxLayer


class BoxOverlay:
    """Brings the boxes of the session to the page, and the reader's wishes back.

    Parameters
    ----------
    window_controller : WindowController
        Session controller, window and scene.
    """

    def __init__(self, window_controller: WindowController) -> None:
        self._window_controller = window_controller
        self._shown: BoxLayer | None = None

    @property
    def usable(self) -> bool:
        """Whether boxes are drawn now."""
        return self._window_controller.scene.boxes is not None

    def connect_page(self, page: PagePanel) -> None:
        """Listen to the page's header."""
        page.round_chosen.connect(self._window_controller.session_controller.show_round)
        page.limit_changed.connect(self._on_limit)
        page.colour_by_changed.connect(self._on_colour_by)

    def refresh(self) -> None:
        """Draw what the scene says; what is drawn already stays."""
        wanted, shown = self._window_controller.scene.boxes, self._shown
        same = (
            wanted is not None
            and shown is not None
            and (wanted.pane, wanted.round) == (shown.pane, shown.round)
            and wanted.layout is shown.layout
        )
        if not same:
            self._shown = wanted
            self._window_controller.window.page.view.show_boxes(wanted)

    def go(self, wanted: int | None) -> None:
        """Draw boxes as far as a round, None for all."""
        self._window_controller.session_controller.show_round(wanted)

    def step(self, by: int) -> None:
        """Go one round on (1) or back (-1)."""
        boxes = self._window_controller.scene.boxes
        if boxes is not None:
            wanted = min(max(boxes.round + by, 1), boxes.last_round)
            self.go(None if wanted == boxes.last_round else wanted)

    def _on_limit(self, pane: str, field: str, value: float) -> None:
        refused = self._window_controller.session_controller.set_field(pane, field, value)
        if refused:
            self._window_controller.notify(refused)

    def _on_colour_by(self, key: str) -> None:
        """Show settings and tree of the pane whose boxes are drawn."""
        if key == layers.boxes_key(layers.pane_of(key)):
            self._window_controller.session_controller.activate(layers.pane_of(key))
