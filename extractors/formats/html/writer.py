"""HTML of an extraction: the kept structure, or the page that an algorithm has edited.

If the algorithm decides on elements (`Extraction.marks` or `Extraction.edits`), its own output is
the page without the removed elements; the rest keeps its appearance. The written page is inert
(`boilerscope.extractors.formats.inert`). All other results, and these if page text is asked for,
are the kept structure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boilerscope.extractors.formats.html.marks import steps_by_marks
from boilerscope.extractors.formats.html.tree import html_of
from boilerscope.extractors.formats.inert import inert
from boilerscope.extractors.formats.kept_structure import document_of, image_address
from boilerscope.extractors.formats.own_output import own_output
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.formats.structure.options import Texts
from boilerscope.extractors.page.dom_tree import DOCTYPE, build_dom

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page


def write(result: Result) -> str:
    """Return the cleaned page as one HTML document."""
    page, extraction = result.page, result.extraction
    if page is None:
        return ""
    is_edited = extraction.marks is not None or bool(extraction.edits)
    own = None if is_edited else own_output(result, "html")
    if own is not None:
        return own
    if is_edited and result.options.text is not Texts.PAGE:
        return _edited(page, extraction)
    return html_of(document_of(result), page, image_address(result))


def cleaned(page: Page, extraction: Extraction) -> str:
    """Return the cleaned page as one HTML document that declares UTF-8.

    Parameters
    ----------
    page : Page
        Page; it is not changed.
    extraction : Extraction
        Result with marks, edits or, without these, a mask.
    """
    return write(Result(page.name, page.name, extraction.extractor, page, extraction))


def _edited(page: Page, extraction: Extraction) -> str:
    markup = build_dom(list(inert(steps_by_marks(page, extraction)))).source.removeprefix(DOCTYPE)
    return f"{_doctype(page)}\n{markup}\n"


def _doctype(page: Page) -> str:
    """Return the page's document type, which decides how browsers lay it out."""
    if page.decoded.how == "serialised":
        return DOCTYPE.strip()
    facts: Any = page.root.getroottree().docinfo
    return facts.doctype or DOCTYPE.strip()
