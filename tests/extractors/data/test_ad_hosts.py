"""Lists of hosts: the shipped one, hosts files, and refreshing."""

from __future__ import annotations

import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING

import pytest

from extractors.data.ad_hosts import (
    age_days,
    is_due,
    parse_hosts,
    read_hosts,
    refresh,
    shipped_hosts,
)
from extractors.errors import FetchError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DAY = 86_400.0


def test_the_shipped_list_holds_some_hundred_whole_hosts() -> None:
    hosts = shipped_hosts()

    assert 200 <= len(hosts) <= 500
    assert "ad.doubleclick.net" in hosts
    assert all("." in host and host == host.lower() for host in hosts)


def test_hosts_format_and_plain_lists_are_read() -> None:
    text = """# remark
127.0.0.1 localhost
127.0.0.1\tAds.Example.net  two.example.net # remark
::1 ip6-localhost
0.0.0.0 three.example.net
plain.example.net
no host here
<html>
"""

    assert parse_hosts(text) == {
        "ads.example.net",
        "two.example.net",
        "three.example.net",
        "plain.example.net",
    }


def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "hosts"
    file.write_text("one.example.net", encoding="utf-8")
    first, remark = read_hosts(str(file), 7)
    file.write_text("one.example.net\ntwo.example.net", encoding="utf-8")

    assert first == {"one.example.net"}
    assert remark == ""
    assert read_hosts(str(file), 7)[0] == {"one.example.net", "two.example.net"}


def test_a_list_is_due_when_missing_or_old(tmp_path: Path) -> None:
    file = tmp_path / "hosts"
    assert age_days(file) is None
    assert is_due(file, 7)

    file.write_text("one.example.net", encoding="utf-8")
    os.utime(file, (1000.0, 1000.0))

    assert age_days(file, now=1000.0 + 3 * DAY) == pytest.approx(3)
    assert not is_due(file, 7, now=1000.0 + 6.9 * DAY)
    assert is_due(file, 7, now=1000.0 + 7 * DAY)


def test_refreshing_from_a_file_writes_a_plain_list(tmp_path: Path) -> None:
    source, target = tmp_path / "hosts", tmp_path / "kept" / "hosts.txt"
    source.write_text("0.0.0.0 b.example.net\n0.0.0.0 a.example.net\n", encoding="utf-8")

    assert refresh(str(source), target) == 2
    assert target.read_text(encoding="utf-8").splitlines()[1:] == ["a.example.net", "b.example.net"]


def test_refreshing_waits_for_its_days(tmp_path: Path) -> None:
    source, target = tmp_path / "hosts", tmp_path / "kept.txt"
    source.write_text("a.example.net", encoding="utf-8")
    target.write_text("old.example.net", encoding="utf-8")

    assert refresh(str(source), target, every_days=7) == 0
    assert parse_hosts(target.read_text(encoding="utf-8")) == {"old.example.net"}
    os.utime(target, (1000.0, 1000.0))
    assert refresh(str(source), target, every_days=7) == 1


@pytest.mark.parametrize("text", ["", "# nothing\n", "<html><body>not found</body></html>"])
def test_a_source_without_hosts_leaves_the_old_list(tmp_path: Path, text: str) -> None:
    source, target = tmp_path / "hosts", tmp_path / "kept.txt"
    source.write_text(text, encoding="utf-8")
    target.write_text("old.example.net", encoding="utf-8")

    with pytest.raises(SettingsError, match="names no host"):
        refresh(str(source), target)
    assert target.read_text(encoding="utf-8") == "old.example.net"


def test_a_missing_source_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="none cannot be read"):
        refresh(str(tmp_path / "none"), tmp_path / "kept.txt")


class _Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/hosts" else 404)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.wfile.write(b"0.0.0.0 web.example.net\n")

    def log_message(self, *_parts: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), _Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_refreshing_from_an_address(tmp_path: Path, address: str) -> None:
    target = tmp_path / "kept.txt"

    assert refresh(f"{address}/hosts", target) == 1
    assert parse_hosts(target.read_text(encoding="utf-8")) == {"web.example.net"}
    with pytest.raises(FetchError):
        refresh(f"{address}/none", target)
