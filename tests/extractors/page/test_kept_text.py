"""Kept text, with the spacing of the page and the punctuation of its words."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.page import Page
from boilerscope.extractors.page.kept_text import kept_lines, kept_text, runs_of
from tests.helpers.material import CorpusPage, every_page

MARKUP = '<p>"One, two  three!" (four)<p>five\n six. <b>…</b>'


def _mask(page: Page, *kept: int) -> np.ndarray:
    mask = np.zeros(page.n_tokens, dtype=np.bool_)
    mask[list(kept)] = True
    return mask


@pytest.mark.parametrize(
    ("kept", "text"),
    [
        ((), ""),
        (range(6), '"One, two three!" (four)\nfive six. …\n'),
        ((0,), '"One,\n'),
        ((1,), "two\n"),
        ((2,), 'three!"\n'),
        ((3,), "four)\n"),
        ((0, 1), '"One, two\n'),
        ((0, 2), '"One, three!"\n'),
        ((0, 3), '"One, four)\n'),
        ((2, 3), 'three!" (four)\n'),
        ((4,), "five\n"),
        ((3, 5), "four)\nsix. …\n"),
    ],
)
def test_kept_words_have_their_punctuation(kept: tuple[int, ...], text: str):
    page = Page.from_text(MARKUP, name="page")

    assert page.n_tokens == 6
    assert kept_text(page, _mask(page, *kept)) == text


def test_words_without_white_space_between_them_stay_together():
    page = Page.from_text("<p>一二三-four five-six", name="page")

    assert kept_text(page, _mask(page, 0, 2, 3)) == "一三-four\n"
    assert kept_text(page, _mask(page, 0, 3)) == "一four\n"
    assert kept_text(page, _mask(page, 3, 5)) == "four six\n"


def test_punctuation_in_separate_elements_belongs_to_the_line():
    page = Page.from_text("<p><q>“</q>One<i>”</i> — <b>two</b>!<p>-<p>three", name="page")

    assert kept_text(page, np.ones(3, dtype=np.bool_)) == "“One” — two!\n-\nthree\n"


@pytest.mark.parametrize(
    ("kept", "text"),
    [
        (range(10), "def f(x):\n    return x  # one\n\n}\nprint(f)\nTwo three.\n"),
        ((0, 1, 2, 6), "def f(x):\nprint(\n"),
        ((0, 2, 4), "def x):\n    x\n"),
        ((3, 6), "return\nprint(\n"),
        ((5, 8, 9), "one\nTwo three.\n"),
    ],
)
def test_preformatted_text_keeps_its_lines_and_indents(kept: tuple[int, ...], text: str):
    code = "<pre><code>\n<b>def</b> f(x):\n    return x  # one\n\n}\nprint(f)  \n\n</code></pre>"
    page = Page.from_text(f"{code}<p>Two\n three.", name="page")
    words = [page.token_text(token) for token in range(page.n_tokens)]
    assert words == ["def", "f", "x", "return", "x", "one", "print", "f", "Two", "three"]

    assert kept_text(page, _mask(page, *kept)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("pre", "Two  roads\n   diverged in\n\n\ta  wood\nlast one\n"),
        ("break-spaces", "Two  roads\n   diverged in\n\n\ta  wood\nlast one\n"),
        ("pre-line", "Two roads\ndiverged in\n\na wood\nlast one\n"),
        ("normal", "Two roads diverged in a wood\nlast one\n"),
    ],
)
def test_the_style_says_which_white_space_is_kept(value: str, text: str):
    verse = (
        f"<div style='white-space: {value}'>Two  roads\n   diverged <i>in\n\n\ta</i>  wood</div>"
    )
    page = Page.from_text(f"{verse}<p>last\n one", name="page")

    assert kept_text(page, np.ones(page.n_tokens, dtype=np.bool_)) == text


def test_scripts_within_a_line_are_not_part_of_its_text():
    page = Page.from_text("<p>one <script>let x</script>two", name="page")

    (line,) = kept_lines(page, np.ones(2, dtype=np.bool_))

    assert line.text == "one two"
    assert [piece.text for piece in line.pieces] == ["one ", "two"]


def test_a_line_has_its_segment_element_and_slots():
    page = Page.from_text("<div>one <b>two</b></div><p>three", name="page")

    lines = list(kept_lines(page, np.ones(3, dtype=np.bool_)))

    assert [line.segment for line in lines] == [0, 1]
    assert [page.elements.tag[line.element] for line in lines] == ["div", "p"]
    assert [page.slot_text(piece.slot) for piece in lines[0].pieces] == ["one ", "two"]


@given(st.lists(st.booleans(), max_size=30))
def test_runs_are_the_maximal_stretches_of_true(mask: list[bool]):
    runs = runs_of(np.array(mask, dtype=np.bool_))

    assert [index for start, end in runs for index in range(start, end)] == [
        index for index, kept in enumerate(mask) if kept
    ]
    assert all(end < start for (_, end), (start, _) in pairwise(runs))


@pytest.mark.parametrize("corpus_page", every_page(stride=30))
def test_a_page_kept_completely_has_every_token_in_order(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)

    text = kept_text(page, np.ones(page.n_tokens, dtype=np.bool_))

    offset = 0
    for token in range(page.n_tokens):
        offset = text.index(page.token_text(token), offset) + 1
    assert kept_text(page, np.zeros(page.n_tokens, dtype=np.bool_)) == ""


@pytest.mark.parametrize("corpus_page", every_page(stride=30))
def test_any_kept_text_is_a_subsequence_of_the_page(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    mask = np.random.default_rng(5).random(page.n_tokens) < 0.6

    text = "".join(kept_text(page, mask).split())

    rest = iter("".join(page.text.split()))
    assert all(character in rest for character in text)


def test_a_page_without_text_has_no_lines():
    page = Page.from_text("", name="page")

    assert list(kept_lines(page, np.zeros(0, dtype=np.bool_))) == []


@pytest.mark.parametrize(
    ("markup", "kept", "expected"),
    [
        ("<p>one<p>***<p>two", (0, 1), "one\n***\ntwo\n"),
        ("<p>one<p>***<p>two", (0,), "one\n"),
        ("<pre><div>f(x) {</div><div>}</div></pre><p>two", (0, 1), "f(x) {\n}\n"),
        ("<p>two<pre><div>{</div><div>f(x)</div></pre>", (1, 2), "{\nf(x)\n"),
        ("<pre>one<br>{<br>}<br>two</pre>", (0, 1), "one\n{\n}\ntwo\n"),
        ("<table><tr><td>one<td>–<tr><td>two<td>–</table>", (1,), "two\n–\n"),
        ("<title>—</title><p>one", (0,), "one\n"),
        ("<p>one<p>&#8203;<p>two", (0, 1), "one\ntwo\n"),
    ],
)
def test_line_without_words_is_kept_with_the_text_of_its_block(
    markup: str, kept: tuple[int, ...], expected: str
):
    page = Page.from_text(markup, name="page")

    assert kept_text(page, _mask(page, *kept)) == expected
    lines = list(kept_lines(page, _mask(page, *kept)))
    assert "".join(f"{line.text}\n" for line in lines) == expected


def test_line_without_words_has_no_segment():
    page = Page.from_text("<p>one<p>***<p>two", name="page")

    lines = list(kept_lines(page, _mask(page, 0, 1)))

    assert [line.segment for line in lines] == [0, -1, 1]
    assert [page.elements.tag[line.element] for line in lines] == ["p", "p", "p"]


def test_a_hundred_thousand_lines_without_words_are_kept_at_once():
    page = Page.from_text("<pre>one\n<br>" + "}<br>" * 100_000 + "two</pre>", name="page")

    assert kept_text(page, _mask(page, 0, 1)).count("}") == 100_000
