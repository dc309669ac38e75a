"""Base of the adapters: a library gets the page's source, and its text is aligned."""

from __future__ import annotations

import logging
import sys
import time
import warnings
from abc import abstractmethod
from contextlib import contextmanager
from dataclasses import replace
from importlib import metadata
from typing import TYPE_CHECKING, ClassVar

from boilerscope.extractors.model.aligned import ForeignText, aligned_extraction
from boilerscope.extractors.model.explaining import is_explaining
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, S
from boilerscope.extractors.model.lazy import replaced
from boilerscope.extractors.peers.offline import offline
from boilerscope.extractors.system.installing import package_command
from boilerscope.extractors.trace.explained import explained_extraction
from boilerscope.extractors.trace.run import run_traced

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.trace.table import Probes

_MAX_WARNINGS = 5


class Peer(Extractor[S]):
    """Adapter of a library that returns a string.

    Attributes
    ----------
    library : str
        Name of the package for installation.
    module : str
        Name of the library's top-level module and logger.
    probes : Probes or None
        Functions of the library that report while it runs, if explanations are asked for.
    untraced : str
        Why a library has no probes.
    python : tuple of int
        Oldest Python that the library can be installed for.
    """

    foreign: ClassVar[bool] = True
    library: str
    module: str
    probes: ClassVar[Probes | None] = None
    python: ClassVar[tuple[int, int]] = (3, 11)
    untraced: ClassVar[str] = "No trace: there are no probes for this library."

    @abstractmethod
    def text(self, html: str, settings: S) -> str:
        """Return the exact text of the library.

        Parameters
        ----------
        html : str
            Decoded source of the page, so that every library reads the same characters.
        settings : Settings
            Settings of the type `settings_class`.
        """

    def structured(self, html: str, settings: S, format_name: str) -> str:
        """Return the exact output of the library in one of `own_formats`; see `text`."""
        raise NotImplementedError(f"{self.id} writes no {format_name}")

    def own_output(self, page: Page, settings: S, format_name: str) -> str:
        """Return the output of the library in one of `own_formats`; it runs the library again."""
        if format_name not in self.own_formats:
            return super().own_output(page, settings, format_name)
        with offline(), _collecting_logs(self.module, []):
            return self.structured(page.decoded.text, settings, format_name)

    def missing(self) -> str:
        """Return how to install the library, or why not; empty if it is installed."""
        if self.version():
            return ""
        if sys.version_info < self.python:
            needed, current = (".".join(map(str, v)) for v in (self.python, sys.version_info[:2]))
            tested = f"=={self.probes.tested[-1]}" if self.probes is not None else "==VERSION"
            return (
                f"{self.library} needs Python {needed} or later; this is Python {current}. Install"
                f" it with another Python: boilerscope own add {self.library}{tested}"
            )
        command = package_command(self.library)
        return f"{self.library} is not installed. Install it with: {command}"

    def explains(self) -> bool:
        """Return whether the library has probes."""
        return self.probes is not None

    def version(self) -> str:
        """Return the version of the library; empty if it is not installed."""
        try:
            return metadata.version(self.library)
        except metadata.PackageNotFoundError:
            return ""

    def extract(self, page: Page, settings: S, inputs: Sequence[Extraction]) -> Extraction:
        """Return the text of the library, aligned with the tokens of the page."""
        del inputs
        missing = self.missing()
        if missing:
            return Extraction(self.id, Status.UNAVAILABLE, settings, missing)
        text = ""
        messages: list[str] = []
        start = time.thread_time()
        if page.n_tokens:  # several libraries raise on a page without text
            try:
                with offline() as refused, _collecting_logs(self.module, messages):
                    text = self.text(page.decoded.text, settings)
            except ImportError as error:  # packages for some languages, as for newspaper4k
                message = f"{self.library} needs a package that is not installed: {error}"
                return Extraction(self.id, Status.UNAVAILABLE, settings, message)
            messages += [
                f"{self.library} tried to reach the network: {address}" for address in refused
            ]
        plain_s = time.thread_time() - start
        used = {self.library: self.version()}
        foreign = ForeignText(text, used, tuple(dict.fromkeys(messages))[:_MAX_WARNINGS])
        if not is_explaining() or not page.n_tokens:
            return aligned_extraction(page, self.id, settings, foreign)
        return self._explained(page, settings, foreign, plain_s)

    def _explained(
        self, page: Page, settings: S, foreign: ForeignText, plain_s: float
    ) -> Extraction:
        """Return the extraction of a traced run; without a trace, the aligned one and why."""
        if self.probes is None:
            aligned = aligned_extraction(page, self.id, settings, foreign)
            return replaced(aligned, trace_problem=self.untraced)

        def run() -> str:
            with offline(), _collecting_logs(self.module, []):
                return self.text(page.decoded.text, settings)

        traced = run_traced(page, self.probes, self.version(), run, (foreign.text, plain_s))
        foreign = replace(foreign, warnings=(*foreign.warnings, *traced.notes))
        problem = traced.problem
        if traced.trace is not None:
            explained = explained_extraction(page, self.id, settings, foreign, traced.trace)
            if isinstance(explained, Extraction):
                return explained
            problem = explained
        aligned = aligned_extraction(page, self.id, settings, foreign)
        return replaced(aligned, trace_problem=problem)


@contextmanager
def _collecting_logs(module: str, messages: list[str]) -> Iterator[None]:
    """Collect warnings and errors that a library logs, instead of printing them."""
    logger = logging.getLogger(module)
    handler = _Collector(messages)
    propagated = logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # deprecations inside libraries
            yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagated


class _Collector(logging.Handler):
    """Log handler that collects messages from warnings upwards."""

    def __init__(self, messages: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._messages = messages

    def emit(self, record: logging.LogRecord) -> None:
        """Add the message of a record."""
        self._messages.append(f"{record.name}: {record.getMessage()}")
