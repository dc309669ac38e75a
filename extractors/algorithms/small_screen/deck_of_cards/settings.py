"""Settings of the deck of cards."""

from __future__ import annotations

from dataclasses import dataclass

from extractors.model.settings import Settings, Source, knob
from extractors.text.cards import CardRule


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
        """Rule that divides the page into cards."""
        return CardRule(self.card_bytes, self.heading_levels, self.split_units, self.alt_text)
