"""Pages are opened, named and remembered, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from boilerscope.app.window.controllers.page.opening import PageController
from boilerscope.widgets.load_state import LoadPhase, LoadState
from boilerscope.widgets.start_screen import StartScreen
from boilerscope.widgets.top_bar import Mode, TopBar
from tests.helpers.controller_bench import MARKUP, ControllerBench

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


class Frame:
    """Stand-in for the window around the page that records its calls."""

    def __init__(self) -> None:
        self.start_shown: bool | None = None
        self.title = ""
        self.n_focused = 0

    def show_start(self, shown: bool, /) -> None:  # noqa: FBT001 - as in Window
        self.start_shown = shown

    def show_title(self, text: str, /) -> None:
        self.title = text

    def focus_work(self) -> None:
        self.n_focused += 1


@pytest.fixture
def frame() -> Frame:
    """Return the stand-in for the window."""
    return Frame()


@pytest.fixture
def top(qtbot: QtBot) -> TopBar:
    """Return the top bar."""
    top_bar = TopBar()
    qtbot.addWidget(top_bar)
    return top_bar


@pytest.fixture
def page(shared: ControllerBench, qtbot: QtBot, frame: Frame, top: TopBar) -> PageController:
    """Return the controller, at the start screen."""
    start = StartScreen()
    qtbot.addWidget(start)
    controller = PageController(
        shared.context, shared.actions, frame, top, start, shared.controller.open
    )
    controller.show_start()
    return controller


@pytest.mark.usefixtures("page")
def test_a_page_leaves_the_start_screen_and_names_the_window(
    shared: ControllerBench, frame: Frame, top: TopBar
):
    before = (frame.start_shown, frame.title)

    shared.open()

    assert before == (True, "")
    assert (frame.start_shown, frame.title) == (False, "Quiet lake")
    assert top.address.text() == shared.context.address


@pytest.mark.usefixtures("page")
def test_a_file_is_remembered_and_pasted_html_is_not(shared: ControllerBench, tmp_path: Path):
    file = tmp_path / "lake.html"
    file.write_text(MARKUP, encoding="utf-8")

    shared.open()
    pasted = list(shared.context.preferences.memory.recent)
    with shared.waits(shared.controller.page_shown):
        shared.controller.open(str(file))

    assert pasted == []
    assert shared.context.preferences.memory.recent == [str(file)]


def test_the_page_that_the_program_opens_with_is_shown_before_it_is_read(
    shared: ControllerBench, frame: Frame, page: PageController
):
    page.reveal_load()
    without_page = frame.start_shown

    with shared.waits(shared.controller.page_shown):
        shared.controller.open(MARKUP)
        page.reveal_load()
        shown = frame.start_shown

    assert (without_page, shown) == (True, False)


@pytest.mark.usefixtures("page")
def test_an_empty_clipboard_is_reported(shared: ControllerBench):
    QGuiApplication.clipboard().clear()

    shared.do("paste_html")

    assert shared.messages
    assert shared.context.session.page is None


@pytest.mark.usefixtures("page")
def test_a_failure_is_shown_until_a_page_opens(shared: ControllerBench, top: TopBar):
    top.show()
    shared.controller.failed.emit("No such page.", False)
    is_shown = top.failure.isVisible()

    shared.open()

    assert is_shown
    assert not top.failure.isVisible()


def test_the_start_screen_comes_back(shared: ControllerBench, page: PageController, frame: Frame):
    shared.open()

    shared.do("start_screen")

    assert (frame.start_shown, frame.title) == (True, "")
    assert page is not None


@pytest.mark.usefixtures("page")
def test_a_mode_chosen_without_a_page_changes_nothing(shared: ControllerBench, top: TopBar):
    top.mode_chosen.emit(Mode.RENDERED)

    assert shared.context.address == ""
    assert shared.messages == []


@pytest.mark.parametrize("typed", ["", "https://a.example/"])
@pytest.mark.usefixtures("page")
def test_a_page_that_loads_slowly_leaves_the_focus_where_the_user_types(
    shared: ControllerBench, qtbot: QtBot, frame: Frame, top: TopBar, typed: str
):
    top.show()
    top.activateWindow()
    top.address.setFocus()
    qtbot.waitUntil(top.address.hasFocus)
    QTest.keyClicks(top.address, typed)

    shared.controller.loading.emit(LoadState(LoadPhase.READING, "https://slow.example/"))
    qtbot.waitUntil(lambda: frame.start_shown is False)

    assert frame.n_focused == (0 if typed else 1)
