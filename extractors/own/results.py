"""Extractor that looks up the text of a page in a results file."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from boilerscope.extractors.model.aligned import ForeignText, aligned_extraction
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.own.loading import digest
from boilerscope.extractors.sources.results import output_of, outputs_by_page, read_outputs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from boilerscope.extractors.own.location import Location
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.sources.results import Output

_CACHE: dict[Path, tuple[str, dict[str, Output]]] = {}
"""Results by file and page, with the digest of the file from which they were read."""


class ResultsExtractor(Extractor[NoSettings]):
    """Extractor that looks up the text of a page in a results file."""

    foreign: ClassVar[bool] = True
    settings_class = NoSettings

    def __init__(self, location: Location) -> None:
        self._file = location.file
        self.id = location.identifier
        self.name = location.file.name
        self.summary = f"Looks up the text in {location.file.name}."
        self.reference = location.text
        self.help = (
            f"Looks up the text of the page in `{location.file}`, which was computed elsewhere, and"
            " aligns it to the page. A page is found by its identifier: its file name without the"
            " suffixes `.html` and `.gz`, or its address."
        )

    def extract(self, page: Page, settings: NoSettings, inputs: Sequence[Extraction]) -> Extraction:
        """Return the aligned text of the page; status ``unavailable`` if the file has no text.

        A failure in the file stays a failure.
        """
        del inputs
        file_digest, outputs = _results(self._file)
        output = output_of(outputs, page.name, page.url)
        if output is None:
            message = f"{self._file.name} has no result for this page."
            return Extraction(self.id, Status.UNAVAILABLE, settings, message)
        if not output.is_answer:
            return Extraction(self.id, output.status, settings, output.message)
        used = {self._file.name: file_digest}
        if output.version:
            used[output.extractor] = output.version
        return aligned_extraction(page, self.id, settings, ForeignText(output.text, used))


def _results(file: Path) -> tuple[str, dict[str, Output]]:
    """Return digest and results of a file; read it again if it has changed."""
    file_digest = digest(file)
    cached = _CACHE.get(file)
    if cached is None or cached[0] != file_digest:
        cached = _CACHE[file] = (file_digest, outputs_by_page(read_outputs(file), file))
    return cached
