"""Elements whose markup the parser reads as text: what of it is text of the page.

No browser shows the content of ``iframe`` and ``noembed``, so it is not page text. That of
``noframes`` is the text of the page for readers without frames: its words are page text, its tags
are not. A document that Chromium rendered with scripts has such text in ``noscript`` as well
(`dom_tree`).
"""

from __future__ import annotations

import re

NEVER_SHOWN = frozenset(("iframe", "noembed"))
"""Elements whose content is not page text."""

ALTERNATIVE = frozenset(("noframes",))
"""Elements whose content the parser reads as text, and is page text without its tags."""

_MARKUP = re.compile(r"<!--(?:[^-]++|-(?!->)|)*+(?:-->)?|</?+[A-Za-z!?][^<>]*+>?+")


def without_tags(text: str) -> str:
    """Return a text with a space for each character of its tags and comments.

    All other characters keep their offsets.
    """
    return _MARKUP.sub(_blank, text) if "<" in text else text


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
