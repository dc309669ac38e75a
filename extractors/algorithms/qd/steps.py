"""The steps of QD: for each of the four kinds, the rule that matched each block."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.qd.scores import (
    has_copyright,
    has_prev_next,
    has_related_word,
)
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.algorithms.qd.blocks import QdBlocks
    from boilerscope.extractors.algorithms.qd.scores import Scores
    from boilerscope.extractors.algorithms.qd.settings import QdSettings
    from boilerscope.extractors.page.records import BoolArray, IntArray

LABELS = ("TITLE", "TIME", "MAIN", "RELATED", "COPYRIGHT", "PREV_NEXT")
TITLE, TIME, MAIN, RELATED, COPYRIGHT, PREV_NEXT = (1 << bit for bit in range(6))

_FIRST_EXCLUSION = 5


@dataclass(frozen=True, slots=True, eq=False)
class AllScores:
    """The scores of the four kinds."""

    title: Scores
    time: Scores
    related: Scores
    main: Scores


@dataclass(frozen=True)
class _Choice:
    """The step of one kind: its title and its rules.

    Attributes
    ----------
    code, title : str
        As in `Step`.
    kind : str
        Prefix of the names of the kind's columns.
    bit : int
        Label of the selected block.
    selected, other : Outcome
        Outcome for the selected block and for the other blocks.
    terms : tuple of str
        Features with points.
    exclusions : tuple of (tuple of Test, str)
        Tests and explanations of the rules for blocks that are not candidates.
    """

    code: str
    title: str
    kind: str
    bit: int
    selected: Outcome
    other: Outcome
    terms: tuple[str, ...]
    exclusions: tuple[tuple[tuple[Test, ...], str], ...] = ()

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the step; the first four are for candidates."""
        quantity = f"{self.kind}_score"
        parts = (f"{name.replace('_', ' ')} {{{self.kind}_{name}}}" for name in self.terms)
        terms = " + ".join(parts) + f" = {{{quantity}}}"
        test = (Test(quantity, ">=", "highest"),)
        rules = (
            (self.selected, test, terms),
            (self.other, test, f"an earlier block has as many points: {terms}"),
            (self.other, (Test(quantity, "<", "highest"),), terms),
            (self.other, (Test(quantity, "<=", 0),), terms),
            *((self.other, tests, explanation) for tests, explanation in self.exclusions),
        )
        return tuple(
            Rule(f"{self.code}{number}", *rule) for number, rule in enumerate(rules, start=1)
        )


_TITLE = _Choice(
    "T",
    "Find the title",
    "title",
    TITLE,
    Outcome.LABEL,
    Outcome.CONFIRM,
    terms=("page_title", "heading", "emphasis", "name"),
    exclusions=(
        ((Test("title_length", "<=", "title_min"),), ""),
        ((Test("title_length", ">=", "title_max"),), ""),
    ),
)
_TIME = _Choice(
    "D",
    "Find the time",
    "time",
    TIME,
    Outcome.LABEL,
    Outcome.CONFIRM,
    terms=("date", "source", "published"),
    exclusions=(
        ((Test("time_length", "<=", 0),), ""),
        ((Test("time_length", ">=", "time_max"),), ""),
    ),
)
_RELATED = _Choice(
    "R",
    "Find related links",
    "related",
    RELATED,
    Outcome.LABEL,
    Outcome.CONFIRM,
    terms=("share",),
    exclusions=(
        ((), "contains none of the words"),
        ((Test("links", "<=", 0),), ""),
        ((Test("links", ">=", "related_max_links"),), ""),
        ((Test("link_share", "<", "related_min_share"),), ""),
    ),
)
_MAIN = _Choice(
    "M",
    "Keep the main text",
    "main",
    MAIN,
    Outcome.KEEP,
    Outcome.DROP,
    terms=(
        *("p_br", "punct", "text", "tagdens", "textdens", "prevnext", "copyright"),
        *("after_title", "after_time", "before_related"),
    ),
)


def make_steps(all_blocks: QdBlocks, scores: AllScores, settings: QdSettings) -> tuple[Step, ...]:
    """Return the four steps: title, time, related links, main text."""
    labels = _first_labels(all_blocks, settings)
    no_content = np.zeros(len(labels), dtype=np.bool_)
    steps = []
    for choice, kind, excluded in (
        (_TITLE, scores.title, _no_title(all_blocks, settings)),
        (_TIME, scores.time, _no_time(all_blocks, settings)),
        (_RELATED, scores.related, _no_related(all_blocks, settings)),
        (_MAIN, scores.main, ()),
    ):
        if kind.best >= 0:
            labels = labels.copy()
            labels[kind.best] |= choice.bit
        content = no_content
        if choice is _MAIN and kind.best >= 0:
            content = np.arange(len(labels)) == kind.best
        steps.append(_step(choice, kind, excluded, content, labels))
    return tuple(steps)


def _first_labels(all_blocks: QdBlocks, settings: QdSettings) -> IntArray:
    labels = np.zeros(len(all_blocks.blocks), dtype=np.int32)
    labels[has_copyright(all_blocks, settings)] |= COPYRIGHT
    labels[has_prev_next(all_blocks, settings)] |= PREV_NEXT
    return labels


def _no_title(all_blocks: QdBlocks, settings: QdSettings) -> tuple[BoolArray, ...]:
    length = all_blocks.title.length
    return (length <= settings.title_min, length >= settings.title_max)


def _no_time(all_blocks: QdBlocks, settings: QdSettings) -> tuple[BoolArray, ...]:
    length = all_blocks.time.length
    return ((all_blocks.time.index >= 0) & (length == 0), length >= settings.time_max)


def _no_related(all_blocks: QdBlocks, settings: QdSettings) -> tuple[BoolArray, ...]:
    has_word = has_related_word(all_blocks, settings)
    return (
        (all_blocks.main.index >= 0) & ~has_word,
        has_word & (all_blocks.links <= 0),
        has_word & (all_blocks.links >= settings.related_max_links),
        has_word & (all_blocks.link_share < settings.related_min_share),
    )


def _step(
    choice: _Choice,
    scores: Scores,
    excluded: Sequence[BoolArray],
    content: BoolArray,
    labels: IntArray,
) -> Step:
    """Return the step of one kind; `excluded` has the blocks of each exclusion."""
    best = scores.best
    highest = float(scores.total[best]) if best >= 0 else 0.0
    # Earlier rules take precedence, so the last rule is applied first.
    rule = np.zeros(len(labels), dtype=np.int32)
    for number, mask in reversed(list(enumerate(excluded, start=_FIRST_EXCLUSION))):
        rule[mask] = number
    rule[scores.candidate] = 4
    if best >= 0:
        rule[scores.total > 0] = 3
        rule[scores.total >= highest] = 2
        rule[best] = 1
    return Step(
        code=choice.code,
        title=choice.title,
        rules=choice.rules,
        rule=rule,
        content=content,
        labels=labels,
        columns=Lazy(
            lambda: {f"{choice.kind}_{name}": scores.terms[name] for name in choice.terms}
        ),
        numbers={"highest": highest},
    )
