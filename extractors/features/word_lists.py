"""Word lists and patterns for features of blocks.

Source: ours, the specification of the learned extractor.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_FILE = "feature_words.json"

CHINESE_WEIGHT = 2.5
"""Function value of a Chinese function character; a word of another language has 1."""

JAPANESE_WEIGHT = 1.2
"""Function value of a Japanese kana that mostly occurs in function words."""


@dataclass(frozen=True, slots=True)
class WordLists:
    """Word lists and patterns for `JoinedTexts`; texts are searched in lower case.

    Attributes
    ----------
    keywords : mapping of str to pattern
        Patterns searched in the class and id of elements, by the name of the group.
    end_marker, call_to_action : pattern
        Beginning of a text after the main content, and of a call to action.
    legal, date, price : pattern
        Found anywhere in a text.
    function_value : mapping of str to float
        Value of each token that is a function word; other tokens are not keys.
    """

    keywords: Mapping[str, re.Pattern[str]]
    end_marker: re.Pattern[str]
    call_to_action: re.Pattern[str]
    legal: re.Pattern[str]
    date: re.Pattern[str]
    price: re.Pattern[str]
    function_value: Mapping[str, float]


@cache
def word_lists() -> WordLists:
    """Return the built-in lists."""
    table = json.loads(
        files("boilerscope.extractors.data").joinpath(_FILE).read_text(encoding="utf-8")
    )
    characters = table["function_characters"]
    return WordLists(
        keywords={
            name: re.compile(text, re.MULTILINE) for name, text in table["keyword_groups"].items()
        },
        end_marker=re.compile(table["end_marker"], re.MULTILINE),
        call_to_action=re.compile(table["call_to_action"], re.MULTILINE),
        legal=re.compile(table["legal"], re.MULTILINE),
        date=re.compile(table["date"], re.MULTILINE),
        price=re.compile(table["price"], re.MULTILINE),
        function_value={
            **dict.fromkeys(characters["japanese"], JAPANESE_WEIGHT),
            **dict.fromkeys(characters["chinese"], CHINESE_WEIGHT),
            **dict.fromkeys(table["function_words"], 1.0),
        },
    )
