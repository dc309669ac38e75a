"""Demo of the strips on a sample page."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from boilerscope.widgets.demo import demo_scene, run_demo
from boilerscope.widgets.selection import SelectionModel
from boilerscope.widgets.strips.view import Strips

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def make() -> QWidget:
    """Create the strips with sample data."""
    scene = demo_scene()
    strips = Strips(SelectionModel())
    strips.show_scene(scene)
    strips.set_choices([(key, layer.label) for key, layer in scene.layers.items()])
    return strips


if __name__ == "__main__":
    sys.exit(run_demo(make, size=(1280, 190)))
