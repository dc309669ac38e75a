"""The page on screen is saved as a snapshot, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.window.controllers.page.saver import PageSaver
from boilerscope.app.window.save_dialog import SaveDialog
from boilerscope.extractors.page.snapshot import open_snapshot
from boilerscope.widgets.failure_row import FailureRow
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.page.view import PageView
    from tests.helpers.controller_bench import ControllerBench
    from tests.helpers.stub_page_view import StubPageView


@pytest.fixture
def failure(qtbot: QtBot) -> FailureRow:
    """Return the row that reports failures."""
    row = FailureRow()
    qtbot.addWidget(row)
    return row


@pytest.fixture
def saver(shared: ControllerBench, view: PageView, failure: FailureRow) -> PageSaver:
    """Return the controller; no page is open."""
    context = shared.context
    save_dialog = SaveDialog(shared.window, context.preferences)
    return PageSaver(context, shared.actions, view, save_dialog, failure)


@pytest.mark.usefixtures("saver")
def test_a_dialog_that_is_cancelled_saves_nothing(
    shared: ControllerBench, stub: StubPageView, monkeypatch: pytest.MonkeyPatch
):
    shared.open()
    monkeypatch.setattr(SaveDialog, "ask", lambda *_details: None)

    shared.do("save_snapshot")

    assert stub.calls == []
    assert shared.messages == []


def test_a_snapshot_contains_the_page_with_its_layout(
    shared: ControllerBench, saver: PageSaver, stub: StubPageView, tmp_path: Path
):
    page = shared.open()
    stub.adopt(page)

    saver.save_snapshot(tmp_path / "lake")
    stub.layout_ready.emit(flow_layout(page), page)
    shared.wait_for_message()

    saved = open_snapshot(tmp_path / "lake.bscope")
    assert stub.asked("collect_layout") == [(1024,)]
    assert saved.page.source == page.source
    assert saved.page.layout is not None
    assert shared.messages == [f"Saved {tmp_path / 'lake.bscope'}"]


def test_a_snapshot_has_the_width_that_a_pane_asks_for(
    shared: ControllerBench, saver: PageSaver, stub: StubPageView, tmp_path: Path
):
    page = shared.open()
    stub.adopt(page)
    shared.controller.add_pane("vips")
    shared.controller.set_field("vips", "view_width", 800)

    saver.save_snapshot(tmp_path / "lake.bscope")

    assert stub.asked("collect_layout") == [(800,)]


def test_a_snapshot_that_cannot_be_taken_is_reported_beside_the_address(
    shared: ControllerBench,
    saver: PageSaver,
    stub: StubPageView,
    failure: FailureRow,
    tmp_path: Path,
):
    stub.adopt(shared.open())
    failure.show()

    saver.save_snapshot(tmp_path / "lake.bscope")
    stub.failed.emit("The page does not answer.")

    assert failure.message_label.text() == "The page does not answer."
    assert not (tmp_path / "lake.bscope").exists()


def test_without_a_page_there_is_no_snapshot(saver: PageSaver, stub: StubPageView, tmp_path: Path):
    saver.save_snapshot(tmp_path / "lake.bscope")

    assert stub.calls == []
