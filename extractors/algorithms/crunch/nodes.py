"""Facts about the nodes of a page that do not depend on Crunch's settings."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.token_blocks import blocks_of_tokens
from extractors.page.records import SlotFlag
from extractors.text.collapsed_text import slot_texts
from extractors.text.exclusive_text import body_row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray

FLASH_CLASS = "clsid:d27cdb6e-ae6d-11cf-96b8-444553540000"
"""Class identifier of the Flash player, in lower case."""

# Before each address stands a NUL, of which no page holds one.
_HOSTS = re.compile(r"\0(?:[A-Za-z][A-Za-z0-9+.-]{0,30}://(?:[^/?#@\0]*@)?([^/?#:@\0]+))?")
TRIMMED = "".join(map(chr, range(33)))
"""Characters that Java's ``String.trim`` removes at the ends."""


class Nodes:
    """Facts about elements, shape (n_elements,), and text nodes, shape (n_slots,).

    What only some settings or some pages ask for is found out when it is asked for.

    Attributes
    ----------
    body : int
        Row of the body, -1 if there is none.
    link, image_link, text_link : array of bool
        ``a`` with an address; a link with an image directly in it, such an image, or an image
        map; a link that is no image link.
    in_link : array of bool
        At or below a link.
    is_text : array of bool
        Slots that are text nodes: all but those of comments.
    filled : array of bool
        Text nodes of the body that are written: not blank, no script and no style.
    blocks : Blocks
        One block per element: the tokens of the text directly in it, in the body.
    """

    def __init__(self, page: Page) -> None:
        slots, elements = page.slots, page.elements
        self._elements, self._slots, self._codes = elements, slots, page.codes
        self.body = body_row(page)
        self.link = self._with("href", "a")
        self.image_link = self._image_links()
        self.text_link = self.link & ~self.image_link
        self.in_link = elements.at_or_below(self.link)
        self.is_text = (slots.flags & int(SlotFlag.COMMENT)) == 0
        whole = slot_texts(page)
        in_body = np.zeros(len(slots), dtype=np.bool_)
        if self.body >= 0:
            in_body[elements.slot_start[self.body] : elements.slot_end[self.body]] = True
        self.filled = in_body & (whole.end > whole.start)
        self.blocks = blocks_of_tokens(
            page,
            np.where(in_body, slots.owner, -1)[page.tokens.slot],
            len(elements),
            np.arange(len(elements), dtype=np.int32),
        )

    @cached_property
    def host(self) -> dict[int, str]:
        """Host of the absolute address of an element (its ``href``, else its ``src``), by row."""
        absolute: dict[int, str] = {}
        for row, node in enumerate(self._elements.node):
            address = node.get("href")
            if address is None:
                address = node.get("src")
            if address and "://" in address:
                absolute[row] = address
        hosts = hosts_of(absolute.values())
        return {row: host for row, host in zip(absolute, hosts, strict=True) if host}

    @cached_property
    def width(self) -> BoolArray:
        """Tables and cells with a width."""
        return self._with("width", "td", "table")

    @cached_property
    def style(self) -> BoolArray:
        """Elements with a style of their own."""
        return self._with("style", *self._elements.tag_names)

    @cached_property
    def division(self) -> BoolArray:
        """``div`` elements."""
        return self._elements.tagged({"div"})

    @cached_property
    def stylesheet(self) -> BoolArray:
        """Links to style sheets."""
        elements = self._elements
        found = np.zeros(len(elements), dtype=np.bool_)
        for row in np.flatnonzero(elements.tagged({"link"})).tolist():
            rel = elements.node[row].get("rel") or ""
            found[row] = rel.strip().lower() == "stylesheet"
        return found

    @cached_property
    def flash(self) -> BoolArray:
        """Objects, parameters and embeds of the Flash player."""
        elements = self._elements
        found = np.zeros(len(elements), dtype=np.bool_)
        attribute = {"object": "classid", "param": "value", "embed": "src"}
        for row in np.flatnonzero(elements.tagged(attribute)).tolist():
            tag = elements.tag[row]
            value = (elements.node[row].get(attribute[tag]) or "").strip().lower()
            found[row] = value == FLASH_CLASS if tag == "object" else value.endswith(".swf")
        return found

    @cached_property
    def has_children(self) -> BoolArray:
        """Elements that any node stands in."""
        elements = self._elements
        found = elements.slot_end > elements.slot_start
        found |= elements.subtree_end > np.arange(1, len(elements) + 1)
        for row in np.flatnonzero(~found).tolist():
            found[row] = len(elements.node[row]) > 0  # an empty comment
        return found

    @cached_property
    def length(self) -> IntArray:
        """Characters of each text node."""
        slots = self._slots
        length = slots.end - slots.start
        for slot in self._raw:
            length[slot] = len(slots.raw_text(slot))
        counted: IntArray = length * self.is_text
        return counted

    @cached_property
    def trimmed(self) -> IntArray:
        """Characters of each text node without white space at its ends."""
        slots, codes = self._slots, self._codes
        ink = np.append(np.flatnonzero(codes > len(TRIMMED) - 1), 0).astype(np.int32)
        first = ink[:-1].searchsorted(slots.start)
        last = ink[:-1].searchsorted(slots.end) - 1
        trimmed = np.where(last >= first, ink[last] - ink[first] + 1, 0).astype(np.int32)
        for slot in self._raw:
            trimmed[slot] = len(slots.raw_text(slot).strip(TRIMMED))
        counted: IntArray = trimmed * self.is_text
        return counted

    @cached_property
    def _raw(self) -> list[int]:
        """Slots of scripts and styles, which have no page text."""
        raw: list[int] = np.flatnonzero(self._slots.flags & int(SlotFlag.RAW)).tolist()
        return raw

    def _image_links(self) -> BoolArray:
        found = self._with("usemap", "img")
        image = np.flatnonzero(self._elements.tagged({"img"}))
        parent = self._elements.parent[image]
        inside = (parent >= 0) & self.link[parent]
        found[image[inside]] = found[parent[inside]] = True
        return found

    def _with(self, attribute: str, *tags: str) -> BoolArray:
        """Return which elements of some tags have an attribute."""
        node = self._elements.node
        found = self._elements.tagged(tags)
        rows = np.flatnonzero(found)
        found[rows] = [node[row].get(attribute) is not None for row in rows.tolist()]
        return found


def nodes(page: Page) -> Nodes:
    """Return the facts, cached on the page."""
    return page.cached("crunch nodes", Nodes)


def hosts_of(addresses: Iterable[str]) -> list[str]:
    """Return the host of each absolute address in lower case, empty where one is none.

    >>> hosts_of(["http://ads.example.net:80/click", "//ads.example.net/x"])
    ['ads.example.net', '']
    """
    return list(map(str.lower, _HOSTS.findall("\0".join(["", *map(str.strip, addresses)]))))
