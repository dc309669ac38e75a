"""Text of panes: collapsed white space, and the page offset of every shown character."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.page import Page, segments
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.widgets.fold_text import runs
from boilerscope.widgets.panes.text import MAX_CHARACTERS, KeptWordless, PageText, joined, show_text


def page_text(html: str) -> PageText:
    page = Page.from_text(html, name="t")
    return PageText(page, segments(page))


def test_white_space_is_collapsed_and_trimmed():
    shown_text = show_text("  one\n\t two  ", 0, 13, keep_lines=False)

    assert shown_text.text == "one two"
    assert shown_text.offset.tolist() == [2, 3, 4, 5, 8, 9, 10]
    assert shown_text.end == 11


def test_kept_lines_become_line_separators_and_blanks_stay():
    shown_text = show_text("\n a  b\n  c\n", 0, 11, keep_lines=True)

    assert shown_text.text == "a  b\u2028  c"


def test_an_astral_character_has_two_units_with_one_offset():
    shown_text = show_text("a😀b", 0, 3, keep_lines=False)

    assert shown_text.offset.tolist() == [0, 1, 1, 2]
    assert shown_text.unit_of(2) == 3
    assert shown_text.offset_of(4) == 3


def test_too_long_a_text_is_cut_with_an_ellipsis():
    shown_text = show_text("x" * (MAX_CHARACTERS + 7), 0, MAX_CHARACTERS + 7, keep_lines=False)

    assert shown_text.cut == 7
    assert shown_text.text.endswith("x…")
    assert len(shown_text.text) == MAX_CHARACTERS + 1


def test_blank_text_shows_nothing():
    shown_text = show_text(" \n ", 0, 3, keep_lines=False)

    assert shown_text.text == ""
    assert len(shown_text.offset) == 0


@given(st.text(alphabet="ab \n\t😀", max_size=40))
def test_every_shown_unit_belongs_to_the_character_at_its_offset(text: str):
    shown_text = show_text(text, 0, len(text), keep_lines=False)
    units = shown_text.text.encode("utf-16-le")

    assert shown_text.text == " ".join(text.split())
    assert len(shown_text.offset) * 2 == len(units)
    for unit, offset in enumerate(shown_text.offset.tolist()):
        low = units[2 * unit : 2 * unit + 2]
        character = text[offset].encode("utf-16-le")
        assert low in (character[:2], character[2:]) or (low == b" \x00" and text[offset].isspace())


@pytest.mark.parametrize(
    ("html", "token", "begins"),
    [
        ("<p>(one) “two” three", 0, "(one"),
        ("<p>(one) “two” three", 1, " “two"),
        ("<p>(one) “two” three", 2, " three"),
        ("<p>well-known", 1, "-known"),
    ],
)
def test_punctuation_between_tokens_belongs_to_one_of_them(html: str, token: int, begins: str):
    text = page_text(html)

    assert text.page.text[text.starts_at(token) :].startswith(begins)


def test_the_texts_of_all_tokens_of_a_segment_join_to_its_text():
    text = page_text("<p>«One», two… (three)!</p>")
    pieces = [text.page.text[text.starts_at(n) : text.ends_at(n + 1)] for n in range(3)]

    assert "".join(pieces) == "«One», two… (three)!"


def test_copied_text_has_kept_runs_only_on_one_line_per_segment():
    text = page_text("<p>one two three four</p><p>five</p><p>six seven</p>")
    mask = np.array([True, False, False, True, False, True, True])
    token_runs = runs(text.page, segments(text.page), mask)
    copied = text.copied(token_runs, token_runs.part > 0, 0, len(text.page.text))

    assert copied == "one four\nsix seven"


def test_copying_begins_and_ends_inside_words():
    text = page_text("<p>alpha beta</p><p>gamma</p>")
    token_runs = runs(text.page, segments(text.page), np.ones(3, dtype=np.bool_))
    copied = text.copied(token_runs, token_runs.part > 0, 2, 13)

    assert copied == "pha beta\ngam"


def test_an_empty_page_copies_nothing():
    text = page_text("")
    token_runs = runs(text.page, segments(text.page), np.zeros(0, dtype=np.bool_))

    assert text.copied(token_runs, token_runs.part > 0, 0, 0) == ""


WORDLESS = (
    "<p>***</p><h1>one two</h1><p>$$$$</p><div><p>three</p><p>…</p></div>"
    "<table><tr><td>four</td><td>—</td></tr><tr><td>$$</td><td>$$</td></tr></table>"
    "<p>five six</p><p>* * *</p><p>seven</p><hr><p>((()))</p>"
)


@given(st.lists(st.booleans(), min_size=7, max_size=7))
def test_copied_text_is_that_of_exports(kept: list[bool]):
    text = page_text(WORDLESS)
    mask = np.array(kept)
    token_runs = runs(text.page, segments(text.page), mask)
    copied = text.copied(token_runs, token_runs.part > 0, 0, len(text.page.text))

    assert copied.splitlines() == kept_text(text.page, mask).splitlines()


def test_wordless_lines_are_copied_where_they_are_marked():
    text = page_text("<p>one</p><p>***</p><p>two</p>")
    token_runs = runs(text.page, segments(text.page), np.ones(2, dtype=np.bool_))
    start = text.page.text.index("***")

    copied = [
        text.copied(token_runs, token_runs.part > 0, *part)
        for part in (
            (start, start + 3),
            (start + 1, start + 2),
            (0, start),
            (start + 3, len(text.page.text)),
        )
    ]

    assert copied == ["***", "*", "one", "two"]


@given(st.lists(st.booleans(), min_size=7, max_size=7))
def test_each_wordless_line_is_beside_one_token(kept: list[bool]):
    page = page_text(WORDLESS).page
    wordless = KeptWordless(page, np.array(kept))
    tokens = np.arange(page.n_tokens, dtype=np.int32)

    beside = [wordless.before(token) + wordless.after(token + 1) for token in tokens.tolist()]

    assert [part for parts in beside for part in parts] == wordless.ranges
    assert [len(parts) for parts in beside] == wordless.counts(tokens, tokens + 1).tolist()


def test_joined_texts_keep_the_offset_of_each_unit():
    first = show_text("x" * (MAX_CHARACTERS + 7), 0, MAX_CHARACTERS + 7, keep_lines=False)
    second = show_text(
        "x" * (MAX_CHARACTERS + 7) + " 😀", MAX_CHARACTERS + 8, MAX_CHARACTERS + 9, keep_lines=False
    )

    both = joined([first, second])

    assert both.text == f"{first.text}\u2028😀"
    assert len(both.offset) * 2 == len(both.text.encode("utf-16-le"))
    assert both.unit_of(MAX_CHARACTERS + 8) == len(first.text) + 1
    assert both.cut == 7
