"""Pages and other responses, read through the proxy from servers on this machine."""

from __future__ import annotations

import asyncio
import gzip
import os
import signal
import socket
import ssl
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.files import encoded
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.page import Page
from boilerscope.extractors.proxy.headers import OUTCOME
from boilerscope.extractors.proxy.process import ProxyProcess
from boilerscope.extractors.proxy.records import (
    ConfigReply,
    PageRecord,
    PageReply,
    ProxyOptions,
    Started,
    Stopped,
)
from boilerscope.extractors.proxy.settings import Output, ProxyConfig, ProxySettings, Rule
from boilerscope.extractors.runner import Pane
from tests.helpers import toy
from tests.helpers.material import ROOT
from tests.helpers.packing import PACKINGS
from tests.helpers.processes import wait_until
from tests.helpers.site import HOST, Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.usefixtures("mitmproxy")

WAIT_S = 30.0
TEXT = "The tide turns twice a day, and the harbour master writes down each height. "
PAGE = (
    "<!DOCTYPE html><html><head><title>Tides</title><script>track()</script>"
    "<style>p { color: navy }</style></head><body><ul><li><a href=/>Home</a><li><a href=/b>All</a>"
    f"</ul><h1>Tides</h1><p onclick=x()>{TEXT * 9}<a href=heights>Heights</a></p></body></html>"
).encode()
GBK = PAGE.replace(b"The tide", "潮汐每天涨落两次，港务长记录每一次的高度。".encode("gbk"))
FAILING = ("hanging", "dying", "greedy", "raising", "refusing", "locked")


class Bench:
    """Site, proxy and reader of a test.

    Attributes
    ----------
    site : Site
        Servers of the pages.
    proxy : ProxyProcess
        Proxy under test.
    started : Started
        First message of the proxy.
    client : httpx.Client
        Reads through the proxy.
    """

    def __init__(self, site: Site, proxy: ProxyProcess) -> None:
        self.site, self.proxy = site, proxy
        self._events: list[Any] = []
        proxy.start()
        self.started: Started = self.event(Started)
        self.trust = ssl.create_default_context(cafile=str(self.started.certificate))
        self.client = self.reader()

    def reader(self, **facts: Any) -> httpx.Client:
        """Return a new client that reads through the proxy."""
        address = f"http://{self.started.address}"
        return httpx.Client(proxy=address, verify=self.trust, timeout=WAIT_S, **facts)

    def event(self, kind: type[Any], matches: Callable[[Any], bool] = lambda _: True) -> Any:
        """Wait for the next matching event of a kind and return it."""
        while True:
            for number, event in enumerate(self._events):
                if isinstance(event, kind) and matches(event):
                    return self._events.pop(number)
            events = list(self.proxy.events(WAIT_S))
            assert events, f"no {kind.__name__} came"
            self._events += events

    def page(self, path: str) -> PageRecord:
        """Return the record of the page at a path."""
        record: PageRecord = self.event(PageRecord, lambda record: record.url.endswith(path))
        return record

    def get(self, path: str, **facts: Any) -> httpx.Response:
        """Read a page of the plain server."""
        return self.client.get(f"{self.site.url}{path}", **facts)

    def close(self) -> None:
        """Close the client and stop proxy and site."""
        self.client.close()
        self.proxy.stop()
        self.site.close()


def workers_of(proxy: int | None) -> list[int]:
    """Return the worker processes of a proxy, which are children of its fork server."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                status = (folder / "stat").read_text()
                parents[int(folder.name)] = int(status.rpartition(")")[2].split()[1])
    return [process for process, parent in parents.items() if parents.get(parent) == proxy]


def _pane(name: str) -> Pane:
    return Pane(name, name, registry.extractor(name).default_settings())


def _config(**settings: Any) -> ProxyConfig:
    panes = tuple(_pane(name) for name in ("crunch", "boilerpipe.article", *FAILING))
    rules = (
        *(Rule(f"*/{name}*", name) for name in FAILING),
        Rule("*/as-it-is*", "none"),
        Rule("xn--bcher-kva.example", "none"),
    )
    values = {"deadline_s": WAIT_S, "max_page_mb": 1.0, "min_kept_share": 0.05} | settings
    return ProxyConfig(panes, ProxySettings(**values), rules)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, mitmproxy: Path) -> Iterator[Bench]:  # noqa: ARG001 - skips without it
    """Return a site behind a proxy, for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        toys = tmp_path_factory.mktemp("toys")
        toy.install(patch, toys, *toy.ENTRIES)
        patch.setenv("PYTHONPATH", os.pathsep.join(map(str, (toys, ROOT))))
        site = Site(tmp_path_factory.mktemp("site"))
        folder = tmp_path_factory.mktemp("authority")
        options = ProxyOptions(
            port=0, folder=folder, allow_private=True, trust=site.trust, jobs=1, kept_pages=4
        )
        bench = Bench(site, ProxyProcess(options, _config()))
        yield bench
        bench.close()


def _expected(data: bytes, url: str, name: str = "crunch", charset: str | None = None) -> bytes:
    """Return the bytes that `extract --format html --url` writes."""
    page = Page.from_bytes(data, name=url, url=url, http_charset=charset)
    extraction = runner.run(page, name)
    return encoded(FORMATS["html"].write(Result(url, "page", name, page, extraction)))


def test_a_page_arrives_as_the_html_format_writes_it(bench: Bench):
    bench.site.put("/tides", PAGE)

    answer = bench.get("/tides")
    record = bench.page("/tides")

    assert answer.status_code == 200
    assert answer.content == _expected(PAGE, f"{bench.site.url}/tides")
    assert b"<base href=" in answer.content
    assert b"track()" not in answer.content
    assert b"navy" in answer.content
    assert answer.headers[OUTCOME].startswith('cleaned; pane="crunch"; kept=0.')
    assert answer.headers["Content-Length"] == str(len(answer.content))
    assert (record.before, record.after) == (len(PAGE), len(answer.content))
    assert (record.status, record.cleaned, record.pane) == (200, True, "crunch")
    assert record.title == "Tides"


def test_links_stay_relative_to_the_base_that_a_page_declares(bench: Bench):
    bench.site.put("/deep/based", PAGE.replace(b"<title>", b"<base href='../other/'><title>"))

    answer = bench.get("/deep/based")

    assert f'<base href="{bench.site.url}/other/">' in answer.text
    assert answer.text.count("<base") == 1


@pytest.mark.parametrize(
    "facts", [{"headers": {"Content-Type": "application/xhtml+xml"}}, {"status": 203}]
)
def test_xhtml_and_pages_changed_on_their_way_are_cleaned(bench: Bench, facts: dict[str, Any]):
    reply = bench.site.put("/variant", PAGE, **facts)

    answer = bench.get("/variant")

    assert answer.status_code == reply.status
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.content == _expected(PAGE, f"{bench.site.url}/variant")


def _packed(data: bytes, codings: str) -> bytes:
    for coding in codings.split(", "):
        data = PACKINGS[coding](data)
    return data


@pytest.mark.parametrize("packing", [*PACKINGS, "gzip, br"])
def test_a_packed_page_is_cleaned_and_sent_unpacked(bench: Bench, packing: str):
    path = f"/{packing.replace(', ', '-')}"
    headers = {"Content-Type": "text/html", "Content-Encoding": packing}
    bench.site.put(path, _packed(PAGE, packing), headers=headers)

    answer = bench.get(path)

    assert "Content-Encoding" not in answer.headers
    assert answer.content == _expected(PAGE, f"{bench.site.url}{path}")


@pytest.mark.parametrize("coding", ["none", "gzip", "br", "deflate", "UTF-8"])
def test_markup_is_cleaned_whatever_coding_is_declared(bench: Bench, coding: str):
    headers = {"Content-Type": "text/html", "Content-Encoding": coding}
    bench.site.put("/false", PAGE, headers=headers)

    answer = bench.get("/false")

    assert "Content-Encoding" not in answer.headers
    assert answer.content == _expected(PAGE, f"{bench.site.url}/false")


@pytest.mark.parametrize(
    ("coding", "body", "reason"),
    [
        ("gzip", gzip.compress(PAGE)[:-20], "ends in the middle"),
        ("br", PACKINGS["br"](PAGE)[:-9], "ends in the middle"),
        ("zstd", PACKINGS["zstd"](PAGE)[:-9], "ends in the middle"),
        ("br", b"\xff" * 40, "damaged"),
        ("dcb", b"whatever", "unsupported compression"),
        ("gzip", gzip.compress(bytes(9_000_000)), "larger than 1 MB"),
        ("zstd", PACKINGS["zstd"](bytes(9_000_000)), "larger than 1 MB"),
        ("br", PACKINGS["br"](bytes(9_000_000)), "larger than 1 MB"),
    ],
)
def test_a_body_that_cannot_be_unpacked_is_sent_unchanged(
    bench: Bench, coding: str, body: bytes, reason: str
):
    headers = {"Content-Type": "text/html", "Content-Encoding": coding}
    bench.site.put("/packed", body, headers=headers)

    with bench.client.stream("GET", f"{bench.site.url}/packed") as answer:
        received = b"".join(answer.iter_raw())

    assert received == body
    assert answer.headers["Content-Encoding"] == coding
    assert answer.headers[OUTCOME].startswith("original")
    assert reason in answer.headers[OUTCOME]


def test_a_chunked_page_is_cleaned(bench: Bench):
    bench.site.put("/chunked", PAGE, chunked=True)

    answer = bench.get("/chunked")

    assert answer.content == _expected(PAGE, f"{bench.site.url}/chunked")
    assert "Transfer-Encoding" not in answer.headers


def test_a_chinese_page_without_declaration_is_read_and_sent_as_utf_8(bench: Bench):
    bench.site.put("/gbk", GBK)

    answer = bench.get("/gbk")

    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "潮汐每天涨落两次" in answer.content.decode("utf-8")
    assert answer.content == _expected(GBK, f"{bench.site.url}/gbk")


def test_the_charset_in_the_header_is_used(bench: Bench):
    body = PAGE.replace(b"harbour", "Höhe".encode("latin-1"))
    bench.site.put("/latin", body, headers={"Content-Type": 'text/html; charset="ISO-8859-2"'})

    answer = bench.get("/latin")

    assert answer.content == _expected(body, f"{bench.site.url}/latin", charset="ISO-8859-2")


def test_headers_that_describe_only_the_original_are_removed(bench: Bench):
    original_headers = {
        "Content-Type": "text/html",
        "ETag": '"1"',
        "Last-Modified": "Sun, 22 Nov 2026 10:00:00 GMT",
        "Expires": "Sun, 22 Nov 2030 10:00:00 GMT",
        "Cache-Control": "public, max-age=9999",
        "Content-Security-Policy": "default-src 'self'",
        "Accept-Ranges": "bytes",
        "Set-Cookie": "a=1",
        OUTCOME: "forged",
    }
    bench.site.put("/headers", PAGE, headers=original_headers)

    headers = bench.get("/headers").headers

    assert not {"ETag", "Last-Modified", "Expires", "Accept-Ranges"} & {
        name.title().replace("Etag", "ETag") for name in headers
    }
    assert headers["Cache-Control"] == "private, no-cache"
    assert headers["Set-Cookie"] == "a=1"
    assert headers.get_list("Content-Security-Policy") == [
        "default-src 'self'",
        "script-src 'none'; object-src 'none'",
    ]
    assert "forged" not in headers[OUTCOME]


def test_each_cookie_of_a_cleaned_page_stays(bench: Bench):
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
    cookies = b"Set-Cookie: a=1\r\nSet-Cookie: b=2; Path=/\r\n\r\n"
    bench.site.put("/cookies", raw=head + cookies + PAGE)

    headers = bench.get("/cookies").headers

    assert headers[OUTCOME].startswith("cleaned")
    assert headers.get_list("Set-Cookie") == ["a=1", "b=2; Path=/"]


def test_no_store_is_kept(bench: Bench):
    original_headers = {"Content-Type": "text/html", "Cache-Control": "no-store"}
    bench.site.put("/secret", PAGE, headers=original_headers)

    assert bench.get("/secret").headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("path", "facts", "request_headers", "storage"),
    [
        ("/raising", {}, {}, "private, no-cache"),
        ("/raising", {"headers": {"Cache-Control": "no-store"}}, {}, "private, no-store"),
        ("/frame", {}, {"Sec-Fetch-Dest": "iframe"}, "private, no-cache"),
        ("/large", {"body": PAGE * 2000}, {}, "private, no-cache"),
        ("/large", {"body": PAGE * 2000, "chunked": True}, {}, "private, no-cache"),
        ("/as-it-is", {}, {}, "max-age=9999"),
        ("/gone", {"status": 410}, {}, "max-age=9999"),
        ("/image", {"headers": {"Content-Type": "image/png"}}, {}, "max-age=9999"),
    ],
)
def test_a_page_that_another_setting_could_clean_is_not_shown_from_a_cache(
    bench: Bench, path: str, facts: dict[str, Any], request_headers: dict[str, str], storage: str
):
    headers = {"Content-Type": "text/html", "Cache-Control": "max-age=9999", "ETag": '"1"'}
    facts = {"body": PAGE} | facts | {"headers": headers | facts.get("headers", {})}
    bench.site.put(path, **facts)

    answer = bench.get(path, headers=request_headers)

    assert answer.content == facts["body"]
    assert answer.headers["Cache-Control"] == storage
    assert answer.headers["ETag"] == '"1"'


def test_a_navigation_asks_for_the_whole_page(bench: Bench):
    bench.site.put("/whole", PAGE)
    headers = {
        "If-None-Match": '"1"',
        "Accept-Encoding": "gzip, dcb, zstd;q=0.5",
        "Accept": "text/html",
    }

    bench.get("/whole", headers=headers)

    sent = bench.site.last("/whole").headers
    assert "if-none-match" not in sent
    assert sent["accept-encoding"] == "gzip, zstd;q=0.5"


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Mode": "navigate"},
        {"Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors"},
        {"Sec-Fetch-Mode": "no-cors"},
        {"X-Requested-With": "XMLHttpRequest", "Accept": "text/html"},
        {"Referer": "http://news.example/", "Accept": "*/*"},
    ],
)
def test_pages_loaded_by_frames_and_scripts_stay_unchanged(bench: Bench, headers: dict[str, str]):
    bench.site.put("/part", PAGE)

    answer = bench.get("/part", headers=headers)

    assert answer.content == PAGE
    assert 'reason="not a navigation"' in answer.headers[OUTCOME]


def test_frames_are_cleaned_on_request(bench: Bench):
    bench.site.put("/part", PAGE)
    bench.proxy.change(_config(navigations_only=False))
    assert bench.event(ConfigReply).fault == ""

    frame = bench.get("/part", headers={"Sec-Fetch-Dest": "iframe", "If-None-Match": '"1"'})
    bench.proxy.change(_config())
    assert bench.event(ConfigReply).fault == ""

    assert frame.headers[OUTCOME].startswith("cleaned")
    assert "if-none-match" not in bench.site.last("/part").headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"},
        {"Sec-Fetch-Mode": "navigate"},
        {"Referer": "http://news.example/", "Accept": "text/html,*/*;q=0.8"},
        {"Accept": "*/*"},
    ],
)
def test_a_page_that_the_reader_opens_is_cleaned(bench: Bench, headers: dict[str, str]):
    bench.site.put("/opened", PAGE)

    assert bench.get("/opened", headers=headers).headers[OUTCOME].startswith("cleaned")


@pytest.mark.parametrize(
    ("path", "facts"),
    [
        ("/image", {"body": b"\x89PNG<html>", "headers": {"Content-Type": "image/png"}}),
        ("/typeless", {"body": PAGE, "headers": {}}),
        (
            "/download",
            {
                "body": PAGE,
                "headers": {
                    "Content-Type": "text/html",
                    "Content-Disposition": "attachment; filename=a.html",
                },
            },
        ),
        (
            "/range",
            {
                "body": PAGE[5:20],
                "status": 206,
                "headers": {"Content-Type": "text/html", "Content-Range": "bytes 5-19/900"},
            },
        ),
        ("/none", {"status": 204, "headers": {}}),
        ("/unchanged", {"status": 304, "headers": {"ETag": '"7"'}}),
    ],
)
def test_other_responses_pass_unchanged(bench: Bench, path: str, facts: dict[str, Any]):
    reply = bench.site.put(path, **facts)

    answer = bench.get(path)

    assert answer.status_code == reply.status
    assert answer.content == reply.body
    assert OUTCOME not in answer.headers
    assert {name: answer.headers[name] for name in reply.headers} == reply.headers


def test_a_head_response_passes_unchanged(bench: Bench):
    bench.site.put("/tides", PAGE)

    answer = bench.client.head(f"{bench.site.url}/tides")

    assert answer.headers["Content-Length"] == str(len(PAGE))
    assert OUTCOME not in answer.headers


def test_a_redirection_passes_for_the_browser_to_follow(bench: Bench):
    bench.site.put("/old", b"moved", status=302, headers={"Location": "/tides"})
    bench.site.put("/tides", PAGE)

    first = bench.get("/old")
    followed = bench.get("/old", follow_redirects=True)

    assert (first.status_code, first.headers["Location"]) == (302, "/tides")
    assert followed.content == _expected(PAGE, f"{bench.site.url}/tides")


def test_an_error_page_stays_unchanged(bench: Bench):
    bench.site.put("/gone", PAGE, status=410)

    answer = bench.get("/gone")

    assert (answer.status_code, answer.content) == (410, PAGE)
    assert 'reason="status 410"' in answer.headers[OUTCOME]


@pytest.mark.parametrize("chunked", [False, True])
def test_html_over_the_limit_streams_through(bench: Bench, chunked: bool):  # noqa: FBT001 - a parameter of the test
    path = f"/large-{chunked}"
    bench.site.put(path, PAGE * 2000, chunked=chunked)

    answer = bench.get(path)
    record = bench.page(path)

    assert answer.content == PAGE * 2000
    assert 'reason="larger than 1 MB"' in answer.headers[OUTCOME]
    assert (record.cleaned, record.reason) == (False, "larger than 1 MB")


def test_a_large_download_streams_through_without_being_kept(bench: Bench):
    chunk = bytes(range(256)) * 4096
    bench.site.put(
        "/100mb",
        headers={"Content-Type": "application/octet-stream"},
        pieces=lambda: (chunk for _ in range(100)),
        length=100 * len(chunk),
    )

    with bench.client.stream("GET", f"{bench.site.url}/100mb") as answer:
        n_bytes, is_equal = 0, True
        for part in answer.iter_bytes(len(chunk)):
            n_bytes += len(part)
            is_equal = is_equal and part == chunk[: len(part)]

    assert (n_bytes, is_equal) == (100 * 2**20, True)


def test_an_event_stream_arrives_before_it_ends(bench: Bench):
    go = asyncio.Event()
    bench.site.put(
        "/events",
        b"data: one\n\n",
        headers={"Content-Type": "text/event-stream"},
        go=go,
        rest=b"data: two\n\n",
    )

    with bench.client.stream("GET", f"{bench.site.url}/events") as answer:
        received = b""
        for part in answer.iter_raw():
            received += part
            if received == b"data: one\n\n":
                bench.site.open(go)  # the second event is sent only after the first has arrived

    assert received == b"data: one\n\ndata: two\n\n"


def test_a_slow_page_is_cleaned_when_it_is_complete(bench: Bench):
    go = asyncio.Event()
    bench.site.put("/slow", PAGE[:300], go=go, rest=PAGE[300:])
    bench.site.put("/tides", PAGE)
    answers: list[httpx.Response] = []
    reader = bench.reader()
    waiting = threading.Thread(
        target=lambda: answers.append(reader.get(f"{bench.site.url}/slow")), name="slow"
    )

    waiting.start()
    meanwhile = bench.get("/tides")
    bench.site.open(go)
    waiting.join(WAIT_S)
    reader.close()

    assert meanwhile.headers[OUTCOME].startswith("cleaned")
    assert answers[0].content == _expected(PAGE, f"{bench.site.url}/slow")


def test_a_page_of_unknown_length_ends_with_its_connection(bench: Bench):
    bench.site.put("/old-server", raw=b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE)

    answer = bench.get("/old-server")

    assert answer.content == _expected(PAGE, f"{bench.site.url}/old-server")


def test_a_tunnel_refuses_other_protocols(bench: Bench):
    with (
        socket.create_server((HOST, 0)) as server,
        socket.create_connection((bench.started.host, bench.started.port), WAIT_S) as line,
    ):
        target = f"{HOST}:{server.getsockname()[1]}"
        line.sendall(f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n\r\n".encode())
        assert b" 200 " in line.recv(65_536)
        accepted, _ = server.accept()
        accepted.settimeout(WAIT_S)
        line.sendall(b"EHLO mail.example\r\n\r\n")
        received = line.recv(65_536)
        line.shutdown(socket.SHUT_RDWR)
        forwarded = accepted.recv(65_536)
        accepted.close()

    assert b"400 Bad Request" in received
    assert forwarded == b""


def test_a_page_that_is_cut_off_gives_an_error_message(bench: Bench):
    bench.site.put("/cut", PAGE, length=len(PAGE) + 100, is_cut=True)

    answer = bench.get("/cut")
    record = bench.page("/cut")

    assert answer.status_code == 502
    assert "closed" in answer.text
    assert record.reason.startswith("broken off: ")
    assert (record.status, record.before, record.after) == (502, 0, 0)


def test_an_original_that_is_cut_off_is_recorded_with_the_bytes_that_were_sent(bench: Bench):
    bench.site.put("/as-it-is-cut", PAGE, length=len(PAGE) + 100, is_cut=True)

    with pytest.raises(httpx.RemoteProtocolError):
        bench.get("/as-it-is-cut")
    record = bench.page("/as-it-is-cut")

    assert record.reason.startswith("broken off: ")
    assert (record.status, record.before, record.after) == (200, len(PAGE), len(PAGE))


def test_a_page_whose_reader_leaves_is_recorded_without_bytes(bench: Bench):
    go = asyncio.Event()
    bench.site.put("/left", PAGE[:300], length=len(PAGE), go=go, rest=PAGE[300:])
    bench.site.put("/tides", PAGE)

    with socket.create_connection((bench.started.host, bench.started.port), WAIT_S) as line:
        line.sendall(f"GET {bench.site.url}/left HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        wait_until(lambda: any(request.path == "/left" for request in bench.site.asked))
        bench.get("/tides")  # meanwhile the first part of the other page has arrived
    record = bench.page("/left")
    bench.site.open(go)

    assert record.reason == "broken off: Client disconnected."
    assert (record.status, record.before, record.after) == (200, 0, 0)


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: many\r\n\r\n<p>x",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon here\r\n\r\n<p>x",
        b"nonsense\r\n\r\n",
    ],
)
def test_malformed_headers_are_refused_with_a_message(bench: Bench, raw: bytes):
    bench.site.put("/malformed", raw=raw)

    answer = bench.get("/malformed")

    assert answer.status_code == 502
    assert bench.get("/malformed", headers={}).status_code == 502  # the proxy still runs


def test_a_page_with_unusual_headers_is_cleaned(bench: Bench):
    headers = {"Content-Type": "TEXT/HTML ;charset=no-such; x", "X-Odd": "\xe9\xff", "Empty": ""}
    bench.site.put("/odd", PAGE, headers=headers)

    assert bench.get("/odd").headers[OUTCOME].startswith("cleaned")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("dying", "The worker process ended without a result"),
        ("greedy", "There was not enough memory."),
        ("raising", "this page has"),
        ("refusing", "needs a page of at least two words"),
    ],
)
def test_a_failing_pane_sends_the_original_with_the_reason(bench: Bench, name: str, reason: str):
    bench.site.put(f"/{name}", PAGE, headers={"Content-Type": "text/html", "ETag": '"1"'})
    bench.site.put("/tides", PAGE)

    answer = bench.get(f"/{name}")
    after = bench.get("/tides")

    assert answer.content == PAGE
    assert answer.headers["ETag"] == '"1"'
    assert answer.headers[OUTCOME].startswith(f'original; pane="{name}"')
    assert reason in answer.headers[OUTCOME]
    assert after.headers[OUTCOME].startswith("cleaned")


@contextmanager
def _hanging(bench: Bench) -> Iterator[list[httpx.Response]]:
    """Read a page that hangs in a worker; at the end, kill the worker and wait for the answer."""
    answers: list[httpx.Response] = []
    reader = bench.reader()
    reading = threading.Thread(
        target=lambda: answers.append(reader.get(f"{bench.site.url}/hanging")), name="hanging"
    )

    def kill_workers() -> bool:
        """Kill all workers; repeat if an idle worker was killed and its successor runs the page."""
        for worker in workers_of(bench.proxy.pid):
            os.kill(worker, signal.SIGKILL)
        reading.join(2)
        return bool(answers)

    bench.site.asked.clear()
    reading.start()
    wait_until(lambda: any(request.path == "/hanging" for request in bench.site.asked))
    try:
        yield answers
    finally:
        wait_until(kill_workers)
        reader.close()


def test_a_worker_killed_in_mid_run_sends_the_original_and_is_replaced(bench: Bench):
    bench.site.put("/hanging", PAGE)
    bench.site.put("/tides", PAGE)
    with _hanging(bench) as answers:
        pass
    after = bench.get("/tides")

    assert answers[0].status_code == 200
    assert answers[0].content == PAGE
    assert "The worker process ended without a result" in answers[0].headers[OUTCOME]
    assert after.headers[OUTCOME].startswith("cleaned")


def test_a_page_beyond_the_longest_queue_is_sent_unchanged(bench: Bench):
    bench.site.put("/hanging", PAGE)
    bench.site.put("/tides", PAGE)
    bench.proxy.change(_config(max_waiting=1))
    assert bench.event(ConfigReply).fault == ""

    with _hanging(bench):
        meanwhile = bench.get("/tides")
    after = bench.get("/tides")
    bench.proxy.change(_config())
    assert bench.event(ConfigReply).fault == ""

    assert meanwhile.content == PAGE
    assert "too many waiting pages (limit: 1)" in meanwhile.headers[OUTCOME]
    assert after.headers[OUTCOME].startswith("cleaned")


def test_a_slow_pane_sends_the_original_at_the_deadline(bench: Bench):
    bench.site.put("/hanging", PAGE)
    bench.site.put("/tides", PAGE)
    bench.proxy.change(_config(deadline_s=1.0))
    assert bench.event(ConfigReply).fault == ""

    answer = bench.get("/hanging")
    bench.proxy.change(_config())
    assert bench.event(ConfigReply).fault == ""
    after = bench.get("/tides")

    assert answer.content == PAGE
    assert 'reason="No result within 1 s."' in answer.headers[OUTCOME]
    assert after.headers[OUTCOME].startswith("cleaned")


def test_a_page_with_a_small_kept_share_stays_unchanged(bench: Bench):
    links = "".join(f"<li><a href=/{n}>Portal entry number {n}</a>" for n in range(300))
    portal = f"<html><body><ul>{links}</ul><p>Short text of a portal.</p></body></html>".encode()
    bench.site.put("/portal", portal)

    answer = bench.get("/portal")
    record = bench.page("/portal")

    assert answer.content == portal
    assert not record.cleaned
    assert record.kept is not None
    assert record.kept < 0.05
    assert "kept share" in record.reason or record.reason == "the pane keeps nothing"


def test_a_rule_without_a_pane_leaves_pages_unchanged(bench: Bench):
    bench.site.put("/as-it-is", PAGE)

    answer = bench.get("/as-it-is")

    assert answer.content == PAGE
    assert 'reason="no pane for this address"' in answer.headers[OUTCOME]


@pytest.mark.parametrize("http2", [False, True])
def test_a_rule_fits_an_international_host(bench: Bench, http2: bool):  # noqa: FBT001 - a parameter of the test
    bench.site.put("/books", PAGE)
    reader = bench.reader(http2=http2)

    answer = reader.get(f"{bench.site.tls_url}/books", headers={"Host": "xn--bcher-kva.example"})
    reader.close()

    assert answer.http_version == ("HTTP/2" if http2 else "HTTP/1.1")
    assert 'reason="no pane for this address"' in answer.headers[OUTCOME]


def test_https_is_read_with_the_certificate_of_the_proxy(bench: Bench):
    bench.site.put("/tides", PAGE)

    answer = bench.client.get(f"{bench.site.tls_url}/tides")

    assert answer.content == _expected(PAGE, f"{bench.site.tls_url}/tides")
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(f"{bench.site.tls_url}/tides", proxy=f"http://{bench.started.address}")


def test_http_2_is_used_on_both_sides(bench: Bench):
    bench.site.put("/tides", PAGE)
    reader = bench.reader(http2=True)

    answer = reader.get(f"{bench.site.tls_url}/tides")
    reader.close()

    assert answer.http_version == "HTTP/2"
    assert bench.site.last("/tides").version == "2"
    assert answer.content == _expected(PAGE, f"{bench.site.tls_url}/tides")


def test_a_websocket_passes(bench: Bench):
    from wsproto import ConnectionType, WSConnection
    from wsproto.events import AcceptConnection, Request, TextMessage

    ws = WSConnection(ConnectionType.CLIENT)
    host = f"{HOST}:{bench.site.port}"
    with socket.create_connection((bench.started.host, bench.started.port), WAIT_S) as line:
        stream = line.makefile("rwb")
        stream.write(f"CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        stream.flush()
        assert b" 200 " in stream.readline()
        while stream.readline().strip():
            pass
        line.sendall(ws.send(Request(host=host, target="/socket")))
        received: list[Any] = []
        while not any(isinstance(event, TextMessage) for event in received):
            ws.receive_data(line.recv(65_536))
            events = list(ws.events())
            received += events
            if any(isinstance(event, AcceptConnection) for event in events):
                line.sendall(ws.send(TextMessage("ebb and flow")))
        stream.close()

    assert [event.data for event in received if isinstance(event, TextMessage)] == ["EBB AND FLOW"]


def test_the_bytes_of_recent_pages_can_be_requested(bench: Bench):
    packed = gzip.compress(PAGE)
    headers = {"Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip"}
    bench.site.put("/copied", packed, headers=headers)

    bench.get("/copied")
    record = bench.page("/copied")
    bench.proxy.ask_for_page(record.number)

    assert bench.event(PageReply) == PageReply(record.number, record.url, PAGE, "utf-8", "crunch")

    bench.site.put("/tides", PAGE)
    for _ in range(4):
        bench.get("/tides")
    bench.proxy.ask_for_page(record.number)
    reply = bench.event(PageReply)
    assert (reply.number, reply.data) == (record.number, b"")
    assert "not kept the bytes" in reply.fault


def test_a_request_for_a_page_that_cannot_be_unpacked_gives_a_fault(bench: Bench):
    headers = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    bench.site.put("/cut-gzip", gzip.compress(PAGE)[:-20], headers=headers)

    with bench.client.stream("GET", f"{bench.site.url}/cut-gzip") as answer:
        assert answer.status_code == 200
        list(answer.iter_raw())
    bench.proxy.ask_for_page(bench.page("/cut-gzip").number)

    assert "ends in the middle" in bench.event(PageReply).fault


def test_a_new_configuration_applies_to_the_next_request(bench: Bench):
    bench.site.put("/tides", PAGE)

    bench.proxy.change(_config(output=Output.TEXT))
    assert bench.event(ConfigReply).fault == ""
    text = bench.get("/tides")
    bench.proxy.change(_config(pane="crunsh"))
    refused = bench.event(ConfigReply)
    same = bench.get("/tides")
    bench.proxy.change(_config(min_kept_share=1.0))
    assert bench.event(ConfigReply).fault == ""
    original = bench.get("/tides")
    bench.proxy.change(_config())
    assert bench.event(ConfigReply).fault == ""

    assert text.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert TEXT.strip() in text.text
    assert "unknown pane 'crunsh'; did you mean 'crunch'?" in refused.fault
    assert same.content == text.content
    assert original.content == PAGE
    assert "is below 1" in original.headers[OUTCOME]


def test_too_many_requests_of_one_client_are_refused(bench: Bench):
    bench.site.put("/tides", PAGE)
    bench.proxy.change(_config(max_requests=1))
    assert bench.event(ConfigReply).fault == ""
    answers = [bench.get("/tides") for _ in range(3)]
    bench.proxy.change(_config())
    assert bench.event(ConfigReply).fault == ""

    assert answers[-1].status_code == 429
    assert answers[-1].headers["Retry-After"]


def test_too_many_connections_of_one_client_are_closed(bench: Bench):
    bench.site.put("/tides", PAGE)
    bench.proxy.change(_config(max_connections=1))
    assert bench.event(ConfigReply).fault == ""
    bench.get("/tides")
    reader = bench.reader()
    with pytest.raises(httpx.HTTPError):
        reader.get(f"{bench.site.url}/tides")
    reader.close()
    bench.proxy.change(_config())
    assert bench.event(ConfigReply).fault == ""

    assert bench.get("/tides").status_code == 200


def test_a_failed_start_is_reported():
    # The port is already in use by the test.
    with socket.create_server((HOST, 0)) as server:
        port = server.getsockname()[1]
        proxy = ProxyProcess(ProxyOptions(port=port), ProxyConfig((_pane("crunch"),)))
        proxy.start()
        (stopped,) = list(proxy.events(WAIT_S))[:1]
        proxy.stop()

    assert isinstance(stopped, Stopped)
    assert f"cannot listen on {HOST}, port {port}" in stopped.fault
    assert not proxy.is_running


def test_a_proxy_that_is_asked_to_stop_reports_its_end(tmp_path: Path):
    options = ProxyOptions(port=0, folder=tmp_path)
    proxy = ProxyProcess(options, ProxyConfig((_pane("crunch"),)))
    proxy.start()
    first = next(proxy.events(WAIT_S))
    proxy.ask_to_stop()
    last = list(proxy.events(WAIT_S))
    assert isinstance(first, Started)
    assert last == [Stopped()]
    assert list(proxy.events()) == []

    proxy.stop()
    assert not proxy.is_running


def test_a_proxy_that_is_killed_is_reported(tmp_path: Path):
    options = ProxyOptions(port=0, folder=tmp_path)
    proxy = ProxyProcess(options, ProxyConfig((_pane("crunch"),)))
    proxy.start()
    next(proxy.events(WAIT_S))
    assert proxy.pid is not None
    os.kill(proxy.pid, signal.SIGKILL)
    last = list(proxy.events(WAIT_S))
    proxy.ask_to_stop()
    proxy.stop()

    assert last == [Stopped("The proxy ended unexpectedly.")]


def test_nothing_of_a_page_is_written_to_disk(bench: Bench):
    bench.site.put("/tides", PAGE)
    bench.get("/tides")

    names = {path.name for path in bench.started.certificate.parent.rglob("*")}

    assert names
    assert all(name.startswith("mitmproxy-") for name in names)
