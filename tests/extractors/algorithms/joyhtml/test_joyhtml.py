"""joyhtml: the specification's examples, every term, rule and setting."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boilerscope.extractors.algorithms.joyhtml.extractor import JOYHTML
from boilerscope.extractors.algorithms.joyhtml.settings import JoyhtmlSettings, NoInfoRule, TieRule
from boilerscope.extractors.algorithms.joyhtml.steps import LABELS
from boilerscope.extractors.algorithms.joyhtml.text import paragraphs, windows_of
from boilerscope.extractors.formats.html.writer import cleaned
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision
from boilerscope.extractors.page import Page
from tests.helpers.markup import documents
from tests.helpers.material import WorkedExample, every_example

TWO = "<p>one two three</p><p>a much longer second one</p>"


def page_of(body: str) -> Page:
    return Page.from_text(f"<html><body>{body}</body></html>", name="test")


def extract(body: str, **changes: object) -> Extraction:
    return JOYHTML.extract(page_of(body), JoyhtmlSettings().replace(**changes), ())


def term(extraction: Extraction, name: str) -> list[float]:
    return [round(float(value), 6) for value in extraction.column_values()[name]]


def main_tag(body: str, **changes: object) -> str:
    page = page_of(body)
    extraction = JOYHTML.extract(page, JoyhtmlSettings().replace(**changes), ())
    block = next(b for b in range(len(extraction.blocks)) if "MAIN" in extraction.labels_of(b))
    return page.elements.tag[int(extraction.blocks.element[block])]


def texts(page: Page, main_tag: str | None = None) -> list[tuple[float, int, str]]:
    windows = windows_of(page, frozenset({"script"}), frozenset({"p"}))
    main = page.elements.tag.index(main_tag) if main_tag else -1
    lines = paragraphs(page, windows, main)
    return list(zip(lines.weight.tolist(), lines.offset.tolist(), lines.text, strict=True))


@pytest.mark.parametrize("example", every_example("joyhtml"))
def test_worked_example_gives_totals_weights_and_paragraphs(example: WorkedExample):
    page = Page.from_text(example.html, name=example.identifier)
    windows = windows_of(
        page,
        frozenset(JoyhtmlSettings().invalid_tags),
        frozenset(JoyhtmlSettings().info_tags),
    )

    extraction = JOYHTML.extract(page, JoyhtmlSettings(), ())

    totals = {"T": windows.total, "A": windows.total_linked, "I": windows.total_info}
    assert totals == example.expected["totals"]
    # The original's parser adds a tbody; ours does not.
    expected_windows = [
        window for window in example.expected["windows"] if window["tag"] != "tbody"
    ]
    values = extraction.column_values()
    tags = [page.elements.tag[row] for row in extraction.blocks.element.tolist()]
    measured = zip(tags, values["length"], values["info"], values["weight"], strict=True)
    weighed = sorted(
        (tag, int(size), int(info), float(weight)) for tag, size, info, weight in measured
    )
    expected = sorted(
        (window["tag"], window["len"], window["info"], window["weight"])
        for window in expected_windows
    )
    assert [window[:3] for window in weighed] == [window[:3] for window in expected]
    expected_weights = [math.nan if window[3] is None else window[3] for window in expected]
    assert [window[3] for window in weighed] == pytest.approx(
        expected_weights, abs=1e-7, nan_ok=True
    )
    assert len(tags) == len(expected_windows)
    assert " ".join(extraction.own_text.split()) == example.expected["text"]
    main = int(np.flatnonzero(np.asarray(extraction.labels) & 1)[0]) if tags else -1
    row = int(extraction.blocks.element[main]) if tags else -1
    lines = paragraphs(page, windows, row)
    shown = [
        {"weight": weight, "offset": offset, "text": text}
        for weight, offset, text in zip(lines.weight, lines.offset, lines.text, strict=True)
    ]
    assert shown == example.expected["paragraphs"]
    best = {"div#main": 1, "second div": 1, "body": 0}[example.expected["best"]]
    if tags:
        same = [block for block, tag in enumerate(tags) if tag == page.elements.tag[row]]
        assert same.index(main) == best


def test_every_term_of_the_weight_is_a_column():
    body = "<div><p>aaaa</p><input></div><table><tr><td><a>bbbb</a> next</td></tr></table>"

    extraction = extract(body)

    tags = ("body", "div", "p", "table", "tr", "td", "a")
    assert len(extraction.blocks) == len(tags)
    assert term(extraction, "term_tag") == [0, 0.1, 0, 0.1, 0.1, 0.1, 0]
    assert term(extraction, "term_info") == [0.16, 0.16, 0.16, 0, 0, 0, 0]
    assert term(extraction, "term_input") == [-0.5, -0.5, 0, 0, 0, 0, 0]
    assert term(extraction, "term_noise") == [-0.5, 0, 0, -0.5, -0.5, -0.5, 0]
    assert term(extraction, "term_links") == [round(1 - 4 / 12, 6), 1, 1, 0.5, 0.5, 0.5, 1]
    shares = [0.8, 4 / 12, 4 / 12, 8 / 12, 8 / 12, 8 / 12, 4 / 12]
    assert term(extraction, "term_text") == [round(1.6 * share, 6) for share in shares]
    assert term(extraction, "term_anchor") == [-0.8, 0, 0, -0.8, -0.8, -0.8, 0]
    parts = [
        term(extraction, f"term_{name}") for name in ("tag", "info", "input", "noise", "links")
    ]
    parts += [term(extraction, "term_text"), term(extraction, "term_anchor")]
    assert np.allclose(extraction.column_values()["weight"], np.sum(parts, axis=0), atol=1e-5)


@pytest.mark.parametrize(
    ("changes", "column", "expected"),
    [
        ({"w_cell": 0.5}, "term_tag", [0, 0.1, 0.1, 0.5, 0.5, 0]),
        ({"w_block": 0.7}, "term_tag", [0, 0.7, 0.7, 0.1, 0.1, 0]),
        ({"w_info": 1.0, "cap": 1.0}, "term_info", [1, 0, 1, 1, 1, 1]),
        ({"info_tags": ("td", "P")}, "term_info", [0.16, 0, 0.16, 0.16, 0.16, 0.1]),
        ({"w_text": 1.0, "cap": 0.5}, "term_text", [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
        ({"w_anchor_total": 2.0}, "term_anchor", [-2, -2, 0, 0, 0, 0]),
        ({"penalty_input": 2.0}, "term_input", [-2, 0, -2, -2, -2, 0]),
        ({"penalty_noise": 1.0, "noise_words": ("bbb",)}, "term_noise", [-1, 0, -1, -1, -1, -1]),
    ],
)
def test_weights_penalties_and_tags_are_settings(
    changes: dict[str, object], column: str, expected: list[float]
):
    body = "<div>aa<a>aa</a></div><table><tr><td><p>bbbb</p><input type=TEXT></td></tr></table>"
    # The link has its own window; it is left out below.
    extraction = extract(body, **changes)

    shown = term(extraction, column)
    assert [*shown[:2], *shown[3:]] == expected


def test_hidden_field_gives_no_penalty():
    assert term(extract("<p>x<input type=Hidden></p>"), "term_input") == [0, 0]


def test_noise_words_match_across_elements_and_in_capitals():
    noisy = extract("<p>COPY<b>RIGHT</b> now</p><p>ne<i>xt</i></p><p>plain</p>")

    assert term(noisy, "term_noise") == [-0.5, -0.5, 0, -0.5, 0, 0]
    assert "NOISE" in noisy.labels_of(1)
    assert noisy.labels_of(2) == ("CANDIDATE",)


def test_word_that_crosses_the_edge_of_a_window_is_not_in_it():
    extraction = extract("<p>xne</p><p>xty</p>", noise_words=("nex",))

    assert term(extraction, "term_noise") == [-0.5, 0, 0]


def test_icp_number_is_noise_only_with_repair_icp():
    body = "<p>京ICP备</p>"

    assert term(extract(body), "term_noise") == [0, 0]
    assert term(extract(body, noise_words=("ICP备",)), "term_noise") == [0, 0]
    assert term(extract(body, repair_icp=True), "term_noise") == [-0.5, -0.5]


def test_empty_noise_word_matches_nothing():
    assert term(extract(TWO, noise_words=("",)), "term_noise") == [0, 0, 0]


def test_filter_keeps_some_characters_and_replaces_others_with_spaces():
    extraction = extract("<p>a;b(c)|d 'e' é f_g、h？ 中文，（９）© ok!…</p>")

    assert extraction.own_text == "a b c d e f g h 中文， ９ © ok!…\n"


def test_deleted_bar_joins_the_text_on_both_sides():
    assert extract("<p>a|b | c</p>").own_text == "ab c\n"


def test_texts_are_joined_without_a_separator():
    assert term(extract("<p>ab </p> <p> cd</p>"), "length") == [4, 2, 2]


def test_removed_elements_do_not_count_for_any_term():
    body = "<p>text</p><select><option><input>Ohio next</option></select><style>p{}</style>"

    extraction = extract(body)
    assert extraction.own_text == "text\n"
    assert not term(extraction, "term_input")[0]
    assert extraction.mask.tolist() == [True, False, False]
    assert term(extract(body, invalid_tags=("style",)), "length") == [13, 4, 9, 9]


def test_element_inside_a_link_has_no_linked_text():
    extraction = extract("<p><a>one <b>two</b></a> three</p>")

    assert term(extraction, "linked") == [6, 6, 0, 0]


def test_page_without_links_has_0_as_its_last_term():
    assert term(extract(TWO), "term_anchor") == [0, 0, 0]


def test_first_of_equal_windows_wins_unless_the_tie_rule_is_last():
    body = "<div><p>one two</p></div><div><p>red tan</p></div><input>"

    first, last = extract(body), extract(body, tie_rule=TieRule.LAST)
    assert first.own_text == "one two\n"
    assert last.own_text == "red tan\n"
    assert explain_decision(first, 3).startswith("W3: as heavy as the main window, 2; element 0.1;")
    assert explain_decision(last, 1).startswith("W3: ")


def test_page_without_information_elements_follows_no_info_rule():
    body = "<div>short</div><div>a longer one by far and away</div>"

    assert main_tag(body) == "body"
    assert extract(body).warnings[0].endswith("(no_info_rule: body).")
    last = extract(body, no_info_rule=NoInfoRule.LAST)
    assert last.own_text == "a longer one by far and away\n"
    assert explain_decision(last, 2) == "W4: selected by no_info_rule: 0 / 0 information elements"
    assert explain_decision(last, 1) == "W5: the weight is not a number: 0 / 0 information elements"
    assert "weight" not in last.scores
    ignored = extract(body, no_info_rule=NoInfoRule.IGNORE)
    assert ignored.own_text == "a longer one by far and away\n"
    assert explain_decision(ignored, 2).startswith("W1: weight ")
    assert len(extract(body, no_info_rule=NoInfoRule.IGNORE).warnings) == 1


def test_sentence_lists_the_terms_with_their_values():
    extraction = extract(f"<div><a>menu here</a></div><div>{TWO}</div>")

    assert explain_decision(extraction, 3) == (
        "W1: weight 2.54 >= 2.54, element 0.1; info 2/2 0.16; field 0; noise 0;"
        " 1 - 0/37 = 1; text 37/46 1.28; linked 0/9 0"
    )
    assert explain_decision(extraction, 1).startswith("W2: weight ")
    assert explain_decision(extraction, 4).startswith(
        "W6: inside the main window; element 0; info 1/2 0.1;"
    )


def test_main_window_is_kept_with_its_descendants_and_labelled():
    page = page_of(f"<div><a>menu here</a></div><div>{TWO}<script>x</script></div>tail")

    extraction = JOYHTML.extract(page, JoyhtmlSettings(), ())
    assert extraction.content.tolist() == [False, False, False, True, True, True]
    assert int(extraction.mask.sum()) == 8
    assert not extraction.mask[:2].any()
    html = cleaned(page, extraction)
    assert "<div><p>one two three</p><p>a much longer second one</p></div>" in html
    assert "menu" not in html
    assert "tail" not in html
    assert LABELS[0] in extraction.labels_of(3)


def test_weight_of_paragraphs_depends_on_title_heading_and_main_window():
    page = Page.from_text(
        "<title>T</title><body>out<h2>Over</h2><div>in<h7>Sub</h7>more</div>", name="test"
    )

    assert texts(page, "div") == [
        (0.8, 0, "T"),
        (0.1, 1, "out"),
        (0.4, 4, "Over"),
        (0.3, 8, "in"),
        (0.6, 10, "Sub"),
        (0.3, 13, "more"),
    ]


def test_line_ends_are_written_after_blocks_with_text_and_at_breaks():
    body = "a<p></p>b<p>c</p>d<br>e<script>x</script><table><tr><td>f</td><td>g</td></tr></table>h"

    assert texts(page_of(body)) == [(0.1, 0, "abc\nd\nef\ng\nh")]


@given(st.lists(st.text("ab中é+| \u00a0\n", max_size=6), max_size=6))
def test_texts_are_filtered_one_by_one(texts: list[str]):
    page = page_of("".join(f"<b>{text}</b>" for text in texts))

    windows = windows_of(page, frozenset(), frozenset())

    edges = windows.edges.tolist()
    for slot, (first, after) in enumerate(pairwise(edges)):
        spaced = page.slot_text(slot).replace("|", "").replace("é", " ").replace("+", " ")
        assert windows.text[first:after] == " ".join(spaced.split())
    solid = "".join("".join(texts).split())
    n_kept = sum(character in "ab中" for character in solid)
    assert windows.share_read == pytest.approx(n_kept / len(solid) if solid else 1)


def test_space_is_written_after_children_of_spans_and_items():
    assert texts(page_of("<span>a<b>b</b></span>c<ul><li>d<b>e</b></li><li>f</li></ul>")) == [
        (0.1, 0, "a b cd e f")
    ]


def test_tree_and_curve_show_the_paragraphs():
    extraction = extract(f"menu<div>{TWO}</div>")

    assert extraction.tree is not None
    assert extraction.tree.label == ("menu", "one two three a much longer second one")
    assert extraction.tree.block.tolist() == [0, 2]
    assert not extraction.tree.choice_is_ours
    assert extraction.curves[1].y.tolist() == [0.1, 0.3]


def test_text_in_a_script_that_the_filter_drops_gives_a_warning():
    extraction = extract("<p>Мы пишем по-русски 1</p>")

    assert extraction.own_text == "- 1\n"
    assert "The filter keeps 12\xa0% of the text" in extraction.warnings[0]


def test_page_without_text_is_empty_with_a_message():
    for body in ("", "<div></div>", "<p>|</p>", "<script>x</script>"):
        extraction = extract(body)
        assert extraction.status is Status.EMPTY
        assert extraction.message == "The body has no text after filtering."
        assert extraction.own_text == ""
        assert not extraction.mask.any()


def test_frameset_without_body_is_empty():
    page = Page.from_text("<frameset><frame src=a></frameset>", name="test")

    assert JOYHTML.extract(page, JoyhtmlSettings(), ()).status is Status.EMPTY


def test_deep_nesting_is_weighed():
    extraction = extract("<div>" * 2000 + "<p>one two</p>" + "</div>" * 2000)

    assert extraction.own_text == "one two\n"


def test_hostile_megabyte_is_read_in_one_pass():
    extraction = extract("<p>next|" * 120_000, noise_words=("n" * 3, "next"))

    assert extraction.status is Status.OK


@settings(max_examples=60, deadline=None)
@given(documents)
def test_weight_is_greatest_and_main_is_one_element(source: str):
    page = Page.from_text(source, name="test")

    extraction = JOYHTML.extract(page, JoyhtmlSettings(no_info_rule=NoInfoRule.IGNORE), ())

    weights = extraction.column_values()["weight"]
    if extraction.status is Status.OK:
        main = int(np.flatnonzero(np.asarray(extraction.labels) & 1)[0])
        assert weights[main] == weights.max()
        assert np.argmax(weights) == main
    assert len(extraction.own_text) <= len(page.text) + 2 * len(page.slots)
