"""Features of the text of a block: length, links, punctuation, wording."""

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

    from boilerscope.extractors.features.columns import Measurements
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import BoolArray, FloatArray

FEATURES = (
    Feature("words", "Words", "log words", "ln(1 + words) of the block."),
    Feature("chars_per_token", "Token length", "characters", "Characters divided by tokens."),
    Feature("link", "Linked words", "share", "Words inside links divided by words."),
    Feature("nonlink_words", "Words outside links", "log words", "ln(1 + words outside links)."),
    Feature(
        "links_per_word", "Links", "per word", "Links that begin in the block divided by words."
    ),
    Feature("commas", "Commas", "per word", "Commas and semicolons divided by words."),
    Feature("sentends", "Sentence ends", "per word", "Marks that end a sentence divided by words."),
    Feature("n_sent", "Number of sentences", "", "Marks that end a sentence, at most 8."),
    Feature("digits", "Digits", "share", "Digits divided by characters of the tokens."),
    Feature("caps", "Capitals", "share", "Capital letters divided by characters of the tokens."),
    Feature("stop", "Function words", "per word", "Value of the function words divided by words."),
    Feature("stop_n", "Number of function words", "log", "ln(1 + value of the function words)."),
    Feature("bold", "Bold words", "share", "Tokens inside b and strong divided by tokens."),
    Feature("marks", "Separators", "per word", "Characters | » › · • / > divided by words."),
    Feature("cjk", "Chinese and Japanese", "share", "Han characters and kana divided by tokens."),
    Feature(
        "end_punct",
        "Last character",
        "",
        "2 a full stop or closing quote, 1 a colon, -1 an ellipsis, else 0.",
    ),
    Feature("start", "First character", "", "1 a capital, 2 a small letter, 3 a digit, else 0."),
    Feature("date", "Date", "", "1 if the block has a date or time and fewer than 120 characters."),
    Feature(
        "legal",
        "Legal notice",
        "",
        "1 if the block has a legal notice and fewer than 600 characters.",
    ),
    Feature(
        "cta",
        "Call to action",
        "",
        "1 if the block begins like a call to action and has fewer than 80 characters.",
    ),
    Feature("price", "Price", "", "1 if the block has a currency sign beside a digit."),
    Feature("at", "At sign", "", "1 if the block has an @."),
)

_MARKS = "|»›·•/>"
_MAX_SENTENCES = 8
_DATE_CHARACTERS = 120
_LEGAL_CHARACTERS = 600
_CALL_CHARACTERS = 80
_ELLIPSES = ("...", "…")
_FULL_STOPS = tuple('.!?。！？"”»')
_COLONS = (":", "：")


def measure(grid: Grid) -> Measurements:
    """Return a function for each of `FEATURES` that measures its values, shape (n,)."""
    words, lists = grid.words, word_lists()
    digits = cache(lambda: grid.of_text(_of_category("Nd")))

    def of_texts(value: Callable[[str], float]) -> FloatArray:
        return np.array([value(text) for text in grid.texts()], dtype=np.float64)

    def matches(
        pattern: re.Pattern[str], shorter_than: int | None = None, among: BoolArray | None = None
    ) -> FloatArray:
        return grid.found(pattern, shorter_than, among).astype(np.float64)

    return {
        "words": lambda: log(words),
        "chars_per_token": lambda: ratio(grid.characters, grid.tokens),
        "link": lambda: ratio(grid.linked, words),
        "nonlink_words": lambda: log(words - grid.linked),
        "links_per_word": lambda: ratio(_links(grid), words),
        "commas": lambda: ratio(grid.commas, words),
        "sentends": lambda: ratio(grid.sentence_ends, words),
        "n_sent": lambda: np.minimum(grid.sentence_ends, _MAX_SENTENCES),
        "digits": lambda: ratio(digits(), grid.characters),
        "caps": lambda: ratio(grid.of_text(_of_category("Lu")), grid.characters),
        "stop": lambda: ratio(grid.function, words),
        "stop_n": lambda: log(grid.function),
        "bold": lambda: ratio(grid.of_tokens(tokens_inside(grid.page, "b", "strong")), grid.tokens),
        "marks": lambda: ratio(grid.of_text(character_table(_MARKS)), words),
        "cjk": lambda: ratio(grid.cjk, grid.tokens),
        "end_punct": lambda: of_texts(_last_character),
        "start": lambda: of_texts(_first_character),
        # A date and a price have a digit.
        "date": lambda: matches(lists.date, _DATE_CHARACTERS, among=digits() > 0),
        "legal": lambda: matches(lists.legal, _LEGAL_CHARACTERS),
        "cta": lambda: matches(lists.call_to_action, _CALL_CHARACTERS),
        "price": lambda: matches(lists.price, among=digits() > 0),
        "at": lambda: of_texts(lambda text: "@" in text),
    }


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
