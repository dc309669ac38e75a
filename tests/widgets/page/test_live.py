"""A live page with scripts: captured, adopted, watched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWebEngineCore import QWebEngineLoadingInfo

from boilerscope.extractors.page import Page
from boilerscope.widgets.page import page_switcher
from tests.helpers.page_bench import LOAD_MS, label_layer

if TYPE_CHECKING:
    from tests.helpers.page_bench import Bench, CountingServer

LIVE = """<!DOCTYPE html><html><head><title>t</title></head><body><p id="static">static text</p>
<script>
const made = document.createElement("p"); made.id = "made"; made.append("made ", "by script");
document.body.append(made);
class Card extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: "open"}).innerHTML =
    "<h2>shadow</h2><slot></slot><slot name=no>none</slot>";
} }
customElements.define("x-card", Card);
class Vault extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: "closed"}).innerHTML = "<p>secret</p>";
} }
customElements.define("x-vault", Vault);
</script><x-card><b>slotted</b></x-card><x-vault>light</x-vault>
<svg viewBox="0 0 1 1"><use xlink:href="#a"></use></svg>
<template><i>in template</i></template><iframe srcdoc="<p>framed"></iframe>one<!-- c -->two
<script>window.later = () => { made.textContent = "changed now"; };
document.querySelector("svg").setAttribute("1bad", "x");</script></body></html>"""


def capture(bench: Bench, url_text: str) -> Page:
    with bench.qtbot.waitSignal(bench.view.captured, timeout=LOAD_MS) as captured:
        bench.view.load_live(url_text)
    tree, address = captured.args
    assert isinstance(tree, str)
    return Page.from_dom(tree, url=str(address))


def adopt(bench: Bench, page: Page) -> None:
    with bench.qtbot.waitSignal(bench.view.ready, timeout=LOAD_MS):
        bench.view.adopt(page)


@pytest.fixture
def live(bench: Bench, server: CountingServer) -> Page:
    """Return a live page that has been captured and is on screen."""
    server.pages["/live"] = ("text/html; charset=utf-8", LIVE.encode())
    page = capture(bench, f"{server.url}/live")
    adopt(bench, page)
    return page


def test_a_live_page_is_captured_as_changed_by_its_scripts(live: Page):
    words = [live.token_text(token) for token in range(live.n_tokens)]

    assert " ".join(words) == (
        "t static text made by script shadow slotted none light in template onetwo"
    )
    assert live.url is not None
    assert live.url.endswith("/live")
    assert live.decoded.how == "serialised"


def test_the_overlay_of_a_live_page_covers_its_blocks(bench: Bench, live: Page):
    bench.paint(label_layer(live, lambda token: live.token_text(token) in {"shadow", "slotted"}))
    assert bench.view.segments is not None
    text_segments = bench.view.segments
    first = [live.token_text(int(token)) for token in text_segments.token_start]
    shadow = first.index("shadow")
    drawn = bench.ask("drawn", shadow)

    assert "solid" in drawn["names"]
    assert drawn["box"] == bench.js(
        "(r => [r.left, r.top, r.width, r.height])(document.querySelector('x-card').shadowRoot"
        ".querySelector('h2').getBoundingClientRect())"
    )
    assert "dashed" in bench.ask("drawn", first.index("made"))["names"]


def test_marks_of_the_program_are_not_part_of_a_capture(bench: Bench, live: Page):
    bench.paint(label_layer(live, lambda _token: True))
    with bench.qtbot.waitSignal(bench.view.captured, timeout=LOAD_MS) as captured:
        bench.view.capture_again()
    tree, address = captured.args
    again = Page.from_dom(str(tree), url=str(address))

    assert again.source == live.source
    assert again.elements.tag == live.elements.tag


def test_a_change_after_the_capture_is_reported_once_and_can_be_captured(bench: Bench, live: Page):
    emitted: list[bool] = []
    bench.view.changed_since_capture.connect(lambda: emitted.append(True))
    bench.paint(label_layer(live, lambda _token: True))
    assert emitted == []
    with bench.qtbot.waitSignal(bench.view.changed_since_capture, timeout=LOAD_MS):
        bench.web_view.guarded.runJavaScript("window.later()", 0, lambda _answer: None)
    with bench.qtbot.waitSignal(bench.view.captured, timeout=LOAD_MS) as captured:
        bench.view.capture_again()
    page = Page.from_dom(str(captured.args[0]), url=None)
    adopt(bench, page)
    bench.paint(label_layer(page, lambda _token: True))

    assert emitted == [True]
    assert "changed now" in page.text
    assert bench.view.page is page


def test_a_page_that_does_not_come_from_the_capture_is_refused(bench: Bench, live: Page):
    unrelated = Page.from_text("<p>other", name="other")
    with bench.qtbot.waitSignal(bench.view.failed, timeout=LOAD_MS) as failed:
        bench.view.adopt(unrelated)

    assert "a different page" in failed.args[0]
    assert bench.view.page is live


def test_a_live_page_cannot_see_or_reach_the_agent(bench: Bench, live: Page):
    answers: list[str] = []
    bench.web_view.guarded.runJavaScript(
        "[typeof qt, typeof boilerscopeAgent, typeof boilerscopeAsk, typeof QWebChannel].join()",
        0,
        answers.append,
    )
    bench.qtbot.waitUntil(lambda: bool(answers), timeout=LOAD_MS)

    assert answers == ["undefined,undefined,undefined,undefined"]
    assert live.n_tokens > 0


def test_an_address_that_cannot_be_loaded_fails_and_the_last_page_stays(bench: Bench):
    page = bench.show("<p>first")
    with bench.qtbot.waitSignal(bench.view.failed, timeout=LOAD_MS) as failed:
        bench.view.load_live("http://127.0.0.1:9/")

    assert failed.args[0]
    assert bench.view.page is page


def test_dialogs_windows_and_navigation_of_a_live_page_are_blocked(
    bench: Bench, server: CountingServer
):
    server.pages["/bad"] = (
        "text/html",
        (
            b"<p>stays</p><script>alert(1); document.title = confirm(2) + '' + prompt(3);"
            b"window.open('/window'); setTimeout(() => location = '/elsewhere', 0);"
            b"Notification.requestPermission?.(); print?.();"
            b"new WebSocket('ws://' + location.host + '/socket');</script>"
        ),
    )
    refused: list[str] = []
    bench.view.link_refused.connect(refused.append)
    page = capture(bench, f"{server.url}/bad")
    adopt(bench, page)

    assert page.text.split() == ["falsenullstays"]
    assert not {"/window", "/elsewhere", "/socket"} & set(server.paths)
    assert refused == [f"{server.url}/elsewhere"]


@pytest.mark.parametrize(
    "leave",
    [
        "<script>location.replace('/elsewhere')</script>",
        "<script>location = '/elsewhere'</script>",
        "<meta http-equiv=refresh content='0;url=/elsewhere'>",
    ],
)
def test_a_live_page_cannot_navigate_while_it_still_loads(
    bench: Bench, server: CountingServer, leave: str
):
    server.redirects["/start"] = "/bad"
    server.pages["/bad"] = ("text/html", f"<p>stays<img src=/late.png>{leave}".encode())
    refused: list[str] = []
    bench.view.link_refused.connect(refused.append)

    page = capture(bench, f"{server.url}/start")
    adopt(bench, page)

    assert page.text.split() == ["stays"]
    assert "/elsewhere" not in server.paths
    assert refused == [f"{server.url}/elsewhere"]


def test_a_load_has_ended_if_the_engine_reports_only_that_a_different_load_was_stopped(
    bench: Bench, live: Page
):
    class Stopped:
        def status(self) -> QWebEngineLoadingInfo.LoadStatus:
            return QWebEngineLoadingInfo.LoadStatus.LoadStoppedStatus

    web_view, loads = bench.web_view, []
    web_view.loaded.connect(lambda: loads.append(live.name))
    web_view.note_load(Stopped())  # type: ignore[arg-type]  # the engine's record cannot be made
    again = len(loads)
    web_view.has_loaded = False
    web_view.note_load(Stopped())  # type: ignore[arg-type]  # see above

    assert (again, len(loads)) == (0, 1)


def test_a_live_page_that_crashes_is_shown_as_it_was_captured(bench: Bench, live: Page):
    with bench.qtbot.waitSignal(bench.view.ready, timeout=LOAD_MS):
        bench.web_view.load("chrome://crash")

    assert bench.view.page is live
    assert bench.js("document.getElementById('made').textContent") == "made by script"
    assert bench.js("document.querySelectorAll('script').length") == 0


def test_a_live_page_that_never_stops_changing_is_captured_all_the_same(
    bench: Bench, server: CountingServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(page_switcher, "_STILL_LIMIT_MS", 900)
    server.pages["/busy"] = (
        "text/html",
        b"<p>busy<script>setInterval(() => document.body.append('x '), 20)</script>",
    )
    page = capture(bench, f"{server.url}/busy")

    assert page.text.startswith("busy")


def test_a_redirected_page_has_its_final_address(bench: Bench, server: CountingServer):
    server.pages["/end"] = ("text/html", b"<p>end")
    server.redirects["/start"] = "/end"
    page = capture(bench, f"{server.url}/start")

    assert page.url == f"{server.url}/end"
