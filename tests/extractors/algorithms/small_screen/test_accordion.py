"""Accordion: the specification's examples, units, hierarchy, summaries, states, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from boilerscope.extractors import runner
from boilerscope.extractors.algorithms.small_screen.accordion import extractor
from boilerscope.extractors.algorithms.small_screen.accordion.extractor import ACCORDION
from boilerscope.extractors.algorithms.small_screen.accordion.hierarchy import hierarchy
from boilerscope.extractors.algorithms.small_screen.accordion.settings import (
    AccordionSettings,
    BoldRule,
    OwnTextOf,
)
from boilerscope.extractors.algorithms.small_screen.accordion.summary import (
    Method,
    Summaries,
    Summary,
    states,
    summaries,
)
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.page import Page
from boilerscope.extractors.text.units import StuUnits, stu_units
from tests.helpers.markup import documents
from tests.helpers.material import WorkedExample, every_example

if TYPE_CHECKING:
    from collections.abc import Sequence

TALE = "The ferry leaves at noon. Fish is sold here. The old ferry captain is kind."


def page_of(body: str) -> Page:
    return Page.from_text(f"<html><body>{body}</body></html>", name="test")


def extract(body: str, **changes: object) -> Extraction:
    return ACCORDION.extract(page_of(body), AccordionSettings().replace(**changes), ())


def parents(body: str, **changes: object) -> list[int]:
    return [int(parent) for parent in extract(body, **changes).column_values()["parent"]]


def levels(body: str, **changes: object) -> list[int]:
    return [int(level) for level in extract(body, **changes).column_values()["level"]]


def rows(
    page: Page, units: StuUnits, accordion_settings: AccordionSettings
) -> list[dict[str, object]]:
    tree = hierarchy(units, accordion_settings)
    unit_summaries = summaries(
        units.text,
        accordion_settings.keywords,
        accordion_settings.distance,
        frozenset(accordion_settings.stop_words),
    )
    return [
        {
            "unit": page.elements.tag[int(units.element[unit])],
            "level": int(tree.level[unit]),
            "list_depth": int(units.list_depth[unit]),
            "parent": None if tree.parent[unit] < 0 else int(tree.parent[unit]),
            "text": units.text[unit],
            "keywords": list(unit_summaries.of_unit(unit).keywords),
        }
        for unit in range(len(units))
    ]


@pytest.mark.parametrize("example", every_example("stu_accordion"))
def test_worked_example_gives_the_expected_units(example: WorkedExample):
    page = Page.from_text(example.html, name=example.identifier)
    units_by_rule = dict(example.expected)
    summary = units_by_rule.pop("summary_of_3", None)
    rules = {"units": BoldRule.CONTAINS, "contains": BoldRule.CONTAINS, "whole": BoldRule.WHOLE}

    for rule_name, expected in units_by_rule.items():
        accordion_settings = AccordionSettings(bold_rule=rules[rule_name], **example.settings)
        unit_rows = rows(page, stu_units(page), accordion_settings)
        assert [
            {key: row[key] for key in unit} for row, unit in zip(unit_rows, expected, strict=True)
        ] == expected
    if summary is not None:
        extraction = ACCORDION.extract(page, AccordionSettings(**example.settings), ())
        assert extraction.own_text.splitlines()[3] == summary


def test_text_outside_of_blocks_and_in_nested_blocks_is_a_separate_unit():
    page = page_of("a <i>b</i><div>c<p>d</p>e<hr>f</div>g")

    assert stu_units(page).text == ("a b", "c", "d", "e", "f", "g")


def test_scripts_noscript_templates_styles_and_the_head_are_not_text():
    html = (
        "<head><title>t</title></head><body>a<script>b</script><noscript>c</noscript>"
        "<template>d</template><style>e</style><!-- f --></body>"
    )

    assert stu_units(Page.from_text(html, name="test")).text == ("a",)


def test_boundaries_are_a_setting():
    body = "a<div>b</div><p>c</p>"

    assert stu_units(page_of(body), ("P",)).text == ("a b", "c")
    extraction = extract(body, boundaries=("p",))
    assert len(extraction.blocks) == 2
    assert explain_step(extraction, extraction.steps[0], 0) == "U1: page, level 6, no unit above"


def test_images_give_their_alternative_text_with_alt_text():
    body = "<p>a<img alt=' map  of '>b<img>c</p><p><img alt=harbour></p>"

    assert stu_units(page_of(body)).text == ("a map of bc", "harbour")
    assert stu_units(page_of(body), alt_text=False).text == ("abc",)
    extraction = extract(body)
    assert extraction.blocks.token_counts().tolist() == [3, 0]


def test_form_fields_give_their_names_with_fields():
    body = (
        "<form><input name=q><input type=hidden name=h><input type=submit value=Go>"
        "<input type=reset><textarea placeholder=Words></textarea><select aria-label=Kind></select>"
        "<button>Press</button></form>"
    )

    assert stu_units(page_of(body), fields=True).text == ("q Go reset Words Kind Press",)
    assert stu_units(page_of(body)).text == ("Press",)


def test_level_follows_the_largest_heading_then_bold_then_plain_text():
    body = "".join(f"<h{n}>x</h{n}>" for n in range(1, 7)) + "<p><strong>x</strong></p><p>x</p>"

    assert levels(body) == [1, 2, 3, 4, 4, 4, 5, 6]
    extraction = extract(body)
    assert [extraction.labels_of(unit) for unit in (0, 3, 6, 7)] == [
        ("H1",),
        ("H4",),
        ("BOLD",),
        ("PLAIN",),
    ]
    assert levels("<h3><span>x<h2>y</h2></span></h3>", boundaries=("p",)) == [2]


def test_bold_text_raises_a_unit_if_any_or_only_if_all_text_is_bold():
    body = "<p>some <b>bold</b></p><p><b>all</b> <strong>bold</strong></p>"

    assert levels(body) == [5, 5]
    assert levels(body, bold_rule=BoldRule.WHOLE) == [6, 5]


def test_parent_has_a_smaller_level_or_is_in_fewer_lists():
    body = "<p>a</p><ul><li>b<ul><li>c</ul><li>d</ul><p>e</p><h2>f</h2><h2>g</h2><p>h</p>"

    assert parents(body) == [-1, 0, 1, 0, -1, -1, -1, 6]


def test_heading_closes_the_units_below_its_level():
    assert parents("<h2>a</h2><h3>b</h3><p>c</p><h2>d</h2><p>e</p><h1>f</h1>") == [
        -1,
        0,
        1,
        -1,
        3,
        -1,
    ]


def test_weight_of_keywords_depends_on_their_count_and_on_the_units_with_them():
    unit_summaries = summaries(
        ["ferry Ferry the harbour", "harbour news", "news"], 2, 2, frozenset({"the"})
    )

    assert unit_summaries.of_unit(0).keywords == {
        "ferry": pytest.approx(2 * 1.5849625),
        "harbour": pytest.approx(0.5849625),
    }
    assert list(unit_summaries.of_unit(1).keywords) == ["harbour", "news"]
    assert unit_summaries.best_weight.tolist() == pytest.approx([3.169925, 0.5849625, 0.5849625])


def test_word_in_all_units_is_not_a_keyword():
    unit_summaries = summaries(["a b", "a"], 3, 2, frozenset())

    assert [unit_summaries.of_unit(unit).keywords for unit in (0, 1)] == [{"b": 1.0}, {}]
    assert unit_summaries.best_weight.tolist() == [1.0, 0.0]


def test_chinese_characters_are_separate_words():
    unit_summaries = summaries(["港口。渡轮", "x"], 4, 2, frozenset())

    assert list(unit_summaries.of_unit(0).keywords) == [*"港口渡轮"]


def test_cluster_ends_if_too_many_other_words_follow():
    texts = ["ferry x noon. ferry x y z noon.", "x y z", "a", "b"]

    # Weights 4 and 4: (4 + 4) / 3 against 4 / 1 + 4 / 1 = 8; with three words between, 8 / 5.
    assert summaries(texts, 2, 2, frozenset()).sentence[0] == "ferry x y z noon."
    assert summaries(texts, 2, 3, frozenset()).sentence[0] == "ferry x noon."


def test_first_sentence_is_selected_on_ties_and_without_keywords():
    texts = ["One x. Two x.", "One. Two.", "one two"]

    unit_summaries = summaries(texts, 1, 2, frozenset())
    assert list(unit_summaries.of_unit(0).keywords) == ["x"]
    assert unit_summaries.sentence == ["One x.", "One.", "one two"]
    assert summaries((), 1, 2, frozenset()).sentence == []


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        (Method.INCREMENTAL, ("The ferry", "The ferry\nleaves at", TALE)),
        (Method.ALL, (TALE,)),
        (Method.KEYWORDS, ("ferry, old", "The ferry\nleaves at", TALE)),
        (Method.SUMMARY, ("Fish.", TALE)),
        (Method.KEYWORD_SUMMARY, ("ferry, old", "Fish.", TALE)),
    ],
)
def test_method_sets_the_states_of_a_unit(method: Method, expected: tuple[str, ...]):
    summary = Summary({"ferry": 2.0, "old": 1.0}, "Fish.")

    assert states(TALE, summary, method, 10, 2) == expected


def test_unit_without_keywords_shows_its_first_line():
    assert states("It is as it is", Summary({}, "x"), Method.KEYWORDS, 10, 1)[0] == "It is as"


def test_long_words_are_broken_at_the_line_width():
    assert states("港" * 25, Summary({}, ""), Method.INCREMENTAL, 10, 2)[1] == "\n".join(
        ["港" * 10] * 2
    )


def test_tree_has_the_states_of_the_settings():
    extraction = extract(
        f"<p>{TALE}</p><p>x</p>", method=Method.INCREMENTAL, line_width=10, lines=1
    )

    assert extraction.tree is not None
    assert extraction.tree.states[0] == ("The ferry", "The ferry", TALE)
    assert extraction.tree.label == ("The ferry", "x")
    assert extraction.tree.choice_is_ours
    unit_summaries = summaries([TALE, "x"], 1, 2, frozenset({"the"}))
    assert list(unit_summaries.of_unit(0).keywords) == ["ferry"]


def test_written_text_is_the_summary_or_all():
    body = f"<p>{TALE}</p><p>Fish. Bread.</p>"

    assert extract(body).own_text.splitlines()[1] == "Bread."
    assert extract(body, text_of=OwnTextOf.ALL).own_text == f"{TALE}\nFish. Bread.\n"
    assert extract(body, stop_words=("Bread",)).own_text.splitlines()[1] == "Fish."


def test_units_are_summarised_when_the_text_is_read(monkeypatch: pytest.MonkeyPatch):
    text_counts: list[int] = []

    def counted(texts: Sequence[str], *rest: Any) -> Summaries:
        text_counts.append(len(texts))
        return summaries(texts, *rest)

    monkeypatch.setattr(extractor, "summaries", counted)
    page = Page.from_text(f"<p>{TALE}</p><p>Fish. Bread.</p>", name="page")
    extraction = runner.run(page, "accordion")
    assert extraction.status is Status.OK
    assert text_counts == []

    assert extraction.own_text.splitlines()[1] == "Bread."
    assert extraction.column_values()["keyword"].tolist() == [2.0, 1.0]
    assert text_counts == [2]


def test_mask_is_the_branch_with_the_most_text_outside_links():
    extraction = extract(
        "<h1>a</h1><p>long text here</p><h1>b</h1><p><a>linked text that is longer</a></p>"
    )

    assert extraction.content.tolist() == [True, True, False, False]
    assert int(extraction.mask.sum()) == 4
    assert explain_decision(extraction, 1) == "M1: text of the branch 13 >= 13"
    assert explain_decision(extraction, 3) == "M2: text of the branch 1 < 13"


def test_later_branch_with_as_much_text_is_not_selected():
    extraction = extract("<p>one</p><p>two</p>")

    assert extraction.content.tolist() == [True, False]
    assert explain_decision(extraction, 1) == "M3: a later branch with the same amount of text, 3"


def test_sentence_names_element_level_and_parent():
    extraction = extract("<h2>a</h2><table><tr><td><b>b</b></td></tr></table>")

    assert explain_step(extraction, extraction.steps[0], 0) == "U1: h2, level 2, no unit above"
    assert (
        explain_step(extraction, extraction.steps[0], 1) == "U2: td, level 5, under unit 0 (bold)"
    )


def test_page_without_text_is_empty():
    extraction = extract("<p> </p>")

    assert extraction.status is Status.EMPTY
    assert extraction.message == "The page has no text."
    assert extraction.tree is not None
    assert extraction.tree.label == ()


def test_deep_nesting_is_walked():
    extraction = extract("<div>a" * 2000)

    assert len(extraction.blocks) == 2000


def test_hostile_megabyte_is_read_in_linear_time():
    extraction = extract("<p>word. <b>x</b>" * 60_000)

    assert len(extraction.blocks) == 60_000


@settings(max_examples=60, deadline=None)
@given(documents)
def test_parents_come_before_their_children_and_a_token_is_in_at_most_one_unit(source: str):
    page = Page.from_text(source, name="test")

    extraction = ACCORDION.extract(page, AccordionSettings(), ())
    parent = extraction.column_values()["parent"]
    assert all(above < unit for unit, above in enumerate(parent))
    assert int(extraction.blocks.token_counts().sum()) <= page.n_tokens
    assert len(extraction.own_text.splitlines()) >= len(extraction.blocks) or not len(
        extraction.blocks
    )
