"""Steps, columns and curve of the walk by the text distribution coefficient."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.text_distribution.lengths import LEFT_OUT
from boilerscope.extractors.algorithms.text_distribution.spread import Ending, Level, Measures
from boilerscope.extractors.model.element_blocks import nested_blocks
from boilerscope.extractors.model.extraction import Column, Curve
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.system.wording import percent
from boilerscope.extractors.text.collapsed_text import slot_texts, text_lengths
from boilerscope.extractors.text.exclusive_text import shown_breaks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.algorithms.text_distribution.settings import (
        TextDistributionSettings,
    )
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

LABELS = ("PATH", "MAIN", "DISCARDED")

PATH, MAIN, DISCARDED = 1, 2, 4

MAX_STEPS = 60
"""Maximum number of steps; all deeper levels share the last step, which limits memory."""

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
        "SINGLE", Outcome.DROP, explanation="one subnode: the walk continues there"
    ),
    Ending.LONGEST: Rule(
        "DESCEND",
        Outcome.DROP,
        (Test("node_k", ">=", "threshold"),),
        "{node_count} subnodes: the walk continues in the longest, {longest} of {node_length}",
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
    """The parts of a result that depend on the walk.

    Blocks are the body and all elements below it that have text.
    """

    def __init__(
        self,
        page: Page,
        settings: TextDistributionSettings,
        measures: Measures,
        levels: list[Level],
    ) -> None:
        self.page = page
        self.settings = settings
        self.measures = measures
        self.levels = levels
        self.body, self.main = levels[0].node, levels[-1].node
        lengths = text_lengths(page, LEFT_OUT)
        end = int(page.elements.subtree_end[self.body])
        is_row = np.zeros(len(page.elements), dtype=np.bool_)
        is_row[self.body : end] = lengths.element[self.body : end] > 0
        is_row[[level.node for level in levels]] = True
        self.rows = np.flatnonzero(is_row).astype(np.int32)
        self._rows_before = prefix_sums(is_row)
        self.is_read = lengths.read
        self.blocks = nested_blocks(page, self.rows, lengths.read)

    def steps(self) -> tuple[Step, ...]:
        """Return one step for each level; levels beyond `MAX_STEPS` share the last step."""
        n = len(self.rows)
        content = np.ones(n, dtype=np.bool_)
        labels = np.zeros(n, dtype=np.int32)
        groups = [[level] for level in self.levels]
        if len(groups) > MAX_STEPS:
            groups[MAX_STEPS - 1 :] = [self.levels[MAX_STEPS - 1 :]]
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
        path = self.page.path(group[0].node)
        stops = group[-1].child < 0
        title = f"{'Stop at' if stops else 'Descend from'} {path}"
        if len(group) > 1:
            title = f"Descend {len(group)} more levels from {path}"
        return Step(
            code,
            title,
            _RULES,
            rule,
            content,
            labels=labels,
            columns=Lazy(lambda: self._node_values(group)),
            before=before,
        )

    def _node_values(self, group: list[Level]) -> dict[str, FloatArray]:
        """Return by name, for each block, the values of the last node of the walk around it."""
        measures = self.measures
        columns = {
            name: np.full(len(self.rows), np.nan)
            for name in ("node_k", "node_length", "node_count", "longest")
        }
        for level in group:
            blocks = self._range(level.node)
            columns["node_k"][blocks] = measures.k[level.node]
            columns["node_length"][blocks] = measures.length[level.node]
            columns["node_count"][blocks] = measures.count[level.node]
            columns["longest"][blocks] = level.longest
        return columns

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
        """Return the measured quantities of each block."""
        measures, rows = self.measures, self.rows
        unit = self.settings.measure.value
        return (
            Column("k", "K", "%", "100 x spread / length.", measures.k[rows]),
            Column("length", "Length", unit, "Length of the text (FTL).", measures.length[rows]),
            Column("subnodes", "Subnodes", "", "Subnodes that count.", measures.count[rows]),
            Column(
                "spread",
                "Spread",
                unit,
                "Spread of the subnodes' lengths (LV).",
                measures.spread[rows],
            ),
        )

    def text(self) -> str:
        """Return the text of the node at which the walk stops, in lines."""
        elements, slots = self.page.elements, self.page.slots
        first, after = elements.slot_start[self.main], elements.slot_end[self.main]
        has_text = self.is_read & (slots.end > slots.start)
        filled = first + np.flatnonzero(has_text[first:after])
        return slot_texts(self.page).joined(filled, shown_breaks(self.page)[filled])

    def scores(self) -> dict[str, float]:
        """Return the scores that have a value."""
        scores = {
            "levels": float(len(self.levels)),
            "k": float(self.measures.k[self.main]),
            "main_share": self._share(),
        }
        return {name: score for name, score in scores.items() if not math.isnan(score)}

    def _share(self) -> float:
        """Return the length of the main node as a share of the body's; NaN without text."""
        total = int(self.measures.length[self.body])
        return float(self.measures.length[self.main] / total) if total else float("nan")

    def warnings(self) -> tuple[str, ...]:
        """Return a warning if most of the text was lost."""
        if not self._share() < 0.5:
            return ()
        return (f"The main node has only {percent(self._share())} of the text of the body.",)

    def marks(self) -> NDArray[np.int8]:
        """Return the marks of kept and removed elements; ancestors of the main node get none."""
        subtree_end = self.page.elements.subtree_end
        marks = np.zeros(len(subtree_end), dtype=np.int8)
        for level in self.levels:
            marks[level.node + 1 : subtree_end[level.node]] = -1
            marks[level.node] = 0
        marks[self.main : subtree_end[self.main]] = 1
        return marks

    def curve(self) -> Curve:
        """Return K for each level, with gaps at nodes with one subnode."""
        nodes = np.array([level.node for level in self.levels], dtype=np.int32)
        last = float(len(nodes) - 1)
        return Curve(
            name="Text distribution along the descent",
            x=np.arange(len(nodes), dtype=np.float64),
            y=self.measures.k[nodes],
            x_label="level",
            y_label="K, %",
            style="bars",
            block=np.searchsorted(self.rows, nodes).astype(np.int32),
            threshold_field="threshold",
            threshold=self.settings.threshold,
            kept=((last - 0.5, last + 0.5),),
            tick_labels=tuple(self.page.elements.tag[node] for node in nodes.tolist()),
        )
