"""Parts of a layout are shown and hidden, and left alone otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from boilerscope.widgets.shown import set_shown

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class Part(QWidget):
    """Counts the calls of `setVisible`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.n_calls = 0

    def setVisible(self, visible: bool) -> None:  # noqa: FBT001 - Qt's own name
        self.n_calls += 1
        super().setVisible(visible)


@pytest.mark.parametrize("is_on_screen", [False, True])
def test_a_part_is_shown_and_hidden_and_left_alone_otherwise(qtbot: QtBot, *, is_on_screen: bool):
    whole = QWidget()
    qtbot.addWidget(whole)
    part = Part(whole)
    QVBoxLayout(whole).addWidget(part)
    if is_on_screen:
        whole.show()
    calls = part.n_calls

    for shown, more in ((True, 0), (False, 1), (False, 1), (True, 2), (True, 2), (False, 3)):
        set_shown(part, shown)
        assert part.n_calls - calls == more
        assert part.isVisibleTo(whole) == shown or more == 0

    whole.show()
    assert part.isHidden()
    set_shown(part, True)
    assert part.isVisible()
