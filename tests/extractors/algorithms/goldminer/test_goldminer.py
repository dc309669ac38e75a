"""GoldMiner: patterns around articles of a made site, the cut, and classes as those of jusText."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.algorithms.goldminer.extractor import GOLDMINER
from boilerscope.extractors.algorithms.goldminer.paragraphs import (
    Class,
    classes_alone,
    classes_in_context,
    paragraphs,
)
from boilerscope.extractors.algorithms.goldminer.patterns import Markup, Pair, cut, learn
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page import Page
from boilerscope.extractors.peers.justext import JUSTEXT
from boilerscope.extractors.text.stop_words import stop_words
from tests.helpers.made_site import at_site
from tests.helpers.material import CorpusPage, every_page

WORDS = (
    "the rotor of the old mill on the river has been turning in the dark of the winter {n}"
    " and nobody in the town of piers {n} had any idea that it was there for all of us to see {m}"
)
NOTE = "all of the comments below are the opinion of those who have written them to us at night"
CLASS_OF = {"bad": Class.BAD, "short": Class.SHORT, "neargood": Class.NEAR_GOOD, "good": Class.GOOD}


def _body(n: int) -> str:
    return "".join(f"<p>{WORDS.format(n=n, m=m)}</p>" for m in range(3))


def _article(n: int, *, end: str = '<div class="share">Share</div>') -> Page:
    related = "".join(
        f'<div class="hint"><p>{WORDS.format(n=m, m=99)}</p></div>' for m in (n % 3, 7)
    )
    return Page.from_text(
        "<html><body><p><b>Home</b></p>"
        f'<div class="story"><h1>Mill {n}</h1>{_body(n)}</div>{end}'
        f'<div class="more">{related}<p>{NOTE}</p></div></body></html>',
        name=f"mill-{n}",
    )


def _run(page: Page, **changes: object) -> Extraction:
    settings = GOLDMINER.default_settings().replace(language="English", **changes)
    return runner.run(page, "goldminer", settings)


def _site(n_pages: int = 20) -> list[Page]:
    return [_article(n) for n in range(100, 100 + n_pages)]


def _codes(result: Extraction) -> list[str]:
    """Return for each block the code of the last rule that decided on it."""
    codes = []
    for block in range(len(result.content)):
        rules = [step.rule_of(block) for step in result.steps]
        codes.append([rule.code for rule in rules if rule is not None][-1])
    return codes


def test_what_is_new_on_a_page_is_kept_and_what_stands_behind_the_article_is_not():
    pages = _site()
    result = _run(at_site(pages[4], pages))

    assert result.status is Status.OK
    assert "winter 104" in result.own_text
    assert "Share" not in result.own_text
    assert "opinion" not in result.own_text
    assert result.own_text.count("winter") == 3
    assert _codes(result)[0] == "G2"
    assert set(_codes(result)[-3:]) == {"G3"}


def test_the_patterns_are_tags_around_the_articles_of_most_pages():
    pages = _site()
    result = _run(at_site(pages[4], pages))

    cut_off = next(step for step in result.steps if step.code == "G")
    assert cut_off.notes[0] == '<div class="story">'
    assert cut_off.notes[-1] == "</p></div>"
    # On the first page, the text behind the article is new, too.
    assert result.scores == {"site_pages": 20, "start_pages": 20, "end_pages": 19}


def test_jus_text_alone_keeps_the_text_behind_the_article():
    settings = JUSTEXT.default_settings()
    result = runner.run(_article(104), "justext", settings.replace(length_high=110))

    assert "winter 7" in result.own_text


def test_a_second_pair_serves_pages_with_another_end():
    ends = ['<div class="share">Share</div>', '<section class="poll">Vote</section>']
    pages = [_article(n, end=ends[n % 3 == 0]) for n in range(100, 130)]
    often, seldom = (_run(at_site(page, pages)) for page in pages[4:6])

    assert [page.name for page in pages[4:6]] == ["mill-104", "mill-105"]
    for result, number in ((often, 104), (seldom, 105)):
        assert result.own_text.count(f"winter {number}") == 3
        assert "opinion" not in result.own_text


def test_a_page_without_the_start_pattern_is_empty_and_says_so():
    pages = _site()
    other = Page.from_text(f"<body><main>{_body(3)}</main></body>", name="other")
    result = _run(at_site(other, pages))

    assert result.status is Status.EMPTY
    assert '<div class="story">' in result.message
    assert set(_codes(result)) == {"G4"}


def test_a_page_without_the_end_pattern_is_read_to_its_end_and_says_so():
    pages = _site()
    other = Page.from_text(
        f'<body><div class="story"><h1>Mill</h1>{_body(3)}<hr>{_body(4)}', name="other"
    )
    result = _run(at_site(other, pages))

    assert "winter 4" in result.own_text
    assert any("lacks the end pattern" in note for note in result.warnings)


def test_a_site_of_different_pages_has_no_pattern_and_the_whole_page_is_classified():
    pages = [
        Page.from_text(f"<body id=b{n}><div id=d{n}><p id=p{n}>{WORDS}", name=f"page-{n}")
        for n in range(4)
    ]
    result = _run(at_site(pages[0], pages))

    assert [step.code for step in result.steps] == ["J", "K"]
    assert "winter" in result.own_text
    assert any("No pattern was learned" in note for note in result.warnings)


@pytest.mark.parametrize("others", [None, []])
def test_a_page_alone_is_unavailable(others: list[Page] | None):
    page = _article(1)
    result = _run(page if others is None else at_site(page, others))

    assert result.status is Status.UNAVAILABLE
    assert "--site" in result.message


def test_missing_lists_of_stop_words_are_named_unless_none_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("boilerscope.extractors.text.stop_words._with_lists", tuple)
    pages = _site()
    page = at_site(pages[4], pages)
    wanted = runner.run(page, "goldminer", GOLDMINER.default_settings())
    without = runner.run(page, "goldminer", GOLDMINER.default_settings().replace(language="none"))

    assert wanted.status is Status.UNAVAILABLE
    assert "justext" in wanted.message
    assert without.status is Status.OK


def test_one_line_break_is_a_space_and_two_end_a_paragraph():
    page = Page.from_text("<p>one<br>two<br><br>three <b>four</b></p>", name="page")

    found = paragraphs(page, frozenset())

    assert found.texts == ["one two", "three four"]
    assert found.words.tolist() == [2, 2]


def test_the_sequence_of_tags_has_its_white_space_collapsed_and_the_text_between():
    markup = Markup("<div\n  class=a>\n\n <p> So <b>it")

    assert markup.sequence(0, 3) == "<div class=a> <p> So <b>"
    assert markup.find("<p> So <b>") == (1, 3)
    assert markup.find("<p> No <b>") is None


def test_the_part_of_a_page_contains_both_patterns():
    pair = Pair("<main>", "</p><hr>", 2, 2)
    source = "<body><p>no</p><main><p>yes</p><hr><p>no</p>"
    patterns = learn((), GOLDMINER.default_settings())

    assert patterns.pairs == ()
    assert cut(source, patterns) is None
    found = cut(source, type(patterns)((pair,), 2, 2))
    assert found is not None
    assert source[found.start : found.end] == "<main><p>yes</p><hr>"


def _library_paragraph(text: str, path: str, linked: int) -> Any:
    from justext.paragraph import Paragraph

    class Path:
        dom = path
        xpath = path

    made = Paragraph(Path())
    made.append_text(text)
    made.chars_count_in_links = linked
    return made


@pytest.mark.parametrize("case", every_page(stride=20))
def test_classes_are_those_of_the_library_on_pages(case: CorpusPage):
    core = pytest.importorskip("justext.core")
    settings, words = GOLDMINER.default_settings(), stop_words("English")
    found = paragraphs(Page.from_bytes(case.data, name=case.identifier), words)
    theirs = [
        _library_paragraph(text, "body.h2" if is_heading else "body.p", linked)
        for text, is_heading, linked in zip(
            found.texts, found.is_heading.tolist(), found.link_length.tolist(), strict=True
        )
    ]
    core.classify_paragraphs(
        theirs,
        words,
        settings.length_low,
        settings.length_high,
        settings.stopwords_low,
        settings.stopwords_high,
        settings.max_link_density,
    )
    for paragraph, is_selection in zip(theirs, found.is_selection.tolist(), strict=True):
        if is_selection:
            paragraph.cf_class = "bad"
        # The library looks ahead for classes that it copies as it goes, and so finds none; the
        # authors' program copies all of them first.
        paragraph.class_type = paragraph.cf_class
    _, alone = classes_alone(found, settings)
    assert [CLASS_OF[paragraph.cf_class] for paragraph in theirs] == alone.tolist()

    core.revise_paragraph_classification(theirs, settings.max_heading_distance)
    _, final = classes_in_context(
        alone.tolist(), found.length.tolist(), found.is_heading.tolist(), 200
    )
    assert [CLASS_OF[paragraph.class_type] for paragraph in theirs] == final


@pytest.mark.parametrize("seed", range(200))
def test_classes_in_context_are_those_of_the_library(seed: int):
    core = pytest.importorskip("justext.core")
    chance = random.Random(seed)
    names = [chance.choice(list(CLASS_OF)) for _ in range(chance.randrange(1, 25))]
    length = [chance.choice([5, 60, 120, 190]) for _ in names]
    heading = [chance.random() < 0.3 for _ in names]
    theirs = []
    for name, size, is_heading in zip(names, length, heading, strict=True):
        paragraph = _library_paragraph("x" * size, "body.p", 0)
        paragraph.cf_class = paragraph.class_type = name
        paragraph.heading = is_heading
        theirs.append(paragraph)
    core.revise_paragraph_classification(theirs, 200)

    rule, final = classes_in_context([CLASS_OF[name] for name in names], length, heading, 200)

    assert final == [CLASS_OF[paragraph.class_type] for paragraph in theirs]
    decided = np.array(rule) > 0
    undecided = np.array([name in {"short", "neargood"} for name in names])
    assert (decided == undecided).all()
