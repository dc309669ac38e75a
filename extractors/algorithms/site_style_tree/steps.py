"""Step of site_style_tree: each segment is mapped to the tree of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import IntArray

NOISE, MEANINGFUL, NEW, LEAF = range(1, 5)
_RULES = (
    Rule(
        "N1",
        Outcome.DROP,
        (Test("composite", "<", "threshold"),),
        "so is everything below an element that {pages} pages of the site share",
    ),
    Rule("N2", Outcome.KEEP, explanation="no part of the element around it is noise"),
    Rule("N3", Outcome.KEEP, explanation="the site has no element with this sequence of elements"),
    Rule("N4", Outcome.KEEP, (Test("composite", ">=", "threshold"),)),
)


def map_step(rule: IntArray) -> Step:
    """Return the step with the rule of each segment."""
    return Step("N", "Map to the site", _RULES, rule, rule != NOISE)
