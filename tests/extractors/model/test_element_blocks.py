"""Blocks of elements, which contain all read tokens below the element."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.model.element_blocks import nested_blocks
from boilerscope.extractors.page import Page, SlotFlag
from boilerscope.extractors.text.collapsed_text import text_lengths

PIECES = (
    *("<div>", "</div>", "<p>", "</p>", "<b>", "</b>", "one", " two ", "\n", "\u3000", "\u00a0"),
    *("<script>s s</script>", "<noscript>n n</noscript>", "<!-- c -->", "<br>", "中文", " ", "!"),
)


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=25), few=st.booleans())
def test_nested_blocks_contain_all_read_tokens_below_their_element(
    pieces: list[str],
    few: bool,  # noqa: FBT001 - drawn by hypothesis
):
    page = Page.from_text("".join(pieces), name="page")
    read = text_lengths(page, SlotFlag.NOSCRIPT).read
    rows = np.arange(len(page.elements), dtype=np.int32)
    blocks = nested_blocks(page, rows, read, max_runs=0 if few else 1000)

    for row in rows.tolist():
        start, end = page.elements.token_start[row], page.elements.token_end[row]
        below = np.zeros(len(rows), dtype=bool)
        below[row : page.elements.subtree_end[row]] = True
        expected = {token for token in range(start, end) if read[page.tokens.slot[token]]}
        assert set(np.flatnonzero(blocks.mask(below, page.n_tokens)).tolist()) == expected
        own = {token for first, last in blocks.runs(row) for token in range(first, last)}
        direct = {token for token in expected if page.slots.owner[page.tokens.slot[token]] == row}
        assert own == (direct if few and expected else expected)
        assert blocks.runs(row) == sorted(blocks.runs(row))
