"""Extractor that looks its text up in a results file, by page."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from extractors.gold.outputs import output_of, outputs_by_page, read_outputs
from extractors.model.aligned import ForeignText, aligned_extraction
from extractors.model.extraction import Extraction, Status
from extractors.model.extractor import Extractor
from extractors.model.settings import NoSettings
from extractors.own.loading import digest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from extractors.gold.outputs import Output
    from extractors.own.location import Location
    from extractors.page import Page

_READ: dict[Path, tuple[str, dict[str, Output]]] = {}
"""The results of each file by page, with the digest of the file that they were read from."""


class ResultsExtractor(Extractor[NoSettings]):
    """Looks up the text of a page in a file of results.

    Parameters
    ----------
    location : Location
        Where the file is.
    """

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
            " aligns it to the page. A page is found by its identifier: the name of its file"
            " without the endings `.html` and `.gz`, or its address."
        )

    def extract(self, page: Page, settings: NoSettings, inputs: Sequence[Extraction]) -> Extraction:
        """Return the text of the page, aligned; status ``unavailable`` if the file has none.

        A failure in the file stays a failure.
        """
        del inputs
        now, outputs = _results(self._file)
        output = output_of(outputs, page.name, page.url)
        if output is None:
            message = f"{self._file.name} has no result for the page {page.name}."
            return Extraction(self.id, Status.UNAVAILABLE, settings, message)
        if not output.is_answer:
            return Extraction(self.id, output.status, settings, output.message)
        used = {self._file.name: now}
        if output.version:
            used[output.extractor] = output.version
        return aligned_extraction(page, self.id, settings, ForeignText(output.text, used))


def _results(file: Path) -> tuple[str, dict[str, Output]]:
    """Return digest and results of a file, read again if it has changed."""
    now = digest(file)
    known = _READ.get(file)
    if known is None or known[0] != now:
        known = _READ[file] = (now, outputs_by_page(read_outputs(file), file))
    return known
