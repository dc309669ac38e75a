"""QD: the specification's examples, every feature with its points, every rule and setting."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from boilerscope.extractors.algorithms.qd.blocks import markup_sizes
from boilerscope.extractors.algorithms.qd.date_pattern import date_pattern
from boilerscope.extractors.algorithms.qd.extractor import QD
from boilerscope.extractors.algorithms.qd.settings import QdSettings
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.model.settings import from_table
from boilerscope.extractors.page import Page
from tests.helpers.extractions import assert_same, assert_sound, is_subsequence, rules_of
from tests.helpers.markup import documents
from tests.helpers.material import CorpusPage, WorkedExample, every_example, every_page

TERMS = (
    *("p_br", "punct", "text", "tagdens", "textdens", "prevnext", "copyright"),
    *("after_title", "after_time", "before_related"),
)
LONG = "一二三四五六七八九十"


def extract(html: str | Page, **values: Any) -> Extraction:
    page = html if isinstance(html, Page) else Page.from_text(html, name="test")
    qd_settings = from_table(QdSettings, values)
    assert isinstance(qd_settings, QdSettings)
    extraction = QD.extract(page, qd_settings, ())
    assert_sound(page, extraction)
    return extraction


def scored(extraction: Extraction, kind: str) -> list[float]:
    """Return the scores of the blocks that are candidates for a kind."""
    values = extraction.column_values()[f"{kind}_score"]
    scores: list[float] = values[~np.isnan(values)].tolist()
    return scores


def term(extraction: Extraction, kind: str, name: str, block: int = 0) -> float:
    scoring_step = next(step for step in extraction.steps if f"{kind}_{name}" in step.columns)
    return float(scoring_step.columns[f"{kind}_{name}"][block])


@pytest.mark.parametrize("example", every_example("qd"))
def test_worked_example_gives_the_expected_fields(example: WorkedExample):
    extraction = extract(example.html)

    expected = example.expected
    if "title" in expected:
        text, score = expected["title"] or ("", None)
        assert extraction.title == text
        assert extraction.scores.get("title") == score
    if "time" in expected:
        text, score = expected["time"] or ("", None)
        assert extraction.published == text
        assert extraction.scores.get("time") == score
    if "related" in expected:
        _, share = expected["related"] or ("", None)
        assert extraction.scores.get("related") == share
    text, score = expected["main"] or ("", None)
    # The examples join paragraphs; a paragraph is a line.
    assert extraction.own_text.replace("\n", "") == text
    assert extraction.scores.get("main", None) == (score and pytest.approx(score, abs=5e-4))
    assert extraction.status is (Status.OK if text else Status.EMPTY)
    if "main_scores" in expected:
        assert scored(extraction, "main") == pytest.approx(expected["main_scores"], abs=1e-3)
        rows = np.flatnonzero(~np.isnan(extraction.column_values()["main_score"]))
        for row, expected_points in zip(rows.tolist(), expected["main_why"], strict=True):
            points = {name: term(extraction, "main", name, row) for name in TERMS}
            shown = [f"{name}{value:+.3f}" for name, value in points.items() if value]
            assert shown == expected_points


def test_related_links_are_reported_with_their_addresses():
    (example,) = (param.values[0] for param in every_example("qd") if param.id == "Q1")
    assert isinstance(example, WorkedExample)

    extraction = extract(example.html)

    assert [(link.text, link.address) for link in extraction.related] == [
        ("旧公园改造工程启动", "/1"),
        ("公园管理办法公布实施", "/2"),
    ]
    labelled = {
        label for block in range(len(extraction.blocks)) for label in extraction.labels_of(block)
    }
    assert labelled == {"TITLE", "TIME", "MAIN", "RELATED", "COPYRIGHT"}


def test_sentence_of_the_main_block_adds_up_its_terms():
    extraction = extract("<body><div><p>甲，乙。丙，丁。戊，己。</p></div></body>")

    assert explain_decision(extraction, 0) == (
        "M1: score as main text 9.80 >= 9.80, p br 2 + punct 2 + text 4 + tagdens 1 + textdens"
        " 0.8 + prevnext 0 + copyright 0 + after title 0 + after time 0 + before related 0 = 9.80"
    )


@pytest.mark.parametrize(
    ("body", "name", "points"),
    [
        ("<div>Lake opens</div>", "page_title", 3),
        ("<div>Lake opens - Daily News</div>", "page_title", 3),
        ("<div>Eels below</div>", "page_title", 0),
        ("<h3>Eels below</h3>", "heading", 2),
        ("<h4>Eels below</h4>", "heading", 0),
        ("<div>Eels below <h2></h2></div>", "heading", 2),
        ("<div>Eels <i>below</i></div>", "emphasis", 1),
        ("<div>Eels <em>below</em></div>", "emphasis", 0),
        ("<div class=BigTitle>Eels below</div>", "name", 1),
        ("<div id=header>Eels below</div>", "name", 1),
        ("<div class=body>Eels below</div>", "name", 0),
    ],
)
def test_title_gets_points_for_its_features(body: str, name: str, points: float):
    extraction = extract(f"<title>Lake opens - Daily</title><body>{body}</body>")

    assert term(extraction, "title", name) == points


@pytest.mark.parametrize(
    ("text", "rule"), [("abc", "T5"), ("abcd", "T1"), ("a" * 34, "T1"), ("a" * 35, "T6")]
)
def test_title_is_longer_than_three_and_shorter_than_thirty_five(text: str, rule: str):
    extraction = extract(f"<body><h1>{text}</h1></body>")

    assert rules_of(extraction, "T") == [rule]
    assert (extraction.title == text) == (rule == "T1")


def test_first_of_equal_titles_is_selected_and_other_blocks_have_a_reason():
    extraction = extract("<body><h1>first one</h1><h2>second one</h2><h4>third one</h4></body>")

    assert extraction.title == "first one"
    assert rules_of(extraction, "T") == ["T1", "T2", "T4"]
    assert "an earlier block has as many points" in explain_step(extraction, extraction.steps[0], 1)
    assert explain_step(extraction, extraction.steps[0], 2).startswith("T4: score as title 0 <= 0")


def test_sentence_of_a_lower_title_has_both_scores():
    extraction = extract("<body><h1><b>first one</b></h1><h2>second one</h2></body>")

    assert explain_step(extraction, extraction.steps[0], 1).startswith("T3: score as title 2 < 3")


@pytest.mark.parametrize(
    ("text", "name", "points"),
    [
        ("2010-08-09", "date", 3),
        ("2010年8月9日", "date", 3),
        ("2010.8/9", "date", 3),
        ("10-08-09", "date", 0),
        ("来源：某报", "source", 1),
        ("发表于昨天", "published", 1),
    ],
)
def test_time_gets_points_for_its_features(text: str, name: str, points: float):
    extraction = extract(f"<body><span>{text}</span></body>")

    assert term(extraction, "time", name) == points


def test_time_is_shorter_than_fifty():
    extraction = extract("<body><span>2010-08-09 " + "x" * 38 + "</span></body>")
    longer = extract("<body><span>2010-08-09 " + "x" * 39 + "</span></body>")

    assert rules_of(extraction, "D") == ["D1"]
    assert rules_of(longer, "D") == ["D6"]
    assert longer.published == ""


def test_block_whose_text_is_all_in_spans_is_not_a_time():
    extraction = extract("<body><div><span>2010-08-09</span></div></body>")

    assert rules_of(extraction, "D") == ["D5", "D1"]


def test_time_is_given_as_a_date_and_as_written():
    extraction = extract("<body><span>2010年8月9日 10:20 来源：某报</span></body>")

    assert extraction.published.startswith("2010-08-09")
    assert extraction.published_text == "2010年8月9日 10:20 来源：某报"


def test_time_without_a_date_is_given_as_written():
    assert extract("<body><span>来源：某报</span></body>").published == "来源：某报"


def test_related_links_meet_four_conditions():
    link = f"<a href=x>{LONG}</a>"
    extraction = extract(
        f"<body><div>相关新闻{link}</div><div>相关新闻</div><div>相关新闻{link * 20}</div>"
        f"<div>相关新闻{LONG * 2}{link}</div><div>{link}</div><div>相关链接 {link}</div></body>"
    )

    assert rules_of(extraction, "R") == ["R1", "R6", "R7", "R8", "R5", "R3"]
    assert extraction.scores["related"] == pytest.approx(10 / 14)


@pytest.mark.parametrize(
    ("body", "name", "points"),
    [
        ("<div>a<br>b</div>", "p_br", 2),
        ("<div>a<div><p>b</p></div></div>", "p_br", 0),
        ("<div>，。；！？、</div>", "punct", 2),
        ("<div>，。；！？：</div>", "punct", 0),
        ("<div>一<a></a></div>", "tagdens", 0),
        ("<div>一二</div>", "text", 4),
        ("<div>上一篇</div>", "prevnext", -3),
        ("<div>版权所有</div>", "copyright", -3),
        ("<div>ICP备04号</div>", "copyright", -3),
        ("<div>ICP备号</div>", "copyright", 0),
        ("<div>ab</div>", "textdens", 2 * 2 / 13),
        ("<div id=a>ab<br><img src=b></div>", "textdens", 2 * 2 / (20 + 4 + 13)),
        ("<div>ab<script>long text</script></div>", "textdens", 2 * 2 / 13),
    ],
)
def test_main_text_gets_points_for_its_features(body: str, name: str, points: float):
    assert term(extract(f"<body>{body}</body>"), "main", name) == pytest.approx(points)


def test_position_gives_points_only_if_the_other_block_exists():
    without = extract("<body><div>一</div><div>二</div></body>")
    with_title = extract("<body><h1>some title</h1><div>一</div></body>")

    assert term(without, "main", "after_title", 1) == 0
    assert term(with_title, "main", "after_title", 1) == 1
    assert term(with_title, "main", "before_related", 1) == 0


def test_first_of_equal_main_blocks_is_selected():
    extraction = extract("<body><div>一</div><div>二</div></body>")

    assert extraction.own_text == "一"
    assert rules_of(extraction, "M") == ["M1", "M2"]


def test_block_without_points_is_not_main_text():
    extraction = extract("<body><div>上一篇</div></body>", main_text=-10.0)

    assert extraction.status is Status.EMPTY
    assert extraction.message == "No block has more than 0 points as main text."
    assert rules_of(extraction, "M") == ["M4"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "The page cannot be divided into blocks: it has no td or div."),
        ("<section>text</section>", "The page cannot be divided into blocks: it has no td or div."),
        ("<div><img></div>", "No td or div has text of its own."),
    ],
)
def test_page_without_blocks_is_empty_with_the_reason(body: str, message: str):
    extraction = extract(f"<body>{body}</body>")

    assert extraction.status is Status.EMPTY
    assert extraction.message == message


def test_newer_elements_divide_blocks_with_extra_split():
    html = "<body><div><section>one two</section>three</div></body>"

    assert extract(html).own_text == "one two\nthree"
    assert extract(html, extra_split=True).own_text == "one two"


def test_text_of_spans_belongs_to_the_main_block_around_it():
    extraction = extract("<body><div>one <span>two</span> three</div></body>")

    assert extraction.own_text == "one two three"
    assert extraction.mask.all()
    assert extraction.blocks.nested


@pytest.mark.parametrize(
    ("values", "html", "kind", "change"),
    [
        ({"title_heading": 5.0}, "<h1>some title</h1>", "title", 3),
        ({"title_bold": 5.0}, "<h1><b>some title</b></h1>", "title", 4),
        ({"title_match": -1.0}, "<title>some title</title><h1>some title</h1>", "title", -4),
        ({"title_name": 2.0}, "<h1 class=title>some title</h1>", "title", 1),
        ({"title_names": ["big"]}, "<h1 class=BIG>some title</h1>", "title", 1),
        ({"time_date": 1.0}, "<span>2010-08-09</span>", "time", -2),
        ({"time_source": 3.0}, "<span>来源 x</span>", "time", 2),
        ({"source_words": ["x"]}, "<span>来源 x y</span>", "time", 0),
        ({"time_publish": 3.0}, "<span>发表 x</span>", "time", 2),
        ({"publish_words": ["来源"]}, "<span>来源</span>", "time", 1),
        ({"main_p_br": 1.0}, "<div>a<br></div>", "main", -1),
        ({"main_punct": 1.0, "punct_min": 0}, "<div>a，</div>", "main", 1),
        ({"main_text": 1.0}, "<div>ab</div>", "main", -3),
        ({"main_tag_density": 2.0}, "<div>ab</div>", "main", 1),
        ({"tag_density_max": 0.0}, "<div>ab</div>", "main", -1),
        ({"main_text_density": 0.0}, "<div>ab</div>", "main", -4 / 13),
        ({"main_prev_next": -1.0}, "<div>上一篇</div>", "main", 2),
        ({"prev_next_words": ["a"]}, "<div>ab</div>", "main", -3),
        ({"main_copyright": -1.0}, "<div>Copyright</div>", "main", 2),
        ({"copyright_words": ["a"]}, "<div>ab</div>", "main", -3),
        ({"main_after_title": 3.0}, "<h1>some title</h1><div>ab</div>", "main", 2),
        ({"main_after_time": 3.0}, "<span>2010-1-1</span><div>ab</div>", "main", 2),
        (
            {"main_before_related": 3.0},
            f"<div>ab{LONG}{LONG}</div><div>相关新闻<a>{LONG}</a></div>",
            "main",
            2,
        ),
    ],
)
def test_points_and_words_are_settings(values: dict[str, Any], html: str, kind: str, change: float):
    before, after = extract(html), extract(html, **values)

    assert after.scores[kind] - before.scores[kind] == pytest.approx(change)


def test_limits_of_related_links_are_settings():
    html = f"<div>更多{LONG}<a href=x>{LONG}</a></div>"

    assert "related" not in extract(html).scores
    assert "related" not in extract(html, related_words=["更多"]).scores
    assert "related" in extract(html, related_words=["更多"], related_min_share=0.4).scores
    assert (
        "related"
        not in extract(
            html, related_words=["更多"], related_min_share=0.4, related_max_links=1
        ).scores
    )


@pytest.mark.parametrize(
    ("pattern", "text", "read"),
    [
        ("YYYY[-/.年]M[-/.月]D", "于2010年8月9日 10:20", "2010-08-09 10:20"),
        ("YYYY[-/.年]M[-/.月]D", "2010-13-01", ""),
        ("YYYY[-/.年]M[-/.月]D", "2010-13-01 2011-2-3", "2011-02-03"),
        ("YYYY[-/.年]M[-/.月]D", "2010-08-09 25:70", "2010-08-09"),
        ("D.M.YYYY", "am 9.8.2010", "2010-08-09"),
        ("MM/DD/YYYY", "08/09/2010", "2010-08-09"),
        ("MM/DD/YYYY", "8/9/2010", ""),
    ],
)
def test_dates_are_parsed(pattern: str, text: str, read: str):
    assert date_pattern(pattern).read(text) == read


@pytest.mark.parametrize("pattern", ["", "YYYY", "YYYY-M-M", "YYYY-M", "YYYY[-M-D", "(.*)+"])
def test_error_of_a_wrong_pattern_names_the_setting(pattern: str):
    with pytest.raises(SettingsError) as caught:
        QdSettings(date_pattern=pattern)

    assert caught.value.field == "date_pattern"


def test_title_limits_must_leave_room():
    with pytest.raises(SettingsError, match="title_min must be below title_max"):
        QdSettings(title_min=40)


def test_other_date_pattern_finds_other_dates():
    html = "<body><span>9.8.2010</span></body>"

    assert extract(html).published == ""
    assert extract(html, date_pattern="D.M.YYYY").published == "2010-08-09"


def test_preset_reads_english_pages():
    qd_settings = QD.preset_settings(QD.presets[0])
    assert isinstance(qd_settings, QdSettings)
    page = Page.from_text(
        "<body><article><p>Long text of the story.</p></article><div>Related<a href=/x>A link that"
        " is long enough</a></div></body>",
        name="test",
    )

    extraction = QD.extract(page, qd_settings, ())

    assert extraction.own_text == "Long text of the story."
    assert [link.address for link in extraction.related] == ["/x"]


def test_deep_nesting_is_scored():
    extraction = extract("<body>" + "<div>a" * 2000 + "</div>" * 2000 + "</body>")

    assert len(extraction.blocks) >= 1990


@pytest.mark.parametrize(
    "unit", ["<div>a", "<td>a</td>", "<span>2010-", "ICP备1", "<div a=b>x</div>", "1", "<h1>a b"]
)
def test_a_hostile_megabyte_is_read(unit: str):
    page = Page.from_text("<body><div>" + unit * (1_000_000 // len(unit)), name="hostile")

    extraction = QD.extract(page, QdSettings(), ())

    assert extraction.status in {Status.OK, Status.EMPTY}


@pytest.mark.parametrize("example", every_page(40))
def test_corpus_page_gives_a_sound_result(example: CorpusPage):
    page = Page.from_bytes(example.data, name=example.identifier)

    extraction = extract(page)

    assert_same(extraction, extract(page))


@pytest.mark.parametrize("only_tag", [None, "div"])
def test_markup_size_is_that_of_the_tag_in_plain_html(only_tag: str | None):
    markup = '<div class="a b" id=c><br><p title="&amp;">x</p><img src="/y" alt></div>'
    page = Page.from_text(f"<body>{markup}", name="test")
    tags = page.elements.tag
    is_measured = np.array([only_tag in (None, tag) for tag in tags])

    sizes = dict(zip(tags, markup_sizes(page, is_measured).tolist(), strict=True))

    written = {
        "div": '<div class="a b" id="c"></div>',
        "br": "<br>",
        "p": '<p title="&"></p>',
        "img": '<img src="/y" alt="">',
    }
    expected = {tag: len(text) if only_tag in (None, tag) else 0 for tag, text in written.items()}
    assert {tag: sizes[tag] for tag in written} == expected


@settings(max_examples=40, deadline=None)
@given(documents)
def test_any_markup_gives_a_sound_result_in_page_order(html: str):
    extraction = extract(html, extra_split=True)

    page = Page.from_text(html, name="any")
    assert is_subsequence(extraction.own_text.replace(" ", ""), page.text)
