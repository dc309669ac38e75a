"""Own output of libraries in a worker process, which is killed at the deadline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors import registry
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.runs import workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pebble import ProcessPool

    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.runs.workers import PackedPage


def own_outputs(results: Sequence[Result], format_name: str) -> list[str]:
    """Return the output of each result in the words of its library.

    Raises
    ------
    ExtractorError
        If an extractor does not write this format, or does not end in time.
    """
    pool = workers.make_pool()
    try:
        return [_output(pool, result, format_name) for result in results]
    finally:
        workers.end(pool)


def _output(pool: ProcessPool, result: Result, format_name: str) -> str:
    if result.page is None:
        return ""
    extraction = result.extraction
    use = workers.pack(result.page), extraction.extractor, extraction.settings, format_name
    future = pool.schedule(_run, args=use, timeout=workers.RUN_S)
    fault = future.exception()
    if isinstance(fault, ExtractorError):
        raise fault
    if fault is not None:
        raise ExtractorError(f"{result.pane}: {workers.describe(fault, workers.RUN_S)[1]}")
    text: str = future.result()
    return text


def _run(packed: PackedPage, identifier: str, settings: Settings, format_name: str) -> str:
    text = registry.extractor(identifier).own_output(workers.unpack(packed), settings, format_name)
    return text if not text or text.endswith("\n") else text + "\n"
