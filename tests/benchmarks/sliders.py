"""Time from a moved slider to the new mask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.page import Page
from tests.benchmarks.pages import algorithms
from tests.benchmarks.rows import MILLISECONDS, Row
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boilerscope.extractors.model.settings import Settings
    from tests.benchmarks.material import Input

LIMIT_MS = 16.0
STOPS = 9
"""Tested positions of a slider, from one end of its range to the other."""


def measure(inputs: list[Input], *, progress: Callable[[str], None]) -> Iterator[Row]:
    """Yield the time of a run after a slider was moved, over all sliders of all extractors."""
    times_of: dict[str, list[float]] = {name: [] for name in algorithms()}
    for page_input in inputs:
        progress(f"sliders on {page_input.name}")
        page = Page.from_bytes(page_input.data, name=page_input.name)
        page = page.with_layout(flow_layout(page))
        for name, times in times_of.items():
            runner.run(page, name)
            times.extend(runner.run(page, name, moved).seconds * 1000 for moved in moves(name))
    high = {name: float(np.percentile(times, 95)) for name, times in times_of.items() if times}
    if not high:
        return
    worst = max(high, key=lambda name: high[name])
    every = np.concatenate([np.array(times) for times in times_of.values()])
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
            rounded = round(value) if knob.kind == "int" else value
            try:
                yield settings.replace(**{knob.name: rounded})
            except SettingsError:  # contradicts a second field, as the panel reports too
                continue
