"""Demo of the curves on a sample page."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from boilerscope.widgets.curves.view import CurvesView
from boilerscope.widgets.demo import demo_scene, run_demo
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def make() -> QWidget:
    """Create the curves of the sample panes."""
    scene, model = demo_scene(), SelectionModel()
    curves = CurvesView(model)
    curves.show_scene(scene)
    model.select(selection_of_block(scene.panes[0], 10))
    return curves


if __name__ == "__main__":
    sys.exit(run_demo(make, size=(560, 200)))
