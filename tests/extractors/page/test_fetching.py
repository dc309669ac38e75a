"""Pages from addresses: limits of time and size, and an error with the reason of every failure."""

from __future__ import annotations

import asyncio
import gzip
import socket
import threading
import time
import zlib
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import (
    BinaryContentError,
    FetchCancelledError,
    FetchError,
    TooLargeError,
    UnknownNameError,
)
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.fetching import FetchControl

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.helpers.hostile_server import HostileServer

_HTML = "<title>T</title><p>caf\u00e9 \u4e2d\u6587</p>"


def _packed(times: int = 1, *, start: int = 0) -> bytes:
    """Return the page with gzip; without a time, so that tests have the same names each time."""
    return gzip.compress(_HTML.encode()[start:] * times, mtime=0)


@dataclass
class _Answer:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    announced: int | None = None
    """Length that the server announces, if it is not the actual length."""


@dataclass
class _Site:
    """A server for one test, with its answers and the headers of the requests."""

    address: str
    answers: dict[str, _Answer] = field(default_factory=dict)
    asked: list[dict[str, str]] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def put(self, path: str, body: bytes | str = b"", status: int = 200, **headers: str) -> str:
        data = body if isinstance(body, bytes) else body.encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers[path] = _Answer(data, status, named)
        return self.address + path


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Site]:
    monkeypatch.setenv("NO_PROXY", "*")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            running.asked.append(dict(self.headers))
            answer = running.answers[self.path]
            length = len(answer.body) if answer.announced is None else answer.announced
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if answer.announced != -1:
                self.send_header("Content-Length", str(length))
            self.send_header("Connection", "close")
            self.end_headers()
            try:
                for start in range(0, len(answer.body), 8192):
                    self.wfile.write(answer.body[start : start + 8192])
                if answer.announced == -1:  # the body never ends
                    running.ended.wait(timeout=10)
            except OSError:
                pass  # the reader has closed the connection, as in some tests
            self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running = _Site(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield running
    running.ended.set()
    server.shutdown()
    thread.join()
    server.server_close()


def test_page_is_read_with_the_charset_of_the_server(site: _Site) -> None:
    url = site.put("/a", _HTML.encode("gb18030"), Content_Type="text/html; charset=gb2312")

    page = Page.from_url(url)

    assert page.text == "Tcaf\u00e9 \u4e2d\u6587"
    assert (page.decoded.encoding, page.decoded.how) == ("gb18030", "http")
    assert (page.name, page.url) == (url, url)
    assert page.data == _HTML.encode("gb18030")
    assert "Boilerscope" in site.asked[0]["User-Agent"]


def test_encoding_of_the_user_overrides_that_of_the_server(site: _Site) -> None:
    url = site.put("/a", _HTML.encode("gb18030"), Content_Type="text/html; charset=koi8-r")

    page = Page.from_url(url, encoding="gbk")

    assert page.decoded.how == "user"
    assert page.title == "T"


def test_redirects_are_followed_and_the_last_address_kept(site: _Site) -> None:
    last = site.put("/last", _HTML, Content_Type="text/html")
    first = site.put("/first", status=302, Location="/last")

    page = Page.from_url(first)

    assert (page.name, page.url) == (first, last)


def test_endless_redirect_is_an_error(site: _Site) -> None:
    url = site.put("/circle", status=302, Location="/circle")

    with pytest.raises(FetchError, match="redirects more than 10 times"):
        Page.from_url(url)


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/x", "javascript:1"])
def test_redirect_to_another_scheme_is_refused(site: _Site, target: str) -> None:
    url = site.put("/away", status=302, Location=target)

    with pytest.raises(FetchError):
        Page.from_url(url)


@pytest.mark.parametrize(
    ("packed", "packing"),
    [
        (_packed(), "gzip"),
        (_packed(), "x-gzip"),
        (gzip.compress(b"<title>T</title>", mtime=0) + _packed(start=16), "gzip"),
        (zlib.compress(_HTML.encode()), "deflate"),
        (zlib.compress(_HTML.encode(), wbits=-15), "deflate"),
        (_HTML.encode(), "identity"),
    ],
)
def test_packed_body_is_unpacked(site: _Site, packed: bytes, packing: str) -> None:
    url = site.put("/packed", packed, Content_Encoding=packing, Content_Type="text/html")

    page = Page.from_url(url)

    assert page.source == _HTML


@pytest.mark.parametrize("coding", ["none", "UTF-8", "gzip", "br", "deflate", "zstd", "dcb"])
def test_markup_is_read_whatever_coding_is_declared(site: _Site, coding: str) -> None:
    url = site.put("/false", _HTML.encode(), Content_Encoding=coding, Content_Type="text/html")

    assert Page.from_url(url).source == _HTML


def test_compression_that_is_not_known_is_an_error(site: _Site) -> None:
    url = site.put("/dcb", b"\x1b\x03", Content_Encoding="dcb")

    with pytest.raises(FetchError, match="cannot be read: unsupported compression dcb"):
        Page.from_url(url)
    assert site.asked[0]["Accept-Encoding"] == "gzip, deflate"


@pytest.mark.parametrize(
    ("packed", "message"),
    [
        (b"this is not packed at all", "damaged body"),
        (_packed(50)[:-20], "ended in the middle"),
        (_packed(50)[:-8] + bytes(8), "damaged body"),
    ],
)
def test_damaged_packed_body_is_an_error(site: _Site, packed: bytes, message: str) -> None:
    url = site.put("/damaged", packed, Content_Encoding="gzip")

    with pytest.raises(FetchError, match=message):
        Page.from_url(url)


def test_unpacking_of_a_bomb_stops_at_the_limit(site: _Site) -> None:
    url = site.put("/bomb", gzip.compress(bytes(200 * 2**20), 9), Content_Encoding="gzip")

    with pytest.raises(TooLargeError, match="larger than 2 MB, the limit"):
        Page.from_url(url, max_bytes=2 * 2**20)


def test_body_beyond_the_limit_is_stopped(site: _Site) -> None:
    url = site.put("/big", b"<p>" + b"x" * 200_000)

    with pytest.raises(TooLargeError, match=r"larger than 0\.09537 MB, the limit"):
        Page.from_url(url, max_bytes=100_000)


@pytest.mark.parametrize(("status", "message"), [(404, "404 Not Found"), (503, "503")])
def test_error_of_an_answer_without_a_page_has_its_status(
    site: _Site, status: int, message: str
) -> None:
    url = site.put("/status", b"<p>sorry", status=status)

    with pytest.raises(FetchError, match=f"answers {message}"):
        Page.from_url(url)


def test_answer_without_content_is_an_empty_page(site: _Site) -> None:
    url = site.put("/nothing", status=204)

    assert [warning.code for warning in Page.from_url(url).warnings] == ["empty"]


@pytest.mark.parametrize(
    ("media_type", "kind"),
    [
        ("application/pdf", "a PDF document"),
        ("image/png; q=1", "image/png"),
        ("VIDEO/mp4", "video/mp4"),
    ],
)
def test_media_type_that_is_not_a_page_is_refused_before_the_body_is_read(
    site: _Site, media_type: str, kind: str
) -> None:
    url = site.put("/media", b"<p>whatever", Content_Type=media_type)

    with pytest.raises(BinaryContentError, match=f"is {kind}, not an HTML page"):
        Page.from_url(url)


def test_binary_body_is_refused_whatever_its_media_type(site: _Site) -> None:
    url = site.put("/file", b"%PDF-1.4\n", Content_Type="text/html")

    with pytest.raises(BinaryContentError, match="a PDF document"):
        Page.from_url(url)


def test_progress_is_reported_with_the_announced_length(site: _Site) -> None:
    url = site.put("/long", b"<p>" + b"word " * 40_000)
    reports: list[tuple[int, int | None]] = []

    Page.from_url(url, on_progress=lambda received, total: reports.append((received, total)))

    assert [received for received, _ in reports] == sorted(received for received, _ in reports)
    assert reports[-1] == (200_003, 200_003)


def test_cancelling_stops_before_connecting(site: _Site) -> None:
    url = site.put("/a", _HTML)

    with pytest.raises(FetchCancelledError, match="was cancelled"):
        Page.from_url(url, cancelled=lambda: True)
    assert site.asked == []


def test_cancelling_stops_in_the_middle(site: _Site) -> None:
    url = site.put("/long", b"<p>" + b"word " * 400_000)
    received: list[int] = []

    with pytest.raises(FetchCancelledError):
        Page.from_url(
            url,
            on_progress=lambda done, _total: received.append(done),
            cancelled=lambda: bool(received),
        )
    assert received[-1] < 2_000_003


def test_body_that_never_ends_is_an_error_at_the_timeout(site: _Site) -> None:
    url = site.put("/endless", b"<p>begun")
    site.answers["/endless"].announced = -1

    with pytest.raises(FetchError, match=r"was not read within 0\.2 s\. Try again"):
        Page.from_url(url, timeout_s=0.2)


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("/never", "did not answer"),
        ("/trickle-head", "did not answer"),
        ("/trickle-body", "was not read"),
    ],
)
def test_connection_to_a_slow_server_is_closed_at_the_deadline(
    hostile: HostileServer, path: str, fault: str
) -> None:
    with pytest.raises(FetchError, match=rf"{fault} within 0\.3 s"):
        Page.from_url(hostile.url + path, timeout_s=0.3)

    assert hostile.hung_up(path).wait(5)


@pytest.mark.parametrize("path", ["/never", "/trickle-head", "/trickle-body"])
def test_cancelling_closes_the_connection_to_a_slow_server(
    hostile: HostileServer, path: str
) -> None:
    with pytest.raises(FetchCancelledError):
        Page.from_url(hostile.url + path, cancelled=lambda: path in hostile.asked)

    assert hostile.hung_up(path).wait(5)


def test_cancelling_does_not_wait_for_the_lookup_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")
    is_asked, is_over, is_done = threading.Event(), threading.Event(), threading.Event()

    def look_up(*_arguments: object, **_options: object) -> list[object]:
        is_asked.set()
        is_over.wait(30)
        is_done.set()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)

    with pytest.raises(FetchCancelledError):
        Page.from_url("http://a.example/", cancelled=is_asked.is_set)
    assert not is_done.is_set()
    is_over.set()
    assert is_done.wait(5)


@pytest.mark.parametrize("n_addresses", [1, 3])
def test_an_error_of_all_addresses_of_a_name_has_a_plain_message(
    monkeypatch: pytest.MonkeyPatch, n_addresses: int
) -> None:
    monkeypatch.setenv("NO_PROXY", "*")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        addresses = [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (f"127.0.0.{number}", port))
            for number in range(1, n_addresses + 1)
        ]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **_options: addresses)

        with pytest.raises(FetchError, match=r"did not accept the connection.*ECONNREFUSED"):
            Page.from_url(f"http://a.example:{port}/")


def test_an_unknown_name_has_a_plain_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")

    def look_up(*_arguments: object, **_options: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)

    with pytest.raises(FetchError, match="no server of this name was found"):
        Page.from_url("http://a.example/")


def test_a_name_that_no_server_can_have_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")

    with pytest.raises(FetchError, match="no server of this name was found"):
        Page.from_url(f"http://{'a' * 70}.example/")


def test_a_page_is_read_where_an_event_loop_runs_already(site: _Site) -> None:
    url = site.put("/a", _HTML, Content_Type="text/html; charset=utf-8")

    async def read() -> str:
        return Page.from_url(url).source

    assert asyncio.run(read()) == _HTML


def test_interrupt_closes_the_connection(hostile: HostileServer) -> None:
    def interrupt() -> bool:
        if "/never" in hostile.asked:
            raise KeyboardInterrupt
        return False

    with pytest.raises(KeyboardInterrupt):
        Page.from_url(hostile.url + "/never", cancelled=interrupt)

    assert hostile.hung_up("/never").wait(5)


def test_system_errors_have_a_plain_message(hostile: HostileServer) -> None:
    with pytest.raises(FetchError) as caught:
        Page.from_url(hostile.url + "/reset")

    assert str(caught.value) == (
        f"{hostile.url}/reset cannot be read: the server closed the connection."
        " Try again later. (ECONNRESET)"
    )


def test_check_raises_an_error_after_the_deadline() -> None:
    control = FetchControl(timeout_s=5.0)

    control.check("http://example.org/", time.monotonic() + 1)
    with pytest.raises(FetchError, match="was not read within 5 s"):
        control.check("http://example.org/", time.monotonic() - 1)


def test_connection_that_breaks_off_is_an_error(site: _Site) -> None:
    url = site.put("/short", b"<p>begun")
    site.answers["/short"].announced = 5000

    with pytest.raises(FetchError, match="cannot be read"):
        Page.from_url(url)


def test_connection_that_is_not_accepted_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]

        with pytest.raises(FetchError, match=f"127.0.0.1:{port}/ cannot be read") as caught:
            Page.from_url(f"http://127.0.0.1:{port}/")
    assert "the server did not accept the connection" in str(caught.value)
    assert str(caught.value).endswith("(ECONNREFUSED)")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "The address is empty. Enter one such as"),
        ("  ", "The address is empty"),
        ("example.org/a", "has no scheme. Write https://example.org/a"),
        ("file:///etc/passwd", "Only http and https can be read"),
        ("ftp://example.org/", "has the scheme 'ftp'"),
        ("http://", "names no server"),
        ("http://exa mple:port/", "cannot be read"),
    ],
)
def test_invalid_address_is_an_error(url: str, message: str) -> None:
    with pytest.raises(FetchError) as caught:
        Page.from_url(url)

    assert message in str(caught.value)


def test_unknown_encoding_is_an_error_before_the_request(site: _Site) -> None:
    url = site.put("/a", _HTML)

    with pytest.raises(UnknownNameError, match="gb18030"):
        Page.from_url(url, encoding="gb18031")
    assert site.asked == []
