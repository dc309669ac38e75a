"""Floor and ceiling: their values by hand, and that no set of blocks is better."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.segments import segments
from boilerscope.extractors.scoring.bounds import CEILING, FLOOR, bound
from boilerscope.extractors.scoring.case import Reference

PROVENANCE = Provenance("test", "test")


def reference_of(*blocks: str) -> Reference:
    """Return a page with a paragraph for each text; words in capitals are gold, ? is undecided."""
    page = Page.from_text("".join(f"<p>{block}</p>" for block in blocks), name="blocks")
    words = [page.token_text(token) for token in range(page.n_tokens)]
    kinds = {True: GoldClass.MAIN, False: GoldClass.BOILERPLATE}
    classes = [GoldClass.UNDECIDED if word == "x" else kinds[word.isupper()] for word in words]
    return Reference(page, Gold(np.array(classes, dtype=np.uint8), PROVENANCE))


def f1_of(reference: Reference, mask: np.ndarray) -> float:
    kept = mask & reference.counted
    both = np.count_nonzero(kept & reference.main)
    total = np.count_nonzero(kept) + np.count_nonzero(reference.main)
    return 2 * both / total if total else 1.0


def test_the_floor_keeps_everything():
    reference = reference_of("A B", "c d")

    assert bound(FLOOR, reference).mask.all()


def test_the_ceiling_keeps_the_blocks_that_improve_f1():
    reference = reference_of("A B C d", "e f g H", "I", "j")

    ceiling = bound(CEILING, reference)

    assert ceiling.own_text.split() == ["A", "B", "C", "d", "I"]
    assert f1_of(reference, ceiling.mask) == pytest.approx(8 / 10)


def test_the_ceiling_of_a_page_without_gold_is_empty():
    ceiling = bound(CEILING, reference_of("a b", "x"))

    assert ceiling.status is Status.EMPTY
    assert not ceiling.mask.any()


@given(st.lists(st.text("Abcx", min_size=1, max_size=6), min_size=1, max_size=6))
def test_no_set_of_blocks_has_a_better_f1(blocks: list[str]):
    reference = reference_of(*(" ".join(block) for block in blocks))
    page_segments = segments(reference.page)
    ranges = list(zip(page_segments.token_start, page_segments.token_end, strict=True))

    best = 0.0
    for chosen in itertools.product((False, True), repeat=len(ranges)):
        mask = np.zeros(reference.page.n_tokens, dtype=np.bool_)
        for (start, end), is_kept in zip(ranges, chosen, strict=True):
            mask[start:end] = is_kept
        best = max(best, f1_of(reference, mask))

    assert f1_of(reference, bound(CEILING, reference).mask) == pytest.approx(best)
