"""Host lists: the built-in list, the formats of a list, and lists in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.data.ad_hosts import (
    GIVEN,
    age_days,
    as_text,
    built_in_hosts,
    given_hosts,
    host_list,
    parse_hosts,
    read_hosts,
    require_list,
)
from boilerscope.extractors.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path

DAY = 86_400.0


def test_the_built_in_list_has_some_hundred_complete_hosts() -> None:
    hosts = built_in_hosts().hosts

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


def test_a_byte_order_mark_is_not_part_of_the_first_host() -> None:
    assert parse_hosts(as_text(b"\xef\xbb\xbfone.example.net\n")) == {"one.example.net"}


def test_the_digest_of_a_list_depends_only_on_its_hosts() -> None:
    first = host_list(parse_hosts("b.example.net\na.example.net"), "one")
    same_hosts = host_list(parse_hosts("0.0.0.0 A.example.net b.example.net"), "other")
    more_hosts = host_list([*first.hosts, "c.example.net"], "one")

    assert first.digest == same_hosts.digest != more_hosts.digest
    assert first.name == f"one, 2 hosts, sha256 {first.digest}"
    assert first.ordered == ("a.example.net", "b.example.net")


def test_hosts_of_settings_are_compared_without_case_and_blanks() -> None:
    hosts = given_hosts((" Ads.Example.NET", "b.example.net"))

    assert hosts.hosts == {"ads.example.net", "b.example.net"}
    assert hosts.origin == GIVEN


def test_a_written_list_is_read_with_its_hosts_and_its_origin(tmp_path: Path) -> None:
    written = host_list(["b.example.net", "a.example.net"], "https://lists.example.net/a list\n#")
    file = tmp_path / "hosts"
    file.write_text(written.text(), encoding="utf-8")

    read = read_hosts(str(file))

    assert read.hosts == written.hosts
    assert read.digest == written.digest
    assert read.origin == "https://lists.example.net/a list #"


def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "hosts"
    file.write_text("one.example.net", encoding="utf-8")
    first = read_hosts(str(file), 7)
    file.write_text("one.example.net\ntwo.example.net", encoding="utf-8")

    assert first.hosts == {"one.example.net"}
    assert first.remark == ""
    assert first.origin == str(file)
    assert read_hosts(str(file), 7).hosts == {"one.example.net", "two.example.net"}


def test_for_a_file_that_cannot_be_read_the_built_in_list_is_used_with_a_remark(
    tmp_path: Path,
) -> None:
    read = read_hosts(str(tmp_path))

    assert read.hosts == built_in_hosts().hosts
    assert str(tmp_path) in read.remark
    assert "The built-in list is used" in read.remark


def test_the_age_of_a_list_is_that_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "hosts"
    assert age_days(file) is None

    file.write_text("one.example.net", encoding="utf-8")
    written = file.stat().st_mtime

    assert age_days(file, now=written + 3 * DAY) == pytest.approx(3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "contains no host"),
        ("# nothing\n", "contains no host"),
        ("127.0.0.1 localhost\n", "contains no host"),
        ("Forbidden\n", "contains no host"),
        ("<html><body>not found</body></html>", "contains no host"),
        ("<html>\n<body>\nexample.net\n</body>\n", "4 lines, 3 without a host"),
        ("\x1f\x8b\x00\x08 packed", "contains no host"),
        ("||ads.example.net^\n||b.example.net^$third-party\n", "contains no host"),
    ],
)
def test_text_that_is_not_a_list_is_refused_with_an_example_of_a_line(
    text: str, message: str
) -> None:
    with pytest.raises(SettingsError, match=message) as caught:
        require_list(text, "source")

    assert str(caught.value).startswith("source ")
    assert "0.0.0.0 ads.example.net" in str(caught.value)


def test_remarks_and_local_names_do_not_decide_if_a_text_is_a_list() -> None:
    text = "# a\n# b\n# c\n\n127.0.0.1 localhost\n0.0.0.0 ads.example.net\n<p>\n"

    assert require_list(text, "source").hosts == {"ads.example.net"}
