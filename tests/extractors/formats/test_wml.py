"""WML: the deck of the extractor, or a deck of the text another extractor keeps; valid XML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from lxml import etree

from boilerscope.extractors.algorithms.largest_body import LARGEST_BODY
from boilerscope.extractors.algorithms.small_screen.deck_of_cards.extractor import DECK_OF_CARDS
from boilerscope.extractors.algorithms.small_screen.deck_of_cards.settings import DeckSettings
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.page import Page
from tests.helpers.markup import documents

if TYPE_CHECKING:
    from boilerscope.extractors.model.settings import Settings

BODY = (
    "<h1>News</h1><p>Ferries cost $5 &amp; more. <a href=/more>Read  on</a>, "
    "<a href='javascript:x()'>close</a> <img alt='a map'></p><h2>Fish</h2><p>sold</p>"
)


def written(
    body: str, extractor: Any = DECK_OF_CARDS, deck_settings: Settings | None = None
) -> str:
    page = Page.from_text(f"<body>{body}</body>", name="test", url="https://a.org/b")
    extraction = extractor.extract(page, deck_settings or extractor.default_settings(), ())
    return FORMATS["wml"].write(Result("in", "test", "deck_of_cards", page, extraction))


def cards(text: str) -> list[etree._Element]:
    parser = etree.XMLParser(load_dtd=False, no_network=True)
    return list(etree.fromstring(text.encode(), parser).iter("card"))


def test_deck_has_each_card_with_its_lines():
    text = written(BODY)

    first, second = cards(text)
    assert (first.get("id"), first.get("title")) == ("card1", "News")
    assert (second.get("id"), second.get("title")) == ("card2", "Fish")
    assert "<p><b>Fish</b><br/>\nsold<br/>\n</p>" in text
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE wml PUBLIC')


def test_links_stay_with_absolute_addresses():
    assert '<a href="https://a.org/more">Read on</a>, close' in written(BODY)


def test_dollars_and_markup_are_text():
    assert "Ferries cost $$5 &amp; more." in written(BODY)


def test_text_of_images_is_written_in_brackets_at_their_position():
    assert "close [a map]<br/>" in written(BODY, deck_settings=DeckSettings(alt_text=True))
    assert "map" not in written(BODY)


def test_cards_link_to_the_next_the_previous_and_the_upper_card():
    text = written("<h1>A</h1>a<h2>B</h2>b<h2>C</h2>c")

    assert '<p><a href="#card2">Next</a></p>' in text
    assert (
        '<p><a href="#card3">Next</a> <a href="#card1">Previous</a> <a href="#card1">Up</a></p>'
        in text
    )
    assert '<p><a href="#card2">Previous</a> <a href="#card1">Up</a></p>' in text


def test_part_of_a_card_has_its_title_once_as_a_heading():
    text = written(
        "<h1>A</h1>" + f"<p>{'x' * 90}</p>" * 2, deck_settings=DeckSettings(card_bytes=100)
    )

    assert [card.get("title") for card in cards(text)] == ["A", "A (2)"]
    assert text.count("<b>A</b>") == 1


def test_split_text_keeps_its_links_on_their_cards():
    body = f"<p>{'Some words here. ' * 5}<a href=/x>And a link. That goes on. {'y' * 30}</a></p>"

    text = written(body, deck_settings=DeckSettings(card_bytes=100, split_units=True))
    assert len(cards(text)) == 2
    assert text.count('<a href="https://a.org/x">') == text.count("</a>") - 2 > 0
    assert "That goes on." in text


def test_other_extractors_give_a_deck_of_the_text_they_keep():
    text = written(f"<div>menu</div><main>{BODY}</main>", LARGEST_BODY)

    assert [card.get("title") for card in cards(text)] == ["News", "Fish"]
    assert "menu" not in text
    assert '<a href="https://a.org/more">Read on</a>' in text


def test_page_without_text_gives_nothing():
    assert written("") == ""
    assert FORMATS["wml"].piece is None


@settings(max_examples=80, deadline=None)
@given(documents)
def test_any_page_gives_valid_xml(source: str):
    page = Page.from_text(source, name="test")

    extractors: tuple[Any, ...] = (DECK_OF_CARDS, LARGEST_BODY)
    for extractor in extractors:
        extraction = extractor.extract(page, extractor.default_settings(), ())
        text = FORMATS["wml"].write(Result("in", "test", "x", page, extraction))
        if text:
            assert cards(text)
