"""The record that every format writes: one extraction of one page by one pane."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.structure.options import DEFAULT, StructureOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import Recorded


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """One extraction with its origin.

    Attributes
    ----------
    source : str
        Path, address or ``-`` of the page, as the user entered it.
    page_id : str
        Short name of the page, unique within a run.
    page : Page or None
        The page, None if it could not be read or parsed.
    extraction : Extraction
        The result, which may be a failure.
    listed_url : str or None
        Address of the page in the list of pages, for a page that could not be read.
    options : StructureOptions
        Options of structured formats.
    recorded : mapping of str to Recorded
        Resources that were recorded with the page, by address.
    """

    source: str
    page_id: str
    pane: str
    page: Page | None
    extraction: Extraction
    listed_url: str | None = None
    options: StructureOptions = DEFAULT
    recorded: Mapping[str, Recorded] = field(default_factory=dict)
