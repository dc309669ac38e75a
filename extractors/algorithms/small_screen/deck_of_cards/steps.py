"""Records of the deck: steps, columns, curve and tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Column, Curve, Tree
from boilerscope.extractors.model.lazy import LazySequence
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.text.cards import parents

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.small_screen.deck_of_cards.measured import Deck
    from boilerscope.extractors.algorithms.small_screen.deck_of_cards.settings import DeckSettings
    from boilerscope.extractors.page.records import BoolArray, IntArray

LABELS = ("CARD", "OVER_LIMIT", "MAIN_GROUP")


_OF_LEVEL = ("h1", "h2", "h3", "h4 to h6", "bold text", "plain text")


_FULL, _BEFORE_HEADINGS = 7, 8


_RULES = (
    *(
        Rule(f"C{level}", Outcome.LABEL, explanation=f"card {{card}}, new: {name}")
        for level, name in enumerate(_OF_LEVEL, start=1)
    ),
    Rule("C7", Outcome.LABEL, explanation="card {card}, new: {card_bytes}-byte limit"),
    Rule("C8", Outcome.LABEL, explanation="card {card}, new: text before any heading"),
)


_CHOICE = (
    Rule("G1", Outcome.KEEP, (Test("group_words", ">=", "largest"),)),
    Rule("G2", Outcome.DROP, (Test("group_words", "<", "largest"),)),
    Rule(
        "G3", Outcome.DROP, explanation="a later title with the same number of words, {group_words}"
    ),
)


def labels_of(deck: Deck, content: BoolArray, settings: DeckSettings) -> IntArray:
    """Return the labels of each card."""
    is_over = deck.n_bytes > settings.card_bytes
    return (1 + 2 * is_over + 4 * content).astype(np.int32)


def columns(deck: Deck, group_words: IntArray) -> tuple[Column, ...]:
    """Return the measured quantities of each card."""
    level = np.array([card.level for card in deck.cards], dtype=np.int32)
    part = np.array([card.part for card in deck.cards], dtype=np.int32)
    number = np.arange(1, len(deck.cards) + 1, dtype=np.int32)
    return (
        Column("card", "Card", "", "Number of the card in the deck.", number),
        Column(
            "bytes",
            "Bytes",
            "bytes",
            "Size of its lines in UTF-8, line ends included.",
            deck.n_bytes,
        ),
        Column("words", "Words", "words", "Tokens of the page on the card.", deck.words),
        Column("link_share", "Link share", "ratio", "Linked words / words.", deck.link_share),
        Column("level", "Level", "", "Level of the card's heading.", level),
        Column("part", "Part", "", "Number of the card among those with the same title.", part),
        Column(
            "group_words",
            "Words under the title",
            "words",
            "Words outside links on all cards with the same title.",
            group_words,
        ),
    )


def make_steps(
    deck: Deck,
    group_words: IntArray,
    content: BoolArray,
    labels: IntArray,
    settings: DeckSettings,
) -> tuple[Step, ...]:
    """Return the steps: the division into cards, and the choice among them."""
    rule = [
        _FULL if card.part > 1 else _BEFORE_HEADINGS if card.heading < 0 else card.level
        for card in deck.cards
    ]
    division = Step(
        code="C",
        title="Divide the text into cards",
        rules=_RULES,
        rule=np.array(rule, dtype=np.int32),
        content=np.zeros(len(rule), dtype=np.bool_),
        labels=labels & ~4,
    )
    if not settings.main_group:
        return (division,)
    largest = float(group_words.max(initial=0))
    choice = Step(
        code="G",
        title="Keep the title with the most words outside links (ours)",
        rules=_CHOICE,
        rule=np.where(content, 1, np.where(group_words < largest, 2, 3)).astype(np.int32),
        content=content,
        labels=labels,
        numbers={"largest": largest},
    )
    return (division, choice)


def size_curve(deck: Deck, content: BoolArray, settings: DeckSettings) -> Curve:
    """Return the size of each card against the limit."""
    positions = np.arange(len(deck.cards))
    return Curve(
        name="bytes per card",
        x=positions.astype(np.float64),
        y=deck.n_bytes.astype(np.float64),
        x_label="card",
        y_label="bytes",
        style="bars",
        block=positions.astype(np.int32),
        threshold_field="card_bytes",
        threshold=float(settings.card_bytes),
        kept=tuple((position - 0.5, position + 0.5) for position in positions[content].tolist()),
    )


def card_tree(deck: Deck) -> Tree:
    """Return the tree of cards: each card below the card of its parent heading."""
    return Tree(
        parent=parents(deck.cards),
        block=np.arange(len(deck.cards), dtype=np.int32),
        label=tuple(card.shown for card in deck.cards),
        columns=(
            Column(
                "card_bytes",
                "Bytes",
                "bytes",
                "Size of its lines, line ends included.",
                deck.n_bytes,
            ),
        ),
        states=LazySequence(len(deck.cards), lambda number: ("\n".join(deck.lines(number)),)),
    )
