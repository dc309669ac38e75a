"""The parts of a boilerpipe extraction, and its properties on any page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from boilerscope.extractors.algorithms.boilerpipe import extractor as boilerpipe
from boilerscope.extractors.algorithms.boilerpipe.extractor import (
    ArticleSettings,
    BoilerpipeExtractor,
)
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.model.settings import MainKnob, knobs
from boilerscope.extractors.page import Page
from tests.helpers.material import every_page

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.boilerpipe.settings import BlockSettings
    from tests.helpers.material import CorpusPage

ALL = (
    boilerpipe.ARTICLE,
    boilerpipe.DEFAULT,
    boilerpipe.ARTICLE_SENTENCES,
    boilerpipe.LARGEST_CONTENT,
    boilerpipe.CANOLA,
    boilerpipe.KEEP_EVERYTHING,
    boilerpipe.KEEP_MIN_K_WORDS,
    boilerpipe.NUM_WORDS_RULES,
    boilerpipe.CUSTOM,
)


def words(n: int, stem: str = "w") -> str:
    return " ".join(f"{stem}{number}" for number in range(n))


def run(extractor: BoilerpipeExtractor, markup: str, **settings: Any) -> Extraction:
    page = Page.from_text(markup, name="page")
    return extractor.extract(page, extractor.settings_class(**settings), ())


STORY = (
    "<title> Big News |  Site</title><body><div><a>Home</a> <a>World</a></div><h1>Big News</h1>"
    f"<p>By A. Writer</p><p>{words(40)}.</p><p>{words(50, 'v')}.</p><p>Comments (2)</p>"
    f"<p>{words(30, 'c')}</p><div><a>Terms</a></div>"
)


def test_the_article_is_kept_from_headline_to_comments():
    extraction = run(boilerpipe.ARTICLE, STORY)

    assert extraction.own_text == (f"Big News\nBy A. Writer\n{words(40)}.\n{words(50, 'v')}.\n")
    assert (extraction.status, extraction.message, extraction.title) == (
        Status.OK,
        "",
        "Big News | Site",
    )
    assert extraction.content.tolist() == [False, True, True, True, True, False, False, False]
    assert extraction.scores == {
        "blocks": 8.0,
        "blocks_kept": 4.0,
        "words": 130.0,
        "words_kept": 95.0,
    }


def test_every_step_of_the_article_gives_its_reason():
    extraction = run(boilerpipe.ARTICLE, STORY)
    rows = [
        [explain_step(extraction, step, block) for step in extraction.steps]
        for block in range(len(extraction.blocks))
    ]

    assert rows[0][:6] == [
        "F1: no end phrase",
        "F2: not the page title",
        "R0: link density (words) 1 > 0.333",
        "F5: before the end of the text",
        "F6: boilerplate is not fused",
        "F7: boilerplate: removed from the list",
    ]
    assert rows[1][1:3] == [
        "F2: repeats the page title or its longest part",
        "R7: previous link density (words) 1 > 0.556, words 2 <= 40, next words 3 <= 17",
    ]
    assert rows[1][4] == "F6: merged with the content after it"
    assert rows[2][2] == "R2: next words 40 > 15, previous link density (words) 0 <= 0.556"
    assert rows[3][4] == "F6: gap 0 <= 1, fused with block 1"
    assert rows[5][0] == "F1: words 2 < 15, starts with “comments”"
    assert rows[6][3] == ("F5: words so far 120 >= 60, at or after end-of-text block 5")
    assert explain_decision(extraction, 7) == "R0: link density (words) 1 > 0.333"
    assert extraction.labels_of(1) == ("TITLE",)
    assert extraction.labels_of(5) == ("INDICATES_END_OF_TEXT",)


def test_columns_and_labels_have_a_value_per_block():
    extraction = run(boilerpipe.ARTICLE, STORY)

    assert [column.name for column in extraction.columns] == [
        "words",
        "linked_words",
        "link_density_words",
        "text_density_wrapped",
        "wrapped_lines",
        "wrapped_words",
        "tag_level",
        "start",
        "fulltext_words",
    ]
    assert all(len(column.values) == len(extraction.blocks) for column in extraction.columns)
    assert extraction.column_values()["fulltext_words"].tolist() == [0, 0, 0, 40, 50, 0, 30, 0]
    assert extraction.labels is not None
    assert len(extraction.labels) == len(extraction.blocks)


def test_curves_have_the_thresholds_of_the_extractor():
    def thresholds(extractor: BoilerpipeExtractor) -> list[tuple[str, float]]:
        return [(curve.threshold_field, curve.threshold) for curve in run(extractor, STORY).curves]

    assert thresholds(boilerpipe.ARTICLE) == [
        ("fulltext_density", 9.0),
        ("max_link_density", 0.333333),
    ]
    assert thresholds(boilerpipe.DEFAULT) == [("td_cur", 9.0), ("max_link_density", 0.333333)]
    assert [name for name, _ in thresholds(boilerpipe.CANOLA)] == ["", ""]


def test_curves_mark_the_kept_blocks():
    density, links = run(boilerpipe.ARTICLE, STORY).curves

    assert density.kept == links.kept == ((0.5, 4.5),)
    assert density.style == "bars"
    assert density.block is not None
    assert density.block.tolist() == list(range(8))


def test_the_mask_has_the_tokens_of_kept_blocks():
    page = Page.from_text(STORY, name="page")
    extraction = boilerpipe.ARTICLE.extract(page, ArticleSettings(), ())
    kept = [page.token_text(token) for token in np.flatnonzero(extraction.mask).tolist()]

    assert kept[:6] == ["Big", "News", "By", "A", "Writer", "w0"]
    assert (kept[-1], len(kept)) == ("v49", 95)


@pytest.mark.parametrize("extractor", ALL, ids=lambda extractor: extractor.id)
@pytest.mark.parametrize("markup", ["", "<html><body></body></html>", "<title>T</title><script>x"])
def test_a_page_without_text_is_empty_with_a_message(extractor: BoilerpipeExtractor, markup: str):
    extraction = run(extractor, markup)

    assert (extraction.status, extraction.own_text, len(extraction.blocks)) == (Status.EMPTY, "", 0)
    assert extraction.message == "The body of the page has no text, so no blocks were found."
    assert len(extraction.mask) == Page.from_text(markup, name="page").n_tokens


def test_a_result_without_content_names_the_step_that_left_none():
    never = run(boilerpipe.ARTICLE, "<body><p>short")
    dropped = run(boilerpipe.ARTICLE_SENTENCES, f"<body><p>{words(30)}")

    assert never.message == "No step keeps a block."
    assert dropped.message == ("Step 11, F16 (drop blocks without a clause), left no content.")
    assert (never.status, dropped.status) == (Status.EMPTY, Status.EMPTY)


def test_a_mostly_chinese_page_gives_a_warning():
    chinese = run(boilerpipe.ARTICLE, "<body><p>中文正文没有空格，只有标点。第二句话在这里 ok")
    english = run(boilerpipe.ARTICLE, "<body><p>mostly English with 中文")

    assert "Chinese or Japanese" in chinese.warnings[0]
    assert english.warnings == ()


def test_end_phrases_of_other_packs_end_the_text_as_well():
    markup = f"<body><p>{words(70)}.</p><p>Kommentare (3)</p><p>{words(30, 'k')}.</p>"

    assert "k29" in run(boilerpipe.ARTICLE, markup).own_text
    assert "k29" not in run(boilerpipe.ARTICLE, markup, end_packs=("de",)).own_text


@pytest.mark.parametrize("extractor", ALL, ids=lambda extractor: extractor.id)
def test_every_preset_is_a_valid_record(extractor: BoilerpipeExtractor):
    for preset in extractor.presets:
        assert isinstance(extractor.preset_settings(preset), extractor.settings_class)
        assert preset.help.endswith(".")


@pytest.mark.parametrize("extractor", ALL, ids=lambda extractor: extractor.id)
def test_every_extractor_has_a_summary_a_reference_and_a_help_text(extractor: BoilerpipeExtractor):
    assert extractor.id.startswith("boilerpipe.")
    assert extractor.summary.endswith(".")
    assert "Kohlschütter" in extractor.reference
    assert "### Text blocks" in extractor.help


def test_the_main_knobs_are_those_of_the_settings_panel():
    def main(extractor: BoilerpipeExtractor) -> dict[MainKnob, str]:
        return {
            field.main: field.name
            for field in knobs(extractor.settings_class)
            if field.main is not None
        }

    assert main(boilerpipe.ARTICLE) == {
        MainKnob.LINK_RATIO: "max_link_density",
        MainKnob.DISTRIBUTION: "fulltext_density",
        MainKnob.MIN_LENGTH: "nw_cur",
    }
    assert main(boilerpipe.DEFAULT) == {
        MainKnob.LINK_RATIO: "max_link_density",
        MainKnob.DISTRIBUTION: "td_cur",
    }
    assert main(boilerpipe.KEEP_MIN_K_WORDS) == {MainKnob.MIN_LENGTH: "min_words_k"}
    assert main(boilerpipe.CANOLA) == {MainKnob.MIN_LENGTH: "canola_cur"}


@pytest.mark.parametrize("extractor", ALL, ids=lambda extractor: extractor.id)
def test_bounds_name_columns_that_are_measured(extractor: BoilerpipeExtractor):
    extraction = run(extractor, STORY)
    measured = {column.name for column in extraction.columns}
    by_steps = {name for step in extraction.steps for name in step.columns}

    for field in knobs(extractor.settings_class):
        assert not field.bounds or field.bounds in measured | by_steps | {
            "gap",
            "clause_words",
            "words_so_far",
            "fulltext_words",
            "site_share",  # only where other pages of the site are known
        }


def assert_invariants(page: Page, extractor: BoilerpipeExtractor, settings: BlockSettings) -> None:
    extraction = extractor.extract(page, settings, ())
    again = extractor.extract(page, settings, ())
    all_settings = boilerpipe.KEEP_EVERYTHING.settings_class(profile=settings.profile)
    everything = boilerpipe.KEEP_EVERYTHING.extract(page, all_settings, ())

    assert extraction.own_text == again.own_text
    assert np.array_equal(extraction.mask, again.mask)
    assert np.array_equal(
        extraction.mask, extraction.blocks.mask(extraction.content, page.n_tokens)
    )
    assert (np.diff(extraction.blocks.run_start) > 0).all()
    assert (extraction.blocks.run_start[1:] >= extraction.blocks.run_end[:-1]).all()
    lines = iter(everything.own_text.split("\n"))
    assert all(line in lines for line in extraction.own_text.split("\n"))
    for step in extraction.steps:
        for column in (step.rule, step.content, step.labels, step.group):
            assert column is None or len(column) == len(extraction.blocks)
        assert step.rule.max(initial=0) <= len(step.rules)
    if extraction.steps:
        assert np.array_equal(extraction.steps[-1].content, extraction.content)


_PARTS = st.sampled_from(
    [
        "<p>one two three four five six seven eight nine ten eleven twelve thirteen</p>",
        "<p>short text</p>",
        "<div><a>linked</a> <a>words here</a></div>",
        "<p>Comments (3)</p>",
        "<h1>Big News</h1>",
        "<p>" + words(45) + ".</p>",
        "<p>" + words(130) + ". Yes.</p>",
        "<ul><li>item one</li><li>item two</li></ul>",
        "<p>&amp;</p>",
        "<p>5 June 2010</p>",
        "text<br>",
    ]
)


@examples(max_examples=60)
@given(st.lists(_PARTS, max_size=14).map("".join), st.sampled_from(Profile))
def test_any_page_keeps_the_order_of_its_blocks(markup: str, profile: Profile):
    page = Page.from_text(f"<title>Big News | Site</title><body>{markup}", name="page")

    for extractor in ALL:
        assert_invariants(page, extractor, extractor.settings_class(profile=profile))


@pytest.mark.parametrize("corpus_page", every_page(stride=15))
def test_real_pages_keep_the_order_of_their_blocks(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)

    for extractor in ALL:
        assert_invariants(page, extractor, extractor.default_settings())
