"""Extractor of a library in another version, which runs in an environment of its own."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING, Any, ClassVar

from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.model.aligned import ForeignText, aligned_extraction
from boilerscope.extractors.model.explaining import is_explaining
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor
from boilerscope.extractors.model.lazy import replaced
from boilerscope.extractors.model.settings import Settings
from boilerscope.extractors.own.libraries import library_named
from boilerscope.extractors.own.versions.answers import Request, digest_of
from boilerscope.extractors.own.versions.process import ask
from boilerscope.extractors.own.versions.runner import COMPILED
from boilerscope.extractors.system.environments import Environment, Installation
from boilerscope.extractors.system.pythons import is_this_version, python_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.own.location import Location
    from boilerscope.extractors.own.versions.answers import Answer
    from boilerscope.extractors.page import Page

_UNDECLARED = ("lxml_html_clean",)
"""Packages that older releases import without declaring them: lxml 5.2 has moved its cleaner out,
and an installer takes the newest lxml."""


class VersionExtractor(Extractor[Settings]):
    """Extractor that runs a library in an environment of its own, by the adapter of ours.

    Parameters
    ----------
    location : Location
        ``library==version`` or ``library@folder``.
    """

    foreign: ClassVar[bool] = True

    def __init__(self, location: Location) -> None:
        assert location.folder is not None  # noqa: S101 - a version has one
        library = library_named(location.name)
        self._adapter = adapter = library.adapter()
        self._point = library.point.value
        self._location = location
        self.environment = Environment(location.folder)
        extras = f"[{','.join(location.extras)}] " if location.extras else ""
        which = f"{extras}{location.version}" if location.version else f"in {location.folder.name}"
        self.id = location.identifier
        self.name = f"{adapter.name} {which}"
        self.summary = f"{adapter.summary.rstrip('.')}, {which}."
        self.reference = adapter.reference
        self.help = (
            f"Runs {adapter.name} of the environment `{location.folder}` in a process of its own,"
            " with the settings and probes of the version in the locks. A setting that this"
            " version does not have is an error if it differs from its default; probes that do not"
            f" fit are named.\n\n{adapter.help}"
        )
        self.settings_class = adapter.settings_class
        self.presets, self.scores = adapter.presets, adapter.scores
        self.text_repair, self.own_formats = adapter.text_repair, adapter.own_formats

    def installation(self) -> Installation | None:
        """Return what installs the version; None if it is there, or cannot be installed."""
        python = python_from(self._adapter.python)
        if self.environment.exists() or not self._location.version or python is None:
            return None
        ours = (
            []
            if is_this_version(python)
            else [f"{name}=={metadata.version(name)}" for name in COMPILED]
        )
        return Installation(self.environment, [self._location.text, *_UNDECLARED, *ours], python)

    def missing(self) -> str:
        """Return how to install the version; empty if its environment has it."""
        if self._location.version and not self.environment.exists():
            if python_from(self._adapter.python) is None:
                needed = ".".join(map(str, self._adapter.python))
                return (
                    f"{self._adapter.library} needs Python {needed} or later, and there is none on"
                    " the path, of pyenv or of uv. Install one, then run:"
                    f" boilerscope own add {self._location.text}"
                )
            return (
                f"{self.name} is not installed. Install it with:"
                f" boilerscope own add {self._location.text}"
            )
        if not self.version():
            return f"{self.environment.folder} does not have {self._adapter.library}."
        return ""

    def explains(self) -> bool:
        """Return whether the library has probes."""
        return self._adapter.explains()

    def version(self) -> str:
        """Return the version in the environment; empty if the library is not there."""
        found = metadata.distributions(
            name=self._adapter.library, path=[str(self.environment.packages)]
        )
        return next((package.version for package in found), "")

    def own_output(self, page: Page, settings: Settings, format_name: str) -> str:
        """Return the output of this version of the library in one of `own_formats`."""
        if format_name not in self.own_formats:
            return super().own_output(page, settings, format_name)
        return self._answer(Request(self._point, page, settings, format_name=format_name)).output

    def extract(self, page: Page, settings: Settings, inputs: Sequence[Extraction]) -> Extraction:
        """Return the result of the adapter in the environment."""
        del inputs
        missing = self.missing()
        if missing:
            return Extraction(self.id, Status.UNAVAILABLE, settings, missing)
        answer = self._answer(Request(self._point, page, settings, is_explaining()))
        extraction = answer.extraction
        assert extraction is not None  # noqa: S101 - no fault, no format
        if answer.page_digest == digest_of(page) or extraction.status is Status.UNAVAILABLE:
            return extraction
        foreign = ForeignText(extraction.own_text or "", extraction.used, extraction.warnings)
        aligned = aligned_extraction(page, self.id, settings, foreign)
        problem = "No trace: the parser of the environment reads the page as another tree."
        return replaced(aligned, trace_problem=problem) if is_explaining() else aligned

    def _answer(self, request: Request) -> Answer:
        answer = ask(self.environment, request)
        if answer.is_memory:
            raise MemoryError
        if answer.fault:
            raise ExtractorError(answer.fault)
        return answer


def installation_of(extractor: Extractor[Any]) -> Installation | None:
    """Return what installs the library of an extractor; None if there is nothing to install."""
    return extractor.installation() if isinstance(extractor, VersionExtractor) else None
