"""Lists of hosts: the shipped one, what a list is, and lists in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from extractors.data.ad_hosts import (
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
from extractors.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path

DAY = 86_400.0


def test_the_shipped_list_holds_some_hundred_whole_hosts() -> None:
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


def test_a_byte_order_mark_is_no_part_of_the_first_host() -> None:
    assert parse_hosts(as_text(b"\xef\xbb\xbfone.example.net\n")) == {"one.example.net"}


def test_lists_with_the_same_hosts_have_the_same_digest_however_they_are_written() -> None:
    one = host_list(parse_hosts("b.example.net\na.example.net"), "one")
    other = host_list(parse_hosts("0.0.0.0 A.example.net b.example.net"), "other")
    more = host_list([*one.hosts, "c.example.net"], "one")

    assert one.digest == other.digest != more.digest
    assert one.name == f"one, 2 hosts, sha256 {one.digest}"
    assert one.ordered == ("a.example.net", "b.example.net")


def test_hosts_of_settings_are_compared_without_regard_to_capitals_and_blanks() -> None:
    given = given_hosts((" Ads.Example.NET", "b.example.net"))

    assert given.hosts == {"ads.example.net", "b.example.net"}
    assert given.origin == GIVEN


def test_a_list_written_is_the_list_read_and_says_where_it_is_from(tmp_path: Path) -> None:
    made = host_list(["b.example.net", "a.example.net"], "https://lists.example.net/a list\n#")
    file = tmp_path / "hosts"
    file.write_text(made.text(), encoding="utf-8")

    read = read_hosts(str(file))

    assert read.hosts == made.hosts
    assert read.digest == made.digest
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


def test_a_file_that_cannot_be_read_leaves_the_shipped_list_and_says_so(tmp_path: Path) -> None:
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
    ("text", "says"),
    [
        ("", "contains no host"),
        ("# nothing\n", "contains no host"),
        ("127.0.0.1 localhost\n", "contains no host"),
        ("Forbidden\n", "contains no host"),
        ("<html><body>not found</body></html>", "contains no host"),
        ("<html>\n<body>\nexample.net\n</body>\n", "3 of 4 lines contain no host"),
        ("\x1f\x8b\x00\x08 packed", "contains no host"),
        ("||ads.example.net^\n||b.example.net^$third-party\n", "contains no host"),
    ],
)
def test_what_is_no_list_is_refused_with_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says) as caught:
        require_list(text, "source")

    assert str(caught.value).startswith("source ")
    assert "0.0.0.0 ads.example.net" in str(caught.value)


def test_remarks_and_own_names_count_neither_for_nor_against_a_list() -> None:
    text = "# a\n# b\n# c\n\n127.0.0.1 localhost\n0.0.0.0 ads.example.net\n<p>\n"

    assert require_list(text, "source").hosts == {"ads.example.net"}
