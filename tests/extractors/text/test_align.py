"""Alignment of an outside text with a page by anchors; missing text is counted, not guessed."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.page import Page
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.text.align import align
from tests.helpers.material import require_corpora

WORDS = [f"{a}{b}" for a in ("river", "stone", "lamp", "tide", "eel") for b in range(60)]


def _page(*paragraphs: str) -> Page:
    return Page.from_text("".join(f"<p>{paragraph}</p>" for paragraph in paragraphs), name="page")


def _prose(seed: int, n: int) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=n))


def _kept(page: Page, text: str) -> str:
    return kept_text(page, align(page, text).mask)


def test_the_text_of_a_page_is_found_completely():
    page = _page(_prose(1, 50), _prose(2, 80))

    alignment = align(page, page.text)

    assert alignment.mask.all()
    assert alignment.share == 1.0


def test_a_part_of_the_text_is_found_at_its_position_only():
    page = _page(_prose(1, 50), _prose(2, 60), _prose(3, 70))

    alignment = align(page, _prose(2, 60))

    assert alignment.mask.sum() == 60
    assert _kept(page, _prose(2, 60)) == _prose(2, 60) + "\n"
    assert alignment.share == 1.0


def test_white_space_does_not_matter_on_either_side():
    page = _page("one  two\nthree four five six seven eight nine ten")

    assert align(page, "onetwothree\n\n\nfourfivesixseven\teightnineten").mask.all()
    assert align(
        _page("机器 学习\u3000方法 的 研究 进展 与 应用 前景"), "机器学习方法的研究进展与应用前景"
    ).mask.all()


def test_equal_words_of_a_changed_text_are_found():
    page = _page("The council will decide whether the town wants twelve more rotors in the river")
    text = "The council will decide if the town wants twelve more rotors in a river"

    kept = _kept(page, text).split()

    assert "whether" not in kept
    assert {"council", "decide", "twelve", "rotors"} <= set(kept)
    assert 0.8 < align(page, text).share < 1.0


def test_text_that_is_not_on_the_page_is_counted_as_not_found():
    page = _page(_prose(1, 40))
    foreign = "x" * len("".join(_prose(1, 40).split()))

    alignment = align(page, _prose(1, 40) + foreign)

    assert alignment.mask.all()
    assert alignment.share == pytest.approx(0.5)
    assert align(page, foreign).share == 0.0
    assert not align(page, foreign).mask.any()


def test_stretches_that_are_not_on_the_page_are_listed_in_order():
    page = _page(_prose(1, 40), _prose(2, 40))
    text = f"Dated 5 May.\n{_prose(1, 40)}\n\nRead  more:\n{_prose(2, 40)} © 2026"

    alignment = align(page, text)

    assert alignment.missing == ("Dated 5 May.", "Read  more:", "© 2026")
    assert align(page, page.text).missing == ()
    assert align(page, "").missing == ()


def test_share_and_missing_stretches_agree():
    page = _page("The council will decide whether the town wants twelve more rotors in the river")
    text = "The council will decide if the town wants \ud800 twelve more rotors in a river"

    alignment = align(page, text)

    n_missing = sum(len("".join(stretch.split())) for stretch in alignment.missing)
    assert alignment.missing
    assert alignment.share == pytest.approx(1 - n_missing / len("".join(text.split())))


def test_an_empty_text_is_found_and_keeps_nothing():
    page = _page("one two")

    alignment = align(page, " \n")

    assert (alignment.mask.tolist(), alignment.share) == ([False, False], 1.0)


def test_a_page_without_text_has_an_empty_mask():
    alignment = align(Page.from_text("", name="empty"), "some text")

    assert (len(alignment.mask), alignment.share) == (0, 0.0)


def test_a_text_twice_on_the_page_is_found_once_by_the_text_around_it():
    page = _page("menu of the week", _prose(1, 30), "menu of the week", _prose(2, 30))

    mask = align(page, _prose(1, 30) + " menu of the week " + _prose(2, 30)).mask

    assert not mask[:4].any()
    assert mask[4:].all()


def test_paragraphs_in_another_order_are_found_as_far_as_the_order_agrees():
    page = _page(_prose(1, 40), _prose(2, 80))

    alignment = align(page, _prose(2, 80) + " " + _prose(1, 40))

    assert alignment.mask[40:].all()
    assert alignment.share < 1.0


@pytest.mark.parametrize("markup", ["<title>{}</title><body>", "<template>{}</template>"])
def test_title_and_template_are_not_searched(markup: str):
    page = Page.from_text(markup.format(_prose(1, 20)) + f"<p>{_prose(2, 20)}", name="page")

    alignment = align(page, _prose(1, 20) + _prose(2, 20))

    assert alignment.mask.sum() == 20


def test_a_token_is_kept_if_half_of_its_characters_are_found():
    page = _page("incomprehensibilities of abcdefghijklmnopqrst")

    assert align(page, "incomprehensibilities").mask.tolist() == [True, False, False]
    assert align(page, "incomprehen").mask.tolist() == [True, False, False]
    assert align(page, "incompreh").mask.tolist() == [False, False, False]


def test_lone_surrogates_are_characters_that_are_not_found():
    page = _page(_prose(1, 30))

    alignment = align(page, "\ud800" + _prose(1, 30))

    assert alignment.mask.all()
    assert alignment.share < 1.0


def test_gaps_too_long_to_compare_are_not_found():
    middle = "ab" * 15_000
    page = _page(_prose(1, 30), middle, _prose(2, 30))

    mask = align(page, _prose(1, 30) + "ba" * 15_000 + _prose(2, 30)).mask

    assert mask.tolist() == [True] * 30 + [False] + [True] * 30


def test_a_megabyte_without_a_single_anchor_ends_at_once():
    page = _page("a " * 500_000)

    assert not align(page, "a" * 600_000).mask.any()


@given(st.lists(st.integers(0, 11), min_size=1, max_size=12, unique=True).map(sorted))
def test_any_choice_of_paragraphs_is_found_exactly(selected: list[int]):
    letters = "abcdefghijkl"
    paragraphs = [
        " ".join(f"{letter}{word}" for word in _prose(seed, 25).split())
        for seed, letter in enumerate(letters)
    ]
    page = _page(*paragraphs)

    alignment = align(page, "\n".join(paragraphs[index] for index in selected))

    expected = np.isin(np.repeat(np.arange(12), 25), selected)
    assert alignment.mask.tolist() == expected.tolist()
    assert alignment.share == 1.0


def test_the_gold_texts_of_real_pages_are_found():
    shares, errors = [], []
    for corpus_page in require_corpora()[::8]:
        if not corpus_page.gold:
            continue
        page = Page.from_bytes(corpus_page.data, name="page", encoding=corpus_page.encoding)
        alignment = align(page, corpus_page.gold)
        kept = sum(map(str.isalnum, kept_text(page, alignment.mask)))
        gold = sum(map(str.isalnum, corpus_page.gold))
        shares.append(alignment.share)
        errors.append(abs(kept - gold) / max(gold, 1))

    assert len(shares) > 20
    assert np.median(shares) > 0.99
    assert np.median(errors) < 0.01
    assert np.mean(np.array(shares) < 0.8) < 0.1
