"""Blocks of results that are made of other results: runs of text that all of them treat alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.page.segments import segments

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray


def blocks_of_votes(page: Page, masks: BoolArray) -> Blocks:
    """Return token runs within a segment, cut where a member's vote changes."""
    page_segments = segments(page)
    starts_block = np.zeros(page.n_tokens, dtype=np.bool_)
    starts_block[page_segments.token_start] = True
    starts_block[1:] |= (masks[:, 1:] != masks[:, :-1]).any(axis=0)
    start = np.flatnonzero(starts_block).astype(np.int32)
    end = np.append(start[1:], page.n_tokens)[: len(start)].astype(np.int32)
    segment = page_segments.token_start.searchsorted(start, side="right") - 1
    first_run = np.arange(len(start) + 1, dtype=np.int32)
    return Blocks(first_run, start, end, page_segments.element[segment])
