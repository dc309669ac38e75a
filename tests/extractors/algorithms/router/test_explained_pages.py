"""The two pages that docs/expected.md explains from block to page: it says what is computed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.model.sentence import explain_decision
from boilerscope.extractors.sources.listing import list_pages
from tests.helpers.material import ROOT, SAMPLES

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page

EXPLAINED = (
    ("news-en/old-bridge-new-current.html", "Weak neap", 5),
    ("portal/front-page.html", "The book everyone", 6),
)
"""Sample, first block with this text, and number of terms that the page lists."""


def words(text: str) -> str:
    """Return a text with single spaces."""
    return re.sub(r"\s+", " ", text)


def explained(sample: str, start: str, n_terms: int) -> list[str]:
    """Return the sentences on a page: cut of a block, its terms, and whom the router chose."""
    [entry] = list_pages([str(SAMPLES / sample)])
    page: Page = entry.page()
    learned, router = runner.run(page, "learned"), runner.run(page, "router")
    blocks, tokens = learned.blocks, page.tokens
    block = next(
        number
        for number, token in enumerate(blocks.run_start.tolist())
        if page.text[tokens.start[token] :].startswith(start)
    )
    assert learned.contributions is not None
    lines = learned.contributions.lines(block)
    labels = {column.name: column.label.lower() for column in learned.columns}
    terms = [
        f"{'this kind of page' if line.of_page else labels[line.features[0]]}"
        f" {line.contribution:+.2f}"
        for line in lines[:n_terms]
    ]
    [why] = set(router.steps[0].notes)
    return [
        explain_decision(learned, block),
        ", ".join([f"base {learned.contributions.base[block]:+.2f}", *terms]),
        why,
    ]


@pytest.mark.parametrize(("sample", "start", "n_terms"), EXPLAINED)
def test_the_page_says_what_is_computed(sample: str, start: str, n_terms: int):
    written = words((ROOT / "docs" / "expected.md").read_text(encoding="utf-8"))

    for sentence in explained(sample, start, n_terms):
        assert sentence in written
