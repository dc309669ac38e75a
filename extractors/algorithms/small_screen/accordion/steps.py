"""Records of the accordion: steps, columns, curve and tree."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.small_screen.accordion.summary import Summaries, states
from boilerscope.extractors.model.extraction import Column, Curve, Tree
from boilerscope.extractors.model.lazy import Lazy, LazySequence
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.text.units import BOLD, StuUnits

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.small_screen.accordion.hierarchy import Hierarchy
    from boilerscope.extractors.algorithms.small_screen.accordion.settings import AccordionSettings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray

LABELS = ("H1", "H2", "H3", "H4", "BOLD", "PLAIN")


_CHOICE = (
    Rule("M1", Outcome.KEEP, (Test("unlinked", ">=", "largest"),)),
    Rule("M2", Outcome.DROP, (Test("unlinked", "<", "largest"),)),
    Rule("M3", Outcome.DROP, explanation="a later branch with the same amount of text, {unlinked}"),
)


def columns(
    units: StuUnits, tree: Hierarchy, lazy_summaries: Lazy[Summaries], unlinked: IntArray
) -> tuple[Column, ...]:
    """Return the measured quantities of each unit."""
    return (
        Column(
            "level",
            "Level",
            "",
            "1 to 4 for headings, 5 for bold text, 6 for plain text.",
            tree.level,
        ),
        Column("depth", "Depth", "", "Number of units above it.", tree.depth),
        Column("parent", "Parent", "", "Unit above it, -1 for none.", tree.parent),
        Column("list_depth", "List depth", "", "Number of lists around it.", units.list_depth),
        Column(
            "length",
            "Length",
            "characters",
            "Characters of its text, white space collapsed.",
            units.length,
        ),
        Column(
            "link_share",
            "Link share",
            "ratio",
            "Characters in links / characters, without white space.",
            units.link_share,
        ),
        Column(
            "keyword",
            "Best keyword",
            "",
            "Weight tf x log2(N / df) of the best keyword.",
            Lazy(lambda: lazy_summaries.value.best_weight),
        ),
        Column(
            "unlinked",
            "Text of the branch",
            "characters",
            "Characters outside links of its topmost ancestor and all units below that.",
            unlinked,
        ),
    )


def make_steps(
    page: Page,
    units: StuUnits,
    tree: Hierarchy,
    unlinked: IntArray,
    content: BoolArray,
    labels: IntArray,
) -> tuple[Step, ...]:
    """Return the steps: the hierarchy of the units, and the choice among them."""
    rules, rule = _level_rules(page, units, tree)
    levels = Step(
        code="U",
        title="Give each unit its level and its parent",
        rules=rules,
        rule=rule,
        content=np.zeros(len(units), dtype=np.bool_),
        labels=labels,
    )
    largest = float(unlinked.max(initial=0))
    choice = Step(
        code="M",
        title="Keep the branch with the most text outside links (ours)",
        rules=_CHOICE,
        rule=np.where(content, 1, np.where(unlinked < largest, 2, 3)).astype(np.int32),
        content=content,
        labels=labels,
        numbers={"largest": largest},
    )
    return (levels, choice)


def _level_rules(page: Page, units: StuUnits, tree: Hierarchy) -> tuple[tuple[Rule, ...], IntArray]:
    """Return a rule for each kind of unit on the page, by element, bold text and parent."""
    elements = page.elements
    tag = np.where(units.element >= 0, elements.tag_id[units.element], -1)
    kinds = (4 * tag + 2 * (tree.level == BOLD) + (tree.parent >= 0)).tolist()
    numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds), start=1)}
    names = (*elements.tag_names, "page")  # index -1 is the last name
    rules = tuple(
        _level_rule(number, names[kind >> 2], is_bold=bool(kind & 2), is_under=bool(kind & 1))
        for kind, number in numbers.items()
    )
    return rules, np.array(list(map(numbers.__getitem__, kinds)), dtype=np.int32)


@lru_cache(maxsize=256)
def _level_rule(number: int, name: str, *, is_bold: bool, is_under: bool) -> Rule:
    above = "under unit {parent}" if is_under else "no unit above"
    explanation = f"{name}, level {{level}}, {above}" + (" (bold)" if is_bold else "")
    return Rule(f"U{number}", Outcome.LABEL, explanation=explanation)


def unit_curve(units: StuUnits, content: BoolArray) -> Curve:
    """Return the size of each unit in page order."""
    positions = np.arange(len(units))
    return Curve(
        name="text outside links per unit",
        x=positions.astype(np.float64),
        y=(units.char_count - units.linked).astype(np.float64),
        x_label="unit in page order",
        y_label="characters",
        style="bars",
        block=positions.astype(np.int32),
        kept=tuple((position - 0.5, position + 0.5) for position in positions[content].tolist()),
    )


def unit_tree(
    units: StuUnits, tree: Hierarchy, lazy_summaries: Lazy[Summaries], settings: AccordionSettings
) -> Tree:
    """Return the hierarchy of the units with their states."""

    @cache  # a label is the first state
    def states_of(unit: int) -> tuple[str, ...]:
        return states(
            units.text[unit],
            lazy_summaries.value.of_unit(unit),
            settings.method,
            settings.line_width,
            settings.lines,
        )

    n = len(units)
    return Tree(
        parent=tree.parent,
        block=np.arange(n, dtype=np.int32),
        label=LazySequence(n, lambda unit: states_of(unit)[0]),
        columns=(
            Column(
                "tree_level",
                "Level",
                "",
                "1 to 4 for headings, 5 for bold text, 6 for plain text.",
                tree.level,
            ),
        ),
        states=LazySequence(n, states_of),
    )
