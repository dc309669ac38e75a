"""The host list in use: built in until replaced, refreshed from files and addresses, never lost."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.data.ad_hosts import MAX_LIST_BYTES, built_in_hosts, parse_hosts
from boilerscope.extractors.data.kept_hosts import (
    check_source,
    hosts_in_use,
    is_due,
    kept_file,
    refresh,
    refreshed_at,
    shown,
    use_built_in,
)
from boilerscope.extractors.errors import FetchCancelledError, FetchError, PageError, SettingsError
from tests.helpers.host_server import HostServer, host_server

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.usefixtures("home")

DAY = 86_400.0


@pytest.fixture
def server() -> Iterator[HostServer]:
    with host_server() as running:
        yield running


@pytest.fixture
def source(tmp_path: Path) -> Path:
    file = tmp_path / "hosts"
    file.write_text("0.0.0.0 b.example.net\n0.0.0.0 a.example.net\n", encoding="utf-8")
    return file


def keep(*hosts: str) -> None:
    kept_file().parent.mkdir(parents=True, exist_ok=True)
    kept_file().write_text("# From elsewhere\n" + "\n".join(hosts) + "\n", encoding="utf-8")


def test_the_built_in_list_is_in_use_until_another_list_is_kept(source: Path) -> None:
    before, refreshed_before = hosts_in_use(), refreshed_at()

    refresh(str(source))

    assert before is built_in_hosts()
    assert refreshed_before is None
    assert hosts_in_use().hosts == {"a.example.net", "b.example.net"}
    assert hosts_in_use().origin == str(source)
    assert refreshed_at() is not None


def test_a_refreshed_list_is_a_plain_list_with_its_source(source: Path) -> None:
    hosts = refresh(str(source))

    lines = kept_file().read_text(encoding="utf-8").splitlines()
    assert lines == [f"# From {source}", "a.example.net", "b.example.net"]
    assert hosts.digest == hosts_in_use().digest
    assert [file.name for file in kept_file().parent.iterdir()] == ["ad_hosts.txt"]


def test_a_kept_list_can_be_refreshed_from_itself(source: Path) -> None:
    refresh(str(source))

    assert refresh(str(kept_file())).hosts == {"a.example.net", "b.example.net"}


def test_for_a_kept_list_that_cannot_be_read_the_built_in_list_is_used_with_a_remark() -> None:
    kept_file().mkdir(parents=True)

    assert hosts_in_use().hosts == built_in_hosts().hosts
    assert str(kept_file()) in hosts_in_use().remark


def test_refreshing_from_an_address(server: HostServer) -> None:
    server.answers["/hosts"] = (200, b"\xef\xbb\xbf0.0.0.0 web.example.net\n")

    hosts = refresh(f"{server.url}/hosts")

    assert hosts.origin == f"{server.url}/hosts"
    assert parse_hosts(kept_file().read_text(encoding="utf-8")) == {"web.example.net"}


def test_progress_of_an_address_is_reported(server: HostServer) -> None:
    body = b"0.0.0.0 web.example.net\n" * 50_000
    server.answers["/hosts"] = (200, body)
    reports: list[tuple[int, int | None]] = []

    refresh(f"{server.url}/hosts", on_progress=lambda *counts: reports.append(counts))

    assert reports[-1] == (len(body), len(body))


@pytest.mark.parametrize(
    ("status", "body", "message"),
    [
        (404, b"0.0.0.0 web.example.net\n", "404"),
        (200, b"<html><body>sign in</body></html>", "contains no host"),
        (200, b"", "contains no host"),
        (200, b"0.0.0.0 a.example.net\n" * (MAX_LIST_BYTES // 22 + 1), "larger than 20 MB"),
    ],
)
def test_a_failed_refresh_names_the_address_and_keeps_the_old_list(
    server: HostServer, status: int, body: bytes, message: str
) -> None:
    keep("old.example.net")
    server.answers["/hosts"] = (status, body)

    with pytest.raises((PageError, SettingsError), match=message) as caught:
        refresh(f"{server.url}/hosts")

    assert f"{server.url}/hosts" in str(caught.value)
    assert hosts_in_use().hosts == {"old.example.net"}


def test_a_server_that_has_stopped_is_an_error(server: HostServer) -> None:
    keep("old.example.net")
    url = server.url
    server.stop()

    with pytest.raises(FetchError, match="cannot be read"):
        refresh(f"{url}/hosts")
    assert hosts_in_use().hosts == {"old.example.net"}


def test_a_server_that_does_not_answer_in_time_is_an_error(server: HostServer) -> None:
    with server.holding("/hosts"), pytest.raises(FetchError, match="did not answer within"):
        refresh(f"{server.url}/hosts", timeout_s=0.2)


@pytest.mark.parametrize("cancelled_at", [1, 2, 3])
def test_a_cancelled_refresh_keeps_the_old_list(server: HostServer, cancelled_at: int) -> None:
    keep("old.example.net")
    server.answers["/hosts"] = (200, b"0.0.0.0 web.example.net\n")
    answers = iter([False] * (cancelled_at - 1))

    with pytest.raises(FetchCancelledError):
        refresh(f"{server.url}/hosts", cancelled=lambda: next(answers, True))

    assert hosts_in_use().hosts == {"old.example.net"}


def test_a_folder_that_cannot_be_written_is_an_error_and_the_built_in_list_stays(
    source: Path, home: Path
) -> None:
    home.write_text("a file where the folder should be", encoding="utf-8")

    with pytest.raises(SettingsError, match="cannot be written"):
        refresh(str(source))
    assert hosts_in_use() is built_in_hosts()


def test_user_and_password_of_an_address_are_not_stored(server: HostServer) -> None:
    server.answers["/hosts"] = (200, b"web.example.net\n")
    address = f"{server.url}/hosts".replace("http://", "http://user:secret@")

    hosts = refresh(address)

    assert hosts.origin == f"{server.url}/hosts" == shown(address)
    assert "secret" not in kept_file().read_text(encoding="utf-8")
    assert not is_due(address, 7)


# -- lists that are due ---------------------------------------------------------------------------


def test_nothing_is_due_without_a_source_or_without_days(source: Path) -> None:
    assert not is_due("", 7)
    assert not is_due(str(source), 0)


def test_a_list_is_due_when_it_is_missing_old_or_from_elsewhere(source: Path) -> None:
    before = is_due(str(source), 7)
    refresh(str(source))
    os.utime(kept_file(), (1000.0, 1000.0))

    assert before
    assert not is_due(str(source), 7, now=1000.0 + 6.9 * DAY)
    assert is_due(str(source), 7, now=1000.0 + 7 * DAY)
    assert is_due("https://lists.example.net/hosts", 7, now=1000.0)


def test_a_source_with_odd_characters_is_not_due_once_it_is_read(tmp_path: Path) -> None:
    source = tmp_path / "two  blanks \udcff"
    source.write_text("a.example.net\n", encoding="utf-8")
    refresh(str(source))

    assert not is_due(str(source), 7)
    assert is_due(str(tmp_path / "two"), 7)


def test_a_source_that_is_not_an_address_raises_no_error_before_it_is_read() -> None:
    assert shown("https://[::1/hosts") == "https://[::1/hosts"
    assert is_due("https://[::1/hosts", 7)


def test_for_a_list_in_a_forbidden_folder_the_built_in_list_is_used_with_a_remark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_self: Path, **_how: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)

    assert hosts_in_use().hosts == built_in_hosts().hosts
    assert "Permission denied" in hosts_in_use().remark


# -- sources --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "source of the list of hosts is missing"),
        ("   ", "source of the list of hosts is missing"),
        ("ftp://lists.example.net/hosts", "has the scheme 'ftp'"),
        ("http://", "is not an address"),
        ("https:///hosts", "is not an address"),
        ("https://[::1/hosts", "is not an address"),
        ("https://lists.example.net/a list", "is not an address"),
        ("no/such/file", "no/such/file is not a file"),
        (".", "is not a file"),
        ("a\0b", "is not a file"),
    ],
)
def test_an_invalid_source_is_refused_with_an_example_of_an_address(
    typed: str, message: str
) -> None:
    with pytest.raises(SettingsError, match=message) as caught:
        check_source(typed)

    assert "https://" in str(caught.value)


def test_a_file_is_stored_with_its_full_path(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(source.parent)

    assert check_source(f" {source.name} ") == str(source)
    assert check_source("HTTPS://Lists.example.net/hosts") == "HTTPS://Lists.example.net/hosts"


# -- back to the built-in list ---------------------------------------------------------------------


def test_the_kept_list_is_set_aside_when_the_built_in_list_is_used_again(source: Path) -> None:
    nothing = use_built_in()
    refresh(str(source))

    aside = use_built_in()

    assert nothing is None
    assert aside is not None
    assert "a.example.net" in aside.read_text(encoding="utf-8")
    assert hosts_in_use() is built_in_hosts()


def test_a_list_that_cannot_be_set_aside_is_an_error(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_self: Path, _target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    refresh(str(source))
    monkeypatch.setattr(Path, "replace", refuse)

    with pytest.raises(SettingsError, match="Permission denied"):
        use_built_in()
    assert hosts_in_use().origin == str(source)
