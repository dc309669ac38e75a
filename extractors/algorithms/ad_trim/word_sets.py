"""The distinct words of a text, for comparing titles with articles; three ways for Chinese."""

from __future__ import annotations

import importlib.util
import logging
import re
import string
from enum import StrEnum
from functools import cache
from operator import add
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

from extractors.page.code_points import code_points
from extractors.page.tokens import FIRST_ALONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_LATIN = (string.ascii_lowercase + string.digits).encode()
# Bytes outside words become spaces.
_WORD_SIGNS = bytes(sign if sign in _LATIN else ord(" ") for sign in range(256))
_CHINESE = re.compile(
    "[\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]+"
)


class Tokenizer(StrEnum):
    """Division of a run of Chinese or Japanese characters into words."""

    PAIRS = "pairs"
    CHARACTERS = "characters"
    JIEBA = "jieba"


def is_available(tokenizer: Tokenizer) -> bool:
    """Return whether what a tokenizer needs is installed."""
    return tokenizer is not Tokenizer.JIEBA or importlib.util.find_spec("jieba") is not None


def words_of(text: str, tokenizer: Tokenizer) -> list[str]:
    """Return the words of a text in small letters, those of all scripts but Chinese first.

    Runs of ASCII letters and digits are words; each run of Chinese or Japanese characters is cut
    by the tokenizer. All else parts words.

    Raises
    ------
    ImportError
        If jieba is asked for and not installed, see `is_available`.
    """
    small = text.lower()
    words = small.encode("ascii", "replace").translate(_WORD_SIGNS).decode("ascii").split()
    # A text of other scripts is told by its highest sign sooner than by a search.
    if not small.isascii() and code_points(small).max() >= FIRST_ALONE:
        cut = _CUTTERS[tokenizer]
        for run in _CHINESE.findall(small):
            words.extend(cut(run))
    return words


def word_set(text: str, tokenizer: Tokenizer) -> frozenset[str]:
    """Return the distinct words of a text, see `words_of`."""
    return frozenset(words_of(text, tokenizer))


def _pairs(run: str) -> Iterable[str]:
    return map(add, run, run[1:]) if len(run) > 1 else (run,)


def _jieba(run: str) -> Iterable[str]:
    return _jieba_cut()(run)


@cache
def _jieba_cut() -> Callable[[str], Iterable[str]]:
    """Return jieba's cutter; its dictionary is read at first use, its cache kept by the user."""
    import jieba

    jieba.setLogLevel(logging.ERROR)
    tokenizer = jieba.Tokenizer()
    tokenizer.tmp_dir = str(user_cache_path("boilerscope", ensure_exists=True))
    cut: Callable[[str], Iterable[str]] = tokenizer.cut
    return cut


_CUTTERS: dict[Tokenizer, Callable[[str], Iterable[str]]] = {
    Tokenizer.PAIRS: _pairs,
    Tokenizer.CHARACTERS: lambda run: run,
    Tokenizer.JIEBA: _jieba,
}
