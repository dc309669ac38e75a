"""What Crunch reads of the nodes of a page, whatever its settings are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.own_text import body_row
from extractors.algorithms.text_lengths import is_space
from extractors.algorithms.token_blocks import blocks_of_tokens
from extractors.page.records import SlotFlag
from extractors.page.tokens import code_points

if TYPE_CHECKING:
    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray

FLASH_CLASS = "clsid:d27cdb6e-ae6d-11cf-96b8-444553540000"
"""Class identifier of the Flash player, in lower case."""

_HOST = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}://(?:[^/?#@]*@)?([^/?#:@]+)")
TRIMMED = "".join(map(chr, range(33)))
"""What Java's String.trim takes away at the ends."""


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """Facts about elements, shape (n_elements,), and text nodes, shape (n_slots,).

    Attributes
    ----------
    body : int
        Row of the body, -1 if there is none.
    link, image_link, text_link : array of bool
        ``a`` with an address; a link with an image directly in it, such an image, or an image
        map; a link that is no image link.
    in_link : array of bool
        At or below a link.
    host : dict of int to str
        Host of the absolute address of an element (its ``href``, else its ``src``).
    width, style : array of bool
        Whether the element has that attribute; width of tables and cells alone.
    division : array of bool
        ``div`` elements.
    stylesheet, flash : array of bool
        Links to style sheets; objects, parameters and embeds of the Flash player.
    has_children : array of bool
        Whether any node stands in the element.
    is_text : array of bool
        Slots that are text nodes: all but those of comments.
    length, trimmed : array of int
        Characters of each text node; the same without white space at its ends.
    filled : array of bool
        Text nodes of the body that are written: not blank, no script and no style.
    blocks : Blocks
        One block per element: the tokens of the text directly in it, in the body.
    """

    body: int
    link: BoolArray
    image_link: BoolArray
    text_link: BoolArray
    in_link: BoolArray
    host: dict[int, str]
    width: BoolArray
    style: BoolArray
    division: BoolArray
    stylesheet: BoolArray
    flash: BoolArray
    has_children: BoolArray
    is_text: BoolArray
    length: IntArray
    trimmed: IntArray
    filled: BoolArray
    blocks: Blocks


def nodes(page: Page) -> Nodes:
    """Return the facts, cached on the page."""
    return page.stage("crunch nodes", _build)


def host_of(address: str) -> str:
    """Return the host of an absolute address in lower case, empty where it is none.

    >>> host_of("http://ads.example.net:80/click"), host_of("//ads.example.net/x")
    ('ads.example.net', '')
    """
    found = _HOST.match(address.strip())
    return found[1].lower() if found else ""


def _build(page: Page) -> Nodes:
    node, elements = page.elements.node, page.elements
    count = len(elements)
    href = [each.get("href") for each in node]
    link = page.elements.tagged({"a"}) & np.array(
        [address is not None for address in href], dtype=np.bool_
    )
    image_link = _image_links(page, link)
    host = {
        row: found
        for row, address in enumerate(href)
        if (found := host_of(address if address is not None else node[row].get("src") or ""))
    }
    style = np.array([each.get("style") is not None for each in node], dtype=np.bool_)
    is_text = (page.slots.flags & int(SlotFlag.COMMENT)) == 0
    length, trimmed, blank = _text_sizes(page)
    written = (page.slots.flags & int(SlotFlag.RAW | SlotFlag.COMMENT)) == 0
    body = body_row(page)
    in_body = np.zeros(len(page.slots), dtype=np.bool_)
    if body >= 0:
        in_body[elements.slot_start[body] : elements.slot_end[body]] = True
    owner = page.slots.owner[page.tokens.slot]
    return Nodes(
        body=body,
        link=link,
        image_link=image_link,
        text_link=link & ~image_link,
        in_link=elements.at_or_below(link),
        host=host,
        width=_has(page, "width", page.elements.tagged({"td", "table"})),
        style=style,
        division=elements.tagged({"div"}),
        stylesheet=_stylesheets(page),
        flash=_flash(page),
        has_children=np.array([len(each) > 0 or bool(each.text) for each in node], dtype=np.bool_),
        is_text=is_text,
        length=length * is_text,
        trimmed=trimmed * is_text,
        filled=written & in_body & ~blank,
        blocks=blocks_of_tokens(
            page,
            np.where(in_body[page.tokens.slot], owner, -1).astype(np.int32),
            count,
            np.arange(count, dtype=np.int32),
        ),
    )


def _text_sizes(page: Page) -> tuple[IntArray, IntArray, BoolArray]:
    """Return the length of each slot, the same trimmed, and whether all of it is white space."""
    slots, codes = page.slots, code_points(page.text)
    length = slots.end - slots.start
    ink = np.append(np.flatnonzero(codes > len(TRIMMED) - 1), 0).astype(np.int32)
    first = np.searchsorted(ink[:-1], slots.start)
    last = np.searchsorted(ink[:-1], slots.end) - 1
    trimmed = np.where(last >= first, ink[last] - ink[first] + 1, 0).astype(np.int32)
    letters = np.append(0, np.cumsum(~is_space(codes)))
    blank = letters[slots.end] == letters[slots.start]
    for slot in np.flatnonzero(slots.flags & int(SlotFlag.RAW)).tolist():
        raw = slots.raw_text(slot)
        length[slot], trimmed[slot] = len(raw), len(raw.strip(TRIMMED))
    return length, trimmed, blank


def _image_links(page: Page, link: BoolArray) -> BoolArray:
    image = page.elements.tagged({"img"})
    parent = page.elements.parent
    inside = image & (parent >= 0) & link[parent]
    around = np.zeros(len(image), dtype=np.bool_)
    around[parent[inside]] = True
    return inside | around | _has(page, "usemap", image)


def _has(page: Page, attribute: str, chosen: BoolArray) -> BoolArray:
    found = np.zeros(len(chosen), dtype=np.bool_)
    for row in np.flatnonzero(chosen).tolist():
        found[row] = page.elements.node[row].get(attribute) is not None
    return found


def _stylesheets(page: Page) -> BoolArray:
    found = np.zeros(len(page.elements), dtype=np.bool_)
    for row in np.flatnonzero(page.elements.tagged({"link"})).tolist():
        rel = page.elements.node[row].get("rel") or ""
        found[row] = rel.strip().lower() == "stylesheet"
    return found


def _flash(page: Page) -> BoolArray:
    found = np.zeros(len(page.elements), dtype=np.bool_)
    attribute = {"object": "classid", "param": "value", "embed": "src"}
    for row in np.flatnonzero(page.elements.tagged(attribute)).tolist():
        tag = page.elements.tag[row]
        value = (page.elements.node[row].get(attribute[tag]) or "").strip().lower()
        found[row] = value == FLASH_CLASS if tag == "object" else value.endswith(".swf")
    return found
