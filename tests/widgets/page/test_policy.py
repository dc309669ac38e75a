"""Resources that a page may load, decided without Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.page import Recorded
from boilerscope.widgets.page.policy import (
    Access,
    AccessDecision,
    Policy,
    RequestLog,
    judge,
    original_address,
    recorded_address,
)

if TYPE_CHECKING:
    from pathlib import Path

STORE = {"https://site.example/a.css": Recorded(b"p{}", "text/css")}


@pytest.mark.parametrize("policy", list(Policy))
@pytest.mark.parametrize("url_text", ["data:image/png;base64,AA", "blob:null/1-2", "about:blank"])
def test_addresses_that_contain_their_content_are_always_allowed(policy: Policy, url_text: str):
    assert judge(url_text, Access(policy)).allowed


@pytest.mark.parametrize(
    "url_text",
    [
        "http://site.example/a.css",
        "https://site.example/b.css",
        "ws://site.example/",
        "file:///etc/hostname",
        "ftp://site.example/",
        "recorded-https://site.example/b.css",
        "chrome://version",
    ],
)
def test_a_snapshot_gets_recorded_resources_only(url_text: str):
    decision = judge(url_text, Access(Policy.SNAPSHOT, recorded=STORE))

    assert not decision.allowed
    assert decision.reason == "not recorded"


def test_a_snapshot_without_resources_gets_nothing():
    assert not judge("https://site.example/a.css", Access(Policy.SNAPSHOT)).allowed


def test_a_recorded_resource_is_served_under_its_own_address():
    access = Access(Policy.SNAPSHOT, recorded=STORE)

    assert judge("https://site.example/a.css", access).redirect == (
        "recorded-https://site.example/a.css"
    )
    assert judge("recorded-https://site.example/a.css", access) == AccessDecision(allowed=True)


@pytest.mark.parametrize(
    "url_text", ["https://a.example/b?c#d", "http://a.example:81/", "file:///a/b%20c.css"]
)
def test_a_recorded_address_leads_back_to_the_original(url_text: str):
    assert original_address(recorded_address(url_text)) == url_text


def test_a_local_page_reads_its_own_folder_and_subfolders(tmp_path: Path):
    access = Access(Policy.LOCAL, tmp_path / "site")
    (tmp_path / "site" / "page_files").mkdir(parents=True)
    own = (tmp_path / "site").as_uri()

    assert judge(f"{own}/a.png", access).allowed
    assert judge(f"{own}/page_files/a%20b.png", access).allowed


def test_a_local_page_reads_nothing_outside_its_folder(tmp_path: Path):
    access = Access(Policy.LOCAL, tmp_path / "site")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "out").symlink_to(tmp_path)
    (tmp_path / "site" / "ring").symlink_to(tmp_path / "site" / "ring")
    own = (tmp_path / "site").as_uri()

    for url_text in (
        f"{own}/../secret.png",
        f"{own}/%2e%2e/secret.png",
        f"{own}/out/secret.png",
        f"{own}2/a.png",
        f"{own}/a%00b.png",
        f"{own}/ring/a.png",
        "file:///etc/hostname",
        "file://server/share/a.png",
        "file:",
    ):
        assert not judge(url_text, access).allowed, url_text


@pytest.mark.parametrize("url_text", ["http://a.example/", "https://a.example/", "ws://a.example"])
def test_a_local_page_has_no_network(tmp_path: Path, url_text: str):
    decision = judge(url_text, Access(Policy.LOCAL, tmp_path))

    assert not decision.allowed
    assert "network" in decision.reason


def test_a_local_page_without_a_folder_reads_nothing():
    assert not judge("file:///a.png", Access(Policy.LOCAL)).allowed


def test_a_live_page_loads_by_http_and_https_only():
    access = Access(Policy.LIVE)

    assert judge("http://a.example/", access).allowed
    assert judge("HTTPS://a.example/", access).allowed
    for url_text in ("ws://a.example/", "file:///etc/hostname", "ftp://a.example/", "chrome://gpu"):
        assert not judge(url_text, access).allowed, url_text


def test_the_log_counts_exactly_and_keeps_a_bounded_list():
    log = RequestLog(limit=3)
    for number in range(5):
        log.add(f"https://a.example/{number}", "image", AccessDecision(number % 2 == 0, "why"))
    log.add("x" * 5000, "image", AccessDecision(allowed=True))

    assert (log.n_allowed, log.n_blocked) == (4, 2)
    assert [request.url_text[-1] for request in log.requests] == ["0", "1", "2"]
    assert log.requests[1].reason == "why"


def test_the_log_cuts_very_long_addresses():
    log = RequestLog()
    log.add("x" * 5000, "image", AccessDecision(allowed=True))

    assert len(log.requests[0].url_text) == 2000
