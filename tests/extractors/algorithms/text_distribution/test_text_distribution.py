"""Text distribution: worked examples, every ending and rule, every setting, any page."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.algorithms.text_distribution.extractor import TEXT_DISTRIBUTION
from boilerscope.extractors.algorithms.text_distribution.settings import TextDistributionSettings
from boilerscope.extractors.algorithms.text_distribution.steps import MAX_STEPS
from boilerscope.extractors.formats.html.writer import cleaned
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision
from boilerscope.extractors.model.settings import MainKnob, find_knob, from_table, knobs
from boilerscope.extractors.page import Page
from tests.helpers.extractions import assert_same, assert_sound, is_subsequence, rules_of
from tests.helpers.material import CorpusPage, WorkedExample, every_example, every_page

SETTINGS = [
    {},
    {"spread": "range", "text_nodes": False},
    {"spread": "sd", "measure": "words", "text_longest": "ignore"},
    {"spread": "sample_sd", "drop_empty": False, "threshold": 0.0},
    {"drop_empty": False, "threshold": 100.0},
]
T0_SPREADS = {"table": (43.7, 43.7, 61.8), "tr": (46.7, 46.7, 66.1), "p": (3.97, 5.05, 5.53)}


def extract(html: str | Page, **values: Any) -> Extraction:
    page = html if isinstance(html, Page) else Page.from_text(html, name="page")
    settings = from_table(TextDistributionSettings, values)
    assert isinstance(settings, TextDistributionSettings)
    extraction = TEXT_DISTRIBUTION.extract(page, settings, ())
    assert_sound(page, extraction)
    return extraction


def kept_tokens(page: Page, extraction: Extraction) -> list[str]:
    return [page.token_text(token) for token in np.flatnonzero(extraction.mask).tolist()]


def path(extraction: Extraction) -> list[str]:
    return list(extraction.curves[0].tick_labels)


def on_path(extraction: Extraction, name: str) -> list[float]:
    column, blocks = extraction.column(name), extraction.curves[0].block
    assert column is not None
    assert blocks is not None
    column_values: list[float] = column.values[blocks].tolist()
    return column_values


def example(identifier: str) -> str:
    (worked_example,) = [
        parameter.values[0]
        for parameter in every_example("text_distribution")
        if parameter.id == identifier
    ] or [None]
    if not isinstance(worked_example, WorkedExample):
        pytest.skip("the worked examples are absent")
    return worked_example.html


@pytest.mark.parametrize("example", every_example("text_distribution"))
def test_worked_example(example: WorkedExample):
    extraction = extract(example.html)

    trace = example.expected["trace"]
    assert path(extraction) == [level["tag"] for level in trace]
    assert on_path(extraction, "length") == [level["ftl"] for level in trace]
    assert on_path(extraction, "subnodes") == [level["n"] for level in trace]
    for k, level in zip(on_path(extraction, "k"), trace, strict=True):
        assert math.isnan(k) if level["k"] is None else round(k, 3) == level["k"]
    rules = {"descend:single": "SINGLE", "descend:longest": "DESCEND", "stop:uniform": "UNIFORM"}
    rules |= {"stop:only-text": "ONLY_TEXT", "stop:no-subnodes": "EMPTY"}
    rules["stop:longest-is-text"] = "TEXT_LONGEST"
    blocks = extraction.curves[0].block
    assert blocks is not None
    for block, step, level in zip(blocks.tolist(), extraction.steps, trace, strict=True):
        rule = step.rule_of(block)
        assert rule is not None
        assert rule.code == rules[level["rule"]]


@pytest.mark.parametrize(("column", "spread"), [(0, "mad"), (1, "sd"), (2, "sample_sd")])
def test_spreads_on_the_page_of_the_author(column: int, spread: str):
    extraction = extract(example("T0"), spread=spread, threshold=0.0, text_longest="ignore")
    k = dict(zip(path(extraction), on_path(extraction, "k"), strict=True))

    assert {tag: k[tag] for tag in T0_SPREADS} == pytest.approx(
        {tag: spreads[column] for tag, spreads in T0_SPREADS.items()}, abs=0.05
    )


def test_the_range_is_the_longest_less_the_shortest():
    extraction = extract("<p>aaaaaaaaaa</p><p>bbbb</p><p>ccc</p>", spread="range")

    assert on_path(extraction, "spread")[0] == 7
    assert on_path(extraction, "k")[0] == pytest.approx(100 * 7 / 17)


def test_empty_subnodes_may_count():
    html = example("T4")

    assert path(extract(html)) == ["body", "p"]
    counted = extract(html, drop_empty=False)
    assert path(counted) == ["body"]
    assert on_path(counted, "k") == [pytest.approx(4.875)]


def test_blank_text_never_counts():
    extraction = extract("<p>aaa</p> \n <p>aaa</p>\u00a0", drop_empty=False)

    assert on_path(extraction, "subnodes") == [2]


def test_text_nodes_may_not_count():
    html = "<div>text between <p>one</p> and more text <p>two</p></div>"

    assert on_path(extract(html), "subnodes")[1] == 4
    assert on_path(extract(html, text_nodes=False), "subnodes")[1] == 2
    alone = extract("<div>only text</div>", text_nodes=False)
    assert rules_of(alone, "LEVEL2")[-1] == "EMPTY"


def test_if_text_is_longest_the_walk_stops_or_enters_the_longest_element():
    html = "<div>" + "t" * 200 + "<p>" + "a" * 30 + "</p><p>b</p></div>"
    stopped, continued = extract(html), extract(html, text_longest="ignore")

    assert path(stopped) == ["body", "div"]
    assert rules_of(stopped, "LEVEL2")[1] == "TEXT_LONGEST"
    assert path(continued) == ["body", "div", "p"]
    assert continued.own_text == "a" * 30


def test_a_node_with_text_only_stops_the_walk_even_if_text_is_ignored():
    html = "<div>" + "t" * 90 + "<br>tt</div>"

    assert rules_of(extract(html), "LEVEL2")[1] == "TEXT_LONGEST"
    assert rules_of(extract(html, text_longest="ignore"), "LEVEL2")[1] == "ONLY_TEXT"


def test_words_may_be_measured_instead_of_characters():
    html = "<div>incomprehensibilities</div><div>a b c 中文</div>"

    assert path(extract(html))[1] == "div"
    assert extract(html).own_text == "incomprehensibilities"
    assert extract(html, measure="words").own_text == "a b c 中文"
    assert on_path(extract(html, measure="words"), "length") == [6, 5]


def test_first_of_equally_long_subnodes_wins():
    extraction = extract("<div>aaaa</div><p>bbbb</p>c", threshold=1.0)

    assert extraction.own_text == "aaaa"
    text_first = extract("aaaa<p>bbbb</p>c", threshold=1.0)
    assert rules_of(text_first, "LEVEL1")[0] == "TEXT_LONGEST"


def test_a_coefficient_equal_to_the_threshold_continues_the_walk():
    html = "<p>" + "a" * 60 + "</p><p>" + "b" * 40 + "</p>"

    assert path(extract(html, threshold=10.0)) == ["body", "p"]
    assert path(extract(html, threshold=10.1)) == ["body"]


def test_scripts_styles_noscript_templates_and_titles_are_not_text():
    html = (
        "<title>t</title><body><script>sssss</script><style>s</style>"
        "<noscript>nnnnn</noscript><template>ttt</template><div>text</div>"
    )
    page = Page.from_text(html, name="page")
    extraction = extract(page)

    assert extraction.own_text == "text"
    assert kept_tokens(page, extraction) == ["text"]


def test_ignored_elements_inside_the_main_node_are_not_kept():
    html = "<div>one <noscript>two</noscript> three <b>four</b> five</div>"
    page = Page.from_text(html, name="page")
    extraction = extract(page, threshold=100.0)

    assert extraction.own_text == "one three four five"
    assert kept_tokens(page, extraction) == [*("one", "three", "four", "five")]


def test_own_text_collapses_white_space_and_has_a_line_for_each_block():
    extraction = extract("<div> a\u00a0 b <p>c</p><p>d</p>\n</div>", threshold=100.0)

    assert extraction.own_text == "a b\nc\nd"


def test_every_block_has_a_reason():
    html = "<div id=n>nav <a>links</a></div><div><div><p>" + "a" * 90 + "</p><p>" + "b" * 90
    extraction = extract(html + "</p></div></div>")

    assert [rules_of(extraction, step.code) for step in extraction.steps] == [
        ["DESCEND", "OUTSIDE", "OUTSIDE", *["LONGEST"] * 4],
        ["", "", "", "SINGLE", *["ONLY"] * 3],
        ["", "", "", "", "UNIFORM", "IN_MAIN", "IN_MAIN"],
    ]
    assert [extraction.labels_of(block) for block in range(7)] == [
        *[("PATH",), ("DISCARDED",), ("DISCARDED",), ("PATH",)],
        *[("MAIN",), ("MAIN",), ("MAIN",)],
    ]
    assert extraction.content.tolist() == [False] * 4 + [True] * 3
    assert explain_decision(extraction, 1) == (
        "OUTSIDE: node k 45.24 >= 5, not in the longest subnode, 180 of 189"
    )
    assert extraction.steps[0].title == "Descend from body"
    assert extraction.steps[2].title == "Stop at div[2] > div"


def test_uncounted_text_beside_a_single_subnode_has_its_own_rule():
    extraction = extract("<div>words</div><div>!</div>", measure="words")

    assert rules_of(extraction, "LEVEL1") == ["SINGLE", "ONLY", "ASIDE"]


def test_a_walk_that_loses_most_of_the_text_gives_a_warning():
    html = "<p>" + "a" * 50 + "</p><p>" + "b" * 40 + "</p><p>" + "c" * 20 + "</p>"
    extraction = extract(html)

    assert extraction.warnings == ("The main node has only 45\xa0% of the text of the body.",)
    assert extraction.scores["main_share"] == pytest.approx(50 / 110)
    assert extract(html, threshold=50.0).warnings == ()


@pytest.mark.parametrize(
    "html", ["", "<body></body>", "<script>x</script>", "<frameset></frameset>"]
)
def test_a_page_without_text_is_empty_with_a_message(html: str):
    extraction = extract(html)

    assert extraction.status is Status.EMPTY
    assert extraction.message == "The body has no text."
    assert extraction.warnings == ()


def test_empty_subnodes_of_an_empty_body_end_the_walk():
    assert path(extract("<i></i><i></i>", drop_empty=False)) == ["body"]


def test_html_contains_only_the_main_node():
    page = Page.from_text(
        "<title>t</title><div>nav</div><div class=m><p>" + "a" * 90 + "<img src=x></p></div>",
        name="page",
    )
    html = cleaned(page, extract(page))

    assert "<title>t</title>" in html
    assert '<img src="x">' in html
    assert "nav" not in html


def test_marks_do_not_change_the_ancestors_of_the_main_node():
    page = Page.from_text("<div>nav</div><section><p>" + "a" * 90 + "</p></section>", name="page")
    marks = extract(page).marks
    assert marks is not None

    assert dict(zip(page.elements.tag, marks.tolist(), strict=True)) == {
        "html": 0,
        "body": 0,
        "div": -1,
        "section": 0,
        "p": 1,
    }


def test_the_curve_draws_k_level_by_level():
    (curve,) = extract(example("T0")).curves

    assert curve.threshold_field == "threshold"
    assert curve.threshold == 5
    assert curve.style == "bars"
    assert curve.kept == ((3.5, 4.5),)
    assert np.isnan(curve.y).tolist() == [True, False, False, True, False]


def test_deep_pages_share_the_last_step():
    depth = 500
    html = "<div><p>a</p>" * depth + "<p>" + "b" * 90 + "</p>" + "</div>" * depth
    extraction = extract(html)

    assert len(extraction.steps) == MAX_STEPS
    assert extraction.scores["levels"] > depth
    assert extraction.steps[-1].title.startswith("Descend ")
    assert extraction.own_text == "b" * 90


def test_the_threshold_is_a_main_knob_bounded_by_its_quantity():
    field = find_knob(TextDistributionSettings, "threshold")

    assert field.main is MainKnob.DISTRIBUTION
    assert extract("<p>a</p><p>b</p>").column(field.bounds) is not None
    assert all(knob.label and knob.help for knob in knobs(TextDistributionSettings))
    for preset in TEXT_DISTRIBUTION.presets:
        preset_settings = TEXT_DISTRIBUTION.preset_settings(preset)
        assert isinstance(preset_settings, TextDistributionSettings)


PIECES = (
    *("<div>", "</div>", "<p>", "</p>", "<b>", "</b>", "one", " two words ", "中文", "<br>", "!"),
    *("<noscript>n</noscript>", "<script>s</script>", "<!-- c -->", "<td>", "a long run of text "),
)


@pytest.mark.parametrize("values", SETTINGS)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=25))
def test_any_markup_gives_a_sound_extraction_twice_the_same(
    values: dict[str, Any], pieces: list[str]
):
    page = Page.from_text("".join(pieces), name="page")
    extraction = extract(page, **values)

    assert_same(extraction, extract(page, **values))
    assert is_subsequence("".join(extraction.own_text.split()), "".join(page.text.split()))
    assert (
        sum("MAIN" in extraction.labels_of(block) for block in range(len(extraction.blocks))) >= 1
    )


@pytest.mark.parametrize("values", SETTINGS[:3])
@pytest.mark.parametrize("corpus_page", every_page(stride=25))
def test_a_real_page_gives_a_sound_extraction(corpus_page: CorpusPage, values: dict[str, Any]):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    extraction = extract(page, **values)

    assert is_subsequence("".join(extraction.own_text.split()), "".join(page.text.split()))


@pytest.mark.parametrize(
    "html",
    [
        "<p>x</p>" * 120_000,
        "x<br>" * 200_000,
        "<div>" * 1_900 + "<noscript>n</noscript>x" * 40_000,
        "<div>x" * 1_900 + "y" * 900_000,
        "<b> " * 250_000,
    ],
    ids=["siblings", "text nodes", "cut at every level", "deep", "unclosed"],
)
def test_a_hostile_megabyte_is_read(html: str):
    page = Page.from_text(html, name="page")
    extraction = TEXT_DISTRIBUTION.extract(page, TextDistributionSettings(), ())

    assert np.array_equal(
        extraction.mask, extraction.blocks.mask(extraction.content, page.n_tokens)
    )
