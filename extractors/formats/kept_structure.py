"""The kept structure of a result, as its options ask for it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.image_files import image_names
from boilerscope.extractors.formats.structure.building import build
from boilerscope.extractors.formats.structure.options import Images

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.formats.structure.nodes import Document, Image


def document_of(result: Result) -> Document:
    """Return the kept structure of a result.

    Raises
    ------
    ValueError
        If the result has no page.
    """
    if result.page is None:
        raise ValueError(f"{result.page_id} has no page.")
    extraction = result.extraction
    document = build(result.page, extraction.mask, result.options, title=extraction.title)
    return replace(document, published=extraction.published)


def image_address(result: Result) -> Callable[[Image], str]:
    """Return the function that gives the address under which an image is written."""
    if result.options.images is not Images.FILES:
        return lambda image: image.address
    names = image_names(result, document_of(result))
    return lambda image: names.get(image.source, image.address)
