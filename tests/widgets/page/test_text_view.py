"""An output as a web page: shown unchanged and inert, with the resources of its page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QWidget

from boilerscope.extractors.page import Recorded
from boilerscope.resources.loader import resource_path
from boilerscope.widgets.page.policy import Access, Policy
from boilerscope.widgets.page.profile import AGENT_WORLD
from boilerscope.widgets.page.text_view import WebDialog
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.helpers.page_bench import CountingServer


@pytest.fixture
def dialog(qtbot: QtBot) -> Iterator[WebDialog]:
    """Return the window for outputs."""
    window = QWidget()
    qtbot.addWidget(window)
    web_dialog = WebDialog(window, resource_path("agent"))
    yield web_dialog
    web_dialog.close()


def read(dialog: WebDialog, qtbot: QtBot, script: str) -> Any:
    web_view = dialog.view.web_view
    assert web_view is not None
    answers: list[str] = []
    web_view.guarded.runJavaScript(f"JSON.stringify({script})", AGENT_WORLD, answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=LOAD_MS)
    return json.loads(answers[0])


def test_an_output_is_shown_and_loads_nothing(
    dialog: WebDialog, qtbot: QtBot, server: CountingServer
):
    html = f"<h1>Kept</h1><img src='{server.url}/a.png'><script>document.title='ran'</script>"
    with qtbot.waitSignals([dialog.view.ready, dialog.view.settled], timeout=LOAD_MS):
        dialog.show_html(html, "1 boilerpipe.article", server.url, Access())

    assert dialog.windowTitle() == "1 boilerpipe.article"
    assert read(dialog, qtbot, "[document.body.innerText.trim(), document.title]") == ["Kept", ""]
    assert server.connections == 0
    assert dialog.view.log.n_blocked == 1


def test_images_beside_a_local_page_are_shown_with_its_output(
    dialog: WebDialog, qtbot: QtBot, tmp_path: Path
):
    dot = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"></svg>'
    (tmp_path / "dot.svg").write_text(dot, encoding="utf-8")
    base = (tmp_path / "page.html").as_uri()
    with qtbot.waitSignals([dialog.view.ready, dialog.view.settled], timeout=LOAD_MS):
        dialog.show_html("<p>a<img src=dot.svg>", "output", base, Access(Policy.LOCAL, tmp_path))

    assert read(dialog, qtbot, "document.images[0].naturalWidth") == 7


def test_recorded_resources_of_a_snapshot_are_shown_with_its_output(
    dialog: WebDialog, qtbot: QtBot
):
    address = "https://site.example/dot.svg"
    dot = b'<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"></svg>'
    access = Access(recorded={address: Recorded(dot, "image/svg+xml")})
    with qtbot.waitSignals([dialog.view.ready, dialog.view.settled], timeout=LOAD_MS):
        dialog.show_html("<p>a<img src=dot.svg>", "output", "https://site.example/a", access)

    assert read(dialog, qtbot, "document.images[0].naturalWidth") == 7


def test_a_new_output_replaces_the_last_output(dialog: WebDialog, qtbot: QtBot):
    for text in ("first", "second"):
        with qtbot.waitSignal(dialog.view.ready, timeout=LOAD_MS):
            dialog.show_html(f"<p>{text}", text, "", Access())

    assert read(dialog, qtbot, "document.body.innerText.trim()") == "second"


def test_a_closed_window_has_no_page(dialog: WebDialog, qtbot: QtBot):
    with qtbot.waitSignal(dialog.view.ready, timeout=LOAD_MS):
        dialog.show_html("<p>first", "first", "", Access())
    dialog.close()

    assert dialog.view.page is None
