"""Digests of a page: the texts of its segments, and the paths of its elements."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.other_pages import SitePage
from boilerscope.extractors.page.segments import segments

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.page.other_pages import DigestArray
    from boilerscope.extractors.page.page import Page

_MAX_LEVELS = 12
"""Levels of a path, counted from the text upwards: deeper ones add nothing but time."""


def site_page(page: Page, name: str, url: str = "") -> SitePage:
    """Return what a table of a site keeps of a page."""
    texts, of_segment = np.unique(text_digests(page), return_inverse=True)
    parts = segments(page)
    n_tokens = parts.token_end - parts.token_start
    sizes = np.bincount(of_segment, weights=n_tokens, minlength=len(texts)).astype(np.int32)
    return SitePage(name, url or page.url or "", texts, sizes, path_digests(page))


def text_digests(page: Page) -> DigestArray:
    """Return a digest of the text of each segment, shape (n_segments,), cached on the page.

    White space and case are folded.
    """
    return page.cached("text digests", _text_digests)


def path_digests(page: Page) -> DigestArray:
    """Return the digests of the distinct paths of tags around text, sorted, cached on the page."""
    return page.cached("path digests", _path_digests)


def _text_digests(page: Page) -> DigestArray:
    parts = segments(page)
    starts = page.tokens.start.take(parts.token_start).tolist()
    ends = page.tokens.end.take(parts.token_end - 1).tolist()
    texts = (page.text[start:end] for start, end in zip(starts, ends, strict=True))
    return _digests(" ".join(text.casefold().split()) for text in texts)


def _path_digests(page: Page) -> DigestArray:
    parent, tag = page.elements.parent.tolist(), page.elements.tag
    paths = set()
    for row in set(segments(page).element.tolist()):
        path: list[str] = []
        current = row
        while current >= 0 and len(path) < _MAX_LEVELS:
            path.append(tag[current])
            current = parent[current]
        paths.add("<".join(path))
    return np.unique(_digests(paths))


def _digests(texts: Iterable[str]) -> DigestArray:
    joined = b"".join(
        blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest() for text in texts
    )
    return np.frombuffer(joined, dtype="<u8").astype(np.uint64)
