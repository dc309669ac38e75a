"""Demo of the page with sample data: ``python -m boilerscope.widgets.page``."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from boilerscope.widgets.demo import demo_scene, resource, run_demo
from boilerscope.widgets.page.engine import prepare_engine
from boilerscope.widgets.page.panel import AGREEMENT, PagePanel
from boilerscope.widgets.page.policy import Policy
from boilerscope.widgets.records import Layer, LayerKind
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class PageDemo(PagePanel):
    """Page panel connected to its own header, as a program would connect it."""

    def __init__(self) -> None:
        super().__init__(SelectionModel(), resource("agent"))
        self.scene = demo_scene()
        self.layers = dict(self.scene.layers)
        for pane in self.scene.panes:
            assert pane.shown is not None  # noqa: S101 - the demo's panes all have results
            key = f"label:{pane.name}"
            self.layers[key] = Layer(
                key,
                "Label",
                LayerKind.LABEL,
                pane.shown.mask.astype(float),
                meaning="Kept as main content, or dropped as boilerplate.",
            )
        self.choices = {pane.name: [(f"label:{pane.name}", "Label")] for pane in self.scene.panes}
        density = "boilerpipe.article:link_density"
        self.choices["boilerpipe.article"].append((density, self.layers[density].label))
        self.colour_by_changed.connect(self.colour_by)
        self.intensity_changed.connect(self.view.set_intensity)
        self.heatmap_toggled.connect(
            lambda on: self.show_preferences(
                intensity=self.intensity.value() / 100, heatmap=on, values=False
            )
        )
        if self.scene.page is not None:
            self.view.show_page(self.scene.page, Policy.SNAPSHOT)
        self.colour_by(f"label:{self.scene.active}")

    def colour_by(self, key: str) -> None:
        """Colour the page by a layer."""
        pane = self.scene.pane(key.partition(":")[2]) if key != AGREEMENT else None
        self.show_scene(replace(self.scene, layers=self.layers), key, self.choices)
        self.view.show_layer(self.layers.get(key))
        self.view.set_reference(pane or self.scene.pane(self.scene.active))


def make() -> QWidget:
    """Create the page panel with sample data."""
    return PageDemo()


if __name__ == "__main__":
    prepare_engine()
    sys.exit(run_demo(make, size=(512, 700)))
