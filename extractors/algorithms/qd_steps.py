"""The record of QD: for each of the four kinds, which rule spoke on which block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.qd_scores import has_copyright, has_prev_next, has_related_word
from extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.algorithms.qd_blocks import QdBlocks
    from extractors.algorithms.qd_scores import Scores
    from extractors.algorithms.qd_settings import QdSettings
    from extractors.page.records import BoolArray, IntArray

LABELS = ("TITLE", "TIME", "MAIN", "RELATED", "COPYRIGHT", "PREV_NEXT")
TITLE, TIME, MAIN, RELATED, COPYRIGHT, PREV_NEXT = (1 << bit for bit in range(6))


@dataclass(frozen=True, slots=True, eq=False)
class AllScores:
    """The scores of the four kinds."""

    title: Scores
    time: Scores
    related: Scores
    main: Scores


@dataclass(frozen=True, slots=True, eq=False)
class _Refusal:
    """A rule on blocks that are no candidates."""

    tests: tuple[Test, ...]
    says: str
    where: BoolArray


@dataclass(frozen=True, slots=True)
class _Choice:
    """How the step of one kind is called."""

    code: str
    title: str
    quantity: str
    chosen: Outcome
    other: Outcome


def make_steps(made: QdBlocks, scores: AllScores, settings: QdSettings) -> tuple[Step, ...]:
    """Return the four steps: title, time, related links, main text."""
    labels = _first_labels(made, settings)
    nothing = np.zeros(len(labels), dtype=np.bool_)
    steps = []
    for choice, bit, kind, refusals in (
        (_TITLE, TITLE, scores.title, _no_title(made, settings)),
        (_TIME, TIME, scores.time, _no_time(made, settings)),
        (_RELATED, RELATED, scores.related, _no_related(made, settings)),
        (_MAIN, MAIN, scores.main, ()),
    ):
        if kind.best >= 0:
            labels = labels.copy()
            labels[kind.best] |= bit
        content = nothing
        if bit == MAIN and kind.best >= 0:
            content = np.arange(len(labels)) == kind.best
        steps.append(_step(choice, kind, refusals, content, labels))
    return tuple(steps)


_TITLE = _Choice("T", "Find the title", "title_score", Outcome.LABEL, Outcome.CONFIRM)
_TIME = _Choice("D", "Find the time", "time_score", Outcome.LABEL, Outcome.CONFIRM)
_RELATED = _Choice("R", "Find related links", "related_score", Outcome.LABEL, Outcome.CONFIRM)
_MAIN = _Choice("M", "Take the main text", "main_score", Outcome.KEEP, Outcome.DROP)


def _first_labels(made: QdBlocks, settings: QdSettings) -> IntArray:
    labels = np.where(has_copyright(made, settings), COPYRIGHT, 0)
    return (labels | np.where(has_prev_next(made, settings), PREV_NEXT, 0)).astype(np.int32)


def _no_title(made: QdBlocks, settings: QdSettings) -> tuple[_Refusal, ...]:
    length = made.title.length
    is_short = length <= settings.title_min
    return (
        _Refusal((Test("title_length", "<=", "title_min"),), "", is_short),
        _Refusal((Test("title_length", ">=", "title_max"),), "", length >= settings.title_max),
    )


def _no_time(made: QdBlocks, settings: QdSettings) -> tuple[_Refusal, ...]:
    length = made.time.length
    known = made.time.place >= 0
    return (
        _Refusal((Test("time_length", "<=", 0),), "", known & (length == 0)),
        _Refusal((Test("time_length", ">=", "time_max"),), "", length >= settings.time_max),
    )


def _no_related(made: QdBlocks, settings: QdSettings) -> tuple[_Refusal, ...]:
    has_word = has_related_word(made, settings)
    few, many = made.links <= 0, made.links >= settings.related_max_links
    unlinked = made.link_share < settings.related_min_share
    return (
        _Refusal((), "none of the words", (made.main.place >= 0) & ~has_word),
        _Refusal((Test("links", "<=", 0),), "", has_word & few),
        _Refusal((Test("links", ">=", "related_max_links"),), "", has_word & many),
        _Refusal((Test("link_share", "<", "related_min_share"),), "", has_word & unlinked),
    )


def _step(
    choice: _Choice,
    scores: Scores,
    refusals: Sequence[_Refusal],
    content: BoolArray,
    labels: IntArray,
) -> Step:
    """Return the step of one kind; its first four rules speak on candidates."""
    code, quantity = choice.code, choice.quantity
    prefix = quantity.removesuffix("_score")
    columns = {f"{prefix}_{name}": values for name, values in scores.terms.items()}
    parts = (f"{name.replace('_', ' ')} {{{prefix}_{name}}}" for name in scores.terms)
    terms = " + ".join(parts) + f" = {{{quantity}}}"
    best = scores.best
    highest = float(scores.total[best]) if best >= 0 else 0.0
    test = (Test(quantity, ">=", "highest"),)
    rules = [
        Rule(f"{code}1", choice.chosen, test, terms),
        Rule(f"{code}2", choice.other, test, f"an earlier block has as much: {terms}"),
        Rule(f"{code}3", choice.other, (Test(quantity, "<", "highest"),), terms),
        Rule(f"{code}4", choice.other, (Test(quantity, "<=", 0),), terms),
    ]
    total = np.nan_to_num(scores.total)
    with_points = np.where(total >= highest, 2, 3)
    rule = np.where(scores.candidate, np.where(total > 0, with_points, 4), 0)
    if best >= 0:
        rule[best] = 1
    for refusal in refusals:
        rules.append(Rule(f"{code}{len(rules) + 1}", choice.other, refusal.tests, refusal.says))
        rule = np.where((rule == 0) & refusal.where, len(rules), rule)
    return Step(
        code=code,
        title=choice.title,
        rules=tuple(rules),
        rule=rule.astype(np.int32),
        content=content,
        labels=labels,
        columns=columns,
        numbers={"highest": highest},
    )
