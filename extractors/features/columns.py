"""Columns that are measured when they are first read: a model reads about half of them.

What is measured is kept with the page. How it is measured is not: that holds the page, and a page
that held itself would stay until the garbage collector finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from extractors.page.records import FloatArray

Measurements: TypeAlias = "dict[str, Callable[[], FloatArray]]"
"""For each name, a function that returns its column."""


class Columns(Mapping[str, "FloatArray"]):
    """Columns by name.

    Parameters
    ----------
    measured : dict of str to array of float
        Columns that are known; those that are read are added.
    declare : function
        Returns how to measure the columns; called if one is read that is not known.
    """

    def __init__(
        self, measured: dict[str, FloatArray], declare: Callable[[], Measurements]
    ) -> None:
        self._measured, self._declare = measured, declare

    @cached_property
    def _measurements(self) -> Measurements:
        return self._declare()

    def __getitem__(self, name: str) -> FloatArray:
        values = self._measured.get(name)
        if values is None:
            values = self._measured[name] = self._measurements[name]()
        return values

    def __iter__(self) -> Iterator[str]:
        return iter(self._measurements)

    def __len__(self) -> int:
        return len(self._measurements)


def together(names: Iterable[str], measure: Callable[[], Mapping[str, FloatArray]]) -> Measurements:
    """Return how to measure columns that one function measures together, once."""
    once = cache(measure)

    def measurement(name: str) -> Callable[[], FloatArray]:
        return lambda: once()[name]

    return {name: measurement(name) for name in names}
