"""Marks as values: the classes of a page's words, with undo and counts.

The functions here neither change arrays that are passed to them nor read or write files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.model.gold import Gold, GoldClass
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.model.gold import Provenance
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

    ClassArray = NDArray[np.uint8]

MAX_UNDO = 1_000
"""Maximum number of marks that can be undone."""


def element_runs(page: Page, row: int) -> list[tuple[int, int]]:
    """Return the word range of an element as a list, empty if it has no words."""
    start, end = int(page.elements.token_start[row]), int(page.elements.token_end[row])
    return [(start, end)] if end > start else []


@dataclass(frozen=True, slots=True)
class MarkCounts:
    """Number of words of each class.

    Attributes
    ----------
    by_class : dict from GoldClass to int
        Words of each class.
    """

    by_class: dict[GoldClass, int]

    @classmethod
    def of(cls, classes: ClassArray) -> MarkCounts:
        """Count the words of each class."""
        counted = np.bincount(classes, minlength=len(GoldClass)).tolist()
        return cls({kind: counted[kind] for kind in GoldClass})

    @property
    def n_words(self) -> int:
        """Number of all words."""
        return sum(self.by_class.values())

    @property
    def n_marked(self) -> int:
        """Number of words with a class, including undecided words."""
        return self.n_words - self.by_class[GoldClass.UNMARKED]


@dataclass(frozen=True, slots=True, eq=False)
class _Change:
    """A stretch of words with the classes before and after one mark."""

    start: int
    before: ClassArray
    after: ClassArray


@dataclass(frozen=True, slots=True, eq=False)
class Marking:
    """The classes of a page's words, with the changes that can be undone and redone.

    Attributes
    ----------
    classes : array of uint8, shape (n_tokens,)
        A `GoldClass` for each word. Never written to.
    """

    classes: ClassArray
    _past: tuple[_Change, ...] = ()
    _future: tuple[_Change, ...] = ()

    @classmethod
    def begin(cls, n_words: int) -> Marking:
        """Return a page without marks."""
        return cls(np.zeros(n_words, dtype=np.uint8))

    @property
    def can_undo(self) -> bool:
        """Whether there is a mark to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone mark."""
        return bool(self._future)

    @property
    def counts(self) -> MarkCounts:
        """Number of words of each class."""
        return MarkCounts.of(self.classes)

    def mark(self, runs: Sequence[tuple[int, int]], kind: GoldClass) -> Marking:
        """Return the marking with a class for some ranges of words; ``UNMARKED`` clears them.

        The ranges are those of a selection, of a block (`Blocks.runs`) or of an element. A mark
        that changes nothing is not a step of undo.

        Raises
        ------
        GoldError
            If a range is not on the page.
        """
        classes = self.classes.copy()
        for start, end in runs:
            if not 0 <= start <= end <= len(classes):
                raise GoldError(
                    f"words {start} to {end} are not on the page, which has"
                    f" {counted(len(classes), 'word')}"
                )
            classes[start:end] = kind
        return self._changed(classes)

    def clear(self, runs: Sequence[tuple[int, int]]) -> Marking:
        """Return the marking with some ranges of words unmarked."""
        return self.mark(runs, GoldClass.UNMARKED)

    def mark_rest(self, kind: GoldClass = GoldClass.BOILERPLATE) -> Marking:
        """Return the marking with a class for all words that have none."""
        unmarked = self.classes == GoldClass.UNMARKED
        return self._changed(np.where(unmarked, np.uint8(kind), self.classes))

    def replace_all(self, classes: ClassArray) -> Marking:
        """Return the marking with other classes, such as merged ones, as one step of undo."""
        if len(classes) != len(self.classes):
            words, marks = counted(len(self.classes), "word"), counted(len(classes), "mark")
            raise GoldError(f"the page has {words}, got {marks}")
        return self._changed(classes.astype(np.uint8))

    def undo(self) -> Marking:
        """Return the marking before the last mark; this marking if there is no mark."""
        if not self._past:
            return self
        change = self._past[-1]
        classes = _with_stretch(self.classes, change.start, change.before)
        return Marking(classes, self._past[:-1], (*self._future, change))

    def redo(self) -> Marking:
        """Return the marking with the last undone mark again; this marking if there is none."""
        if not self._future:
            return self
        change = self._future[-1]
        classes = _with_stretch(self.classes, change.start, change.after)
        return Marking(classes, (*self._past, change), self._future[:-1])

    def next_unmarked(self, blocks: Blocks, after: int = -1) -> int | None:
        """Return the next block with an unmarked word; after the last block, start from the first.

        Parameters
        ----------
        blocks : Blocks
            Blocks to search.
        after : int
            Block after which the search begins; -1 to begin with the first block.

        Returns
        -------
        int or None
            None if all words of all blocks are marked.
        """
        open_blocks = np.flatnonzero(blocks.token_counts(self.classes == GoldClass.UNMARKED))
        if not len(open_blocks):
            return None
        later = open_blocks[open_blocks > after]
        return int(later[0] if len(later) else open_blocks[0])

    def _changed(self, classes: ClassArray) -> Marking:
        differs = np.flatnonzero(classes != self.classes)
        if not len(differs):
            return self
        start, end = int(differs[0]), int(differs[-1]) + 1
        change = _Change(start, self.classes[start:end].copy(), classes[start:end].copy())
        return Marking(classes, (*self._past, change)[-MAX_UNDO:])


def marked_gold(gold: Gold | None, marking: Marking, provenance: Provenance) -> Gold:
    """Return the gold of a marked page; the snippets of an earlier gold are kept, its text is not.

    Parameters
    ----------
    gold : Gold or None
        Previous gold of the page.
    provenance : Provenance
        Annotator and time.
    """
    if gold is None:
        return Gold(marking.classes, provenance)
    return replace(
        gold, classes=marking.classes, provenance=provenance, text=None, share=1.0, missing=()
    )


@dataclass(frozen=True, slots=True, eq=False)
class Merge:
    """The merged marks of two programs for one page.

    Attributes
    ----------
    classes : array of uint8, shape (n_tokens,)
        The class of each word that one program changed, or both to the same class; unmarked where
        they contradict each other.
    contradicts : array of bool, shape (n_tokens,)
        Whether both have changed a word, to different classes.
    """

    classes: ClassArray
    contradicts: BoolArray

    @property
    def n_contradictions(self) -> int:
        """Number of words that the two programs marked differently."""
        return int(self.contradicts.sum())


def merge(base: ClassArray, ours: ClassArray, theirs: ClassArray) -> Merge:
    """Return the marks of two programs that began with the same marks, each shape (n_tokens,)."""
    merged = np.where(ours == base, theirs, ours)
    contradicts = (ours != base) & (theirs != base) & (ours != theirs)
    merged[contradicts] = GoldClass.UNMARKED
    return Merge(merged.astype(np.uint8), contradicts)


def _with_stretch(classes: ClassArray, start: int, stretch: ClassArray) -> ClassArray:
    changed = classes.copy()
    changed[start : start + len(stretch)] = stretch
    return changed
