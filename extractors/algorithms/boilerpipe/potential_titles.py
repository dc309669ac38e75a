"""Parts of a page's title that may be the headline of its text.

Splitting is done by hand: a pattern of spaces around separators would look at a long run of
spaces once for each of them.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from extractors.algorithms.boilerpipe.tokenizer import TRIMMED


class TitleMatching(StrEnum):
    """Settings for splitting and comparing titles."""

    EXACT = "exact"
    RELAXED = "relaxed"


_IGNORED_SIGNS = str.maketrans("", "", "?!.-:")
_NORMAL = str.maketrans({"\u00a0": " ", "'": None})
_MIN_WORDS_OF_PART = 4


@lru_cache(maxsize=256)
def potential_titles(
    title: str, separators: tuple[str, ...], matching: TitleMatching
) -> frozenset[str]:
    """Return the title itself and its parts that may be the headline.

    Parameters
    ----------
    title : str
        The page title; empty if there is none.
    separators : tuple of str
        Sets of characters; for each set the longest part between such characters is taken.
    matching : TitleMatching
        ``relaxed`` (development head) looks at no case, takes more parts, and prefers parts with
        more words; ``exact`` (the releases) means to do that but only counts characters.
    """
    relaxed = matching is TitleMatching.RELAXED
    whole = normal(title) if relaxed else title.strip(TRIMMED)
    if not whole:
        return frozenset()
    found = {whole}
    for characters in separators:
        found.add(_longest_part(_split(whole, characters), prefer_words=relaxed))
    if relaxed:
        found.update(_long_parts(whole))
        found.update(_without_one_part(whole))
    return frozenset(found - {""})


def normal(text: str) -> str:
    """Return a text as relaxed matching compares it."""
    return text.translate(_NORMAL).strip(TRIMMED).lower()


def without_signs(text: str) -> str:
    """Return a normal text without the signs that relaxed matching does not look at."""
    return text.translate(_IGNORED_SIGNS).strip(TRIMMED)


def _split(text: str, separators: str) -> list[str]:
    """Return the parts between separators, spaces around them and empty last parts dropped."""
    if not separators:
        return [text]
    parts = [part.strip(" ") for part in re.split(f"[{re.escape(separators)}]", text)]
    return _without_empty_end(parts)


def _without_empty_end(parts: list[str]) -> list[str]:
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _longest_part(parts: list[str], *, prefer_words: bool) -> str:
    if len(parts) == 1:
        return ""
    best, best_words = "", 0
    for part in parts:
        if ".com" in part:
            continue
        # The releases split words at a character that no title contains, so that each part is one.
        words = _count_words(part) if prefer_words else 1
        if words > best_words or len(part) > len(best):
            best, best_words = part, words
    return best.strip(TRIMMED)


def _count_words(part: str) -> int:
    return max(sum(1 for word in part.split(" ") if word), 1)


def _long_parts(whole: str) -> list[str]:
    """Return the parts of four words and more between bars, and between hyphens."""
    found = []
    for pattern in (r" \|[ ]++", r" -[ ]++"):
        parts = _without_empty_end([part.rstrip(" ") for part in re.split(pattern, whole)])
        if len(parts) > 1:
            found += [part for part in parts if ".com" not in part and _is_long(part)]
    return found


def _is_long(part: str) -> bool:
    return _count_words(part) >= _MIN_WORDS_OF_PART


def _without_one_part(whole: str) -> list[str]:
    """Return the title without what follows its last hyphen, and without what precedes its first.

    Both hyphens must be between spaces.
    """
    head, hyphen, tail = whole.rpartition("-")
    without_last = head[:-1] if hyphen and head.endswith(" ") and _is_tail(tail) else whole
    head, hyphen, tail = whole.partition("-")
    without_first = tail[1:] if hyphen and _is_head(head) and tail.startswith(" ") else whole
    return [without_last, without_first]


def _is_tail(text: str) -> bool:
    return text.startswith(" ") and len(text) > 1


def _is_head(text: str) -> bool:
    return text.endswith(" ") and len(text) > 1
