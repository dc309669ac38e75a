"""The characters by which a foreign text and a page are compared, and where each one stands.

White space and characters that nobody sees (soft hyphens, zero-width characters, marks of
direction: default-ignorable code points of Unicode) are left out. Canonically equivalent characters
are equal (normal form C), typographic quotes and dashes equal the plain ones. Case is kept.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.code_points import IGNORABLE, SPACES
from boilerscope.extractors.page.records import SlotFlag

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

_LEFT_OUT = SlotFlag.TITLE | SlotFlag.HEAD | SlotFlag.TEMPLATE
_READINGS = frozenset(("rt", "rp"))

_IGNORABLE_ABOVE = ((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF))
"""The characters like `IGNORABLE` above the basic plane."""

_PLAIN = str.maketrans("‘’‚‛′“”„‟″‐‑‒–—−", "'''''\"\"\"\"\"------")
_BASIC = 0x10000
_FIRST_MARK = 0x300
"""Text without characters from here on is in normal form C."""
_JAMO = range(0x1160, 0x1200)


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Characters that are compared.

    Attributes
    ----------
    codes : array of uint32, shape (n,)
        The characters, normalised.
    positions : array of int64, shape (n,)
        Offset of each in the text it comes from, not decreasing. Of characters that normalisation
        unites, the offset is that of the first.
    """

    codes: NDArray[np.uint32]
    positions: NDArray[np.int64]

    def as_text(self) -> str:
        """Return the characters as a text; it may contain lone surrogates."""
        return self.codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


def compared(text: str) -> Compared:
    """Return the compared characters of a foreign text."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    return _compared(codes, None)


def compared_page(page: Page) -> Compared:
    """Return the compared characters of a page, cached on it.

    These exclude the text of title, head and template.
    """
    return page.cached("compared text", lambda of_page: _of_page(of_page, frozenset()))


def compared_without_readings(page: Page) -> Compared | None:
    """Return the compared characters of a page without the readings above its words (ruby).

    None if the page has no readings.
    """
    return page.cached(
        "compared text without readings",
        lambda of_page: (
            _of_page(of_page, _READINGS) if of_page.elements.tagged(_READINGS).any() else None
        ),
    )


def _of_page(page: Page, left_out: frozenset[str]) -> Compared:
    slots, elements = page.slots, page.elements
    is_left_out = (slots.flags & int(_LEFT_OUT)) != 0
    if left_out:
        is_left_out |= elements.at_or_below(elements.tagged(left_out)).take(slots.owner)
    is_usable = np.ones(len(page.codes), dtype=np.bool_)
    for slot in is_left_out.nonzero()[0].tolist():
        is_usable[slots.start[slot] : slots.end[slot]] = False
    return _compared(page.codes, is_usable)


def _compared(codes: NDArray[np.uint32], is_usable: BoolArray | None) -> Compared:
    plain = _plain_characters().take(codes, mode="clip")
    is_above = plain == _BASIC
    if is_above.any():
        plain[is_above] = codes[is_above]
        for first, last in _IGNORABLE_ABOVE:
            plain[(plain >= first) & (plain <= last)] = 0
    positions = np.flatnonzero(plain if is_usable is None else plain * is_usable)
    whole = Compared(plain.take(positions), positions)
    if whole.codes.max(initial=0) < _FIRST_MARK:
        return whole
    text = whole.as_text()
    return whole if unicodedata.is_normalized("NFC", text) else _composed(whole, text)


@cache
def _plain_characters() -> NDArray[np.uint32]:
    """Return the compared character of each one in the basic plane, 0 if it is left out.

    Shape (0x10001,); the last entry is for all characters above the plane.
    """
    table = np.arange(_BASIC + 1, dtype=np.uint32)
    for plain, character in _PLAIN.items():
        table[plain] = character
    table[[ord(space) for space in SPACES]] = 0
    for first, last in IGNORABLE:
        table[first : last + 1] = 0
    return table


def _composed(whole: Compared, text: str) -> Compared:
    """Return the characters in normal form C: each one with its marks at a time."""
    unique, number = np.unique(whole.codes, return_inverse=True)
    characters = list(map(chr, unique.tolist()))
    is_mark = np.array([unicodedata.category(c)[0] == "M" or ord(c) in _JAMO for c in characters])
    is_other = np.array([not unicodedata.is_normalized("NFC", c) for c in characters])
    starts_cluster = ~is_mark[number]
    starts_cluster[0] = True
    start = np.flatnonzero(starts_cluster)
    size = np.diff(start, append=len(text))
    changes = (size > 1) | is_other[number[start]]
    new_size = size.copy()
    pieces: list[str] = []
    at = 0
    for cluster in np.flatnonzero(changes).tolist():
        first = int(start[cluster])
        end = first + int(size[cluster])
        piece = unicodedata.normalize("NFC", text[first:end])
        new_size[cluster] = len(piece)
        pieces += text[at:first], piece
        at = end
    codes = np.frombuffer(
        "".join([*pieces, text[at:]]).encode("utf-32-le", "surrogatepass"), dtype="<u4"
    )
    within = np.arange(len(codes)) - np.repeat(np.cumsum(new_size) - new_size, new_size)
    source = np.repeat(start, new_size) + np.minimum(within, np.repeat(size - 1, new_size))
    return Compared(codes, whole.positions.take(source))
