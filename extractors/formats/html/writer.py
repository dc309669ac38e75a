"""HTML of an extraction: the page without its dropped parts.

If the algorithm decides on elements (`Extraction.marks` or `Extraction.edits`), the rest of the
page keeps its appearance. Otherwise the kept text is written in the elements that contain it, as
boilerpipe's highlighter does; elements without kept text, scripts and the head are left out. In
both cases the written page is inert (`boilerscope.extractors.formats.inert`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boilerscope.extractors.formats.html.marks import steps_by_marks
from boilerscope.extractors.formats.html.mask import steps_by_mask
from boilerscope.extractors.formats.inert import inert
from boilerscope.extractors.page.dom_tree import DOCTYPE, build_dom

if TYPE_CHECKING:
    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page


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
        Page; it is not changed.
    extraction : Extraction
        Result with marks, edits or, without these, a mask.
    """
    if extraction.marks is None and not extraction.edits:
        return build_dom(list(inert(steps_by_mask(page, extraction.mask)))).source + "\n"
    markup = build_dom(list(inert(steps_by_marks(page, extraction)))).source.removeprefix(DOCTYPE)
    return f"{_doctype(page)}\n{markup}\n"


def _doctype(page: Page) -> str:
    """Return the page's document type, which decides how browsers lay it out."""
    if page.decoded.how == "serialised":
        return DOCTYPE.strip()
    facts: Any = page.root.getroottree().docinfo
    return facts.doctype or DOCTYPE.strip()
