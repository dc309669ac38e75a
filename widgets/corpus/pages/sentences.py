"""Texts on pages, cells, sort orders and filters."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from boilerscope.extractors.model.extraction import ANSWERED, Status
from boilerscope.extractors.model.sentence import MINUS
from boilerscope.extractors.scoring.groups import UNKNOWN
from boilerscope.extractors.scoring.order import SortKey
from boilerscope.extractors.scoring.parts import Compared, Ended, OfRule, Within
from boilerscope.extractors.scoring.results import PageStatus
from boilerscope.widgets.corpus.names import measure_name, signed
from boilerscope.widgets.corpus.score_cell import DECIMALS, status_word
from boilerscope.widgets.words import count_range, counted, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.scoring.leaderboard import GroupRow
    from boilerscope.extractors.scoring.order import PageFilter, Sort
    from boilerscope.extractors.scoring.parts import PanePart
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.records import PaneRecord
_IN_CHARACTERS = frozenset({"zh", "ja"})
"""Languages without spaces between words, in which each character is a token."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Pages", text)


def measure_in_sentence(measure: str) -> str:
    """Return the name of a measure for use inside a sentence: ``token F1``."""
    label = measure_name(measure)
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


def sorted_value(sort: Sort, value: float) -> str:
    """Format the value by which pages are sorted; empty if another column shows it."""
    if sort.key in {SortKey.NAME, SortKey.LENGTH}:
        return ""
    if sort.key is SortKey.DIFFERENCE:
        return signed(value, decimals=DECIMALS)
    if sort.key is SortKey.RULE:
        return number(value)
    return number(value, decimals=DECIMALS)


def pane_number(panes: Sequence[PaneRecord], name: str) -> int:
    """Return the number of a pane, of the first pane if the name is empty; 0 if unknown."""
    numbers = (pane.number for pane in panes if not name or pane.name == name)
    return next(numbers, 0)


def value_title(sort: Sort, panes: Sequence[PaneRecord]) -> str:
    """Return the heading of the sorted value."""
    number_of_pane = pane_number(panes, sort.pane)
    if sort.key is SortKey.RULE and sort.rule is not None:
        return sort.rule.rule
    return {
        SortKey.SPREAD: _tr("Spread"),
        SortKey.DISAGREEMENT: _tr("Differ"),
        SortKey.WORST: str(number_of_pane),
        SortKey.DIFFERENCE: f"{number_of_pane} {MINUS} {pane_number(panes, sort.baseline)}",
        SortKey.EXPECTED: _tr("Exp. {pane}").format(pane=number_of_pane),
    }.get(sort.key, "")


def sort_words(sort: Sort, panes: Sequence[PaneRecord]) -> str:
    """Return the text of a sort order: ``spread``, ``worst of 2 cx_extractor``, ``6 minus 1``."""
    if sort.key in {SortKey.WORST, SortKey.EXPECTED}:
        name = sort.pane or (panes[0].name if panes else "")
        label = f"{pane_number(panes, sort.pane)} {name}"
        is_score = sort.key is SortKey.WORST
        text = _tr("worst of {pane}") if is_score else _tr("worst expected F1 of {pane}")
        return text.format(pane=label)
    if sort.key is SortKey.DIFFERENCE:
        return _tr("{pane} minus {baseline}").format(
            pane=pane_number(panes, sort.pane), baseline=pane_number(panes, sort.baseline)
        )
    if sort.key is SortKey.RULE and sort.rule is not None:
        words = _tr("wrong words of {rule}")
        if not sort.rule.has_gold:
            words = _tr("other decisions than {rule}")
        return words.format(rule=sort.rule.rule)
    return {
        SortKey.SPREAD: _tr("spread"),
        SortKey.DISAGREEMENT: _tr("disagreement of the panes"),
        SortKey.LENGTH: _tr("length"),
        SortKey.NAME: _tr("name"),
    }[sort.key]


def cell_sentence(table: ScoreTable, row: int, column: int, measure: str) -> str:
    """Return page, pane and result of a cell: ``wordpress, cx_extractor, token F1 0.42``."""
    status = table.status_of(row, column)
    texts = [table.pages[row].page_id, table.panes[column]]
    if status is None:
        texts.append(_tr("not run"))
    elif status not in ANSWERED:
        texts.append(status_word(status))
    else:
        if status is Status.EMPTY:
            texts.append(_tr("empty"))
        value = float(table.values(measure)[row, column])
        scored = f"{measure_in_sentence(measure)} {number(value, decimals=DECIMALS)}"
        texts.append(_tr("not scored") if math.isnan(value) else scored)
        n_kept, expected = float(table.n_kept[row, column]), float(table.expected[row, column])
        if not math.isnan(n_kept):
            kept = counted(int(n_kept), characters=in_characters(table.language(row)))
            texts.append(_tr("{words} kept").format(words=kept))
        if not math.isnan(expected):
            text = _tr("expected F1 {value}")
            texts.append(text.format(value=number(expected, decimals=DECIMALS)))
    if table.is_outdated[column]:
        texts.append(_tr("outdated"))
    return ", ".join(texts)


def cell_tip(table: ScoreTable, row: int, column: int, measure: str) -> str:
    """Return the tip of a cell: its sentence, and the message of a failure."""
    lines = [cell_sentence(table, row, column, measure)]
    scores = table.scores(row)
    message = next((score.message for score in scores if score.pane == table.panes[column]), "")
    return "\n".join([*lines, message] if message else lines)


def page_tip(table: ScoreTable, row: int) -> str:
    """Return the tip of a page: title, address, set and name, and why it is not scored, if so."""
    page = table.pages[row]
    lines = [page.title, page.url or "", page.name, why_not_scored(table, row)]
    return "\n".join(line for line in lines if line)


def why_not_scored(table: ScoreTable, row: int) -> str:
    """Return the reason why a page is not scored; empty if it is scored or not done."""
    scored = table.scored_page(row)
    if scored is None or scored.status is PageStatus.SCORED:
        return ""
    reason = {
        PageStatus.NOT_FOUND: _tr("Not scored: under 50 % of the gold text found."),
        PageStatus.NO_GOLD: _tr("Not scored: this page has no gold."),
        PageStatus.UNREAD: _tr("Page not read."),
    }[scored.status]
    return f"{reason} {scored.message}".strip()


def in_characters(language: str) -> bool:
    """Return whether the length of pages in a language is a number of characters."""
    return language.partition("-")[0] in _IN_CHARACTERS


def length_title(characters: bool) -> str:  # noqa: FBT001 - the kind of the number
    """Return the heading of the lengths of pages."""
    return _tr("Characters") if characters else _tr("Words")


def page_sentence(page: ListedPage, language: str, n_words: int) -> str:
    """Return name, language, type and length of a page."""
    texts = [page.page_id, language, page.page_type]
    length = counted(n_words, characters=in_characters(language))
    return ", ".join([text for text in texts if text] + [length])


def are_in_characters(table: ScoreTable | None) -> bool:
    """Return whether the lengths of all finished pages are numbers of characters.

    Without finished pages, or a table, they are not.
    """
    if table is None:
        return False
    rows = np.flatnonzero(table.is_done).tolist()
    return bool(rows) and all(in_characters(table.language(row)) for row in rows)


def group_name(group: GroupRow, table: ScoreTable, by: str) -> str:
    """Return the name of a group for people: ``1: 12 to 300 words of main content``."""
    if group.name == UNKNOWN and by != "set":
        return _tr("unknown")
    if by != "length" or not len(group.rows):
        return group.name
    rows = list(group.rows)
    has_gold, place = bool(table.n_gold.any()), group.name.partition(":")[0]
    lengths = (table.n_gold if has_gold else table.n_tokens)[rows]
    characters = all(in_characters(table.language(row)) for row in rows)
    length = count_range(int(lengths.min()), int(lengths.max()), characters=characters)
    text = _tr("{place}: {length} of main content") if has_gold else "{place}: {length}"
    return text.format(place=place, length=length)


def filter_parts(page_filter: PageFilter, *, characters: bool = False) -> list[tuple[str, str]]:
    """Return the active parts of a filter, as (field or fields, text).

    Default values of its fields remove a part.

    Parameters
    ----------
    characters : bool
        Whether lengths are numbers of characters, see `are_in_characters`.
    """
    limits = partial(_limits, characters=characters)
    length = limits(page_filter.min_words, page_filter.max_words)
    gold = limits(page_filter.min_gold, page_filter.max_gold)
    if gold:
        gold = _tr("main content: {length}").format(length=gold)
    listed = (
        ("text", f"“{page_filter.text}”" if page_filter.text else ""),
        ("languages", _named(page_filter.languages, _tr("no language"))),
        ("page_types", _named(page_filter.page_types, _tr("no type"))),
        ("sets", _named(page_filter.sets, "")),
        ("sites", _named(page_filter.sites, "")),
        ("layouts", _named(page_filter.layouts, "")),
        ("min_words max_words", length),
        ("min_gold max_gold", gold),
        ("only_failures", _tr("only failures") if page_filter.only_failures else ""),
        ("box", _tr("part of the scatter plot") if page_filter.box is not None else ""),
        ("part", part_words(page_filter.part) if page_filter.part is not None else ""),
    )
    return [(fields, text) for fields, text in listed if text]


def _limits(low: int | None, high: int | None, *, characters: bool) -> str:
    """Return the text of two limits of a length; empty without limits."""
    is_any = low is None and high is None
    return "" if is_any else count_range(low, high, characters=characters)


def part_words(part: PanePart) -> str:
    """Return the text of the pages that a number of the leaderboard counts."""
    match part:
        case Ended(pane, status):
            word = _tr("empty") if status is Status.EMPTY else status_word(status)
            return f"{pane}: {word}"
        case Within(pane, measure, low, high):
            text = _tr("{pane}: {measure} {low} to {high}")
            ends = {"low": number(low, decimals=DECIMALS), "high": number(high, decimals=DECIMALS)}
            return text.format(pane=pane, measure=measure_in_sentence(measure), **ends)
        case OfRule(_, rule):
            return rule
        case Compared(pane, baseline, _, sign):
            text = {
                1: _tr("{pane} better than {baseline}"),
                0: _tr("{pane} equal to {baseline}"),
                -1: _tr("{pane} worse than {baseline}"),
            }[sign]
            return text.format(pane=pane, baseline=baseline)


def filter_words(page_filter: PageFilter, *, characters: bool = False) -> str:
    """Return the text of a filter: ``forum, only failures``; empty without a filter."""
    return ", ".join(text for _, text in filter_parts(page_filter, characters=characters))


def _named(names: frozenset[str], unknown: str) -> str:
    return ", ".join(name or unknown for name in sorted(names))


def pages_words(n_pages: int) -> str:
    """Return a number of pages: ``168 pages``."""
    return _tr("1 page") if n_pages == 1 else _tr("{n} pages").format(n=number(n_pages))
