"""A separate program reads the web through the window's proxy."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.desktop.conftest import PAGES
from tests.desktop.driver import middle
from tests.helpers.site import HOST, Site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.desktop.conftest import Start

pytestmark = pytest.mark.usefixtures("mitmproxy")

TEXT = "The tide turns twice a day, and the harbour master writes down each height. "
PAGE = (
    "<html><head><title>Tides</title></head><body><h1>Tides</h1>"
    f"<p>{TEXT * 9}<img src=/tide.png alt=tide></p></body></html>"
).encode()
PANES = '[[pane]]\nextractor = "bte"\n[[pane]]\nextractor = "crunch"\nsettings = {images = false}\n'


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Return a site with one page."""
    site = Site(tmp_path)
    site.put("/tides", PAGE)
    yield site
    site.close()


def free_port() -> int:
    """Return a port without a listener."""
    with socket.create_server((HOST, 0)) as server:
        port: int = server.getsockname()[1]
    return port


def test_a_page_is_read_through_the_window_changed_and_opened(
    start: Start, site: Site, tmp_path: Path
):
    panes, port, url = tmp_path / "panes.toml", str(free_port()), f"{site.url}/tides"
    panes.write_text(PANES)
    program = start(str(PAGES / "lake.html"), "--config", str(panes))

    program.key("2")
    program.wait(lambda now: now["active"] == "crunch", "crunch is the active pane")
    program.key("ctrl+9")
    program.wait(lambda now: now.focus["text"] == "Start the proxy", "the proxy is shown")
    program.click("Allow private networks")
    program.click("Port of the proxy").key("ctrl+a").type(port).key("Tab")
    program.click("Start the proxy")
    state = program.wait(lambda now: now.widgets("Stop the proxy"), "the proxy runs")
    assert state.widgets(f"{HOST}:{port}")
    program.click("Copy the address of the proxy")
    program.wait(lambda _now: program.clipboard() == f"{HOST}:{port}", "the address is copied")

    def read() -> bytes:
        return httpx.get(url, proxy=f"http://{HOST}:{port}", timeout=30).content

    assert b"<img" in read()
    program.wait(lambda now: now.items("cleaned by crunch"), "the page is listed")

    program.click("Find a setting").type("remove images")
    switch = {"class": "Switch"}
    program.wait(lambda now: now.widgets("Remove images", **switch), "the switch is shown")
    state = program.settled()  # the hits of the search have their place
    program.click(middle(state.widget("Remove images", **switch)["rect"]))
    program.wait(lambda now: now.pane("crunch")["settings"]["images"], "images are removed")
    program.settled()
    assert b"<img" not in read()
    program.wait(lambda now: len(now.items("cleaned by crunch")) == 2, "it is listed again")

    program.click_item("cleaned by crunch").click("Open in the workbench")
    program.wait(lambda now: now["settled"] and now["address"] == url, "the page is shown")
    state = program.settled()
    assert state["window"]["title"].startswith("Tides")
    assert state["active"] == "crunch"
    assert state.active["kept"] > 0
    assert len(site.asked) == 2 + sum(request.path != "/tides" for request in site.asked)
