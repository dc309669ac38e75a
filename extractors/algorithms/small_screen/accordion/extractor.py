"""Accordion summarization (Buyukkokten et al. 2001): a page as a tree of units that unfold."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.small_screen.accordion.summary import (
    Method,
    Summaries,
    states,
    summaries,
)
from extractors.model.extraction import Column, Curve, Extraction, Status, Tree
from extractors.model.extractor import Extractor, Preset
from extractors.model.lazy import Later, LazySequence
from extractors.model.settings import Settings, Source, knob
from extractors.model.steps import Outcome, Rule, Step, Test
from extractors.model.token_blocks import blocks_of_tokens
from extractors.text.units import BOLD, BOUNDARIES, StuUnits, lower_set, stu_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray

LABELS = ("H1", "H2", "H3", "H4", "BOLD", "PLAIN")
_CHOICE = (
    Rule("M1", Outcome.KEEP, (Test("unlinked", ">=", "largest"),)),
    Rule("M2", Outcome.DROP, (Test("unlinked", "<", "largest"),)),
    Rule("M3", Outcome.DROP, says="a later branch of as much text, {unlinked}"),
)
_STOP_WORDS = (
    *("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have", "in", "is"),
    *("it", "its", "of", "on", "or", "that", "the", "this", "to", "was", "were", "will", "with"),
)


class BoldRule(StrEnum):
    """When bold text lifts a unit."""

    CONTAINS = "contains"
    WHOLE = "whole"


class OwnTextOf(StrEnum):
    """What is written as text."""

    SUMMARY = "summary"
    ALL = "all"


@dataclass(frozen=True)
class AccordionSettings(Settings):
    """Units, their levels, and how they unfold."""

    method: Method = knob(
        Method.KEYWORD_SUMMARY,
        "Display method",
        "What a unit shows first, and what when it is opened further.",
        source=Source.PAPER,
        group="Display",
        choice_labels={
            "incremental": "First line, first lines, all",
            "all": "All at once",
            "keywords": "Keywords, first lines, all",
            "summary": "Summary sentence, all",
            "keyword/summary": "Keywords, summary sentence, all",
        },
    )
    line_width: int = knob(
        40,
        "Line width",
        "Characters of a line on the small screen.",
        unit="characters",
        low=10,
        high=200,
        step=1,
        group="Display",
    )
    lines: int = knob(
        3,
        "First lines",
        "Lines of the state that shows the beginning.",
        unit="lines",
        low=1,
        high=20,
        step=1,
        source=Source.PAPER,
        group="Display",
    )
    keywords: int = knob(
        3,
        "Keywords",
        "Most keywords of a unit.",
        unit="words",
        low=1,
        high=20,
        step=1,
        group="Summaries",
    )
    distance: int = knob(
        2,
        "Distance in a cluster",
        "Most other words between two keywords that belong together.",
        unit="words",
        low=0,
        high=10,
        step=1,
        group="Summaries",
    )
    stop_words: tuple[str, ...] = knob(
        _STOP_WORDS,
        "Stop words",
        "Words that are no keywords.",
        group="Summaries",
    )
    boundaries: tuple[str, ...] = knob(
        BOUNDARIES,
        "Boundaries",
        "Elements at whose start and end a unit ends.",
        group="Units",
    )
    bold_rule: BoldRule = knob(
        BoldRule.CONTAINS,
        "Bold text",
        "Whether any bold text lifts a unit above plain ones, or all of it must be bold.",
        source=Source.PAPER,
        group="Units",
        choice_labels={"contains": "Any of it", "whole": "All of it"},
    )
    alt_text: bool = knob(
        default=True,
        label="Text of images",
        help="Whether the alternative text of images is text.",
        group="Units",
    )
    text_of: OwnTextOf = knob(
        OwnTextOf.SUMMARY,
        "Written text",
        "What is written for each unit; neither is a choice of content.",
        group="Output",
        choice_labels={"summary": "Its summary sentence", "all": "All of it"},
    )


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """The units as a tree.

    Attributes
    ----------
    level : array of int, shape (n_units,)
        1 to 4 of headings, 5 bold, 6 plain.
    parent, depth, top : array of int, shape (n_units,)
        Unit above each one (-1 for none), units above it, and the topmost of them or itself.
    """

    level: IntArray
    parent: IntArray
    depth: IntArray
    top: IntArray


class Accordion(Extractor[AccordionSettings]):
    """Arranges units of text in a hierarchy and sums each one up."""

    id = "accordion"
    name = "Accordion"
    summary = "Arranges all text in a tree of units by headings and bold text, and sums them up."
    reference = (
        "O. Buyukkokten, H. Garcia-Molina, A. Paepcke, Accordion Summarization for End-Game"
        " Browsing on PDAs and Cellular Phones, CHI 2001; Seeing the Whole in Parts, WWW10, 2001"
    )
    settings_class = AccordionSettings
    makes_tree = True
    presets = (
        Preset(
            "Paragraphs, cells and frames",
            {"boundaries": ["p", "td", "frame", "iframe"]},
            "Units end only where the description names it.",
        ),
        *(
            Preset(method.value, {"method": method.value}, "One of the five display methods.")
            for method in Method
        ),
    )
    help = """\
A **semantic textual unit** is a run of text between paragraphs, cells, list items, headings and
other boundaries. Its **level** is that of its heading (h1 1, h2 2, h3 3, h4 to h6 4), else 5 if it
has bold text, else 6. Its parent is the last unit before it with a smaller level, or with the same
level in fewer lists.

*Keywords.* `weight = tf x log2(N / df)`: how often a word stands in the unit, units of the page,
units that hold it. *Summary sentence.* Keywords with at most two other words between them are a
cluster; it weighs the sum of its keywords by its words. The sentence of the greatest sum is the
summary.

*Display.* Five methods unfold a unit in up to three states, from keywords or a first line to all of
it. At the start the units without a parent are shown in their first state.

*Source.* The papers' units, hierarchy and methods. They weigh words by the frequencies of the Web;
page frequencies, the number of keywords, weights of sentences, texts of images and the states of
the method *keywords* are ours or reconstructed.

*Choice of content.* **The method chooses nothing.** The mask is ours: of the units without a parent
the one with most text outside links, counted with all below it.

*Where it fails.* Headings after their text do not help. One bold word lifts a paragraph, and all
that follows stands below it (*Bold text*).
"""

    def extract(
        self, page: Page, settings: AccordionSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the tree of units; status ``empty`` where the page has no text."""
        del inputs
        units = stu_units(page, settings.boundaries, alt_text=settings.alt_text)
        tree = hierarchy(units, settings)
        made = Later(
            lambda: page.stage(
                ("stu summaries", *_summary_key(settings)), lambda _: _summaries(units, settings)
            )
        )
        unlinked, best = _largest(units, tree)
        content = tree.top == best
        labels = (1 << (tree.level - 1)).astype(np.int32)
        blocks = blocks_of_tokens(page, units.of_token, len(units), units.element)
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if len(units) else Status.EMPTY,
            message="" if len(units) else "The page has no text.",
            blocks=blocks,
            columns=Later(lambda: _columns(units, tree, made, unlinked)),
            steps=_steps(page, units, tree, unlinked, content, labels),
            content=content,
            mask=blocks.mask(content, page.n_tokens),
            own_text=_text(units, made, settings),
            label_names=LABELS,
            labels=labels,
            curves=Later(lambda: (_curve(units, content),)),
            tree=Later(lambda: _tree(units, tree, made, settings)),
        )


ACCORDION = Accordion()


def hierarchy(units: StuUnits, settings: AccordionSettings) -> Hierarchy:
    """Return the levels of the units, and which one stands above each."""
    level = units.level(whole_bold=settings.bold_rule is BoldRule.WHOLE)
    in_lists = units.list_depth
    # Ranked by level, then by lists around; the last rank is that of no unit, -1, above all.
    ranks = [*(level * (in_lists.max(initial=0) + 1) + in_lists).tolist(), -1]
    above, n_above = [], []
    open_units = [-1]
    for unit, rank in enumerate(ranks[:-1]):
        while ranks[open_units[-1]] >= rank:
            open_units.pop()
        above.append(open_units[-1])
        n_above.append(len(open_units) - 1)
        open_units.append(unit)
    parent, depth = np.array(above, dtype=np.int32), np.array(n_above, dtype=np.int32)
    top = np.maximum.accumulate(np.arange(len(level), dtype=np.int32) * (depth == 0))
    return Hierarchy(level, parent, depth, top)


def _summary_key(settings: AccordionSettings) -> tuple[object, ...]:
    return (
        settings.boundaries,
        settings.alt_text,
        settings.keywords,
        settings.distance,
        settings.stop_words,
    )


def _summaries(units: StuUnits, settings: AccordionSettings) -> Summaries:
    stop_words = lower_set(settings.stop_words)
    return summaries(units.text, settings.keywords, settings.distance, stop_words)


def _largest(units: StuUnits, tree: Hierarchy) -> tuple[IntArray, int]:
    """Return the text outside links below each unit's topmost one, and the largest of these."""
    if not len(units):
        return units.ink, -1
    sums = np.bincount(tree.top, weights=units.ink - units.linked, minlength=len(units))
    return sums.take(tree.top).astype(np.int32), int(sums.argmax())


def _text(units: StuUnits, made: Later[Summaries], settings: AccordionSettings) -> str | Later[str]:
    if settings.text_of is OwnTextOf.ALL:
        return "\n".join([*units.text, ""])
    return Later(lambda: "\n".join([*made.value.sentence, ""]))


def _columns(
    units: StuUnits, tree: Hierarchy, made: Later[Summaries], unlinked: IntArray
) -> tuple[Column, ...]:
    return (
        Column("level", "Level", "", "1 to 4 of headings, 5 bold, 6 plain.", tree.level),
        Column("depth", "Depth", "", "Units above it.", tree.depth),
        Column("parent", "Parent", "", "Unit above it, -1 for none.", tree.parent),
        Column("list_depth", "List depth", "", "Lists around it.", units.list_depth),
        Column("length", "Length", "characters", "White space collapsed.", units.length),
        Column(
            "link_share",
            "Link share",
            "ratio",
            "Characters in links by all, white space left out.",
            units.link_share,
        ),
        Column(
            "keyword",
            "Best keyword",
            "",
            "Weight tf x log2(N / df) of the best.",
            Later(lambda: made.value.best_weight),
        ),
        Column(
            "unlinked",
            "Text of the branch",
            "characters",
            "Characters outside links of the topmost unit above it, with all below that one.",
            unlinked,
        ),
    )


def _steps(
    page: Page,
    units: StuUnits,
    tree: Hierarchy,
    unlinked: IntArray,
    content: BoolArray,
    labels: IntArray,
) -> tuple[Step, ...]:
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
    choose = Step(
        code="M",
        title="Take the branch with most text outside links (ours)",
        rules=_CHOICE,
        rule=np.where(content, 1, np.where(unlinked < largest, 2, 3)).astype(np.int32),
        content=content,
        labels=labels,
        numbers={"largest": largest},
    )
    return (levels, choose)


def _level_rules(page: Page, units: StuUnits, tree: Hierarchy) -> tuple[tuple[Rule, ...], IntArray]:
    """Return a rule for each kind of unit that the page has: its element, bold, with a parent."""
    elements = page.elements
    tag = np.where(units.element >= 0, elements.tag_id.take(units.element), -1)
    kinds = (4 * tag + 2 * (tree.level == BOLD) + (tree.parent >= 0)).tolist()
    numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds), start=1)}
    names = (*elements.tag_names, "page")  # the last one is also that of -1
    rules = tuple(
        _level_rule(number, names[kind >> 2], is_bold=bool(kind & 2), is_under=bool(kind & 1))
        for kind, number in numbers.items()
    )
    return rules, np.array(list(map(numbers.__getitem__, kinds)), dtype=np.int32)


@lru_cache(maxsize=256)
def _level_rule(number: int, name: str, *, is_bold: bool, is_under: bool) -> Rule:
    above = "under unit {parent}" if is_under else "no unit above"
    says = f"{name}, level {{level}}, {above}" + (" (bold)" if is_bold else "")
    return Rule(f"U{number}", Outcome.LABEL, says=says)


def _curve(units: StuUnits, content: BoolArray) -> Curve:
    places = np.arange(len(units))
    return Curve(
        name="text outside links per unit",
        x=places.astype(np.float64),
        y=(units.ink - units.linked).astype(np.float64),
        x_label="unit in page order",
        y_label="characters",
        style="bars",
        block=places.astype(np.int32),
        kept=tuple((place - 0.5, place + 0.5) for place in places[content].tolist()),
    )


def _tree(
    units: StuUnits, tree: Hierarchy, made: Later[Summaries], settings: AccordionSettings
) -> Tree:
    @cache  # a label is the first state
    def states_of(unit: int) -> tuple[str, ...]:
        return states(
            units.text[unit],
            made.value.of_unit(unit),
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
            Column("tree_level", "Level", "", "1 to 4 of headings, 5 bold, 6 plain.", tree.level),
        ),
        states=LazySequence(n, states_of),
    )
