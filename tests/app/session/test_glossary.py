"""Terms of the glossary: complete, about quantities that exist, with true examples."""

from __future__ import annotations

import re

import pytest

from boilerscope.app.session import glossary
from boilerscope.extractors import registry, runner
from boilerscope.extractors.page.files import read_page
from boilerscope.resources.loader import samples
from boilerscope.widgets.records import PaneRecord, RunState

PAGE = read_page(samples()[0].path)


def pane_of(extractor: str) -> PaneRecord:
    """Return a pane with its result on the sample."""
    extraction = runner.run(PAGE, extractor)
    title = registry.extractor(extractor).name
    return PaneRecord(
        1, extractor, extractor, title, extraction.settings, RunState.DONE, extraction, extraction
    )


@pytest.mark.parametrize("term", glossary.terms(), ids=lambda term: term.id)
def test_a_term_is_complete_in_both_languages(term: glossary.Term):
    for wording in (term.name, term.text):
        assert wording.en.strip()
        assert re.search("[\u4e00-\u9fff]", wording.zh) or term.id == "k"
    assert term.text.en.endswith(".")
    assert term.text.zh.endswith("。")


@pytest.mark.parametrize(
    ("term", "column"),
    [(term, column) for term in glossary.terms() for column in term.columns],
    ids=lambda part: part if isinstance(part, str) else part.id,
)
def test_a_term_names_quantities_that_are_measured(term: glossary.Term, column: str):
    owner, _, name = column.partition(":")
    extractor = f"{owner}article" if owner.endswith(".") else owner
    if extractor == "vips":
        pytest.skip("it needs a page that a browser laid out")
    extraction = runner.run(PAGE, extractor)

    assert name in [each.name for each in extraction.columns]
    for part in re.findall(r"\{(\w+)\}", term.example):
        if term.example and column == term.columns[0]:
            assert part in [each.name for each in extraction.columns]


def test_an_example_has_the_values_of_its_block():
    term = glossary.term_of("boilerpipe.article", "link_density_words")
    assert term is not None
    found = glossary.example_of(term, [pane_of("boilerpipe.article")], None)
    assert found is not None
    pane, block, text = found
    assert pane.shown is not None
    numbers = [float(part.replace(",", "")) for part in re.findall(r"[\d.,]+", text)]
    linked, words, density = numbers

    assert linked / words == pytest.approx(density, abs=0.01)
    column = pane.shown.column("linked_words")
    assert column is not None
    assert linked == column.values[block]


def test_an_unmeasured_term_has_no_example():
    term = glossary.term_of("text_distribution", "k")
    assert term is not None
    assert glossary.example_of(term, [pane_of("bte")], None) is None
