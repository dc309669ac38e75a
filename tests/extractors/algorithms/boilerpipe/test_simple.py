"""Filters on single blocks, on neighbours, on labels, and on clauses."""

from __future__ import annotations

import pytest

from boilerscope.extractors.algorithms.boilerpipe.extractor import CUSTOM
from boilerscope.extractors.algorithms.boilerpipe.filters.catalogue import FILTERS
from boilerscope.extractors.algorithms.boilerpipe.filters.clauses import longest_clause
from boilerscope.extractors.algorithms.boilerpipe.filters.labelled import (
    LabelSettings,
    PrecedingPrefix,
)
from boilerscope.extractors.algorithms.boilerpipe.pipelines import CustomSettings
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.sentence import explain_step
from boilerscope.extractors.model.settings import PipelineStep
from boilerscope.extractors.page import Page
from tests.helpers.boilerpipe_blocks import Block, apply, block_list, label_names

B, C = Block(words=2), Block(words=10, content=True)


def test_boilerplate_is_removed_from_the_list_and_not_tested_by_later_steps():
    rows, step = apply("remove_boilerplate", block_list([B, C, B, C]))
    _, later = apply("num_words_rules", rows)

    assert rows.leader.tolist() == [1, 3]
    assert step.rule.tolist() == [2, 1, 2, 1]
    assert step.content.tolist() == [False, True, False, True]
    assert later.rule.tolist()[::2] == [0, 0]
    assert later.previous is not None
    assert later.previous.tolist()[3] == 1


def test_removed_blocks_keep_the_labels_they_had():
    rows = [Block(labels=("TITLE",)), C]

    removed, _ = apply("remove_boilerplate", block_list(rows))
    _, later = apply("mark_everything_content", removed)

    assert later.labels is not None
    assert later.labels.tolist() == [1, 0]


def test_titles_can_stay_in_the_list():
    rows = [Block(labels=("TITLE",)), B, C]

    blocks, step = apply("remove_boilerplate", block_list(rows), keep_titles=True)

    assert blocks.leader.tolist() == [0, 2]
    assert step.rule.tolist() == [3, 2, 1]


def test_everything_can_be_kept():
    blocks, step = apply("mark_everything_content", block_list([B, C]))

    assert blocks.content.tolist() == [True, True]
    assert step.rule.tolist() == [1, 1]


def test_states_can_be_inverted():
    blocks, step = apply("invert", block_list([B, C]))

    assert blocks.content.tolist() == [True, False]
    assert step.rule.tolist() == [1, 2]


def test_short_content_is_dropped():
    rows = [Block(words=9, content=True), Block(words=10, content=True), Block(words=1)]

    blocks, step = apply("min_words", block_list(rows))
    lower, _ = apply("min_words", block_list(rows), min_words_k=9)

    assert blocks.content.tolist() == [False, True, False]
    assert step.rule.tolist() == [1, 2, 0]
    assert lower.content.tolist() == [True, True, False]


def test_content_with_little_full_text_is_dropped():
    rows = [
        Block(words=29, content=True),
        Block(words=30, content=True),
        Block(words=40, density=(26, 3), content=True),
        Block(words=1),
    ]

    blocks, step = apply("min_fulltext_words", block_list(rows))
    lower, _ = apply(
        "min_fulltext_words", block_list(rows), min_fulltext_words=29, fulltext_density=8.0
    )

    assert blocks.content.tolist() == [False, True, False, False]
    assert step.rule.tolist() == [1, 2, 1, 0]
    assert lower.content.tolist() == [True, True, True, False]


def test_every_second_block_between_content_is_kept():
    long = Block(words=7)
    rows = [C, long, C, C, C, long, C, long]

    blocks, step = apply("surrounding_to_content", block_list(rows))

    assert blocks.content.tolist() == [True, True, True, True, True, True, True, False]
    assert step.rule.tolist() == [0, 1, 0, 2, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ([C, Block(words=6), C], 5),
        ([C, Block(words=7, linked=1), C], 4),
        ([C, Block(words=7), B], 3),
        ([B, Block(words=7), C], 3),
    ],
)
def test_blocks_that_are_short_linked_or_not_surrounded_stay_boilerplate(
    rows: list[Block], rule: int
):
    blocks, step = apply("surrounding_to_content", block_list(rows))

    assert not blocks.content[1]
    assert step.rule[1] == rule


def test_the_minimum_length_of_a_surrounded_block_is_a_setting():
    rows = [C, Block(words=3), C]

    assert apply("surrounding_to_content", block_list(rows), surrounded_min_words=2)[0].content[1]


def test_labels_drop_content():
    rows = [
        Block(content=True, labels=("STRICTLY_NOT_CONTENT",)),
        Block(content=True, labels=("HR",)),
        Block(labels=("STRICTLY_NOT_CONTENT",)),
    ]

    blocks, step = apply("label_to_boilerplate", block_list(rows))
    by_other_labels, _ = apply("label_to_boilerplate", block_list(rows), labels=("HR", "TITLE"))

    assert blocks.content.tolist() == [False, True, False]
    assert step.rule.tolist() == [1, 2, 0]
    assert by_other_labels.content.tolist() == [True, False, False]


def test_the_reason_names_the_labels_of_the_setting():
    markup = "<body><p>one</p><p>two</p>"
    kind = FILTERS["label_to_content"].kind
    steps = (PipelineStep(kind.name, kind.settings_class(labels=("HR", "TITLE"))),)  # type: ignore[call-arg] # the record of the kind

    extraction = CUSTOM.extract(
        Page.from_text(markup, name="p"), CustomSettings(pipeline=steps), ()
    )

    assert explain_step(extraction, extraction.steps[0], 0) == "LC: has none of HR, TITLE"


def test_labels_keep_boilerplate():
    rows = [Block(labels=("MIGHT_BE_CONTENT",)), Block(labels=("HR",)), Block(content=True)]

    blocks, step = apply("label_to_content", block_list(rows))

    assert blocks.content.tolist() == [True, False, True]
    assert step.rule.tolist() == [1, 2, 0]


def test_error_of_an_unknown_label_names_the_nearest_label():
    with pytest.raises(SettingsError, match="did you mean 'TITLE'") as caught:
        LabelSettings(labels=("TITEL",))

    assert caught.value.field == "labels"


def test_labels_are_passed_to_the_next_block_except_those_of_the_first_block():
    rows = [Block(labels=("TITLE",)), Block(labels=("HR",)), Block(labels=("LI",)), Block()]

    same, step = apply("add_preceding_labels", block_list(rows))
    marked, _ = apply(
        "add_preceding_labels", block_list(rows), preceding_prefix=PrecedingPrefix.MARKED
    )
    twice, _ = apply("add_preceding_labels", marked, preceding_prefix=PrecedingPrefix.MARKED)

    assert label_names(same) == [{"TITLE"}, {"HR"}, {"LI", "HR"}, {"LI"}]
    assert label_names(marked) == [{"TITLE"}, {"HR"}, {"LI", "^HR"}, {"^LI"}]
    assert label_names(twice) == [{"TITLE"}, {"HR"}, {"LI", "^HR"}, {"^LI", "^HR"}]
    assert step.rule.tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize(
    "text",
    [
        "5 June 2010",
        "Jan. 5, 2011 12:30 pm EST",
        "June",
        "12/05/2011",
        "2010, 12:30",
        "Sep 11",
        "December 24, 2009 4:15 am",
        "By A. Writer",
        "by me",
    ],
)
def test_short_dates_and_bylines_are_kept_and_labelled(text: str):
    blocks, _ = apply("article_metadata", block_list([Block(words=3, text=text)]))
    longer, _ = apply("article_metadata", block_list([Block(words=11, text=text)]))

    assert (blocks.content[0], label_names(blocks)) == (True, [{"ARTICLE_METADATA"}])
    assert not longer.content[0]
    assert apply(
        "article_metadata", block_list([Block(words=11, text=text)]), metadata_max_words=11
    )[0].content[0]


@pytest.mark.parametrize(
    "text", ["5June", "Junes", "June the 5th", "... ,", "Byline", "by", "12 o'clock", "5 Juni 2010"]
)
def test_a_text_that_is_neither_a_date_nor_a_byline_is_not_changed(text: str):
    blocks, step = apply("article_metadata", block_list([Block(words=3, text=text)]))

    assert not blocks.content[0]
    assert step.rule.tolist() == [3]


@pytest.mark.parametrize("unit", ["1", "1 ", ", ", "1:", "June "])
def test_a_megabyte_that_is_almost_a_date_is_read(unit: str):
    text = unit * (1_000_000 // len(unit)) + "!"

    assert not apply("article_metadata", block_list([Block(text=text)]))[0].content[0]


def test_headings_without_content_after_them_are_dropped():
    heading = Block(content=True, labels=("HEADING",))

    blocks, step = apply("trailing_headline", block_list([heading, C, B, heading, B, heading]))

    assert blocks.content.tolist() == [True, True, False, False, False, False]
    assert step.rule.tolist() == [0, 2, 0, 1, 0, 1]


def test_headings_without_other_blocks_are_all_dropped():
    heading = Block(content=True, labels=("HEADING",))

    assert not apply("trailing_headline", block_list([heading, heading]))[0].content.any()


def test_fused_blocks_are_split_and_lose_their_counts():
    rows = [
        Block(words=10, text="one", level=3, content=True, labels=("TITLE",)),
        Block(words=10, text="two", level=3, content=True),
        Block(words=2, text="three"),
    ]
    fused, _ = apply("proximity_fusion", block_list(rows))

    blocks, step = apply("split_paragraphs", fused)

    assert blocks.leader.tolist() == [0, 1, 2]
    assert blocks.texts == ("one", "two", "three")
    assert blocks.content.tolist() == [True, True, False]
    assert label_names(blocks) == [{"TITLE"}, {"TITLE"}, set()]
    assert blocks.words.tolist() == [0, 0, 2]
    assert (blocks.start.tolist(), blocks.tag_level.tolist()) == ([0, 0, 2], [0, 0, 3])
    assert step.rule.tolist() == [1, 1, 2]
    assert step.group is None


def test_blocks_without_text_are_not_paragraphs():
    rows = [Block(words=10, text=text, content=True) for text in ("", "", "one", "", "two", "")]
    fused, _ = apply("proximity_fusion", block_list(rows))
    alone, _ = apply("proximity_fusion", block_list([rows[2], rows[1]]))

    blocks, step = apply("split_paragraphs", fused)

    assert blocks.texts == ("", "one", "two")
    assert step.content.tolist() == [True, False, True, False, True, False]
    assert apply("split_paragraphs", alone)[0].words.tolist() == [20]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one two three four five.", 5),
        ("one two three four five", 0),
        ("one two, three four five.", 3),
        ("one two three: four five six seven; x", 4),
        ("one two three four ).", 0),
        ("one two three² four².", 0),
        ("one two_, three.", 3),
        ("one two three?! yes", 3),
        ("v1.2 of the thing.", 4),
        ("one\ntwo\r\nthree.", 3),
        ("中文，两个。", 0),
        ("中文 两个, 三", 2),
        ("", 0),
    ],
)
def test_a_clause_ends_at_punctuation_before_a_space_or_the_end(text: str, words: int):
    assert longest_clause(text, open_end=False) == words


def test_an_open_end_counts_if_it_is_allowed():
    assert longest_clause("one, two three four", open_end=True) == 3
    assert longest_clause("one two three, four", open_end=True) == 3


def test_content_without_a_long_clause_is_dropped():
    rows = [
        Block(text="This clause has more than five words. No.", content=True),
        Block(text="A short line.", content=True),
        Block(text="no delimiter at all in here", content=True),
        Block(text="A short line."),
    ]

    blocks, step = apply("min_clause_words", block_list(rows))
    shorter, _ = apply("min_clause_words", block_list(rows), min_clause_words=3)
    open_end, _ = apply("min_clause_words", block_list(rows), accept_clause_without_delimiter=True)

    assert blocks.content.tolist() == [True, False, False, False]
    assert shorter.content.tolist() == [True, True, False, False]
    assert open_end.content.tolist() == [True, False, True, False]
    assert step.rule.tolist() == [2, 1, 1, 0]
    assert step.columns["clause_words"].tolist() == [7, 3, 0, 0]


@pytest.mark.parametrize("unit", ["a.", "a!?", "a. ", ".,", "a" * 9 + " "])
def test_a_megabyte_of_clauses_is_measured(unit: str):
    assert longest_clause(unit * (1_000_000 // len(unit)), open_end=True) >= 1
