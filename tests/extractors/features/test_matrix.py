"""The matrix of the block grid: the specification's worked example, and a page for each family."""

from __future__ import annotations

import json
import re
from math import log
from string import ascii_lowercase, ascii_uppercase

import numpy as np
import pytest

from boilerscope.extractors.features.feature import Columns
from boilerscope.extractors.features.grid import grid
from boilerscope.extractors.features.matrix import FEATURES, OF_PAGE, matrix
from boilerscope.extractors.features.metadata import page_facts
from boilerscope.extractors.page import Page
from tests.helpers.material import SHARED

PARK = """
<html><head><title>New park opens - Daily</title></head><body>
<nav class="menu"><ul><li><a href="/">Home</a></li><li><a href="/s">Sport</a></li></ul></nav>
<main><article class="post"><h1>New park opens</h1>
<p>The city has opened a new park, and it is the largest of the year.</p>
<p>It took two years to build, said the mayor.</p></article></main>
<footer class="footer"><p>© 2026 Daily</p></footer></body></html>
"""


READS_WORDS = re.compile(r".*stop(_n)?|cta|endmark|(since|n|to|pg)_endh|under_end")
"""Features of the specification that read words of some languages, and are not measured."""


def columns(markup: str) -> dict[str, list[float]]:
    measured = matrix(Page.from_text(markup, name="page"))
    return {name: values.tolist() for name, values in measured.columns.items()}


def test_the_names_are_those_of_the_specification():
    file = SHARED / "algorithms" / "learned-words.json"
    if not file.is_file():
        pytest.skip(f"{file} does not exist")
    names = json.loads(file.read_text(encoding="utf-8"))["features"]

    expected = {name for name in names if not READS_WORDS.fullmatch(name)}
    assert len(names) - len(expected) == 21
    assert {feature.name for feature in FEATURES} == expected
    assert set(columns(PARK)) == expected


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (
            0,
            {
                "words": 0.693,
                "link": 1,
                "k_nav": 2,
                "a0_share": 0.065,
                "rd_in": 0,
                "rd_rel": 0.261,
                "tc_share": 0.065,
                "since_title": -1.099,
                "mssa": -1.386,
                "w2_link": 0.4,
            },
        ),
        (
            3,
            {
                "words": 2.773,
                "link": 0,
                "commas": 0.067,
                "k_post": 1,
                "t_main": 2,
                "a0_share": 0.871,
                "a0_para": 0.889,
                "rd_in": 1,
                "rd_rel": 1,
                "tc_share": 0.774,
                "title_cov": 0.5,
                "pos": 0.161,
                "since_title": 1.386,
                "mssa": 0,
                "w2_link": 0.033,
            },
        ),
    ],
)
def test_worked_example_of_the_specification(block: int, expected: dict[str, float]):
    measured = columns(PARK)

    assert {name: round(measured[name][block], 3) for name in expected} == expected
    assert grid(Page.from_text(PARK, name="page")).words.sum() == pytest.approx(31)


def test_text_that_is_never_main_content_has_no_block_but_noscript_has():
    page = Page.from_text(
        "<title>Title</title><body><p>One</p><noscript><p>Two</p></noscript>"
        "<select><option>Three</select><textarea>Four</textarea><template>Five</template>",
        name="page",
    )

    assert grid(page).texts() == ["One", "Two"]


def test_a_chinese_character_is_six_tenths_of_a_word():
    page = Page.from_text("<p>我们 two</p>", name="page")

    assert grid(page).words.tolist() == pytest.approx([2.2])


def test_text_features():
    measured = columns(
        "<p>On 3 May 2024 we <b>paid $5</b> to a@b.org | more:</p><p>Read more...</p><p>“Yes.”</p>"
    )

    assert measured["date"] == [1, 0, 0]
    assert measured["price"] == [1, 0, 0]
    assert measured["at"] == [1, 0, 0]
    assert measured["start"] == [1, 1, 0]
    assert measured["end_punct"] == [1, -1, 2]
    assert measured["bold"][0] == pytest.approx(2 / 12)
    assert measured["marks"][0] == pytest.approx(1 / 12)


def test_distances_are_at_most_twelve_levels():
    deep = "<div>" * 13
    measured = columns(f'<body><article role="main" class="Story-12">{deep}<p>Far</p></article>')

    assert measured["t_article"] == [12]
    near = columns('<article role="main" class="Story"><div><p>Near</p></div></article>')
    assert (near["t_article"], near["k_content"], near["s_role_main"]) == ([2], [2], [2])
    assert near["t_noscript"] == [12]


@pytest.mark.parametrize(
    ("attributes", "feature"),
    [
        ("hidden", "s_hidden"),
        ('style="color:red; DISPLAY : none"', "s_hidden"),
        ('aria-hidden="true"', "s_ariahidden"),
        ('itemprop="articleBody"', "s_ip_body"),
        ('itemprop="comment"', "s_ip_comment"),
        ('itemprop="author"', "s_ip_other"),
        ('role="dialog"', "s_role_compl"),
        ('role="presentation"', "s_role_other"),
        ('itemtype="https://schema.org/NewsArticle"', "s_artitem"),
    ],
)
def test_attributes_set_the_feature_of_their_meaning(attributes: str, feature: str):
    measured = columns(f"<div {attributes}><p>Text</p></div><p>Other</p>")

    assert measured[feature] == [1, 12]


def test_templates_count_blocks_with_the_same_tags_and_classes():
    measured = columns(
        '<ul><li class="row1"><a href=x>One</a></li><li class="row2"><a href=x>Two</a></li></ul>'
        "<p>Two</p>"
    )

    assert measured["tc_n"] == pytest.approx([log(3), log(3), log(2)])
    assert measured["tc_link"] == [1, 1, 0]
    assert measured["dup"] == pytest.approx([0, log(2), log(2)])


def test_metadata_is_compared_with_blocks_by_pairs_of_words():
    script = json.dumps(
        {"@graph": [{"@type": "NewsArticle", "articleBody": "One two three four.", "name": "N"}]}
    )
    page = Page.from_text(
        f'<head><script type="application/ld+json">{script}</script>'
        '<script type="application/ld+json">{broken</script>'
        '<meta property="og:title" content="A good title"></head>'
        "<body><p>One two other</p><h1>A good title</h1></body>",
        name="page",
    )
    measured = matrix(page).columns

    assert measured["jl_body"].tolist() == [0.5, 0]
    assert measured["jl_desc"].tolist() == [-0.1, -0.1]
    assert measured["is_title"].tolist() == [0, 1]
    assert measured["ty_art"].tolist() == [1, 1]
    assert page_facts(page).fallback() == "One two three four."


def test_blocks_under_a_heading_have_features_for_it():
    measured = columns("<p>Text of it all</p><h2>Related articles</h2><p>Other</p>")

    assert measured["since_head"] == pytest.approx([-1, 0, log(3)])
    assert measured["head_level"] == [0, 2, 2]


@pytest.mark.parametrize("page", [PARK, "<p>On 3.5.2024 we paid $5 to a@b | Read more...</p>"])
def test_no_feature_reads_the_words_of_a_language(page: str):
    """The same page, with a Cyrillic letter for each Latin letter, has the same features."""
    letters = {ord(old): ord("\u0430") + number for number, old in enumerate(ascii_lowercase)}
    letters |= {ord(old): ord("\u0410") + number for number, old in enumerate(ascii_uppercase)}
    parts = re.split(r"(<[^>]*>)", page)
    foreign = "".join(part if part[:1] == "<" else part.translate(letters) for part in parts)

    assert foreign != page
    assert columns(foreign) == columns(page)


def test_features_of_the_page_are_the_same_for_all_its_blocks():
    measured = columns(PARK)

    for name in OF_PAGE:
        assert len(set(measured[name])) == 1, name


@pytest.mark.parametrize("markup", ["", "<p></p>", "<title>a</title>", "<p>one</p>", "<br>" * 50])
def test_any_page_has_finite_features(markup: str):
    measured = matrix(Page.from_text(markup, name="page"))

    assert measured.values().shape == (len(measured.grid), len(FEATURES))
    assert np.isfinite(measured.values()).all()


def test_a_column_does_not_depend_on_the_columns_that_were_read_before_it():
    whole = matrix(Page.from_text(PARK, name="page")).values()

    for number, feature in reversed(list(enumerate(FEATURES))):
        alone = matrix(Page.from_text(PARK, name="page")).columns[feature.name]

        assert np.array_equal(alone, whole[:, number]), feature.name


def test_what_features_share_is_computed_once():
    calls: list[object] = []

    def part(columns: object, name: str) -> str:
        calls.append(columns)
        return name

    columns = Columns(None, (), {})

    assert [columns.shared(part, name) for name in ("a", "a", "b")] == ["a", "a", "b"]
    assert calls == [columns, columns]
