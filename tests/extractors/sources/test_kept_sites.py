"""Other pages of a site: which links are followed, rules of robots.txt, failures, what is kept."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import AnswerError, FetchError
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.fetch_control import FetchControl
from boilerscope.extractors.page.fetching import fetch
from boilerscope.extractors.sources.kept_sites import KeptSite, candidates, fetch_site, host_of
from boilerscope.extractors.sources.site_tables import SiteTables
from tests.helpers.host_server import host_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from boilerscope.extractors.sources.kept_sites import FetchedSite
    from tests.helpers.host_server import HostServer

OWN = "https://news.example/energy/old-bridge"


@pytest.fixture
def server() -> Iterator[HostServer]:
    with host_server() as running:
        yield running


def page_with(*links: str, url: str = OWN) -> Page:
    anchors = "".join(f'<p><a href="{link}">A story of the town</a></p>' for link in links)
    return Page.from_text(f"<html><body>{anchors}</body></html>", name="own", url=url)


def run(
    page: Page, url: str, kept: KeptSite, cancelled: Callable[[], bool] = lambda: False
) -> tuple[list[tuple[int, int]], FetchedSite]:
    """Fetch without pauses; return the reported progress and the result."""
    steps = []
    job = fetch_site(page, url, kept, cancelled, pause_s=0.0)
    while True:
        try:
            steps.append(next(job))
        except StopIteration as end:
            return steps, end.value


def own_page(server: HostServer, n_links: int) -> Page:
    return page_with(*(f"/town/{n}" for n in range(n_links)), url=f"{server.url}/town/own")


def test_links_of_the_own_host_are_followed_those_of_its_section_first():
    page = page_with(
        "/about",
        "../energy/weir#comments",
        "/energy/archive/2024/",
        "https://www.news.example/energy/lamp",
        "https://elsewhere.example/energy/lamp",
        "/energy/old-bridge/",
        "/energy/plan.pdf",
        "mailto:desk@news.example",
        "/energy/weir",
        "?print=1",
    )

    assert candidates(page, OWN) == [
        "https://news.example/energy/old-bridge?print=1",
        "https://news.example/energy/weir",
        "https://www.news.example/energy/lamp",
        "https://news.example/energy/archive/2024/",
        "https://news.example/about",
    ]


def test_links_that_ask_not_to_be_followed_are_left_out():
    page = Page.from_text(
        '<p><a rel="ugc NoFollow" href="/a">One</a> <a href="/b">Two</a>', name="own", url=OWN
    )

    assert candidates(page, OWN) == ["https://news.example/b"]
    assert candidates(page, OWN, frozenset(["https://news.example/b"])) == []


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://www.News.example/a", "news.example"),
        ("http://127.0.0.1:8000/a", "127.0.0.1:8000"),
        ("file:///home/a.html", ""),
        ("https://[broken/", ""),
        ("https://news.example:port/", ""),
    ],
)
def test_a_host_has_its_port_and_no_www(url: str, host: str):
    assert host_of(url) == host


def test_pages_are_kept_and_become_the_site(server: HostServer, tmp_path: Path):
    page = own_page(server, 6)
    url = str(page.url)
    kept = KeptSite(url, tmp_path / "kept")
    for n in range(6):
        body = f"<p>Story {n} of the town.<p>Subscribe to all of our stories today."
        server.answers[f"/town/{n}"] = (200, body.encode())

    steps, fetched = run(page, url, kept)

    assert steps == [(0, 0), *((n, 6) for n in range(6))]
    assert (fetched.n_read, fetched.n_asked, fetched.problem) == (6, 6, "")
    listed = kept.pages()
    assert [it.url for it in listed] == [url, *(f"{server.url}/town/{n}" for n in range(6))]
    [linked] = SiteTables(tmp_path / "tables").linked(listed[:1], more=listed[1:])
    assert linked.site is not None
    assert len(linked.site.table().pages) == 7


def test_pages_that_are_kept_are_not_asked_for_again(server: HostServer, tmp_path: Path):
    page = own_page(server, 2)
    kept = KeptSite(str(page.url), tmp_path)
    server.answers |= {f"/town/{n}": (200, b"<p>A story of the town.") for n in range(2)}
    run(page, str(page.url), kept)
    server.paths.clear()

    _, fetched = run(page, str(page.url), kept)

    assert server.paths == ["/robots.txt"]
    assert (fetched.n_read, fetched.n_asked) == (0, 0)
    assert "no further page of its host" in fetched.problem


def test_robots_txt_excludes_pages(server: HostServer, tmp_path: Path):
    page = own_page(server, 3)
    rules = "User-agent: *\nDisallow: /town/0\nUser-agent: Boilerscope\nDisallow: /town/1\n"
    server.answers["/robots.txt"] = (200, rules.encode())
    server.answers |= {f"/town/{n}": (200, b"<p>A story of the town.") for n in range(3)}

    run(page, str(page.url), KeptSite(str(page.url), tmp_path))

    assert server.paths == ["/robots.txt", "/town/0", "/town/2"]


def test_without_readable_rules_nothing_is_asked_for(server: HostServer, tmp_path: Path):
    page = own_page(server, 3)
    server.answers["/robots.txt"] = (500, b"")

    with pytest.raises(FetchError, match=r"robots\.txt answers 500"):
        run(page, str(page.url), KeptSite(str(page.url), tmp_path))

    assert server.paths == ["/robots.txt"]


def test_a_page_that_fails_costs_only_itself(server: HostServer, tmp_path: Path):
    page = own_page(server, 3)
    server.answers |= {f"/town/{n}": (200, b"<p>A story of the town.") for n in (0, 2)}

    _, fetched = run(page, str(page.url), KeptSite(str(page.url), tmp_path))

    assert (fetched.n_read, fetched.n_asked) == (2, 3)
    assert fetched.problem.startswith(f"{server.url}/town/1 answers 404")


def test_a_server_that_wants_fewer_requests_gets_no_more(server: HostServer, tmp_path: Path):
    page = own_page(server, 3)
    server.answers |= {"/town/0": (200, b"<p>A story."), "/town/1": (429, b"")}

    _, fetched = run(page, str(page.url), KeptSite(str(page.url), tmp_path))

    assert server.paths == ["/robots.txt", "/town/0", "/town/1"]
    assert (fetched.n_read, fetched.n_asked) == (1, 2)


def test_pages_after_many_failures_are_not_asked_for(server: HostServer, tmp_path: Path):
    page = own_page(server, 9)

    _, fetched = run(page, str(page.url), KeptSite(str(page.url), tmp_path))

    assert (fetched.n_read, fetched.n_asked) == (0, 5)


def test_what_was_read_before_a_cancellation_is_kept(server: HostServer, tmp_path: Path):
    page = own_page(server, 3)
    kept = KeptSite(str(page.url), tmp_path)
    server.answers |= {f"/town/{n}": (200, b"<p>A story of the town.") for n in range(3)}

    _, fetched = run(page, str(page.url), kept, lambda: "/town/1" in server.paths)

    assert fetched.n_read < 3
    assert len(kept.pages()) == 1 + fetched.n_read


def test_no_request_goes_to_another_host(server: HostServer):
    control = FetchControl(host="127.0.0.1:9")
    with pytest.raises(FetchError, match=f"leads to another host, {host_of(server.url)}"):
        fetch(f"{server.url}/town", control)

    assert server.paths == []


def test_the_status_of_an_answer_survives_another_process():
    error = pickle.loads(pickle.dumps(AnswerError("It answers 404.", 404)))  # noqa: S301 - ours

    assert (str(error), error.status) == ("It answers 404.", 404)
