"""Passages: the segments of a page with what each pane decided there and why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.sentence import (
    deciding_steps,
    explain_step,
    format_value,
    with_symbols,
)
from boilerscope.extractors.page.reading import reading_spaces
from boilerscope.extractors.page.segments import segments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boilerscope.api.pane_results import PaneResult
    from boilerscope.extractors.model.extraction import Column
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray, IntArray

MAX_QUANTITIES = 2
_LINK, _STRONG, _EMPHASIS = "a", "b", "i"
_INLINE = {
    _LINK: frozenset(("a",)),
    _STRONG: frozenset(("b", "strong")),
    _EMPHASIS: frozenset(("i", "em", "cite")),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a passage in one style.

    Attributes
    ----------
    votes : int
        Number of panes that keep it.
    styles : str
        Letters: ``a`` a link, ``b`` bold, ``i`` italic.
    text : str
        As on the page, with its white space.
    """

    votes: int
    styles: str
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """One segment of the page.

    Attributes
    ----------
    tag : str
        Tag of its block-level element.
    n_tokens : int
        Number of tokens.
    kept : tuple of float
        Share of its tokens that each pane keeps.
    """

    number: int
    tag: str
    path: str
    n_tokens: int
    kept: tuple[float, ...]
    pieces: tuple[Piece, ...]

    @property
    def decisions(self) -> tuple[bool, ...]:
        """Whether each pane keeps most of it."""
        return tuple(share >= 0.5 for share in self.kept)


@dataclass(frozen=True, slots=True, eq=False)
class Quantity:
    """A measured quantity of the first pane along the page.

    Attributes
    ----------
    of_token, of_segment : array of float
        Values as a share of `high`, at most 1; NaN where nothing was measured.
    high : float
        Value at the end of the scale, in the unit of the column.
    """

    column: Column
    of_token: FloatArray
    of_segment: FloatArray
    high: float


class Reasons:
    """Sentences of the rules that decided on segments, for one pane.

    Parameters
    ----------
    result : PaneResult
        Result of the pane.
    """

    def __init__(self, result: PaneResult) -> None:
        self._extraction = result.extraction
        self._steps = deciding_steps(result.extraction)
        self._sentences: dict[int, str] = {}

    def of_tokens(self, start: int, end: int) -> str:
        """Return the sentence of the block with most of the tokens; empty without a rule."""
        owner = self._extraction.block_of_token[start:end]
        owner = owner[owner >= 0]
        if not len(owner):
            return ""
        block = int(np.bincount(owner).argmax())
        if block not in self._sentences:
            step = int(self._steps[block])
            steps = self._extraction.steps
            self._sentences[block] = (
                explain_step(self._extraction, steps[step], block) if step >= 0 else ""
            )
        return self._sentences[block]


class Passages:
    """The passages of a page in order, with what several panes decided on them.

    Attributes
    ----------
    numbers : list of int
        Number of each pane that has a result, from 1; the other panes decided nothing.
    results : list of Result
        The results of these panes.
    votes : array of int, shape (n_tokens,)
        How many of them keep each token.
    """

    def __init__(self, page: Page, results: Sequence[PaneResult]) -> None:
        self._page = page
        self._segments = segments(page)
        self.numbers = [number for number, result in enumerate(results, 1) if result.has_result]
        self.results = [results[number - 1] for number in self.numbers]
        self.votes: IntArray = np.zeros(page.n_tokens, dtype=np.int32)
        for result in self.results:
            self.votes += result.mask
        self._shares = [self._segments.mean(result.mask) for result in self.results]
        self._reasons = [Reasons(result) for result in self.results]

    def __len__(self) -> int:
        return len(self._segments)

    @property
    def ranges(self) -> tuple[IntArray, IntArray]:
        """First token of each passage, and the token after its last one."""
        return self._segments.token_start, self._segments.token_end

    def __iter__(self) -> Iterator[Passage]:
        page, parts = self._page, self._segments
        for number, element in enumerate(parts.element.tolist()):
            start, end = int(parts.token_start[number]), int(parts.token_end[number])
            yield Passage(
                number,
                page.elements.tag[element],
                page.path(element),
                end - start,
                tuple(float(share[number]) for share in self._shares),
                tuple(self._pieces(number)),
            )

    def reasons(self, passage: Passage) -> tuple[str, ...]:
        """Return why each pane kept or dropped a passage."""
        parts = self._segments
        start, end = (int(edge[passage.number]) for edge in (parts.token_start, parts.token_end))
        return tuple(with_symbols(reasons.of_tokens(start, end)) for reasons in self._reasons)

    def measured(self, passage: Passage) -> tuple[str, ...]:
        """Return the values of `quantities` in a passage, as texts."""
        return tuple(
            f"{quantity.column.label.lower()}"
            f" {format_value(float(quantity.of_segment[passage.number]) * quantity.high)}"
            for quantity in self.quantities
        )

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Densities and ratios of the first pane; else its first quantities."""
        if not self.results:
            return ()
        columns = [
            column
            for column in self.results[0].extraction.columns
            if column.values.dtype.kind in "fiu" and np.isfinite(column.values).any()
        ]
        dense = [column for column in columns if "densit" in column.name or "ratio" in column.name]
        return tuple(self._quantity(column) for column in (dense or columns)[:MAX_QUANTITIES])

    def _quantity(self, column: Column) -> Quantity:
        values = column.values.astype(np.float64)
        finite = values[np.isfinite(values)]
        high = 1.0 if finite.max() <= 1.0 else float(np.percentile(finite, 98)) or 1.0
        owner = self.results[0].extraction.block_of_token
        of_token = np.append(values, np.nan)[owner] / high
        of_token[~np.isfinite(of_token)] = np.nan
        return Quantity(column, np.clip(of_token, 0, 1), self._segments.mean(of_token), high)

    def _pieces(self, number: int) -> Iterator[Piece]:
        """Yield the text of a segment, cut where its style or the votes change."""
        page, parts = self._page, self._segments
        slots, tokens = page.slots, page.tokens
        token, last = int(parts.token_start[number]), int(parts.token_end[number])
        changes = token + 1 + np.flatnonzero(np.diff(self.votes[token:last]))
        cuts = [*tokens.start[changes].tolist(), len(page.text) + 1]
        cut = 0
        for slot in range(int(parts.slot_start[number]), int(parts.slot_end[number])):
            offset, end = int(slots.start[slot]), int(slots.end[slot])
            styles = self._styles[int(slots.owner[slot])]
            space = " " if offset in self._spaces else ""
            while offset < end:
                if cuts[cut] <= offset:
                    cut += 1
                    continue
                stop = min(end, cuts[cut])
                votes = int(self.votes[token if cut == 0 else changes[cut - 1]])
                yield Piece(votes, styles, space + page.text[offset:stop])
                offset, space = stop, ""

    @cached_property
    def _spaces(self) -> frozenset[int]:
        return frozenset(reading_spaces(self._page).tolist())

    @cached_property
    def _styles(self) -> list[str]:
        """The letters of the styles of each element."""
        elements = self._page.elements
        inside = {
            letter: elements.at_or_below(elements.tagged(tags)).tolist()
            for letter, tags in _INLINE.items()
        }
        return [
            "".join(letter for letter in inside if inside[letter][row])
            for row in range(len(elements))
        ]
