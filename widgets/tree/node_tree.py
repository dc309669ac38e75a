"""Tree widget of a page's units, with its keys and its focus ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QTreeView

from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.tables.calm_focus import draw_ring, nothing_selected
from boilerscope.widgets.tree.model import NodeModel

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent, QResizeEvent


class NodeTree(QTreeView):
    """Tree of the nodes; plus and minus show longer and shorter texts of the current node."""

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Leave Return to the window, which shows the steps of the node's block."""
        return False if is_enter(event) else None

    def focusInEvent(self, event: QFocusEvent) -> None:
        with nothing_selected(self):
            super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_ring(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {"+": 1, "-": -1}
        model = self.model()
        node = model.node_of(self.currentIndex()) if isinstance(model, NodeModel) else -1
        if event.text() in steps and node >= 0 and isinstance(model, NodeModel):
            model.unfold(node, steps[event.text()])
        else:
            super().keyPressEvent(event)
