"""The window's engine reads the same through the proxy as httpx."""

from __future__ import annotations

import asyncio
import json
import os
from typing import TYPE_CHECKING, Any

import httpx
import lxml.html
import pytest
from PySide6.QtCore import QUrl
from PySide6.QtNetwork import QNetworkProxy
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile

from boilerscope.extractors import registry
from boilerscope.extractors.proxy.process import ProxyProcess
from boilerscope.extractors.proxy.records import PageRecord, ProxyOptions, Started
from boilerscope.extractors.proxy.settings import ProxyConfig
from boilerscope.extractors.runner import Pane
from tests.helpers.packing import PACKINGS
from tests.helpers.page_bench import LOAD_MS
from tests.helpers.site import HOST, NAME, Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWebEngineCore import QWebEngineDownloadRequest
    from pytestqt.qtbot import QtBot

LOOK_UP = f"""
import socket
known = socket.getaddrinfo
def look_up(host, *rest, **named):
    return known("{HOST}" if host == "{NAME}" else host, *rest, **named)
socket.getaddrinfo = look_up
"""
"""Code that resolves a name to this machine: Chromium bypasses proxies for local addresses."""
TEXT = "The tide turns twice a day, and the harbour master writes down each height. "
PAGE = (
    "<!DOCTYPE html><html><head><title>Tides</title><script>document.title = 'run'</script></head>"
    f"<body><ul><li><a href=/>Home</a></ul><p>{TEXT * 9}<a href=heights>Heights</a>"
    "<img src=/tide.png alt=tide></p></body></html>"
).encode()
GBK = PAGE.replace(b"Tides", "潮汐".encode("gbk")).replace(
    b"The tide", "潮汐每天涨落两次，港务长记录每一次的高度。".encode("gbk")
)
SCRIPTED = b"<html><head><title>x</title></head><script>document.title = 'run'</script>"
CHUNK = bytes(range(256)) * 4096
PROTOCOL = "performance.getEntriesByType('navigation')[0].nextHopProtocol"
ECHO = """
new Promise((done, fail) => {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket')
  socket.onopen = () => socket.send('ebb and flow')
  socket.onmessage = message => done(message.data)
  socket.onerror = fail
})"""
EVENTS = """
const stream = new EventSource('/events')
const [ebb, flow] = ['ebb', 'flow'].map(name => new Promise(done => {
  stream.addEventListener(name, event => done(event.data))
}))"""


class Bench:
    """Site and proxy of all tests; the name of the site leads to this machine.

    Attributes
    ----------
    site : Site
        Servers of the pages.
    proxy : ProxyProcess
        Proxy under test.
    started : Started
        First message of the proxy.
    """

    def __init__(self, site: Site, proxy: ProxyProcess) -> None:
        self.site, self.proxy = site, proxy
        proxy.start()
        started = next(proxy.events(LOAD_MS / 1000))
        assert isinstance(started, Started)
        self.started = started

    def url(self, path: str, scheme: str = "http") -> str:
        """Return the address of a path of the site."""
        port = self.site.port if scheme == "http" else self.site.tls_port
        return f"{scheme}://{NAME}:{port}{path}"

    def get(self, url: str) -> httpx.Response:
        """Read an address by httpx."""
        proxy = f"http://{self.started.address}"
        return httpx.get(url, proxy=proxy, verify=False)  # noqa: S501 - the site is the test's own

    def record(self, url: str) -> PageRecord:
        """Return the first new record of an address."""
        events = self.proxy.events(LOAD_MS / 1000)
        records = [event for event in events if isinstance(event, PageRecord)]
        return next(record for record in records if record.url == url)


class Engine:
    """A page of the window's engine with a profile that stores nothing."""

    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        self.profile = QWebEngineProfile()
        self.page = QWebEnginePage(self.profile)
        self.faults: list[str] = []
        self.page.loadingChanged.connect(lambda info: self.faults.append(info.errorString()))
        self.page.certificateError.connect(lambda error: error.acceptCertificate())

    def load(self, url: str, meanwhile: Callable[[], None] = lambda: None) -> bool:
        """Open an address, call a function, wait for the end; return whether it is loaded."""
        with self._qtbot.waitSignal(self.page.loadFinished, timeout=LOAD_MS) as loaded:
            self.page.load(QUrl(url))
            meanwhile()
        assert loaded.args is not None
        return bool(loaded.args[0])

    def read(self, url: str, meanwhile: Callable[[], None] = lambda: None) -> str:
        """Open an address as `load` does; return its document as parsed by the engine."""
        assert self.load(url, meanwhile), self.faults
        documents: list[str] = []
        self.page.toHtml(documents.append)
        self.wait(lambda: bool(documents))
        return documents[0]

    def run(self, code: str) -> Any:
        """Return the value of a JavaScript expression, or of the promise that it makes."""
        show = "value => { document.title = 'value ' + JSON.stringify(value) }"
        self.page.runJavaScript(f"Promise.resolve({code}).then({show}, {show})")
        self.wait(lambda: self.page.title().startswith("value "))
        value = json.loads(self.page.title().removeprefix("value "))
        self.page.runJavaScript("document.title = ''")
        self.wait(lambda: not self.page.title().startswith("value "))
        return value

    def download(self, url: str, folder: Path) -> Path:
        """Save an address in a folder; return the file."""
        downloads: list[QWebEngineDownloadRequest] = []

        def accept(download: QWebEngineDownloadRequest) -> None:
            download.setDownloadDirectory(str(folder))
            download.accept()
            downloads.append(download)

        self.profile.downloadRequested.connect(accept)
        self.page.load(QUrl(url))
        self.wait(lambda: bool(downloads) and downloads[0].isFinished())
        assert downloads[0].state() is downloads[0].DownloadState.DownloadCompleted
        return folder / downloads[0].downloadFileName()

    def wait(self, is_met: Callable[[], bool]) -> None:
        """Wait until a condition is met."""
        self._qtbot.waitUntil(is_met, timeout=LOAD_MS)

    def close(self) -> None:
        """Delete the page before its profile."""
        for qt_object in (self.page, self.profile):
            with self._qtbot.waitSignal(qt_object.destroyed, timeout=LOAD_MS):
                qt_object.deleteLater()


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, mitmproxy: Path) -> Iterator[Bench]:  # noqa: ARG001 - skips without it
    """Return a site behind a proxy, for all tests."""
    folder = tmp_path_factory.mktemp("proxy")
    (folder / "sitecustomize.py").write_text(LOOK_UP)
    site = Site(folder)
    site.put("/tides", PAGE)
    site.put("/scripted", SCRIPTED)
    options = ProxyOptions(port=0, folder=folder, allow_private=True, trust=site.trust, jobs=1)
    pane = Pane("crunch", "crunch", registry.extractor("crunch").default_settings())
    proxy = ProxyProcess(options, ProxyConfig((pane,)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        yield Bench(site, proxy)
    proxy.stop()
    site.close()


@pytest.fixture
def browser(qtbot: QtBot, bench: Bench) -> Iterator[Engine]:
    """Return the engine with this proxy set."""
    before = QNetworkProxy.applicationProxy()
    kind = QNetworkProxy.ProxyType.HttpProxy
    QNetworkProxy.setApplicationProxy(QNetworkProxy(kind, bench.started.host, bench.started.port))
    browser = Engine(qtbot)
    yield browser
    browser.close()
    QNetworkProxy.setApplicationProxy(before)


def parts(markup: str | bytes) -> dict[str, Any]:
    """Return the parts of a document that a reader sees: text, links and images."""
    tree: Any = lxml.html.document_fromstring(
        markup.encode() if isinstance(markup, str) else markup
    )
    return {
        "text": tree.text_content().split(),
        "links": tree.xpath("//a/@href"),
        "images": tree.xpath("//img/@src"),
        "base": tree.xpath("//base/@href"),
        "scripts": len(tree.xpath("//script")),
    }


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_engine_shows_the_same_page_as_httpx(browser: Engine, bench: Bench, scheme: str):
    url = bench.url("/tides", scheme)

    document = browser.read(url)
    title = browser.page.title()
    record = bench.record(url)

    assert parts(document) == parts(bench.get(url).content)
    assert parts(document)["scripts"] == 0
    assert title == "Tides"  # no script ran
    assert record.cleaned


def test_http_2_is_used_on_both_sides_of_the_proxy(browser: Engine, bench: Bench):
    browser.read(bench.url("/tides", "https"))

    assert browser.run(PROTOCOL) == "h2"
    assert bench.site.last("/tides").version == "2"


@pytest.mark.parametrize(
    ("path", "body", "facts"),
    [
        *(
            (
                f"/{coding}",
                pack(PAGE),
                {"headers": {"Content-Type": "text/html", "Content-Encoding": coding}},
            )
            for coding, pack in PACKINGS.items()
        ),
        ("/chunked", PAGE, {"chunked": True}),
        ("/gbk", GBK, {}),
    ],
)
def test_a_page_is_cleaned_however_it_is_encoded(
    browser: Engine, bench: Bench, path: str, body: bytes, facts: dict[str, Any]
):
    bench.site.put(path, body, **facts)

    document = browser.read(bench.url(path))

    assert parts(document) == parts(bench.get(bench.url(path)).content)
    assert browser.page.title() == ("潮汐" if body is GBK else "Tides")
    assert browser.run("document.characterSet") == "UTF-8"


def test_a_redirection_is_followed_to_the_cleaned_page(browser: Engine, bench: Bench):
    bench.site.put("/old", status=302, headers={"Location": "/tides"})

    document = browser.read(bench.url("/old"))

    assert browser.page.url().path() == "/tides"
    assert parts(document)["base"] == [bench.url("/tides")]


def test_a_slow_page_is_shown_cleaned_when_it_is_complete(browser: Engine, bench: Bench):
    go = asyncio.Event()
    bench.site.put("/slow", PAGE[:300], go=go, rest=PAGE[300:])

    def send_rest() -> None:
        browser.wait(lambda: any(request.path == "/slow" for request in bench.site.asked))
        bench.site.open(go)

    document = browser.read(bench.url("/slow"), send_rest)

    assert parts(document)["text"] == parts(browser.read(bench.url("/tides")))["text"]


@pytest.mark.parametrize(
    "facts",
    [
        {"body": PAGE, "length": len(PAGE) + 100, "is_cut": True},
        {"raw": b"HTTP/1.1 200 OK\r\nno colon here\r\n\r\n<p>x"},
        {"raw": b"nonsense\r\n\r\n"},
    ],
    ids=["cut", "header", "nonsense"],
)
def test_a_broken_response_is_shown_as_an_error_page(
    browser: Engine, bench: Bench, facts: dict[str, Any]
):
    bench.site.put("/broken", **facts)

    assert not browser.load(bench.url("/broken"))
    assert browser.page.title() == "502 Bad Gateway"


def test_the_engine_gets_an_original_with_its_scripts(browser: Engine, bench: Bench):
    browser.read(bench.url("/scripted"))

    assert browser.page.title() == "run"


@pytest.mark.parametrize(
    ("sent", "facts"),
    [
        (
            {"Range": "bytes=5-19"},
            {
                "body": PAGE[5:20],
                "status": 206,
                "headers": {"Content-Type": "text/html", "Content-Range": "bytes 5-19/900"},
            },
        ),
        ({}, {"status": 204, "headers": {}}),
        ({"If-None-Match": '"7"'}, {"status": 304, "headers": {"ETag": '"7"'}}),
    ],
    ids=["206", "204", "304"],
)
def test_other_responses_reach_scripts_unchanged(
    browser: Engine, bench: Bench, sent: dict[str, str], facts: dict[str, Any]
):
    reply = bench.site.put("/part", **facts)
    browser.read(bench.url("/scripted"))

    asked = json.dumps({"cache": "no-store", "headers": sent})
    answer = f"fetch('/part', {asked}).then(async part => [part.status, await part.text()])"

    assert browser.run(answer) == [reply.status, reply.body.decode()]
    assert bench.site.last("/part").headers.items() >= {
        (name.lower(), value) for name, value in sent.items()
    }


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_websocket_of_a_page_passes(browser: Engine, bench: Bench, scheme: str):
    browser.read(bench.url("/scripted", scheme))

    assert browser.run(ECHO) == "EBB AND FLOW"


def test_an_event_stream_reaches_a_script_before_it_ends(browser: Engine, bench: Bench):
    go = asyncio.Event()
    headers = {"Content-Type": "text/event-stream"}
    first, second = b"event: ebb\ndata: 1\n\n", b"event: flow\ndata: 2\n\n"
    bench.site.put("/events", first, headers=headers, go=go, rest=second)
    browser.read(bench.url("/scripted"))
    browser.page.runJavaScript(EVENTS)

    assert browser.run("ebb") == "1"
    bench.site.open(go)  # the second event is sent only after the first has arrived
    assert browser.run("flow") == "2"


def test_a_large_download_is_saved_whole(browser: Engine, bench: Bench, tmp_path: Path):
    bench.site.put(
        "/100mb",
        headers={"Content-Type": "application/octet-stream"},
        pieces=lambda: (CHUNK for _ in range(100)),
        length=100 * len(CHUNK),
    )

    saved = browser.download(bench.url("/100mb"), tmp_path)

    with saved.open("rb") as file:
        assert all(file.read(len(CHUNK)) == CHUNK for _ in range(100))
        assert file.read() == b""
    saved.unlink()


def test_the_engine_shows_the_proxys_own_page(browser: Engine, bench: Bench):
    document = browser.read("http://boilerscope.proxy/")

    assert "Boilerscope proxy" in document
    assert bench.started.address in document
