"""End phrases: phrases that mark the end of an article.

They come in packs, one file per language in `extractors/data/boilerpipe/end_phrases`. The English
pack is the original's; the other packs are ours.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.page.code_points import code_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.resources.abc import Traversable

    from boilerscope.extractors.algorithms.boilerpipe.block_list import Rows
    from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile


class PhraseKind(StrEnum):
    """Position of a phrase in a block's text."""

    STARTS = "starts"
    NUMBER = "number"
    NUMBER_LINE = "number_line"
    CONTAINS = "contains"
    EQUALS = "equals"
    SHORT_LINK = "short_link"


EXPLANATIONS = {
    PhraseKind.STARTS: "starts with “{}”",
    PhraseKind.NUMBER: "starts with digits and “{}”",
    PhraseKind.NUMBER_LINE: "a line starts with digits, a space and “{}”",
    PhraseKind.CONTAINS: "contains “{}”",
    PhraseKind.EQUALS: "is “{}”",
    PhraseKind.SHORT_LINK: "consists of the link “{}”",
}
"""Explanation of a match of each kind."""


@dataclass(frozen=True, slots=True)
class EndPhrase:
    """A phrase that marks the end of an article.

    Attributes
    ----------
    kind : PhraseKind
        Its position in the text.
    min_characters : int or None
        Minimum length of searched blocks; None: that of the settings. Packs of languages with short
        words set their own minimum.
    """

    kind: PhraseKind
    text: str
    min_characters: int | None = None


_ANY_PROFILE = "all"
_NO_ROWS: Rows = np.zeros(0, dtype=np.intp)


@cache
def pack_names() -> tuple[str, ...]:
    """Return the languages of the packs."""
    files = (entry.name for entry in _folder().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


@cache
def pack(name: str, profile: Profile) -> tuple[EndPhrase, ...]:
    """Return the phrases of a pack in a profile.

    Raises
    ------
    UnknownNameError
        If the pack does not exist.
    """
    if name not in pack_names():
        raise UnknownNameError("pack of end phrases", name, pack_names())
    content = tomllib.loads((_folder() / f"{name}.toml").read_text(encoding="utf-8"))
    table = content.get(profile.value, content.get(_ANY_PROFILE, {}))
    included = content[table["include"]] if "include" in table else {}
    return (*_phrases(included, content), *_phrases(table, content))


def user_phrases(rows: Sequence[Sequence[str]]) -> tuple[EndPhrase, ...]:
    """Return phrases from (kind, text) pairs.

    Raises
    ------
    SettingsError
        If a row is not such a pair or a phrase is empty.
    """
    for row in rows:
        if len(row) != 2 or row[0] not in tuple(PhraseKind) or not row[1]:
            kinds = ", ".join(PhraseKind)
            raise SettingsError(
                f"end_phrases must be pairs of a kind ({kinds}) and a phrase, got {list(row)}",
                field="end_phrases",
            )
    return tuple(EndPhrase(PhraseKind(kind), text) for kind, text in rows)


def find_phrases(
    texts: Sequence[str], phrases: Sequence[EndPhrase], *, ignore_case: bool
) -> tuple[Rows, ...]:
    """Return the numbers of the texts that contain each phrase.

    All texts are searched as a single text, so that the time does not grow with the product of
    texts and phrases.

    Parameters
    ----------
    texts : sequence of str
        Without U+0000.
    phrases : sequence of EndPhrase
        Phrases to search for.
    ignore_case : bool
        Whether texts and phrases are converted to lower case. ``number_line`` always respects case,
        ``short_link`` always ignores it.
    """
    exact = _Joined("\0".join(["", *texts, ""]))
    lower = _Joined(exact.text.lower())
    hits = []
    for phrase in phrases:
        folds = ignore_case and phrase.kind is not PhraseKind.SHORT_LINK
        folds |= phrase.kind is PhraseKind.NUMBER_LINE
        joined = lower if folds else exact
        text = phrase.text.lower() if folds else phrase.text
        if text in joined.text:
            hits.append(joined.rows(_offsets(joined.text, phrase.kind, text)))
        else:
            hits.append(_NO_ROWS)
    return tuple(hits)


class _Joined:
    """Texts joined, with U+0000 before and after each text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts: Rows | None = None

    def rows(self, offsets: list[int]) -> Rows:
        """Return the numbers of the texts at some offsets, each number once."""
        if not offsets:
            return _NO_ROWS
        if self._starts is None:
            self._starts = np.flatnonzero(code_points(self.text) == 0)
        return np.unique(np.searchsorted(self._starts, offsets, side="right") - 1)


def _offsets(joined: str, kind: PhraseKind, text: str) -> list[int]:
    match kind:
        case PhraseKind.STARTS:
            return list(_find_all(joined, f"\0{text}"))
        case PhraseKind.CONTAINS:
            return list(_find_all(joined, text))
        case PhraseKind.EQUALS | PhraseKind.SHORT_LINK:
            return list(_find_all(joined, f"\0{text}\0"))
        case PhraseKind.NUMBER:
            return _match_all(joined, f"\0[0-9]++{re.escape(text)}")
        case PhraseKind.NUMBER_LINE:
            return _match_all(joined, f"[\0\n][0-9]++ {re.escape(text)}")


def _match_all(joined: str, pattern: str) -> list[int]:
    return [match.start() for match in re.finditer(pattern, joined)]


def _find_all(joined: str, phrase: str) -> Iterator[int]:
    offset = joined.find(phrase)
    while offset >= 0:
        yield offset
        offset = joined.find(phrase, offset + 1)


def _phrases(table: dict[str, Any], content: dict[str, Any]) -> Iterator[EndPhrase]:
    for kind in PhraseKind:
        for text in table.get(kind.value, ()):
            yield EndPhrase(kind, text, content.get("min_characters"))


def _folder() -> Traversable:
    return resources.files("boilerscope.extractors") / "data" / "boilerpipe" / "end_phrases"
