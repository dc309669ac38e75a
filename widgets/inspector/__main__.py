"""Demo of the inspector on a sample page."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from boilerscope.widgets.demo import demo_scene, run_demo
from boilerscope.widgets.inspector.view import Inspector
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.records import NOT_SEARCHING, WhatIfView
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def make() -> QWidget:
    """Create the inspector with sample data."""
    scene, model = demo_scene(), SelectionModel()
    inspector = Inspector(model)
    inspector.show_scene(scene)
    model.select(selection_of_block(scene.panes[0], 11))
    view = WhatIfView("min_words", "Min. words", "words", 16, 9, keeps=True, gained=179, lost=4)
    inspector.show_what_if((view,), NOT_SEARCHING)
    return inspector


if __name__ == "__main__":
    sys.exit(run_demo(make, size=(320, 475)))
