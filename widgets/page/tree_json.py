"""A page as a flat list of building steps that travels to the browser in pieces.

The list is JSON, as `extractors.page.dom_tree` reads it when it comes back from a live document: a
text is a text slot, ``[tag, name, value, ...]`` opens an element, a number n > 0 closes n elements.
Besides, a number n < 0 stands for -n text slots that are not shown. Rows of elements and slots
follow from the order alone, no number is written into the page.
"""

from __future__ import annotations

import json
import string
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from extractors.page import END, TEXT
from extractors.page.records import SlotFlag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from extractors.page import Page

CHUNK_CHARS = 262_144
"""About how many characters of text and attributes one piece holds."""

Step = str | int | list[str]


def steps(page: Page) -> Iterator[Step]:
    """Yield the steps that build a page, in document order.

    Parameters
    ----------
    page : Page
        Its columns say where elements and text slots begin and end.

    Yields
    ------
    str, list of str or int
        See the head of this module. Text of scripts and comments is not shown.
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
    """Return which text slots are not shown: comments and scripts (style sheets are)."""
    slots = page.slots
    hidden = (slots.flags & SlotFlag.COMMENT) != 0
    tag = page.elements.tag
    raw = (slots.flags & SlotFlag.RAW) != 0
    for slot in raw.nonzero()[0].tolist():
        hidden[slot] |= tag[int(slots.owner[slot])] != "style"
    return hidden.tolist()  # type: ignore[no-any-return]  # numpy says Any


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
    """Return JSON lists as one list, without reading what is in them."""
    inner = (piece.strip().removeprefix("[").removesuffix("]").strip() for piece in pieces)
    return "[" + ",".join(part for part in inner if part) + "]"


def doctype(page: Page) -> str:
    """Return the document type that makes a browser lay the page out as its author's does.

    A page captured from a browser has none in its tree; it is taken for a modern one.
    """
    if page.data is None:
        return "<!DOCTYPE html>"
    info: Any = page.root.getroottree().docinfo  # its stub lacks the names used here
    if not info.doctype:
        return ""
    # What the page says goes into markup here, so only characters that names may have pass.
    public, system = (
        "".join(filter(_PUBLIC_CHARACTERS.__contains__, part or ""))
        for part in (info.public_id, info.system_url)
    )
    if not public:
        return "<!DOCTYPE html>"
    return f'<!DOCTYPE html PUBLIC "{public}"' + (f' "{system}">' if system else ">")


_PUBLIC_CHARACTERS = frozenset(string.ascii_letters + string.digits + " -/.:+,_")


def base_address(page: Page, url_text: str) -> str:
    """Return the address that relative addresses of a page start from.

    Parameters
    ----------
    page : Page
        Its first ``base`` element with an address counts, if it leads to the web; in a local
        file, if it leads to another file.
    url_text : str
        Address of the page itself.
    """
    known = ("file:",) if url_text.startswith("file:") else ("http://", "https://")
    for row, tag in enumerate(page.elements.tag):
        href = page.elements.node[row].get("href") if tag == "base" else None
        if href is not None:
            try:
                joined = urljoin(url_text, str(href).strip())
            except ValueError:
                return url_text
            return joined if joined.startswith(known) else url_text
    return url_text
