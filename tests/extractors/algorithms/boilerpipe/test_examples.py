"""Every worked example of the specification, block by block and extractor by extractor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.algorithms.boilerpipe import extractor as boilerpipe
from boilerscope.extractors.algorithms.boilerpipe.block_list import text_blocks
from boilerscope.extractors.algorithms.boilerpipe.extractor import (
    ArticleSettings,
    BoilerpipeExtractor,
)
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from boilerscope.extractors.page import Page
from tests.helpers.material import every_example

if TYPE_CHECKING:
    from tests.helpers.material import WorkedExample

EXTRACTORS: dict[str, BoilerpipeExtractor] = {
    "ArticleExtractor": boilerpipe.ARTICLE,
    "DefaultExtractor": boilerpipe.DEFAULT,
    "ArticleSentencesExtractor": boilerpipe.ARTICLE_SENTENCES,
    "LargestContentExtractor": boilerpipe.LARGEST_CONTENT,
    "CanolaExtractor": boilerpipe.CANOLA,
    "NumWordsRulesExtractor": boilerpipe.NUM_WORDS_RULES,
    "KeepEverythingExtractor": boilerpipe.KEEP_EVERYTHING,
    "KeepEverythingWithMinKWordsExtractor": boilerpipe.KEEP_MIN_K_WORDS,
}


def collapsed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("example", every_example("boilerpipe"))
def test_blocks_are_those_of_the_original(example: WorkedExample):
    page = Page.from_text(example.html, name=example.identifier)
    settings = ArticleSettings()

    blocks = text_blocks(page, settings.tag_actions(), settings.max_line_length)
    link_density = np.divide(blocks.unwrapped.linked_words, blocks.words, dtype=np.float32)
    actual = [
        {
            "text": collapsed(blocks.unwrapped.texts[row]),
            "numWords": int(blocks.words[row]),
            "numWordsInAnchorText": int(blocks.unwrapped.linked_words[row]),
            "numWordsInWrappedLines": int(blocks.wrapped_words[row]),
            "numWrappedLines": int(blocks.wrapped_lines[row]),
            "tagLevel": int(blocks.unwrapped.tag_level[row]),
            "start": row,
        }
        for row in range(len(blocks))
    ]
    expected = example.expected["blocks"]

    assert actual == [
        {
            name: collapsed(value) if name == "text" else value
            for name, value in block.items()
            if not name.endswith("Density")
        }
        for block in expected
    ]
    assert link_density.tolist() == [np.float32(block["linkDensity"]) for block in expected]


@pytest.mark.parametrize("example", every_example("boilerpipe"))
def test_densities_are_those_of_the_original(example: WorkedExample):
    page = Page.from_text(example.html, name=example.identifier)

    extraction = boilerpipe.KEEP_EVERYTHING.extract(
        page, boilerpipe.KEEP_EVERYTHING.default_settings(), ()
    )
    measured = extraction.column_values()

    for row, block in enumerate(example.expected["blocks"]):
        assert measured["text_density_wrapped"][row] == np.float32(block["textDensity"])
        assert measured["link_density_words"][row] == np.float32(block["linkDensity"])


@pytest.mark.parametrize("example", every_example("boilerpipe"))
def test_title_and_potential_titles_are_those_of_the_original(example: WorkedExample):
    page = Page.from_text(example.html, name=example.identifier)
    settings = ArticleSettings()

    title = text_blocks(page, settings.tag_actions(), settings.max_line_length).unwrapped.title

    assert title == (example.expected["title"] or "")
    assert sorted(settings.titles(title)) == example.expected["potentialTitles"]


@pytest.mark.parametrize("name", EXTRACTORS)
@pytest.mark.parametrize("example", every_example("boilerpipe"))
def test_text_is_that_of_the_original(example: WorkedExample, name: str):
    page = Page.from_text(example.html, name=example.identifier)
    extractor = EXTRACTORS[name]

    extraction = extractor.extract(page, extractor.default_settings(), ())

    assert collapsed(extraction.own_text) == collapsed(example.expected["text"][name])
    assert extraction.own_text.count("\n") == int(extraction.scores.get("blocks_kept", 0))


@pytest.mark.parametrize("example", every_example("boilerpipe"))
def test_article_text_of_1_1_0_is_that_of_the_original(example: WorkedExample):
    page = Page.from_text(example.html, name=example.identifier)

    extraction = boilerpipe.ARTICLE.extract(page, ArticleSettings(profile=Profile.V1_1_0), ())

    assert collapsed(extraction.own_text) == collapsed(example.expected["article_1_1_0"])
