"""WML 1.1: a deck of linked cards, for mobile phones around 2000.

The cards of *Deck of cards* are written unchanged; the kept text of any other extractor is divided
into cards by the same rules.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from boilerscope.extractors.page.addresses import base_address, link_address
from boilerscope.extractors.page.kept_text import kept_lines
from boilerscope.extractors.text.cards import CardRule, DealsCards, deal, deck, parents
from boilerscope.extractors.text.exclusive_text import innermost
from boilerscope.extractors.text.pieces import Piece, collapsed, piece_of_text
from boilerscope.extractors.text.units import LEVEL_OF, PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.text.cards import Card, Line
    from boilerscope.extractors.text.pieces import Span, Spans

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE wml PUBLIC "-//WAPFORUM//DTD WML 1.1//EN"'
    ' "http://www.wapforum.org/DTD/wml_1.1.xml">\n<wml>\n'
)
_NO_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(result: Result) -> str:
    """Return the deck of a result; empty without a page or text."""
    if result.page is None:
        return ""
    texts, spans, cards = _cards(result.page, result.extraction)
    if not cards:
        return ""
    address_of = _addresses(result.page)
    above = parents(cards).tolist()
    parts = [HEAD]
    for number, card in enumerate(cards):
        parts.append(f"<card id={_quoted(_name(number))} title={_quoted(card.shown)}>\n<p>")
        if card.part == 1 and card.heading >= 0:
            parts.append(f"<b>{_text(card.title)}</b><br/>\n")
        parts += (
            _line(texts[line.unit], spans.of_unit(line.unit), line, address_of) + "<br/>\n"
            for line in card.lines
        )
        parts.append(f"</p>\n<p>{_ways(number, len(cards), above[number])}</p>\n</card>\n")
    return "".join([*parts, "</wml>\n"])


def _cards(page: Page, extraction: Extraction) -> tuple[Sequence[str], Spans, list[Card]]:
    """Return the texts of a result, their origins, and their cards."""
    if isinstance(extraction.settings, DealsCards):
        units, cards = deck(page, extraction.settings.card_rule)
        return units.text, units.spans, cards
    levels: list[int] = []
    pieces: list[Piece] = []
    for unit, line in enumerate(kept_lines(page, extraction.mask)):
        if not line.text:
            continue
        levels.append(LEVEL_OF.get(page.elements.tag[line.element], PLAIN))
        for kept in line.pieces:
            row = int(page.slots.owner[kept.slot])
            text = " " * kept.follows_image + kept.text
            pieces.append(piece_of_text(unit, text, kept.slot, row))
    texts, spans = collapsed(pieces)
    cards = deal(texts, np.array(levels, dtype=np.int32), CardRule())
    return texts, spans, cards


def _addresses(page: Page) -> Callable[[int], str]:
    """Return a function from an element to the address of its enclosing link, empty if none."""
    links = page.elements.tagged({"a"})
    index = innermost(page, links)
    rows = np.flatnonzero(links)
    base = base_address(page)

    def address_of(row: int) -> str:
        return link_address(page, int(rows[index[row]]), base) if index[row] >= 0 else ""

    return address_of


def _line(text: str, spans: list[Span], line: Line, address_of: Callable[[int], str]) -> str:
    """Return a line with its links; text from an attribute is in square brackets."""
    parts: list[str] = []
    done, opened = line.start, ""
    for span in spans:
        start, end = max(span.start, line.start), min(span.end, line.end)
        if start >= end:
            continue
        address = address_of(span.row)
        if opened and address != opened:
            parts.append("</a>")
            opened = ""
        parts.append(_text(text[done:start]))
        if address and not opened:
            parts.append(f"<a href={_quoted(address)}>")
            opened = address
        shown = text[start:end]
        parts.append(_text(shown if span.slot >= 0 else f"[{shown}]"))
        done = end
    return "".join(parts) + ("</a>" if opened else "")


def _ways(number: int, n_cards: int, above: int) -> str:
    ways = (
        ("Next", number + 1 if number + 1 < n_cards else -1),
        ("Previous", number - 1),
        ("Up", above),
    )
    return " ".join(f'<a href="#{_name(card)}">{word}</a>' for word, card in ways if card >= 0)


def _name(number: int) -> str:
    return f"card{number + 1}"


def _text(text: str) -> str:
    """Escape text for WML: no variables, no characters that XML does not allow."""
    return escape(_NO_CHARACTER.sub(" ", text)).replace("$", "$$")


def _quoted(text: str) -> str:
    return quoteattr(_NO_CHARACTER.sub(" ", text)).replace("$", "$$")
