"""Paragraphs of a page and their class, as jusText decides: alone, then by their neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.segments import Segments, edges_before, text_runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.algorithms.goldminer.settings import GoldMinerSettings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_SEPARATORS = _HEADINGS | frozenset(
    [
        *("blockquote", "caption", "center", "col", "colgroup", "dd", "div", "dl", "dt"),
        *("fieldset", "form", "legend", "li", "optgroup", "option", "p", "pre"),
        *("table", "td", "textarea", "tfoot", "th", "thead", "tr", "ul"),
    ]
)
"""Elements that jusText ends a paragraph at, besides two line breaks one after the other."""


class Class(IntEnum):
    """Class of a paragraph."""

    BAD = 0
    SHORT = 1
    NEAR_GOOD = 2
    GOOD = 3


@dataclass(frozen=True, slots=True, eq=False)
class Paragraphs:
    """Measures of the paragraphs of a page: runs of text between some tags.

    Attributes
    ----------
    runs : Segments
        Their tokens and elements.
    texts : list of str
        Text of each paragraph, white space collapsed.
    length, link_length, words, stop_words : array of int, shape (n_paragraphs,)
        Characters, characters in links, words, and words of the list of stop words.
    is_heading, is_selection, has_copyright : array of bool
        In ``h1`` to ``h6``; in ``select``; with the copyright sign.
    start, end : array of int
        Range in the source, from the first word to the last.
    """

    runs: Segments
    texts: list[str]
    length: IntArray
    link_length: IntArray
    words: IntArray
    stop_words: IntArray
    is_heading: BoolArray
    is_selection: BoolArray
    has_copyright: BoolArray
    start: IntArray
    end: IntArray

    @property
    def link_density(self) -> FloatArray:
        """Share of characters in links."""
        return self.link_length / np.maximum(self.length, 1)

    @property
    def stop_word_density(self) -> FloatArray:
        """Share of words in the list of stop words."""
        return self.stop_words / np.maximum(self.words, 1)


def paragraphs(page: Page, stop_words: frozenset[str]) -> Paragraphs:
    """Measure the paragraphs of a page."""
    elements, slots = page.elements, page.slots
    runs = text_runs(page, elements.tagged(_SEPARATORS) | _second_line_breaks(page))
    in_link = elements.at_or_below(elements.tagged({"a"}))[slots.owner]
    breaks = edges_before(page, elements.tagged({"br"}))
    texts, link_length, n_words, n_stop_words = [], [], [], []
    for first, last in zip(runs.slot_start.tolist(), runs.slot_end.tolist(), strict=True):
        pieces = [_collapsed(page.slot_text(slot)) for slot in range(first, last)]
        words = _separated(pieces, breaks[first:last]).split()
        texts.append(" ".join(words))
        is_linked = in_link[first:last].tolist()
        link_length.append(
            sum(len(piece) for piece, linked in zip(pieces, is_linked, strict=True) if linked)
        )
        n_words.append(len(words))
        n_stop_words.append(sum(word.lower() in stop_words for word in words))
    positions = page.source_positions
    return Paragraphs(
        runs,
        texts,
        np.array([len(text) for text in texts], dtype=np.int32),
        np.array(link_length, dtype=np.int32),
        np.array(n_words, dtype=np.int32),
        np.array(n_stop_words, dtype=np.int32),
        elements.at_or_below(elements.tagged(_HEADINGS))[runs.element],
        elements.at_or_below(elements.tagged({"select"}))[runs.element],
        np.array(["©" in text for text in texts], dtype=np.bool_),
        positions.start[runs.token_start],
        positions.end[runs.token_end - 1],
    )


def _collapsed(text: str) -> str:
    """Return a text with one space for each run of white space, at its ends, too."""
    return " ".join(f"|{text}|".split())[1:-1]


def _separated(pieces: list[str], breaks: IntArray) -> str:
    """Join the texts of slots: a line break is a space.

    Parameters
    ----------
    breaks : array of int, shape (n_pieces,)
        Number of starts and ends of line breaks before each slot.
    """
    joined = pieces[0] if pieces else ""
    for (before, here), piece in zip(pairwise(breaks.tolist()), pieces[1:], strict=True):
        joined += " " * (here > before) + piece
    return joined


def _second_line_breaks(page: Page) -> BoolArray:
    """Return which elements are line breaks right after a line break, without text between."""
    is_second = np.zeros(len(page.elements), dtype=np.bool_)
    rows = page.elements.tagged({"br"}).nonzero()[0]
    at = page.elements.token_start[rows]
    is_second[rows[1:]] = (at[1:] == at[:-1]) & (np.diff(rows) == 1)
    return is_second


def classes_alone(found: Paragraphs, settings: GoldMinerSettings) -> tuple[IntArray, IntArray]:
    """Return the number of the rule that decides each paragraph alone, and its class.

    The rules are those of `boilerscope.extractors.algorithms.goldminer.steps.classify_step`.
    """
    many = found.stop_word_density >= settings.stopwords_high
    is_short = found.length < settings.length_low
    conditions = (
        (found.link_density > settings.max_link_density, Class.BAD),
        (found.has_copyright, Class.BAD),
        (found.is_selection, Class.BAD),
        (is_short & (found.link_length > 0), Class.BAD),
        (is_short, Class.SHORT),
        (many & (found.length > settings.length_high), Class.GOOD),
        (many, Class.NEAR_GOOD),
        (found.stop_word_density >= settings.stopwords_low, Class.NEAR_GOOD),
        (np.ones(len(found.length), dtype=np.bool_), Class.BAD),
    )
    matched = np.stack([condition for condition, _ in conditions])
    rule = matched.argmax(axis=0) + 1
    classes = np.array([name for _, name in conditions], dtype=np.int32)
    return rule.astype(np.int32), classes[rule - 1]


def classes_in_context(
    alone: Sequence[int], length: Sequence[int], is_heading: Sequence[bool], max_distance: int
) -> tuple[list[int], list[int]]:
    """Return the rule that decides each paragraph by its neighbours, and its class, good or bad.

    The rules are those of `boilerscope.extractors.algorithms.goldminer.steps.context_step`; rule 0
    is for paragraphs that were decided alone.

    Parameters
    ----------
    max_distance : int
        Characters between a heading and the good paragraph that keeps it.
    """
    classes = list(alone)
    rule = [0] * len(classes)
    headings = [row for row in range(len(classes)) if is_heading[row]]
    for row in headings:
        if classes[row] == Class.SHORT and _good_follows(classes, length, row, max_distance):
            classes[row] = Class.NEAR_GOOD
    short = [row for row, name in enumerate(classes) if name == Class.SHORT]
    before, after = _neighbours(classes)
    before_near, after_near = _neighbours(classes, (Class.BAD, Class.NEAR_GOOD, Class.GOOD))
    for row in short:
        around = {before[row], after[row]}
        is_near = Class.NEAR_GOOD in {
            near[row]
            for near, side in ((before_near, before), (after_near, after))
            if side[row] == Class.BAD
        }
        if len(around) == 1:
            rule[row] = 1 if around == {Class.GOOD} else 2
        else:
            rule[row] = 3 if is_near else 4
    for row in short:
        classes[row] = Class.GOOD if rule[row] in {1, 3} else Class.BAD
    # The class of a paragraph that is nearly good counts for the next one.
    _, after = _neighbours(classes)
    last = Class.BAD
    for row, name in enumerate(classes):
        if name == Class.NEAR_GOOD:
            rule[row] = 5 if last == after[row] == Class.BAD else 6
            classes[row] = Class.BAD if rule[row] == 5 else Class.GOOD
        last = Class(classes[row])
    for row in headings:
        is_lost = classes[row] == Class.BAD and alone[row] != Class.BAD
        if is_lost and _good_follows(classes, length, row, max_distance):
            classes[row] = Class.GOOD
            rule[row] = 7
    return rule, classes


def _good_follows(
    classes: Sequence[int], length: Sequence[int], row: int, max_distance: int
) -> bool:
    """Return whether a good paragraph follows within a distance in characters."""
    distance = 0
    for below in range(row + 1, len(classes)):
        if distance > max_distance:
            return False
        if classes[below] == Class.GOOD:
            return True
        distance += length[below]
    return False


def _neighbours(
    classes: Sequence[int], counted: tuple[Class, ...] = (Class.BAD, Class.GOOD)
) -> tuple[list[Class], list[Class]]:
    """Return the nearest class before and after each paragraph among some; beyond the ends, bad."""
    sides = []
    for order in (range(len(classes)), reversed(range(len(classes)))):
        nearest, last = [Class.BAD] * len(classes), Class.BAD
        for row in order:
            nearest[row] = last
            if classes[row] in counted:
                last = Class(classes[row])
        sides.append(nearest)
    return sides[0], sides[1]
