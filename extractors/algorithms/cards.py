"""Cards: the units of a page dealt out by headings and by size, with what leads where."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from extractors.algorithms.stu_summary import sentences
from extractors.page.tokens import find_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from extractors.algorithms.stu_units import StuUnits
    from extractors.page import Page
    from extractors.page.records import IntArray

TOP = "(top)"
"""Title of a card before any heading."""


@dataclass(frozen=True, slots=True)
class CardRule:
    """How cards are dealt.

    Attributes
    ----------
    card_bytes : int
        Most bytes of a card's lines, in UTF-8 with their line ends.
    heading_levels : int
        Units up to this level begin a card.
    split_units : bool
        Whether units that are too large are cut at ends of sentences.
    """

    card_bytes: int
    heading_levels: int
    split_units: bool


class Line(NamedTuple):
    """A line of a card: a stretch of a unit's text."""

    unit: int
    start: int
    end: int


@dataclass(slots=True)
class Card:
    """One card.

    Attributes
    ----------
    title : str
        Text of its heading.
    level : int
        Level of its heading, 1 where there is none.
    part : int
        1, or more where a card before it was full.
    heading : int
        Unit that is its heading, -1 for none; parts after the first have none of their own.
    lines : list of Line
        What it shows.
    n_bytes : int
        Bytes of the lines with their line ends.
    """

    title: str
    level: int
    part: int
    heading: int
    lines: list[Line] = field(default_factory=list)
    n_bytes: int = 0

    @property
    def shown(self) -> str:
        """The title with the number of the part, where it is not the first."""
        return self.title if self.part == 1 else f"{self.title} ({self.part})"


def deal(texts: Sequence[str], level: IntArray, rule: CardRule) -> list[Card]:
    """Return the cards of a page in order.

    Parameters
    ----------
    texts : sequence of str
        What is dealt: the units.
    level : array of int, shape (n_units,)
        Level of each unit.
    rule : CardRule
        How.
    """
    cards: list[Card] = []
    for unit, (text, own_level) in enumerate(zip(texts, level.tolist(), strict=True)):
        if own_level <= rule.heading_levels:
            cards.append(Card(text, own_level, 1, unit))
            continue
        if not cards:
            cards.append(Card(TOP, 1, 1, -1))
        size = _size(text)
        if size > rule.card_bytes and rule.split_units:
            for start, end in _cut(text, rule.card_bytes):
                _add(cards, Line(unit, start, end), _size(text[start:end]), rule)
        else:
            _add(cards, Line(unit, 0, len(text)), size, rule)
    return cards


def parents(cards: Sequence[Card]) -> IntArray:
    """Return the last card before each one with a smaller level, -1 for none."""
    found: list[int] = []
    open_cards: list[int] = []
    for number, card in enumerate(cards):
        while open_cards and cards[open_cards[-1]].level >= card.level:
            open_cards.pop()
        found.append(open_cards[-1] if open_cards else -1)
        open_cards.append(number)
    return np.array(found, dtype=np.int32)


def groups(cards: Sequence[Card]) -> IntArray:
    """Return for each card the first part of the same title."""
    fresh = np.array([card.part == 1 for card in cards], dtype=np.bool_)
    return np.maximum.accumulate(np.where(fresh, np.arange(len(cards)), 0)).astype(np.int32)


def card_of_tokens(page: Page, units: StuUnits, cards: Sequence[Card]) -> IntArray:
    """Return the card of each token of the page, -1 for none, shape (n_tokens,)."""
    of_line = [number for number, card in enumerate(cards) for _ in card.lines]
    lines = [line for card in cards for line in card.lines]
    unit = [line.unit for line in lines]
    # One place more than units, for the tokens of none.
    of_unit = np.full(len(units) + 1, -1, dtype=np.int32)
    of_unit[unit] = of_line
    for number, card in enumerate(cards):
        if card.heading >= 0:
            of_unit[card.heading] = number
    owner = of_unit[units.of_token]
    for cut, n_lines in Counter(unit).items():
        if n_lines > 1:
            first = bisect_left(unit, cut)
            part = slice(first, first + n_lines)
            starts = [line.start for line in lines[part]]
            _part_tokens(page, units, cut, (starts, of_line[part]), owner)
    return owner


def _cut(text: str, card_bytes: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a text that is too large, cut at ends of sentences where that helps."""
    start = end = 0
    for sentence in sentences(text):
        at = text.index(sentence, end)
        after = at + len(sentence)
        if end > start and _size(text[start:after]) > card_bytes:
            yield start, end
            start = at
        end = after
    yield start, end


def _add(cards: list[Card], line: Line, size: int, rule: CardRule) -> None:
    card = cards[-1]
    if card.lines and card.n_bytes + size > rule.card_bytes:
        card = Card(card.title, card.level, card.part + 1, -1)
        cards.append(card)
    card.lines.append(line)
    card.n_bytes += size


def _size(text: str) -> int:
    """Return the bytes of a line with its line end."""
    return len(text.encode("utf-8", "replace")) + 1


def _part_tokens(
    page: Page, units: StuUnits, unit: int, parts: tuple[list[int], list[int]], owner: IntArray
) -> None:
    """Write down the cards of a unit's tokens by their places in its text."""
    starts, numbers = parts
    for span in units.spans.of_unit(unit):
        if span.slot < 0:
            continue
        text = units.text[unit][span.start : span.end]
        found = find_tokens(text, np.zeros(0, dtype=np.int32)).start + span.start
        first = int(page.slots.token_start[span.slot])
        for offset, place in enumerate(found.tolist()):
            owner[first + offset] = numbers[bisect_right(starts, place) - 1]
