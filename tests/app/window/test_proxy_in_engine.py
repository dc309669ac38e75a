"""The window's engine reads the same through the proxy as httpx."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import httpx
import lxml.html
import pytest
from PySide6.QtCore import QUrl
from PySide6.QtNetwork import QNetworkProxy
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile

from extractors import registry
from extractors.proxy.process import ProxyProcess
from extractors.proxy.records import PageRecord, ProxyOptions, Started
from extractors.proxy.settings import ProxyConfig
from extractors.runner import Pane
from tests.helpers.page_bench import LOAD_MS
from tests.helpers.site import HOST, NAME, Site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
SCRIPTED = b"<html><head><title>x</title></head><script>document.title = 'run'</script>"


class Engine:
    """A page of the window's engine with a profile that stores nothing."""

    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        self.profile = QWebEngineProfile()
        self.page = QWebEnginePage(self.profile)
        self.faults: list[str] = []
        self.page.loadingChanged.connect(lambda info: self.faults.append(info.errorString()))
        self.page.certificateError.connect(lambda error: error.acceptCertificate())

    def read(self, url: str) -> str:
        """Open an address; return its document as parsed by the engine."""
        with self._qtbot.waitSignal(self.page.loadFinished, timeout=LOAD_MS) as loaded:
            self.page.load(QUrl(url))
        assert loaded.args == [True], self.faults
        documents: list[str] = []
        self.page.toHtml(documents.append)
        self._qtbot.waitUntil(lambda: bool(documents), timeout=LOAD_MS)
        return documents[0]

    def close(self) -> None:
        """Delete the page before its profile."""
        for qt_object in (self.page, self.profile):
            with self._qtbot.waitSignal(qt_object.destroyed, timeout=LOAD_MS):
                qt_object.deleteLater()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Return a site with pages."""
    site = Site(tmp_path)
    site.put("/tides", PAGE)
    site.put("/scripted", SCRIPTED)
    yield site
    site.close()


@pytest.fixture
def proxy(
    site: Site,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mitmproxy: Path,  # noqa: ARG001 - skips without it
) -> Iterator[ProxyProcess]:
    """Return a running proxy whose first event is still unread."""
    (tmp_path / "sitecustomize.py").write_text(LOOK_UP)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    options = ProxyOptions(port=0, folder=tmp_path, allow_private=True, trust=site.trust)
    pane = Pane("crunch", "crunch", registry.extractor("crunch").default_settings())
    proxy = ProxyProcess(options, ProxyConfig((pane,)))
    proxy.start()
    yield proxy
    proxy.stop()


@pytest.fixture
def engine(qtbot: QtBot, proxy: ProxyProcess) -> Iterator[tuple[Engine, Started]]:
    """Return the engine with this proxy set."""
    started = next(iter(proxy.events(LOAD_MS / 1000)))
    assert isinstance(started, Started)
    before = QNetworkProxy.applicationProxy()
    kind = QNetworkProxy.ProxyType.HttpProxy
    QNetworkProxy.setApplicationProxy(QNetworkProxy(kind, started.host, started.port))
    browser = Engine(qtbot)
    yield browser, started
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
def test_the_engine_shows_the_same_page_as_httpx(
    engine: tuple[Engine, Started], site: Site, proxy: ProxyProcess, scheme: str
):
    browser, started = engine
    port = site.port if scheme == "http" else site.tls_port
    url = f"{scheme}://{NAME}:{port}/tides"
    address = f"http://{started.address}"

    document = browser.read(url)
    read = httpx.get(url, proxy=address, verify=False)  # noqa: S501 - the site is the test's own
    records = [event for event in proxy.events(LOAD_MS / 1000) if isinstance(event, PageRecord)]

    assert parts(document) == parts(read.content)
    assert parts(document)["scripts"] == 0
    assert browser.page.title() == "Tides"  # no script ran
    assert [record.url for record in records][:1] == [url]
    assert records[0].cleaned


def test_the_engine_gets_an_original_with_its_scripts(engine: tuple[Engine, Started], site: Site):
    browser, _ = engine

    browser.read(f"http://{NAME}:{site.port}/scripted")

    assert browser.page.title() == "run"


def test_the_engine_shows_the_proxys_own_page(engine: tuple[Engine, Started]):
    browser, started = engine

    document = browser.read("http://boilerscope.proxy/")

    assert "Boilerscope proxy" in document
    assert started.address in document
