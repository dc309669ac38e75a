"""An image or a field between two words is no part of a word: texts have a space there."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.kept_text import kept_lines, kept_text, run_text
from boilerscope.extractors.text.collapsed_text import collapsed_texts

PROSE = "The ferry leaves the quay at noon and comes back before the lamps are lit, every day. "
OWN = ("link_ratio", "largest_body", "learned", "bayes_blocks", "consensus", "text_distribution")


def _page(between: str) -> Page:
    markup = f"<body><p>{PROSE * 3}</p><p>{PROSE}alpha{between}beta {PROSE}</p><p>{PROSE * 3}</p>"
    return Page.from_text(markup, name="quay.html")


@pytest.mark.parametrize(
    "between", ["<img src=a.png>", "<b><img src=a.png></b>", "<input>", "<svg><path/></svg>"]
)
def test_kept_text_has_a_space(between: str):
    page = _page(between)
    everything = np.ones(page.n_tokens, dtype=np.bool_)

    line = list(kept_lines(page, everything))[1].text

    assert "alpha beta" in kept_text(page, everything)
    assert "alpha beta" in line
    assert "alpha beta" in run_text(page, 0, page.n_tokens)
    rows = np.flatnonzero(page.elements.tagged(frozenset(("p",)))).astype(np.int32)
    assert "alpha beta" in collapsed_texts(page, rows)[1]


def test_a_space_is_there_if_the_words_are_two_runs():
    page = _page("<img>")
    mask = np.ones(page.n_tokens, dtype=np.bool_)
    words = [
        page.text[start:end] for start, end in zip(page.tokens.start, page.tokens.end, strict=True)
    ]
    alpha = words.index("alpha")
    mask[alpha - 1] = False

    assert "alpha beta" in kept_text(page, mask)


@pytest.mark.parametrize("identifier", OWN)
def test_own_texts_have_a_space(identifier: str):
    page = _page("<img src=a.png>")
    settings = registry.extractor(identifier).default_settings()

    text = runner.run(page, identifier, settings).own_text

    assert "alpha beta" in " ".join(text.split())


@pytest.mark.parametrize("between", ["<b></b>", "<span>", "<!-- -->", "<wbr>", "&shy;"])
def test_words_that_only_markup_divides_stay_whole(between: str):
    page = _page(between)

    text = kept_text(page, np.ones(page.n_tokens, dtype=np.bool_))

    assert "alphabeta" in text.replace("\N{SOFT HYPHEN}", "")


def test_a_formula_is_in_the_line_of_its_words():
    page = Page.from_text(
        "<p>Let <math><semantics><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow>"
        "<annotation>x+1</annotation></semantics></math> be.</p>",
        name="quay.html",
    )

    text = kept_text(page, np.ones(page.n_tokens, dtype=np.bool_))

    assert text == "Let x+1 x+1 be.\n"
