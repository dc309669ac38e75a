"""Semantic textual units: runs of text between the elements that part a page.

Units are the common ground of the accordion and of the deck of cards. An image gives its
alternative text, a form field its name, where that is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from extractors.algorithms.own_text import REMOVED_TAGS, USUAL_LEFT_OUT, in_link
from extractors.algorithms.text_lengths import slot_texts
from extractors.algorithms.token_blocks import blocks_of_tokens
from extractors.page.records import SlotFlag

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml import etree
    from numpy.typing import NDArray

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
_IMAGES = frozenset(("img",))
_FIELDS = frozenset(("input", "select", "textarea", "button"))
_HOLDERS = _IMAGES | _FIELDS
_LEFT_OUT = REMOVED_TAGS | {"head"}
_LEFT_OUT_TEXT = int(USUAL_LEFT_OUT | SlotFlag.HEAD)
_BUTTONS = frozenset(("submit", "button", "reset"))
_NAMES = ("aria-label", "placeholder", "title", "name")
_SPACE = ord(" ")
_BEFORE = ("", " ", "\n")
_NO_ATTRIBUTES = frozenset[str]()


class Span(NamedTuple):
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
class Spans:
    """Where the texts of units come from, in order.

    Attributes
    ----------
    first : array of int, shape (n_units + 1,)
        The spans of unit u are first[u] ... first[u + 1] - 1, at least one.
    unit : array of int, shape (n_spans,)
        The unit of each span.
    start, end, slot, row : array of int, shape (n_spans,)
        As those of a span.
    ink : array of int, shape (n_spans,)
        Characters without white space.
    """

    first: IntArray
    unit: IntArray
    start: IntArray
    end: IntArray
    slot: IntArray
    row: IntArray
    ink: IntArray

    def of_unit(self, unit: int) -> list[Span]:
        """Return the spans of one unit."""
        chosen = slice(self.first[unit], self.first[unit + 1])
        columns = (self.start, self.end, self.slot, self.row)
        return list(map(Span, *(column[chosen].tolist() for column in columns)))


@dataclass(frozen=True, slots=True, eq=False)
class StuUnits:
    """The units of a page, in order.

    Attributes
    ----------
    text : tuple of str, length n
        White space collapsed; never empty.
    spans : Spans
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
    of_token : array of int, shape (n_tokens,)
        Unit of each token of the page, -1 for none.
    """

    text: tuple[str, ...]
    spans: Spans
    element: IntArray
    heading: IntArray
    list_depth: IntArray
    ink: IntArray
    bold: IntArray
    linked: IntArray
    blocks: Blocks
    of_token: IntArray

    def __len__(self) -> int:
        return len(self.text)

    @property
    def length(self) -> IntArray:
        """Characters of each text."""
        return self.spans.end[self.spans.first[1:] - 1]

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
    page : Page
        The page.
    boundaries : tuple of str
        Tags of the elements that part units.
    alt_text : bool
        Whether images give their alternative text.
    fields : bool
        Whether form fields that are not hidden give their name (ours).
    """
    tags = lower_set(boundaries)
    wanted = (_IMAGES if alt_text else _NO_ATTRIBUTES) | (_FIELDS if fields else _NO_ATTRIBUTES)
    ground = page.stage(("stu ground", tags), lambda one: _ground(one, tags))
    # Units that differ in texts which the page does not have are the same.
    known = wanted & ground.holders
    return page.stage(("stu units", tags, known), lambda one: _build(one, ground, known))


@lru_cache(maxsize=16)
def lower_set(words: tuple[str, ...]) -> frozenset[str]:
    """Return words in lower case, the same set each time: its hash is computed once."""
    return frozenset(map(str.lower, words))


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Texts in the order in which units are made of them.

    Attributes
    ----------
    text : str
        Holds them all, white space collapsed.
    unit : array of int, shape (n,)
        Rising; pieces of the same number are one unit.
    start, end : array of int, shape (n,)
        Range of each one in `text`, trimmed; blank ones are there too.
    opens, closes : array of bool, shape (n,)
        Whether white space stood before and after the words.
    slot, row : array of int, shape (n,)
        As those of a span.
    ink : array of int, shape (n,)
        Characters of each one without white space.
    """

    text: str
    unit: IntArray
    start: IntArray
    end: IntArray
    opens: BoolArray
    closes: BoolArray
    slot: IntArray
    row: IntArray
    ink: IntArray

    @classmethod
    def of_texts(
        cls, texts: Sequence[str], unit: IntArray, slot: IntArray, row: IntArray
    ) -> Pieces:
        """Return the pieces that texts are, as they stand on the page."""
        words = [" ".join(text.split()) for text in texts]
        length = np.array(list(map(len, words)), dtype=np.int32)
        end = length.cumsum(dtype=np.int32)
        return cls(
            text="".join(words),
            unit=unit,
            start=end - length,
            end=end,
            opens=np.array([text[:1].isspace() for text in texts], dtype=np.bool_),
            closes=np.array([text[-1:].isspace() for text in texts], dtype=np.bool_),
            slot=slot,
            row=row,
            ink=length - np.array([one.count(" ") for one in words], dtype=np.int32),
        )

    def with_more(self, other: Pieces, order: IntArray) -> Pieces:
        """Return these pieces and others, in an order given by places in both lists."""
        offset = np.int32(len(self.text))
        pairs = (
            (self.unit, other.unit),
            (self.start, other.start + offset),
            (self.end, other.end + offset),
            (self.opens, other.opens),
            (self.closes, other.closes),
            (self.slot, other.slot),
            (self.row, other.row),
            (self.ink, other.ink),
        )
        return Pieces(self.text + other.text, *(np.concatenate(pair).take(order) for pair in pairs))


def collapsed(pieces: Pieces, chosen: BoolArray | None = None) -> tuple[tuple[str, ...], Spans]:
    """Return the texts of units that are not blank, and where they come from.

    Parameters
    ----------
    pieces : Pieces
        What they are made of.
    chosen : array of bool, shape (n_pieces,), optional
        Pieces to read; all by default.
    """
    opens, filled = pieces.opens, pieces.end > pieces.start
    if chosen is not None:
        opens, filled = opens & chosen, filled & chosen
    place = filled.nonzero()[0]
    start, end, unit = pieces.start.take(place), pieces.end.take(place), pieces.unit.take(place)
    # Where units begin, and where the last one ends.
    fresh = np.ones(len(place) + 1, dtype=np.bool_)
    np.not_equal(unit[1:], unit[:-1], out=fresh[1:-1])
    # Is there white space after the piece before, or at the begin of this one or of one between?
    met = opens.cumsum().take(place)
    spaced = np.zeros(len(place), dtype=np.bool_)
    spaced[1:] = ((met[1:] > met[:-1]) | pieces.closes.take(place[:-1])) & ~fresh[1:-1]
    # Pieces that stand in the text as they do in their unit are taken at once.
    is_edge = fresh.copy()
    is_edge[1:-1] |= start[1:] - end[:-1] != spaced[1:]
    edges = is_edge.nonzero()[0]
    run, last = edges[:-1], edges[1:] - 1
    whole, before = pieces.text, spaced.take(run) + 2 * fresh.take(run)
    parts = zip(before.tolist(), start.take(run).tolist(), end.take(last).tolist(), strict=True)
    text = "".join([_BEFORE[sign] + whole[begin:stop] for sign, begin, stop in parts])
    spans = _spans(pieces, place, fresh, end - start, spaced)
    return tuple(text[1:].split("\n")) if text else (), spans


def _spans(
    pieces: Pieces, place: NDArray[np.intp], fresh: BoolArray, length: IntArray, spaced: BoolArray
) -> Spans:
    """Return where units come from, given their pieces and what stands before each of these."""
    first = fresh.nonzero()[0].astype(np.int32)
    unit = fresh[:-1].cumsum(dtype=np.int32) - 1
    end = (length + spaced).cumsum(dtype=np.int32)
    start = end - length
    before = start.take(first[:-1]).take(unit)
    return Spans(
        first=first,
        unit=unit,
        start=start - before,
        end=end - before,
        slot=pieces.slot.take(place),
        row=pieces.row.take(place),
        ink=pieces.ink.take(place),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """What units have from the text slots of a page, and from the elements they stand in.

    Attributes
    ----------
    pieces : Pieces
        The text slots that are read, and texts in attributes of images and fields.
    element, heading, list_depth : array of int, shape (n_elements,)
        As those of units, for text that each element directly holds; `heading` is `PLAIN` for
        none.
    bold : array of bool, shape (n_elements,)
        Whether that text is bold.
    holders : frozenset of str
        Tags of the elements that have texts in attributes.
    """

    pieces: Pieces
    element: IntArray
    heading: IntArray
    list_depth: IntArray
    bold: BoolArray
    holders: frozenset[str]


def _ground(page: Page, tags: frozenset[str]) -> _Ground:
    elements = page.elements
    chosen = elements.tagged(tags)
    texts = _attribute_texts(page)
    return _Ground(
        pieces=_pieces(page, chosen, texts),
        element=elements.innermost(chosen),
        heading=_headings(page),
        list_depth=_list_depth(page),
        bold=elements.at_or_below(elements.tagged(_BOLD)),
        holders=frozenset(map(elements.tag.__getitem__, texts)),
    )


def _pieces(page: Page, chosen: BoolArray, texts: dict[int, str]) -> Pieces:
    """Return all texts that units may be made of, parted by the chosen elements."""
    slots = _slot_pieces(page, chosen)
    if not texts:
        return slots
    attributes = _attribute_pieces(page, chosen, texts)
    place = np.append(2 * slots.slot + 1, 2 * page.elements.slot_start.take(attributes.row))
    return slots.with_more(attributes, np.argsort(place, kind="stable").astype(np.int32))


def _slot_pieces(page: Page, chosen: BoolArray) -> Pieces:
    """Return the text slots that are read, parted by the chosen elements."""
    elements, slots = page.elements, page.slots
    edges = np.bincount(elements.slot_start[chosen], minlength=len(slots) + 1)
    edges += np.bincount(elements.slot_end[chosen], minlength=len(slots) + 1)
    read = ((slots.flags & _LEFT_OUT_TEXT) == 0).nonzero()[0]
    texts = slot_texts(page)
    start, end = texts.start.take(read), texts.end.take(read)
    space = (texts.codes == _SPACE).nonzero()[0].astype(np.int32)
    spaces = space.searchsorted(end) - space.searchsorted(start)
    return Pieces(
        text=texts.text,
        unit=edges.cumsum(dtype=np.int32).take(read),
        start=start,
        end=end,
        opens=texts.leads.take(read),
        closes=texts.trails.take(read),
        slot=read.astype(np.int32),
        row=slots.owner.take(read),
        ink=(end - start - spaces).astype(np.int32),
    )


def _attribute_texts(page: Page) -> dict[int, str]:
    """Return the texts in attributes of images and fields by row."""
    elements = page.elements
    if _HOLDERS.isdisjoint(elements.tag_names):
        return {}
    is_holder = elements.tagged(_HOLDERS)
    holders = (is_holder & ~elements.at_or_below(elements.tagged(_LEFT_OUT))).nonzero()[0]
    # Images and fields stand apart from the words around them (ours).
    node, tag = elements.node, elements.tag
    return {
        row: f" {text} "
        for row in holders.tolist()
        if (text := _attribute_text(node[row], tag[row]))
    }


def _attribute_pieces(page: Page, chosen: BoolArray, texts: dict[int, str]) -> Pieces:
    """Return texts in attributes by row, parted by the chosen elements."""
    elements = page.elements
    row = np.array(list(texts), dtype=np.int32)
    ends = np.bincount(elements.subtree_end[chosen], minlength=len(elements) + 1)
    return Pieces.of_texts(
        list(texts.values()),
        unit=(chosen.cumsum().take(row) + ends.cumsum().take(row)).astype(np.int32),
        slot=np.full(len(row), -1, dtype=np.int32),
        row=row,
    )


def _build(page: Page, ground: _Ground, wanted: frozenset[str]) -> StuUnits:
    pieces = ground.pieces
    chosen = None
    if wanted != ground.holders:
        chosen = (pieces.slot >= 0) | page.elements.tagged(wanted).take(pieces.row)
    texts, spans = collapsed(pieces, chosen)
    n, unit, first = len(texts), spans.unit, spans.row.take(spans.first[:-1])

    def total(chosen: BoolArray) -> IntArray:
        weights = spans.ink * chosen.take(spans.row)
        return np.bincount(unit, weights=weights, minlength=n).astype(np.int32)

    heading = np.minimum.reduceat(ground.heading.take(spans.row), spans.first[:-1])
    heading[heading == PLAIN] = 0
    # One place more than slots, for the spans of none.
    unit_of_slot = np.full(len(page.slots) + 1, -1, dtype=np.int32)
    unit_of_slot[spans.slot] = unit
    of_token = unit_of_slot.take(page.tokens.slot)
    element = ground.element.take(first)
    return StuUnits(
        text=texts,
        spans=spans,
        element=element,
        heading=heading,
        list_depth=ground.list_depth.take(first),
        ink=np.bincount(unit, weights=spans.ink, minlength=n).astype(np.int32),
        bold=total(ground.bold),
        linked=total(in_link(page)),
        blocks=blocks_of_tokens(page, of_token, n, element),
        of_token=of_token,
    )


def _attribute_text(node: etree._Element, tag: str) -> str:
    if tag == "img":
        return node.get("alt") or ""
    kind = (node.get("type") or "").strip().lower()
    if kind == "hidden" or tag == "button":  # the text of a button stands in it
        return ""
    if tag == "input" and kind in _BUTTONS:
        return node.get("value") or kind
    return next((value for name in _NAMES if (value := node.get(name))), "")


def _headings(page: Page) -> IntArray:
    """Return the level of the largest heading at or above each element, `PLAIN` for none."""
    elements = page.elements
    of_tag = [LEVEL_OF.get(tag, PLAIN) for tag in elements.tag_names]
    own = np.array(of_tag, dtype=np.int32).take(elements.tag_id)
    level = own.copy()
    for number in sorted({*of_tag} - {PLAIN}, reverse=True):
        level[elements.at_or_below(own == number)] = number
    return level


def _list_depth(page: Page) -> IntArray:
    elements = page.elements
    lists = elements.tagged(_LISTS).nonzero()[0]
    starts = np.bincount(lists, minlength=len(elements) + 1)
    ends = np.bincount(elements.subtree_end[lists], minlength=len(elements) + 1)
    return (starts - ends).cumsum(dtype=np.int32)[:-1]
