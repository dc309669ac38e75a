"""Texts of pages that fit the width of the inspector."""

from __future__ import annotations

import re

_MAX_TEXT = 2000
_UNBROKEN = re.compile(r"\S{20}")
_BREAK = "\N{ZERO WIDTH SPACE}"


def breakable(text: str) -> str:
    """Return a text that wraps at every width: long words can break; a very long text is cut.

    A label is at least as wide as its longest word, so a word of the page could otherwise make the
    inspector wider than its column.
    """
    words = " ".join(text[: _MAX_TEXT + 1].split())
    short = words if len(words) <= _MAX_TEXT else words[:_MAX_TEXT].rstrip() + "…"
    return _UNBROKEN.sub(lambda run: run.group() + _BREAK, short)
