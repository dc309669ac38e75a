"""Link ratio: worked examples, every rule, every setting, and properties of any page."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from boilerscope.extractors.algorithms.link_ratio.extractor import LINK_RATIO
from boilerscope.extractors.algorithms.link_ratio.settings import LinkRatioSettings
from boilerscope.extractors.formats.html.writer import cleaned
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision
from boilerscope.extractors.model.settings import MainKnob, find_knob, from_table, knobs
from boilerscope.extractors.page import Page
from tests.helpers.extractions import assert_same, assert_sound, is_subsequence, rules_of
from tests.helpers.material import CorpusPage, WorkedExample, every_example, every_page

LONG = "a text that is long enough to stay"
LINKED = '<a href="#">a link that is just as long as it</a>'
SETTINGS = [
    {},
    {"guard_no_links": True, "lower_case": True},
    {"rate": 0.5, "min_len": 0, "collapse_space": True},
    {"containers": ["p", "b", "a"], "short_exempt": [], "remove_tags": ["i"]},
]


def extract(html: str | Page, **values: Any) -> Extraction:
    page = html if isinstance(html, Page) else Page.from_text(html, name="page")
    settings = from_table(LinkRatioSettings, values)
    assert isinstance(settings, LinkRatioSettings)
    extraction = LINK_RATIO.extract(page, settings, ())
    assert_sound(page, extraction)
    return extraction


def values(extraction: Extraction, name: str) -> list[float]:
    column = extraction.column(name)
    assert column is not None
    column_values: list[float] = column.values.tolist()
    return column_values


def without_attributes(markup: str) -> str:
    tree = lxml_html.document_fromstring(markup)
    for node in tree.iter():
        node.attrib.clear()
    for meta in list(tree.iter("meta", "head")):
        parent = meta.getparent()
        if parent is not None:
            parent.remove(meta)
    return str(lxml_html.tostring(tree, encoding="unicode"))


@pytest.mark.parametrize("example", every_example("link_ratio"))
def test_worked_example(example: WorkedExample):
    page = Page.from_text(example.html, name=example.identifier)
    extraction = extract(page, **example.settings)

    expected = example.expected
    assert without_attributes(cleaned(page, extraction)).lower() == without_attributes(
        expected["tree"]
    )
    if "containers" not in expected:
        return
    assert extraction.scores["total_text"] == expected["total_text"]
    assert extraction.scores["total_link"] == expected["total_link"]
    average = extraction.scores.get("average")
    assert expected["average"] == (None if average is None else round(average, 4))
    containers = [
        {
            "tag": page.elements.tag[extraction.blocks.element[block]],
            "text": text,
            "link": link,
            "ratio": None if np.isnan(ratio) else round(ratio, 4),
            "removed": {"SHORT": "short", "LINKS": "links", "NO_LINK": "links"}.get(
                rule.removeprefix("ROOT_")
            ),
        }
        for block, (text, link, ratio, rule) in enumerate(
            zip(
                values(extraction, "text"),
                values(extraction, "link"),
                values(extraction, "link_ratio"),
                deciding_rules(extraction),
                strict=True,
            )
        )
        if not np.isnan(text)
    ]

    def by_tag(container: dict[str, Any]) -> tuple[str, float]:
        return container["tag"], container["text"]

    # The example lists containers in the order they end, we in the order they start.
    assert sorted(containers, key=by_tag) == sorted(expected["containers"], key=by_tag)


def deciding_rules(extraction: Extraction) -> list[str]:
    """Return the rule that decided on each block, by length or by links."""
    short, links = rules_of(extraction, "SHORT"), rules_of(extraction, "LINKS")
    return [second or first for first, second in zip(short, links, strict=True)]


def test_a_container_with_too_large_a_share_of_links_is_removed():
    extraction = extract(f"<div>{LINKED}</div><div>{LONG}</div>")

    assert rules_of(extraction, "LINKS") == ["FEW_LINKS", "LINKS", "FEW_LINKS"]
    assert extraction.own_text == LONG + "\n"
    assert extraction.labels_of(1) == ("REMOVED_LINKS",)
    assert explain_decision(extraction, 1) == (
        "LINKS: link ratio to average 2.03 >= 1.10, 33 of 33 characters in links"
    )


def test_a_share_of_exactly_the_limit_is_removed():
    html = f"<div>{LINKED}</div><div>{'x' * 33}</div>"

    assert extract(html, rate=2.0).labels_of(1) == ("REMOVED_LINKS",)
    assert extract(html, rate=2.01).labels_of(1) == ("KEPT",)


@pytest.mark.parametrize(("length", "label"), [(20, "REMOVED_SHORT"), (21, "KEPT")])
def test_a_short_container_is_removed(length: int, label: str):
    extraction = extract(f"<div>{'x' * length}</div><p>{LINKED}</p>")

    assert extraction.labels_of(1) == (label,)
    assert rules_of(extraction, "SHORT")[1] == ("SHORT" if length == 20 else "LONG")


def test_a_span_may_be_short_but_not_all_links():
    extraction = extract(f"<div><span>x</span> {LONG} <span>{LINKED}</span></div><span></span>")

    assert rules_of(extraction, "SHORT")[2:] == ["EXEMPT"] * 3
    assert rules_of(extraction, "LINKS")[2:] == ["FEW_LINKS", "LINKS", "NO_TEXT"]
    assert extract("<span>x</span>", short_exempt=[]).labels_of(1) == ("REMOVED_SHORT",)


def test_counts_of_a_removed_container_do_not_reach_the_outer_container():
    html = f"<div><ul>{LINKED}</ul>{LONG}</div>"
    extraction = extract(html)

    assert values(extraction, "text") == [34, 34, 33]
    assert values(extraction, "link") == [0, 0, 33]
    assert extraction.scores["total_text"] == 67
    assert extraction.own_text == LONG + "\n"


def test_a_container_inside_a_removed_one_is_removed_for_the_same_reason():
    html = (
        f"<ul>{LINKED * 3}<div><form>{LONG}{LONG}</form>{LINKED * 9}</div></ul>"
        f"<p>{LONG}</p><p>{LONG * 20}</p>"
    )
    extraction = extract(html)

    assert rules_of(extraction, "INSIDE") == ["FREE", "", "", "IN_LINKS"]
    assert extraction.labels_of(3) == ("REMOVED_LINKS",)
    assert explain_decision(extraction, 3).startswith("IN_LINKS: outer ratio to average")
    assert LINKED[12:-4] not in extraction.own_text


def test_a_container_inside_a_short_one_is_removed_with_it():
    html = f"<div>x<span>y</span></div><p>{LINKED}</p><p>{LONG}</p>"
    extraction = extract(html)

    assert rules_of(extraction, "INSIDE")[2] == "IN_SHORT"
    assert extraction.labels_of(2) == ("REMOVED_SHORT",)
    assert explain_decision(extraction, 2) == (
        "IN_SHORT: outer text 2 <= 20, inside a container removed for its length"
    )


def test_without_links_every_container_with_text_is_removed_with_a_warning():
    html = f"<div>{LONG}<span></span></div><p>{LONG}</p>"
    extraction = extract(html)

    assert rules_of(extraction, "LINKS") == ["ROOT_NO_LINK", "NO_LINK", "NO_TEXT"]
    assert rules_of(extraction, "INSIDE") == ["FREE", "", "IN_NO_LINK"]
    assert extraction.own_text == LONG + "\n"
    assert "the average is 0" in extraction.warnings[0]
    empty = extract(f"<div>{LONG}</div>")
    assert empty.status is Status.EMPTY
    assert "every container with text was removed" in empty.message


def test_pages_without_links_can_be_spared():
    extraction = extract(f"<div>{LONG}</div><div>x</div>", guard_no_links=True)

    assert rules_of(extraction, "LINKS") == ["SPARED", "SPARED", ""]
    assert extraction.own_text == LONG + "\n"
    assert extraction.warnings == ()
    assert extract(f"<div>{LINKED}</div><p>{LONG}</p>", guard_no_links=True).labels_of(1) == (
        "REMOVED_LINKS",
    )


def test_the_root_is_tested_but_not_removed():
    all_links = extract(f"<p>{LINKED}</p>", rate=0.9)

    assert rules_of(all_links, "LINKS") == ["ROOT_LINKS"]
    assert all_links.own_text == LINKED[12:-4] + "\n"
    assert rules_of(extract("<p>x</p>"), "SHORT") == ["ROOT_SHORT"]
    untested = extract(f"<p>{LONG}</p>", containers=["div"])
    assert rules_of(untested, "SHORT") == [""]
    assert untested.own_text == LONG + "\n"


def test_elements_that_are_always_removed_are_not_counted():
    html = (
        f"<div>{LONG}<label>{LONG}</label><img alt=x><noscript>{LINKED}</noscript>"
        f"<iframe>{LONG}</iframe></div><p>{LINKED}</p>"
    )
    page = Page.from_text(html, name="page")
    extraction = extract(page)
    kinds = [page.elements.tag[row] for row in extraction.blocks.element]

    assert kinds == ["html", "div", "label", "img", "noscript", "iframe"]
    assert rules_of(extraction, "TAGS") == [*["OTHER_KIND"] * 2, *["REMOVED_KIND"] * 4]
    assert extraction.labels_of(3) == ("REMOVED_TAG",)
    assert explain_decision(extraction, 3) == "REMOVED_KIND: always removed"
    assert extraction.scores["total_text"] == 67
    assert extraction.scores["total_link"] == 33
    assert rules_of(extraction, "SHORT")[2:] == [""] * 4


def test_the_title_counts_and_stays():
    extraction = extract(f"<title>Title</title><p>{LINKED}</p>")

    assert extraction.scores["total_text"] == 38
    assert extraction.own_text == "Title\n" + LINKED[12:-4] + "\n"


def test_text_of_comments_does_not_count_and_text_around_them_does():
    extraction = extract(f"<p>{LINKED}</p><div>one<!-- comment -->two, and so on to the end</div>")

    assert extraction.scores["total_text"] == 33 + len("one" + "two, and so on to the end")


def test_white_space_counts_only_beside_text():
    html = f"<div>  {LONG}  \n</div>\n \n<p>{LINKED}</p>"

    assert values(extract(html), "text") == [len(LONG) + 5 + 33, len(LONG) + 5]
    assert values(extract(html, collapse_space=True), "text") == [len(LONG) + 2 + 33, len(LONG) + 2]
    assert extract("<p>\u00a0</p>").scores["total_text"] == 1


def test_characters_are_utf_16_units():
    assert extract("<p>😀x</p>").scores["total_text"] == 3


def test_nested_links_count_their_text_twice():
    page = Page.from_dom(
        ["html", [], [["body", [], [["a", [], ["12", ["b", [], [["a", [], ["345"]]]]]]]]]],
        url=None,
        name="page",
    )
    extraction = extract(page)

    assert extraction.scores["total_text"] == 5
    assert extraction.scores["total_link"] == 8
    assert values(extraction, "link") == [8]


def test_a_link_counts_only_the_text_left_in_it():
    extraction = extract(f"<p>{LONG}</p><a href=x>link text<div>short</div></a>")

    assert extraction.scores["total_link"] == 14
    assert values(extraction, "link")[0] == 9


def test_a_link_that_is_a_container_is_tested_but_not_counted_as_a_link():
    html = f"<p>{LONG}</p><a href=x>{LONG}</a>"
    extraction = extract(html, containers=["html", "a"], rate=0.1)

    assert extraction.scores["total_link"] == 34
    assert values(extraction, "link") == [0, 0]
    assert extraction.labels_of(1) == ("KEPT",)


def test_tag_lists_are_trimmed_and_case_does_not_count():
    extraction = extract(f"<p>x</p><div>{LINKED}</div>", containers=[" P "], remove_tags=["DIV"])

    assert rules_of(extraction, "TAGS") == ["OTHER_KIND", "OTHER_KIND", "REMOVED_KIND"]
    assert extraction.labels_of(1) == ("REMOVED_SHORT",)


def test_the_root_stays_even_if_its_tag_is_always_removed():
    assert extract(f"<p>{LONG}</p>", remove_tags=["html"]).own_text == LONG + "\n"


def test_own_text_has_a_line_for_each_block_level_element():
    extraction = extract(
        f"<p>one <b>two</b>\n three.</p>four<br>five<ul><li>{LONG}</li><li>and <i>more</i>!"
        f"</li></ul><a href=x>{LONG}</a>",
        rate=5.0,
    )

    assert extraction.own_text == f"one two three.\nfour\nfive\n{LONG}\nand more!\n{LONG}\n"


def test_text_on_both_sides_of_a_removed_element_stays_one_line():
    extraction = extract(f"<p>before <label>gone</label>after <a href=x>{LONG}</a></p>", rate=5.0)

    assert extraction.own_text == f"before after {LONG}\n"


def test_text_can_be_written_in_lower_case_without_changing_a_decision():
    html = f"<div>{LONG.upper()} İÄ</div><p>{LINKED}</p>"
    plain, lowered = extract(html), extract(html, lower_case=True)

    assert plain.own_text.startswith(LONG.upper() + " İÄ")
    assert lowered.own_text.startswith(LONG + " İä")
    assert np.array_equal(plain.mask, lowered.mask)
    assert values(plain, "text") == values(lowered, "text")
    assert extract(f"<p>{LINKED.upper()}</p>", lower_case=True).own_text == LINKED[12:-4] + "\n"


def test_each_token_belongs_to_its_innermost_unit():
    page = Page.from_text(f"<div>one<span>two</span>three</div>four<p>{LINKED}</p>", name="page")
    extraction = extract(page)
    texts = [
        [
            page.token_text(token)
            for start, end in extraction.blocks.runs(block)
            for token in range(start, end)
        ]
        for block in range(3)
    ]

    assert texts[1:] == [["one", "three"], ["two"]]
    assert texts[0][0] == "four"
    assert int(extraction.blocks.token_counts().sum()) == page.n_tokens
    assert not extraction.blocks.nested


def test_marks_remove_elements_and_keep_the_page_around_them():
    page = Page.from_text(f"<div>x<b>y</b></div><p>{LINKED}<img src=x></p>", name="page")
    marks = extract(page).marks
    assert marks is not None

    by_tag = dict(zip(page.elements.tag, marks.tolist(), strict=True))
    assert by_tag == {"html": 0, "body": 0, "div": -1, "b": -1, "p": 0, "a": 0, "img": -1}


def test_the_curve_draws_the_limit_in_averages():
    (curve,) = extract(f"<div>{LINKED}</div><div>{LONG}</div>", rate=1.5).curves

    assert curve.threshold_field == "rate"
    assert curve.threshold_scale == pytest.approx(33 / 67)
    assert curve.threshold == pytest.approx(1.5 * 33 / 67)
    assert curve.y.tolist() == [0.0, 1.0, 0.0]
    assert extract("<div>x</div>").curves[0].threshold_field == ""


@pytest.mark.parametrize("html", ["", "<script>x</script>", "<img src=x>", "<label>x</label>"])
def test_a_page_without_counted_text_is_empty_with_a_message(html: str):
    extraction = extract(html)

    assert extraction.status is Status.EMPTY
    assert (
        extraction.message == "The page has no text outside the elements that are always removed."
    )
    assert "average" not in extraction.scores


def test_a_page_of_removed_containers_is_empty_with_a_message():
    assert extract(f"<div>{LINKED}</div>", rate=0.5).message == (
        "All text is in removed containers."
    )


def test_limits_are_main_knobs_bounded_by_their_quantities():
    extraction = extract(f"<div>{LINKED}</div>")

    for name, main in (("rate", MainKnob.LINK_RATIO), ("min_len", MainKnob.MIN_LENGTH)):
        field = find_knob(LinkRatioSettings, name)
        assert field.main is main
        assert extraction.column(field.bounds) is not None
    assert all(knob.label and knob.help for knob in knobs(LinkRatioSettings))
    for preset in LINK_RATIO.presets:
        assert isinstance(LINK_RATIO.preset_settings(preset), LinkRatioSettings)


PIECES = (
    *("<div>", "</div>", "<span>", "</span>", "<p>", "</p>", "<ul>", "</ul>", "<b>", "</b>"),
    *("<a href=x>", "</a>", "<label>", "</label>", "<img>", "<i>", "</i>", "<br>", "<!-- c -->"),
    *(
        "one",
        " two words ",
        "中文",
        "\n",
        "😀",
        "a text that is long enough ",
        "<script>s</script>",
    ),
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
    assert sum(extraction.blocks.token_counts()) == page.n_tokens


@pytest.mark.parametrize("values", SETTINGS)
@pytest.mark.parametrize("corpus_page", every_page(stride=25))
def test_a_real_page_gives_a_sound_extraction(corpus_page: CorpusPage, values: dict[str, Any]):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    extraction = extract(page, **values)

    shown = page.text.lower() if values.get("lower_case") else page.text
    assert is_subsequence("".join(extraction.own_text.split()), "".join(shown.split()))


@pytest.mark.parametrize(
    "html",
    [
        "<div>x</div>" * 80_000,
        "<a href=x>y</a>" * 60_000,
        "<div><a href=x>" * 900 + "x<i>y</i>" * 100_000,
        "<span>" * 1_900 + "z" * 900_000,
        "<label>x" * 120_000,
    ],
    ids=["containers", "links", "links in containers", "deep", "removed kinds"],
)
def test_a_hostile_megabyte_is_read(html: str):
    page = Page.from_text(html, name="page")
    extraction = LINK_RATIO.extract(page, LinkRatioSettings(), ())

    assert np.array_equal(
        extraction.mask, extraction.blocks.mask(extraction.content, page.n_tokens)
    )
