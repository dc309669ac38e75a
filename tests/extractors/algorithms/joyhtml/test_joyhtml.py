"""joyhtml: the specification's examples, every term, rule and setting."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.algorithms.joyhtml.extractor import JOYHTML
from extractors.algorithms.joyhtml.settings import JoyhtmlSettings, NoInfoRule, TieRule
from extractors.algorithms.joyhtml.steps import LABELS
from extractors.algorithms.joyhtml.text import paragraphs, windows_of
from extractors.formats.html.writer import cleaned
from extractors.model.extraction import Extraction, Status
from extractors.model.sentence import explain_decision
from extractors.page import Page
from tests.helpers.markup import documents
from tests.helpers.material import WorkedExample, every_example

TWO = "<p>one two three</p><p>a much longer second one</p>"


def page_of(body: str) -> Page:
    return Page.from_text(f"<html><body>{body}</body></html>", name="test")


def extract(body: str, **changes: object) -> Extraction:
    return JOYHTML.extract(page_of(body), JoyhtmlSettings().replace(**changes), ())


def term(made: Extraction, name: str) -> list[float]:
    return [round(float(value), 6) for value in made.column_values()[name]]


def main_tag(body: str, **changes: object) -> str:
    page = page_of(body)
    made = JOYHTML.extract(page, JoyhtmlSettings().replace(**changes), ())
    place = next(b for b in range(len(made.blocks)) if "MAIN" in made.labels_of(b))
    return page.elements.tag[int(made.blocks.element[place])]


def texts(page: Page, main_tag: str | None = None) -> list[tuple[float, int, str]]:
    found = windows_of(page, frozenset({"script"}), frozenset({"p"}))
    main = page.elements.tag.index(main_tag) if main_tag else -1
    made = paragraphs(page, found, main)
    return list(zip(made.weight.tolist(), made.offset.tolist(), made.text, strict=True))


@pytest.mark.parametrize("example", every_example("joyhtml"))
def test_worked_example_gives_totals_weights_and_paragraphs(example: WorkedExample):
    page = Page.from_text(example.html, name=example.identifier)
    windows = windows_of(
        page,
        frozenset(JoyhtmlSettings().invalid_tags),
        frozenset(JoyhtmlSettings().info_tags),
    )

    made = JOYHTML.extract(page, JoyhtmlSettings(), ())

    totals = {"T": windows.total, "A": windows.total_linked, "I": windows.total_info}
    assert totals == example.expected["totals"]
    # The original's parser adds a tbody, ours does not.
    wanted = [each for each in example.expected["windows"] if each["tag"] != "tbody"]
    values = made.column_values()
    tags = [page.elements.tag[row] for row in made.blocks.element.tolist()]
    got = zip(tags, values["length"], values["info"], values["weight"], strict=True)
    weighed = sorted((tag, int(size), int(info), float(weight)) for tag, size, info, weight in got)
    expected = sorted((each["tag"], each["len"], each["info"], each["weight"]) for each in wanted)
    assert [each[:3] for each in weighed] == [each[:3] for each in expected]
    known = [math.nan if each[3] is None else each[3] for each in expected]
    assert [each[3] for each in weighed] == pytest.approx(known, abs=1e-7, nan_ok=True)
    assert len(tags) == len(wanted)
    assert " ".join(made.own_text.split()) == example.expected["text"]
    main = int(np.flatnonzero(np.asarray(made.labels) & 1)[0]) if tags else -1
    row = int(made.blocks.element[main]) if tags else -1
    lines = paragraphs(page, windows, row)
    shown = [
        {"weight": weight, "offset": offset, "text": text}
        for weight, offset, text in zip(lines.weight, lines.offset, lines.text, strict=True)
    ]
    assert shown == example.expected["paragraphs"]
    best = {"div#main": 1, "second div": 1, "body": 0}[example.expected["best"]]
    if tags:
        same = [place for place, tag in enumerate(tags) if tag == page.elements.tag[row]]
        assert same.index(main) == best


def test_every_term_of_the_weight_is_a_column():
    body = "<div><p>aaaa</p><input></div><table><tr><td><a>bbbb</a> next</td></tr></table>"

    made = extract(body)

    tags = ("body", "div", "p", "table", "tr", "td", "a")
    assert len(made.blocks) == len(tags)
    assert term(made, "term_tag") == [0, 0.1, 0, 0.1, 0.1, 0.1, 0]
    assert term(made, "term_info") == [0.16, 0.16, 0.16, 0, 0, 0, 0]
    assert term(made, "term_input") == [-0.5, -0.5, 0, 0, 0, 0, 0]
    assert term(made, "term_noise") == [-0.5, 0, 0, -0.5, -0.5, -0.5, 0]
    assert term(made, "term_links") == [round(1 - 4 / 12, 6), 1, 1, 0.5, 0.5, 0.5, 1]
    shares = [0.8, 4 / 12, 4 / 12, 8 / 12, 8 / 12, 8 / 12, 4 / 12]
    assert term(made, "term_text") == [round(1.6 * share, 6) for share in shares]
    assert term(made, "term_anchor") == [-0.8, 0, 0, -0.8, -0.8, -0.8, 0]
    parts = [term(made, f"term_{name}") for name in ("tag", "info", "input", "noise", "links")]
    parts += [term(made, "term_text"), term(made, "term_anchor")]
    assert np.allclose(made.column_values()["weight"], np.sum(parts, axis=0), atol=1e-5)


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
    # The link has a window of its own, which is left out here.
    made = extract(body, **changes)

    shown = term(made, column)
    assert [*shown[:2], *shown[3:]] == expected


def test_hidden_field_is_no_penalty():
    assert term(extract("<p>x<input type=Hidden></p>"), "term_input") == [0, 0]


def test_words_of_noise_are_found_across_elements_and_in_capitals():
    noisy = extract("<p>COPY<b>RIGHT</b> now</p><p>ne<i>xt</i></p><p>plain</p>")

    assert term(noisy, "term_noise") == [-0.5, -0.5, 0, -0.5, 0, 0]
    assert "NOISE" in noisy.labels_of(1)
    assert noisy.labels_of(2) == ("CANDIDATE",)


def test_word_that_reaches_out_of_a_window_is_not_in_it():
    made = extract("<p>xne</p><p>xty</p>", noise_words=("nex",))

    assert term(made, "term_noise") == [-0.5, 0, 0]


def test_icp_number_is_noise_only_where_repaired():
    body = "<p>京ICP备</p>"

    assert term(extract(body), "term_noise") == [0, 0]
    assert term(extract(body, noise_words=("ICP备",)), "term_noise") == [0, 0]
    assert term(extract(body, repair_icp=True), "term_noise") == [-0.5, -0.5]


def test_empty_word_is_nowhere():
    assert term(extract(TWO, noise_words=("",)), "term_noise") == [0, 0, 0]


def test_filter_keeps_some_signs_and_makes_spaces_of_the_others():
    made = extract("<p>a;b(c)|d 'e' é f_g、h？ 中文，（９）© ok!…</p>")

    assert made.own_text == "a b c d e f g h 中文， ９ © ok!…\n"


def test_deleted_bar_joins_what_stands_around_it():
    assert extract("<p>a|b | c</p>").own_text == "ab c\n"


def test_texts_are_joined_without_a_separator():
    assert term(extract("<p>ab </p> <p> cd</p>"), "length") == [4, 2, 2]


def test_removed_elements_have_no_part_in_anything():
    body = "<p>text</p><select><option><input>Ohio next</option></select><style>p{}</style>"

    made = extract(body)
    assert made.own_text == "text\n"
    assert not term(made, "term_input")[0]
    assert made.mask.tolist() == [True, False, False]
    assert term(extract(body, invalid_tags=("style",)), "length") == [13, 4, 9, 9]


def test_text_inside_a_link_has_no_linked_text_below_it():
    made = extract("<p><a>one <b>two</b></a> three</p>")

    assert term(made, "linked") == [6, 6, 0, 0]


def test_page_without_links_loses_the_last_term():
    assert term(extract(TWO), "term_anchor") == [0, 0, 0]


def test_first_of_equal_windows_wins_unless_the_last_is_asked_for():
    body = "<div><p>one two</p></div><div><p>red tan</p></div><input>"

    first, last = extract(body), extract(body, tie_rule=TieRule.LAST)
    assert first.own_text == "one two\n"
    assert last.own_text == "red tan\n"
    assert explain_decision(first, 3).startswith("W3: as heavy as the main window, 2; element 0.1;")
    assert explain_decision(last, 1).startswith("W3: ")


def test_page_without_information_elements_goes_by_rule():
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


def test_sentence_lists_the_terms_with_their_figures():
    made = extract(f"<div><a>menu here</a></div><div>{TWO}</div>")

    assert explain_decision(made, 3) == (
        "W1: weight 2.54 >= 2.54, element 0.1; info 2/2 0.16; field 0; noise 0;"
        " 1 - 0/37 = 1; text 37/46 1.28; linked 0/9 0"
    )
    assert explain_decision(made, 1).startswith("W2: weight ")
    assert explain_decision(made, 4).startswith(
        "W6: inside the main window; element 0; info 1/2 0.1;"
    )


def test_main_window_is_kept_with_all_below_it_and_marked():
    page = page_of(f"<div><a>menu here</a></div><div>{TWO}<script>x</script></div>tail")

    made = JOYHTML.extract(page, JoyhtmlSettings(), ())
    assert made.content.tolist() == [False, False, False, True, True, True]
    assert int(made.mask.sum()) == 8
    assert not made.mask[:2].any()
    html = cleaned(page, made)
    assert "<div><p>one two three</p><p>a much longer second one</p></div>" in html
    assert "menu" not in html
    assert "tail" not in html
    assert LABELS[0] in made.labels_of(3)


def test_paragraphs_weigh_title_heading_and_main_window():
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


def test_line_ends_stand_after_blocks_with_text_and_at_breaks():
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
    n_kept = sum(sign in "ab中" for sign in solid)
    assert windows.share_read == pytest.approx(n_kept / len(solid) if solid else 1)


def test_space_stands_after_children_of_spans_and_items():
    assert texts(page_of("<span>a<b>b</b></span>c<ul><li>d<b>e</b></li><li>f</li></ul>")) == [
        (0.1, 0, "a b cd e f")
    ]


def test_tree_and_curve_show_the_paragraphs():
    made = extract(f"menu<div>{TWO}</div>")

    assert made.tree is not None
    assert made.tree.label == ("menu", "one two three a much longer second one")
    assert made.tree.block.tolist() == [0, 2]
    assert not made.tree.choice_is_ours
    assert made.curves[1].y.tolist() == [0.1, 0.3]


def test_scripts_that_the_filter_does_not_know_are_told():
    made = extract("<p>Мы пишем по-русски 1</p>")

    assert made.own_text == "- 1\n"
    assert "The filter keeps 12% of the text" in made.warnings[0]


def test_page_without_text_is_empty_and_says_so():
    for body in ("", "<div></div>", "<p>|</p>", "<script>x</script>"):
        made = extract(body)
        assert made.status is Status.EMPTY
        assert made.message == "The body has no text after filtering."
        assert made.own_text == ""
        assert not made.mask.any()


def test_frameset_without_body_is_empty():
    page = Page.from_text("<frameset><frame src=a></frameset>", name="test")

    assert JOYHTML.extract(page, JoyhtmlSettings(), ()).status is Status.EMPTY


def test_deep_nesting_is_weighed():
    made = extract("<div>" * 2000 + "<p>one two</p>" + "</div>" * 2000)

    assert made.own_text == "one two\n"


def test_hostile_megabyte_is_read_in_one_pass():
    made = extract("<p>next|" * 120_000, noise_words=("n" * 3, "next"))

    assert made.status is Status.OK


@settings(max_examples=60, deadline=None)
@given(documents)
def test_weight_is_greatest_and_main_is_one_element(source: str):
    page = Page.from_text(source, name="test")

    made = JOYHTML.extract(page, JoyhtmlSettings(no_info_rule=NoInfoRule.IGNORE), ())

    weights = made.column_values()["weight"]
    if made.status is Status.OK:
        main = int(np.flatnonzero(np.asarray(made.labels) & 1)[0])
        assert weights[main] == weights.max()
        assert np.argmax(weights) == main
    assert len(made.own_text) <= len(page.text) + 2 * len(page.slots)
