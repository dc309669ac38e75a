"""Run extractors on a page: inputs first, times and faults recorded, never an exception.

A pane is a named use of an extractor with settings; the window, the command line and batch runs
all go through `run`.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors import registry
from extractors.errors import BoilerscopeError, ExtractorError
from extractors.model.extraction import Extraction, Status

if TYPE_CHECKING:
    from extractors.model.settings import Settings
    from extractors.page import Page

Known = MutableMapping[tuple[str, "Settings"], Extraction]
"""Results of this page by extractor and settings, so that inputs run once."""


@dataclass(frozen=True, slots=True)
class Pane:
    """A named use of an extractor with settings.

    Attributes
    ----------
    name : str
        Unique among the panes of a run: the extractor's identifier, then ``id#2``.
    extractor : str
        Identifier.
    settings : Settings
        A record of the extractor's settings class.
    """

    name: str
    extractor: str
    settings: Settings


def free_name(identifier: str, taken: Iterable[str]) -> str:
    """Return the name of a further pane of an extractor: ``id``, ``id#2``, ``id#3`` ..."""
    used = set(taken)
    if identifier not in used:
        return identifier
    number = 2
    while f"{identifier}#{number}" in used:
        number += 1
    return f"{identifier}#{number}"


def run(
    page: Page, identifier: str, settings: Settings | None = None, known: Known | None = None
) -> Extraction:
    """Return the extraction of one extractor, running its inputs first.

    Parameters
    ----------
    page : Page
        The page.
    identifier : str
        The extractor.
    settings : Settings, optional
        Defaults of the extractor where left out.
    known : mapping, optional
        Results already made on this page; new ones are added.

    Returns
    -------
    Extraction
        With status ``error`` and the fault as message where the extractor raised.
    """
    return _run(page, identifier, settings, {} if known is None else known, ())


def run_panes(page: Page, panes: Iterable[Pane]) -> dict[str, Extraction]:
    """Return the extraction of each pane by name; shared inputs run once."""
    known: Known = {}
    return {pane.name: run(page, pane.extractor, pane.settings, known) for pane in panes}


def failed(
    page: Page | None, identifier: str, settings: Settings, status: Status, message: str
) -> Extraction:
    """Return an extraction that holds nothing but why there is none."""
    n_tokens = 0 if page is None else page.n_tokens
    return Extraction(
        extractor=identifier,
        status=status,
        settings=settings,
        message=message,
        mask=np.zeros(n_tokens, dtype=np.bool_),
    )


def _run(
    page: Page, identifier: str, settings: Settings | None, known: Known, above: tuple[str, ...]
) -> Extraction:
    extractor = registry.extractor(identifier)
    chosen = extractor.default_settings() if settings is None else settings
    key = (identifier, chosen)
    if key in known:
        return known[key]
    if identifier in above:
        raise ExtractorError("inputs go round in a circle: " + " > ".join((*above, identifier)))
    began = time.perf_counter()
    waited = 0.0
    try:
        inputs = []
        for use in extractor.inputs(chosen):
            before = time.perf_counter()
            inputs.append(_run(page, use.extractor, use.settings, known, (*above, identifier)))
            waited += time.perf_counter() - before
        made = extractor.extract(page, chosen, inputs)
    except BoilerscopeError as error:
        made = failed(page, identifier, chosen, Status.ERROR, str(error))
    except Exception as error:  # noqa: BLE001 - a fault of one extractor is shown in its own pane
        made = failed(page, identifier, chosen, Status.ERROR, _describe(error))
    seconds = time.perf_counter() - began - waited
    known[key] = dataclasses.replace(made, seconds=seconds)
    return known[key]


def _describe(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}" if trace else ""
    return f"{type(error).__name__}: {error}{place}"
