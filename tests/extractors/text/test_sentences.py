"""Sentences of a text."""

from __future__ import annotations

from boilerscope.extractors.text.sentences import sentences


def test_sentences_end_after_their_punctuation():
    assert sentences("One... Two? 三。四！ ! five") == [
        "One...",
        "Two?",
        "三。",
        "四！",
        "!",
        "five",
    ]

    assert sentences(" \n") == []
