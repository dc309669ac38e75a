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


@dataclass(frozen=True, slots=True)
class WordLists:
    """Word lists and patterns for `JoinedTexts`; texts are searched in lower case.

    Attributes
    ----------
    keywords : mapping of str to pattern
        Patterns searched in the class and id of elements, by the name of the group.
    legal, date, price : pattern
        Found anywhere in a text.
    """

    keywords: Mapping[str, re.Pattern[str]]
    legal: re.Pattern[str]
    date: re.Pattern[str]
    price: re.Pattern[str]


@cache
def word_lists() -> WordLists:
    """Return the built-in lists."""
    table = json.loads(
        files("boilerscope.extractors.data").joinpath(_FILE).read_text(encoding="utf-8")
    )
    return WordLists(
        keywords={
            name: re.compile(text, re.MULTILINE) for name, text in table["keyword_groups"].items()
        },
        legal=re.compile(table["legal"], re.MULTILINE),
        date=re.compile(table["date"], re.MULTILINE),
        price=re.compile(table["price"], re.MULTILINE),
    )
