"""Steps of goldminer: cut the page, classify each paragraph alone, then by its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.goldminer.paragraphs import Class
from boilerscope.extractors.model.extraction import Column
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.goldminer.paragraphs import Paragraphs
    from boilerscope.extractors.algorithms.goldminer.patterns import Cut
    from boilerscope.extractors.page.records import BoolArray, IntArray

INSIDE, BEFORE, AFTER, WITHOUT = range(1, 5)
_CUT = (
    Rule("G1", Outcome.CONFIRM, explanation="between the patterns around articles of the site"),
    Rule("G2", Outcome.DROP, explanation="before the pattern that starts articles of the site"),
    Rule("G3", Outcome.DROP, explanation="after the pattern that ends articles of the site"),
    Rule("G4", Outcome.DROP, explanation="the page lacks the pattern that starts articles"),
)
_SHORT = Test("length", "<", "length_low")
_NEIGHBOURS = "decided by the neighbours"
_ALONE = (
    Rule("J1", Outcome.DROP, (Test("link_density", ">", "max_link_density"),)),
    Rule("J2", Outcome.DROP, explanation="has a copyright sign"),
    Rule("J3", Outcome.DROP, explanation="is a choice of a form"),
    Rule("J4", Outcome.DROP, (_SHORT, Test("link_length", ">", 0))),
    Rule("J5", Outcome.CONFIRM, (_SHORT,), _NEIGHBOURS),
    Rule(
        "J6",
        Outcome.KEEP,
        (Test("stop_word_density", ">=", "stopwords_high"), Test("length", ">", "length_high")),
    ),
    Rule("J7", Outcome.KEEP, (Test("stop_word_density", ">=", "stopwords_high"),), _NEIGHBOURS),
    Rule("J8", Outcome.KEEP, (Test("stop_word_density", ">=", "stopwords_low"),), _NEIGHBOURS),
    Rule("J9", Outcome.DROP, (Test("stop_word_density", "<", "stopwords_low"),)),
)
_CONTEXT = (
    Rule("K1", Outcome.KEEP, explanation="short, between good paragraphs"),
    Rule("K2", Outcome.DROP, explanation="short, between bad paragraphs"),
    Rule("K3", Outcome.KEEP, explanation="short, between a good and a nearly good paragraph"),
    Rule("K4", Outcome.DROP, explanation="short, between a good and a bad paragraph"),
    Rule("K5", Outcome.DROP, explanation="nearly good, between bad paragraphs"),
    Rule("K6", Outcome.KEEP, explanation="nearly good, beside a good paragraph"),
    Rule(
        "K7",
        Outcome.KEEP,
        explanation="a heading, at most {max_heading_distance} characters before a good paragraph",
    ),
)


def cut_step(place: IntArray, found: Cut) -> Step:
    """Return the step that drops what is outside the cut.

    Parameters
    ----------
    place : array of int, shape (n_paragraphs,)
        `INSIDE`, `BEFORE`, `AFTER` or `WITHOUT`.
    """
    pattern = {BEFORE: found.pair.start, AFTER: found.pair.end, WITHOUT: found.pair.start}
    return Step(
        "G",
        "Cut the page",
        _CUT,
        place,
        place == INSIDE,
        notes=tuple(pattern.get(number, "") for number in place.tolist()),
        before=np.ones(len(place), dtype=np.bool_),
    )


def classify_step(
    rule: IntArray, classes: IntArray, numbers: Mapping[str, float], *, is_first: bool
) -> Step:
    """Return the step that classifies each paragraph alone.

    Parameters
    ----------
    rule : array of int, shape (n_paragraphs,)
        0 for paragraphs outside the cut.
    numbers : mapping of str to float
        Thresholds that are not those of the settings: 0 without a list of stop words.
    is_first : bool
        Whether the page was not cut.
    """
    return Step(
        "J",
        "Classify paragraphs",
        _ALONE,
        rule,
        (rule > 0) & (classes != Class.BAD),
        numbers=numbers,
        before=np.ones(len(rule), dtype=np.bool_) if is_first else None,
    )


def context_step(rule: IntArray, content: BoolArray, max_distance: int) -> Step:
    """Return the step that classifies short and nearly good paragraphs by their neighbours."""
    return Step(
        "K",
        "Classify paragraphs in context",
        _CONTEXT,
        rule,
        content,
        numbers={"max_heading_distance": max_distance},
    )


def columns(found: Paragraphs) -> tuple[Column, ...]:
    """Return the measures of the paragraphs."""
    return (
        Column(
            "link_density",
            "Link density",
            "",
            "Characters in links / characters.",
            found.link_density,
        ),
        Column("length", "Characters", "characters", "Characters of the text.", found.length),
        Column(
            "link_length",
            "Characters in links",
            "characters",
            "Characters of the text that are in links.",
            found.link_length,
        ),
        Column(
            "stop_word_density",
            "Stop word density",
            "",
            "Words in the list of stop words / words.",
            found.stop_word_density,
        ),
        Column("words", "Words", "words", "Runs of characters without white space.", found.words),
    )
