"""Columns that are measured when they are first read: a model reads about half of them.

The page caches the values, but not the functions that measure them: these refer to the page, and a
reference cycle would keep an unused page in memory until the garbage collector runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import FloatArray

Measurements: TypeAlias = "dict[str, Callable[[], FloatArray]]"
"""For each name, a function that returns its column."""


class Columns(Mapping[str, "FloatArray"]):
    """Columns by name.

    Parameters
    ----------
    measured : dict of str to array of float
        Measured columns; a column that is read is added.
    declare : function
        Returns the functions that measure the columns; called when an unmeasured column is read.
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
    """Return a function for each of the columns that one call measures together."""
    once = cache(measure)

    def measurement(name: str) -> Callable[[], FloatArray]:
        return lambda: once()[name]

    return {name: measurement(name) for name in names}
