"""Filters that keep the largest block, and filters that add similar blocks to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe.filters.base import Decision, Filter, confirm
from boilerscope.extractors.algorithms.boilerpipe.labels import (
    LI,
    MIGHT_BE_CONTENT,
    VERY_LIKELY_CONTENT,
)
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from boilerscope.extractors.algorithms.boilerpipe.settings import (
    ByProfile,
    FulltextSettings,
    ProfileSettings,
    words_knob,
)
from boilerscope.extractors.model.settings import NoSettings, Settings, Source, StepKind, knob
from boilerscope.extractors.model.steps import Outcome, Rule, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList
    from boilerscope.extractors.page import BoolArray, IntArray

_GROUP = "Largest block"


@dataclass(frozen=True)
class LargestSettings(ProfileSettings):
    """Blocks to keep besides the largest block."""

    by_profile: ClassVar[ByProfile] = {
        "expand_to_same_tag_level": {
            Profile.V1_1_0: False,
            Profile.V1_2_0: False,
            Profile.HEAD: True,
        },
        "expand_min_words": {Profile.V1_1_0: 0, Profile.V1_2_0: 0, Profile.HEAD: 150},
    }

    expand_to_same_tag_level: bool | None = knob(
        None,
        "Expand to the same tag level",
        "Keep the blocks around the largest block that are on its tag level.",
        source=Source.PROGRAM,
        group=_GROUP,
    )
    expand_min_words: int | None = words_knob(
        None,
        "Minimum length of added blocks",
        "Blocks on the tag level of the largest block are kept only with at least this many words.",
        source=Source.PROGRAM,
        group=_GROUP,
        high=1000,
    )


def _rules(code: str, measure: str, noun: str) -> tuple[Rule, ...]:
    """Return the rules of a filter that keeps the largest block by some measure."""
    return (
        Rule(code, Outcome.KEEP, (Test(measure, "==", "largest"),), f"largest by {noun}"),
        Rule(code, Outcome.DROP, (Test(measure, "<", "largest"),), "not largest"),
        Rule(
            code,
            Outcome.DROP,
            (Test(measure, "==", "largest"),),
            "as large as block {largest_block}, which comes first",
        ),
        confirm(code, "already boilerplate"),
        Rule(
            code,
            Outcome.KEEP,
            (Test("tag_level", "==", "level"), Test("words", ">=", "expand_min_words")),
            "around the largest",
        ),
        confirm(code, "no block is content"),
        confirm(code, "only one block: nothing to compare"),
    )


_LARGEST, _SMALLER, _TIED, _NOT_CONTENT, _EXPANDED, _NONE, _SINGLE = range(1, 8)

LARGEST_RULES = _rules("F8", "words", "words")
LARGEST_FULLTEXT_RULES = _rules("F9", "fulltext_words", "full-text words")


def keep_largest(blocks: BlockList, settings: LargestSettings) -> Decision:
    """Keep the content block with the most words; all other blocks might be content."""
    n = len(blocks)
    if n < 2:
        return Decision(blocks, LARGEST_RULES, np.full(n, _SINGLE))
    largest = _first_largest(blocks.content, blocks.words)
    content, labels = _apart(blocks, largest)
    if largest < 0:
        return Decision(blocks.with_content(content, labels), LARGEST_RULES, np.full(n, _NONE))
    if settings.profile is Profile.HEAD:
        labels[largest] |= VERY_LIKELY_CONTENT
    rule = _ranks(blocks, blocks.words, largest)
    if settings.expand_to_same_tag_level:
        is_around = _around(blocks, largest, settings.expand_min_words or 0)
        content |= is_around
        rule[is_around] = _EXPANDED
    return Decision(
        blocks.with_content(content, labels),
        LARGEST_RULES,
        rule,
        numbers={
            "largest": float(blocks.words[largest]),
            "largest_block": float(blocks.leader[largest]),
            "level": float(blocks.tag_level[largest]),
        },
    )


def keep_largest_fulltext(blocks: BlockList, settings: FulltextSettings) -> Decision:
    """Keep the content block with the most full-text words (1.1.0); the others might be content."""
    n = len(blocks)
    fulltext = blocks.fulltext_words(settings.fulltext_density)
    largest = _first_largest(blocks.content, fulltext)
    if n < 2 or largest < 0:
        rule = np.full(n, _SINGLE if n < 2 else _NONE)
        return Decision(blocks, LARGEST_FULLTEXT_RULES, rule, columns={"fulltext_words": fulltext})
    content, labels = _apart(blocks, largest)
    return Decision(
        blocks.with_content(content, labels),
        LARGEST_FULLTEXT_RULES,
        _ranks(blocks, fulltext, largest),
        numbers={
            "largest": float(fulltext[largest]),
            "largest_block": float(blocks.leader[largest]),
        },
        columns={"fulltext_words": fulltext},
    )


def _first_largest(content: BoolArray, size: IntArray) -> int:
    """Return the first content row of maximum size, -1 if no row is content."""
    if not len(content):
        return -1
    largest = int(np.where(content, size, -1).argmax())
    return largest if content[largest] else -1


def _apart(blocks: BlockList, largest: int) -> tuple[BoolArray, IntArray]:
    """Make one row the only content (-1: none); label the other rows MIGHT_BE_CONTENT."""
    content = np.zeros(len(blocks), dtype=np.bool_)
    labels = blocks.labels | MIGHT_BE_CONTENT
    if largest >= 0:
        content[largest] = True
        labels[largest] = blocks.labels[largest]
    return content, labels


def _ranks(blocks: BlockList, size: IntArray, largest: int) -> IntArray:
    """Return the rule of each row according to its size alone."""
    rule = np.where(size < size[largest], _SMALLER, _TIED)
    rule[~blocks.content] = _NOT_CONTENT
    rule[largest] = _LARGEST
    return rule.astype(np.int32)


def _around(blocks: BlockList, largest: int, min_words: int) -> BoolArray:
    """Return the rows around a row on the same tag level, up to the first row on a lower level."""
    level = blocks.tag_level
    lower = np.flatnonzero(level < level[largest])
    n_before = int(np.searchsorted(lower, largest))
    first = int(lower[n_before - 1]) + 1 if n_before else 0
    end = int(lower[n_before]) if n_before < len(lower) else len(level)
    rows = np.arange(len(level))
    is_inside = (rows >= first) & (rows < end) & (rows != largest)
    is_around: BoolArray = is_inside & (level == level[largest]) & (blocks.words >= min_words)
    return is_around


@dataclass(frozen=True)
class SameLevelSettings(Settings):
    """Large blocks to keep."""

    same_level_min_words: int = words_knob(
        100,
        "Minimum length of a large block",
        "Blocks on the tag level of the main content with at least this many words are kept.",
        source=Source.PROGRAM,
        group=_GROUP,
        high=1000,
    )


SAME_LEVEL_RULES = (
    Rule(
        "LB",
        Outcome.KEEP,
        (Test("words", ">=", "same_level_min_words"), Test("tag_level", "==", "level")),
    ),
    confirm("LB", "already content"),
    confirm("LB", "", Test("words", "<", "same_level_min_words")),
    confirm("LB", "", Test("tag_level", "!=", "level")),
    confirm("LB", "no block is very likely content"),
)


def large_block_same_tag_level(blocks: BlockList, settings: SameLevelSettings) -> Decision:
    """Keep large blocks on the tag level of the first block that is very likely content."""
    likely_rows = np.flatnonzero(blocks.content & blocks.has(VERY_LIKELY_CONTENT))
    if not len(likely_rows):
        return Decision(blocks, SAME_LEVEL_RULES, np.full(len(blocks), 5))
    level = blocks.tag_level[likely_rows[0]]
    is_large = blocks.words >= settings.same_level_min_words
    is_on_level = blocks.tag_level == level
    rule = np.where(is_large, np.where(is_on_level, 1, 4), 3)
    rule[blocks.content] = 2
    return Decision(
        blocks.with_content(blocks.content | (is_large & is_on_level)),
        SAME_LEVEL_RULES,
        rule,
        numbers={"level": float(level)},
    )


LIST_RULES = (
    Rule(
        "LE",
        Outcome.KEEP,
        (Test("link_density_words", "==", 0.0),),
        "list item after the content, tag level {tag_level} > {level}",
    ),
    confirm("LE", "very likely content"),
    confirm("LE", "not an unlinked list item directly after the content"),
)


def list_at_end(blocks: BlockList, settings: NoSettings) -> Decision:  # noqa: ARG001 - every filter takes both
    """Keep list items directly after, and deeper than, very likely content."""
    is_likely = blocks.content & blocks.has(VERY_LIKELY_CONTENT)
    is_item = blocks.has(MIGHT_BE_CONTENT) & blocks.has(LI) & (blocks.link_density == 0)
    rows = np.arange(len(blocks))
    # The content that a row follows: the nearest before it, if only list items are between.
    content = np.maximum.accumulate(np.where(is_likely, rows, -1))
    level = np.where(content >= 0, blocks.tag_level[content], 0)
    is_continuing = is_item & (blocks.tag_level > level) & (content >= 0) & ~is_likely
    broken = np.maximum.accumulate(np.where(~is_likely & ~is_continuing, rows, -1))
    kept = is_continuing & (broken < content)
    return Decision(
        blocks.with_content(blocks.content | kept),
        LIST_RULES,
        np.where(kept, 1, np.where(is_likely, 2, 3)),
        columns={"level": level},
    )


KEEP_LARGEST = Filter(
    "F8",
    StepKind(
        "keep_largest",
        "Keep the largest block",
        "Only the content block with the most words stays content.",
        LargestSettings,
    ),
    keep_largest,
    chooses_by="words",
)
KEEP_LARGEST_FULLTEXT = Filter(
    "F9",
    StepKind(
        "keep_largest_fulltext",
        "Keep the largest full text",
        "Only the content block with the most full-text words stays content.",
        FulltextSettings,
    ),
    keep_largest_fulltext,
    chooses_by="fulltext_words",
)
LARGE_BLOCK_SAME_TAG_LEVEL = Filter(
    "LB",
    StepKind(
        "large_block_same_tag_level",
        "Keep large blocks on the same level",
        "Large blocks on the tag level of the main content become content.",
        SameLevelSettings,
    ),
    large_block_same_tag_level,
)
LIST_AT_END = Filter(
    "LE",
    StepKind(
        "list_at_end",
        "Keep lists at the end",
        "Unlinked list items right after the main content become content.",
        NoSettings,
    ),
    list_at_end,
)
