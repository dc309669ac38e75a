"""Base of the adapters: a library gets the source of the page, and its string is aligned."""

from __future__ import annotations

import logging
import warnings
from abc import abstractmethod
from contextlib import contextmanager
from importlib import metadata
from typing import TYPE_CHECKING, ClassVar

from extractors.model.aligned import ForeignText, aligned_extraction
from extractors.model.extraction import Extraction, Status
from extractors.model.extractor import Extractor, S
from extractors.peers.offline import offline

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from extractors.page import Page

INSTALL = "python -m pip install 'boilerscope[peers]'"
"""Command that installs every library."""

_MAX_WARNINGS = 5


class Peer(Extractor[S]):
    """An adapter of a library that returns a string.

    Attributes
    ----------
    library : str
        Name of the package, as it is installed.
    module : str
        Name of its top-level module and of its logger.
    """

    foreign: ClassVar[bool] = True
    library: str
    module: str

    @abstractmethod
    def text(self, html: str, settings: S) -> str:
        """Return the text of the library, exactly.

        Parameters
        ----------
        html : str
            The decoded source of the page, so that every library measures the same characters.
        settings : Settings
            A record of `settings_class`.
        """

    def missing(self) -> str:
        """Return the command that installs the library; empty if it is installed."""
        if self.version():
            return ""
        return f"{self.library} is not installed. Install it: {INSTALL}"

    def version(self) -> str:
        """Return the version of the installed library, empty if it is not installed."""
        try:
            return metadata.version(self.library)
        except metadata.PackageNotFoundError:
            return ""

    def extract(self, page: Page, settings: S, inputs: Sequence[Extraction]) -> Extraction:
        """Return the text of the library, with the tokens of the page that it contains."""
        del inputs
        missing = self.missing()
        if missing:
            return Extraction(self.id, Status.UNAVAILABLE, settings, missing)
        text = ""
        heard: list[str] = []
        if page.n_tokens:  # several libraries raise on a page without text
            try:
                with offline() as refused, _listening(self.module, heard):
                    text = self.text(page.decoded.text, settings)
            except ImportError as error:  # a part for some languages, such as newspaper4k's
                message = f"{self.library} needs a package that is not installed: {error}"
                return Extraction(self.id, Status.UNAVAILABLE, settings, message)
            heard += [
                f"{self.library} tried to reach the network: {address}" for address in refused
            ]
        used = {self.library: self.version()}
        return aligned_extraction(
            page,
            self.id,
            settings,
            ForeignText(text, used, tuple(dict.fromkeys(heard))[:_MAX_WARNINGS]),
        )


@contextmanager
def _listening(module: str, heard: list[str]) -> Iterator[None]:
    """Collect what a library logs as a warning or error, instead of printing it."""
    logger = logging.getLogger(module)
    handler = _Collector(heard)
    propagated = logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # deprecations inside of libraries
            yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagated


class _Collector(logging.Handler):
    """Collects messages from warnings upwards."""

    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message of a record."""
        self._heard.append(f"{record.name}: {record.getMessage()}")
