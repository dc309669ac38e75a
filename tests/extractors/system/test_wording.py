"""Words of messages that depend on a number."""

from __future__ import annotations

import pytest

from boilerscope.extractors.page import Page
from boilerscope.extractors.system.wording import agreeing, counted


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 pages"), (1, "1 page"), (2, "2 pages"), (1_200, "1,200 pages")]
)
def test_a_noun_agrees_with_its_number(count: int, text: str):
    assert counted(count, "page") == text


def test_other_plurals_and_verbs_are_given():
    assert counted(2, "entry", "entries") == "2 entries"
    assert [agreeing(n, "was", "were") for n in (0, 1, 2)] == ["were", "was", "were"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<p>a\0b", "1 NUL character was replaced."),
        (b"<p>a\0b\0", "2 NUL characters were replaced."),
        (
            b"<frameset><frame src=a></frameset>",
            "The page is a frameset. Its text is in 1 frame (a).",
        ),
    ],
)
def test_warnings_of_a_page_agree_with_their_numbers(data: bytes, message: str):
    page = Page.from_bytes(data, name="a")

    assert message in [warning.message for warning in page.warnings]
