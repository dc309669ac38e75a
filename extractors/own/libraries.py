"""Libraries that have an extractor, by the names of their packages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, distribution
from typing import TYPE_CHECKING, Any, cast

from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.system.installing import EXTRACTORS, PROJECT

if TYPE_CHECKING:
    from boilerscope.extractors.peers.peer import Peer

_PEERS = "boilerscope.extractors.peers."
_NOT_INSTALLED = frozenset({"readability_js"})
"""Extractors of libraries that are part of Boilerscope, not packages of Python."""


@dataclass(frozen=True, slots=True)
class Library:
    """A library with its extractor.

    Attributes
    ----------
    identifier : str
        Identifier of the extractor.
    package : str
        Name of the package, as installers read it.
    point : EntryPoint
        Adapter of the library.
    """

    identifier: str
    package: str
    point: EntryPoint

    def adapter(self) -> Peer[Any]:
        """Return the adapter, which does not import the library."""
        return cast("Peer[Any]", self.point.load())


def library_named(name: str) -> Library:
    """Return a library by the name of its package or of its extractor.

    Raises
    ------
    UnknownNameError
        If there is no extractor for it; the message gives the nearest library.
    """
    library = _libraries().get(_normal(name))
    if library is None:
        raise UnknownNameError("library", name, _libraries())
    return library


@cache
def _libraries() -> dict[str, Library]:
    """Return the libraries by normal name: extractors are named after their packages."""
    points = distribution(PROJECT).entry_points.select(group=EXTRACTORS)
    return {
        _normal(point.name): Library(point.name, _normal(point.name), point)
        for point in points
        if point.value.startswith(_PEERS) and point.name not in _NOT_INSTALLED
    }


def _normal(name: str) -> str:
    """Return a name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()
