"""Cards: the units of a page divided by headings and by size, and the hierarchy of the cards."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

import numpy as np

from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.page.tokens import find_tokens
from boilerscope.extractors.text.sentences import sentences
from boilerscope.extractors.text.units import StuUnits, stu_units

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import IntArray

TOP = "(top)"
"""Title of a card before any heading."""


@dataclass(frozen=True, slots=True)
class CardRule:
    """Rule that divides a page into cards.

    Attributes
    ----------
    card_bytes : int
        Maximum size of a card's lines in UTF-8 bytes, line ends included.
    heading_levels : int
        Units up to this level start a card.
    split_units : bool
        Whether units that are too large are divided at ends of sentences.
    alt_text : bool
        Whether images contribute their alternative text.
    """

    card_bytes: int = 1400
    heading_levels: int = 4
    split_units: bool = False
    alt_text: bool = False


@runtime_checkable
class DealsCards(Protocol):
    """Settings of an extractor whose result is a deck of cards."""

    @property
    def card_rule(self) -> CardRule:
        """Rule that divides the page into cards."""


class Line(NamedTuple):
    """A line of a card: a stretch of a unit's text."""

    unit: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Lines:
    """All lines of a deck in order.

    Attributes
    ----------
    unit, start, end : list of int, length n_lines
        As in `Line`.
    before : list of int, length n_lines + 1
        Bytes of the lines before each line, line ends included, then of all lines.
    """

    text: list[str]
    unit: list[int]
    start: list[int]
    end: list[int]
    before: list[int]


_NO_LINES = Lines([], [], [], [], [0])


@dataclass(slots=True)
class Card:
    """One card.

    Attributes
    ----------
    title : str
        Text of its heading.
    level : int
        Level of its heading, 1 without heading.
    part : int
        Number of the part; more than 1 if the previous card was full.
    heading : int
        Unit of its heading, -1 for none; only the first part has a heading.
    first, last : int
        Range of the lines that the card shows.
    """

    title: str
    level: int
    part: int
    heading: int
    dealt: Lines = _NO_LINES
    first: int = 0
    last: int = 0

    @property
    def lines(self) -> list[Line]:
        """Text on the card."""
        unit, start, end = self.dealt.unit, self.dealt.start, self.dealt.end
        return [Line(unit[row], start[row], end[row]) for row in range(self.first, self.last)]

    @property
    def n_bytes(self) -> int:
        """Bytes of the lines with their line ends."""
        return self.dealt.before[self.last] - self.dealt.before[self.first]

    @property
    def shown(self) -> str:
        """The title, with the number of the part from the second part on."""
        return self.title if self.part == 1 else f"{self.title} ({self.part})"


def deck(page: Page, rule: CardRule) -> tuple[StuUnits, list[Card]]:
    """Return the units of a page and its cards, cached on the page."""
    return page.cached(("deck", rule), lambda of_page: _deck(of_page, rule))


def _deck(page: Page, rule: CardRule) -> tuple[StuUnits, list[Card]]:
    units = stu_units(page, alt_text=rule.alt_text, fields=True)
    return units, deal(units.text, units.level(), rule)


def deal(texts: Sequence[str], level: IntArray, rule: CardRule) -> list[Card]:
    """Return the cards of a page in order.

    Parameters
    ----------
    texts : sequence of str
        Texts of the units.
    level : array of int, shape (n_units,)
        Level of each unit.
    rule : CardRule
        Rule that divides them.
    """
    is_heading = level <= rule.heading_levels
    lines = _lines(texts, np.flatnonzero(~is_heading).tolist(), rule)
    heading_units = np.flatnonzero(is_heading)
    headings, levels = heading_units.tolist(), level[heading_units].tolist()
    heads = [
        Card(texts[unit], heading_level, 1, unit)
        for unit, heading_level in zip(headings, levels, strict=True)
    ]
    edges = [*(bisect_left(lines.unit, unit) for unit in headings), len(lines.unit)]
    if edges[0] > 0:
        heads.insert(0, Card(TOP, 1, 1, -1))
        edges.insert(0, 0)
    return [
        card
        for head, first, last in zip(heads, edges[:-1], edges[1:], strict=True)
        for card in _parts(head, lines, first, last, rule.card_bytes)
    ]


def parents(cards: Sequence[Card]) -> IntArray:
    """Return, for each card, the last card before it with a smaller level, -1 for none."""
    parent_of: list[int] = []
    open_cards: list[int] = []
    for number, card in enumerate(cards):
        while open_cards and cards[open_cards[-1]].level >= card.level:
            open_cards.pop()
        parent_of.append(open_cards[-1] if open_cards else -1)
        open_cards.append(number)
    return np.array(parent_of, dtype=np.int32)


def groups(cards: Sequence[Card]) -> IntArray:
    """Return, for each card, the first part with the same title."""
    first = [number if card.part == 1 else 0 for number, card in enumerate(cards)]
    return np.maximum.accumulate(np.array(first, dtype=np.int32))


def card_of_tokens(page: Page, units: StuUnits, cards: Sequence[Card]) -> IntArray:
    """Return the card of each token of the page, -1 for none, shape (n_tokens,)."""
    size = np.array([card.last - card.first for card in cards], dtype=np.intp)
    of_line = np.arange(len(cards), dtype=np.int32).repeat(size)
    lines = cards[0].dealt if cards else _NO_LINES
    # One more entry than units, for tokens without a unit.
    of_unit = np.full(len(units) + 1, -1, dtype=np.int32)
    of_unit[lines.unit] = of_line
    for number, card in enumerate(cards):
        if card.heading >= 0:
            of_unit[card.heading] = number
    owner = of_unit[units.of_token]
    for cut in {unit for unit, further in pairwise(lines.unit) if unit == further}:
        part = slice(bisect_left(lines.unit, cut), bisect_right(lines.unit, cut))
        _part_tokens(page, units, cut, (lines.start[part], of_line[part].tolist()), owner)
    return owner


def _lines(texts: Sequence[str], units: list[int], rule: CardRule) -> Lines:
    """Return units as lines; divide units that are too large, if the rule allows it."""
    shown = [texts[unit] for unit in units]
    start, end = [0] * len(shown), list(map(len, shown))
    size = _sizes(shown)
    if rule.split_units and max(size, default=0) > rule.card_bytes:
        ranges = [
            (unit, *part)
            for unit, text, n_bytes in zip(units, shown, size, strict=True)
            for part in (
                _cut(text, rule.card_bytes) if n_bytes > rule.card_bytes else [(0, len(text))]
            )
        ]
        units, start, end = ([part[column] for part in ranges] for column in range(3))
        shown = [texts[unit][first:last] for unit, first, last in ranges]
        size = _sizes(shown)
    return Lines(shown, units, start, end, list(accumulate(size, initial=0)))


def _parts(head: Card, lines: Lines, first: int, last: int, card_bytes: int) -> Iterator[Card]:
    """Yield the cards of a heading; a line that would exceed the size starts the next part."""
    part, heading = 1, head.heading
    while part == 1 or first < last:
        full = bisect_right(lines.before, lines.before[first] + card_bytes) - 1
        end = min(max(full, first + 1), last)
        yield Card(head.title, head.level, part, heading, lines, first, end)
        part, heading, first = part + 1, -1, end


def _cut(text: str, card_bytes: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a text that is too large, divided at ends of sentences if that helps."""
    start = end = 0
    for sentence in sentences(text):
        offset = text.index(sentence, end)
        after = offset + len(sentence)
        if end > start and _sizes([text[start:after]])[0] > card_bytes:
            yield start, end
            start = offset
        end = after
    yield start, end


def _sizes(lines: Sequence[str]) -> list[int]:
    """Return the bytes of each line and its line end; no line contains a line break."""
    encoded = "\n".join([*lines, ""]).encode("utf-8", "replace")
    return [len(line) + 1 for line in encoded.split(b"\n")[:-1]]


def _part_tokens(
    page: Page, units: StuUnits, unit: int, parts: tuple[list[int], list[int]], owner: IntArray
) -> None:
    """Record the card of each token of a unit that was divided."""
    starts, numbers = parts
    for span in units.spans.of_unit(unit):
        if span.slot < 0:
            continue
        text = units.text[unit][span.start : span.end]
        token_starts = (
            find_tokens(code_points(text), np.zeros(0, dtype=np.int32)).start + span.start
        )
        first = int(page.slots.token_start[span.slot])
        for offset, start in enumerate(token_starts.tolist()):
            owner[first + offset] = numbers[bisect_right(starts, start) - 1]
