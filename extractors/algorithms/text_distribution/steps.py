"""The walk of the text distribution coefficient as records."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.text_distribution.spread import Ending, Level, Measured
from extractors.model.element_blocks import nested_blocks
from extractors.model.extraction import Column, Curve
from extractors.model.lazy import Lazy
from extractors.model.steps import Outcome, Rule, Step, Test
from extractors.page.prefix_sums import prefix_sums
from extractors.text.collapsed_text import slot_texts, text_lengths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from extractors.algorithms.text_distribution.settings import TextDistributionSettings
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray
from extractors.algorithms.text_distribution.lengths import LEFT_OUT

LABELS = ("PATH", "MAIN", "DISCARDED")


PATH, MAIN, DISCARDED = 1, 2, 4


MAX_STEPS = 60
"""Levels that are steps of their own; deeper ones share the last step, to bound the record."""


_INSIDE = {
    Ending.SINGLE: Rule("ONLY", Outcome.CONFIRM, explanation="inside the only subnode"),
    Ending.LONGEST: Rule(
        "LONGEST",
        Outcome.CONFIRM,
        (Test("node_k", ">=", "threshold"),),
        "inside the longest subnode, {longest} of {node_length}",
    ),
}


_NODE = {
    Ending.SINGLE: Rule(
        "SINGLE", Outcome.DROP, explanation="one subnode: the walk goes on into it"
    ),
    Ending.LONGEST: Rule(
        "DESCEND",
        Outcome.DROP,
        (Test("node_k", ">=", "threshold"),),
        "{node_count} subnodes: the walk goes on into the longest, {longest} of {node_length}",
    ),
    Ending.UNIFORM: Rule(
        "UNIFORM",
        Outcome.KEEP,
        (Test("node_k", "<", "threshold"),),
        "the walk stops at this node",
    ),
    Ending.NO_SUBNODES: Rule("EMPTY", Outcome.KEEP, explanation="no subnodes: the walk stops here"),
    Ending.ONLY_TEXT: Rule("ONLY_TEXT", Outcome.KEEP, explanation="only text: the walk stops here"),
    Ending.LONGEST_IS_TEXT: Rule(
        "TEXT_LONGEST",
        Outcome.KEEP,
        (Test("node_k", ">=", "threshold"),),
        "the longest subnode is text, {longest} of {node_length}: the walk stops here",
    ),
}


_OUTSIDE = Rule(
    "OUTSIDE",
    Outcome.DROP,
    (Test("node_k", ">=", "threshold"),),
    "not in the longest subnode, {longest} of {node_length}",
)


_ASIDE = Rule("ASIDE", Outcome.DROP, explanation="not in the only subnode that counts")


_IN_MAIN = Rule("IN_MAIN", Outcome.KEEP, explanation="inside the node at which the walk stops")


_RULES = (*_INSIDE.values(), *_NODE.values(), _OUTSIDE, _ASIDE, _IN_MAIN)


_NUMBER = {rule.code: number for number, rule in enumerate(_RULES, 1)}


class Walk:
    """The records of one walk.

    Blocks are the elements that hold text, from the body down, and the body itself.
    """

    def __init__(
        self,
        page: Page,
        settings: TextDistributionSettings,
        measured: Measured,
        levels: list[Level],
    ) -> None:
        self.page = page
        self.settings = settings
        self.measured = measured
        self.levels = levels
        self.body, self.main = levels[0].node, levels[-1].node
        lengths = text_lengths(page, LEFT_OUT)
        end = int(page.elements.subtree_end[self.body])
        is_row = np.zeros(len(page.elements), dtype=np.bool_)
        is_row[self.body : end] = lengths.element[self.body : end] > 0
        is_row[[level.node for level in levels]] = True
        self.rows = np.flatnonzero(is_row).astype(np.int32)
        self._rows_before = prefix_sums(is_row)
        self.read = lengths.read
        self.blocks = nested_blocks(page, self.rows, lengths.read)

    def steps(self) -> tuple[Step, ...]:
        """Return one step a level; those beyond `MAX_STEPS` share the last one."""
        n = len(self.rows)
        content = np.ones(n, dtype=np.bool_)
        labels = np.zeros(n, dtype=np.int32)
        own = len(self.levels) if len(self.levels) <= MAX_STEPS else MAX_STEPS - 1
        groups = [[level] for level in self.levels[:own]]
        if own < len(self.levels):
            groups.append(self.levels[own:])
        steps = []
        for number, group in enumerate(groups, 1):
            step = self._step(f"LEVEL{number}", group, content, labels)
            content, labels = step.content, step.labels if step.labels is not None else labels
            steps.append(step)
        return tuple(steps)

    def _step(self, code: str, group: list[Level], before: BoolArray, labels: IntArray) -> Step:
        rule = np.zeros(len(self.rows), dtype=np.int32)
        content, labels = before.copy(), labels.copy()
        for level in group:
            self._decide(level, rule, content, labels)
        where = self.page.path(group[0].node)
        goes_on = group[-1].child >= 0
        title = f"{'Descend from' if goes_on else 'Stop at'} {where}"
        if len(group) > 1:
            title = f"Descend {len(group)} more levels from {where}"
        return Step(
            code,
            title,
            _RULES,
            rule,
            content,
            labels=labels,
            columns=Lazy(lambda: self._figures(group)),
            before=before,
        )

    def _figures(self, group: list[Level]) -> dict[str, FloatArray]:
        """Return what was known of the node at which each block was looked at."""
        names = ("node_k", "node_length", "node_count", "longest")
        figures = np.full((len(names), len(self.rows)), np.nan)
        measured = self.measured
        for level in group:
            each = (measured.k, measured.length, measured.count)
            known = [*(values[level.node] for values in each), level.longest]
            figures[:, self._range(level.node)] = np.array(known)[:, np.newaxis]
        return dict(zip(names, figures, strict=True))

    def _decide(self, level: Level, rule: IntArray, content: BoolArray, labels: IntArray) -> None:
        tested = self._range(level.node)
        if level.child < 0:
            rule[tested] = _NUMBER["IN_MAIN"]
            rule[tested.start] = _NUMBER[_NODE[level.ending].code]
            labels[tested] = MAIN
            return
        inside = self._range(level.child)
        aside = _OUTSIDE if level.ending is Ending.LONGEST else _ASIDE
        rule[tested] = _NUMBER[aside.code]
        content[tested] = False
        labels[tested] = DISCARDED
        rule[inside] = _NUMBER[_INSIDE[level.ending].code]
        content[inside] = True
        labels[inside] = 0
        rule[tested.start] = _NUMBER[_NODE[level.ending].code]
        labels[tested.start] = PATH

    def _range(self, row: int) -> slice:
        """Return the blocks at or below an element that is a block."""
        end = self.page.elements.subtree_end[row]
        return slice(int(self._rows_before[row]), int(self._rows_before[end]))

    def columns(self) -> tuple[Column, ...]:
        """Return what is measured on every block."""
        measured, rows = self.measured, self.rows
        unit = self.settings.measure.value
        return (
            Column("k", "K", "%", "100 x spread / length.", measured.k[rows]),
            Column("length", "Length", unit, "Length of the text (FTL).", measured.length[rows]),
            Column("subnodes", "Subnodes", "", "Subnodes that count.", measured.count[rows]),
            Column(
                "spread",
                "Spread",
                unit,
                "Spread of the subnodes' lengths (LV).",
                measured.spread[rows],
            ),
        )

    def text(self) -> str:
        """Return the text of the node at which the walk stops."""
        elements, slots = self.page.elements, self.page.slots
        first, after = elements.slot_start[self.main], elements.slot_end[self.main]
        chosen = self.read[first:after] & (slots.end[first:after] > slots.start[first:after])
        return slot_texts(self.page).joined(first + np.flatnonzero(chosen))

    def scores(self) -> dict[str, float]:
        """Return the figures of the walk as a whole, those that could be measured."""
        figures = {
            "levels": float(len(self.levels)),
            "k": float(self.measured.k[self.main]),
            "main_share": self._share(),
        }
        return {name: figure for name, figure in figures.items() if not math.isnan(figure)}

    def _share(self) -> float:
        """Return which share of the body's text the node at which the walk stops holds."""
        whole = int(self.measured.length[self.body])
        return float(self.measured.length[self.main] / whole) if whole else float("nan")

    def warnings(self) -> tuple[str, ...]:
        """Return a warning where most of the text was lost."""
        if not self._share() < 0.5:
            return ()
        return (f"The main node holds {self._share():.0%} of the text of the body.",)

    def marks(self) -> NDArray[np.int8]:
        """Return the elements kept and removed; those around the main node are not touched."""
        subtree_end = self.page.elements.subtree_end
        marks = np.zeros(len(subtree_end), dtype=np.int8)
        for level in self.levels:
            marks[level.node + 1 : subtree_end[level.node]] = -1
            marks[level.node] = 0
        marks[self.main : subtree_end[self.main]] = 1
        return marks

    def curve(self) -> Curve:
        """Return K level by level, with gaps where there is one subnode."""
        nodes = np.array([level.node for level in self.levels], dtype=np.int32)
        last = float(len(nodes) - 1)
        return Curve(
            name="Text distribution along the descent",
            x=np.arange(len(nodes), dtype=np.float64),
            y=self.measured.k[nodes],
            x_label="level",
            y_label="K, %",
            style="bars",
            block=np.searchsorted(self.rows, nodes).astype(np.int32),
            threshold_field="threshold",
            threshold=self.settings.threshold,
            kept=((last - 0.5, last + 0.5),),
            tick_labels=tuple(self.page.elements.tag[node] for node in nodes.tolist()),
        )
