"""The mark in a pane header for a result with warnings."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.widgets.demo import DemoSettings, demo_scene
from boilerscope.widgets.panes.output_pane import OutputPane
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.records import Scene

SCENE = demo_scene()
NAME = "boilerpipe.article"


def scene_with(*warnings: str, failed: bool = False) -> Scene:
    assert SCENE.panes[0].shown is not None
    extraction = replace(SCENE.panes[0].shown, warnings=warnings)
    newest = Extraction("x", Status.ERROR, DemoSettings(), "broke") if failed else extraction
    pane = replace(SCENE.panes[0], extraction=newest, last_good=extraction)
    return replace(SCENE, panes=(pane, *SCENE.panes[1:]))


@pytest.fixture
def pane(qtbot: QtBot) -> OutputPane:
    output_pane = OutputPane(NAME, SelectionModel())
    qtbot.addWidget(output_pane)
    output_pane.resize(260, 600)
    output_pane.show()
    output_pane.show_scene(scene_with("Trained with this page.", "Less than <half> is left."))
    return output_pane


def test_a_result_without_warnings_has_no_mark(pane: OutputPane):
    pane.show_scene(SCENE)

    assert not pane.header.warning.isVisible()


def test_the_mark_shows_number_and_texts_of_warnings(pane: OutputPane):
    mark = pane.header.warning

    assert mark.isVisible()
    assert mark.accessibleName() == "2 warnings: Trained with this page. Less than <half> is left."
    assert "Less than &lt;half&gt; is left." in mark.toolTip()
    assert mark.width() >= 24
    assert mark.height() >= 24


def test_one_warning_has_the_singular(pane: OutputPane):
    pane.show_scene(scene_with("Less than half is left."))

    assert pane.header.warning.accessibleName() == "1 warning: Less than half is left."


def test_a_failed_run_does_not_show_warnings_of_the_last_good_text(pane: OutputPane):
    pane.show_scene(scene_with("Less than half is left.", failed=True))

    assert not pane.header.warning.isVisible()


def test_a_click_requests_the_result(pane: OutputPane, qtbot: QtBot):
    with qtbot.waitSignal(pane.command) as signal:
        QTest.mouseClick(pane.header.warning, Qt.MouseButton.LeftButton)

    assert signal.args == ["show_result"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_keys_request_the_result(pane: OutputPane, qtbot: QtBot, key: Qt.Key):
    pane.header.warning.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(pane.command) as signal:
        QTest.keyClick(pane.header.warning, key)

    assert signal.args == ["show_result"]


@pytest.mark.parametrize("width", [216, 260, 480])
def test_words_share_and_mark_never_overlap_and_time_is_hidden_first(pane: OutputPane, width: int):
    pane.resize(width, 600)
    header = pane.header
    widgets = [header.status_label, header.detail_label, header.warning, header.time_label]
    edges = [(widget.x(), widget.x() + widget.width()) for widget in widgets if widget.width()]

    assert all(end <= start for (_, end), (start, _) in pairwise(edges))
    assert edges[-1][1] <= width
    assert header.detail_label.width() >= header.detail_label.sizeHint().width()
