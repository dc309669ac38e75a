"""Language of a text, detected by the n-grams of resiliparse."""

from __future__ import annotations

import unicodedata

MAX_CHARS = 20_000
"""Characters of a text that are looked at, as many as decide on any text."""

MIN_LETTERS = 50
"""Texts with fewer letters have no language: the detector guesses on them."""


def detected_language(text: str) -> str:
    """Return the ISO 639-1 code of the language of a text, such as ``en``.

    Returns
    -------
    str
        Empty if the text has fewer than `MIN_LETTERS` letters, or is in no language that the
        detector knows (101 languages, with a distance of at most 1,200 to the profile of one).
    """
    start = unicodedata.normalize("NFC", text[:MAX_CHARS])
    if sum(map(str.isalpha, start)) < MIN_LETTERS:
        return ""
    from resiliparse.parse.lang import detect_fast

    code, _ = detect_fast(start)
    return "" if code == "unknown" else str(code)
