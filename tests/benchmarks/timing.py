"""Clocks: the best of several runs, and the time of each shared stage of a page."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, ClassVar, TypeVar

from boilerscope.extractors.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from boilerscope.extractors.model.extraction import Extraction

T = TypeVar("T")


def best_of(repeat: int, work: Callable[[], object]) -> float:
    """Return the seconds of the fastest of several runs."""
    return min(seconds(work) for _ in range(repeat))


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds of one run."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def processor_seconds(work: Callable[[], object]) -> float:
    """Return the processor time of one run in seconds: other programs do not add to it."""
    began = time.process_time()
    work()
    return time.process_time() - began


def read_all(extraction: Extraction) -> None:
    """Compute all parts of an extraction that are computed on reading."""
    extraction.own_text, extraction.columns, extraction.curves  # noqa: B018 - reading computes them
    if extraction.tree is not None:
        tuple(extraction.tree.label), tuple(extraction.tree.states)


class StageClock:
    """Building time of each stage, summed by name.

    While a stage waits for a second stage, only the second stage is charged.
    """

    def __init__(self) -> None:
        self.of_key: dict[Hashable, float] = {}
        self._inside: list[float] = []

    def measure(self, key: Hashable, build: Callable[[], T]) -> T:
        """Build a stage and record the time."""
        self._inside.append(0.0)
        began = time.perf_counter()
        stage = build()
        elapsed = time.perf_counter() - began
        self.of_key[key] = elapsed - self._inside.pop()
        if self._inside:
            self._inside[-1] += elapsed
        return stage

    @property
    def total(self) -> float:
        """The seconds of all stages."""
        return sum(self.of_key.values())

    def by_name(self) -> dict[str, float]:
        """Return seconds by stage name: the longest time of a stage with several settings."""
        longest: dict[str, float] = defaultdict(float)
        for key, stage_s in self.of_key.items():
            name = str(key[0]) if isinstance(key, tuple) else str(key)
            longest[name] = max(longest[name], stage_s)
        return dict(longest)


class ClockedPage(Page):
    """A page that records the building time of its stages."""

    clock: ClassVar[StageClock] = StageClock()

    def cached(self, key: Hashable, build: Callable[[Page], T]) -> T:
        """Return a stage, see `Page.cached`."""
        return super().cached(key, lambda page: self.clock.measure(key, lambda: build(page)))
