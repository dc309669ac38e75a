"""The proxy in the window: a real process, read by an HTTP client, without a page engine."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from boilerscope.app.window.controllers.proxy import ProxyController
from boilerscope.extractors.proxy import process
from boilerscope.extractors.proxy.headers import OUTCOME
from boilerscope.extractors.proxy.records import ConfigReply
from boilerscope.widgets.proxy.view import ProxyView
from tests.helpers.site import HOST, Site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.helpers.controller_bench import ControllerBench

pytestmark = pytest.mark.usefixtures("home")

WAIT_MS = 30_000
TEXT = "The tide turns twice a day, and the harbour master writes down each height. "
PAGE = (
    "<html><head><title>Tides</title></head><body><h1>Tides</h1>"
    f"<p>{TEXT * 9}<img src=/tide.png alt=tide></p></body></html>"
).encode()


class ProxyBench:
    """The controller with its view, a site and an HTTP client."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench, site: Site) -> None:
        self.qtbot, self.shared, self.site = qtbot, shared, site
        self.view = ProxyView()
        qtbot.addWidget(self.view)
        self.shown = 0
        self.controller = ProxyController(
            shared.context, shared.actions, self.view, self._count_shown
        )

    def _count_shown(self) -> None:
        self.shown += 1

    def start(self, port: int = 0) -> None:
        """Start the proxy and wait until it listens."""
        self.controller.start(port, True)
        self.wait(lambda: bool(self.address))

    def wait(self, is_met: Any) -> None:
        self.qtbot.waitUntil(is_met, timeout=WAIT_MS)

    @property
    def address(self) -> str:
        return self.view.controls.address_label.text()

    @property
    def message(self) -> str:
        return self.view.message_label.text()

    def read(self, path: str = "/tides") -> httpx.Response:
        """Read a page as a separate program does, and wait for its row."""
        rows = self.view.model.rowCount()
        url = f"{self.site.url}{path}"
        answer = httpx.get(url, proxy=f"http://{self.address}", timeout=WAIT_MS / 1000)
        self.wait(lambda: self.view.model.rowCount() > rows)
        return answer

    def wait_for_change(self) -> None:
        """Wait until the proxy uses the changed configuration."""
        link = self.controller.link
        self.wait(lambda: link.is_settled)


@pytest.fixture
def bench(
    qtbot: QtBot,
    shared: ControllerBench,
    tmp_path: Path,
    mitmproxy: Path,  # noqa: ARG001 - skips without it
) -> Iterator[ProxyBench]:
    """Return the controller with a site."""
    site = Site(tmp_path)
    site.put("/tides", PAGE)
    proxy_bench = ProxyBench(qtbot, shared, site)
    yield proxy_bench
    shared.context.work.stop()  # before the site, which the proxy may still read
    site.close()


def test_a_page_read_by_a_client_is_listed_and_settings_apply_to_the_next_request(
    bench: ProxyBench,
):
    bench.shared.add_panes("crunch")
    bench.start()

    first = bench.read()
    record = bench.view.model.record(0)
    assert first.headers[OUTCOME].startswith('cleaned; pane="crunch"')
    assert b"<img" not in first.content
    assert (record.url, record.cleaned) == (f"{bench.site.url}/tides", True)
    assert (record.before, record.after) == (len(PAGE), len(first.content))

    assert bench.shared.controller.set_field("crunch", "images", value=False) == ""
    bench.wait_for_change()
    assert b"<img" in bench.read().content

    bench.shared.controller.undo()
    bench.wait_for_change()
    assert b"<img" not in bench.read().content


def test_without_a_pane_crunch_is_added(bench: ProxyBench):
    bench.start()

    assert bench.shared.names() == ["crunch"]
    assert bench.read().headers[OUTCOME].startswith("cleaned")


def test_the_pane_can_be_changed_and_a_removed_pane_is_replaced(bench: ProxyBench):
    bench.shared.add_panes("crunch", "bte")
    bench.start()
    assert 'pane="crunch"' in bench.read().headers[OUTCOME]

    bench.view.pane_chosen.emit("bte")
    bench.wait_for_change()
    assert 'pane="bte"' in bench.read().headers[OUTCOME]
    assert bench.shared.context.session.active == "bte"

    bench.shared.controller.remove_pane("bte")
    bench.wait_for_change()
    assert 'pane="crunch"' in bench.read().headers[OUTCOME]
    assert bench.view.controls.pane_box.currentData() == "crunch"


def test_a_page_is_opened_with_the_received_bytes(bench: ProxyBench):
    bench.shared.add_panes("bte", "crunch")
    bench.start()
    bench.view.pane_chosen.emit("crunch")
    bench.wait_for_change()
    bench.read()
    bench.shared.controller.activate("bte")
    bench.site.put("/tides", b"<p>something else")  # the page is not read again

    with bench.qtbot.waitSignal(bench.shared.controller.page_shown, timeout=WAIT_MS):
        bench.view.open_asked.emit(1)
    bench.shared.finish()

    page = bench.shared.context.session.page
    assert page is not None
    assert (page.data, page.url, page.title) == (PAGE, f"{bench.site.url}/tides", "Tides")
    assert bench.shared.context.address == f"{bench.site.url}/tides"
    assert bench.shared.context.session.active == "crunch"
    assert bench.shown == 1


def test_a_page_without_stored_bytes_is_reported(bench: ProxyBench):
    bench.shared.add_panes("crunch")
    bench.start()

    bench.shared.messages.clear()
    bench.view.open_asked.emit(77)
    bench.shared.wait_for_message()

    assert "not kept the bytes" in bench.shared.messages[-1]


def test_a_stopped_proxy_can_be_started_again_and_lists_from_the_beginning(bench: ProxyBench):
    bench.shared.add_panes("crunch")
    bench.start()
    bench.read()
    first = bench.address

    bench.controller.stop()
    bench.wait(lambda: not bench.controller.link.is_busy)
    with pytest.raises(httpx.ConnectError):
        httpx.get(bench.site.url, proxy=f"http://{first}")
    assert bench.view.model.rowCount() == 1  # still unread
    bench.start()
    bench.read()

    assert bench.view.model.rowCount() == 1
    assert bench.message == ""


def test_a_port_in_use_is_reported(bench: ProxyBench):
    bench.shared.add_panes("crunch")
    with socket.create_server((HOST, 0)) as listener:
        port = listener.getsockname()[1]
        bench.controller.start(port, False)
        bench.wait(lambda: bool(bench.message))

    assert bench.message == (
        f"The proxy cannot listen on {HOST}, port {port}: Address already in use."
        f" Choose another port, such as {port + 1}."
    )
    assert not bench.controller.link.is_busy


def test_a_missing_extra_is_reported(bench: ProxyBench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(process.PYTHON_VARIABLE, "/srv/nowhere/python")
    bench.shared.add_panes("crunch")

    bench.controller.start(0, False)

    assert bench.message == (
        "BOILERSCOPE_PROXY_PYTHON: /srv/nowhere/python is not a file; name a Python program"
    )


def test_a_dead_proxy_is_reported(bench: ProxyBench):
    import os
    import signal

    bench.start()
    pid = bench.controller.link.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    bench.wait(lambda: bool(bench.message))

    assert bench.message == "The proxy ended unexpectedly."


def test_many_quick_changes_are_sent_one_after_the_other(bench: ProxyBench):
    bench.shared.add_panes("crunch")
    bench.start()
    bench.wait_for_change()
    answers: list[object] = []
    bench.controller.link.event_received.connect(
        lambda event: answers.append(event) if isinstance(event, ConfigReply) else None
    )

    for number in range(50):
        bench.shared.controller.set_field("crunch", "limit", value=0.1 + number / 100)
    bench.wait_for_change()

    assert answers
    assert len(answers) < 50
    sent = bench.controller.link.config
    assert sent is not None
    assert sent.panes[0].settings == bench.shared.context.session.pane("crunch").settings
