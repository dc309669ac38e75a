"""Largest body of text: the specification's examples and every rule and setting."""

from __future__ import annotations

import pytest

from boilerscope.extractors.algorithms.largest_body import (
    LARGEST_BODY,
    LargestBodySettings,
    Measure,
)
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.page import Page
from tests.helpers.material import WorkedExample, every_example

TWO = "<body><div>one two</div><div>three</div></body>"


def extract(html: str, **settings: object) -> Extraction:
    page = Page.from_text(html, name="test")
    largest_body_settings = LargestBodySettings().replace(**settings)
    return LARGEST_BODY.extract(page, largest_body_settings, ())


@pytest.mark.parametrize("example", every_example("largest_body"))
def test_worked_example_gives_the_expected_winner(example: WorkedExample) -> None:
    page = Page.from_text(example.html, name=example.identifier)

    extraction = LARGEST_BODY.extract(page, LargestBodySettings(), ())

    words = extraction.column_values()["words"]
    winner = int(words.argmax())
    row = int(extraction.blocks.element[winner])
    node = page.elements.node[row]
    tag, identifier, count, text = example.expected["best"]
    assert (page.elements.tag[row], node.get("id"), int(words[winner])) == (tag, identifier, count)
    assert extraction.own_text == text
    units = [
        {
            "tag": page.elements.tag[r],
            "id": page.elements.node[r].get("id"),
            "words": int(words[block]),
        }
        for block, r in enumerate(extraction.blocks.element.tolist())
    ]
    assert units == example.expected["units"]


def test_first_of_equally_large_bodies_wins_and_the_sentence_says_why() -> None:
    extraction = extract("<body><div>one two</div><div>three four</div></body>")

    assert extraction.own_text == "one two"
    assert explain_decision(extraction, 1) == "LB1.1: largest, 2 words"
    assert explain_decision(extraction, 2) == "LB1.3: as large as the first body, 2 words"


def test_body_inside_the_largest_is_kept_with_it_and_has_its_own_rule() -> None:
    extraction = extract("<body><div>one two<div>three</div></div>", keep_nested=True)

    assert extraction.own_text == "one two\nthree"
    assert explain_decision(extraction, 2) == "LB1.4: inside the largest, 2 words"
    assert (
        extraction.steps[-1].content.tolist() == extraction.content.tolist() == [False, True, True]
    )


def test_minimum_length_of_the_largest_decides_on_bodies_inside_it() -> None:
    html = "<body><div>one two<div>three</div></div>"

    short = extract(html, keep_nested=True, min_chars=8)
    long = extract(html, keep_nested=True, min_chars=7)

    assert [explain_decision(short, block) for block in (1, 2)] == ["LB2.1: characters 7 < 8"] * 2
    assert short.status is Status.EMPTY
    assert explain_step(long, long.steps[1], 2) == "LB2.1: characters 7 >= 7"


def test_page_without_text_has_no_largest_body() -> None:
    extraction = extract("<body><div></div></body>")

    assert explain_decision(extraction, 0) == "LB1.5: no body has any text"
    assert not extraction.steps[-1].content.any()


def test_smaller_body_is_dropped_with_both_sizes() -> None:
    extraction = extract(TWO)

    assert explain_decision(extraction, 2) == "LB1.2: not largest, 1 < 2 words"


def test_minimum_length_gives_status_empty_with_both_lengths() -> None:
    extraction = extract(TWO, min_chars=8)

    assert extraction.status is Status.EMPTY
    assert "7 characters, fewer than 8" in extraction.message
    assert not extraction.mask.any()
    assert explain_decision(extraction, 1) == "LB2.1: characters 7 < 8"


def test_winner_with_the_minimum_length_is_confirmed() -> None:
    extraction = extract(TWO, min_chars=7)

    assert extraction.own_text == "one two"
    assert extraction.steps[1].rule.tolist() == [0, 1, 0]


def test_characters_can_decide_instead_of_words() -> None:
    html = "<body><div>a b c</div><div>abcdefgh</div></body>"

    assert extract(html).own_text == "a b c"
    assert extract(html, measure=Measure.CHARACTERS).own_text == "abcdefgh"


def test_without_own_text_the_body_wins() -> None:
    extraction = extract(TWO, own_text=False)

    assert extraction.own_text == "one two\nthree"
    assert extraction.mask.all()


def test_without_own_text_the_body_can_be_excluded() -> None:
    html = "<body>out side <div>one two <div>three</div></div><div>four</div></body>"

    extraction = extract(html, own_text=False, containers=("div",))
    nothing = extract("<body>only text</body>", own_text=False, containers=("div",))

    assert extraction.own_text == "one two\nthree"
    assert nothing.status is Status.EMPTY
    assert nothing.own_text == ""


def test_nested_bodies_can_be_kept_with_the_winner() -> None:
    html = "<body><div>one two three <div>four</div></div></body>"

    assert extract(html).mask.tolist() == [True, True, True, False]
    assert extract(html, keep_nested=True).mask.all()
    assert extract(html, keep_nested=True).own_text == "one two three\nfour"


def test_containers_can_be_changed() -> None:
    html = "<body><div>one two</div><p>three four five</p></body>"

    assert extract(html).own_text == "three four five"
    assert extract(html, containers=("div",)).own_text == "three four five"
    assert extract(html, containers=("div", "p")).labels_of(2) == ("LARGEST",)


def test_page_without_text_is_empty_with_the_reason() -> None:
    extraction = extract("<body><div></div></body>")

    assert extraction.status is Status.EMPTY
    assert extraction.message == "The page has no text in its body."


def test_deep_nesting_is_measured() -> None:
    extraction = extract("<body>" + "<div>" * 1500 + "one two" + "</div>" * 1500 + "</body>")

    assert extraction.own_text == "one two"
