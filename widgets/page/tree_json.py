"""Page as a flat list of construction steps, sent to the browser in pieces.

The list is JSON. `boilerscope.extractors.page.dom_tree` reads the same format from a live document:
a text is a text slot, ``[tag, name, value, ...]`` opens an element, a number n > 0 closes n
elements. A number n < 0 represents -n text slots that are not shown. The order determines the rows
of elements and slots, so no numbers are written into the page.
"""

from __future__ import annotations

import json
import string
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.page import END, TEXT, declared_base
from boilerscope.extractors.page.records import SlotFlag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.page import Page

CHUNK_CHARS = 262_144
"""Approximate size of one piece: characters of text and attributes."""

Step = str | int | list[str]


def steps(page: Page) -> Iterator[Step]:
    """Yield the steps that build a page, in document order.

    Yields
    ------
    str, list of str or int
        See the module docstring. Text of scripts and comments is not shown.
    """
    elements, slots, events = page.elements, page.slots, page.events
    hidden = _hidden_slots(page)
    for kind, index in zip(events.kind.tolist(), events.index.tolist(), strict=True):
        if kind == TEXT:
            yield -1 if hidden[index] else slots.raw_text(index)
        elif kind == END:
            yield 1
        else:
            opened = [elements.tag[index]]
            for name, value in elements.node[index].attrib.items():
                opened += (str(name), str(value))
            yield opened


def _hidden_slots(page: Page) -> list[bool]:
    """Return for each text slot whether it is hidden: comments and scripts, not style sheets."""
    slots = page.slots
    hidden = (slots.flags & SlotFlag.COMMENT) != 0
    tag = page.elements.tag
    raw = (slots.flags & SlotFlag.RAW) != 0
    for slot in raw.nonzero()[0].tolist():
        hidden[slot] |= tag[int(slots.owner[slot])] != "style"
    return hidden.tolist()  # type: ignore[no-any-return]  # numpy declares Any


def chunks(page: Page, size: int = CHUNK_CHARS) -> Iterator[str]:
    """Yield the steps of a page as JSON lists of about `size` characters each."""
    gathered: list[Step] = []
    length = 0
    for step in steps(page):
        gathered.append(step)
        length += _length(step)
        if length >= size:
            yield json.dumps(gathered, ensure_ascii=False, separators=(",", ":"))
            gathered, length = [], 0
    yield json.dumps(gathered, ensure_ascii=False, separators=(",", ":"))


def _length(step: Step) -> int:
    if isinstance(step, str):
        return len(step) + 3
    return 3 if isinstance(step, int) else sum(map(len, step)) + 3 * len(step)


def joined(pieces: Iterable[str]) -> str:
    """Join JSON lists into one list without parsing them."""
    inner = (piece.strip().removeprefix("[").removesuffix("]").strip() for piece in pieces)
    return "[" + ",".join(part for part in inner if part) + "]"


def doctype(page: Page) -> str:
    """Return the document type that gives the page its original layout mode.

    A page captured from a browser has no document type in its tree and gets that of HTML 5.
    """
    if page.data is None:
        return "<!DOCTYPE html>"
    info: Any = page.root.getroottree().docinfo  # its stub lacks the names used here
    if not info.doctype:
        return ""
    # The page's text goes into markup here, so only characters of identifiers are allowed.
    public, system = (
        "".join(filter(_PUBLIC_CHARACTERS.__contains__, part or ""))
        for part in (info.public_id, info.system_url)
    )
    if not public:
        return "<!DOCTYPE html>"
    return f'<!DOCTYPE html PUBLIC "{public}"' + (f' "{system}">' if system else ">")


_PUBLIC_CHARACTERS = frozenset(string.ascii_letters + string.digits + " -/.:+,_")


def base_address(page: Page, url_text: str) -> str:
    """Return the base of a page's relative addresses.

    Parameters
    ----------
    page : Page
        Its first ``base`` element with an address counts if it is a web address (in a local
        file: a file address).
    url_text : str
        Address of the page.
    """
    allowed = ("file:",) if url_text.startswith("file:") else ("http://", "https://")
    address = declared_base(page, url_text)
    return address if address.startswith(allowed) else url_text
