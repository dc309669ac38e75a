"""Deletion of runs of links, compared with the original's pattern of nested repetitions."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.algorithms.cx.link_runs import MAX_PASSES, delete_link_runs
from boilerscope.extractors.algorithms.cx.source_patterns import EditedSource

SPACE = "[ \t\n\v\f\r]"
# Nested repetitions: usable only on the short texts of this test.
PATTERN = re.compile(
    rf"""(?s)<[aA]{SPACE}+[Hh][Rr][Ee][Ff]=["|']?([^>"' ]+)["|']?{SPACE}*[^>]*>([^>]+)</a>"""
    rf"""({SPACE}*.{{0,30}}{SPACE}*<a{SPACE}+href=["|']?([^>"' ]+)["|']?{SPACE}*[^>]*>"""
    r"""([^>]+)</[aA]>){2,100}"""
)
PIECES = (
    *("<a href=x>y</a>", "<a href=x>y</a>", "<A HREF='z'>y</a>", "<a href=x>y</A>"),
    *("<a href=x>", '<a\n href="z" class=c>', "<a href=|q>", "<a href=>", '<a href="">'),
    *("<a href=", "</a>", "</A>", "t", "mm", "<", ">", '"', "x" * 29, "y" * 31),
    *(" ", "\n", "\u2028", "\u3000"),
)
LINK = "<a href=x>y</a>"


def deleted(text: str) -> str:
    return delete_link_runs(EditedSource.of(text))[0].text


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=14))
def test_runs_are_deleted_as_the_pattern_deletes_them(pieces: list[str]):
    text = expected = "".join(pieces)
    while (shorter := PATTERN.sub("", expected)) != expected:
        expected = shorter

    assert deleted(text) == expected


def test_three_links_are_a_run_and_two_are_not():
    assert deleted(f"a{LINK}{LINK}{LINK}b") == "ab"
    assert deleted(f"a{LINK}{LINK}b") == f"a{LINK}{LINK}b"


@pytest.mark.parametrize(("gap", "left"), [("m" * 30, ""), ("m" * 31, None)])
def test_links_of_a_run_are_at_most_thirty_characters_apart(gap: str, left: str | None):
    text = LINK + gap + LINK + gap + LINK

    assert deleted(text) == (text if left is None else left)


def test_white_space_between_links_does_not_count():
    gap = "\n" * 50 + "m" * 30 + " " * 50

    assert deleted(LINK + gap + LINK + gap + LINK) == ""


def test_only_the_first_link_of_a_run_may_be_in_upper_case():
    upper = "<A HREF=x>y</a>"

    assert deleted(upper + LINK + LINK) == ""
    assert deleted(LINK + upper + upper) == LINK + upper + upper


def test_the_end_tag_may_be_in_upper_case_from_the_second_link_on():
    upper = "<a href=x>y</A>"

    assert deleted(LINK + upper + upper) == ""
    assert deleted(upper + LINK + LINK) == upper + LINK + LINK


@pytest.mark.parametrize(
    "other",
    [
        "<a href=>y</a>",
        "<a href=''>y</a>",
        "<a href=x></a>",
        "<a href=x><b>y</b></a>",
        "<a class=x>",
    ],
)
def test_links_that_the_pattern_does_not_match_make_no_run(other: str):
    text = LINK + other * 2

    assert deleted(text) == text


def test_a_run_has_at_most_a_hundred_and_one_links():
    link = f"<a href={'x' * 31}>y</a>"  # too long to be between two other links

    assert deleted(link * 101) == ""
    assert deleted(link * 102) == link
    assert deleted(link * 103) == link * 2
    assert deleted(link * 104) == ""


def test_of_several_links_within_reach_the_farthest_continues_the_run():
    far = "m" * 15

    assert deleted(LINK + LINK + far + LINK + "m" * 31 + LINK) == "m" * 31 + LINK
    assert deleted(LINK + LINK + LINK + far + LINK) == ""


def test_a_run_that_appears_after_another_is_deleted_is_deleted_as_well():
    inner = "t" * 31 + LINK * 3

    assert deleted(f"{LINK}{LINK}<a href=x>{inner}</a>") == ""


def test_runs_nested_too_deeply_are_left_and_reported():
    depth = MAX_PASSES + 5
    text = (LINK * 2 + "<a href=x>" + "t" * 31) * depth + LINK * 3 + "</a>" * depth
    left, done = delete_link_runs(EditedSource.of(text))

    assert not done
    assert 0 < len(left.text) < len(text)
    assert delete_link_runs(left)[0].text == ""


@pytest.mark.parametrize(
    "unit",
    [
        LINK,
        "<a href=",
        "<a href=x",
        "<a href=x>",
        "<a href=x>y",
        "<a ",
        "<a" + " " * 99,
        LINK + " " * 99,
        "<A HREF=x>y</a>",
        LINK * 2 + "m" * 31,
        f"{LINK}{LINK}<a href=x>t",
    ],
)
def test_a_megabyte_of_links_is_read_in_few_passes(unit: str):
    text = unit * (1_000_000 // len(unit))
    left, _ = delete_link_runs(EditedSource.of(text))

    assert len(left.text) <= len(text)


def test_a_megabyte_of_nested_runs_ends_after_the_last_pass():
    opening = LINK * 2 + "<a href=x>" + "t" * 31
    depth = 1_000_000 // (len(opening) + 4)
    _, done = delete_link_runs(EditedSource.of(opening * depth + LINK * 3 + "</a>" * depth))

    assert not done
