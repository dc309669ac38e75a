"""Runs of extractors on a page: inputs first; errors become results instead of exceptions.

A pane is a named use of an extractor with settings. The window, the command line and batch runs all
use `run`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, MutableMapping, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError, ExtractorError
from boilerscope.extractors.model.extraction import Extraction, Fault, Status
from boilerscope.extractors.model.lazy import is_computed, replaced
from boilerscope.extractors.model.minus_template import minus_template
from boilerscope.extractors.model.settings import NoSettings, Settings
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.system.printing import printing_to_stderr
from boilerscope.extractors.system.unique_names import UniqueNames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.model.extractor import Extractor
    from boilerscope.extractors.page import Page

_Use = tuple[str, Settings]
CachedResults = MutableMapping[_Use, Extraction]
"""Cached results on one page by extractor and settings, so that shared inputs run once."""

_MAX_INPUT_LEVELS = 20
_MAX_FAULT = 500

NO_MEMORY = "There was not enough memory."
"""Message of a run that reached the memory limit."""


@dataclass(frozen=True, slots=True)
class Pane:
    """A named use of an extractor with settings.

    Attributes
    ----------
    name : str
        Unique name: the extractor's identifier, or ``id#2``, ``id#3`` ... for further panes.
    settings : Settings
        A record of the extractor's settings class.
    """

    name: str
    extractor: str
    settings: Settings


def free_name(identifier: str, taken: Iterable[str]) -> str:
    """Return a name for a new pane of an extractor: ``id``, ``id#2``, ``id#3`` ..."""
    return UniqueNames(taken, mark="#").take(identifier)


def run(
    page: Page,
    identifier: str,
    settings: Settings | None = None,
    cached: CachedResults | None = None,
) -> Extraction:
    """Run an extractor and its inputs, and return the extraction; never raise.

    Parameters
    ----------
    settings : Settings, optional
        The settings; by default those of the extractor.
    cached : mapping, optional
        Cached results on this page; new results are added.

    Returns
    -------
    Extraction
        Its status is ``error``, and the message gives the reason, if the extractor is unknown,
        if it raised, if its inputs form a cycle, or if its result does not fit the page.
    """
    try:
        return _run(page, identifier, settings, {} if cached is None else cached, ())
    except BoilerscopeError as error:
        used_settings = NoSettings() if settings is None else settings
        return failed(page, identifier, used_settings, Status.ERROR, str(error))


def run_alone(page: Page, extractor: Extractor[Any]) -> Extraction:
    """Return the extraction of an object that is not registered, with its defaults; never raise.

    Its inputs are not run.
    """
    settings = extractor.default_settings()
    began = time.perf_counter()
    try:
        with printing_to_stderr():
            extraction = _fitted(page, extractor.extract(page, settings, ()))
    except BoilerscopeError as error:
        extraction = failed(page, extractor.id, settings, Status.ERROR, str(error))
    except Exception as error:  # noqa: BLE001 - a fault of an extractor is shown as its result
        extraction = failed(page, extractor.id, settings, *_described(error))
    # The class of its settings may exist only in this process.
    return replaced(extraction, settings=NoSettings(), seconds=time.perf_counter() - began)


def run_panes(page: Page, panes: Iterable[Pane]) -> dict[str, Extraction]:
    """Run panes and return their extractions by name; shared inputs run once."""
    cached: CachedResults = {}
    return {pane.name: run(page, pane.extractor, pane.settings, cached) for pane in panes}


def failed(
    page: Page | None,
    identifier: str,
    settings: Settings,
    status: Status,
    message: str,
    fault: Fault = Fault.NONE,
) -> Extraction:
    """Return an extraction without a result, with the reason as message."""
    n_tokens = 0 if page is None else page.n_tokens
    return Extraction(
        extractor=identifier,
        status=status,
        settings=settings,
        message=message,
        fault=fault,
        mask=np.zeros(n_tokens, dtype=np.bool_),
    )


class _CycleError(ExtractorError):
    """An extractor is an input of itself, so no extractor of the cycle has a result."""


def _run(
    page: Page,
    identifier: str,
    settings: Settings | None,
    cached: CachedResults,
    above: tuple[_Use, ...],
) -> Extraction:
    extractor = registry.extractor(identifier)
    use = (identifier, extractor.default_settings() if settings is None else settings)
    if (ready := cached.get(use)) is not None:
        return ready
    if use in above or len(above) >= _MAX_INPUT_LEVELS:
        chain = " > ".join([name for name, _ in (*above, use)][:_MAX_INPUT_LEVELS])
        raise _CycleError(f"Inputs form a cycle: {chain}. Choose another input")
    start = time.perf_counter()
    input_seconds = 0.0
    inputs: list[Extraction] = []
    try:
        with printing_to_stderr():
            for needed in extractor.inputs(use[1]):
                input_start = time.perf_counter()
                inputs.append(_run(page, needed.extractor, needed.settings, cached, (*above, use)))
                input_seconds += time.perf_counter() - input_start
            extraction = _fitted(page, extractor.extract(page, use[1], inputs))
            if isinstance(use[1], ExtractorSettings) and use[1].minus_template:
                extraction = _fitted(page, minus_template(page, extraction, use[1]))
    except _CycleError:
        raise
    except BoilerscopeError as error:
        extraction = failed(page, *use, Status.ERROR, str(error))
    except Exception as error:  # noqa: BLE001 - a fault of one extractor is shown in its own pane
        extraction = failed(page, use[0], use[1], *_described(error))
    seconds = time.perf_counter() - start - input_seconds
    used = {name: value for result in (*inputs, extraction) for name, value in result.used.items()}
    # An extractor may have written another identifier or other settings into its result.
    extraction = replaced(
        extraction, extractor=identifier, settings=use[1], used=used, seconds=seconds
    )
    cached[use] = extraction
    return extraction


def _fitted(page: Page, extraction: object) -> Extraction:
    """Return the result if it fits the page; a missing mask is added if the status is not ok.

    Raises
    ------
    ExtractorError
        If the result does not fit the page: views would fail on it.
    """
    if not isinstance(extraction, Extraction):
        raise ExtractorError(f"the result is not an Extraction but a {type(extraction).__name__}")
    if not len(extraction.mask) and extraction.status is not Status.OK:
        extraction = replaced(extraction, mask=np.zeros(page.n_tokens, dtype=np.bool_))
    for kind, name, values, length in _parts(page, extraction):
        if len(values) != length:
            raise ExtractorError(
                f"the result's {kind}{name} has length {len(values)}, not {length}"
            )
    for step in extraction.steps:
        if np.any((step.rule < 0) | (step.rule > len(step.rules))):
            raise ExtractorError(
                f"the result's step {step.code} has numbers of rules that are not from 0 to"
                f" {len(step.rules)}"
            )
    if len(extraction.blocks.run_end) and int(extraction.blocks.run_end.max()) > page.n_tokens:
        raise ExtractorError("the result has a block that ends beyond the page's last token")
    return extraction


def _parts(page: Page, extraction: Extraction) -> Iterator[tuple[str, str, Sized, int]]:
    """Yield kind, name, values and required length of each array of a result.

    Lazy arrays are left out if they have not been computed.
    """
    n_blocks = len(extraction.blocks)
    yield "mask", "", extraction.mask, page.n_tokens
    yield "content", "", extraction.content, n_blocks
    for column in extraction.columns if is_computed(extraction, "columns") else ():
        if is_computed(column, "values"):
            yield "column ", column.name, column.values, n_blocks
    for step in extraction.steps:
        yield "rule of step ", step.code, step.rule, n_blocks
        yield "content of step ", step.code, step.content, n_blocks
        if step.before is not None:
            yield "state before step ", step.code, step.before, n_blocks
        if is_computed(step, "notes") and len(step.notes):
            yield "notes of step ", step.code, step.notes, n_blocks
    if extraction.marks is not None:
        yield "marks", "", extraction.marks, len(page.elements)
    if extraction.labels is not None:
        yield "labels", "", extraction.labels, n_blocks


def _described(error: Exception) -> tuple[Status, str, Fault]:
    """Return status, message and fault of a run that raised."""
    if isinstance(error, MemoryError):
        return Status.ERROR, NO_MEMORY, Fault.MEMORY
    return Status.ERROR, _describe(error), Fault.NONE


def _describe(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}" if trace else ""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text[:_MAX_FAULT] + where
