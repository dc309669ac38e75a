"""Page texts are prepared for a narrow column."""

from __future__ import annotations

from boilerscope.widgets.inspector.wrapping import breakable


def test_long_words_can_be_broken_and_long_texts_are_cut():
    text = breakable("a " + "x" * 65)
    cut = breakable("word " * 1000)

    assert [len(part) for part in text.split("\u200b")] == [22, 20, 20, 5]
    assert text.replace("\u200b", "") == "a " + "x" * 65
    assert len(cut) <= 2001
    assert cut.endswith("word…")
    assert breakable("  plain\n words ") == "plain words"
