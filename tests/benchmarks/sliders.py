"""A slider is moved: how long until the new mask is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors import registry, runner
from extractors.errors import SettingsError
from extractors.model.settings import knobs
from extractors.page import Page
from tests.benchmarks.pages import algorithms
from tests.benchmarks.rows import MILLISECONDS, Row
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from extractors.model.settings import Settings
    from tests.benchmarks.material import Input

LIMIT_MS = 16.0
STOPS = 9
"""Places of a slider that are tried, from one end of its range to the other."""


def measure(given: list[Input], *, told: Callable[[str], None]) -> Iterator[Row]:
    """Yield the time of a run after a slider was moved, over all sliders of all extractors."""
    taken: dict[str, list[float]] = {name: [] for name in algorithms()}
    for one in given:
        told(f"sliders on {one.name}")
        page = Page.from_bytes(one.data, name=one.name)
        page = page.with_layout(flow_layout(page))
        for name, times in taken.items():
            runner.run(page, name)
            times.extend(runner.run(page, name, moved).seconds * 1000 for moved in moves(name))
    high = {name: float(np.percentile(times, 95)) for name, times in taken.items() if times}
    if not high:
        return
    worst = max(high, key=lambda name: high[name])
    every = np.concatenate([np.array(times) for times in taken.values()])
    yield Row(
        "slider moved -> new mask, 100 kB page",
        float(np.percentile(every, 95)),
        LIMIT_MS,
        MILLISECONDS,
        f"slowest: {worst}, {high[worst]:.3g} ms",
    )


def moves(identifier: str) -> Iterator[Settings]:
    """Yield the default settings with one number changed, over the range of each slider."""
    settings = registry.extractor(identifier).default_settings()
    for knob in knobs(type(settings)):
        if knob.kind not in {"int", "float"} or knob.low is None or knob.high is None:
            continue
        for value in np.linspace(knob.low, knob.high, STOPS).tolist():
            chosen = round(value) if knob.kind == "int" else value
            try:
                yield settings.replace(**{knob.name: chosen})
            except SettingsError:  # contradicts another field, which the panel says as well
                continue
