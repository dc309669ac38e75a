"""Scans that delete the matches of a pattern, keep every offset and take linear time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.algorithms.cx.source_patterns import (
    EditedSource,
    blank_entities,
    delete_between,
    delete_literal,
    delete_quoted_tags,
    delete_tags,
    delete_tags_in_lines,
    join_line_ends,
)

if TYPE_CHECKING:
    from collections.abc import Callable

# In the original's language, a dot matches none of these characters.
DOT = "[^\n\r\x85\u2028\u2029]"

SCANS: dict[str, tuple[Callable[[EditedSource], EditedSource], Callable[[str], str]]] = {
    "doctype": (
        lambda draft: delete_between(draft, "<!doctype", ">"),
        lambda text: re.sub("(?isa)<!DOCTYPE.*?>", "", text),
    ),
    "comment": (
        lambda draft: delete_between(draft, "<!--", "-->"),
        lambda text: re.sub("(?s)<!--.*?-->", "", text),
    ),
    "script": (
        lambda draft: delete_between(draft, "<script", ">", "</script>"),
        lambda text: re.sub("(?isa)<script.*?>.*?</script>", "", text),
    ),
    "entity": (
        blank_entities,
        lambda text: re.sub(f"&{DOT}{{2,5}};|&#{DOT}{{2,5}};", " ", text),
    ),
    "tag": (delete_tags, lambda text: re.sub("(?s)<.*?>", "", text)),
    "tag in a line": (delete_tags_in_lines, lambda text: re.sub(f"<{DOT}*?>", "", text)),
    "span in a line": (
        lambda draft: delete_tags_in_lines(draft, "span"),
        lambda text: re.sub(f"<[sS][pP][aA][nN]{DOT}*?>", "", text),
    ),
    "end of a span": (
        lambda draft: delete_literal(draft, "</span>"),
        lambda text: re.sub("</[sS][pP][aA][nN]>", "", text),
    ),
    "quoted tag": (
        delete_quoted_tags,
        lambda text: re.sub(f"<[^>'\"]*['\"]{DOT}*['\"]{DOT}*?>", "", text),
    ),
    "line ends": (join_line_ends, lambda text: text.replace("\r\n", "\n")),
}
PIECES = (
    *(
        "<!DOCTYPE",
        "<!doctype",
        "<!--",
        "-->",
        "--",
        "<script",
        "<SCRIPT",
        "</script>",
        "</Script>",
    ),
    *("<", "<", ">", ">", "&", "&#", ";", ";", "ab", "a", "nbsp", "1234", "<span", "</SPAN>"),
    *("\n", "\r", "\r\n", "\u2028", "\x85", " ", '"', "'", "甲", "ſ", "😀"),
)


@pytest.mark.parametrize("name", SCANS)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=20))
def test_a_scan_deletes_the_matches_of_its_pattern(name: str, pieces: list[str]):
    scan, pattern = SCANS[name]
    text = "".join(pieces)

    assert scan(EditedSource.of(text)).text == pattern(text)


@pytest.mark.parametrize("name", [name for name in SCANS if name != "entity"])
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=20))
def test_every_remaining_character_has_its_offset_in_the_source(name: str, pieces: list[str]):
    text = "".join(pieces)
    left = SCANS[name][0](EditedSource.of(text))

    assert "".join(text[offset] for offset in left.origin) == left.text
    assert sorted(set(left.origin.tolist())) == left.origin.tolist()


def test_a_blanked_entity_has_the_offset_of_its_ampersand():
    left = blank_entities(EditedSource.of("a&nbsp;b&#20013;c"))

    assert left.text == "a b c"
    assert left.origin.tolist() == [0, 1, 7, 8, 16]


def test_an_entity_is_the_longest_match_as_in_the_original():
    assert blank_entities(EditedSource.of("&lt;a;b")).text == " b"


def test_an_opening_without_an_end_stays_and_ends_the_search():
    text = "a<!--b-->c<!--d>e"

    assert delete_between(EditedSource.of(text), "<!--", "-->").text == "ac<!--d>e"


def test_a_comment_does_not_end_inside_its_own_opening():
    assert delete_between(EditedSource.of("<!-->a-->b"), "<!--", "-->").text == "b"


def test_deletions_far_apart_and_close_together_give_correct_text():
    text = "x" * 700

    assert delete_tags(EditedSource.of("<b>x</b>" * 200)).text == "x" * 200
    assert delete_tags(EditedSource.of(f"<b>{text}</b>{text}<i>")).text == text * 2


MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    "unit",
    ["<", ">", "&", "&#;", '"', "<'", "<!--", "<!doctype ", "<script>", "<script", "<span ", "\r"],
)
@pytest.mark.parametrize("name", SCANS)
def test_a_megabyte_of_openings_without_ends_is_read_once(name: str, unit: str):
    text = unit * (MEGABYTE // len(unit))
    left = SCANS[name][0](EditedSource.of(text))

    assert len(left.text) <= len(text)


@pytest.mark.parametrize(
    ("unit", "name", "left"),
    [
        ("<p>", "tag", 0),
        ("<<<>", "tag in a line", 0),
        ("&amp;", "entity", MEGABYTE // 5),
        ("<script></script>", "script", 0),
        ("<a b='c'>\n", "quoted tag", MEGABYTE // 10),
        ("\r\n", "line ends", MEGABYTE // 2),
    ],
)
def test_a_megabyte_of_matches_is_deleted_in_one_pass(unit: str, name: str, left: int):
    text = unit * (MEGABYTE // len(unit))

    assert len(SCANS[name][0](EditedSource.of(text)).text) == left
