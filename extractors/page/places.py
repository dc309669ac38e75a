"""Stages that say where things stand: names of elements in a path, lines, tokens in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.page.tokens import code_points

if TYPE_CHECKING:
    from extractors.page.page import Page
    from extractors.page.records import IntArray


def path_names(page: Page) -> list[str]:
    """Return how each element is called among its siblings: ``p``, or ``p[6]`` if not alone."""
    elements = page.elements
    family = elements.parent.astype(np.int64) * len(elements.tag_names) + elements.tag_id
    order = np.argsort(family, kind="stable")
    _, first, sizes = np.unique(family[order], return_index=True, return_counts=True)
    number, size = np.empty_like(family), np.empty_like(family)
    number[order] = np.arange(1, len(family) + 1) - np.repeat(first, sizes)
    size[order] = np.repeat(sizes, sizes)
    return [
        f"{tag}[{place}]" if of > 1 else tag
        for tag, place, of in zip(elements.tag, number.tolist(), size.tolist(), strict=True)
    ]


def line_starts(page: Page) -> IntArray:
    """Return where each line of the source begins, shape (n_lines,)."""
    line_feeds = np.flatnonzero(code_points(page.source) == ord("\n"))
    return np.append(0, line_feeds + 1).astype(np.int32)


def token_places(page: Page) -> IntArray:
    """Return where each token begins in the source, shape (n_tokens,), never falling.

    A token that was not found has the place of the one before it, -1 if there is none.
    """
    return np.maximum.accumulate(page.source_positions.start)
