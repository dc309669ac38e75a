"""Settings of the deck of cards."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.text.cards import CardRule


@dataclass(frozen=True)
class DeckSettings(ExtractorSettings):
    """Size of cards, and headings that start a card."""

    card_bytes: int = knob(
        1400,
        "Card size",
        "Maximum size of a card's lines in UTF-8 bytes; about the limit of a WAP 1.1 deck.",
        unit="bytes",
        low=100,
        high=100_000,
        step=100,
        bounds="bytes",
        group="Cards",
    )
    heading_levels: int = knob(
        4,
        "Headings that start a card",
        "Units up to this level start a card: 1 to 3 are h1 to h3, 4 is h4 to h6, 5 is bold text, "
        "6 is any text.",
        unit="levels",
        low=1,
        high=6,
        step=1,
        group="Cards",
    )
    split_units: bool = knob(
        default=False,
        label="Divide large texts",
        help="Divide a text that is larger than a card at ends of sentences.",
        group="Cards",
    )
    alt_text: bool = knob(
        default=False,
        label="Text of images",
        help="Show the alternative text of images; the images are never shown.",
        source=Source.PAPER,
        group="Text",
    )
    main_group: bool = knob(
        default=True,
        label="Choose a group",
        help="Keep the cards with the same title that have the most words outside links.",
        group="Choice",
    )

    @property
    def card_rule(self) -> CardRule:
        """Rule that divides the page into cards."""
        return CardRule(self.card_bytes, self.heading_levels, self.split_units, self.alt_text)
