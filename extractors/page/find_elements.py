"""Elements of a page by CSS selector or XPath."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from lxml import etree

from boilerscope.extractors.errors import PageError

if TYPE_CHECKING:
    from boilerscope.extractors.page.page import Page
    from boilerscope.extractors.page.records import IntArray

_XPATH_BEGINS = ("/", "(", "./", "..", "id(")


def is_xpath(query: str) -> bool:
    """Return whether a query is XPath; other queries are CSS selectors."""
    text = query.strip()
    return text.startswith(_XPATH_BEGINS) or "::" in text.replace("::before", "")


def find_elements(page: Page, query: str) -> IntArray:
    """Return the rows of the elements that a query matches, in the order of the page.

    A query for texts or attributes gives the elements that have them.

    Parameters
    ----------
    query : str
        ``div.story > p:first-child`` or ``//div[@class="story"]/p[1]``.

    Raises
    ------
    PageError
        If the query is neither a selector nor XPath, or counts something instead of finding
        elements; the message says what is wrong.
    """
    expression = query.strip() if is_xpath(query) else _as_xpath(query.strip())
    try:
        found = etree.XPath(expression, regexp=False, smart_strings=True)(page.root)
    except etree.XPathError as error:
        raise PageError(f"{query}: {error}") from error
    if not isinstance(found, list):
        raise PageError(f"{query}: this is a value, {found!r}. Search for elements.")
    row_of = page.cached("rows by element", _rows_by_element)
    rows = {row_of.get(_element_of(item), -1) for item in found}
    return np.array(sorted(rows - {-1}), dtype=np.int32)


def _rows_by_element(page: Page) -> dict[object, int]:
    return {node: row for row, node in enumerate(page.elements.node)}


def _element_of(item: object) -> object:
    """Return the element of a match: itself, or the parent of a text or an attribute."""
    parent = getattr(item, "getparent", None)
    return item if isinstance(item, etree._Element) or parent is None else parent()  # noqa: SLF001 - lxml has no public name


def _as_xpath(selector: str) -> str:
    try:
        from cssselect import HTMLTranslator, SelectorError
    except ImportError as error:
        raise PageError(
            "CSS selectors need the package cssselect; XPath, such as //p, works without it."
        ) from error
    try:
        return HTMLTranslator().css_to_xpath(selector)
    except SelectorError as error:
        raise PageError(f"{selector}: {error}") from error
