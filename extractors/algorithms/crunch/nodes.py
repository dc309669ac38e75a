"""Facts about the nodes of a page that do not depend on Crunch's settings."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.token_blocks import blocks_of_tokens
from boilerscope.extractors.page.records import SlotFlag
from boilerscope.extractors.text.collapsed_text import slot_texts
from boilerscope.extractors.text.exclusive_text import body_row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray

FLASH_CLASS = "clsid:d27cdb6e-ae6d-11cf-96b8-444553540000"
"""Class identifier of the Flash player, in lower case."""

# A NUL, which no page contains, comes before each address.
_HOSTS = re.compile(r"\0(?:[A-Za-z][A-Za-z0-9+.-]{0,30}://(?:[^/?#@\0]*@)?([^/?#:@\0]+))?")
TRIMMED = "".join(map(chr, range(33)))
"""Characters that Java's ``String.trim`` removes at the ends."""


class Nodes:
    """Facts about elements, shape (n_elements,), and text nodes, shape (n_slots,).

    Facts that only some settings or pages need are computed on first use.

    Attributes
    ----------
    body : int
        Row of the body, -1 if there is none.
    link, image_link, text_link : array of bool
        A link is an ``a`` with an address. An image link is a link with an image directly in it,
        such an image, or an image map. A text link is a link that is not an image link.
    in_link : array of bool
        Elements at or below a link.
    is_text : array of bool
        Slots that are text nodes: all except those of comments.
    is_written : array of bool
        Text nodes of the body that belong to the text: not blank, not in a script or style.
    blocks : Blocks
        One block for each element: the tokens of the text directly in it, in the body.
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
        texts = slot_texts(page)
        in_body = np.zeros(len(slots), dtype=np.bool_)
        if self.body >= 0:
            in_body[elements.slot_start[self.body] : elements.slot_end[self.body]] = True
        self.is_written = in_body & (texts.end > texts.start)
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
        """Tables and cells with a ``width`` attribute."""
        return self._with("width", "td", "table")

    @cached_property
    def style(self) -> BoolArray:
        """Elements with a ``style`` attribute."""
        return self._with("style", *self._elements.tag_names)

    @cached_property
    def division(self) -> BoolArray:
        """``div`` elements."""
        return self._elements.tagged({"div"})

    @cached_property
    def stylesheet(self) -> BoolArray:
        """Links to style sheets."""
        elements = self._elements
        is_stylesheet = np.zeros(len(elements), dtype=np.bool_)
        for row in np.flatnonzero(elements.tagged({"link"})).tolist():
            rel = elements.node[row].get("rel") or ""
            is_stylesheet[row] = rel.strip().lower() == "stylesheet"
        return is_stylesheet

    @cached_property
    def flash(self) -> BoolArray:
        """Objects, parameters and embeds of the Flash player."""
        elements = self._elements
        is_flash = np.zeros(len(elements), dtype=np.bool_)
        attribute = {"object": "classid", "param": "value", "embed": "src"}
        for row in np.flatnonzero(elements.tagged(attribute)).tolist():
            tag = elements.tag[row]
            value = (elements.node[row].get(attribute[tag]) or "").strip().lower()
            is_flash[row] = value == FLASH_CLASS if tag == "object" else value.endswith(".swf")
        return is_flash

    @cached_property
    def has_children(self) -> BoolArray:
        """Elements that contain any node."""
        elements = self._elements
        has_children = elements.slot_end > elements.slot_start
        has_children |= elements.subtree_end > np.arange(1, len(elements) + 1)
        for row in np.flatnonzero(~has_children).tolist():
            has_children[row] = len(elements.node[row]) > 0  # an empty comment
        return has_children

    @cached_property
    def length(self) -> IntArray:
        """Characters of each text node."""
        slots = self._slots
        length = slots.end - slots.start
        for slot in self._raw:
            length[slot] = len(slots.raw_text(slot))
        length[~self.is_text] = 0
        return length

    @cached_property
    def trimmed(self) -> IntArray:
        """Characters of each text node, without `TRIMMED` characters at its ends."""
        slots, codes = self._slots, self._codes
        kept = np.flatnonzero(codes >= len(TRIMMED))
        first, end = kept.searchsorted(slots.start), kept.searchsorted(slots.end)
        has_kept = end > first
        trimmed = np.zeros(len(slots), dtype=np.int32)
        trimmed[has_kept] = kept[end[has_kept] - 1] - kept[first[has_kept]] + 1
        for slot in self._raw:
            trimmed[slot] = len(slots.raw_text(slot).strip(TRIMMED))
        trimmed[~self.is_text] = 0
        return trimmed

    @cached_property
    def _raw(self) -> list[int]:
        """Slots of scripts and styles, which have no page text."""
        raw: list[int] = np.flatnonzero(self._slots.flags & int(SlotFlag.RAW)).tolist()
        return raw

    def _image_links(self) -> BoolArray:
        is_image_link = self._with("usemap", "img")
        image = np.flatnonzero(self._elements.tagged({"img"}))
        parent = self._elements.parent[image]
        in_link = (parent >= 0) & self.link[parent]
        is_image_link[image[in_link]] = True
        is_image_link[parent[in_link]] = True
        return is_image_link

    def _with(self, attribute: str, *tags: str) -> BoolArray:
        """Return which elements of some tags have an attribute."""
        node = self._elements.node
        has_attribute = self._elements.tagged(tags)
        for row in np.flatnonzero(has_attribute).tolist():
            has_attribute[row] = node[row].get(attribute) is not None
        return has_attribute


def nodes_of(page: Page) -> Nodes:
    """Return the facts about the nodes of a page, cached on the page."""
    return page.cached("crunch nodes", Nodes)


def hosts_of(addresses: Iterable[str]) -> list[str]:
    """Return the host of each address in lower case; empty if the address is not absolute.

    >>> hosts_of(["http://ads.example.net:80/click", "//ads.example.net/x"])
    ['ads.example.net', '']
    """
    return list(map(str.lower, _HOSTS.findall("\0".join(["", *map(str.strip, addresses)]))))
