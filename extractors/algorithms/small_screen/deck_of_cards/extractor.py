"""Deck of cards (Kaasinen et al. 2000): a page cut into cards for small screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.small_screen.deck_of_cards.measured import Deck, deck_of
from boilerscope.extractors.algorithms.small_screen.deck_of_cards.settings import DeckSettings
from boilerscope.extractors.algorithms.small_screen.deck_of_cards.steps import (
    LABELS,
    card_tree,
    columns,
    labels_of,
    make_steps,
    size_curve,
)
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.text.cards import groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page import Page


class DeckOfCards(Extractor[DeckSettings]):
    """Extractor that divides a page into cards at headings and by size."""

    id = "deck_of_cards"
    name = "Deck of cards"
    summary = "Divides all text into cards, one per heading, each small enough for a small screen."
    reference = (
        "E. Kaasinen, M. Aaltonen, J. Kolari, S. Melakoski, T. Laakko, Two Approaches to Bringing"
        " Internet Services to WAP Devices, WWW9, 2000"
    )
    settings_class = DeckSettings
    makes_tree = True
    scores = (Score("cards", "Cards", "", "Number of cards."),)
    presets = (
        Preset("html2wml", {"card_bytes": 1500}, "The card size of a later converter."),
        Preset("With images", {"alt_text": True}, "Alternative texts are shown."),
    )
    help = """\
The units of text (those of the *Accordion*) are put on cards in order. A heading starts a card and
is its title; the following units become its lines. If a line would make the card larger than 1,400
bytes, it starts the next part of the card. A single text that is larger stays whole unless the
settings allow it to be divided at ends of sentences.

The parent of a card is the last card before it with a heading of a higher level; the parts of a
card are siblings. Images are dropped or replaced by their alternative text, tables are read cell by
cell, form fields are listed by name.

*Export.* The format *WML* writes the deck with links between its cards: next, previous and up.

*Source.* The idea is that of the paper's proxy from HTML to WML. **Its rules are reconstructed**;
the limit is that of WAP 1.1 from memory; the treatment of forms is ours.

*Choice of content.* **The method chooses nothing**: the reader looks for the right card. The mask
is ours: the cards with the same title that have the most words outside links.

*Where it fails.* A page without headings is one card, *(top)*, in parts. The heading of a menu
starts a card like the heading of an article.
"""

    def extract(
        self, page: Page, settings: DeckSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the cards; status ``empty`` if the page has no text."""
        del inputs
        deck = deck_of(page, settings)
        group = groups(deck.cards)
        sums = np.bincount(group, weights=deck.unlinked, minlength=len(group)).astype(np.int32)
        group_words = sums[group]
        has_choice = bool(settings.main_group and len(group))
        content = group == (int(sums.argmax()) if has_choice else -1)
        labels = labels_of(deck, content, settings)
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if deck.cards else Status.EMPTY,
            message="" if deck.cards else "The page has no text.",
            blocks=deck.blocks,
            columns=Lazy(lambda: columns(deck, group_words)),
            steps=make_steps(deck, group_words, content, labels, settings),
            content=content,
            mask=deck.blocks.mask(content, page.n_tokens),
            own_text=_text(deck),
            label_names=LABELS,
            labels=labels,
            scores={"cards": float(len(deck.cards))},
            curves=Lazy(lambda: (size_curve(deck, content, settings),)),
            tree=Lazy(lambda: card_tree(deck)),
            warnings=tuple(_warnings(deck, settings)),
        )


DECK_OF_CARDS = DeckOfCards()


def _text(deck: Deck) -> str:
    """Return the text of the cards: title, lines, and an empty line between cards."""
    card_texts = [
        "\n".join([card.shown, *card.dealt.text[card.first : card.last]]) for card in deck.cards
    ]
    text = "\n\n".join(card_texts)
    return text + "\n" if text else ""


def _warnings(deck: Deck, settings: DeckSettings) -> list[str]:
    n_over = np.count_nonzero(deck.n_bytes > settings.card_bytes)
    if not n_over:
        return []
    return [
        (
            f"Cards over the limit of {settings.card_bytes:,} bytes: {n_over:,}, because a single"
            " text is larger (split_units)."
        )
    ]
