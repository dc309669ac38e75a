"""Segments: the page's runs of text not broken by a block-level tag, the unit that views share.

Extractors decide on their own units; views show all of them by segment, so that a text has the same
position on the page, in every pane and in the overlay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from boilerscope.extractors.page.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

INLINE_TAGS = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "input",
        "ins",
        "kbd",
        "label",
        "link",
        "map",
        "mark",
        "meta",
        "meter",
        "nobr",
        "output",
        "picture",
        "progress",
        "q",
        "rb",
        "rp",
        "rt",
        "rtc",
        "ruby",
        "s",
        "samp",
        "script",
        "slot",
        "small",
        "source",
        "span",
        "strike",
        "strong",
        "style",
        "sub",
        "sup",
        "svg",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
        # MathML, but for the rows of its tables.
        *("annotation", "annotation-xml", "maction", "math", "menclose", "merror", "mfenced"),
        *("mfrac", "mglyph", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded", "mphantom"),
        *("mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup"),
        *("msup", "mtext", "munder", "munderover", "none", "semantics"),
        # Parts of drawings inside links and buttons.
        "circle",
        "defs",
        "ellipse",
        "g",
        "line",
        "lineargradient",
        "path",
        "polygon",
        "polyline",
        "rect",
        "stop",
        "text",
        "tspan",
        "use",
    ]
)
"""Elements that do not break a run of text: phrasing, and elements that are not shown."""


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """Runs of text in document order; each token is in exactly one run.

    Attributes
    ----------
    element : array of int, shape (n_segments,)
        Row of the nearest block-level element around the text.
    slot_start, slot_end : array of int
        Range of text slots.
    token_start, token_end : array of int
        Range of tokens, never empty.
    is_whole : array of bool
        Whether the segment contains all text of its element, so that the element's box is its box.
    """

    element: IntArray
    slot_start: IntArray
    slot_end: IntArray
    token_start: IntArray
    token_end: IntArray
    is_whole: BoolArray

    def __len__(self) -> int:
        return len(self.element)

    def of_token(self) -> IntArray:
        """Return the segment of each token, shape (n_tokens,)."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.token_end - self.token_start)

    def mean(self, values: FloatArray | BoolArray) -> FloatArray:
        """Return the mean of a per-token quantity in each segment, ignoring NaN.

        Parameters
        ----------
        values : array, shape (n_tokens,)
            Value of each token.

        Returns
        -------
        array of float, shape (n_segments,)
            NaN if all tokens of the segment are NaN.
        """
        amounts = values.astype(np.float64)
        is_measured = ~np.isnan(amounts)
        owner = self.of_token()[is_measured]
        sums = np.bincount(owner, weights=amounts[is_measured], minlength=len(self))
        counts = np.bincount(owner, minlength=len(self))
        means = np.full(len(self), np.nan)
        np.divide(sums, counts, out=means, where=counts > 0)
        return means


def segments(page: Page) -> Segments:
    """Return the segments of a page, cached on it."""
    return page.cached("segments", _build)


def breaks_before(page: Page) -> IntArray:
    """Return the number of block-level boundaries before each slot, cached on the page.

    Two slots with the same number, shape (n_slots,), are in the same line of text.
    """
    return page.cached("breaks before", _breaks_before)


def text_runs(page: Page, separates: BoolArray) -> Segments:
    """Return the runs of text between the starts and ends of some elements.

    Parameters
    ----------
    separates : array of bool, shape (n_elements,)
        The elements; `Segments.element` is the nearest of them, or the root.
    """
    is_around = separates.copy()
    is_around[0] = True  # the root contains all other text
    return _runs(page, edges_before(page, separates), page.elements.innermost(is_around))


def _build(page: Page) -> Segments:
    return _runs(page, breaks_before(page), block_container(page))


def _runs(page: Page, breaks_before_slot: IntArray, container: IntArray) -> Segments:
    slots = page.slots
    filled = (slots.token_end > slots.token_start).nonzero()[0].astype(np.int32)
    breaks = breaks_before_slot.take(filled)
    starts_segment = np.empty(len(filled) + 1, dtype=np.bool_)
    starts_segment[0] = starts_segment[-1] = True
    np.not_equal(breaks[1:], breaks[:-1], out=starts_segment[1:-1])
    edges = starts_segment.nonzero()[0]
    first, last = filled.take(edges[:-1]), filled.take(edges[1:] - 1)
    token_start, token_end = slots.token_start.take(first), slots.token_end.take(last)
    element = container.take(slots.owner.take(first))
    is_whole = (page.elements.token_start.take(element) == token_start) & (
        page.elements.token_end.take(element) == token_end
    )
    return Segments(element, first, last + 1, token_start, token_end, is_whole)


def block_container(page: Page) -> IntArray:
    """Return the row of the nearest block-level element at or above each element."""
    return page.cached("block container", _block_container)


def _block_container(page: Page) -> IntArray:
    is_block = ~page.elements.tagged(INLINE_TAGS)
    is_block[0] = True  # the root contains all other text
    return page.elements.innermost(is_block)


def _breaks_before(page: Page) -> IntArray:
    return edges_before(page, ~page.elements.tagged(INLINE_TAGS))


def edges_before(page: Page, selected: BoolArray) -> IntArray:
    """Return the number of starts and ends of some elements before each slot, shape (n_slots,).

    Parameters
    ----------
    selected : array of bool, shape (n_elements,)
        The elements.
    """
    elements, n_slots = page.elements, len(page.slots)
    block = selected.nonzero()[0]
    edges = np.bincount(elements.slot_start.take(block), minlength=n_slots + 1)
    edges += np.bincount(elements.slot_end.take(block), minlength=n_slots + 1)
    return edges[:n_slots].cumsum(dtype=np.int32)
