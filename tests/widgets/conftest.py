"""Fixtures of the widget tests: the demo's scene, and the selection that views share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.widgets.demo import demo_scene
from boilerscope.widgets.plots.graph import pg
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication

    from boilerscope.widgets.records import Scene


@pytest.fixture
def scene(qapp: QApplication) -> Scene:
    """Return the scene of the demos."""
    del qapp
    return demo_scene()


@pytest.fixture
def selection(qapp: QApplication) -> SelectionModel:
    """Return the selection that the views of a test follow."""
    return SelectionModel(qapp)


@pytest.fixture
def every_move_counts() -> Iterator[None]:
    """Deliver all mouse moves, even those that follow faster than a hand can make them."""
    before = pg.getConfigOption("mouseRateLimit")
    pg.setConfigOption("mouseRateLimit", -1)
    yield
    pg.setConfigOption("mouseRateLimit", before)
