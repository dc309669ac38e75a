"""Steps of the link ratio: the tests on each unit and their outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.link_ratio.decisions import Decisions
    from boilerscope.extractors.algorithms.link_ratio.units import LinkUnits
    from boilerscope.extractors.page.records import BoolArray, IntArray

LABELS = ("REMOVED_TAG", "REMOVED_SHORT", "REMOVED_LINKS", "KEPT")
REMOVED_TAG, REMOVED_SHORT, REMOVED_LINKS, KEPT = (1 << bit for bit in range(4))

_SHORT = Test("text", "<=", "min_len")
_LINKED = Test("ratio_to_average", ">=", "rate")
_NO_LINK = Test("link_ratio", ">=", "limit")
_SHARE = "{link} of {text} characters in links"
_BUT_ROOT = "but the root is never removed"

_TAG_RULES = (
    Rule("REMOVED_KIND", Outcome.DROP, explanation="always removed"),
    Rule("OTHER_KIND", Outcome.CONFIRM, explanation="not always removed"),
)
_SHORT_RULES = (
    Rule("SHORT", Outcome.DROP, (_SHORT,)),
    Rule("LONG", Outcome.CONFIRM, (Test("text", ">", "min_len"),)),
    Rule(
        "EXEMPT",
        Outcome.CONFIRM,
        explanation="an exempt element with {text} characters may be short",
    ),
    Rule("ROOT_SHORT", Outcome.CONFIRM, (_SHORT,), _BUT_ROOT),
)
_LINK_RULES = (
    Rule("LINKS", Outcome.DROP, (_LINKED,), _SHARE),
    Rule("FEW_LINKS", Outcome.CONFIRM, (Test("ratio_to_average", "<", "rate"),), _SHARE),
    Rule("NO_LINK", Outcome.DROP, (_NO_LINK,), "the page has no link, so the average is 0"),
    Rule("NO_TEXT", Outcome.CONFIRM, explanation="without text, the ratio is undefined"),
    Rule("SPARED", Outcome.CONFIRM, explanation="not tested because the page has no link"),
    Rule("ROOT_LINKS", Outcome.CONFIRM, (_LINKED,), _BUT_ROOT),
    Rule("ROOT_NO_LINK", Outcome.CONFIRM, (_NO_LINK,), _BUT_ROOT),
)
_INSIDE_RULES = (
    Rule("FREE", Outcome.CONFIRM, explanation="not inside a removed element"),
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
        "inside a container removed because the page has no link",
    ),
)


def make_steps(units: LinkUnits, decisions: Decisions) -> tuple[Step, ...]:
    """Return the steps, with the rule that matched each unit."""
    steps = [_tag_step(units)]
    steps.append(_short_step(units, decisions, steps[-1]))
    steps.append(_link_step(units, decisions, steps[-1]))
    steps.append(_inside_step(units, decisions, steps[-1]))
    return tuple(steps)


def _tag_step(units: LinkUnits) -> Step:
    removed_kind, other_kind = 1, 2
    return Step(
        "TAGS",
        "Remove elements by tag",
        _TAG_RULES,
        np.where(units.is_removed, np.int32(removed_kind), np.int32(other_kind)),
        ~units.is_removed,
        labels=np.where(units.is_removed, np.int32(REMOVED_TAG), np.int32(KEPT)),
        before=np.ones(len(units.is_removed), dtype=np.bool_),
    )


def _short_step(units: LinkUnits, decisions: Decisions, before: Step) -> Step:
    short, long, exempt, root_short = 1, 2, 3, 4
    rule = np.where(decisions.is_exempt, exempt, np.where(decisions.is_short, short, long))
    if decisions.is_short[0]:  # the root comes first
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


def _link_step(units: LinkUnits, decisions: Decisions, before: Step) -> Step:
    links, few, no_link, no_text, spared, root_links, root_no_link = range(1, 8)
    has_average = decisions.average > 0
    rule = np.where(decisions.is_linked, links if has_average else no_link, few)
    if decisions.is_spared:
        rule[:] = spared
    rule[decisions.is_blank] = no_text
    if decisions.is_linked[0]:  # the root comes first
        rule[0] = root_links if has_average else root_no_link
    rule[~units.is_container | decisions.is_short] = 0
    dropped = (rule == links) | (rule == no_link)
    return Step(
        "LINKS",
        "Remove containers with many links",
        _LINK_RULES,
        rule.astype(np.int32),
        before.content & ~dropped,
        labels=_relabelled(before, dropped, REMOVED_LINKS),
        numbers=_numbers(decisions),
    )


def _inside_step(units: LinkUnits, decisions: Decisions, before: Step) -> Step:
    free, in_short, in_links, in_no_link = 1, 2, 3, 4
    outer = _nearest_removed(units, before.content)
    is_inside = before.content & (outer >= 0)
    by_links = in_links if decisions.average > 0 else in_no_link
    reason = np.where(decisions.is_short, in_short, by_links)
    rule = np.where(is_inside, reason[outer], np.where(before.content, free, 0))
    labels = _labels(before)
    return Step(
        "INSIDE",
        "Remove elements inside removed containers",
        _INSIDE_RULES,
        rule.astype(np.int32),
        before.content & ~is_inside,
        labels=np.where(is_inside, labels[outer], labels),
        columns=Lazy(
            lambda: {
                "outer_text": decisions.text[outer],
                "outer_link_ratio": decisions.link_ratio[outer],
                "outer_ratio_to_average": decisions.ratio_to_average[outer],
            }
        ),
        numbers=_numbers(decisions),
    )


def _numbers(decisions: Decisions) -> dict[str, float]:
    return {"limit": decisions.limit, "average": decisions.average}


def _nearest_removed(units: LinkUnits, content: BoolArray) -> IntArray:
    """Return the nearest removed unit around each unit, -1 if there is none."""
    nearest: list[int] = []
    is_kept = content.tolist()
    for around in units.around.tolist():  # an outer unit comes before the units in it
        is_removed = around >= 0 and not is_kept[around]
        nearest.append(around if is_removed or around < 0 else nearest[around])
    return np.array(nearest, dtype=np.int32)


def _relabelled(before: Step, mask: BoolArray, label: int) -> IntArray:
    return np.where(mask, np.int32(label), _labels(before))


def _labels(step: Step) -> IntArray:
    assert step.labels is not None  # noqa: S101 - every step here has them
    return step.labels
