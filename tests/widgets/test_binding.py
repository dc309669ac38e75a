"""What the Qt binding must not do to the interpreter."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_calls_into_qt_take_no_reference_from_none(qtbot: QtBot):
    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for _ in range(1000):
        label.setText("x")

    assert sys.getrefcount(None) > before - 500
