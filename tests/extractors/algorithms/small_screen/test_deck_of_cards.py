"""Deck of cards: the specification's examples, division into cards, settings, choice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from boilerscope.extractors.algorithms.small_screen.deck_of_cards.extractor import DECK_OF_CARDS
from boilerscope.extractors.algorithms.small_screen.deck_of_cards.settings import DeckSettings
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.page import Page
from boilerscope.extractors.text.cards import TOP, Card, CardRule, deal, parents
from boilerscope.extractors.text.units import stu_units
from tests.helpers.markup import documents
from tests.helpers.material import WorkedExample, every_example

LONG = "One sentence of a text here. " * 6


def page_of(body: str) -> Page:
    return Page.from_text(f"<html><body>{body}</body></html>", name="test")


def extract(body: str, **changes: object) -> Extraction:
    return DECK_OF_CARDS.extract(page_of(body), DeckSettings().replace(**changes), ())


def shown(extraction: Extraction) -> dict[str, str]:
    assert extraction.tree is not None
    return {
        label: state[0]
        for label, state in zip(extraction.tree.label, extraction.tree.states, strict=True)
    }


@pytest.mark.parametrize("example", every_example("deck_of_cards"))
def test_worked_example_gives_the_expected_cards(example: WorkedExample):
    page = Page.from_text(example.html, name=example.identifier)
    units = stu_units(page, alt_text=example.settings.get("alt_text", False))
    rule = CardRule(example.settings.get("card_bytes", 1400), 4, split_units=False)

    cards = deal(units.text, units.level(), rule)

    assert [
        {
            "title": card.title,
            "level": card.level,
            "part": card.part,
            "lines": [units.text[line.unit][line.start : line.end] for line in card.lines],
        }
        for card in cards
    ] == example.expected["cards"]


def test_text_before_any_heading_is_on_a_separate_card():
    extraction = extract("a<h2>B</h2>c")

    assert shown(extraction) == {TOP: "a", "B": "c"}
    assert extraction.tree is not None
    assert extraction.tree.parent.tolist() == [-1, 0]
    assert (
        explain_step(extraction, extraction.steps[0], 0)
        == "C8: card 1, new: text before any heading"
    )
    assert explain_step(extraction, extraction.steps[0], 1) == "C2: card 2, new: h2"


def test_heading_without_text_below_it_is_a_card_too():
    assert shown(extract("<h1>A</h1><h2>B</h2>c")) == {"A": "", "B": "c"}


def test_full_card_continues_in_the_next_part():
    extraction = extract("<h3>A</h3>" + f"<p>{'x' * 59}</p>" * 4, card_bytes=120)

    assert list(shown(extraction)) == ["A", "A (2)"]
    assert extraction.column_values()["bytes"].tolist() == [120, 120]
    assert explain_step(extraction, extraction.steps[0], 1) == "C7: card 2, new: 120-byte limit"
    assert extraction.warnings == ()


def test_bytes_are_counted_in_utf8_with_line_ends():
    assert extract("<p>中文</p><p>é</p>").column_values()["bytes"].tolist() == [7 + 3]


def test_text_larger_than_a_card_stays_whole_with_a_warning():
    extraction = extract(f"<p>short</p><p>{LONG}</p>", card_bytes=100, main_group=False)

    assert list(shown(extraction).values()) == ["short", LONG.strip()]
    assert extraction.labels_of(0) == ("CARD",)
    assert "OVER_LIMIT" in extraction.labels_of(1)
    assert extraction.warnings == (
        "Cards over the limit of 100 bytes: 1, because a single text is larger (split_units).",
    )


def test_text_larger_than_a_card_can_be_cut_at_sentences():
    extraction = extract(f"<p>{LONG}</p>", card_bytes=100, split_units=True)

    sentence = "One sentence of a text here."
    assert list(shown(extraction).values()) == [" ".join([sentence] * 3)] * 2
    assert extraction.blocks.token_counts().tolist() == [18, 18]
    assert extraction.blocks.runs(1) == [(18, 36)]
    assert extraction.warnings == ()


def test_single_sentence_larger_than_a_card_stays_whole():
    extraction = extract(f"<p>{'word ' * 40}</p>", card_bytes=100, split_units=True)

    assert len(extraction.blocks) == 1
    assert len(extraction.warnings) == 1


def test_parts_of_a_card_are_siblings_below_the_same_parent():
    cards = [Card("A", 1, 1, 0), Card("B", 2, 1, 1), Card("B", 2, 2, -1), Card("C", 3, 1, 2)]
    cards += [Card("D", 1, 1, 3), Card("E", 4, 1, 4)]

    assert parents(cards).tolist() == [-1, 0, 0, 2, -1, 4]


@pytest.mark.parametrize(
    ("levels", "expected"),
    [(1, [TOP]), (2, [TOP, "b"]), (4, [TOP, "b", "e"]), (5, [TOP, "b", "e", "bold"])],
)
def test_levels_that_start_a_card_are_a_setting(levels: int, expected: list[str]):
    body = "a<h2>b</h2>c<h5>e</h5><p><b>bold</b></p>f"

    assert list(shown(extract(body, heading_levels=levels))) == expected


def test_any_text_can_start_a_card():
    extraction = extract("<p>a</p><p>b</p>", heading_levels=6)

    assert shown(extraction) == {"a": "", "b": ""}
    assert explain_step(extraction, extraction.steps[0], 0) == "C6: card 1, new: plain text"


def test_images_are_dropped_without_alt_text():
    body = "<p>a <img alt=map></p>"

    assert shown(extract(body)) == {TOP: "a"}
    assert shown(extract(body, alt_text=True)) == {TOP: "a map"}


def test_tables_are_read_cell_by_cell_and_fields_by_their_names():
    extraction = extract("<table><tr><td>a<td>b<tr><td>c</table><form><input name=q> d</form>")

    assert shown(extraction) == {TOP: "a\nb\nc\nq d"}


def test_the_title_with_the_most_words_outside_links_is_kept():
    extraction = extract(
        "<h2>Menu</h2><p><a>one two three four five</a></p><h2>News</h2><p>a b c</p><p>d e</p>",
    )

    assert extraction.content.tolist() == [False, True]
    assert extraction.mask.tolist() == [False] * 6 + [True] * 6
    assert explain_decision(extraction, 1) == "G1: words under the title 6 >= 6"
    assert explain_decision(extraction, 0) == "G2: words under the title 1 < 6"
    assert extraction.labels_of(1) == ("CARD", "MAIN_GROUP")
    assert extraction.tree is not None
    assert extraction.tree.choice_is_ours


def test_all_parts_of_a_title_are_one_group():
    extraction = extract("<h2>A</h2>" + f"<p>{'x ' * 40}</p>" * 4 + "<h2>B</h2>y", card_bytes=100)

    assert extraction.content.tolist() == [True] * 4 + [False]


def test_later_title_with_as_many_words_is_not_selected():
    extraction = extract("<h2>A</h2>b<h2>C</h2>d")

    assert explain_decision(extraction, 1) == "G3: a later title with the same number of words, 2"


def test_choice_can_be_turned_off():
    extraction = extract("<h2>A</h2>b", main_group=False)

    assert extraction.status is Status.OK
    assert not extraction.mask.any()
    assert len(extraction.steps) == 1
    assert extraction.own_text == "A\nb\n"


def test_own_text_contains_all_cards():
    extraction = extract("a<h1>B</h1><p>c</p><p>d</p>")

    assert extraction.own_text == f"{TOP}\na\n\nB\nc\nd\n"
    assert extraction.scores == {"cards": 2.0}
    assert extraction.curves[0].threshold_field == "card_bytes"


def test_share_of_linked_words_is_a_column():
    extraction = extract("<p><a>one</a> two</p>")

    assert extraction.column_values()["link_share"].tolist() == [0.5]


def test_page_without_text_has_no_cards():
    extraction = extract("")

    assert extraction.status is Status.EMPTY
    assert extraction.message == "The page has no text."


def test_deep_nesting_and_a_hostile_megabyte_are_divided_into_cards():
    assert len(extract("<div>a" * 2000, card_bytes=100).blocks) == 40
    assert len(extract("<h1>a<p>b. c" * 50_000, split_units=True).blocks) == 50_000


@settings(max_examples=60, deadline=None)
@given(documents)
def test_every_token_of_the_units_is_on_one_card(source: str):
    page = Page.from_text(source, name="test")

    for split in (False, True):
        extraction = DECK_OF_CARDS.extract(
            page, DeckSettings(card_bytes=100, split_units=split, main_group=False), ()
        )
        units = stu_units(page, alt_text=False, fields=True)
        assert extraction.blocks.token_counts().sum() == (units.of_token >= 0).sum()
