"""Patterns of tags before and after the articles of a site, and the cut of a page between them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.algorithms.goldminer.paragraphs import Paragraphs
    from boilerscope.extractors.algorithms.goldminer.settings import GoldMinerSettings
    from boilerscope.extractors.page.records import BoolArray

_TAG = re.compile(r"<[^>]+>")
_WORD = re.compile(r"\w+")
_SAME = 2
"""Pages with a start pattern from which on it says something about the site."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Pattern before the articles of a site and pattern after them.

    Attributes
    ----------
    start, end : str
        One or more tags with the text between them, white space collapsed.
    n_start, n_end : int
        Learned pages whose article follows the start pattern, and pages on which the end pattern
        is after the article.
    """

    start: str
    end: str
    n_start: int
    n_end: int


@dataclass(frozen=True, slots=True)
class Patterns:
    """What was learned of a site.

    Attributes
    ----------
    pairs : tuple of Pair
        The best pair; a second one if the first end pattern is rare.
    n_pages, n_learned : int
        Pages that were read, and those with new good paragraphs.
    """

    pairs: tuple[Pair, ...]
    n_pages: int
    n_learned: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Part of a page's source between the patterns of a pair.

    Attributes
    ----------
    start, end : int
        Range in the source. It is empty if the start pattern is not on the page.
    pair : Pair
        The patterns.
    has_end : bool
        Whether the end pattern follows; without it the part goes on to the end of the page.
    """

    start: int
    end: int
    pair: Pair
    has_end: bool


class Markup:
    """The tags of a source, and where sequences of them first are."""

    def __init__(self, source: str) -> None:
        self.source = source
        found = list(_TAG.finditer(source))
        self.starts = [tag.start() for tag in found]
        self.ends = [tag.end() for tag in found]

    def __len__(self) -> int:
        return len(self.starts)

    def sequence(self, first: int, last: int) -> str:
        """Return the tags first ... last - 1 with the text between, white space collapsed."""
        return " ".join(self.source[self.starts[first] : self.ends[last - 1]].split())

    def sequences(self, first: int, last: int, longest: int) -> Iterator[tuple[int, int, str]]:
        """Yield first tag, number of tags and text of all sequences among some tags, in order."""
        for row in range(first, last):
            for size in range(1, min(longest, last - row) + 1):
                yield row, size, self.sequence(row, row + size)

    def first_places(self, longest: int) -> dict[str, tuple[int, int]]:
        """Return the first tag and the end of the first place of each sequence of tags."""
        places: dict[str, tuple[int, int]] = {}
        for row, size, text in self.sequences(0, len(self), longest):
            places.setdefault(text, (row, row + size))
        return places

    def find(self, pattern: str, first: int = 0) -> tuple[int, int] | None:
        """Return the tags of the first place of a pattern from a tag on, None if there is none."""
        size = len(_TAG.findall(pattern))
        for row in range(first, len(self) - size + 1):
            if pattern.startswith(self.sequence(row, row + 1)) and (
                self.sequence(row, row + size) == pattern
            ):
                return row, row + size
        return None


@dataclass
class _Counts:
    """Counts of patterns over the pages learned so far."""

    start: Counter[str] = field(default_factory=Counter)
    end: Counter[str] = field(default_factory=Counter)
    pairs: dict[str, Counter[str]] = field(default_factory=dict)


def learn(
    pages: Iterable[tuple[str, Paragraphs, BoolArray]], settings: GoldMinerSettings
) -> Patterns:
    """Learn the patterns of a site from its pages.

    A good paragraph that no page before had is the article's; one that was there is not.

    Parameters
    ----------
    pages : iterable of (str, Paragraphs, array of bool)
        Source of each page, its paragraphs and which of them are good.
    """
    counts, known = _Counts(), set[str]()
    n_pages = n_learned = 0
    for source, found, is_good in pages:
        n_pages += 1
        article = _article(found, is_good, known)
        if article is not None:
            n_learned += 1
            _count(counts, Markup(source), found, article, settings)
    return Patterns(tuple(_best(counts, settings)), n_pages, n_learned)


def cut(source: str, patterns: Patterns) -> Cut | None:
    """Return the part of a page between the patterns of its site, None if there are none.

    The start pattern belongs to the part, and so does the end pattern. The second pair is tried if
    the page has no end pattern of the first one.
    """
    markup, found = Markup(source), None
    for pair in patterns.pairs:
        found = _cut(markup, pair)
        if found.has_end or not found.end:
            break
    return found


def _cut(markup: Markup, pair: Pair) -> Cut:
    start = markup.find(pair.start)
    if start is None:
        return Cut(0, 0, pair, has_end=False)
    end = markup.find(pair.end, start[0]) if pair.end else None
    last = len(markup.source) if end is None else markup.ends[end[1] - 1]
    return Cut(markup.starts[start[0]], last, pair, has_end=end is not None)


def _article(found: Paragraphs, is_good: BoolArray, known: set[str]) -> tuple[int, int] | None:
    """Return the first and the last paragraph of the article, None if no paragraph is new."""
    new, repeated = [], []
    for row in is_good.nonzero()[0].tolist():
        key = " ".join(_WORD.findall(found.texts[row]))
        if key not in known:
            known.add(key)
            new.append(row)
        elif not found.is_heading[row] or found.words[row] > 1:
            repeated.append(row)
    if not new:
        return None
    last = new[-1]
    for row in repeated:
        # In the second half of the new paragraphs, a repeated one ends the article.
        number = bisect_right(new, row)
        if number < len(new) and number / len(new) > 0.5:
            last = new[number - 1]
            break
    return new[0], last


def _count(
    counts: _Counts,
    markup: Markup,
    found: Paragraphs,
    article: tuple[int, int],
    settings: GoldMinerSettings,
) -> None:
    """Count the candidates around the article of a page, and which occur together."""
    longest = settings.pattern_tags
    first = bisect_right(markup.ends, int(found.start[article[0]]))
    last = bisect_left(markup.starts, int(found.end[article[1]]))
    places = markup.first_places(longest)
    starts = {
        text
        for size in range(1, min(longest, first) + 1)
        for row, text in (
            (first - size, markup.sequence(first - size, first)),
            (first - size, markup.sequence(first - size, first - size + 1)),
        )
        if places[text][0] == row
    }
    counts.start.update(starts)
    for text in starts:
        counts.pairs.setdefault(text, Counter())
    ends = _end_candidates(markup, first, last, settings)
    counts.end.update(ends)
    for text, together in counts.pairs.items():
        place = places.get(text)
        if place is not None and place[0] > 0 and place[1] <= last:
            together.update(ends)


def _end_candidates(markup: Markup, first: int, last: int, settings: GoldMinerSettings) -> set[str]:
    """Return the sequences and single tags after an article that are not in it."""
    longest = settings.pattern_tags
    inside = {text for _, _, text in markup.sequences(first, last, longest)}
    n_behind = len(markup) - last
    sequences = {
        markup.sequence(last, last + size) for size in range(1, min(longest, n_behind) + 1)
    }
    singles = {
        markup.sequence(row, row + 1)
        for row in range(last, last + min(max(longest, settings.single_tags), n_behind))
    }
    return (sequences | singles) - inside


def _best(counts: _Counts, settings: GoldMinerSettings) -> Iterator[Pair]:
    """Yield the best pair, and a second one if its end pattern is on too few pages."""
    shortest = settings.min_pattern_length
    start = _most_frequent(counts.start, shortest)
    n_start = counts.start[start]
    if n_start < _SAME:
        return
    fitting = {text: counts.end[text] for text in counts.pairs[start] if len(text) >= shortest}
    n_end = max(fitting.values(), default=0)
    end = min((text for text, n in fitting.items() if n == n_end), default="")
    yield Pair(start, end or _most_frequent(counts.end, shortest), n_start, n_end)
    if n_end / n_start < settings.second_below:
        yield from _second(counts, n_end, shortest)


def _second(counts: _Counts, below: int, shortest: int) -> Iterator[Pair]:
    """Yield the pair with the most pages together, of those with fewer than the first end."""
    best: Pair | None = None
    for start in sorted(counts.pairs):
        for end, n_together in sorted(counts.pairs[start].items()):
            if n_together >= below or len(end) < shortest:
                continue
            is_better = best is None or (
                n_together >= best.n_end and counts.start[start] >= best.n_start
            )
            if is_better:
                best = Pair(start, end, counts.start[start], n_together)
    if best is not None:
        yield best


def _most_frequent(counts: Counter[str], shortest: int) -> str:
    """Return the most frequent pattern; of several, the shortest that is not too short."""
    most = max(counts.values(), default=0)
    frequent = sorted(text for text, n in counts.items() if n == most)
    long_enough = [text for text in frequent if len(text) >= shortest]
    return min(long_enough or frequent or [""], key=len)
