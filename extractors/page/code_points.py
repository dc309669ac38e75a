"""Code points of a text, and tables with an entry for each code point of Unicode."""

from __future__ import annotations

import functools
import unicodedata
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.page.records import BoolArray

CodeArray = NDArray[np.uint32]

N_CODE_POINTS = 0x110000

SPACES = "".join(character for character in map(chr, range(0x3001)) if character.isspace())
"""All white space of Unicode."""

IGNORABLE = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
)
"""Ranges of characters that nobody sees, such as soft hyphens and zero-width spaces.

Those of Default_Ignorable_Code_Point in the basic plane (DerivedCoreProperties.txt).
"""

# Planes 4 to 13 have no characters, 15 and 16 are private.
_CHARACTER_PLANES = (range(0x40000), range(0xE0000, 0xE1000))


_Entry = TypeVar("_Entry", bound=np.generic)
_PART = 2**16
"""Code points that are looked up at a time."""


def code_points(text: str) -> CodeArray:
    """Return the code points of a text, shape (len(text),)."""
    return np.frombuffer(text.encode("utf-32-le"), dtype="<u4")


@functools.cache
def character_table(characters: str, ranges: tuple[tuple[str, str], ...] = ()) -> BoolArray:
    """Return a table of all code points: True for some characters, shape (0x110000,).

    Parameters
    ----------
    characters : str
        Single characters.
    ranges : tuple of (str, str)
        First and last character of each additional range.
    """
    table = np.zeros(N_CODE_POINTS, dtype=np.bool_)
    table[code_points(characters)] = True
    for first, last in ranges:
        table[ord(first) : ord(last) + 1] = True
    table.flags.writeable = False
    return table


def looked_up(table: NDArray[_Entry], codes: CodeArray) -> NDArray[_Entry]:
    """Return the entry of each code point in a table of all code points.

    Long texts are taken in parts: numpy makes indices of eight bytes, which for all of a text would
    take memory that is not in the cache of the processor.
    """
    entries = np.empty(codes.shape, dtype=table.dtype)
    for start in range(0, len(codes), _PART):
        part = slice(start, start + _PART)
        table.take(codes[part], out=entries[part], mode="clip")  # other modes copy the output
    return entries


def is_space(codes: CodeArray) -> BoolArray:
    """Return which code points are white space."""
    return looked_up(character_table(SPACES), codes)


def is_visible(codes: CodeArray) -> BoolArray:
    """Return which code points are neither white space nor in `IGNORABLE`."""
    unseen = tuple((chr(first), chr(last)) for first, last in IGNORABLE)
    return ~looked_up(character_table(SPACES, unseen), codes)


@functools.cache
def categories() -> tuple[NDArray[np.uint8], tuple[str, ...]]:
    """Return a table of all code points with the index of their category, and the categories.

    The first category is empty, for code points of planes without characters. Building the table
    takes a moment, so worker processes are forked from a process that has it.
    """
    # All names have two letters, so that a pair of bytes is a name.
    pairs = [
        np.frombuffer("".join(map(unicodedata.category, map(chr, codes))).encode(), dtype="<u2")
        for codes in _CHARACTER_PLANES
    ]
    is_used = np.zeros(2**16, dtype=np.bool_)
    for named in pairs:
        is_used[named] = True
    used = np.flatnonzero(is_used)
    index = np.zeros(2**16, dtype=np.uint8)
    index[used] = np.arange(1, len(used) + 1)
    table = np.zeros(N_CODE_POINTS, dtype=np.uint8)
    for codes, named in zip(_CHARACTER_PLANES, pairs, strict=True):
        table[codes.start : codes.stop] = index[named]
    table.flags.writeable = False
    return table, ("", *(pair.tobytes().decode() for pair in used.astype("<u2")))


def category_table(of_category: Mapping[str, int]) -> NDArray[np.uint8]:
    """Return a table of all code points with a value for each category, shape (0x110000,).

    Parameters
    ----------
    of_category : mapping of str to int
        Values by category (``Lu``) or by the first letter of several categories (``L``); 0 for all
        others.
    """
    index, names = categories()
    values = [of_category.get(name, of_category.get(name[:1], 0)) for name in names]
    return np.array(values, dtype=np.uint8)[index]
