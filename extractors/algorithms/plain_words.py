"""What a word is where a paper does not say: one CJK character, or letters and digits."""

from __future__ import annotations

import re

WORD = re.compile(
    r"[\u3400-\u9fff\uf900-\ufaff]"
    r"|(?:[^\W_\u3400-\u9fff\uf900-\ufaff])+(?:['’-][^\W_\u3400-\u9fff\uf900-\ufaff]+)*"
)
"""One CJK character, or letters and digits that may hold an apostrophe or a hyphen."""


def count_words(text: str) -> int:
    """Return the words of a text: each CJK character, and runs of letters and digits."""
    return sum(1 for _ in WORD.finditer(text))
