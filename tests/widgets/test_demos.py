"""Widgets that start alone with sample data."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

DEMOS = ("curves", "inspector", "page", "settings", "strips")


@pytest.mark.parametrize("name", DEMOS)
def test_a_widget_starts_alone_with_sample_data(qtbot: QtBot, name: str):
    widget = import_module(f"boilerscope.widgets.{name}.__main__").make()
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitExposed(widget)
    picture = widget.grab().toImage()
    rows = range(0, picture.height(), 7)
    colours = {picture.pixel(x, y) for x in range(picture.width()) for y in rows}

    assert len(colours) > 3
