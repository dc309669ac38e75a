"""The whole result in the real window: reached by warnings, keys and menus; links ask first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QPushButton

from boilerscope.app.window.external_links import ask_to_open
from boilerscope.widgets.picking import selection_of_block

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl
    from pytestqt.qtbot import QtBot

    from tests.helpers.bench import WindowBench

CHINESE = "sample:news-zh"
ARTICLE = "boilerpipe.article"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the addresses that would be opened outside; nothing is opened."""
    addresses: list[str] = []

    def note(url: QUrl) -> bool:
        addresses.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", note)
    return addresses


def shown_fields(bench: WindowBench) -> dict[str, str]:
    rows = bench.window.inspector.result.fields.rows
    return {label.text(): value.text() for label, value in rows if label.isVisible()}


def shown_scores(bench: WindowBench) -> dict[str, str]:
    rows = bench.window.inspector.result.scores.rows
    return {label.text(): figure.text() for label, figure, _ in rows if label.isVisible()}


def question(bench: WindowBench) -> QMessageBox:
    """Return the question on screen."""
    boxes = bench.window.findChildren(QMessageBox)
    assert len(boxes) == 1
    return boxes[0]


def test_qd_shows_title_and_time_of_a_chinese_page(bench: WindowBench):
    bench.open(CHINESE)
    bench.controller.add_pane("qd")
    bench.settle()

    assert shown_fields(bench)["Title"] == "停航十九年，栖湾老码头的汽笛又响了"
    assert shown_fields(bench)["Published"] == "2025-10-18"
    assert shown_scores(bench) == {
        "Score of the title": "5",
        "Score of the time": "3",
        "Score of the related links": "0.609",
        "Score of the main text": "13.26",
    }
    assert bench.window.inspector.result.links_row.count.text() == "9"


def test_agreement_is_the_score_of_a_consensus(bench: WindowBench):
    bench.open(CHINESE)
    bench.controller.add_pane("consensus")
    bench.settle()

    expected = bench.extraction("consensus").scores["agreement"]
    assert shown_scores(bench) == {"Agreement": f"{expected:.3g}"}


def test_the_mark_of_an_inactive_pane_shows_its_result_over_a_selected_block(bench: WindowBench):
    bench.open(CHINESE)
    bench.controller.activate("cx_extractor")
    bench.settle()
    bench.window.selection.select(selection_of_block(bench.pane(), 20))
    inspector = bench.window.inspector
    folded = inspector.result.isVisible()
    pane = bench.window.panes.pane(ARTICLE)
    assert pane is not None
    pane.header.warning.click()
    bench.settle()

    assert not folded
    assert inspector.result.isVisible()
    assert inspector.result_header.title.text() == f"Result of 1 {ARTICLE}"
    assert inspector.result.facts.warnings == bench.extraction().warnings != ()


def test_the_key_shows_the_result_if_docks_are_tabs(bench: WindowBench):
    bench.window.resize(1280, 800)
    bench.open(CHINESE)
    inspector = bench.window.inspector
    hidden = inspector.visibleRegion().isEmpty()
    QTest.keySequence(bench.window, "I")
    bench.settle()

    assert hidden
    assert not inspector.visibleRegion().isEmpty()
    assert inspector.result_header.hasFocus()


def test_a_link_opens_outside_only_after_the_question(
    bench: WindowBench, opened: list[str], qtbot: QtBot
):
    before = bench.window_controller.context.address
    bench.window.inspector.link_asked.emit("https://täst.example/a?b=1")
    box = question(bench)
    text, waiting = box.text(), list(opened)
    [accept] = [button for button in box.findChildren(QPushButton) if "browser" in button.text()]
    accept.click()
    qtbot.waitUntil(lambda: not bench.window.findChildren(QMessageBox))

    assert "https://xn--tst-qla.example/a?b=1" in text
    assert waiting == []
    assert len(opened) == 1
    assert bench.window_controller.context.address == before


def test_cancelling_the_question_opens_nothing(bench: WindowBench, opened: list[str], qtbot: QtBot):
    bench.window.inspector.link_asked.emit("https://post.example/")
    question(bench).reject()
    qtbot.waitUntil(lambda: not bench.window.findChildren(QMessageBox))

    assert opened == []


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "/relative", "https:///none", ""]
)
def test_only_web_addresses_are_asked_about(bench: WindowBench, opened: list[str], address: str):
    messages: list[str] = []
    box = ask_to_open(bench.window, address, messages.append)

    assert box is None
    assert opened == []
    assert messages == [f"Not a web address: {address}"]
