"""Structural analysis: the specification's examples, every type, and groups."""

from __future__ import annotations

import pytest

from boilerscope.extractors.algorithms.structural import STRUCTURAL, TYPES, StructuralSettings
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.page import Page

FIFTY = " ".join(f"word{n}" for n in range(50))


def extract(body: str, **settings: object) -> Extraction:
    page = Page.from_text(f"<body>{body}</body>", name="test")
    return STRUCTURAL.extract(page, StructuralSettings().replace(**settings), ())


def kind(extraction: Extraction, zone: int = 1) -> str:
    return extraction.labels_of(zone)[0]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<div><a>A</a><a>B</a><a>C</a></div>", "NAVIGATION"),
        (f"<div>{FIFTY}</div>", "STORY"),
        ("<form><input type=text></form>", "FORM"),
        ("<div><img src=x></div>", "IMAGE"),
        ("<div>few words</div>", "OTHER"),
        ("<div></div>", "EMPTY"),
        ("<div>" + "<a>four words stand here</a> " * 3 + "</div>", "LINKS"),
        ("<form><input type=hidden></form>", "EMPTY"),
    ],
)
def test_zone_gets_the_first_type_that_matches(body: str, expected: str) -> None:
    assert kind(extract(body)) == expected


def test_two_links_are_not_a_list_of_links() -> None:
    assert kind(extract("<div><a>A</a><a>B</a></div>")) == "OTHER"


def test_every_type_has_a_sentence_with_its_values() -> None:
    extraction = extract(
        "<div><a>A</a><a>B</a><a>C</a></div><form><input></form><div>few</div><div></div>"
        f"<div><img></div><div>{FIFTY}</div><div>" + "<a>four words stand here</a> " * 3 + "</div>"
    )

    sentences = [
        explain_step(extraction, extraction.steps[0], zone)
        for zone in range(1, len(extraction.blocks))
    ]
    assert sentences[0].startswith("Z2: link share 1 >= 0.5, links 3 >= 3, words per link 1 < 4")
    assert sentences[1].startswith("Z1: fields 1 > 0")
    assert sentences[2] == "Z6: words 1 < 40, other"
    assert sentences[3] == "Z7: an empty zone"
    assert sentences[4].startswith("Z5: images 1 > 0")
    assert sentences[5].startswith("Z4: words 50 >= 40")
    assert sentences[6].startswith("Z3: link share")


def test_neighbouring_stories_under_one_parent_are_one_group() -> None:
    story = f"<div>{FIFTY}</div>"
    extraction = extract(f"<section>{story}<div></div>{story}</section><section>{story}</section>")

    assert extraction.mask.tolist() == [True] * 100 + [False] * 50
    assert explain_decision(extraction, 6).startswith("G2: in a smaller group, 50 <= 100")


def test_other_zone_between_two_stories_splits_the_group() -> None:
    story = f"<div>{FIFTY}</div>"
    extraction = extract(f"{story}<div>few words</div><div>{FIFTY} more</div>")

    assert extraction.own_text.strip().endswith("more")
    assert int(extraction.mask.sum()) == 51


def test_limits_are_settings() -> None:
    assert kind(extract("<div>few words</div>", story_words=2)) == "STORY"
    links = "<div><a>A</a><a>B</a><a>C</a> and some other words</div>"
    assert kind(extract(links)) == "OTHER"
    assert kind(extract(links, link_share=0.1)) == "NAVIGATION"
    assert kind(extract(links, link_share=0.1, nav_words=1)) == "LINKS"


def test_contents_list_shows_the_first_heading_or_the_start_of_the_text() -> None:
    extraction = extract(f"<div><h2>Eels  below</h2>{FIFTY}</div><div>{FIFTY}</div>")

    assert extraction.tree is not None
    assert extraction.tree.label[1] == "story: Eels below"
    assert extraction.tree.label[2] == f"story: {FIFTY[:40]}"
    assert extraction.tree.parent.tolist() == [-1, 0, 0]
    assert extraction.tree.choice_is_ours


def test_lists_of_links_are_reported() -> None:
    extraction = extract("<div>" + "<a href=/x>four words stand here</a> " * 3 + "</div>")

    assert [link.address for link in extraction.related] == ["/x"] * 3


def test_page_without_a_story_is_empty_and_the_message_has_the_longest_zone() -> None:
    extraction = extract("<div>few words</div>")

    assert extraction.status is Status.EMPTY
    assert "the longest zone has 2 words, fewer than 40" in extraction.message


def test_page_without_text_is_empty() -> None:
    extraction = extract("")

    assert extraction.status is Status.EMPTY
    assert extraction.message == "The page has no text in its body."
    assert len(TYPES) == 7


def test_deep_nesting_is_walked() -> None:
    extraction = extract("<div>" * 1500 + FIFTY + "</div>" * 1500)

    assert int(extraction.mask.sum()) == 50
