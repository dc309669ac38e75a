"""Sentences of a text."""

from __future__ import annotations

import re

ENDS = ".!?。！？"
"""Characters that end a sentence."""

_SENTENCE = re.compile(f"[^{ENDS}]++[{ENDS}]*+|[{ENDS}]++")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, trimmed; each keeps the characters that end it."""
    texts = (sentence.strip() for sentence in _SENTENCE.findall(text))
    return [sentence for sentence in texts if sentence]
