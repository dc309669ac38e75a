"""A pane's output as a web page has the appearance of its page, wherever the page came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.page import Page, Recorded
from boilerscope.extractors.page.snapshot import write_snapshot
from boilerscope.widgets.page.text_view import WebDialog

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QColor

    from tests.helpers.bench import WindowBench
    from tests.helpers.page_bench import CountingServer

RED = b"body { background: #ff0000 }"
HTML = "<html><head><link rel=stylesheet href=look.css></head><body><p>Words of a page.</p>"


@pytest.fixture
def address(server: CountingServer) -> str:
    """Return the address of a page with its own style sheet."""
    server.pages["/page"] = ("text/html", HTML.encode())
    server.pages["/look.css"] = ("text/css", RED)
    return f"{server.url}/page"


def background(bench: WindowBench) -> QColor:
    """Show the output of Crunch, which keeps style sheets, and return the colour behind it."""
    bench.controller.add_pane("crunch")
    bench.settle()
    bench.do("show_web")
    dialog = bench.window.findChild(WebDialog)
    assert dialog is not None
    bench.qtbot.waitUntil(lambda: dialog.view.page is not None)
    bench.qtbot.waitUntil(lambda: dialog.view.grab_image().pixelColor(10, 200).name() != "#ffffff")
    return dialog.view.grab_image().pixelColor(10, 200)


def test_the_output_of_a_page_from_the_network_has_its_style(bench: WindowBench, address: str):
    bench.open(address)

    assert background(bench).name() == "#ff0000"


def test_the_output_of_a_snapshot_has_the_recorded_style(bench: WindowBench, tmp_path: Path):
    page = Page.from_text(HTML, name="page", url="https://site.example/page")
    file = tmp_path / "page.bscope"
    write_snapshot(page, file, {"https://site.example/look.css": Recorded(RED, "text/css")})

    bench.open(str(file))

    assert background(bench).name() == "#ff0000"
