"""Demo of the row of panes with sample data: ``python -m boilerscope.widgets.panes``."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

from boilerscope.widgets.demo import demo_scene, run_demo
from boilerscope.widgets.panes.row import PaneRow
from boilerscope.widgets.records import ShowAs
from boilerscope.widgets.selection import SelectionModel


class RowDemo(PaneRow):
    """Row of panes that changes its own scene, as a program would."""

    def __init__(self) -> None:
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
    sys.exit(run_demo(RowDemo))
