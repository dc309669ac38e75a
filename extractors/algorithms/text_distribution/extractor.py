"""Text distribution coefficient: descend to where text is spread evenly over the subnodes.

Roman Gelembjuk, about 2009, a tool in Perl. At each node the spread of the text lengths of its
subnodes is set against the length of the whole; while it is high, the walk goes into the longest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.text_distribution.spread import (
    Ending,
    Level,
    Measured,
    Spread,
    TextLongest,
    descend,
    measure,
    subnodes_of,
)
from extractors.model.element_blocks import nested_blocks
from extractors.model.extraction import Column, Curve, Extraction, Status
from extractors.model.extractor import Extractor, Preset, Score
from extractors.model.lazy import Later
from extractors.model.settings import MainKnob, Settings, Source, knob
from extractors.model.steps import Outcome, Rule, Step, Test
from extractors.page.records import SlotFlag
from extractors.page.sums import sums_before
from extractors.text.collapsed_text import slot_texts, text_lengths
from extractors.text.exclusive_text import body_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray

LEFT_OUT = SlotFlag.NOSCRIPT | SlotFlag.TEMPLATE | SlotFlag.HEAD | SlotFlag.TITLE
"""Text that belongs to no node, besides scripts, styles and comments."""

LABELS = ("PATH", "MAIN", "DISCARDED")
PATH, MAIN, DISCARDED = 1, 2, 4

MAX_STEPS = 60
"""Levels that are steps of their own; deeper ones share the last step, to bound the record."""


class Measure(StrEnum):
    """What the length of a text counts."""

    CHARACTERS = "characters"
    WORDS = "words"


@dataclass(frozen=True)
class TextDistributionSettings(Settings):
    """Settings of the descent."""

    threshold: float = knob(
        5.0,
        "Distribution threshold",
        "The walk stops at a node whose coefficient K is below this: its text is spread evenly.",
        unit="%",
        low=0.0,
        high=100.0,
        step=0.1,
        source=Source.PROGRAM,
        bounds="k",
        group="Descent",
        main=MainKnob.DISTRIBUTION,
    )
    text_longest: TextLongest = knob(
        TextLongest.STOP,
        "Longest subnode is text",
        "Whether the walk stops where a text node is longest, or goes into the longest element.",
        source=Source.PROGRAM,
        group="Descent",
        choice_labels={"stop": "Stop there", "ignore": "Go into the longest element"},
    )
    spread: Spread = knob(
        Spread.MAD,
        "Spread",
        "How far the lengths of the subnodes lie apart; the mean absolute deviation alone gives "
        "the figures of the author's example.",
        group="Coefficient",
        choice_labels={
            "mad": "Mean absolute deviation",
            "sd": "Standard deviation",
            "sample_sd": "Standard deviation of a sample",
            "range": "Longest less shortest",
        },
    )
    measure: Measure = knob(
        Measure.CHARACTERS,
        "Length counts",
        "What the length of a text counts; each Chinese or Japanese character is a word.",
        source=Source.PROGRAM,
        group="Coefficient",
    )
    text_nodes: bool = knob(
        default=True,
        label="Text nodes count",
        help="Whether text that stands directly in a node is a subnode of it, as elements are.",
        group="Coefficient",
    )
    drop_empty: bool = knob(
        default=True,
        label="Leave out empty subnodes",
        help="Whether subnodes without text, such as line breaks and images, do not count.",
        group="Coefficient",
    )


_INSIDE = {
    Ending.SINGLE: Rule("ONLY", Outcome.CONFIRM, says="inside the only subnode"),
    Ending.LONGEST: Rule(
        "LONGEST",
        Outcome.CONFIRM,
        (Test("node_k", ">=", "threshold"),),
        "inside the longest subnode, {longest} of {node_length}",
    ),
}
_NODE = {
    Ending.SINGLE: Rule("SINGLE", Outcome.DROP, says="one subnode: the walk goes on into it"),
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
    Ending.NO_SUBNODES: Rule("EMPTY", Outcome.KEEP, says="no subnodes: the walk stops here"),
    Ending.ONLY_TEXT: Rule("ONLY_TEXT", Outcome.KEEP, says="only text: the walk stops here"),
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
_ASIDE = Rule("ASIDE", Outcome.DROP, says="not in the only subnode that counts")
_IN_MAIN = Rule("IN_MAIN", Outcome.KEEP, says="inside the node at which the walk stops")
_RULES = (*_INSIDE.values(), *_NODE.values(), _OUTSIDE, _ASIDE, _IN_MAIN)
_NUMBER = {rule.code: number for number, rule in enumerate(_RULES, 1)}


class TextDistribution(Extractor[TextDistributionSettings]):
    """The descent by the text distribution coefficient."""

    id = "text_distribution"
    name = "Text distribution"
    summary = (
        "Keeps the first node, from the body down, over whose subnodes the text is spread evenly."
    )
    reference = "Roman Gelembjuk: an article on a Perl tool for content extraction, about 2009."
    settings_class = TextDistributionSettings
    scores = (
        Score("levels", "Levels", "", "Nodes from the body down to the main one."),
        Score("k", "K of the main node", "%", "100 x spread / length where the walk stops."),
        Score("main_share", "Share of the main node", "", "Its text by the text of the body."),
    )
    presets = (
        Preset("As published", {}, "Mean absolute deviation below 5 % of the length."),
        Preset(
            "Go past loose text",
            {"text_longest": "ignore"},
            "Does not stop where text between elements is longest.",
        ),
        Preset("Words", {"measure": "words"}, "Lengths in words instead of characters."),
        Preset(
            "Standard deviation",
            {"spread": "sd", "threshold": 6.0},
            "Another reading of the article's measure; gives larger figures.",
        ),
    )
    help = """\
The walk begins at `body`. At each node its **subnodes** are looked at: child elements, and text
that stands between them; those without text do not count.

**Coefficient.** `K = 100 * LV / FTL`. `FTL` is the length of the node's text, `LV` the mean
absolute deviation of the lengths of its subnodes from their mean. K is high where one subnode
holds most of the text, and low where paragraphs of like length stand side by side.

**Descent.** While K is at least 5 % the walk goes into the longest subnode, at a single subnode
always. It stops where K is lower, at a node that holds only text, or where text itself is the
longest subnode. That node is the main content; the curve shows K level by level.

**Where it fails.** Two paragraphs of 100 and 60 characters give K = 12.5: the walk goes into the
first and loses the other. One long subnode among 38 or more tiny ones gives a K below 5, so that
the walk stops above it. The article leaves open what its "linear variance" is; the mean absolute
deviation is the one reading that gives the figures of its own example.
"""

    def extract(
        self, page: Page, settings: TextDistributionSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the node at which the walk stops.

        The own text is the text of that node as its length counts it: all white space that
        Unicode knows collapsed to single spaces and trimmed, nothing put between the texts of
        neighbouring elements.
        """
        del inputs
        body = max(body_row(page), 0)
        measured = _measure(page, settings)
        levels = descend(measured, body, settings.threshold, settings.text_longest)
        walk = _Walk(page, settings, measured, levels)
        steps = walk.steps()
        text = walk.text()
        return Extraction(
            extractor=self.id,
            status=Status.OK if text else Status.EMPTY,
            settings=settings,
            message="" if text else "The body holds no text.",
            blocks=walk.blocks,
            columns=Later(walk.columns),
            steps=steps,
            content=steps[-1].content,
            mask=walk.blocks.mask(steps[-1].content, page.n_tokens),
            own_text=text,
            label_names=LABELS,
            labels=steps[-1].labels,
            scores=walk.scores(),
            marks=walk.marks(),
            curves=Later(lambda: (walk.curve(),)),
            warnings=walk.warnings(),
        )


TEXT_DISTRIBUTION = TextDistribution()
"""The instance that the program uses."""


def _measure(page: Page, settings: TextDistributionSettings) -> Measured:
    lengths = text_lengths(page, LEFT_OUT)
    by_words = settings.measure is Measure.WORDS
    of_element = lengths.element_tokens if by_words else lengths.element
    of_slot = lengths.slot_tokens if by_words else lengths.slot
    every = subnodes_of(page)
    part = np.concatenate((of_element, of_slot))[every.item + every.is_text * len(of_element)]
    used = part > 0
    if not settings.drop_empty:
        used |= ~every.is_text
        used[every.is_text] = lengths.slot[every.item[every.is_text]] > 0
    if not settings.text_nodes:
        used &= ~every.is_text
    return measure(every.chosen(used), part[used], of_element, settings.spread)


class _Walk:
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
        self.rows = is_row.nonzero()[0].astype(np.int32)
        self._rows_before = sums_before(is_row)
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
            columns=Later(lambda: self._figures(group)),
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
        return slot_texts(self.page).joined(first + chosen.nonzero()[0])

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
