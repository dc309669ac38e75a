"""What a writer is handed: one page, one pane, one extraction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractors.model.extraction import Extraction
    from extractors.page import Page


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """One extraction with where it comes from.

    Attributes
    ----------
    source : str
        Path, address or ``-`` of the page as it was given.
    page_id : str
        Short name of the page, unique within a run.
    pane : str
        Name of the pane.
    page : Page or None
        None where no page could be made.
    extraction : Extraction
        What came out, also where it failed.
    """

    source: str
    page_id: str
    pane: str
    page: Page | None
    extraction: Extraction
