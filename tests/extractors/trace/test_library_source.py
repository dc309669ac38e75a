"""The function around a line of a library is read from the installed package."""

from __future__ import annotations

from pathlib import Path

import pytest

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.page import Page
from boilerscope.extractors.trace.library_source import library_source
from tests.helpers import fake_library
from tests.helpers.traced import blocks_with, traced


def _line_of(text: str) -> int:
    lines = Path(fake_library.__file__).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_the_whole_function_is_shown_with_its_first_line():
    line = _line_of("linked > 0.5")
    found = library_source(f"helpers/fake_library.py:{line}", ("tests",))

    assert found.name == "is_link_list"
    assert found.text.startswith("def is_link_list(element: Any) -> bool:")
    assert found.text.splitlines()[found.line - found.first].strip().startswith("return linked")
    assert found.text.count("def ") == 1


def test_a_line_outside_of_functions_is_shown_with_the_lines_around_it():
    line = _line_of("CLEANED = [")
    found = library_source(f"helpers/fake_library.py:{line}", ("tests",))

    assert found.name == ""
    assert 'CLEANED = ["nav", "aside"]' in found.text


@pytest.mark.parametrize("identifier", ["trafilatura", "readability_lxml", "justext"])
def test_the_line_of_each_rule_is_in_the_function_that_decided(identifier: str):
    long = "The tram of the valley runs along the river, and people like it. "
    page = Page.from_text(
        f"<html><body><nav>Home and archive</nav><article><p>{long * 20}</p></article>"
        f"<p>Short.</p><div class='footer'>Imprint</div></body></html>",
        name="page",
    )
    extraction = traced(page, identifier)
    sources = {
        rule.source
        for step in extraction.steps
        for block in range(len(extraction.blocks))
        if (rule := step.rule_of(block)) is not None and rule.source
    }

    assert blocks_with(extraction, page, "Home and archive")
    assert sources
    for source in sources:
        assert library_source(source, (identifier.partition("_")[0],)).name


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("helpers/fake_library.py", "does not name a file and a line"),
        ("helpers/no_library.py:3", "is not installed here"),
        ("helpers/fake_library.py:99999", "lines, not 99,999"),
    ],
)
def test_a_line_that_cannot_be_shown_says_why(source: str, words: str):
    with pytest.raises(BoilerscopeError, match=words):
        library_source(source, ("tests",))
