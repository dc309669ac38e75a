"""Semantic textual units: runs of text between the elements that part a page.

Units are the common ground of the accordion and of the deck of cards. An image gives its
alternative text, a form field its name, where that is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.own_text import (
    REMOVED_TAGS,
    USUAL_LEFT_OUT,
    in_link,
    innermost,
)
from extractors.algorithms.token_blocks import blocks_of_tokens
from extractors.page.events import TEXT
from extractors.page.records import SlotFlag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray

BOUNDARIES = (
    *("p", "td", "th", "tr", "table", "li", "ul", "ol", "dl", "dt", "dd"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "div", "blockquote", "pre", "address", "caption"),
    *("center", "form", "section", "article", "header", "footer", "nav", "aside", "main", "body"),
    *("hr", "frame", "iframe"),
)
"""Elements at whose start and end a unit ends."""

BOLD, PLAIN = 5, 6
"""Levels below those of headings."""

LEVEL_OF = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 4, "h6": 4}
"""Levels of headings."""

_LISTS = frozenset(("ul", "ol", "dl"))
_BOLD = frozenset(("b", "strong"))
_FIELDS = frozenset(("input", "select", "textarea", "button"))
_BUTTONS = frozenset(("submit", "button", "reset"))
_NAMES = ("aria-label", "placeholder", "title", "name")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a unit's text that comes from one place of the page.

    Attributes
    ----------
    start, end : int
        Range in the unit's text.
    slot : int
        Text slot, -1 for a text that stands in an attribute.
    row : int
        Element that directly holds the text, or has the attribute.
    """

    start: int
    end: int
    slot: int
    row: int


@dataclass(frozen=True, slots=True, eq=False)
class StuUnits:
    """The units of a page, in order.

    Attributes
    ----------
    text : tuple of str, length n
        White space collapsed; never empty.
    spans : tuple of tuple of Span, length n
        Where the text comes from.
    element : array of int, shape (n,)
        Row of the nearest boundary element around the unit, -1 if there is none.
    heading : array of int, shape (n,)
        Level of the largest heading its text stands in, 1 to 4; 0 if in none.
    list_depth : array of int, shape (n,)
        Lists around it.
    ink, bold, linked : array of int, shape (n,)
        Characters without white space: all, those in bold, those in links.
    blocks : Blocks
        The tokens of each unit; none for a unit of alternative text only.
    """

    text: tuple[str, ...]
    spans: tuple[tuple[Span, ...], ...]
    element: IntArray
    heading: IntArray
    list_depth: IntArray
    ink: IntArray
    bold: IntArray
    linked: IntArray
    blocks: Blocks

    def __len__(self) -> int:
        return len(self.text)

    @property
    def link_share(self) -> FloatArray:
        """Linked characters by all, white space left out."""
        share: FloatArray = self.linked / np.maximum(self.ink, 1)
        return share

    def level(self, *, whole_bold: bool = False) -> IntArray:
        """Return the level of each unit: that of its heading, else 5 for bold text, else 6.

        Parameters
        ----------
        whole_bold : bool
            Whether all of the text must be bold, not any of it.
        """
        bold = (self.bold == self.ink) if whole_bold else (self.bold > 0)
        below = np.where(bold, BOLD, PLAIN)
        return np.where(self.heading > 0, self.heading, below).astype(np.int32)


def stu_units(
    page: Page,
    boundaries: Iterable[str] = BOUNDARIES,
    *,
    alt_text: bool = True,
    fields: bool = False,
) -> StuUnits:
    """Return the units of a page, cached on it.

    Parameters
    ----------
    page : Page
        The page.
    boundaries : iterable of str
        Tags of the elements that part units.
    alt_text : bool
        Whether images give their alternative text.
    fields : bool
        Whether form fields that are not hidden give their name (ours).
    """
    tags = frozenset(tag.lower() for tag in boundaries)
    key = ("stu units", tags, alt_text, fields)
    return page.stage(key, lambda one: _build(one, tags, alt_text=alt_text, fields=fields))


@dataclass(frozen=True, slots=True)
class Piece:
    """A text before it is collapsed.

    Attributes
    ----------
    unit, place : int
        How many boundaries are before it, and its place among all.
    text : str
        As it stands on the page.
    slot, row : int
        As those of a span.
    """

    unit: int
    place: int
    text: str
    slot: int
    row: int


def _build(page: Page, tags: frozenset[str], *, alt_text: bool, fields: bool) -> StuUnits:
    pieces = sorted(
        _pieces(page, tags, alt_text=alt_text, fields=fields),
        key=lambda piece: (piece.unit, piece.place),
    )
    texts, spans = collapsed(pieces)
    rows = [np.array([span.row for span in unit], dtype=np.int32) for unit in spans]
    first = np.array([row[0] for row in rows], dtype=np.int32)
    counts = np.array([len(row) for row in rows], dtype=np.int32)
    number = np.repeat(np.arange(len(texts), dtype=np.int32), counts)
    row = np.concatenate(rows) if rows else first
    ink = np.array(
        [
            span.end - span.start - text.count(" ", span.start, span.end)
            for text, unit in zip(texts, spans, strict=True)
            for span in unit
        ],
        dtype=np.int32,
    )
    elements = page.elements
    bold = elements.at_or_below(elements.tagged(_BOLD))

    def total(chosen: BoolArray) -> IntArray:
        weights = np.where(chosen[row], ink, 0)
        return np.bincount(number, weights=weights, minlength=len(texts)).astype(np.int32)

    chosen = elements.tagged(tags)
    place = innermost(page, chosen)[first]
    members = np.append(np.flatnonzero(chosen), -1).astype(np.int32)
    element = members[place]
    return StuUnits(
        text=texts,
        spans=spans,
        element=element,
        heading=_headings(page, number, row, len(texts)),
        list_depth=_list_depth(page)[first],
        ink=total(np.ones(len(elements), dtype=np.bool_)),
        bold=total(bold),
        linked=total(in_link(page)),
        blocks=_blocks(page, spans, element),
    )


def _pieces(page: Page, tags: frozenset[str], *, alt_text: bool, fields: bool) -> list[Piece]:
    elements, slots = page.elements, page.slots
    chosen = elements.tagged(tags)
    n_slots, n_rows = len(slots), len(elements)
    edges = np.bincount(elements.slot_start[chosen], minlength=n_slots + 1)
    edges += np.bincount(elements.slot_end[chosen], minlength=n_slots + 1)
    of_slot = np.cumsum(edges)
    text_place = np.flatnonzero(page.events.kind == TEXT)
    read = (slots.flags & int(USUAL_LEFT_OUT | SlotFlag.HEAD)) == 0
    pieces = [
        Piece(int(of_slot[slot]), int(text_place[slot]), page.slot_text(slot), slot, int(row))
        for slot, row in zip(np.flatnonzero(read).tolist(), slots.owner[read].tolist(), strict=True)
    ]
    left_out = elements.at_or_below(elements.tagged(REMOVED_TAGS | {"head"}))
    wanted = (frozenset({"img"}) if alt_text else frozenset()) | (
        _FIELDS if fields else frozenset()
    )
    rows = np.flatnonzero(elements.tagged(wanted) & ~left_out)
    ends = np.cumsum(np.bincount(elements.subtree_end[chosen], minlength=n_rows + 1))
    of_row = np.cumsum(chosen) + ends[:n_rows]
    place = 2 * rows - elements.depth[rows] + elements.slot_start[rows]
    for row, at in zip(rows.tolist(), place.tolist(), strict=True):
        if text := _attribute_text(page, row):
            # Images and fields stand apart from the words around them (ours).
            pieces.append(Piece(int(of_row[row]), at, f" {text} ", -1, row))
    return pieces


def _attribute_text(page: Page, row: int) -> str:
    node = page.elements.node[row]
    tag = page.elements.tag[row]
    if tag == "img":
        return node.get("alt") or ""
    kind = (node.get("type") or "").strip().lower()
    if kind == "hidden" or tag == "button":  # the text of a button stands in it
        return ""
    if tag == "input" and kind in _BUTTONS:
        return node.get("value") or kind
    return next((value for name in _NAMES if (value := node.get(name))), "")


def collapsed(pieces: list[Piece]) -> tuple[tuple[str, ...], tuple[tuple[Span, ...], ...]]:
    """Return the texts of units that are not blank, and where they come from.

    Pieces with the same `unit` that follow one another are one text, white space collapsed.
    """
    texts: list[str] = []
    spans: list[tuple[Span, ...]] = []
    parts: list[str] = []
    own: list[Span] = []
    length, spaced, unit = 0, False, -1

    def finish() -> None:
        if own:
            texts.append("".join(parts))
            spans.append(tuple(own))
        parts.clear()
        own.clear()

    for piece in pieces:
        if piece.unit != unit:
            finish()
            length, spaced, unit = 0, False, piece.unit
        words = " ".join(piece.text.split())
        if not words:
            spaced = spaced or bool(piece.text)
            continue
        if own and (spaced or piece.text[0].isspace()):
            parts.append(" ")
            length += 1
        parts.append(words)
        own.append(Span(length, length + len(words), piece.slot, piece.row))
        length += len(words)
        spaced = piece.text[-1].isspace()
    finish()
    return tuple(texts), tuple(spans)


def _headings(page: Page, number: IntArray, row: IntArray, n: int) -> IntArray:
    """Return the smallest level of a heading that any text of each unit stands in, 0 for none."""
    elements = page.elements
    level = np.full(len(elements), PLAIN, dtype=np.int32)
    for tag in reversed(LEVEL_OF):
        level[elements.at_or_below(elements.tagged({tag}))] = LEVEL_OF[tag]
    smallest = np.full(n, PLAIN, dtype=np.int32)
    np.minimum.at(smallest, number, level[row])
    return np.where(smallest == PLAIN, 0, smallest).astype(np.int32)


def _list_depth(page: Page) -> IntArray:
    elements = page.elements
    lists = np.flatnonzero(elements.tagged(_LISTS))
    starts = np.bincount(lists, minlength=len(elements) + 1)
    ends = np.bincount(elements.subtree_end[lists], minlength=len(elements) + 1)
    return np.cumsum(starts - ends)[:-1].astype(np.int32)


def _blocks(page: Page, spans: tuple[tuple[Span, ...], ...], element: IntArray) -> Blocks:
    unit_of_slot = np.full(len(page.slots), -1, dtype=np.int32)
    for number, unit in enumerate(spans):
        for span in unit:
            if span.slot >= 0:
                unit_of_slot[span.slot] = number
    return blocks_of_tokens(page, unit_of_slot[page.tokens.slot], len(spans), element)
