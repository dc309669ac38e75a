"""Features of the text of a block: length, links, punctuation.

No feature reads words of a language, so that a page in any language is measured alike.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import log, ratio, tokens_inside
from boilerscope.extractors.features.word_lists import word_lists
from boilerscope.extractors.page.code_points import category_table, character_table

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from boilerscope.extractors.features.feature import Columns
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import BoolArray, FloatArray

_MARKS = "|»›·•/>"
_MAX_SENTENCES = 8
_DATE_CHARACTERS = 120
_LEGAL_CHARACTERS = 600
_ELLIPSES = ("...", "…")
_FULL_STOPS = tuple('.!?。！？"”»')
_COLONS = (":", "：")


def _digits(columns: Columns[Grid]) -> FloatArray:
    return columns.grid.of_text(_of_category("Nd"))


def _of_texts(columns: Columns[Grid], value: Callable[[str], float]) -> FloatArray:
    return np.array([value(text) for text in columns.grid.texts()], dtype=np.float64)


def _matches(
    columns: Columns[Grid],
    pattern: re.Pattern[str],
    shorter_than: int | None = None,
    *,
    with_digit: bool = False,
) -> FloatArray:
    """Return 1 for each block that a pattern matches, else 0.

    Parameters
    ----------
    shorter_than : int, optional
        Number of characters from which a block does not match.
    with_digit : bool
        Whether only blocks with a digit can match, so that others need no search.
    """
    among = columns.shared(_digits) > 0 if with_digit else None
    return columns.grid.found(pattern, shorter_than, among).astype(np.float64)


def _links(grid: Grid) -> FloatArray:
    """Return the number of links with text that begin in each block."""
    elements = grid.page.elements
    links = elements.tagged(("a",)) & (elements.token_end > elements.token_start)
    begins = np.bincount(elements.token_start[links], minlength=grid.page.n_tokens)
    return grid.of_tokens(begins[: grid.page.n_tokens])


@cache
def _of_category(category: str) -> BoolArray:
    """Return a table of the code points of a Unicode category."""
    return category_table({category: 1}).astype(np.bool_)


def _last_character(text: str) -> int:
    if text.endswith(_ELLIPSES):
        return -1
    if text.endswith(_FULL_STOPS):
        return 2
    return 1 if text.endswith(_COLONS) else 0


def _first_character(text: str) -> int:
    first = text[:1]
    if first.isdigit():
        return 3
    if first.islower():
        return 2
    return 1 if first.isupper() else 0


FEATURES: tuple[Feature[Grid], ...] = (
    Feature(
        "words", "Words", "log words", "ln(1 + words) of the block.", lambda c: log(c.grid.words)
    ),
    Feature(
        "chars_per_token",
        "Token length",
        "characters",
        "Characters divided by tokens.",
        lambda c: ratio(c.grid.characters, c.grid.tokens),
    ),
    Feature(
        "link",
        "Linked words",
        "share",
        "Words inside links divided by words.",
        lambda c: ratio(c.grid.linked, c.grid.words),
    ),
    Feature(
        "nonlink_words",
        "Words outside links",
        "log words",
        "ln(1 + words outside links).",
        lambda c: log(c.grid.words - c.grid.linked),
    ),
    Feature(
        "links_per_word",
        "Links",
        "per word",
        "Links that begin in the block divided by words.",
        lambda c: ratio(_links(c.grid), c.grid.words),
    ),
    Feature(
        "commas",
        "Commas",
        "per word",
        "Commas and semicolons divided by words.",
        lambda c: ratio(c.grid.commas, c.grid.words),
    ),
    Feature(
        "sentends",
        "Sentence ends",
        "per word",
        "Marks that end a sentence divided by words.",
        lambda c: ratio(c.grid.sentence_ends, c.grid.words),
    ),
    Feature(
        "n_sent",
        "Number of sentences",
        "",
        "Marks that end a sentence, at most 8.",
        lambda c: np.minimum(c.grid.sentence_ends, _MAX_SENTENCES),
    ),
    Feature(
        "digits",
        "Digits",
        "share",
        "Digits divided by characters of the tokens.",
        lambda c: ratio(c.shared(_digits), c.grid.characters),
    ),
    Feature(
        "caps",
        "Capitals",
        "share",
        "Capital letters divided by characters of the tokens.",
        lambda c: ratio(c.grid.of_text(_of_category("Lu")), c.grid.characters),
    ),
    Feature(
        "bold",
        "Bold words",
        "share",
        "Tokens inside b and strong divided by tokens.",
        lambda c: ratio(c.grid.of_tokens(tokens_inside(c.grid.page, "b", "strong")), c.grid.tokens),
    ),
    Feature(
        "marks",
        "Separators",
        "per word",
        "Characters | » › · • / > divided by words.",
        lambda c: ratio(c.grid.of_text(character_table(_MARKS)), c.grid.words),
    ),
    Feature(
        "cjk",
        "Chinese and Japanese",
        "share",
        "Han characters and kana divided by tokens.",
        lambda c: ratio(c.grid.cjk, c.grid.tokens),
    ),
    Feature(
        "end_punct",
        "Last character",
        "",
        "2 a full stop or closing quote, 1 a colon, -1 an ellipsis, else 0.",
        lambda c: _of_texts(c, _last_character),
    ),
    Feature(
        "start",
        "First character",
        "",
        "1 a capital, 2 a small letter, 3 a digit, else 0.",
        lambda c: _of_texts(c, _first_character),
    ),
    Feature(
        "date",
        "Date",
        "",
        "1 if the block has a year or time in digits and fewer than 120 characters.",
        lambda c: _matches(c, word_lists().date, _DATE_CHARACTERS, with_digit=True),
    ),
    Feature(
        "legal",
        "Copyright sign",
        "",
        "1 if the block has a copyright sign and fewer than 600 characters.",
        lambda c: _matches(c, word_lists().legal, _LEGAL_CHARACTERS),
    ),
    Feature(
        "price",
        "Price",
        "",
        "1 if the block has a currency sign beside a digit.",
        lambda c: _matches(c, word_lists().price, with_digit=True),
    ),
    Feature(
        "at",
        "At sign",
        "",
        "1 if the block has an @.",
        lambda c: _of_texts(c, lambda text: "@" in text),
    ),
)
