"""HTML of an extraction: the page again with what was dropped left out.

Where the algorithm decides on elements (`Extraction.marks` or `Extraction.edits`) the rest of the
page keeps its look; otherwise the kept text is written in the elements that hold it, as
boilerpipe's highlighter does: elements without kept text, scripts and the head are left out.
Either way nothing in the written page acts (`extractors.formats.inert`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from extractors.formats.html.marks import steps_by_marks
from extractors.formats.html.mask import steps_by_mask
from extractors.formats.inert import inert
from extractors.page.dom_tree import DOCTYPE, build_dom

if TYPE_CHECKING:
    from extractors.formats.record import Result
    from extractors.model.extraction import Extraction
    from extractors.page import Page


def write(result: Result) -> str:
    """Return the cleaned page as one HTML document."""
    if result.page is None:
        return ""
    return cleaned(result.page, result.extraction)


def cleaned(page: Page, extraction: Extraction) -> str:
    """Return the cleaned page as one HTML document that declares UTF-8.

    Parameters
    ----------
    page : Page
        Never edited.
    extraction : Extraction
        Marks and edits decide where there are any, else the mask.
    """
    if extraction.marks is None and not extraction.edits:
        return build_dom(list(inert(steps_by_mask(page, extraction.mask)))).source + "\n"
    markup = build_dom(list(inert(steps_by_marks(page, extraction)))).source.removeprefix(DOCTYPE)
    return f"{_doctype(page)}\n{markup}\n"


def _doctype(page: Page) -> str:
    """Return the document type that lays the page out as its own did."""
    if page.decoded.how == "serialised":
        return DOCTYPE.strip()
    facts: Any = page.root.getroottree().docinfo
    return facts.doctype or DOCTYPE.strip()
