"""Semantic textual units (STUs): runs of text between the elements that divide a page.

The accordion and the deck of cards both use these units. Images contribute their alternative text
and form fields their name if the settings ask for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.events import START, TEXT
from boilerscope.extractors.page.records import SlotFlag
from boilerscope.extractors.text.collapsed_text import slot_texts
from boilerscope.extractors.text.exclusive_text import (
    REMOVED_TAGS,
    USUAL_LEFT_OUT,
    in_link,
    shown_breaks,
)
from boilerscope.extractors.text.pieces import Piece, collapsed, piece_of_text

if TYPE_CHECKING:
    from lxml import etree

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray
    from boilerscope.extractors.text.pieces import Spans

BOUNDARIES = (
    *("p", "td", "th", "tr", "table", "li", "ul", "ol", "dl", "dt", "dd"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "div", "blockquote", "pre", "address", "caption"),
    *("center", "form", "section", "article", "header", "footer", "nav", "aside", "main", "body"),
    *("hr", "frame", "iframe"),
)
"""Elements that end a unit at their start and at their end."""

BOLD, PLAIN = 5, 6
"""Levels of bold text and of other text, after those of headings."""

LEVEL_OF = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 4, "h6": 4}
"""Levels of headings."""

_LISTS = frozenset(("ul", "ol", "dl"))
_BOLD = frozenset(("b", "strong"))
_IMAGES = frozenset(("img",))
_FIELDS = frozenset(("input", "select", "textarea", "button"))
_HOLDERS = _IMAGES | _FIELDS
_LEFT_OUT = REMOVED_TAGS | {"head"}
_LEFT_OUT_TEXT = int(USUAL_LEFT_OUT | SlotFlag.HEAD)
_BUTTONS = frozenset(("submit", "button", "reset"))
_NAMES = ("aria-label", "placeholder", "title", "name")
_NO_ATTRIBUTES = frozenset[str]()


@dataclass(frozen=True, slots=True, eq=False)
class StuUnits:
    """The units of a page, in order.

    Attributes
    ----------
    text : tuple of str, length n
        White space collapsed; never empty.
    spans : Spans
        Sources of the texts.
    element : array of int, shape (n,)
        Row of the nearest boundary element around the unit, -1 if none.
    heading : array of int, shape (n,)
        Level of the largest heading around its text, 1 to 4; 0 if none.
    list_depth : array of int, shape (n,)
        Number of lists around it.
    char_count, bold, linked : array of int, shape (n,)
        Characters without white space: all, bold, linked.
    of_token : array of int, shape (n_tokens,)
        Unit of each token of the page, -1 if none.
    """

    text: tuple[str, ...]
    spans: Spans
    element: IntArray
    heading: IntArray
    list_depth: IntArray
    char_count: IntArray
    bold: IntArray
    linked: IntArray
    of_token: IntArray

    def __len__(self) -> int:
        return len(self.text)

    @property
    def length(self) -> IntArray:
        """Characters of each text."""
        return self.spans.end[self.spans.first[1:] - 1]

    @property
    def link_share(self) -> FloatArray:
        """Linked characters divided by all characters, white space excluded."""
        share: FloatArray = self.linked / np.maximum(self.char_count, 1)
        return share

    def level(self, *, whole_bold: bool = False) -> IntArray:
        """Return the level of each unit: its heading level, else 5 for bold text, else 6.

        Parameters
        ----------
        whole_bold : bool
            Whether the whole text must be bold instead of any part of it.
        """
        bold = (self.bold == self.char_count) if whole_bold else (self.bold > 0)
        level = np.where(bold, np.int32(BOLD), np.int32(PLAIN))
        np.copyto(level, self.heading, where=self.heading > 0)
        return level


def stu_units(
    page: Page,
    boundaries: tuple[str, ...] = BOUNDARIES,
    *,
    alt_text: bool = True,
    fields: bool = False,
) -> StuUnits:
    """Return the units of a page, cached on it.

    Parameters
    ----------
    boundaries : tuple of str
        Tags of the elements that divide units.
    alt_text : bool
        Whether images contribute their alternative text.
    fields : bool
        Whether visible form fields contribute their name (ours).
    """
    tags = lower_set(boundaries)
    requested = (_IMAGES if alt_text else _NO_ATTRIBUTES) | (_FIELDS if fields else _NO_ATTRIBUTES)
    context = page.cached(("stu context", tags), lambda of_page: _slot_context(of_page, tags))
    # Units that differ only in texts that the page does not have are the same.
    used_tags = requested & context.holders
    return page.cached(
        ("stu units", tags, used_tags), lambda of_page: _build(of_page, context, used_tags)
    )


@lru_cache(maxsize=16)
def lower_set(words: tuple[str, ...]) -> frozenset[str]:
    """Return words in lower case, the same set for each call: its hash is computed once."""
    return frozenset(map(str.lower, words))


@dataclass(frozen=True, slots=True, eq=False)
class _SlotContext:
    """Facts about the texts of a page and their elements, from which units are built.

    Attributes
    ----------
    pieces : list of Piece
        The slots that are read, and the attribute texts of images and fields, in order.
    element, heading, list_depth : array of int, shape (n_elements,)
        As in `StuUnits`, for the text that each element directly contains; `heading` is `PLAIN` if
        none.
    bold : array of bool, shape (n_elements,)
        Whether that text is bold.
    holders : frozenset of str
        Tags of the elements with attribute texts.
    """

    pieces: list[Piece]
    element: IntArray
    heading: IntArray
    list_depth: IntArray
    bold: BoolArray
    holders: frozenset[str]


def _slot_context(page: Page, tags: frozenset[str]) -> _SlotContext:
    elements = page.elements
    is_boundary = elements.tagged(tags)
    texts = _attribute_texts(page)
    return _SlotContext(
        pieces=_pieces(page, is_boundary, texts),
        element=elements.innermost(is_boundary),
        heading=_headings(page),
        list_depth=_list_depth(page),
        bold=elements.at_or_below(elements.tagged(_BOLD)),
        holders=frozenset(elements.tag[row] for row in texts),
    )


def _pieces(page: Page, is_boundary: BoolArray, attribute_texts: dict[int, str]) -> list[Piece]:
    """Return all texts that can be part of units; boundaries end a unit at their start and end."""
    texts, events = slot_texts(page), page.events
    starts, ends, closes = texts.start.tolist(), texts.end.tolist(), texts.trails.tolist()
    owners = page.slots.owner.tolist()
    is_read, is_spaced = _read_slots(page)
    opens = is_spaced.tolist()
    is_text, is_start = events.kind == TEXT, events.kind == START
    is_piece, is_edge = np.zeros((2, len(events)), dtype=np.bool_)
    is_piece[is_text] = is_read
    has_attribute = np.zeros(len(page.elements), dtype=np.bool_)
    has_attribute[list(attribute_texts)] = True
    is_piece[is_start] = has_attribute
    is_edge[~is_text] = is_boundary[events.index[~is_text]]
    columns = (is_text, events.index, is_edge.cumsum())
    pieces = []
    for is_slot, index, unit in zip(
        *(column[is_piece].tolist() for column in columns), strict=True
    ):
        if is_slot:
            text = texts.text[starts[index] : ends[index]]
            pieces.append(Piece(unit, text, opens[index], closes[index], index, owners[index]))
        else:
            pieces.append(piece_of_text(unit, attribute_texts[index], -1, index))
    return pieces


def _read_slots(page: Page) -> tuple[BoolArray, BoolArray]:
    """Return which slots are read, and which of these follow white space or a line break.

    Blank slots are not read.
    """
    slots = page.slots
    rows_read = np.flatnonzero((slots.end > slots.start) & ((slots.flags & _LEFT_OUT_TEXT) == 0))
    filled, spaced = slot_texts(page).spaced(rows_read)
    rows_filled = rows_read[filled]
    line = shown_breaks(page)[rows_filled]
    is_read, is_spaced = np.zeros((2, len(slots)), dtype=np.bool_)
    is_read[rows_filled], is_spaced[rows_filled] = True, spaced
    is_spaced[rows_filled[1:]] |= line[1:] != line[:-1]
    return is_read, is_spaced


def _attribute_texts(page: Page) -> dict[int, str]:
    """Return the attribute texts of images and fields by row."""
    elements = page.elements
    if _HOLDERS.isdisjoint(elements.tag_names):
        return {}
    is_holder = elements.tagged(_HOLDERS)
    holders = np.flatnonzero(is_holder & ~elements.at_or_below(elements.tagged(_LEFT_OUT)))
    # Spaces separate images and fields from the words around them (ours).
    node, tag = elements.node, elements.tag
    return {
        row: f" {text} "
        for row in holders.tolist()
        if (text := _attribute_text(node[row], tag[row]))
    }


def _build(page: Page, context: _SlotContext, requested: frozenset[str]) -> StuUnits:
    tag = page.elements.tag
    texts, spans = collapsed(
        piece for piece in context.pieces if piece.slot >= 0 or tag[piece.row] in requested
    )
    n, unit, first = len(texts), spans.unit, spans.row[spans.first[:-1]]

    def total(selected: BoolArray) -> IntArray:
        weights = spans.char_count * selected[spans.row]
        return np.bincount(unit, weights=weights, minlength=n).astype(np.int32)

    heading = np.minimum.reduceat(context.heading[spans.row], spans.first[:-1])
    heading[heading == PLAIN] = 0
    # One more entry than slots, for spans without a slot.
    unit_of_slot = np.full(len(page.slots) + 1, -1, dtype=np.int32)
    unit_of_slot[spans.slot] = unit
    of_token = unit_of_slot[page.tokens.slot]
    return StuUnits(
        text=texts,
        spans=spans,
        element=context.element[first],
        heading=heading,
        list_depth=context.list_depth[first],
        char_count=np.bincount(unit, weights=spans.char_count, minlength=n).astype(np.int32),
        bold=total(context.bold),
        linked=total(in_link(page)),
        of_token=of_token,
    )


def _attribute_text(node: etree._Element, tag: str) -> str:
    if tag == "img":
        return node.get("alt") or ""
    kind = (node.get("type") or "").strip().lower()
    if kind == "hidden" or tag == "button":  # a button contains its text
        return ""
    if tag == "input" and kind in _BUTTONS:
        return node.get("value") or kind
    return next((value for name in _NAMES if (value := node.get(name))), "")


def _headings(page: Page) -> IntArray:
    """Return the level of the largest heading at or above each element, `PLAIN` if none."""
    elements = page.elements
    of_tag = [LEVEL_OF.get(tag, PLAIN) for tag in elements.tag_names]
    own = np.array(of_tag, dtype=np.int32)[elements.tag_id]
    level = own.copy()
    for number in sorted({*of_tag} - {PLAIN}, reverse=True):
        level[elements.at_or_below(own == number)] = number
    return level


def _list_depth(page: Page) -> IntArray:
    elements = page.elements
    lists = np.flatnonzero(elements.tagged(_LISTS))
    starts = np.bincount(lists, minlength=len(elements) + 1)
    ends = np.bincount(elements.subtree_end[lists], minlength=len(elements) + 1)
    return (starts - ends).cumsum(dtype=np.int32)[:-1]
