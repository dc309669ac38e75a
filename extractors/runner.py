"""Run extractors on a page: inputs first, times and faults recorded, never an exception.

A pane is a named use of an extractor with settings; the window, the command line and batch runs
all go through `run`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors import registry
from extractors.errors import BoilerscopeError, ExtractorError
from extractors.model.extraction import Extraction, Status
from extractors.model.lazy import is_made, replaced
from extractors.model.settings import NoSettings, Settings
from extractors.printing import printing_to_stderr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from extractors.model.extractor import Extractor
    from extractors.page import Page

_Use = tuple[str, Settings]
Known = MutableMapping[_Use, Extraction]
"""Results of this page by extractor and settings, so that inputs run once."""

_MAX_INPUT_LEVELS = 20
_LONGEST_FAULT = 500


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
    """Return the extraction of one extractor, running its inputs first; never raise.

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
        With status ``error`` and the fault as message where there is no such extractor, where it
        raised, where its inputs go round in a circle, or where its result does not fit the page.
    """
    try:
        return _run(page, identifier, settings, {} if known is None else known, ())
    except BoilerscopeError as error:
        chosen = NoSettings() if settings is None else settings
        return failed(page, identifier, chosen, Status.ERROR, str(error))


def run_alone(page: Page, extractor: Extractor[Any]) -> Extraction:
    """Return the extraction of an object that is not registered, with its defaults; never raise.

    Its inputs are not run.
    """
    settings = extractor.default_settings()
    began = time.perf_counter()
    try:
        with printing_to_stderr():
            made = _fitted(page, extractor.extract(page, settings, ()))
    except BoilerscopeError as error:
        made = failed(page, extractor.id, settings, Status.ERROR, str(error))
    except Exception as error:  # noqa: BLE001 - a fault of an extractor is shown as its result
        made = failed(page, extractor.id, settings, Status.ERROR, _describe(error))
    # The class of its settings may exist in this process alone.
    return replaced(made, settings=NoSettings(), seconds=time.perf_counter() - began)


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


class _CircleError(ExtractorError):
    """An extractor is an input of itself: no extractor of the chain has a result."""


def _run(
    page: Page, identifier: str, settings: Settings | None, known: Known, above: tuple[_Use, ...]
) -> Extraction:
    extractor = registry.extractor(identifier)
    use = (identifier, extractor.default_settings() if settings is None else settings)
    made = known.get(use)
    if made is not None:
        return made
    if use in above or len(above) >= _MAX_INPUT_LEVELS:
        chain = " > ".join([one for one, _ in (*above, use)][:_MAX_INPUT_LEVELS])
        raise _CircleError(f"inputs go round in a circle: {chain}")
    began = time.perf_counter()
    waited = 0.0
    inputs: list[Extraction] = []
    try:
        with printing_to_stderr():
            for wanted in extractor.inputs(use[1]):
                before = time.perf_counter()
                inputs.append(_run(page, wanted.extractor, wanted.settings, known, (*above, use)))
                waited += time.perf_counter() - before
            made = _fitted(page, extractor.extract(page, use[1], inputs))
    except _CircleError:
        raise
    except BoilerscopeError as error:
        made = failed(page, *use, Status.ERROR, str(error))
    except Exception as error:  # noqa: BLE001 - a fault of one extractor is shown in its own pane
        made = failed(page, *use, Status.ERROR, _describe(error))
    seconds = time.perf_counter() - began - waited
    used = {name: what for one in (*inputs, made) for name, what in one.used.items()}
    # The runner knows better than the extractor which one it is and what it was told.
    made = replaced(made, extractor=identifier, settings=use[1], used=used, seconds=seconds)
    known[use] = made
    return made


def _fitted(page: Page, made: object) -> Extraction:
    """Return a result that fits the page; one that is not ok may leave its mask out.

    Raises
    ------
    ExtractorError
        If the result does not fit the page: views would fail on it.
    """
    if not isinstance(made, Extraction):
        raise ExtractorError(f"the result is no Extraction but {type(made).__name__}")
    if not len(made.mask) and made.status is not Status.OK:
        made = replaced(made, mask=np.zeros(page.n_tokens, dtype=np.bool_))
    for kind, name, values, length in _parts(page, made):
        if len(values) != length:
            raise ExtractorError(
                f"the result's {kind}{name} has length {len(values)}, not {length}"
            )
    if len(made.blocks.run_end) and int(made.blocks.run_end.max()) > page.n_tokens:
        raise ExtractorError("the result has a block that ends beyond the page's last token")
    return made


def _parts(page: Page, made: Extraction) -> Iterator[tuple[str, str, NDArray[Any], int]]:
    """Yield the arrays of a result that are made: kind and name, values, the right length."""
    n_blocks = len(made.blocks)
    yield "mask", "", made.mask, page.n_tokens
    yield "content", "", made.content, n_blocks
    for column in made.columns if is_made(made, "columns") else ():
        if is_made(column, "values"):
            yield "column ", column.name, column.values, n_blocks
    for step in made.steps:
        yield "rule of step ", step.code, step.rule, n_blocks
        yield "content of step ", step.code, step.content, n_blocks
        if step.before is not None:
            yield "state before step ", step.code, step.before, n_blocks
    if made.marks is not None:
        yield "marks", "", made.marks, len(page.elements)
    if made.labels is not None:
        yield "labels", "", made.labels, n_blocks


def _describe(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "There was not enough memory."
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}" if trace else ""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text[:_LONGEST_FAULT] + place
