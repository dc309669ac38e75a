"""Histories: which tokens of the page left a library's tree, in which stage, by which rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray, IntArray
    from boilerscope.extractors.trace.source_rules import FoundRule

KEPT = -1
"""Event of a token that is still in the tree."""


@dataclass(frozen=True, slots=True)
class StageEntry:
    """A pass of the library.

    Attributes
    ----------
    title : str
        What it does, verb first.
    path : tuple of str
        Titles of the stages around it, and its own.
    """

    title: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A decision of the library.

    Attributes
    ----------
    stage : int
        Stage in which it happened.
    rule : FoundRule or None
        The rule; None if only the stage is known.
    row : int
        Element of the page that it was about, -1 for none.
    keeps : bool
        Whether it kept the text instead of dropping it.
    """

    stage: int
    rule: FoundRule | None
    row: int = -1
    keeps: bool = False


@dataclass(eq=False)
class History:
    """Life of the page's tokens in one tree; a copy of the tree continues with a copy of it.

    Attributes
    ----------
    event : array of int, shape (n_tokens,)
        Event that removed each token, `KEPT` if it is still there.
    stages : list of int
        Stages that worked on the tree, in order.
    refused : dict of int to (int, bool)
        Event by row of elements that a function refused to write, and whether it refused the
        elements in it too; their text may be written by another function.
    reader : int
        Event of text that no function wrote, -1 if no function that writes was seen.
    judged : list of (int, int, int)
        Token ranges with an event that decided without removing them.
    """

    event: IntArray
    stages: list[int] = field(default_factory=list)
    refused: dict[int, tuple[int, bool]] = field(default_factory=dict)
    reader: int = -1
    judged: list[tuple[int, int, int]] = field(default_factory=list)

    @classmethod
    def new(cls, n_tokens: int) -> History:
        """Return the history of a tree that contains all tokens of the page."""
        return cls(np.full(n_tokens, KEPT, dtype=np.int32))

    def fork(self) -> History:
        """Return the history of a copy of the tree."""
        return History(
            self.event.copy(), [*self.stages], dict(self.refused), self.reader, [*self.judged]
        )

    @property
    def alive(self) -> BoolArray:
        """The tokens that are still in the tree, shape (n_tokens,)."""
        alive: BoolArray = self.event == KEPT
        return alive

    def has_living(self, start: int, end: int) -> bool:
        """Return whether any token of a range is still in the tree."""
        return bool((self.event[start:end] == KEPT).any())

    def drop(self, start: int, end: int, event: int) -> None:
        """Remove the living tokens of a range."""
        part = self.event[start:end]
        part[part == KEPT] = event

    def drop_mask(self, mask: BoolArray, event: int) -> None:
        """Remove the living tokens of a mask."""
        self.event[mask & (self.event == KEPT)] = event

    def drop_tokens(self, tokens: IntArray, event: int) -> None:
        """Remove the living tokens among several."""
        self.event[tokens[self.event[tokens] == KEPT]] = event

    def revoke(self, event: int) -> None:
        """Return the tokens that an event removed, because the library took another way."""
        self.event[self.event == event] = KEPT

    def visit(self, stage: int) -> None:
        """Note that a stage worked on the tree."""
        if stage not in self.stages:
            self.stages.append(stage)
