"""All real pages: decoded as declared, every token with its position, nothing lost."""

from __future__ import annotations

import html
import re

import numpy as np
import pytest

from boilerscope.extractors.page import Page, decode
from tests.helpers.columns import columns_of
from tests.helpers.material import CorpusPage, corpus_pages, every_page

_CHINESE_ENCODINGS = {"gb2312", "gbk", "gb18030"}
# A token may contain tags that the parser drops.
_INSIDE = re.compile(r"<[^>]*>")


@pytest.mark.parametrize("corpus_page", every_page())
def test_every_token_of_a_real_page_has_a_position_in_the_source(corpus_page: CorpusPage) -> None:
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)

    positions = page.source_positions
    assert positions.n_missing == 0
    assert (positions.start < positions.end).all()
    assert (positions.end[:-1] <= positions.start[1:]).all()
    source, text = page.source, page.text
    rows = zip(
        positions.start.tolist(),
        positions.end.tolist(),
        page.tokens.start.tolist(),
        page.tokens.end.tolist(),
        strict=True,
    )
    for source_start, source_end, start, end in rows:
        if (source_text := source[source_start:source_end]) != text[start:end]:
            assert html.unescape(_INSIDE.sub("", source_text)) == text[start:end]


@pytest.mark.parametrize("corpus_page", every_page())
def test_slots_cover_the_text_of_a_real_page_and_elements_contain_their_tokens(
    corpus_page: CorpusPage,
) -> None:
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)

    slots, elements, tokens = page.slots, page.elements, page.tokens
    assert slots.start.tolist() == [0, *slots.end[:-1].tolist()]
    assert slots.end[-1] == len(page.text)
    assert (tokens.start >= slots.start[tokens.slot]).all()
    assert (tokens.end <= slots.end[tokens.slot]).all()
    inside = (tokens.slot >= elements.slot_start[:, None]) & (
        tokens.slot < elements.slot_end[:, None]
    )
    numbers = np.arange(len(tokens))
    in_range = (numbers >= elements.token_start[:, None]) & (numbers < elements.token_end[:, None])
    assert (inside == in_range).all()
    again = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    assert columns_of(again) == columns_of(page)


@pytest.mark.parametrize("corpus_page", every_page())
def test_real_page_is_decoded_with_the_encoding_of_its_gold_standard(
    corpus_page: CorpusPage,
) -> None:
    decoded = decode(corpus_page.data)

    expected = "gb18030" if corpus_page.encoding in _CHINESE_ENCODINGS else corpus_page.encoding
    assert decoded.encoding == expected
    assert decoded.n_replaced == 0
    assert decoded.text.lstrip("\ufeff") == corpus_page.data.decode(expected).lstrip("\ufeff")


@pytest.mark.parametrize("corpus_page", every_page(stride=10))
def test_line_and_token_range_of_a_real_page_agree_with_its_source(corpus_page: CorpusPage) -> None:
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)

    lines = page.source.split("\n")
    starts = np.cumsum([0, *(len(line) + 1 for line in lines)])
    first, last = page.tokens_in_source_ranges(starts[:-1], starts[1:])
    assert first[0] == 0
    assert last[-1] == page.n_tokens
    assert (first[1:] == last[:-1]).all()
    for token in range(0, page.n_tokens, 50):
        line = page.line_of(int(page.source_positions.start[token]))
        assert first[line - 1] <= token < last[line - 1]


def _guesses(pages: list[CorpusPage], codec: str) -> list[bool]:
    """Return for each page whether it is detected in a codec after its declarations are removed."""
    guesses = []
    for corpus_page in pages:
        text = re.sub(r"(?i)charset|encoding", "", decode(corpus_page.data).text)
        sent = text.encode(codec, "ignore")
        decoded = decode(sent)
        guesses.append(decoded.how == "detected" and decoded.text == sent.decode(codec))
    return guesses


def test_chinese_pages_without_declaration_are_detected() -> None:
    pages = [page for page in corpus_pages() if page.lang == "zh"]
    if not pages:
        pytest.skip("the corpora are absent")

    assert all(_guesses(pages, "gb18030"))
