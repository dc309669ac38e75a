"""Advertisement trimming and title by words: examples, every rule and setting, bad inputs."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from boilerscope.extractors import registry, runner
from boilerscope.extractors.algorithms.ad_trim.extractor import AD_TRIM_TITLE
from boilerscope.extractors.algorithms.ad_trim.settings import AdTrimSettings
from boilerscope.extractors.algorithms.ad_trim.word_sets import Tokenizer, word_set
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.model.settings import find_knob, from_table
from boilerscope.extractors.page import Page
from tests.helpers.extractions import assert_same, assert_sound, is_subsequence, rules_of
from tests.helpers.markup import documents
from tests.helpers.material import CorpusPage, WorkedExample, every_example, every_page

STORY = "The quiet lake north of town has reopened to visitors this week after repairs."
BANNER = "<div>Sale ends soon, buy now, pay later, tell your friends</div>"
NEWS = (
    "<title>Quiet lake - Daily</title><body><div id=wrap><div>Sale ends soon</div>"
    f"<h1>Quiet lake reopens</h1><div><p>{STORY}</p><p>{STORY}</p>"
    "<div><p>Cheap boats</p></div></div></div></body>"
)


def kept_below(page: Page, identifier: str) -> Extraction:
    """Return an extraction that keeps all text below an element."""
    row = next(r for r, node in enumerate(page.elements.node) if node.get("id") == identifier)
    mask = np.zeros(page.n_tokens, dtype=np.bool_)
    mask[page.elements.token_start[row] : page.elements.token_end[row]] = True
    return Extraction("stub", Status.OK, mask=mask)


def extract(html: str | Page, identifier: str = "wrap", **values: Any) -> Extraction:
    page = html if isinstance(html, Page) else Page.from_text(html, name="test")
    ad_trim_settings = from_table(AdTrimSettings, values)
    assert isinstance(ad_trim_settings, AdTrimSettings)
    extraction = AD_TRIM_TITLE.extract(page, ad_trim_settings, [kept_below(page, identifier)])
    assert_sound(page, extraction)
    return extraction


def extract_whole_page(page: Page, **values: Any) -> Extraction:
    ad_trim_settings = from_table(AdTrimSettings, values)
    assert isinstance(ad_trim_settings, AdTrimSettings)
    content = Extraction("stub", Status.OK, mask=np.ones(page.n_tokens, dtype=np.bool_))
    extraction = AD_TRIM_TITLE.extract(page, ad_trim_settings, [content])
    assert_sound(page, extraction)
    return extraction


def block_of(extraction: Extraction, page: Page, text: str) -> int:
    for block in range(len(extraction.blocks)):
        runs = extraction.blocks.runs(block)
        if runs and " ".join(page.token_text(t) for a, b in runs for t in range(a, b)) == text:
            return block
    raise LookupError(text)


@pytest.mark.parametrize("example", every_example("ad_trim_title"))
def test_worked_example_gives_the_expected_blocks_and_title(example: WorkedExample):
    page = Page.from_text(example.html, name=example.identifier)

    extraction = extract(page, example.given["suspect"].removeprefix("#"))

    ratio = extraction.column_values()["ratio"]
    tried = np.flatnonzero(~np.isnan(ratio))
    expected = example.expected
    assert extraction.scores["reference"] == expected["reference"]
    assert ratio[tried] == pytest.approx([row["ratio"] for row in expected["blocks"]], abs=1e-3)
    assert extraction.content[tried].tolist() == [row["keep"] for row in expected["blocks"]]
    kept = [row["text"] for row in expected["blocks"] if row["keep"]]
    assert extraction.own_text.splitlines() == kept
    assert extraction.title == (expected["title"] or "")
    scores = extraction.column_values()["title_score"]
    rows = [row for row in expected["title_rows"] if row[2] != "inside-main"]
    assert sorted(scores[~np.isnan(scores)].tolist()) == sorted(row[2] for row in rows)
    inside = [row for row in expected["title_rows"] if row[2] == "inside-main"]
    assert rules_of(extraction, "T").count("T5") == len(inside)


def test_runner_passes_the_content_of_the_named_extractor():
    page = Page.from_text(NEWS, name="test")

    extraction = runner.run(page, "ad_trim_title", AdTrimSettings(input="largest_body"))

    assert extraction.status is Status.OK
    assert extraction.own_text == f"{STORY}\n{STORY}\n" or STORY in extraction.own_text
    assert runner.run(page, "ad_trim_title").status in {Status.OK, Status.EMPTY}


def test_error_of_a_wrong_input_names_the_nearest_extractor():
    page = Page.from_text(NEWS, name="test")

    extraction = runner.run(page, "ad_trim_title", AdTrimSettings(input="boilerpipe.artikel"))

    assert extraction.status is Status.ERROR
    assert "did you mean 'boilerpipe.article'" in extraction.message


def test_every_extractor_can_be_the_input():
    offered = find_knob(AdTrimSettings, "input").names

    assert offered is not None
    assert offered() == tuple(entry.id for entry in registry.entries())
    assert AdTrimSettings().input in offered()


def test_content_can_be_trimmed_twice():
    page = Page.from_text(NEWS, name="test")

    extraction = runner.run(page, "ad_trim_title", AdTrimSettings(input="ad_trim_title"))

    assert extraction.status is Status.OK


def test_input_that_failed_makes_the_result_unavailable():
    page = Page.from_text(NEWS, name="test")
    failed = Extraction("stub", Status.TIMEOUT, message="No result within 3 s.")

    extraction = AD_TRIM_TITLE.extract(page, AdTrimSettings(), [failed])

    assert extraction.status is Status.UNAVAILABLE
    assert extraction.message == "stub ended with timeout: No result within 3 s."


def test_input_that_kept_nothing_in_the_body_gives_nothing():
    page = Page.from_text("<title>Only a title</title><body></body>", name="test")

    extraction = extract_whole_page(page)

    assert extraction.status is Status.EMPTY
    assert extraction.message == "stub kept no text in the body; there is nothing to trim."


def test_every_rule_has_a_sentence_with_its_values():
    page = Page.from_text(NEWS, name="test")
    extraction = extract(page)

    total = len("Sale ends soon" + "Quiet lake reopens" + STORY * 2 + "Cheap boats")
    reference = len(STORY * 2 + "Cheap boats")
    banner = block_of(extraction, page, "Sale ends soon")
    assert explain_decision(extraction, banner) == (
        f"A2: parent ratio {total / reference:.2f} > 1.15,"
        f" parent {total} / {reference} characters, beside the content"
    )
    inner = block_of(extraction, page, "Cheap boats")
    assert explain_decision(extraction, inner).startswith("A3: parent ratio 0.06")
    assert extraction.labels_of(inner) == ("AD_INNER",)
    story = next(b for b in range(len(extraction.blocks)) if "KEPT" in extraction.labels_of(b))
    assert explain_decision(extraction, story).startswith(
        "A1: parent ratio 1 >= 0.3, parent ratio 1 <= 1.15"
    )


def test_title_is_labelled_and_every_candidate_has_a_sentence_with_its_score():
    page = Page.from_text(
        f"<title>Boats</title><body><div id=wrap>{BANNER}<h1>Quiet lake reopened</h1>"
        f"<strong>Boats</strong><strong>Lake town</strong><strong>Old lake</strong>"
        f"<div><p>{STORY}</p><p><strong>x</strong>{STORY}</p></div></div></body>",
        name="test",
    )
    extraction = extract(page)

    assert rules_of(extraction, "T").count("T1") == 1
    heading = block_of(extraction, page, "Quiet lake reopened")
    assert extraction.title == "Quiet lake reopened"
    assert extraction.labels_of(heading) == ("AD_LEVEL", "TITLE")
    step = extraction.steps[-1]
    sentences = {
        rule: explain_step(extraction, step, b)
        for b, rule in enumerate(rules_of(extraction, "T"))
        if rule
    }
    assert set(sentences) == {"T1", "T2", "T4", "T5"}
    assert (
        "the title, 3 words that are also in the main text, 1 of all its words" in sentences["T1"]
    )
    assert sentences["T2"].startswith("T2: title score 1 < 3")
    assert sentences["T4"] == "T4: title score 0 <= 0, no word that is also in the main text"
    assert sentences["T5"] == "T5: inside the main text, so every word would be in it"


def test_of_titles_with_equal_scores_the_one_with_the_larger_share_then_the_earlier_one_wins():
    def title(first: str, second: str) -> str:
        strong = f"<strong>{first}</strong><strong>{second}</strong>"
        body = f"<div id=wrap>{BANNER}{strong}<div><p>{STORY}</p><p>{STORY}</p></div></div>"
        return extract(f"<body>{body}</body>").title

    assert title("lake house sale", "lake house") == "lake house"
    assert title("lake house", "lake shop") == "lake house"


def test_later_title_with_the_same_score_has_a_rule_of_its_own():
    body = "<strong>lake house</strong><strong>lake shop</strong>"
    stories = f"<div><p>{STORY}</p><p>{STORY}</p></div>"
    extraction = extract(f"<body><div id=wrap>{BANNER}{body}{stories}</div></body>")

    assert [rule for rule in rules_of(extraction, "T") if rule] == ["T1", "T3"]


def test_limits_are_settings():
    assert len(extract(NEWS).own_text.splitlines()) == 2
    assert extract(NEWS, high=2.0).own_text.startswith("Sale ends soon")
    assert "Cheap boats" in extract(NEWS, low=0.01).own_text


def test_only_the_ends_are_trimmed_with_ends_only():
    html = (
        f"<body><div id=wrap><section><p>top</p></section><div><p>{STORY}</p>"
        f"<div><p>inner</p></div><p>{STORY}</p></div><section><p>foot</p></section></div></body>"
    )

    assert extract(html).own_text.splitlines() == [STORY, STORY]
    extraction = extract(html, ends_only=True)
    assert extraction.own_text.splitlines() == [STORY, "inner", STORY]
    assert [rule for rule in rules_of(extraction, "E") if rule] == ["E2", "E1", "E2"]


def test_paragraphs_in_separate_wrappers_give_a_warning():
    wrapped = "".join(f"<div><p>{STORY[:30]}</p></div>" for _ in range(9))
    extraction = extract(
        f"<body><div id=wrap>{wrapped}<div><p>{STORY}{STORY}</p></div></div></body>"
    )

    assert len(extraction.warnings) == 1
    assert "Only 156 of 426 characters are kept" in extraction.warnings[0]


def test_titles_inside_the_text_count_half_with_allow_inside():
    html = f"<body><div id=wrap><p><strong>Quiet lake</strong> {STORY}</p><p>{STORY}</p></div>"

    assert extract(html).title == ""
    extraction = extract(html, allow_inside=True)
    assert extraction.title == "Quiet lake"
    assert np.nanmax(extraction.column_values()["title_score"]) == 1


def test_kept_text_of_a_title_stays_kept():
    extraction = extract(
        f"<body><div id=wrap><p><strong>Quiet lake</strong> {STORY}</p></div></body>"
    )

    assert extraction.content.all()


def test_title_elements_and_their_length_are_settings():
    html = NEWS.replace("<h1>", "<h2>").replace("</h1>", "</h2>")

    assert extract(html).title == "Quiet lake - Daily"
    assert extract(html, title_tags=["h2"]).title == "Quiet lake reopens"
    short = extract(html, title_max=5)
    assert short.title == ""
    assert "T6" in rules_of(short, "T")


def test_title_of_a_drawing_is_not_a_candidate():
    drawing = "<svg><title>quiet lake north visitors</title></svg>"

    assert extract(NEWS.replace("<h1>", f"{drawing}<h1>")).title == "Quiet lake - Daily"


@pytest.mark.parametrize(
    ("text", "tokenizer", "words"),
    [
        ("Don't 3rd", Tokenizer.PAIRS, {"don", "t", "3rd"}),
        ("公园春游 公", Tokenizer.PAIRS, {"公园", "园春", "春游", "公"}),
        ("公园A春", Tokenizer.CHARACTERS, {"公", "园", "a", "春"}),
        ("", Tokenizer.PAIRS, set()),
        ("été", Tokenizer.PAIRS, {"t"}),
    ],
)
def test_text_is_divided_into_words(text: str, tokenizer: Tokenizer, words: set[str]):
    assert word_set(text, tokenizer) == words


def test_jieba_cuts_words_of_its_dictionary():
    pytest.importorskip("jieba")

    assert word_set("公园春游", Tokenizer.JIEBA) == {"公园", "春游"}
    story = "<p>我们春天去公园春游，公园很美。</p>"
    html = f"<title>公园 新闻</title><body><div id=wrap>{story}{story}</div></body>"
    assert extract(html, tokenizer="jieba").title == "公园 新闻"


def test_without_jieba_the_text_is_kept_with_a_warning(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)

    extraction = extract(NEWS, tokenizer="jieba")

    assert extraction.own_text.splitlines() == [STORY, STORY]
    assert extraction.title == ""
    assert len(extraction.warnings) == 1
    assert "jieba is not installed" in extraction.warnings[0]


def test_inline_ancestor_is_replaced_by_the_block_around_it():
    extraction = extract(f"<body><div><span id=wrap>{STORY}</span></div></body>")

    assert extraction.own_text == f"{STORY}\n"


def test_block_of_the_reference_is_always_kept():
    extraction = extract(f"<body><div id=wrap>{STORY}</div></body>", low=1.0, high=1.0)

    assert extraction.status is Status.OK
    assert extraction.column_values()["ratio"].tolist() == [1.0]


def test_deep_nesting_is_trimmed():
    page = Page.from_text("<body>" + "<div>a" * 2000 + "</div>" * 2000, name="deep")

    assert len(extract_whole_page(page).blocks) >= 1990


@pytest.mark.parametrize(
    "unit", ["<font>a", "<font>a</font>", "<p>a", "<div>a", "一", "<strong>", "<font>" * 9 + "b"]
)
def test_a_hostile_megabyte_is_read(unit: str):
    page = Page.from_text("<body>x" + unit * (1_000_000 // len(unit)), name="hostile")

    extraction = AD_TRIM_TITLE.extract(
        page,
        AdTrimSettings(allow_inside=True),
        [Extraction("stub", Status.OK, mask=np.ones(page.n_tokens, dtype=np.bool_))],
    )

    assert extraction.status in {Status.OK, Status.EMPTY}


@pytest.mark.parametrize("example", every_page(40))
def test_corpus_page_gives_a_sound_result(example: CorpusPage):
    page = Page.from_bytes(example.data, name=example.identifier)

    extraction = runner.run(page, "ad_trim_title")

    assert_sound(page, extraction)
    assert_same(extraction, runner.run(page, "ad_trim_title"))


@settings(max_examples=40, deadline=None)
@given(documents)
def test_any_markup_gives_a_sound_result_in_page_order(html: str):
    page = Page.from_text(html, name="any")

    extraction = extract_whole_page(page, ends_only=True, allow_inside=True)

    assert is_subsequence("".join(extraction.own_text.split()), page.text)
