"""Sites: pages that know the other pages of their site."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from boilerscope.api.tables import Table
from boilerscope.extractors.page.segments import segments
from boilerscope.extractors.page.site.evidence import site_evidence
from boilerscope.extractors.sources.listing import list_pages
from boilerscope.extractors.sources.site_tables import SiteTables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.page.page import Page


def read_site(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
) -> list[Page]:
    """Read pages that know the other pages of their sites, for the step minus template.

    Parameters
    ----------
    inputs : path or several
        Folders, files, globs, WARC files, JSON lines. The site of a page is the registered domain
        of its address; without an address, of the one that its markup names; without that, its
        folder.

    Returns
    -------
    list of Page
        All pages, in order. Of a site with more than 256 pages, an even sample is the evidence.

    Raises
    ------
    CorpusError
        If an input cannot be listed, or the cache of sites cannot be written.
    PageError
        If a page cannot be read.

    Examples
    --------
    >>> import boilerscope
    >>> pages = boilerscope.read_site("crawl/")  # doctest: +SKIP
    >>> result = boilerscope.extract(pages[0], "learned", minus_template=True)  # doctest: +SKIP
    """
    words = [inputs] if isinstance(inputs, str | os.PathLike) else list(inputs)
    listed = list(list_pages([os.fspath(word) for word in words]))
    return [page.page() for page in SiteTables().linked(listed)]


def site_segments(page: Page) -> Table:
    """Return on how many other pages of the site each segment of a page is, word for word.

    Returns
    -------
    Table
        ``text``, ``words``, ``pages`` (other pages with this text), ``other_pages`` (all that
        count: copies of the page do not) and ``share``, which is None without other pages. The
        table is empty if the page was read alone, not by `read_site`.

    Examples
    --------
    >>> import boilerscope
    >>> len(boilerscope.site_segments(boilerscope.read("<p>Alone")))
    0
    """
    columns, evidence = ("text", "words", "pages", "other_pages", "share"), site_evidence(page)
    if evidence is None:
        return Table(columns, ())
    parts, n_others = segments(page), evidence.n_others
    starts = page.tokens.start[parts.token_start].tolist()
    ends = page.tokens.end[parts.token_end - 1].tolist()
    counts = zip(evidence.n_with.tolist(), evidence.n_tokens.tolist(), strict=True)
    return Table(
        columns,
        (
            {
                "text": " ".join(page.text[start:end].split()),
                "words": n_tokens,
                "pages": n_with,
                "other_pages": n_others,
                "share": n_with / n_others if n_others else None,
            }
            for start, end, (n_with, n_tokens) in zip(starts, ends, counts, strict=True)
        ),
    )
