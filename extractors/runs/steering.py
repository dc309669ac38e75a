"""Pause and end of work that consists of several corpus runs, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

    from boilerscope.extractors.runs.corpus_run import CorpusRun
    from boilerscope.extractors.scoring.results import PageResult


class Steered:
    """Work of corpus runs, which can be paused and ended, also before its first run exists.

    One thread works; any thread may pause, continue or end the work.
    """

    def __init__(self) -> None:
        self._current: CorpusRun | None = None
        self._is_cancelled = self._is_paused = False

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - slot of a switch
        """Pause before the next page, or continue."""
        self._is_paused = paused
        if self._current is not None:
            (self._current.pause if paused else self._current.resume)()

    def cancel(self) -> None:
        """End the work; finished pages stay."""
        self._is_cancelled = True
        if self._current is not None:
            self._current.cancel()

    @property
    def is_cancelled(self) -> bool:
        """Whether the work was ended early."""
        return self._is_cancelled

    def steered(self, run: CorpusRun) -> Generator[PageResult, None, None]:
        """Yield the results of a run, to which pauses and the end apply from now on."""
        self._current = run
        if self._is_paused:
            run.pause()
        if self._is_cancelled:
            run.cancel()
        yield from run.results()
