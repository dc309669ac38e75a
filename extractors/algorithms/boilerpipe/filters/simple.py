"""Filters that test single blocks, or the states of their neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe.filters.base import (
    Decision,
    Filter,
    confirm,
    shifted,
)
from boilerscope.extractors.algorithms.boilerpipe.labels import TITLE
from boilerscope.extractors.algorithms.boilerpipe.settings import FulltextSettings, words_knob
from boilerscope.extractors.model.settings import (
    MainKnob,
    NoSettings,
    Settings,
    Source,
    StepKind,
    knob,
)
from boilerscope.extractors.model.steps import Outcome, Rule, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList

_GROUP = "Shortest block"


@dataclass(frozen=True)
class RemoveSettings(Settings):
    """Boilerplate to keep in the list."""

    keep_titles: bool = knob(
        default=False,
        label="Keep titles",
        help="Keep boilerplate labelled as title in the list.",
        source=Source.PROGRAM,
        group="Fusing and cutting",
    )


REMOVE_RULES = (
    confirm("F7", "content: stays in the list"),
    confirm("F7", "boilerplate: removed from the list"),
    confirm("F7", "boilerplate, but a title: stays in the list"),
)


def remove_boilerplate(blocks: BlockList, settings: RemoveSettings) -> Decision:
    """Remove boilerplate from the list, so that later filters ignore it."""
    is_spared = blocks.has(TITLE) & settings.keep_titles
    rule = np.where(blocks.content, 1, np.where(is_spared, 3, 2))
    return Decision(blocks.without(rule == 2), REMOVE_RULES, rule)


EVERYTHING_RULES = (Rule("F13", Outcome.KEEP, (), "every block is content"),)


def mark_everything_content(blocks: BlockList, settings: NoSettings) -> Decision:  # noqa: ARG001 - every filter takes both
    """Make every block content."""
    all_content = np.ones(len(blocks), dtype=np.bool_)
    return Decision(
        blocks.with_content(all_content), EVERYTHING_RULES, np.ones(len(blocks), dtype=np.int32)
    )


INVERT_RULES = (
    Rule("INV", Outcome.KEEP, (), "was boilerplate"),
    Rule("INV", Outcome.DROP, (), "was content"),
)


def invert(blocks: BlockList, settings: NoSettings) -> Decision:  # noqa: ARG001 - every filter takes both
    """Turn content into boilerplate and boilerplate into content."""
    return Decision(
        blocks.with_content(~blocks.content), INVERT_RULES, np.where(blocks.content, 2, 1)
    )


@dataclass(frozen=True)
class MinWordsSettings(Settings):
    """Minimum length of a block."""

    min_words_k: int = words_knob(
        10,
        "Minimum length",
        "Blocks with fewer words are boilerplate.",
        source=Source.OURS,
        group=_GROUP,
        main=MainKnob.MIN_LENGTH,
        high=500,
    )


@dataclass(frozen=True)
class MinFulltextSettings(FulltextSettings):
    """Minimum full text of a block."""

    min_fulltext_words: int = words_knob(
        30,
        "Minimum full text",
        "Blocks with fewer words of full text are boilerplate.",
        source=Source.PROGRAM,
        group=_GROUP,
        main=MainKnob.MIN_LENGTH,
        high=500,
        bounds="fulltext_words",
    )


def _min_rules(code: str, measure: str, bound: str) -> tuple[Rule, ...]:
    return (
        Rule(code, Outcome.DROP, (Test(measure, "<", bound),)),
        confirm(code, "", Test(measure, ">=", bound)),
    )


MIN_WORDS_RULES = _min_rules("F14", "words", "min_words_k")
MIN_FULLTEXT_RULES = _min_rules("F17", "fulltext_words", "min_fulltext_words")


def min_words(blocks: BlockList, settings: MinWordsSettings) -> Decision:
    """Drop content blocks with few words."""
    is_short = blocks.words < settings.min_words_k
    rule = np.where(blocks.content, np.where(is_short, 1, 2), 0)
    return Decision(blocks.with_content(blocks.content & ~is_short), MIN_WORDS_RULES, rule)


def min_fulltext_words(blocks: BlockList, settings: MinFulltextSettings) -> Decision:
    """Drop content blocks with few full-text words."""
    fulltext = blocks.fulltext_words(settings.fulltext_density)
    is_short = fulltext < settings.min_fulltext_words
    rule = np.where(blocks.content, np.where(is_short, 1, 2), 0)
    return Decision(
        blocks.with_content(blocks.content & ~is_short),
        MIN_FULLTEXT_RULES,
        rule,
        columns={"fulltext_words": fulltext},
    )


@dataclass(frozen=True)
class SurroundingSettings(Settings):
    """Blocks between content that become content."""

    surrounded_min_words: int = words_knob(
        6,
        "Length of a surrounded block",
        "Blocks between two content blocks need more words than this.",
        source=Source.PROGRAM,
        group=_GROUP,
    )


SURROUNDING_RULES = (
    Rule(
        "SC",
        Outcome.KEEP,
        (Test("words", ">", "surrounded_min_words"), Test("link_density_words", "==", 0.0)),
        "between two content blocks",
    ),
    confirm("SC", "already content"),
    confirm("SC", "not between two content blocks"),
    confirm("SC", "between content, but has links", Test("link_density_words", "!=", 0.0)),
    confirm("SC", "between content", Test("words", "<=", "surrounded_min_words")),
)


def surrounding_to_content(blocks: BlockList, settings: SurroundingSettings) -> Decision:
    """Keep blocks without links between two content blocks.

    The original advances two blocks at a time, so that only every second block is tested.
    """
    rows = np.arange(len(blocks))
    is_tested = (rows % 2 == 1) & (rows + 1 < len(blocks))
    is_between = shifted(blocks.content, -1) & shifted(blocks.content, 1)
    is_linked = blocks.link_density != 0
    is_long = blocks.words > settings.surrounded_min_words
    rule = np.where(is_linked, 4, np.where(is_long, 1, 5))
    rule[~is_between] = 3
    rule[blocks.content] = 2
    rule[~is_tested] = 0
    return Decision(blocks.with_content(blocks.content | (rule == 1)), SURROUNDING_RULES, rule)


REMOVE_BOILERPLATE = Filter(
    "F7",
    StepKind(
        "remove_boilerplate",
        "Remove boilerplate",
        "Boilerplate is removed from the list, so that content blocks become neighbours.",
        RemoveSettings,
    ),
    remove_boilerplate,
)
MARK_EVERYTHING_CONTENT = Filter(
    "F13",
    StepKind(
        "mark_everything_content",
        "Keep everything",
        "Every block becomes content.",
        NoSettings,
    ),
    mark_everything_content,
)
INVERT = Filter(
    "INV",
    StepKind(
        "invert",
        "Invert",
        "Content becomes boilerplate, and boilerplate becomes content.",
        NoSettings,
    ),
    invert,
)
MIN_WORDS = Filter(
    "F14",
    StepKind(
        "min_words",
        "Drop short blocks",
        "Content blocks with too few words become boilerplate.",
        MinWordsSettings,
    ),
    min_words,
)
MIN_FULLTEXT_WORDS = Filter(
    "F17",
    StepKind(
        "min_fulltext_words",
        "Drop blocks with little full text",
        "Content blocks with too few words of full text become boilerplate.",
        MinFulltextSettings,
    ),
    min_fulltext_words,
)
SURROUNDING_TO_CONTENT = Filter(
    "SC",
    StepKind(
        "surrounding_to_content",
        "Keep surrounded blocks",
        "A block without links between two content blocks becomes content.",
        SurroundingSettings,
    ),
    surrounding_to_content,
)
