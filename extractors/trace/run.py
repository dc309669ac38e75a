"""A traced run: the library is called with its functions wrapped, and everything is put back."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.model.explaining import TRACING_S
from boilerscope.extractors.trace.labels import MAX_ELEMENTS
from boilerscope.extractors.trace.probes import Parse
from boilerscope.extractors.trace.tracer import Trace, TraceExpiredError
from boilerscope.extractors.trace.wrapping import find_target, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.trace.table import Probes, Reporter
    from boilerscope.extractors.trace.wrapping import Target

MAX_S = 10.0
"""Longest traced run, in seconds of computing."""

MAX_WAIT_S = 0.6 * TRACING_S
"""Longest traced run on a busy machine, in seconds of the clock; the rest is for the alignment."""

SLOWER = 5.0
"""How much longer than the plain run a traced run may take ..."""

FREE_S = 2.0
"""... beyond this time: the first run reads the source of the library."""

DIFFERS = "Trace differs"
"""Begins the problem of a traced run with another text."""

_TRIES = 5
"""Most traced runs, and most plain ones, where texts differ: newspaper4k orders elements of equal
score by their addresses in memory, so that its runs of some pages differ."""


@dataclass(frozen=True, slots=True, eq=False)
class TracedRun:
    """Outcome of a traced run.

    Attributes
    ----------
    trace : Trace or None
        What was reported; None if there is no trace.
    problem : str
        Why there is none, as a sentence; empty if there is one.
    notes : tuple of str
        Probes that do not fit this version of the library, as sentences.
    seconds : float
        Time of the run.
    """

    trace: Trace | None
    problem: str = ""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0


def run_traced(
    page: Page,
    probes: Probes,
    version: str,
    run: Callable[[], str],
    plain: tuple[str, float],
) -> TracedRun:
    """Run a library again with its functions wrapped.

    Parameters
    ----------
    page : Page
        The page that the library reads.
    probes : Probes
        Table of the library.
    version : str
        Its version, for messages.
    run : function
        Runs the library on the page and returns its text.
    plain : tuple of (str, float)
        Text and time in seconds of the run without probes.
    """
    found, missing = _targets(probes)
    notes = _missing_note(probes, version, missing)
    problem = _misfit(page, probes, version, [target.path for target, _ in found], missing)
    if problem:
        return TracedRun(None, problem, notes)
    start = time.thread_time()
    deadline = start + min(MAX_S, max(FREE_S, SLOWER * plain[1]))
    latest = time.perf_counter() + MAX_WAIT_S
    attempt = 0
    while True:
        attempt += 1
        trace = Trace(page, probes, deadline, latest)
        traced_text, problem = _attempt(trace, found, run)
        spent = time.thread_time() - start
        is_last = attempt == _TRIES or start + spent + spent / attempt > deadline
        if problem or traced_text == plain[0] or is_last:
            break
    problem = problem or _doubt(trace, traced_text, plain[0])
    if problem.startswith(DIFFERS) and _is_unstable(run, plain[0], deadline):
        problem = (
            f"{DIFFERS}: {probes.library} itself returns different texts of this page from run to"
            " run, so no rules are shown."
        )
    seconds = time.thread_time() - start
    return TracedRun(None if problem else trace, problem, notes, seconds)


def _attempt(
    trace: Trace, found: list[tuple[Target, list[Reporter]]], run: Callable[[], str]
) -> tuple[str, str]:
    """Run a library traced; return its text, and why there is none."""
    start = time.perf_counter()
    try:
        wrappers = [(target, trace.wrapper(target, of)) for target, of in found]
        with wrapped(wrappers, trace.probes.packages):
            return run(), ""
    except TraceExpiredError:
        limit = f"{time.perf_counter() - start:.1f} s"
        return "", f"No trace: the traced run took longer than {limit}."
    except Exception as error:  # noqa: BLE001 - a library that fails only when it is traced
        return "", f"No trace: {type(error).__name__}: {error}"


def _is_unstable(run: Callable[[], str], text: str, deadline: float) -> bool:
    """Return whether a plain run returns another text or fails; a few runs, before the deadline."""
    try:
        return any(run() != text for _ in range(_TRIES) if time.thread_time() < deadline)
    except Exception:  # noqa: BLE001 - the first plain run did not fail
        return True


def _misfit(page: Page, probes: Probes, version: str, found: list[str], missing: list[str]) -> str:
    """Return why a page or a version of the library cannot be traced; empty if it can."""
    if len(page.elements) > MAX_ELEMENTS:
        return f"No trace: the page has more than {MAX_ELEMENTS:,} elements, the limit."
    parses = [entry.function for entry in probes.entries if isinstance(entry, Parse)]
    has_parse = not parses or bool({*parses} & {*found})  # some libraries have no tree
    if len(missing) > len(found) or not has_parse:
        return f"No trace: most probes do not fit {probes.library} {version}."
    return ""


def _doubt(trace: Trace, traced_text: str, text: str) -> str:
    """Return why a trace cannot be believed; empty if it can."""
    if traced_text != text:
        return f"{DIFFERS}: the traced run returned another text, so no rules are shown."
    if trace.finished is None:
        why = f" ({trace.problems[0]})" if trace.problems else ""
        return f"No trace: the tree of the text was not seen{why}."
    return ""


def _missing_note(probes: Probes, version: str, missing: list[str]) -> tuple[str, ...]:
    if not missing:
        return ()
    tested = "-".join(dict.fromkeys(probes.tested))
    number = len({entry.function for entry in probes.entries})
    note = (
        f"{len(missing)} of {number} probes do not fit {probes.library} {version}"
        f" (tested: {tested}): {', '.join(missing)}; some blocks have a stage only."
    )
    return (note,)


def _targets(probes: Probes) -> tuple[list[tuple[Target, list[Reporter]]], list[str]]:
    """Return the functions of a table with their probes, and the paths that were not found."""
    found: dict[str, tuple[Target, list[Reporter]]] = {}
    missing = []
    for probe in probes.entries:
        if probe.function in found:
            found[probe.function][1].append(probe)
            continue
        target = find_target(probe.function)
        if target is None:
            missing.append(probe.function)
        else:
            found[probe.function] = target, [probe]
    return list(found.values()), missing
