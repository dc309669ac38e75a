"""The commands for the list of advertisement hosts, and their effects on files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.app.session.preferences import Preferences, load_preferences, save_preferences
from boilerscope.extractors.data.ad_hosts import built_in_hosts, parse_hosts
from boilerscope.extractors.data.kept_hosts import hosts_in_use
from tests.helpers.host_server import HostServer, host_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.usefixtures("home")

PAGE = "<body><b>word</b><p><a><img src='http://own.example.net/x'></a>kept</p></body>"


@pytest.fixture
def server() -> Iterator[HostServer]:
    with host_server() as running:
        running.answers["/hosts"] = (200, b"0.0.0.0 own.example.net\n")
        yield running


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["ad-hosts", *arguments])


def facts() -> dict[str, object]:
    report: dict[str, object] = json.loads(run("show", "--format", "json").stdout)
    return report


def preferences(home: Path) -> Preferences:
    return load_preferences(home)[0]


def test_the_shipped_list_is_shown_first_and_no_source() -> None:
    report = run("show").stdout

    assert "in_use: built-in list\n" in report
    assert f"sha256: {built_in_hosts().digest}\n" in report
    assert "source: -\n" in report
    assert "due: no\n" in report
    assert facts()["hosts"] == len(built_in_hosts().ordered)


def test_replacing_uses_the_list_of_a_file_and_remembers_it(tmp_path: Path, home: Path) -> None:
    source = tmp_path / "hosts"
    source.write_text("own.example.net\n", encoding="utf-8")

    result = run("replace", str(source), "--every-days", "7")

    assert result.exit_code == 0, result.output
    assert f"In use: {source}, 1 host, sha256 " in result.stderr
    assert preferences(home) == Preferences(ad_hosts_source=str(source), ad_hosts_days=7)
    known = facts()
    assert (known["in_use"], known["hosts"], known["every_days"]) == (str(source), 1, 7)
    assert known["file"] == str(home / "ad_hosts.txt")
    assert known["refreshed"]
    assert known["due"] is False


def test_other_preferences_stay_as_they_are(tmp_path: Path, home: Path) -> None:
    save_preferences(home, Preferences(intensity=70))
    source = tmp_path / "hosts"
    source.write_text("own.example.net\n", encoding="utf-8")

    run("replace", str(source))

    assert preferences(home) == Preferences(intensity=70, ad_hosts_source=str(source))


def test_refreshing_reads_the_address_again(server: HostServer) -> None:
    run("replace", f"{server.url}/hosts")
    server.answers["/hosts"] = (200, b"0.0.0.0 own.example.net\n0.0.0.0 two.example.net\n")

    result = run("refresh")

    assert result.exit_code == 0, result.output
    assert hosts_in_use().hosts == {"own.example.net", "two.example.net"}
    assert server.paths == ["/hosts", "/hosts"]


def test_a_list_that_is_not_due_is_not_fetched(server: HostServer) -> None:
    run("replace", f"{server.url}/hosts", "--every-days", "7")

    result = run("refresh", "--if-due")

    assert (result.exit_code, result.stderr) == (0, "Not due.\n")
    assert server.paths == ["/hosts"]


def test_nothing_is_due_where_no_source_is_set() -> None:
    refreshed = run("refresh", "--if-due")
    result = run("refresh")

    assert (refreshed.exit_code, refreshed.stderr) == (0, "Not due: no source is set.\n")
    assert result.exit_code == 2


def test_showing_and_listing_use_no_network(server: HostServer) -> None:
    run("replace", f"{server.url}/hosts", "--every-days", "1")

    run("show")
    hosts_text = run("list").stdout

    assert parse_hosts(hosts_text) == {"own.example.net"}
    assert server.paths == ["/hosts"]


def test_a_failed_refresh_names_the_list_in_use_and_ends_with_1(server: HostServer) -> None:
    run("replace", f"{server.url}/hosts")
    server.answers["/hosts"] = (200, b"<html>sign in</html>")

    result = run("refresh")

    assert result.exit_code == 1
    assert f"{server.url}/hosts contains no host. Use one host on each line" in result.stderr
    assert "The list in use has not changed" in result.stderr
    assert hosts_in_use().hosts == {"own.example.net"}


def test_a_failed_replacement_changes_nothing(server: HostServer, home: Path) -> None:
    result = run("replace", f"{server.url}/none")

    assert result.exit_code == 1
    assert f"{server.url}/none answers 404" in result.stderr
    assert hosts_in_use() is built_in_hosts()
    assert preferences(home) == Preferences()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["refresh"], "boilerscope ad-hosts replace SOURCE"),
        (["replace", "ftp://lists.example.net/hosts"], "has the scheme 'ftp'"),
        (["replace", "no/such/file"], "no/such/file is not a file"),
        (["replace", "x", "--every-days", "366"], "0<=x<=365"),
        (["replase"], "replace"),
    ],
)
def test_wrong_usage_ends_with_2_and_names_the_right_one(arguments: list[str], says: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert says in result.stderr


def test_resetting_uses_the_shipped_list_and_puts_the_other_aside(
    tmp_path: Path, home: Path
) -> None:
    source = tmp_path / "hosts"
    source.write_text("own.example.net\n", encoding="utf-8")
    run("replace", str(source), "--every-days", "7")

    result = run("reset")

    assert result.exit_code == 0
    assert f"The other list is kept in {home / 'ad_hosts.txt.old'}" in result.stderr
    assert "In use: built-in list" in result.stderr
    assert preferences(home) == Preferences()
    assert (home / "ad_hosts.txt.old").read_text(encoding="utf-8").endswith("own.example.net\n")


def test_damaged_preferences_are_neither_used_nor_overwritten(tmp_path: Path, home: Path) -> None:
    home.mkdir()
    (home / "preferences.toml").write_text("no such = thing", encoding="utf-8")
    source = tmp_path / "hosts"
    source.write_text("own.example.net\n", encoding="utf-8")

    result = run("replace", str(source))

    assert result.exit_code == 1
    assert "preferences.toml" in result.stderr
    assert (home / "preferences.toml").read_text(encoding="utf-8") == "no such = thing"
    assert hosts_in_use() is built_in_hosts()


def test_preferences_that_cannot_be_written_are_reported(tmp_path: Path, home: Path) -> None:
    source = tmp_path / "hosts"
    source.write_text("own.example.net\n", encoding="utf-8")
    home.write_text("a file where the folder should be", encoding="utf-8")

    result = run("replace", str(source))

    assert result.exit_code == 1
    assert "preferences.toml" in result.stderr


def test_extract_uses_the_list_and_names_it(tmp_path: Path) -> None:
    page, source = tmp_path / "page.html", tmp_path / "hosts"
    page.write_text(PAGE.replace("<a>", "").replace("</a>", ""), encoding="utf-8")
    source.write_text("own.example.net\n", encoding="utf-8")
    arguments = ["extract", str(page), "-e", "crunch", "--format", "jsonl", "--blocks", "-q"]

    before = json.loads(CliRunner().invoke(main, arguments).stdout)
    run("replace", str(source))
    after = json.loads(CliRunner().invoke(main, arguments).stdout)

    assert before["used"] == {"crunch.ad_hosts": built_in_hosts().name}
    assert after["used"] == {"crunch.ad_hosts": hosts_in_use().name}
    assert after["used"]["crunch.ad_hosts"].startswith(str(source))


def test_a_mistyped_command_gets_the_nearest_one() -> None:
    result = CliRunner().invoke(main, ["ad-host", "show"])

    assert result.exit_code == 2
    assert "did you mean 'ad-hosts'?" in result.stderr
