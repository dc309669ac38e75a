"""Columns that are measured when they are first read: a model reads about half of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from extractors.page.records import FloatArray

Measurements: TypeAlias = "dict[str, Callable[[], FloatArray]]"
"""For each name, a function that returns its column."""


class Columns(Mapping[str, "FloatArray"]):
    """Columns by name.

    Parameters
    ----------
    measurements : mapping of str to function
        See `Measurements`. The mapping may still grow, so that a column can depend on later ones.
    """

    def __init__(self, measurements: Mapping[str, Callable[[], FloatArray]]) -> None:
        self._measurements = measurements
        self._measured: dict[str, FloatArray] = {}

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
