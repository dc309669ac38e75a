"""Tests of titles that share no word with the title of the page."""

from __future__ import annotations

import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.page import Page
from boilerscope.extractors.text.titles import is_another_title


@pytest.mark.parametrize(
    ("title", "is_another"),
    [("Menu", True), ("the EELS", False), ("", False), ("* * *", False), ("\u9c7c", True)],
)
def test_a_title_without_a_common_word_is_another(title: str, is_another: bool):  # noqa: FBT001 - a parameter
    page = Page.from_text("<title>Eels return | Courier</title>", name="eels.html")

    assert is_another_title(page, title) is is_another


def test_qd_says_that_its_title_is_not_that_of_the_page():
    page = Page.from_text(
        "<title>Eels return to the old bridge over the river, says the town</title>"
        "<h2>Menu</h2><div><p>The eels came back, in May, and nobody, in town, had known.</div>",
        name="eels.html",
    )

    extraction = runner.run(page, "qd")

    assert extraction.title == "Menu"
    assert extraction.warnings[0].endswith("shares no word with the title of the page.")
