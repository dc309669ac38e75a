"""Check of one of the user's extractors on sample pages, in a worker process."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.extraction import ANSWERED, Extraction, Status
from boilerscope.extractors.model.extractor import Extractor
from boilerscope.extractors.model.settings import Knob, NoSettings, Settings, knobs
from boilerscope.extractors.own.declaration import read_declaration
from boilerscope.extractors.own.loading import load
from boilerscope.extractors.own.location import Form, Location, is_location, parse_location
from boilerscope.extractors.own.results import ResultsExtractor
from boilerscope.extractors.runs import workers
from boilerscope.extractors.system.wording import counted, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future

    from pebble import ProcessPool

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runs.workers import PackedPage

SLOW_S = 1.0
"""Longest run on a sample page without a warning, seconds."""


class Level(StrEnum):
    """Severity of a finding."""

    NOTE = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """Line in the report of a check."""

    level: Level
    text: str


def check(text: str, pages: Sequence[Page], timeout_s: float = 30.0) -> Iterator[Finding]:
    """Check signature, results, settings, speed and determinism of an extractor; yield findings.

    Parameters
    ----------
    text : str
        Location, see `parse_location`, or identifier.
    pages : sequence of Page
        Sample pages; settings are tried on the first page.
    timeout_s : float
        Maximum time of a run on a page, seconds.
    """
    try:
        location = parse_location(text) if is_location(text) else None
        identifier = text if location is None else registry.add(text)
        extractor = registry.extractor(identifier)
    except BoilerscopeError as error:
        yield Finding(Level.PROBLEM, str(error))
        return
    pool = workers.make_pool()
    try:
        if location is not None and _is_object(location):
            problem = _object_problem(pool, text, timeout_s)
            if problem is None:
                yield Finding(Level.NOTE, f"{text} is an Extractor and fulfils the contract.")
                yield from _check_runs(_PlugIn(pool, text, timeout_s), pages)
                return
            if problem:
                yield Finding(Level.PROBLEM, problem)
                return
        names = ", ".join(setting.name for setting in knobs(extractor.settings_class)) or "none"
        yield Finding(Level.NOTE, f"Identifier {identifier}. Settings: {names}.")
        runs = _Runs(pool, identifier, timeout_s)
        if isinstance(extractor, ResultsExtractor):
            yield from _check_results(runs, pages[0])
            return
        yield from _check_runs(runs, pages)
        yield from _check_settings(runs, pages[0], extractor.default_settings())
    finally:
        workers.end(pool)


@dataclass(frozen=True, slots=True)
class _Runs:
    """Runner of an extractor in a worker, by identifier."""

    pool: ProcessPool
    name: str
    timeout_s: float

    def run(self, page: Page, settings: Settings | None = None) -> Extraction:
        """Return the result on a page."""
        used_settings = (
            registry.extractor(self.name).default_settings() if settings is None else settings
        )
        future = workers.submit(self.pool, page, self.name, used_settings, self.timeout_s)
        workers.fault_of(future)
        return workers.outcome(future, page, self.name, used_settings, self.timeout_s)


class _PlugIn(_Runs):
    """Runner of an Extractor object that is not declared as an entry point yet."""

    def run(self, page: Page, settings: Settings | None = None) -> Extraction:
        """Return the result on a page with the object's default settings."""
        used_settings = NoSettings() if settings is None else settings
        future: Future[bytes] = self.pool.schedule(
            _run_object, args=(self.name, workers.pack(page)), timeout=self.timeout_s
        )
        workers.fault_of(future)
        return workers.outcome(future, page, self.name, used_settings, self.timeout_s)


def _is_object(location: Location) -> bool:
    is_code = location.form is Form.CODE
    return is_code and read_declaration(location.file, location.name) is None


def _object_problem(pool: ProcessPool, text: str, timeout_s: float) -> str | None:
    """Return the problem of an object; None for a valid Extractor, empty for an estimator."""
    future: Future[str | None] = pool.schedule(_examine, args=(text,), timeout=timeout_s)
    fault = workers.fault_of(future)
    if fault is None:
        return future.result()
    if isinstance(fault, BoilerscopeError):
        return str(fault)
    return workers.describe(fault, timeout_s)[1]


def _examine(text: str) -> str | None:
    loaded = load(parse_location(text))
    if isinstance(loaded, Extractor):
        return registry.contract_problem(loaded, text) or None
    return ""


def _run_object(text: str, packed: PackedPage) -> bytes:
    page = workers.unpack(packed)
    extractor: Extractor[Any] = load(parse_location(text))
    return pickle.dumps(runner.run_alone(page, extractor))


def _check_runs(runs: _Runs, pages: Sequence[Page]) -> Iterator[Finding]:
    """Run every page twice."""
    statuses = []
    for page in pages:
        first, second = runs.run(page), runs.run(page)
        statuses.append(first.status)
        if first.status not in ANSWERED:
            yield Finding(Level.PROBLEM, f"{page.name}: {first.status.value}: {first.message}")
            continue
        if (first.own_text, first.mask.tolist()) != (second.own_text, second.mask.tolist()):
            yield Finding(
                Level.PROBLEM,
                f"{page.name}: two runs differ. Make the result depend only on the page.",
            )
        if first.seconds > SLOW_S:
            yield Finding(Level.WARNING, f"{page.name}: slow, {first.seconds:.1f} s.")
        is_aligned = first.status is Status.OK and first.aligned is not None
        share = (
            "" if not is_aligned else f", {percent(first.aligned or 0.0, 1)} of the text aligned"
        )
        kept = f"{int(first.mask.sum())} of {counted(page.n_tokens, 'token')} kept{share}"
        yield Finding(
            Level.NOTE, f"{page.name}: {first.status.value}, {kept}, {second.seconds:.3f} s."
        )
    if statuses and all(status is Status.EMPTY for status in statuses):
        yield Finding(Level.WARNING, "No text is kept on any sample page.")


def _check_results(runs: _Runs, page: Page) -> Iterator[Finding]:
    """Read a results file; it may lack the sample page."""
    extraction = runs.run(page)
    if extraction.status is Status.ERROR:
        yield Finding(Level.PROBLEM, extraction.message)
    else:
        yield Finding(Level.NOTE, "The results file can be read.")


def _check_settings(runs: _Runs, page: Page, default: Settings) -> Iterator[Finding]:
    """Run a page with other values of each setting."""
    for knob in knobs(type(default)):
        for value in _other_values(knob):
            try:
                settings = default.replace(**{knob.name: value})
            except BoilerscopeError:
                continue  # contradicts another default
            extraction = runs.run(page, settings)
            if extraction.status not in ANSWERED:
                plain_value = getattr(value, "value", value)
                message = (
                    f"{knob.name} = {plain_value}: {extraction.status.value}: {extraction.message}"
                )
                yield Finding(Level.PROBLEM, message)


def _other_values(knob: Knob) -> list[object]:
    """Return the limits of a range, the other choices, or the other state of a switch."""
    if knob.kind == "bool":
        return [not knob.default]
    if knob.kind == "choice":
        return [choice for choice in knob.choices if choice is not knob.default]
    if knob.kind in {"int", "float"} and knob.low is not None and knob.high is not None:
        kind = int if knob.kind == "int" else float
        return [kind(knob.low), kind(knob.high)]
    return []
