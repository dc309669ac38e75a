"""Filters for sentences: separate blocks at line breaks, drop blocks without a clause."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe.filters.base import Decision, Filter, confirm
from boilerscope.extractors.algorithms.boilerpipe.settings import words_knob
from boilerscope.extractors.model.settings import NoSettings, Settings, Source, StepKind, knob
from boilerscope.extractors.model.steps import Outcome, Rule, Test

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList

SPLIT_RULES = (
    confirm("F15", "one of the paragraphs of fused block {joins}, which is separated"),
    confirm("F15", "a single paragraph"),
)


def split_paragraphs(blocks: BlockList, settings: NoSettings) -> Decision:  # noqa: ARG001 - every filter takes both
    """Separate fused blocks at their line breaks.

    Texts contain line breaks only between fused blocks, so the paragraphs are the original blocks.
    Their counts are lost, as in the original.
    """
    texts = blocks.source.unwrapped.texts
    members = np.flatnonzero(blocks.row_of >= 0)
    row = blocks.row_of[members]
    is_paragraph = np.array([bool(texts[block]) for block in members.tolist()], dtype=np.bool_)
    is_paragraph |= blocks.leader[row] == members
    is_split = np.bincount(row[is_paragraph], minlength=len(blocks)) > 1
    return Decision(
        blocks.split(is_split),
        SPLIT_RULES,
        np.where(is_split, 1, 2),
        columns={"joins": blocks.leader},
    )


@dataclass(frozen=True)
class ClauseSettings(Settings):
    """Definition of a clause."""

    min_clause_words: int = words_knob(
        5,
        "Words of a clause",
        "Blocks without a clause of at least this many words are boilerplate.",
        source=Source.PROGRAM,
        group="Clauses",
        low=1,
        high=50,
        bounds="clause_words",
    )
    accept_clause_without_delimiter: bool = knob(
        default=False,
        label="Accept an open end",
        help="Count text after the last full stop, comma or other delimiter as a clause.",
        source=Source.PROGRAM,
        group="Clauses",
    )


CLAUSE_RULES = (
    Rule("F16", Outcome.DROP, (Test("clause_words", "<", "min_clause_words"),)),
    confirm("F16", "", Test("clause_words", ">=", "min_clause_words")),
)

_DELIMITERS = re.compile(r"(?<=\w)[,.:;!?]++(?:[ \n\r]++|$)")
_SPACE = re.compile(r"[ \n\r]++")


def min_clause_words(blocks: BlockList, settings: ClauseSettings) -> Decision:
    """Drop content blocks without a clause of some length."""
    rows = np.flatnonzero(blocks.content)
    texts = blocks.texts if len(rows) else ()
    words = np.zeros(len(blocks), dtype=np.int32)
    count_longest = _clause_counter(blocks, open_end=settings.accept_clause_without_delimiter)
    words[rows] = [count_longest(texts[row]) for row in rows.tolist()]
    is_short = words < settings.min_clause_words
    return Decision(
        blocks.with_content(blocks.content & ~is_short),
        CLAUSE_RULES,
        np.where(blocks.content, np.where(is_short, 1, 2), 0),
        columns={"clause_words": words},
    )


def _clause_counter(blocks: BlockList, *, open_end: bool) -> Callable[[str], int]:
    """Return a function that measures a text; the text of a single block is measured only once."""
    lengths: dict[str, int] = blocks.source.unwrapped.cached(("clauses", open_end), dict)

    def measure(text: str) -> int:
        if text in lengths:
            return lengths[text]
        words = longest_clause(text, open_end=open_end)
        if "\n" not in text:
            lengths[text] = words
        return words

    return measure


def longest_clause(text: str, *, open_end: bool) -> int:
    """Return the number of words in the longest clause of a text, 0 if none.

    A clause ends at a letter or digit followed by a delimiter and then by a space or the end of the
    text.

    Parameters
    ----------
    open_end : bool
        Whether text after the last delimiter counts too.
    """
    start = longest = 0
    for end, next_start in _clause_ends(text):
        longest = max(longest, _count_words(text, start, end))
        start = next_start
    return max(longest, _count_words(text, start, len(text))) if open_end else longest


def _count_words(text: str, start: int, end: int) -> int:
    return 1 + len(_SPACE.findall(text, start, end))


def _clause_ends(text: str) -> Iterator[tuple[int, int]]:
    """Yield the end of each clause, and the start of the next clause."""
    for match in _DELIMITERS.finditer(text):
        last = text[match.start() - 1]
        if last.isalpha() or last in "0123456789":
            yield match.span()


SPLIT_PARAGRAPHS = Filter(
    "F15",
    StepKind(
        "split_paragraphs",
        "Separate paragraphs",
        "Fused blocks are separated into their paragraphs.",
        NoSettings,
    ),
    split_paragraphs,
)
MIN_CLAUSE_WORDS = Filter(
    "F16",
    StepKind(
        "min_clause_words",
        "Drop blocks without a clause",
        "Content blocks without a long enough clause become boilerplate.",
        ClauseSettings,
    ),
    min_clause_words,
)
