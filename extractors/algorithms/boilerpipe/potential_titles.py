"""Parts of a page's title that may be the headline of its text.

The title is split by hand: a pattern of spaces around separators would scan a long run of spaces
once for each of its spaces.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from boilerscope.extractors.algorithms.boilerpipe.tokenizer import TRIMMED


class TitleMatching(StrEnum):
    """Settings for splitting and comparing titles."""

    EXACT = "exact"
    RELAXED = "relaxed"


_IGNORED_PUNCTUATION = str.maketrans("", "", "?!.-:")
_NORMAL = str.maketrans({"\u00a0": " ", "'": None})
_MIN_WORDS_OF_PART = 4


@lru_cache(maxsize=256)
def potential_titles(
    title: str, separators: tuple[str, ...], matching: TitleMatching
) -> frozenset[str]:
    """Return the title and its parts that may be the headline.

    Parameters
    ----------
    title : str
        The page title; empty if there is none.
    separators : tuple of str
        Sets of characters; each set yields the longest part between its characters.
    matching : TitleMatching
        ``relaxed`` (development version) ignores case, tries more parts, and prefers parts with
        more words; ``exact`` (the releases) intends the same but only counts characters.
    """
    is_relaxed = matching is TitleMatching.RELAXED
    full_title = normal(title) if is_relaxed else title.strip(TRIMMED)
    if not full_title:
        return frozenset()
    titles = {full_title}
    for characters in separators:
        titles.add(_longest_part(_split(full_title, characters), prefer_words=is_relaxed))
    if is_relaxed:
        titles.update(_long_parts(full_title))
        titles.update(_without_one_part(full_title))
    return frozenset(titles - {""})


def normal(text: str) -> str:
    """Return a text in the form that relaxed matching compares."""
    return text.translate(_NORMAL).strip(TRIMMED).lower()


def without_punctuation(text: str) -> str:
    """Return a normal text without the punctuation that relaxed matching ignores."""
    return text.translate(_IGNORED_PUNCTUATION).strip(TRIMMED)


def _split(text: str, separators: str) -> list[str]:
    """Return the parts between separators, without surrounding spaces and empty last parts."""
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
        # The releases split words at a character that no title contains, so each part counts as one
        # word.
        words = _count_words(part) if prefer_words else 1
        if words > best_words or len(part) > len(best):
            best, best_words = part, words
    return best.strip(TRIMMED)


def _count_words(part: str) -> int:
    return max(sum(1 for word in part.split(" ") if word), 1)


def _long_parts(title: str) -> list[str]:
    """Return the parts with at least four words between bars, and between hyphens."""
    long_parts = []
    for pattern in (r" \|[ ]++", r" -[ ]++"):
        parts = _without_empty_end([part.rstrip(" ") for part in re.split(pattern, title)])
        if len(parts) > 1:
            long_parts += [part for part in parts if ".com" not in part and _is_long(part)]
    return long_parts


def _is_long(part: str) -> bool:
    return _count_words(part) >= _MIN_WORDS_OF_PART


def _without_one_part(title: str) -> list[str]:
    """Return two titles: without the part after the last hyphen, and without that before the first.

    Both hyphens must be between spaces.
    """
    head, hyphen, tail = title.rpartition("-")
    without_last = head[:-1] if hyphen and head.endswith(" ") and _is_tail(tail) else title
    head, hyphen, tail = title.partition("-")
    without_first = tail[1:] if hyphen and _is_head(head) and tail.startswith(" ") else title
    return [without_last, without_first]


def _is_tail(text: str) -> bool:
    return text.startswith(" ") and len(text) > 1


def _is_head(text: str) -> bool:
    return text.endswith(" ") and len(text) > 1
