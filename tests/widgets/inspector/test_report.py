"""The row of a bug report offers it, shows its progress, and stops it early."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from boilerscope.widgets.inspector.report import ReportRow

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_a_click_asks_for_a_report_and_another_one_stops_it(qtbot: QtBot):
    row = ReportRow()
    qtbot.addWidget(row)
    asked: list[str] = []
    row.asked.connect(lambda: asked.append("asked"))
    row.stopped.connect(lambda: asked.append("stopped"))

    QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
    row.show_progress(12, 1430)
    text = row.progress.text()
    QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
    row.show_offer()

    assert asked == ["asked", "stopped"]
    assert text == "Cutting the page down: 1,430 characters after 12 runs…"
    assert row.button.text() == "Copy a bug report"
