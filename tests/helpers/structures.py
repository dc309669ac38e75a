"""Kept structures of small pages, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.formats.structure.options import DEFAULT
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.formats.structure.options import StructureOptions


def result_of(
    markup: str,
    keep: Callable[[str], bool] = lambda word: not word.startswith("no"),
    *,
    options: StructureOptions = DEFAULT,
    url: str | None = None,
) -> Result:
    """Return a result that keeps the words of a page for which ``keep`` is true."""
    page = Page.from_text(markup, name="page", url=url)
    words = [page.token_text(token) for token in range(page.n_tokens)]
    mask = np.array([keep(word) for word in words], dtype=np.bool_)
    extraction = Extraction("any", Status.OK, mask=mask)
    return Result("page", "page", "any", page, extraction, options=options)


def written(name: str, markup: str, *, options: StructureOptions = DEFAULT, url: str = "") -> str:
    """Return a page in a format, without words that begin with ``no``."""
    return FORMATS[name].write(result_of(markup, options=options, url=url or None))
