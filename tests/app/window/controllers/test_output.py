"""The cleaned HTML of a pane is shown as source and as a web page, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.sources import PageRequest
from boilerscope.app.window.controllers import output
from boilerscope.app.window.controllers.output import OutputController
from boilerscope.extractors.page import Page
from boilerscope.widgets.page.policy import Access, Policy
from boilerscope.widgets.records import ShowAs
from tests.helpers.controller_bench import ARTICLE, MARKUP, ControllerBench

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from boilerscope.widgets.panes.row import PaneRow


class Dialog:
    """Stand-in for the window with a browser engine that records its documents."""

    def __init__(self, parent: QWidget, agent_folder: Path) -> None:
        del parent, agent_folder
        self.shown: list[tuple[str, str, str, Access]] = []

    def show_html(self, html: str, title: str, base_url: str, access: Access) -> None:
        self.shown.append((html, title, base_url, access))


@pytest.fixture
def dialogs(monkeypatch: pytest.MonkeyPatch) -> list[Dialog]:
    """Return the windows that the controller opened."""
    opened: list[Dialog] = []

    def open_dialog(parent: QWidget, agent_folder: Path) -> Dialog:
        opened.append(Dialog(parent, agent_folder))
        return opened[-1]

    monkeypatch.setattr(output, "WebDialog", open_dialog)
    return opened


@pytest.fixture
def controller(shared: ControllerBench, row: PaneRow) -> OutputController:
    """Return the controller of a page with results."""
    shared.open()
    shared.controller.activate(ARTICLE)
    return OutputController(shared.context, shared.actions, row)


@pytest.mark.usefixtures("controller")
def test_one_window_shows_the_active_pane_as_a_web_page(
    shared: ControllerBench, dialogs: list[Dialog]
):
    shared.do("show_web")
    shared.controller.activate("link_ratio")
    shared.do("show_web")

    (dialog,) = dialogs
    html, title, base_url, access = dialog.shown[0]
    assert "alpha0" in html
    assert "Privacy" not in html
    assert title == "1 boilerpipe.article"
    assert base_url == ""
    assert access == Access(Policy.SNAPSHOT)  # pasted HTML loads nothing
    assert dialog.shown[1][1] == "3 link_ratio"


@pytest.mark.usefixtures("controller")
def test_a_pane_after_a_step_is_named_with_the_step(shared: ControllerBench, dialogs: list[Dialog]):
    shared.controller.show_step(ARTICLE, 0)

    shared.do("show_web")

    assert " after " in dialogs[0].shown[0][1]


@pytest.mark.usefixtures("controller")
def test_resources_of_a_snapshot_that_cannot_be_read_are_reported_and_nothing_is_loaded(
    shared: ControllerBench, dialogs: list[Dialog], tmp_path: Path
):
    file = tmp_path / "gone.bscope"
    page = Page.from_text(MARKUP, name="gone.bscope")
    shared.controller.show_page(PageRequest(str(file)), page)
    shared.finish()

    shared.do("show_web")

    assert "gone.bscope" in shared.messages[-1]
    assert dialogs[0].shown[0][3] == Access()


@pytest.mark.usefixtures("controller")
def test_a_pane_shows_the_source_of_its_cleaned_html(shared: ControllerBench, row: PaneRow):
    row.show_scene(shared.context.views.scene)
    shared.controller.show_pane_as(ARTICLE, ShowAs.SOURCE)

    row.show_scene(shared.context.views.scene)

    pane = row.pane(ARTICLE)
    assert pane is not None
    assert "<p>alpha0" in pane.plain.toPlainText()
    assert "Privacy" not in pane.plain.toPlainText()


@pytest.mark.usefixtures("dialogs")
def test_without_a_page_nothing_is_shown(
    shared: ControllerBench, row: PaneRow, dialogs: list[Dialog]
):
    OutputController(shared.context, shared.actions, row)

    shared.do("show_web")
    row.source_wanted.emit(ARTICLE)

    assert dialogs == []
