"""Candidates: the results or elements among which an extractor chose, and why it chose."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

MAX_CANDIDATES = 20
"""Most elements of one choice that are listed."""

_MAX_NAME = 80


class CandidateState(StrEnum):
    """What became of a candidate."""

    USED = "used"
    REJECTED = "rejected"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A result or an element among which an extractor chose.

    Attributes
    ----------
    name : str
        Plain name: of an algorithm (``readability``), or an element (``<div class="story">``).
    state : CandidateState
        Whether it was used.
    choice : str
        Title of the step that chose; candidates of different choices are not compared.
    characters : int
        Length of its text as the extractor counts it, or else on the page; -1 if it was not run.
    score : float
        Its score, NaN if it has none.
    decision : str
        The comparison that decided, or why it was not run; empty if unknown.
    source : str
        File and line of a library, as in `Rule.source`.
    element : int
        Row of its element on the page, -1 for none.
    ranges : tuple of (int, int)
        Token ranges of its text on the page.
    """

    name: str
    state: CandidateState
    choice: str = ""
    characters: int = -1
    score: float = math.nan
    decision: str = ""
    source: str = ""
    element: int = -1
    ranges: tuple[tuple[int, int], ...] = ()

    @property
    def n_tokens(self) -> int:
        """Number of words of its text on the page."""
        return sum(end - start for start, end in self.ranges)

    def text(self, page: Page) -> str:
        """Return its text on the page, a line for each range of words."""
        starts, ends = page.tokens.start, page.tokens.end
        return "\n".join(page.text[starts[start] : ends[end - 1]] for start, end in self.ranges)


def start_tag(page: Page, element: int) -> str:
    """Return an element as a start tag with its id and class; empty for row -1."""
    if element < 0:
        return ""
    node = page.elements.node[element]
    names = [
        f'{name}="{" ".join(value.split())[:_MAX_NAME]}"'
        for name in ("id", "class")
        if (value := node.get(name))
    ]
    return f"<{' '.join([page.elements.tag[element], *names])}>"


def token_ranges(mask: BoolArray) -> tuple[tuple[int, int], ...]:
    """Return the ranges of the tokens of a mask.

    >>> token_ranges(np.array([True, True, False, True]))
    ((0, 2), (3, 4))
    """
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False])).astype(np.int8)))
    return tuple(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
