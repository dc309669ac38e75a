"""The record of Crunch's filters: what each rule tested and took, in the order of the chain.

The original runs all filters in one walk. They are shown one after the other, which gives the same:
the first rule of the chain that fits an element is the one that acts.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.crunch.decisions import (
    FLASH,
    IMAGE,
    IMAGE_LINK,
    LISTS,
    TABLE,
    TAG_RULES,
    TEXT_LINK,
    UNWRAP,
    Decisions,
)
from extractors.model.extraction import Column
from extractors.model.lazy import replaced
from extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from extractors.algorithms.crunch.settings import CrunchSettings
    from extractors.page.records import BoolArray, FloatArray, IntArray

LABELS = (
    "AD",
    "LINK_LIST",
    "TEXT_LINK",
    "IMAGE_LINK",
    "IMAGE",
    "TAG",
    "EMPTY_TABLE",
    "EDITED",
    "KEPT",
)
"""Names of the labels of elements."""

_THINGS = {
    1: "advertisement",
    TEXT_LINK: "text link",
    IMAGE_LINK: "image link",
    IMAGE: "image",
    9: "style sheet",
    FLASH: "Flash object",
    **{number: tag for number, (_, tag) in TAG_RULES.items()},
    7: "noscript element",
    11: "meta element",
}
_SWITCHES = {
    1: "ads",
    LISTS: "link_lists",
    TEXT_LINK: "text_links",
    IMAGE_LINK: "image_links",
    IMAGE: "images",
    9: "external_styles",
    FLASH: "flash",
    **{number: switch for number, (switch, _) in TAG_RULES.items()},
}
_LABEL_OF_RULE = {1: 0, LISTS: 1, TEXT_LINK: 2, IMAGE_LINK: 3, IMAGE: 4, TABLE: 6}
_TAG_LABEL, _EDITED, _KEPT = 5, 7, 8
# The label of an element that each rule removes, and of one whose text it takes; 0 is no rule.
_BIT_OF_CAUSE = np.array(
    [0, *(1 << _LABEL_OF_RULE.get(rule, _TAG_LABEL) for rule in range(1, FLASH + 1))], np.int32
)
_BIT_OF_LOSS = _BIT_OF_CAUSE.copy()
_BIT_OF_LOSS[0] = 1 << _KEPT

_TESTS_RATIO = (Test("ratio", ">", "limit"),)
_CELL = "{links} links / {words} words"
_LIST_RULES = (
    Rule("rule 2", Outcome.DROP, _TESTS_RATIO, _CELL),
    Rule("rule 2", Outcome.CONFIRM, _TESTS_RATIO, f"{_CELL}, its text stays"),
    Rule("rule 2", Outcome.CONFIRM, (Test("ratio", "<=", "limit"),), _CELL),
    Rule("rule 2", Outcome.DROP, explanation="in a link list"),
)
_TABLE_RULES = (
    Rule("rule 17", Outcome.DROP, (Test("text_length", "<", "min_text_length"),), "no substance"),
    Rule("rule 17", Outcome.DROP, explanation="no substance, no text node"),
    Rule("rule 17", Outcome.CONFIRM, explanation="{substance} elements of substance"),
    Rule("rule 17", Outcome.CONFIRM, (Test("text_length", ">=", "min_text_length"),)),
    Rule("rule 17", Outcome.DROP, explanation="inside a table that is removed"),
)
_UNWRAP_RULES = (
    Rule("rule 8", Outcome.LABEL, explanation="its children stand in its place, not filtered"),
)
_KEEP_RULES = (Rule("kept", Outcome.CONFIRM, explanation="no filter takes it"),)


def labels(decisions: Decisions, edited: BoolArray) -> IntArray:
    """Return the labels of each element as bits."""
    found: IntArray = _BIT_OF_LOSS[decisions.lost] | _BIT_OF_CAUSE[decisions.cause]
    found[decisions.cells.fired] |= 1 << _LABEL_OF_RULE[LISTS]
    found[edited] |= 1 << _EDITED
    return found


def columns(decisions: Decisions) -> tuple[Column, ...]:
    """Return what was measured of cells and tables; NaN where nothing was tested."""
    cells, tables = decisions.cells, decisions.tables

    def spread(row: IntArray, values: IntArray | FloatArray) -> FloatArray:
        measured = np.full(len(decisions.lost), np.nan)
        measured[row] = values
        return measured

    return (
        Column(
            "links",
            "Links",
            "",
            "Links of the kinds that count in the cell.",
            spread(cells.row, cells.links),
        ),
        Column(
            "words",
            "Words",
            "words",
            "Characters of the cell's text outside links by letters per word.",
            spread(cells.row, cells.words),
        ),
        Column(
            "ratio",
            "Link/text ratio",
            "links per word",
            "Links by words; the limit plus one where there are no words.",
            spread(cells.row, cells.ratio),
        ),
        Column(
            "substance",
            "Substance",
            "elements",
            "Elements left in the table that can keep it.",
            spread(tables.row, tables.substance),
        ),
        Column(
            "text_length",
            "Text length",
            "characters",
            "Characters of the text nodes left in the table, trimmed.",
            spread(tables.row, tables.text_length),
        ),
    )


def steps(
    decisions: Decisions, edits: dict[str, BoolArray], settings: CrunchSettings
) -> tuple[Step, ...]:
    """Return the record: attributes, each filter that is on, and what stays.

    Parameters
    ----------
    decisions : Decisions
        What became of each element.
    edits : dict of str to array of bool
        Elements that lose an attribute, by its name.
    settings : CrunchSettings
        Which filters are on.
    """
    content = np.ones(len(decisions.lost), dtype=np.bool_)
    nothing = np.zeros(len(content), dtype=np.int32)  # what a filter says that took no element
    made = [_attributes(edits, content)]
    touched = made[0].rule > 0
    n_lost, n_gone = (
        np.bincount(by_rule, minlength=FLASH + 1).tolist()
        for by_rule in (decisions.lost, decisions.cause)
    )
    for number in range(1, FLASH + 1):
        lost = decisions.lost == number if n_lost[number] else None
        if lost is not None:
            content = content & ~lost
        switch = _SWITCHES[number]
        unused = number == UNWRAP and settings.noscript
        if not getattr(settings, switch) or unused:
            continue
        if number in _SPEAKS_OF_KEPT:
            made.append(_SPEAKS_OF_KEPT[number](decisions, content))
            touched |= made[-1].rule > 0
        elif lost is not None or n_gone[number]:
            rule = nothing.copy() if lost is None else lost.astype(np.int32)
            made.append(_filter(number, decisions, content, rule))
        else:
            made.append(replaced(_silent(number), rule=nothing, content=content))
    kept = decisions.lost == 0
    made.append(Step("K", "Keep the rest", _KEEP_RULES, (kept & ~touched).astype(np.int32), kept))
    return tuple(made)


def _attributes(edits: dict[str, BoolArray], everything: BoolArray) -> Step:
    rule = np.zeros(len(everything), dtype=np.int32)
    for number, chosen in enumerate(edits.values(), 1):
        rule[chosen] = number
    rules = _edit_rules(tuple(edits))
    return Step("E", "Drop attributes", rules, rule, everything, before=everything)


@cache
def _edit_rules(names: tuple[str, ...]) -> tuple[Rule, ...]:
    return tuple(
        Rule("edit", Outcome.LABEL, explanation=f"the attribute {name} is dropped")
        for name in names
    )


@cache
def _silent(number: int) -> Step:
    """Return the record of a filter that looks at one element at a time and took none."""
    nothing = np.zeros(0, dtype=np.int32)
    return Step(*_names_of(number), _rules_of(number), nothing, nothing.astype(np.bool_))


@cache
def _names_of(number: int) -> tuple[str, str]:
    """Return code and title of a filter that looks at one element at a time."""
    return f"R{number}", f"Remove {_THINGS[number]}s"


@cache
def _rules_of(number: int) -> tuple[Rule, ...]:
    """Return the rules of such a filter; those of advertisements go on with a rule per host."""
    thing = _THINGS[number]
    code = f"rule {number}"
    article = "an" if thing[0] in "aeiou" else "a"
    inside = Rule(code, Outcome.DROP, explanation=f"inside {article} {thing} that is removed")
    return (
        (inside,)
        if number == 1
        else (
            inside,
            Rule(
                code,
                Outcome.DROP,
                explanation=f"{article} {thing}",
            ),
        )
    )


def _filter(number: int, decisions: Decisions, content: BoolArray, rule: IntArray) -> Step:
    """Return the record of a filter that looks at one element at a time.

    `rule` is 1 where the filter took the text of an element, and becomes what the record says.
    """
    own = decisions.removed & (decisions.cause == number) & (decisions.chain == number)
    rules = _rules_of(number)
    if number == 1:
        place: dict[str, int] = {}
        for row in np.flatnonzero(own).tolist():
            host = decisions.nodes.host[row]
            rule[row] = place.setdefault(host, len(place) + 2)
        explanations = (f"host {host}".replace("{", "{{").replace("}", "}}") for host in place)
        rules = (
            *rules,
            *(Rule(rules[0].code, Outcome.DROP, explanation=each) for each in explanations),
        )
    else:
        rule[own] = 2
    return Step(*_names_of(number), rules, rule, content)


def _unwrap(decisions: Decisions, content: BoolArray) -> Step:
    return Step(
        "R8", "Unwrap noscript", _UNWRAP_RULES, decisions.unwrapped.astype(np.int32), content
    )


def _link_lists(decisions: Decisions, content: BoolArray) -> Step:
    cells = decisions.cells
    lost = decisions.lost == LISTS
    rule = np.zeros(len(lost), dtype=np.int32)
    rule[lost] = 4
    rule[cells.row] = 3
    rule[cells.fired] = 2
    rule[cells.fired & lost] = 1
    return Step("R2", "Empty link lists", _LIST_RULES, rule, content)


def _empty_tables(decisions: Decisions, content: BoolArray) -> Step:
    tables = decisions.tables
    rule = np.zeros(len(content), dtype=np.int32)
    if len(tables.row):
        rule[decisions.lost == TABLE] = 5
        told = np.where(tables.substance > 0, 3, 4)
        told[tables.empty] = 1
        told[tables.empty & (tables.text_nodes == 0)] = 2
        rule[tables.row] = told
    return Step("R17", "Remove empty tables", _TABLE_RULES, rule, content)


_SPEAKS_OF_KEPT = {LISTS: _link_lists, UNWRAP: _unwrap, TABLE: _empty_tables}
"""Steps whose rules speak on elements that stay, too."""
