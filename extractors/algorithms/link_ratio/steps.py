"""The passes of the link ratio as records: what each tested on each unit, and what it decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.model.lazy import Lazy
from extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from extractors.algorithms.link_ratio.units import LinkUnits
    from extractors.algorithms.link_ratio.verdicts import Verdicts
    from extractors.page.records import BoolArray, IntArray

LABELS = ("REMOVED_TAG", "REMOVED_SHORT", "REMOVED_LINKS", "KEPT")
REMOVED_TAG, REMOVED_SHORT, REMOVED_LINKS, KEPT = (1 << bit for bit in range(4))

_SHORT = Test("text", "<=", "min_len")
_LINKED = Test("ratio_to_average", ">=", "rate")
_NO_LINK = Test("link_ratio", ">=", "limit")
_SHARE = "{link} of {text} characters in links"
_BUT_ROOT = "but the root is never removed"

_TAG_RULES = (
    Rule("REMOVED_KIND", Outcome.DROP, explanation="always removed"),
    Rule("OTHER_KIND", Outcome.CONFIRM, explanation="not of a kind that is always removed"),
)
_SHORT_RULES = (
    Rule("SHORT", Outcome.DROP, (_SHORT,)),
    Rule("LONG", Outcome.CONFIRM, (Test("text", ">", "min_len"),)),
    Rule("EXEMPT", Outcome.CONFIRM, explanation="may be short, has {text} characters"),
    Rule("ROOT_SHORT", Outcome.CONFIRM, (_SHORT,), _BUT_ROOT),
)
_LINK_RULES = (
    Rule("LINKS", Outcome.DROP, (_LINKED,), _SHARE),
    Rule("FEW_LINKS", Outcome.CONFIRM, (Test("ratio_to_average", "<", "rate"),), _SHARE),
    Rule("NO_LINK", Outcome.DROP, (_NO_LINK,), "the page has no link, its average is 0"),
    Rule("NO_TEXT", Outcome.CONFIRM, explanation="no text, hence no ratio"),
    Rule("SPARED", Outcome.CONFIRM, explanation="the page has no link: not tested"),
    Rule("ROOT_LINKS", Outcome.CONFIRM, (_LINKED,), _BUT_ROOT),
    Rule("ROOT_NO_LINK", Outcome.CONFIRM, (_NO_LINK,), _BUT_ROOT),
)
_INSIDE_RULES = (
    Rule("FREE", Outcome.CONFIRM, explanation="inside no removed element"),
    Rule(
        "IN_SHORT",
        Outcome.DROP,
        (Test("outer_text", "<=", "min_len"),),
        "inside a container removed for its length",
    ),
    Rule(
        "IN_LINKS",
        Outcome.DROP,
        (Test("outer_ratio_to_average", ">=", "rate"),),
        "inside a container removed for its links",
    ),
    Rule(
        "IN_NO_LINK",
        Outcome.DROP,
        (Test("outer_link_ratio", ">=", "limit"),),
        "inside a container removed since the page has no link",
    ),
)


def make_steps(units: LinkUnits, verdicts: Verdicts) -> tuple[Step, ...]:
    """Return the passes, each with a rule for every unit that it judges."""
    steps = [_tag_step(units)]
    steps.append(_short_step(units, verdicts, steps[-1]))
    steps.append(_link_step(units, verdicts, steps[-1]))
    steps.append(_inside_step(units, verdicts, steps[-1]))
    return tuple(steps)


def _tag_step(units: LinkUnits) -> Step:
    removed_kind, other_kind = 1, 2
    return Step(
        "TAGS",
        "Remove kinds of elements",
        _TAG_RULES,
        np.where(units.is_removed, np.int32(removed_kind), np.int32(other_kind)),
        ~units.is_removed,
        labels=np.where(units.is_removed, np.int32(REMOVED_TAG), np.int32(KEPT)),
        before=np.ones(len(units.is_removed), dtype=np.bool_),
    )


def _short_step(units: LinkUnits, verdicts: Verdicts, before: Step) -> Step:
    short, long, exempt, root_short = 1, 2, 3, 4
    rule = np.where(verdicts.exempt, exempt, np.where(verdicts.short, short, long))
    if verdicts.short[0]:  # the root comes first
        rule[0] = root_short
    rule[~units.is_container] = 0
    dropped = rule == short
    return Step(
        "SHORT",
        "Remove short containers",
        _SHORT_RULES,
        rule.astype(np.int32),
        before.content & ~dropped,
        labels=_relabelled(before, dropped, REMOVED_SHORT),
    )


def _link_step(units: LinkUnits, verdicts: Verdicts, before: Step) -> Step:
    links, few, no_link, no_text, spared, root_links, root_no_link = range(1, 8)
    has_average = verdicts.average > 0
    rule = np.where(verdicts.linked, links if has_average else no_link, few)
    if verdicts.spared:
        rule[:] = spared
    rule[verdicts.blank] = no_text
    if verdicts.linked[0]:  # the root comes first
        rule[0] = root_links if has_average else root_no_link
    rule[~units.is_container | verdicts.short] = 0
    dropped = (rule == links) | (rule == no_link)
    return Step(
        "LINKS",
        "Remove containers with many links",
        _LINK_RULES,
        rule.astype(np.int32),
        before.content & ~dropped,
        labels=_relabelled(before, dropped, REMOVED_LINKS),
        numbers=_numbers(verdicts),
    )


def _inside_step(units: LinkUnits, verdicts: Verdicts, before: Step) -> Step:
    free, in_short, in_links, in_no_link = 1, 2, 3, 4
    outer = _nearest_removed(units, before.content)
    inside = before.content & (outer >= 0)
    by_links = in_links if verdicts.average > 0 else in_no_link
    reason = np.where(verdicts.short, in_short, by_links)
    rule = np.where(inside, reason[outer], np.where(before.content, free, 0))
    labels = _labels(before)
    return Step(
        "INSIDE",
        "Remove what is inside",
        _INSIDE_RULES,
        rule.astype(np.int32),
        before.content & ~inside,
        labels=np.where(inside, labels[outer], labels),
        columns=Lazy(
            lambda: {
                "outer_text": verdicts.text[outer],
                "outer_link_ratio": verdicts.link_ratio[outer],
                "outer_ratio_to_average": verdicts.ratio_to_average[outer],
            }
        ),
        numbers=_numbers(verdicts),
    )


def _numbers(verdicts: Verdicts) -> dict[str, float]:
    return {"limit": verdicts.limit, "average": verdicts.average}


def _nearest_removed(units: LinkUnits, content: BoolArray) -> IntArray:
    """Return the nearest removed unit around each unit, -1 if there is none.

    A removed unit looks at itself, another one at the unit around it. Looking where that one looks
    doubles the way, so that nesting of any depth takes few rounds.
    """
    sees = np.full(len(content) + 1, -1, dtype=np.intp)  # the last place is also place -1
    sees[:-1] = np.where(content, units.around, np.arange(len(content)))
    while not (sees == (further := sees[sees])).all():
        sees = further
    return sees[units.around].astype(np.int32)


def _relabelled(before: Step, chosen: BoolArray, label: int) -> IntArray:
    return np.where(chosen, np.int32(label), _labels(before))


def _labels(step: Step) -> IntArray:
    assert step.labels is not None  # noqa: S101 - every step here has them
    return step.labels
