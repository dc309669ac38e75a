"""Labels: set on blocks by filters and read by later filters.

A block's labels are one integer with a bit for each name in `LABEL_NAMES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.page import IntArray

_OWN_NAMES = (
    "TITLE",
    "ARTICLE_METADATA",
    "INDICATES_END_OF_TEXT",
    "MIGHT_BE_CONTENT",
    "STRICTLY_NOT_CONTENT",
    "HR",
    "VERY_LIKELY_CONTENT",
    "LI",
    "HEADING",
    "H1",
    "H2",
    "H3",
)
PRECEDING = "^"
"""Prefix of a label inherited from the previous block."""

LABEL_NAMES = (*_OWN_NAMES, *(PRECEDING + name for name in _OWN_NAMES))
"""Names of the bits; the original writes them after ``de.l3s.boilerpipe/``."""


def bits(names: Iterable[str]) -> int:
    """Return the bits of some labels.

    Raises
    ------
    UnknownNameError
        If a label does not exist; the message gives the nearest name.
    """
    total = 0
    for name in names:
        if name not in LABEL_NAMES:
            raise UnknownNameError("label", name, LABEL_NAMES)
        total |= 1 << LABEL_NAMES.index(name)
    return total


TITLE = bits(["TITLE"])
ARTICLE_METADATA = bits(["ARTICLE_METADATA"])
INDICATES_END_OF_TEXT = bits(["INDICATES_END_OF_TEXT"])
MIGHT_BE_CONTENT = bits(["MIGHT_BE_CONTENT"])
STRICTLY_NOT_CONTENT = bits(["STRICTLY_NOT_CONTENT"])
VERY_LIKELY_CONTENT = bits(["VERY_LIKELY_CONTENT"])
LI = bits(["LI"])
HEADING = bits(["HEADING"])


def preceding(labels: IntArray) -> IntArray:
    """Return the labels for the next block, each with the `PRECEDING` prefix.

    A label that has the prefix already stays as it is.
    """
    n_own = len(_OWN_NAMES)
    own = labels & ((1 << n_own) - 1)
    inherited = labels - own
    return (own << n_own) | inherited
