"""Clocks: the best of several runs, and the time each shared stage of a page takes."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, ClassVar, TypeVar

from extractors.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from extractors.model.extraction import Extraction

T = TypeVar("T")


def best_of(repeat: int, work: Callable[[], object]) -> float:
    """Return the seconds of the fastest of several runs."""
    return min(seconds(work) for _ in range(repeat))


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds of one run."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def read_all(made: Extraction) -> None:
    """Have everything made that an extraction leaves to those who read it."""
    made.own_text, made.columns, made.curves  # noqa: B018 - reading makes them
    if made.tree is not None:
        tuple(made.tree.label), tuple(made.tree.states)


class StageClock:
    """Adds up, by the name of the stage, the time in which each was built.

    What a stage waits for another one to be built counts for the other one alone.
    """

    def __init__(self) -> None:
        self.of_key: dict[Hashable, float] = {}
        self._inside: list[float] = []

    def measure(self, key: Hashable, build: Callable[[], T]) -> T:
        """Build a stage and write down how long it took."""
        self._inside.append(0.0)
        began = time.perf_counter()
        made = build()
        whole = time.perf_counter() - began
        self.of_key[key] = whole - self._inside.pop()
        if self._inside:
            self._inside[-1] += whole
        return made

    @property
    def total(self) -> float:
        """The seconds of all stages."""
        return sum(self.of_key.values())

    def by_name(self) -> dict[str, float]:
        """Return seconds by name of the stage; of one made with several settings the longest."""
        longest: dict[str, float] = defaultdict(float)
        for key, taken in self.of_key.items():
            name = str(key[0]) if isinstance(key, tuple) else str(key)
            longest[name] = max(longest[name], taken)
        return dict(longest)


class ClockedPage(Page):
    """A page that writes down how long its stages take to build."""

    clock: ClassVar[StageClock] = StageClock()

    def cached(self, key: Hashable, build: Callable[[Page], T]) -> T:
        """Return a stage, see `Page.cached`."""
        return super().cached(key, lambda page: self.clock.measure(key, lambda: build(page)))
