"""A deck with the number of tokens and bytes of each card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.token_blocks import blocks_of_tokens
from boilerscope.extractors.text.cards import Card, CardRule, card_of_tokens, deck
from boilerscope.extractors.text.exclusive_text import in_link

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.small_screen.deck_of_cards.settings import DeckSettings
    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray, IntArray
    from boilerscope.extractors.text.units import StuUnits


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The cards of a page.

    Attributes
    ----------
    units : StuUnits
        The units on the cards.
    cards : list of Card
        The cards in order.
    blocks : Blocks
        The tokens of each card.
    n_bytes : array of int, shape (n_cards,)
        Bytes of the lines of each card, line ends included.
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
        """Linked tokens divided by all tokens."""
        share: FloatArray = 1 - self.unlinked / np.maximum(self.words, 1)
        return np.where(self.words > 0, share, 0.0)

    def lines(self, card: int) -> list[str]:
        """Return the lines of a card."""
        selected = self.cards[card]
        return selected.dealt.text[selected.first : selected.last]


def deck_of(page: Page, settings: DeckSettings) -> Deck:
    """Return the cards of a page, cached on it."""
    rule = settings.card_rule
    return page.cached(("measured deck", rule), lambda of_page: _measure(of_page, rule))


def _measure(page: Page, rule: CardRule) -> Deck:
    units, cards = deck(page, rule)
    owner = card_of_tokens(page, units, cards)
    is_linked = in_link(page)[page.slots.owner][page.tokens.slot]
    n = len(cards)

    def count(owners: IntArray) -> IntArray:
        return np.bincount(owners + 1, minlength=n + 1)[1:].astype(np.int32)

    return Deck(
        units,
        cards,
        blocks_of_tokens(page, owner, n),
        np.array([card.n_bytes for card in cards], dtype=np.int32),
        count(owner),
        count(owner[~is_linked]),
    )
