"""Cleaning of one page by one pane in a worker process: unpack, parse, run, write."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.files import encoded
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.bodies import body_of_page
from boilerscope.extractors.runs import workers
from boilerscope.extractors.runs.limits import RunLimits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pebble import ProcessPool

    from boilerscope.extractors.runner import Pane

_GRACE_S = 1.0
"""Time after the deadline for the pool to end a worker and report it."""


@dataclass(frozen=True, slots=True)
class Job:
    """Page to be cleaned.

    Attributes
    ----------
    data : bytes
        Body as received.
    codings : str
        Its ``Content-Encoding``.
    url : str
        Address of the page.
    charset : str or None
        Charset from the ``Content-Type`` header.
    pane : Pane
        Pane that cleans it.
    format : str
        Name in `FORMATS`.
    min_kept_share : float
        Minimum kept share of tokens; below it, the original is sent.
    max_bytes : int
        Maximum size of the unpacked page.
    """

    data: bytes
    codings: str
    url: str
    charset: str | None
    pane: Pane
    format: str
    min_kept_share: float
    max_bytes: int


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Outcome of cleaning a page.

    Attributes
    ----------
    body : bytes or None
        Body for the reader; None for the original.
    reason : str
        Reason for sending the original.
    kept : float or None
        Kept share of the page's tokens; None without a result.
    """

    body: bytes | None = None
    reason: str = ""
    kept: float | None = None
    title: str = ""


def clean(job: Job) -> Cleaned:
    """Clean a page; return a reason instead of raising for a faulty page or pane."""
    try:
        data = body_of_page(job.data, job.codings, limit=job.max_bytes, name="the page")
        page = Page.from_bytes(data, name=job.url, url=job.url, http_charset=job.charset)
    except BoilerscopeError as error:
        return Cleaned(reason=str(error))
    extraction = runner.run(page, job.pane.extractor, job.pane.settings)
    kept = float(extraction.mask.mean()) if len(extraction.mask) else 0.0
    if extraction.status is Status.EMPTY or (
        extraction.status is Status.OK and not extraction.mask.any()
    ):
        return Cleaned(reason="the pane keeps nothing", kept=0.0, title=page.title)
    if extraction.status is not Status.OK:
        return Cleaned(reason=f"{extraction.status.value}: {extraction.message}", title=page.title)
    if kept < job.min_kept_share:
        reason = f"kept share {kept:.3f} is below {job.min_kept_share:g}"
        return Cleaned(reason=reason, kept=kept, title=page.title)
    result = Result(job.url, "page", job.pane.name, page, extraction)
    body = encoded(FORMATS[job.format].write(result))
    return Cleaned(body, kept=kept, title=page.title)


def warm_up(panes: Sequence[Pane]) -> int:
    """Load the extractors of panes before the first page needs them; return their number."""
    return len([registry.extractor(pane.extractor) for pane in panes])


class Cleaner:
    """Worker processes that clean pages while the event loop continues.

    Parameters
    ----------
    panes : sequence of Pane
        Panes whose extractors the workers load in advance.
    """

    def __init__(self, jobs: int, panes: Sequence[Pane]) -> None:
        self._jobs, self._panes = jobs, panes
        self._waiting = 0
        self._pool = workers.LivePool(self._make_pool)

    def _make_pool(self) -> ProcessPool:
        pool = workers.make_pool(RunLimits(self._jobs), preload=[__name__])
        for _ in range(self._jobs):
            pool.schedule(warm_up, args=(self._panes,))
        return pool

    async def clean(self, job: Job, *, deadline_s: float, max_waiting: int) -> Cleaned:
        """Clean a page; return at the latest a second after the deadline.

        Parameters
        ----------
        deadline_s : float
            Time limit from now in seconds, waiting for a worker included.
        max_waiting : int
            Maximum number of pages in progress.
        """
        if self._waiting >= max_waiting:
            return Cleaned(reason=f"too many waiting pages (limit: {max_waiting})")
        self._waiting += 1
        try:
            return await self._result(job, deadline_s)
        finally:
            self._waiting -= 1

    async def _result(self, job: Job, deadline_s: float) -> Cleaned:
        future = asyncio.wrap_future(self._pool.schedule(clean, job, timeout_s=deadline_s))
        done, _ = await asyncio.wait({future}, timeout=deadline_s + _GRACE_S)
        if not done:
            future.cancel()
            return Cleaned(reason=f"No worker was free within {deadline_s:g} s.")
        fault = future.exception()
        if fault is not None:
            return Cleaned(reason=workers.describe(fault, deadline_s)[1])
        return future.result()

    def close(self) -> None:
        """End the workers."""
        self._pool.end()
