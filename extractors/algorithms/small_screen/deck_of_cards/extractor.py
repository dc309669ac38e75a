"""Deck of cards (Kaasinen et al. 2000): a page cut into cards for small screens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.extraction import Column, Curve, Extraction, Status, Tree
from extractors.model.extractor import Extractor, Preset, Score
from extractors.model.lazy import Later, LazySequence
from extractors.model.settings import Settings, Source, knob
from extractors.model.steps import Outcome, Rule, Step, Test
from extractors.model.token_blocks import blocks_of_tokens
from extractors.text.cards import (
    Card,
    CardRule,
    card_of_tokens,
    deck,
    groups,
    parents,
)
from extractors.text.exclusive_text import in_link

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray
    from extractors.text.units import StuUnits

LABELS = ("CARD", "OVER_LIMIT", "MAIN_GROUP")
_OF_LEVEL = ("h1", "h2", "h3", "h4 to h6", "bold text", "plain text")
_FULL, _BEFORE_HEADINGS = 7, 8
_RULES = (
    *(
        Rule(f"C{level}", Outcome.LABEL, says=f"card {{card}}, new: {name}")
        for level, name in enumerate(_OF_LEVEL, start=1)
    ),
    Rule("C7", Outcome.LABEL, says="card {card}, new: {card_bytes}-byte limit"),
    Rule("C8", Outcome.LABEL, says="card {card}, new: text before any heading"),
)

_CHOICE = (
    Rule("G1", Outcome.KEEP, (Test("group_words", ">=", "largest"),)),
    Rule("G2", Outcome.DROP, (Test("group_words", "<", "largest"),)),
    Rule("G3", Outcome.DROP, says="a later title of as many words, {group_words}"),
)


@dataclass(frozen=True)
class DeckSettings(Settings):
    """Size of cards, and what begins one."""

    card_bytes: int = knob(
        1400,
        "Card size",
        "Most bytes of a card's lines in UTF-8; about what a deck of WAP 1.1 may hold.",
        unit="bytes",
        low=100,
        high=100_000,
        step=100,
        bounds="bytes",
        group="Cards",
    )
    heading_levels: int = knob(
        4,
        "Headings that begin a card",
        "Levels 1 to 3 are h1 to h3, 4 is h4 to h6, 5 bold text, 6 any text.",
        unit="levels",
        low=1,
        high=6,
        step=1,
        group="Cards",
    )
    split_units: bool = knob(
        default=False,
        label="Cut large texts",
        help="Whether a text larger than a card is cut at ends of sentences.",
        group="Cards",
    )
    alt_text: bool = knob(
        default=False,
        label="Text of images",
        help="Whether the alternative text of images is shown; images themselves are not.",
        source=Source.PAPER,
        group="Text",
    )
    main_group: bool = knob(
        default=True,
        label="Choose a group",
        help="Whether the cards of one title with most words outside links are the content.",
        group="Choice",
    )

    @property
    def card_rule(self) -> CardRule:
        """How cards are dealt."""
        return CardRule(self.card_bytes, self.heading_levels, self.split_units, self.alt_text)


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The cards of a page.

    Attributes
    ----------
    units : StuUnits
        What was dealt.
    cards : list of Card
        In order.
    blocks : Blocks
        The tokens of each card.
    n_bytes : array of int, shape (n_cards,)
        Bytes of the lines of each card with their line ends.
    words, unlinked : array of int, shape (n_cards,)
        Tokens of each card, and those outside links.
    """

    units: StuUnits
    cards: list[Card]
    blocks: Blocks
    n_bytes: IntArray
    words: IntArray
    unlinked: IntArray

    @property
    def link_share(self) -> FloatArray:
        """Linked tokens by all."""
        share: FloatArray = 1 - self.unlinked / np.maximum(self.words, 1)
        return np.where(self.words > 0, share, 0.0)

    def lines(self, card: int) -> list[str]:
        """Return the lines of a card."""
        shown = self.cards[card]
        return shown.dealt.text[shown.first : shown.last]


class DeckOfCards(Extractor[DeckSettings]):
    """Cuts a page into cards at headings and by size."""

    id = "deck_of_cards"
    name = "Deck of cards"
    summary = (
        "Deals all text on cards, one for each heading, none larger than a small screen holds."
    )
    reference = (
        "E. Kaasinen, M. Aaltonen, J. Kolari, S. Melakoski, T. Laakko, Two Approaches to Bringing"
        " Internet Services to WAP Devices, WWW9, 2000"
    )
    settings_class = DeckSettings
    makes_tree = True
    scores = (Score("cards", "Cards", "", "How many the page is dealt out on."),)
    presets = (
        Preset("html2wml", {"card_bytes": 1500}, "The size that a later converter uses."),
        Preset("With images", {"alt_text": True}, "Alternative texts are shown."),
    )
    help = """\
The page's units of text (those of the *Accordion*) are dealt out in order. A heading begins a card
with its text as the title; what follows stands on it line by line. Before a line would make the
card larger than 1,400 bytes, the next part of the same card begins. A single text that is larger
stays whole unless it may be cut at ends of sentences.

The parent of a card is the last one before it with a heading of a higher order; parts of one card
are siblings. Images are dropped or give their alternative text, tables are read cell by cell, form
fields are listed by their names.

*Export.* The format *WML* writes the deck with links between its cards: next, previous and up.

*Source.* The idea is that of the paper's proxy from HTML to WML. **Its rules are reconstructed**;
the limit is that of WAP 1.1 from memory; the treatment of forms is ours.

*Choice of content.* **The method chooses nothing**: the reader looks for the card. The mask is
ours: the cards of one title with most words outside links.

*Where it fails.* A page without headings is one card, *(top)*, in parts. A heading of a menu begins
a card like one of an article.
"""

    def extract(
        self, page: Page, settings: DeckSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the cards; status ``empty`` where the page has no text."""
        del inputs
        deck = deck_of(page, settings)
        group = groups(deck.cards)
        sums = np.bincount(group, weights=deck.unlinked, minlength=len(group)).astype(np.int32)
        of_group = sums.take(group)
        chosen = bool(settings.main_group and len(group))
        content = group == (int(sums.argmax()) if chosen else -1)
        labels = _labels(deck, content, settings)
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if deck.cards else Status.EMPTY,
            message="" if deck.cards else "The page has no text.",
            blocks=deck.blocks,
            columns=Later(lambda: _columns(deck, of_group)),
            steps=_steps(deck, of_group, content, labels, settings),
            content=content,
            mask=deck.blocks.mask(content, page.n_tokens),
            own_text=_text(deck),
            label_names=LABELS,
            labels=labels,
            scores={"cards": float(len(deck.cards))},
            curves=Later(lambda: (_curve(deck, content, settings),)),
            tree=Later(lambda: _tree(deck)),
            warnings=tuple(_warnings(deck, settings)),
        )


DECK_OF_CARDS = DeckOfCards()


def deck_of(page: Page, settings: DeckSettings) -> Deck:
    """Return the cards of a page, cached on it."""
    rule = settings.card_rule
    return page.stage(("measured deck", rule), lambda one: _measure(one, rule))


def _measure(page: Page, rule: CardRule) -> Deck:
    units, cards = deck(page, rule)
    owner = card_of_tokens(page, units, cards)
    is_linked = in_link(page).take(page.slots.owner).take(page.tokens.slot)
    n = len(cards)

    def counted(owners: IntArray) -> IntArray:
        return np.bincount(owners + 1, minlength=n + 1)[1:].astype(np.int32)

    return Deck(
        units,
        cards,
        blocks_of_tokens(page, owner, n),
        np.array([card.n_bytes for card in cards], dtype=np.int32),
        counted(owner),
        counted(owner[~is_linked]),
    )


def _labels(deck: Deck, content: BoolArray, settings: DeckSettings) -> IntArray:
    over = deck.n_bytes > settings.card_bytes
    return (1 + 2 * over + 4 * content).astype(np.int32)


def _columns(deck: Deck, of_group: IntArray) -> tuple[Column, ...]:
    level = np.array([card.level for card in deck.cards], dtype=np.int32)
    part = np.array([card.part for card in deck.cards], dtype=np.int32)
    number = np.arange(1, len(deck.cards) + 1, dtype=np.int32)
    return (
        Column("card", "Card", "", "Its number in the deck.", number),
        Column("bytes", "Bytes", "bytes", "Lines in UTF-8 with their line ends.", deck.n_bytes),
        Column("words", "Words", "words", "Tokens of the page on it.", deck.words),
        Column("link_share", "Link share", "ratio", "Linked words by all.", deck.link_share),
        Column("level", "Level", "", "Level of its heading.", level),
        Column("part", "Part", "", "Number among the cards of its title.", part),
        Column(
            "group_words",
            "Words of the title",
            "words",
            "Words outside links on all cards of its title.",
            of_group,
        ),
    )


def _steps(
    deck: Deck,
    of_group: IntArray,
    content: BoolArray,
    labels: IntArray,
    settings: DeckSettings,
) -> tuple[Step, ...]:
    rule = [
        _FULL if card.part > 1 else _BEFORE_HEADINGS if card.heading < 0 else card.level
        for card in deck.cards
    ]
    dealt = Step(
        code="C",
        title="Deal the text out on cards",
        rules=_RULES,
        rule=np.array(rule, dtype=np.int32),
        content=np.zeros(len(rule), dtype=np.bool_),
        labels=labels & ~4,
    )
    if not settings.main_group:
        return (dealt,)
    largest = float(of_group.max(initial=0))
    choose = Step(
        code="G",
        title="Take the cards of the title with most words outside links (ours)",
        rules=_CHOICE,
        rule=np.where(content, 1, np.where(of_group < largest, 2, 3)).astype(np.int32),
        content=content,
        labels=labels,
        numbers={"largest": largest},
    )
    return (dealt, choose)


def _text(deck: Deck) -> str:
    """Return the cards one after the other: title, lines, an empty line between."""
    shown = [
        "\n".join([card.shown, *card.dealt.text[card.first : card.last]]) for card in deck.cards
    ]
    text = "\n\n".join(shown)
    return text + "\n" if text else ""


def _curve(deck: Deck, content: BoolArray, settings: DeckSettings) -> Curve:
    places = np.arange(len(deck.cards))
    return Curve(
        name="bytes per card",
        x=places.astype(np.float64),
        y=deck.n_bytes.astype(np.float64),
        x_label="card",
        y_label="bytes",
        style="bars",
        block=places.astype(np.int32),
        threshold_field="card_bytes",
        threshold=float(settings.card_bytes),
        kept=tuple((place - 0.5, place + 0.5) for place in places[content].tolist()),
    )


def _tree(deck: Deck) -> Tree:
    return Tree(
        parent=parents(deck.cards),
        block=np.arange(len(deck.cards), dtype=np.int32),
        label=tuple(card.shown for card in deck.cards),
        columns=(Column("card_bytes", "Bytes", "bytes", "Lines with line ends.", deck.n_bytes),),
        states=LazySequence(len(deck.cards), lambda number: ("\n".join(deck.lines(number)),)),
    )


def _warnings(deck: Deck, settings: DeckSettings) -> list[str]:
    over = np.count_nonzero(deck.n_bytes > settings.card_bytes)
    if not over:
        return []
    return [
        (
            f"Cards over the limit of {settings.card_bytes:,} bytes: {over:,}, since a single text"
            " is larger (split_units)."
        )
    ]
