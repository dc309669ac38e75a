"""The selection and the block under the pointer, without views."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.widgets.records import Selection
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

FIRST, SECOND = Selection(((0, 3),)), Selection(((3, 9),))


def test_a_new_selection_ends_the_hover_because_columns_move_under_the_pointer(qtbot: QtBot):
    del qtbot
    model = SelectionModel()
    hovers: list[Selection | None] = []
    model.hovered.connect(lambda hover, _origin: hovers.append(hover))
    model.point(FIRST)
    model.select(SECOND)
    model.select(SECOND)
    model.point(FIRST)

    assert hovers == [FIRST, None, FIRST]
    assert model.hover == FIRST
