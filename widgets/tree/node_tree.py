"""Tree widget of a page's units, with its keys and its focus ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.widgets.tables.calm_tree import CalmTree
from boilerscope.widgets.tree.model import NodeModel

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent


class NodeTree(CalmTree):
    """Tree of the nodes; plus and minus show longer and shorter texts of the current node."""

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
