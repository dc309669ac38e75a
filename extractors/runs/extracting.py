"""Pages that a user names one by one, extracted with their encoding and address."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors import registry
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.formats.structure.options import Images, Texts
from boilerscope.extractors.model.explaining import TRACING_S
from boilerscope.extractors.model.listed_page import BytesPlace, FilePlace
from boilerscope.extractors.page.snapshot import is_snapshot, read_resources
from boilerscope.extractors.runs.output import OutputTask
from boilerscope.extractors.sources.addresses import FETCH_S, AddressPlace
from boilerscope.extractors.sources.words import STDIN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import Recorded

_NAME_OF_STDIN = "standard input"

_PLAIN = frozenset({"text", "jsonl", "parquet"})
"""Formats with the text that an extractor writes; the others are made from its kept words."""


@dataclass(frozen=True)
class ExtractTask(OutputTask):
    """One page of the command ``extract``.

    Attributes
    ----------
    encoding : str or None
        Encoding that the user selected, if any.
    url : str or None
        Address that the user gave to a page from a file or standard input.
    """

    encoding: str | None = None
    url: str | None = None

    @property
    def explains(self) -> bool:
        """Whether libraries are traced: for blocks, the answer why, and all made of kept words.

        The words that a library keeps are then those that the window shows. Its text needs no
        trace: it is always that of the plain run.
        """
        options, text = self.options, self.options.structure.text
        is_plain = text is Texts.OWN or (options.format in _PLAIN and text is Texts.AUTO)
        return options.blocks or bool(options.why) or not is_plain

    @property
    def reading_s(self) -> float:
        """Maximum time for reading the page, seconds, in addition to the panes."""
        return FETCH_S if isinstance(self.listed.place, AddressPlace) else 0.0

    @property
    def recording_s(self) -> float:
        """Maximum time for tracing a library, seconds, in addition to the panes."""
        traced = self.explains and any(registry.explains(pane.extractor) for pane in self.panes)
        return TRACING_S if traced else 0.0

    def page(self) -> Page:
        """Return the page; that of a file has the address of the file if no other is known.

        Raises
        ------
        BoilerscopeError
            If it cannot be read.
        """
        located = self.listed.located()
        place, name, url = located.place, located.page_id, located.url
        if isinstance(place, FilePlace):
            name = place.file.name
            url = url or (place.file.resolve().as_uri() if isinstance(place.file, Path) else None)
        elif isinstance(place, BytesPlace):
            name = _NAME_OF_STDIN if place.origin == STDIN else name
        page = place.page(name=name, url=url, encoding=self.encoding or located.encoding)
        page = page.with_site(self.listed.site)
        return replace(page, url=self.url) if self.url else page

    def result(self, pane: str, page: Page | None, extraction: Extraction) -> Result:
        """Return a result under the name that the page has among those of the command."""
        listed = self.listed
        url = self.url or listed.url
        return Result(
            listed.source, listed.page_id, pane, page, extraction, url, recorded=self._recorded
        )

    @cached_property
    def _recorded(self) -> Mapping[str, Recorded]:
        """Resources of a snapshot, if images are written as files."""
        place = self.listed.place
        wants_files = self.options.structure.images is Images.FILES
        if not wants_files or not isinstance(place, FilePlace) or not isinstance(place.file, Path):
            return {}
        return read_resources(place.file) if is_snapshot(place.file) else {}
