"""A hostile page sends nothing out and triggers nothing, under any policy for such pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from boilerscope.extractors.page import Page, Recorded
from boilerscope.extractors.page.files import read_page
from boilerscope.widgets.page.policy import Policy
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.page_bench import Bench, CountingServer

HOSTILE = """<!DOCTYPE html><html manifest="{out}/manifest"><head>
<base href="{out}/base/">
<meta http-equiv="refresh" content="0; url={out}/refresh">
<meta http-equiv="Content-Security-Policy" content="report-uri {out}/csp; default-src 'none'">
<link rel="stylesheet" href="{out}/style.css"><link rel="icon" href="{out}/icon.png">
<link rel="preconnect" href="{out}"><link rel="dns-prefetch" href="//dns.example">
<link rel="prefetch" href="{out}/prefetch"><link rel="preload" as="image" href="{out}/preload">
<link rel="modulepreload" href="{out}/module.js"><link rel="manifest" href="{out}/manifest.json">
<style>@import url("{out}/import.css"); @font-face {{ font-family: x; src: url("{out}/font.woff") }}
body {{ background: url("{out}/background.png"); font-family: x }}
p:hover {{ background: url("{out}/hover.png") }}
li {{ list-style-image: url("{out}/bullet.png"); cursor: url("{out}/cursor.png"), auto }}</style>
<script src="{out}/script.js"></script>
<script>document.title = "ran"; fetch("{out}/fetch"); navigator.sendBeacon("{out}/beacon");
new WebSocket("{out}/socket".replace("http", "ws")); new EventSource("{out}/events");
new Image().src = "{out}/image-by-script"; window.open("{out}/window"); alert("hello");
location = "{out}/location"; navigator.geolocation.getCurrentPosition(() => 0);</script>
</head><body onload="fetch('{out}/onload')" background="{out}/body.png">
<p id="text">Some words to read.</p>
<img src="{out}/image.png" srcset="{out}/set.png 2x" onerror="fetch('{out}/onerror')">
<img src="file:///etc/hostname"><img src="relative.png"><img src="//127.0.0.1:1/protocol.png">
<picture><source srcset="{out}/source.png"><img src="{out}/picture.png"></picture>
<iframe src="{out}/frame"></iframe><iframe srcdoc="<img src='{out}/srcdoc.png'>"></iframe>
<iframe src="file:///etc/hostname"></iframe>
<object data="{out}/object"><param name=movie value="{out}/param"></object>
<embed src="{out}/embed">
<applet code="{out}/applet"></applet>
<video src="{out}/video" poster="{out}/poster" autoplay></video>
<audio src="{out}/audio" autoplay preload=auto></audio><input type=image src="{out}/input.png">
<svg><image href="{out}/svg.png"/><use xlink:href="{out}/use.svg#a"/>
<script>fetch("{out}/svg")</script>
<style>@import "{out}/svg.css";</style></svg><math href="{out}/math"><mi>x</mi></math>
<form action="{out}/form" method=post><input name=a value=secret>
<button id="send">Send</button></form>
<ul><li>item</ul>
<a id="link" href="{out}/link" ping="{out}/ping">link</a>
<a id="script" href="javascript:fetch('{out}/href')">script</a>
<a id="file" href="{out}/download" download>download</a>
<a id="mail" href="mailto:a@b.example">mail</a>
<iframe sandbox="allow-scripts" src="data:text/html,<script>fetch('{out}/data')</script>"></iframe>
</body></html>"""


def click_everything(bench: Bench) -> None:
    """Click links, buttons and text: first with picking on, then with the page's own handlers."""
    proxy = bench.web_view.focusProxy()
    assert proxy is not None
    for picking in (True, False):
        bench.view.set_picking(picking)
        for name in ("text", "link", "script", "file", "mail", "send"):
            x, y = bench.js(
                f"(e => {{ e.scrollIntoView(); const r = e.getBoundingClientRect();"
                f"return [r.left + r.width / 2, r.top + r.height / 2] }})"
                f"(document.getElementById('{name}'))"
            )
            QTest.mouseClick(proxy, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
            QTest.mouseClick(proxy, Qt.MouseButton.MiddleButton, pos=QPoint(round(x), round(y)))
    assert bench.js("document.getElementById('text').textContent") == "Some words to read."


def settle(bench: Bench, page: Page, policy: Policy, **access: object) -> None:
    with bench.qtbot.waitSignals([bench.view.ready, bench.view.settled], timeout=LOAD_MS):
        bench.view.show_page(page, policy, **access)  # type: ignore[arg-type]  # keywords of tests


def assert_nothing_happened(bench: Bench, server: CountingServer) -> None:
    assert server.paths == []
    assert server.connections == 0
    assert bench.js("document.title") != "ran"
    assert bench.js("[...document.images].map(i => i.naturalWidth).some(w => w > 1)") is False
    assert bench.js("[...document.querySelectorAll('iframe')].map(f => f.src + f.srcdoc)") == [
        "",
        "",
        "",
        "",
    ]


def test_a_hostile_page_in_a_snapshot_sends_nothing_out(bench: Bench, server: CountingServer):
    page = Page.from_text(HOSTILE.format(out=server.url), name="hostile", url=f"{server.url}/page")
    refused: list[str] = []
    bench.view.link_refused.connect(refused.append)
    settle(bench, page, Policy.SNAPSHOT)
    click_everything(bench)

    assert_nothing_happened(bench, server)
    assert bench.view.log.n_allowed == 0
    assert bench.view.log.n_blocked > 10
    assert {request.reason for request in bench.view.log.requests} == {"not recorded"}
    assert f"{server.url}/link" in refused
    assert bench.view.page is page


def test_a_hostile_local_file_sends_nothing_out(
    bench: Bench, server: CountingServer, tmp_path: Path
):
    path = tmp_path / "site" / "page.html"
    path.parent.mkdir()
    path.write_text(HOSTILE.format(out=server.url), encoding="utf-8")
    page = read_page(path)
    settle(bench, page, Policy.LOCAL, local_folder=path.parent)
    click_everything(bench)

    assert_nothing_happened(bench, server)
    # The engine does not even request remote addresses.
    blocked = {request.url_text: request.reason for request in bench.view.log.requests}
    assert blocked["file:///etc/hostname"] == "outside the folder of the page"


def test_a_live_page_loads_pictures_and_styles_and_runs_nothing(
    bench: Bench, server: CountingServer
):
    page = Page.from_text(HOSTILE.format(out=server.url), name="hostile", url=f"{server.url}/page")
    server.pages["/style.css"] = ("text/css", b"#text { color: rgb(1, 2, 3) }")
    settle(bench, page, Policy.LIVE)
    click_everything(bench)
    loaded = {path.rpartition("/")[2] for path in server.paths}

    assert bench.js("getComputedStyle(document.getElementById('text')).color") == "rgb(1, 2, 3)"
    assert {"style.css", "import.css", "image.png", "background.png"} <= loaded
    assert not loaded & {
        *{"script.js", "fetch", "beacon", "socket", "events", "image-by-script", "window"},
        *{"location", "onload", "onerror", "refresh", "frame", "srcdoc.png", "object", "embed"},
        *{"applet", "ping", "link", "href", "download", "form", "manifest", "manifest.json"},
        *{"prefetch", "preload", "module.js", "icon.png", "data", "csp", "svg", "favicon.ico"},
    }
    assert bench.view.page is page


def test_a_local_file_shows_the_images_in_its_folder(bench: Bench, tmp_path: Path):
    folder = tmp_path / "a site"
    (folder / "page_files").mkdir(parents=True)
    dot = b'<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"></svg>'
    (folder / "dot.svg").write_bytes(dot)
    (folder / "page_files" / "dot.svg").write_bytes(dot)
    (tmp_path / "outside.svg").write_bytes(dot)
    (folder / "page.html").write_text(
        "<img src=dot.svg><img src='page_files/dot.svg'><img src='../outside.svg'>",
        encoding="utf-8",
    )
    page = read_page(folder / "page.html")
    settle(bench, page, Policy.LOCAL, local_folder=folder)

    assert bench.js("[...document.images].map(i => i.naturalWidth)") == [7, 7, 0]
    assert (bench.view.log.n_allowed, bench.view.log.n_blocked) == (2, 1)


@pytest.mark.parametrize("url_text", ["https://site.example/a/b.html", "file:///a/b.html"])
def test_a_snapshot_shows_its_recorded_resources(
    bench: Bench, url_text: str, server: CountingServer
):
    base = url_text.rpartition("/")[0]
    store = {
        f"{base}/style.css": Recorded(
            b"@font-face { font-family: x; src: url(x.woff) } @import 'more.css';"
            b" p { color: rgb(1, 2, 3); font-family: x }",
            "text/css",
        ),
        f"{base}/more.css": Recorded(b"p { margin: 7px }", "text/css"),
        f"{base}/dot.svg": Recorded(
            b'<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"></svg>', "image/svg+xml"
        ),
        f"{server.url}/cdn.css": Recorded(b"p { padding: 9px }", "text/css"),
    }
    store[f"{base}/style.css"] = Recorded(
        b"@import 'more.css'; p { color: rgb(1, 2, 3) }", "text/css"
    )
    html = (
        f"<link rel=stylesheet href=style.css><link rel=stylesheet href='{server.url}/cdn.css'>"
        "<p id=p>a</p><img src=dot.svg><img src=gone.svg>"
    )
    settle(bench, Page.from_text(html, name="s", url=url_text), Policy.SNAPSHOT, recorded=store)
    style = bench.js(
        "(s => [s.color, s.margin, s.padding])(getComputedStyle(document.getElementById('p')))"
    )

    assert style == ["rgb(1, 2, 3)", "7px", "9px"]
    assert bench.js("[...document.images].map(i => i.naturalWidth)") == [7, 0]
    assert server.connections == 0
    assert [request.url_text for request in bench.view.log.requests if not request.allowed] == [
        f"{base}/gone.svg"
    ]


def test_the_number_of_requests_is_emitted(bench: Bench, server: CountingServer):
    counts: list[tuple[int, int]] = []
    bench.view.requests_changed.connect(lambda *change: counts.append(change))
    page = Page.from_text(f"<img src='{server.url}/a'><img src='{server.url}/b'>", name="p")
    settle(bench, page, Policy.SNAPSHOT)

    assert counts[-1] == (0, 2)
