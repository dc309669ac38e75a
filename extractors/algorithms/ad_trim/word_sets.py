"""Distinct words of a text, to compare titles with the main text; three tokenizers for Chinese."""

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

from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.page.tokens import FIRST_ALONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_LATIN = (string.ascii_lowercase + string.digits).encode()
# Translation of bytes: all bytes that are not in a word become spaces.
_WORD_BYTES = bytes(byte if byte in _LATIN else ord(" ") for byte in range(256))
_CHINESE = re.compile(
    "[\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]+"
)


class Tokenizer(StrEnum):
    """Division of a sequence of Chinese or Japanese characters into words."""

    PAIRS = "pairs"
    CHARACTERS = "characters"
    JIEBA = "jieba"


def is_available(tokenizer: Tokenizer) -> bool:
    """Return whether the package that a tokenizer needs is installed."""
    return tokenizer is not Tokenizer.JIEBA or importlib.util.find_spec("jieba") is not None


def words_of(text: str, tokenizer: Tokenizer) -> list[str]:
    """Return the words of a text in lower case; Chinese and Japanese words come last.

    A word is a sequence of ASCII letters and digits, or a part of a sequence of Chinese or Japanese
    characters as the tokenizer divides it.

    Raises
    ------
    ImportError
        If the tokenizer is jieba and it is not installed; see `is_available`.
    """
    lower = text.lower()
    words = lower.encode("ascii", "replace").translate(_WORD_BYTES).decode("ascii").split()
    # The search is slow, so it is skipped for texts without such characters.
    if not lower.isascii() and code_points(lower).max() >= FIRST_ALONE:
        divide = _TOKENIZERS[tokenizer]
        for chinese in _CHINESE.findall(lower):
            words.extend(divide(chinese))
    return words


def word_set(text: str, tokenizer: Tokenizer) -> frozenset[str]:
    """Return the distinct words of a text; see `words_of`."""
    return frozenset(words_of(text, tokenizer))


def _pairs(chinese: str) -> Iterable[str]:
    """Return the overlapping pairs of characters; a single character is a word by itself."""
    return map(add, chinese, chinese[1:]) if len(chinese) > 1 else (chinese,)


def _jieba(chinese: str) -> Iterable[str]:
    return _jieba_cut()(chinese)


@cache
def _jieba_cut() -> Callable[[str], Iterable[str]]:
    """Return jieba's function; it reads its dictionary on first use and caches it for the user."""
    import jieba

    jieba.setLogLevel(logging.ERROR)
    tokenizer = jieba.Tokenizer()
    tokenizer.tmp_dir = str(user_cache_path("boilerscope", ensure_exists=True))
    cut: Callable[[str], Iterable[str]] = tokenizer.cut
    return cut


_TOKENIZERS: dict[Tokenizer, Callable[[str], Iterable[str]]] = {
    Tokenizer.PAIRS: _pairs,
    Tokenizer.CHARACTERS: lambda chinese: chinese,
    Tokenizer.JIEBA: _jieba,
}
