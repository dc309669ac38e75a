"""Output of an extractor in its own words: a library's Markdown, TEI or HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors import registry
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.formats.structure.options import Texts

if TYPE_CHECKING:
    from boilerscope.extractors.formats.record import Result


def own_formats(identifier: str) -> tuple[str, ...]:
    """Return the formats in which an extractor writes its result itself."""
    return registry.extractor(identifier).own_formats


def own_output(result: Result, format_name: str) -> str | None:
    """Return a result as its extractor writes it; None unless the options ask for that.

    Raises
    ------
    ExtractorError
        If the extractor does not write this format, or nothing.
    """
    if result.page is None or result.options.text is not Texts.OWN:
        return None
    extraction = result.extraction
    extractor = registry.extractor(extraction.extractor)
    text = extractor.own_output(result.page, extraction.settings, format_name)
    if not text:
        raise ExtractorError(f"{extraction.extractor} wrote no {format_name}.")
    return text if text.endswith("\n") else text + "\n"
