"""Steps and columns of Crunch: one step for each filter, in the order of the chain.

The original runs all filters in one walk. Showing them one after the other gives the same result,
since the first rule of the chain that matches an element decides.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.crunch.decisions import (
    ADS,
    FLASH,
    IMAGE,
    IMAGE_LINK,
    LISTS,
    STYLE_SHEET,
    TABLE,
    TAG_RULES,
    TEXT_LINK,
    UNWRAP,
    Decisions,
)
from boilerscope.extractors.model.extraction import Column
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

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

_REMOVED_NAMES = {
    ADS: "advertisement",
    TEXT_LINK: "text link",
    IMAGE_LINK: "image link",
    IMAGE: "image",
    STYLE_SHEET: "style sheet",
    FLASH: "Flash object",
    **{number: tag for number, (_, tag) in TAG_RULES.items()},
    7: "noscript element",
    11: "meta element",
}
_SWITCHES = {
    ADS: "ads",
    LISTS: "link_lists",
    TEXT_LINK: "text_links",
    IMAGE_LINK: "image_links",
    IMAGE: "images",
    STYLE_SHEET: "external_styles",
    FLASH: "flash",
    **{number: switch for number, (switch, _) in TAG_RULES.items()},
}
_LABEL_OF_RULE = {ADS: 0, LISTS: 1, TEXT_LINK: 2, IMAGE_LINK: 3, IMAGE: 4, TABLE: 6}
_TAG_LABEL, _EDITED, _KEPT = 5, 7, 8
# Label of the elements that each rule removes, and of the elements that lose text by it.
_BIT_OF_CAUSE = np.array(
    [0, *(1 << _LABEL_OF_RULE.get(rule, _TAG_LABEL) for rule in range(1, FLASH + 1))], np.int32
)
_BIT_OF_LOSS = _BIT_OF_CAUSE.copy()
_BIT_OF_LOSS[0] = 1 << _KEPT

_TESTS_RATIO = (Test("ratio", ">", "limit"),)
_CELL = "{links} links / {words} words"
_LIST_RULES = (
    Rule("rule 2", Outcome.DROP, _TESTS_RATIO, _CELL),
    Rule("rule 2", Outcome.CONFIRM, _TESTS_RATIO, f"{_CELL}, but its text stays"),
    Rule("rule 2", Outcome.CONFIRM, (Test("ratio", "<=", "limit"),), _CELL),
    Rule("rule 2", Outcome.DROP, explanation="in a link list"),
)
_TABLE_RULES = (
    Rule(
        "rule 17",
        Outcome.DROP,
        (Test("text_length", "<", "min_text_length"),),
        "no element of substance",
    ),
    Rule("rule 17", Outcome.DROP, explanation="no element of substance and no text node"),
    Rule("rule 17", Outcome.CONFIRM, explanation="{substance} elements of substance"),
    Rule("rule 17", Outcome.CONFIRM, (Test("text_length", ">=", "min_text_length"),)),
    Rule("rule 17", Outcome.DROP, explanation="inside a table that is removed"),
)
_UNWRAP_RULES = (
    Rule("rule 8", Outcome.LABEL, explanation="replaced by its children, which are not filtered"),
)
_KEEP_RULES = (Rule("kept", Outcome.CONFIRM, explanation="no filter removes it"),)


def labels(decisions: Decisions, edited: BoolArray) -> IntArray:
    """Return the labels of each element as bits."""
    bits: IntArray = _BIT_OF_LOSS[decisions.lost] | _BIT_OF_CAUSE[decisions.cause]
    bits[decisions.cells.is_list] |= 1 << _LABEL_OF_RULE[LISTS]
    bits[edited] |= 1 << _EDITED
    return bits


def columns(decisions: Decisions) -> tuple[Column, ...]:
    """Return the measured quantities of cells and tables; NaN for other elements."""
    cells, tables = decisions.cells, decisions.tables

    def of_rows(row: IntArray, values: IntArray | FloatArray) -> FloatArray:
        column = np.full(len(decisions.lost), np.nan)
        column[row] = values
        return column

    return (
        Column(
            "links",
            "Links",
            "",
            "Links in the cell, of the counted kinds.",
            of_rows(cells.row, cells.links),
        ),
        Column(
            "words",
            "Words",
            "words",
            "Characters of the cell's text outside links / letters per word.",
            of_rows(cells.row, cells.words),
        ),
        Column(
            "ratio",
            "Link/text ratio",
            "links per word",
            "Links / words; the limit plus one without words.",
            of_rows(cells.row, cells.ratio),
        ),
        Column(
            "substance",
            "Substance",
            "elements",
            "Remaining elements that keep the table.",
            of_rows(tables.row, tables.substance),
        ),
        Column(
            "text_length",
            "Text length",
            "characters",
            "Characters of the remaining text nodes of the table, each trimmed.",
            of_rows(tables.row, tables.text_length),
        ),
    )


def steps(
    decisions: Decisions, edits: dict[str, BoolArray], settings: CrunchSettings
) -> tuple[Step, ...]:
    """Return the steps: dropped attributes, each filter that is on, and the rest.

    Parameters
    ----------
    decisions : Decisions
        Decisions on all elements.
    edits : dict of str to array of bool
        Elements that lose an attribute, by its name.
    settings : CrunchSettings
        Switches of the filters.
    """
    content = np.ones(len(decisions.lost), dtype=np.bool_)
    attributes = _attributes(edits, content)
    all_steps = [attributes]
    is_mentioned = attributes.rule > 0
    no_rule = np.zeros(len(content), dtype=np.int32)
    matching = {*np.unique(decisions.lost).tolist(), *np.unique(decisions.cause).tolist()}
    for number in range(1, FLASH + 1):
        if number in matching:
            content = content & (decisions.lost != number)
        is_off = not getattr(settings, _SWITCHES[number])
        if is_off or (number == UNWRAP and settings.noscript):
            continue
        if number in _STEPS_ON_KEPT:
            step = _STEPS_ON_KEPT[number](decisions, content)
            is_mentioned |= step.rule > 0
        elif number in matching:
            step = _filter(number, decisions, content)
        else:
            step = Step(*_names_of(number), _rules_of(number), no_rule, content)
        all_steps.append(step)
    is_kept = decisions.lost == 0
    rest = (is_kept & ~is_mentioned).astype(np.int32)
    all_steps.append(Step("K", "Keep the rest", _KEEP_RULES, rest, is_kept))
    return tuple(all_steps)


def _attributes(edits: dict[str, BoolArray], content: BoolArray) -> Step:
    rule = np.zeros(len(content), dtype=np.int32)
    for number, is_edited in enumerate(edits.values(), 1):
        rule[is_edited] = number
    rules = _edit_rules(tuple(edits))
    return Step("E", "Drop attributes", rules, rule, content, before=content)


@cache
def _edit_rules(names: tuple[str, ...]) -> tuple[Rule, ...]:
    return tuple(
        Rule("edit", Outcome.LABEL, explanation=f"the attribute {name} is dropped")
        for name in names
    )


@cache
def _rules_of(number: int) -> tuple[Rule, ...]:
    """Return the rules of a filter that tests one element at a time.

    The filter of advertisements has a further rule for each host.
    """
    name = _REMOVED_NAMES[number]
    code = f"rule {number}"
    article = "an" if name[0] in "aeiou" else "a"
    inside = Rule(code, Outcome.DROP, explanation=f"inside {article} {name} that is removed")
    if number == ADS:
        return (inside,)
    return (inside, Rule(code, Outcome.DROP, explanation=f"{article} {name}"))


def _names_of(number: int) -> tuple[str, str]:
    """Return code and title of a filter that tests one element at a time."""
    return f"R{number}", f"Remove {_REMOVED_NAMES[number]}s"


def _filter(number: int, decisions: Decisions, content: BoolArray) -> Step:
    """Return the step of a filter that tests one element at a time and matches some elements."""
    code, title = _names_of(number)
    rules = _rules_of(number)
    rule = (decisions.lost == number).astype(np.int32)
    is_match = decisions.is_removed & (decisions.cause == number) & (decisions.chain == number)
    if number != ADS:
        rule[is_match] = 2
        return Step(code, title, rules, rule, content)
    rule_of_host: dict[str, int] = {}
    for row in np.flatnonzero(is_match).tolist():
        host = decisions.nodes.host[row]
        rule[row] = rule_of_host.setdefault(host, len(rule_of_host) + 2)
    hosts = (host.replace("{", "{{").replace("}", "}}") for host in rule_of_host)
    host_rules = [Rule(rules[0].code, Outcome.DROP, explanation=f"host {host}") for host in hosts]
    return Step(code, title, (*rules, *host_rules), rule, content)


def _unwrap(decisions: Decisions, content: BoolArray) -> Step:
    rule = decisions.is_unwrapped.astype(np.int32)
    return Step("R8", "Unwrap noscript", _UNWRAP_RULES, rule, content)


def _link_lists(decisions: Decisions, content: BoolArray) -> Step:
    cells = decisions.cells
    is_lost = decisions.lost == LISTS
    rule = np.zeros(len(is_lost), dtype=np.int32)
    rule[is_lost] = 4
    rule[cells.row] = 3
    rule[cells.is_list] = 2
    rule[cells.is_list & is_lost] = 1
    return Step("R2", "Empty link lists", _LIST_RULES, rule, content)


def _empty_tables(decisions: Decisions, content: BoolArray) -> Step:
    tables = decisions.tables
    rule_of_table = np.where(tables.substance > 0, 3, 4)
    rule_of_table[tables.is_empty] = 1
    rule_of_table[tables.is_empty & (tables.text_nodes == 0)] = 2
    rule = np.zeros(len(content), dtype=np.int32)
    rule[decisions.lost == TABLE] = 5
    rule[tables.row] = rule_of_table
    return Step("R17", "Remove empty tables", _TABLE_RULES, rule, content)


_STEPS_ON_KEPT = {LISTS: _link_lists, UNWRAP: _unwrap, TABLE: _empty_tables}
"""Steps with rules for elements that stay, too."""
