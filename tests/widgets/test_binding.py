"""The Qt binding must not damage the interpreter."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_calls_into_qt_do_not_release_references_to_none(qtbot: QtBot):
    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for _ in range(1000):
        label.setText("x")

    assert sys.getrefcount(None) > before - 500
