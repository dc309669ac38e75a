"""Jobs of the tab Losses: stored decisions of a pane, and runs of its variants. No Qt."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boilerscope.extractors.runs.agreement import Agreement, agreements
from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.scoring.losses.ledger import PaneLosses, take
from boilerscope.extractors.search.variants import VariantRun

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence
    from pathlib import Path

    from boilerscope.app.window.work.control import Control
    from boilerscope.app.window.work.corpus_jobs import RunRequest
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.corpus_run import RunOptions

_PUBLISH_S = 0.5
"""Minimum time between two states of a run of variants, seconds."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadLosses:
    """Losses of one pane.

    Attributes
    ----------
    losses : PaneLosses
        Its losses, page by page.
    n_done, n_pages : int
        Pages read, and all pages.
    agreement : Agreement or None
        Agreement with the other panes, for a corpus without gold.
    """

    losses: PaneLosses
    n_done: int
    n_pages: int
    agreement: Agreement | None = None


def read_losses(
    request: RunRequest, compared: Sequence[Pane], control: Control
) -> Generator[ReadLosses, None, ReadLosses]:
    """Return the losses of the only pane of a request; stored results are not computed again.

    Parameters
    ----------
    request : RunRequest
        Its pane, or its file, and options that ask for losses.
    compared : sequence of Pane
        Panes to compare it with, word by word; empty if pages have gold.
    """
    losses = PaneLosses(len(request.pages))
    [name] = (*(pane.name for pane in request.panes), *(f.pane.name for f in request.files))
    rows = request.rows
    store = nullcontext() if request.store is None else ResultStore(request.store)
    with store as opened:
        run = request.run(opened, control)
        published_s = 0.0
        for n_done, result in enumerate(run.results(), start=1):
            take({name: losses}, result)
            if control.seconds - published_s >= _PUBLISH_S:
                published_s = control.seconds
                yield ReadLosses(losses.snapshot(), n_done, len(rows))
        found: dict[str, Agreement] = {}
        if compared and opened is not None:
            pages = [request.pages[row] for row in rows]
            score = request.options.score
            for _ in agreements(pages, compared, score, opened, found, rows):
                if control.is_cancelled():
                    break
        return ReadLosses(losses, len(rows), len(rows), found.get(name))


@dataclass(frozen=True, slots=True)
class VariantRequest:
    """A pane with variants to run over pages with gold.

    Attributes
    ----------
    variants : mapping of str to Pane
        Variants by name.
    store : Path or None
        Folder of the store of results.
    indices : sequence of int
        Numbers of the pages.
    """

    pages: Sequence[ListedPage]
    pane: Pane
    variants: Mapping[str, Pane]
    options: RunOptions
    store: Path | None
    indices: Sequence[int] = field(default=())


@dataclass(frozen=True, slots=True, eq=False)
class VariantState:
    """State of a run of variants.

    Attributes
    ----------
    run : VariantRun
        The run. Its scores may be read after its end.
    seconds : float
        Elapsed time, without pauses.
    """

    run: VariantRun
    n_done: int
    n_pages: int
    seconds: float


def run_variants(
    request: VariantRequest, control: Control
) -> Generator[VariantState, None, VariantState]:
    """Run a pane and its variants, and yield the progress; return the last state."""
    store = nullcontext() if request.store is None else ResultStore(request.store)
    with store as opened:
        run = VariantRun(
            request.pages,
            request.pane,
            request.variants,
            request.options,
            opened,
            indices=request.indices,
        )
        control.attach(run.cancel, run.set_paused)
        n_done, published_s = 0, 0.0
        for n_done, _ in enumerate(run.results(), start=1):
            if control.seconds - published_s >= _PUBLISH_S:
                published_s = control.seconds
                yield VariantState(run, n_done, run.n_pages, published_s)
        return VariantState(run, n_done, run.n_pages, control.seconds)
