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


@pytest.mark.parametrize(
    ("dropped", "kept"),
    [
        ("Alert", "A notification for people"),
        ("这是广告", "这是一段正文而且不短"),
        ("a b c a b", "a b d follows here"),
        ("Advertisement", "Advertising pays for much"),
    ],
)
def test_a_dropped_block_that_begins_as_the_next_one_is_dropped_whole(dropped: str, kept: str):
    page = _page(_prose(1, 30), dropped, kept, _prose(2, 30))
    text = f"{_prose(1, 30)}\n{kept}\n{_prose(2, 30)}"

    alignment = align(page, text)

    assert kept_text(page, alignment.mask) == text + "\n"
    assert alignment.share == 1.0


def test_a_dropped_block_that_ends_as_the_block_before_is_dropped_whole():
    page = _page(_prose(1, 30) + " and so on", "see also: and so on", _prose(2, 30))

    text = f"{_prose(1, 30)} and so on\n{_prose(2, 30)}"

    assert _kept(page, text) == text + "\n"


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


def test_a_long_gap_is_divided_by_shorter_anchors():
    middle = " ".join(f"{word}-{n:05}" for n, word in enumerate(_prose(3, 3000).split()))
    page = _page(_prose(1, 30), middle, _prose(2, 30))

    alignment = align(page, f"{_prose(1, 30)} {middle.replace('-', '–!')} {_prose(2, 30)}")

    assert alignment.mask.mean() > 0.9
    assert alignment.share > 0.7


def test_characters_of_a_long_gap_without_common_runs_are_counted_as_not_found():
    ours, theirs = "abcdeX" * 5_000, "abcdeY" * 5_000
    page = _page(_prose(1, 30), ours, _prose(2, 30))
    known = len("".join((_prose(1, 30) + _prose(2, 30)).split()))

    alignment = align(page, f"{_prose(1, 30)} {theirs} {_prose(2, 30)}")

    assert alignment.mask.tolist() == [True] * 30 + [False] + [True] * 30
    # The first five characters continue the text before them.
    assert alignment.share == pytest.approx((known + 5) / (known + 30_000))
    assert alignment.missing == (theirs[5:],)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Hafen\u00adbrücken\u00adinstand\u00adsetzung", "Hafenbrückeninstandsetzung"),
        ("Hafen\u200bbrücke", "Hafenbrücke"),
        ("Hafenbrücke", "Ha\u2060fen\ufeffbrücke\U000e0001"),
        ("cafe\u0301 au lait glace\u0301", "café au lait glacé"),
        ("café au lait glacé", "cafe\u0301 au lait glace\u0301"),
        ("q\u0307\u0323 rare letters", "q\u0323\u0307 rare letters"),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af 한국어", "한글 한국어"),
        ("5 \u212b and \u2126", "5 Å and Ω"),
        ("he said “no” to Anna’s well‑known plan", 'he said "no" to Anna\'s well-known plan'),
    ],
)
def test_texts_that_look_alike_are_equal(ours: str, theirs: str):
    page = _page(*[f"{ours} {number}" for number in range(8)])

    alignment = align(page, "\n".join(f"{theirs} {number}" for number in range(8)))

    assert alignment.mask.all()
    assert alignment.share == 1.0
    assert alignment.missing == ()


_RUBY = "<ruby>{}<rp>(</rp><rt>{}</rt><rp>)</rp></ruby>"


def test_a_text_without_readings_is_found_between_them():
    words = [("港", "みなと"), ("橋", "はし"), ("検査官", "けんさかん"), ("磨耗", "まもう")] * 5
    page = Page.from_text("<p>" + "の".join(_RUBY.format(*word) for word in words), name="page")
    plain = "の".join(word for word, _ in words)
    spelled = "の".join(f"{word}（{reading}）" for word, reading in words)

    alignment = align(page, plain)

    assert alignment.share == 1.0
    assert kept_text(page, alignment.mask).replace(" ", "").strip() == plain
    assert align(page, spelled.replace("（", "(").replace("）", ")")).mask.all()


def test_case_matters():
    assert align(_page("one two three four five six seven"), "ONE TWO THREE FOUR").share == 0.0


@pytest.mark.parametrize("n", [60, 6_000])
def test_of_a_text_that_the_page_has_twice_the_first_is_found(n: int):
    article = _prose(1, n)
    page = _page("the menu", article, "for print", article)

    alignment = align(page, article)

    assert alignment.share == 1.0
    assert alignment.mask.tolist() == [False] * 2 + [True] * n + [False] * (n + 2)


def test_of_two_copies_the_one_without_gaps_is_found():
    first, second = _prose(1, 3_000), _prose(2, 3_000)
    page = _page(first, "an advertisement", second, first, second)

    mask = align(page, f"{first}\n{second}").mask

    assert mask.tolist() == [False] * 6_002 + [True] * 6_000


@pytest.mark.parametrize("n", [60, 6_000])
def test_a_text_that_page_and_text_have_twice_is_found_twice(n: int):
    page = _page("the menu", _prose(1, n), _prose(1, n))

    assert align(page, f"{_prose(1, n)} {_prose(1, n)}").mask.tolist() == [False] * 2 + [True] * (
        2 * n
    )


def test_a_sentence_that_is_repeated_is_found_as_often_as_the_text_has_it():
    sentence = "The old bridge was closed on Monday."
    page = _page(_prose(1, 50), *[sentence] * 1_500)

    assert align(page, f"{sentence} " * 1_500).mask.tolist() == [False] * 50 + [True] * 10_500
    assert align(page, f"{sentence} " * 900).mask.sum() == 6_300


def test_a_short_text_is_found_on_a_long_page():
    menu = [f"Section {number} of the town" for number in range(2_000)]
    page = _page(*menu, "Bridge closed.", *menu)

    assert _kept(page, "Bridge closed.") == "Bridge closed.\n"
    assert _kept(page, "closed.") == "closed.\n"


def test_a_megabyte_without_a_single_unique_anchor_ends_at_once():
    alignment = align(_page("a " * 500_000), "a" * 600_000)

    assert alignment.mask.all()
    assert alignment.share == pytest.approx(5 / 6)


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
