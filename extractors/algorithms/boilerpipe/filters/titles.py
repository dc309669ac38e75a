"""Filters that find the page's title and keep the blocks between it and the content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe.filters.base import Decision, Filter, confirm
from boilerscope.extractors.algorithms.boilerpipe.labels import MIGHT_BE_CONTENT, TITLE
from boilerscope.extractors.algorithms.boilerpipe.potential_titles import (
    TitleMatching,
    normal,
    potential_titles,
    without_punctuation,
)
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from boilerscope.extractors.algorithms.boilerpipe.settings import ByProfile, ProfileSettings
from boilerscope.extractors.model.settings import NoSettings, Source, StepKind, knob
from boilerscope.extractors.model.steps import Outcome, Rule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList
    from boilerscope.extractors.page import BoolArray

_SEPARATORS_1_2_0 = ("|»:", "|»:()", "|»:()-", "|»,:()-")
_SEPARATORS = {
    Profile.V1_1_0: ("|:", "|:()"),
    Profile.V1_2_0: _SEPARATORS_1_2_0,
    Profile.HEAD: ("|»-", *_SEPARATORS_1_2_0, "|»,:()-\u00a0"),
}
_MATCHING = {
    Profile.V1_1_0: TitleMatching.EXACT,
    Profile.V1_2_0: TitleMatching.EXACT,
    Profile.HEAD: TitleMatching.RELAXED,
}


@dataclass(frozen=True)
class TitleSettings(ProfileSettings):
    """Blocks that repeat the page's title."""

    by_profile: ClassVar[ByProfile] = {
        "title_separators": _SEPARATORS,
        "title_matching": _MATCHING,
    }

    title_separators: tuple[str, ...] | None = knob(
        None,
        "Title separators",
        "Sets of characters; each set divides the title, and the longest part may be the headline.",
        source=Source.PROGRAM,
        group="Title",
    )
    title_matching: TitleMatching | None = knob(
        None,
        "Title matching",
        "Relaxed matching ignores case, tries more parts and labels only the first match.",
        source=Source.PROGRAM,
        group="Title",
    )

    def titles(self, title: str) -> frozenset[str]:
        """Return the potential titles of a page; all values must be resolved."""
        resolved = self.resolve()
        matching = resolved.title_matching or TitleMatching.EXACT
        return potential_titles(title, resolved.title_separators or (), matching)


TITLE_RULES = (
    Rule("F2", Outcome.LABEL, (), "repeats the page title or its longest part"),
    confirm("F2", "not the page title"),
    confirm("F2", "the page has no title"),
    confirm("F2", "after the first block that repeats the title"),
)


def title_match(blocks: BlockList, settings: TitleSettings) -> Decision:
    """Label blocks whose text is a potential title."""
    titles = settings.titles(blocks.source.unwrapped.title)
    rule = np.full(len(blocks), 2 if titles else 3, dtype=np.int32)
    if settings.title_matching is TitleMatching.RELAXED:
        matching = _first_relaxed(blocks.trimmed_texts, titles)
        if matching:
            rule[matching[0] :] = 4
    else:
        matching = [row for row, text in enumerate(blocks.trimmed_texts) if text in titles]
    rule[matching] = 1
    labels = blocks.labels.copy()
    labels[matching] |= TITLE
    return Decision(blocks.with_labels(labels), TITLE_RULES, rule)


def _first_relaxed(texts: Iterable[str], titles: frozenset[str]) -> list[int]:
    """Return the first matching row as a list of at most one row."""
    for row, text in enumerate(texts):
        plain = normal(text)
        if plain in titles or without_punctuation(plain) in titles:
            return [row]
    return []


EXPAND_RULES = (
    Rule("F10", Outcome.KEEP, (), "between title block {title_block} and the content"),
    confirm("F10", "between title and content, but was never content"),
    confirm("F10", "not between title and content"),
    confirm("F10", "no title before the content"),
)


def expand_title_to_content(blocks: BlockList, settings: NoSettings) -> Decision:  # noqa: ARG001 - every filter takes both
    """Keep the blocks between the title and the content that might be content."""
    first_content = _first(blocks.content, len(blocks))
    # A block with both labels counts as the title; the content is searched for after it too.
    titles = np.flatnonzero(blocks.has(TITLE)[: first_content + 1])
    title = int(titles[-1]) if len(titles) else -1
    if title < 0 or first_content in (title, len(blocks)):
        rule = np.full(len(blocks), 4, dtype=np.int32)
        return Decision(blocks, EXPAND_RULES, rule)
    rows = np.arange(len(blocks))
    is_between = (rows >= title) & (rows < first_content)
    might_be = blocks.has(MIGHT_BE_CONTENT)
    return Decision(
        blocks.with_content(blocks.content | (is_between & might_be)),
        EXPAND_RULES,
        np.where(is_between, np.where(might_be, 1, 2), 3),
        numbers={"title_block": float(blocks.leader[title])},
    )


def _first(mask: BoolArray, default: int) -> int:
    rows = np.flatnonzero(mask)
    return int(rows[0]) if len(rows) else default


TITLE_MATCH = Filter(
    "F2",
    StepKind(
        "title_match",
        "Find the title",
        "Blocks that repeat the page title or the longest part of it are labelled as title.",
        TitleSettings,
    ),
    title_match,
)
EXPAND_TITLE_TO_CONTENT = Filter(
    "F10",
    StepKind(
        "expand_title_to_content",
        "Keep blocks under the title",
        "Blocks that might be content become content between the title and the content.",
        NoSettings,
    ),
    expand_title_to_content,
)
