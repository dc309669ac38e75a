"""A load has one state, a deadline and can be ended at any moment, whatever it waits for."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.app.session.sources import PageRequest
from boilerscope.app.window.page_load import PageLoad
from boilerscope.app.window.work.work import Work
from boilerscope.widgets.load_state import LoadPhase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from tests.helpers.hostile_server import HostileServer

STOP_S = 0.2
"""Maximum time that stopping a load may take, in seconds."""

WAIT_MS = 10_000


class LoadRecorder:
    """Recorder of the signals of a load."""

    def __init__(self, load: PageLoad) -> None:
        self.phases: list[LoadPhase] = []
        self.failures: list[str] = []
        self.pages: list[Any] = []
        self.rendering: list[PageRequest] = []
        self.given_up = 0
        load.changed.connect(lambda state: self.phases.append(state.phase))
        load.failed.connect(lambda text, _retry: self.failures.append(text))
        load.loaded.connect(lambda _request, page: self.pages.append(page))
        load.rendering_wanted.connect(self.rendering.append)
        load.given_up.connect(self._note)

    def _note(self) -> None:
        self.given_up += 1


@pytest.fixture
def work(qapp: QApplication) -> Iterator[Work]:
    assert qapp is not None
    jobs = Work()
    yield jobs
    jobs.stop()


@pytest.fixture
def load(work: Work) -> Iterator[PageLoad]:
    page_load = PageLoad(30.0, work)
    yield page_load
    page_load.stop()
    page_load.deleteLater()


@pytest.mark.parametrize("path", ["/never", "/trickle-head", "/trickle-body"])
def test_a_load_is_abandoned_at_once_and_its_connection_closed(
    load: PageLoad, hostile: HostileServer, qtbot: QtBot, path: str
):
    recorder = LoadRecorder(load)
    load.begin(PageRequest(hostile.url + path))
    qtbot.waitUntil(lambda: path in hostile.asked, timeout=WAIT_MS)

    begun = time.monotonic()
    stopped = load.cancel()

    assert stopped
    assert time.monotonic() - begun < STOP_S
    assert not load.state.busy
    assert hostile.hung_up(path).wait(5)
    assert (recorder.failures, recorder.pages, recorder.given_up) == ([], [], 1)
    assert not load.cancel()


def test_a_load_ends_at_its_limit_with_a_helpful_message(
    work: Work, hostile: HostileServer, qtbot: QtBot
):
    load = PageLoad(0.3, work)
    recorder = LoadRecorder(load)
    load.begin(PageRequest(f"{hostile.url}/trickle-head"))
    qtbot.waitUntil(lambda: bool(recorder.failures), timeout=WAIT_MS)
    load.stop()

    assert f"{hostile.url}/trickle-head did not answer within 0.3 s" in recorder.failures[0]
    assert "fetch_timeout_s" in recorder.failures[0]
    assert not load.state.busy


def test_rendering_ends_at_its_limit_as_well(work: Work, qtbot: QtBot):
    load = PageLoad(0.2, work)
    recorder = LoadRecorder(load)
    load.begin(PageRequest("http://localhost/", rendered=True))
    qtbot.waitUntil(lambda: bool(recorder.failures), timeout=WAIT_MS)
    load.stop()

    assert "did not finish loading in the browser within 0.2 s" in recorder.failures[0]
    assert recorder.given_up == 1


def test_hanging_loads_do_not_block_a_file(
    load: PageLoad, hostile: HostileServer, qtbot: QtBot, tmp_path: Path
):
    recorder = LoadRecorder(load)
    file = tmp_path / "page.html"
    file.write_text("<p>words", encoding="utf-8")
    for path in ("/never", "/trickle-head", "/trickle-body"):
        load.begin(PageRequest(hostile.url + path))
    load.begin(PageRequest(str(file)))
    qtbot.waitUntil(lambda: bool(recorder.pages), timeout=WAIT_MS)

    assert [page.name for page in recorder.pages] == ["page.html"]


def test_phases_lead_from_the_server_to_the_page_column(
    load: PageLoad, hostile: HostileServer, qtbot: QtBot
):
    recorder = LoadRecorder(load)
    request = PageRequest(f"{hostile.url}/page")
    load.begin(request)
    qtbot.waitUntil(lambda: bool(recorder.pages), timeout=WAIT_MS)
    load.note_page(request)
    state = load.state
    load.note_shown()

    assert list(dict.fromkeys(recorder.phases)) == [
        LoadPhase.CONNECTING,
        LoadPhase.BUILDING,
        LoadPhase.SHOWING,
        LoadPhase.IDLE,
    ]
    assert (state.address, state.behind) == (request.address, True)
    assert not load.state.behind


def test_stopping_a_newer_load_leaves_the_page_that_is_being_drawn(
    load: PageLoad, hostile: HostileServer
):
    recorder = LoadRecorder(load)
    load.note_page(PageRequest("sample:news-en"))
    load.begin(PageRequest(f"{hostile.url}/never"))

    load.cancel()

    assert load.state.phase is LoadPhase.SHOWING
    assert load.state.address == "sample:news-en"
    assert recorder.given_up == 0


@pytest.mark.parametrize("path", ["/204", "/empty"])
def test_an_answer_without_a_page_is_refused(
    load: PageLoad, hostile: HostileServer, qtbot: QtBot, path: str
):
    recorder = LoadRecorder(load)
    load.begin(PageRequest(hostile.url + path))
    qtbot.waitUntil(lambda: bool(recorder.failures), timeout=WAIT_MS)

    assert "is empty, so there is nothing to show" in recorder.failures[0]
    assert recorder.pages == []


def test_an_unrequested_capture_is_dropped(load: PageLoad):
    recorder = LoadRecorder(load)
    load.begin(PageRequest("http://localhost/", rendered=True))
    load.cancel()

    load.take_capture("[]", "http://localhost/")

    assert recorder.rendering == [PageRequest("http://localhost/", rendered=True)]
    assert not load.state.busy


def test_a_silent_page_can_be_abandoned_although_nothing_loads(load: PageLoad):
    recorder = LoadRecorder(load)
    load.note_silent(True)

    assert load.cancel()
    assert recorder.given_up == 1
