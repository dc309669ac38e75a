"""The one rule that makes names unique: a name that is taken gets the next free number.

Of each name, eight bytes of a digest are kept; if two names should ever have the same digest, the
later one gets a number that it does not need.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class UniqueNames:
    """Names given so far; the number of a name depends only on the names before it.

    Parameters
    ----------
    taken : iterable of str
        Names that are taken already.
    mark : str
        What stands before the number, as in ``x-2``.
    """

    def __init__(self, taken: Iterable[str] = (), mark: str = "-") -> None:
        self._mark = mark
        self._digests = {_digest(name) for name in taken}
        self._numbers: dict[int, int] = {}

    def take(self, name: str) -> str:
        """Return a name that is not taken, with a number if it needs one; it is taken then."""
        digest = _digest(name)
        if digest not in self._digests:
            self._digests.add(digest)
            return name
        number, free = self._numbers.get(digest, 1), digest
        while free in self._digests:
            number += 1
            free = _digest(f"{name}{self._mark}{number}")
        self._numbers[digest] = number
        self._digests.add(free)
        return f"{name}{self._mark}{number}"


def _digest(name: str) -> int:
    data = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest())
