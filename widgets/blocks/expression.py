"""Conditions on blocks: ``link_density_words > 0.3 and (words < 20 or not kept)``.

A condition compares measured quantities with numbers or with each other, and is joined by ``and``,
``or``, ``not`` and parentheses. Besides the quantities of the extractor there are ``block`` (its
number), ``tokens``, ``words`` (the tokens, unless the extractor measures its own), ``kept`` and
``dropped``. ``rule = F8`` names the rule that decided. A text in quotation marks is one that the
block contains. A comparison with a missing value is false.
"""

from __future__ import annotations

import difflib
import operator
import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from boilerscope.extractors.page.records import BoolArray, FloatArray

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?%?)
    |(?P<name>[^\W\d]\w*)
    |(?P<text>"[^"]*"|'[^']*')
    |(?P<operator><=|>=|!=|==|[<>=≤≥≠()-])
    )""",
    re.VERBOSE,
)
_COMPARE: dict[str, Callable[[FloatArray, FloatArray], BoolArray]] = {
    "<": operator.lt,
    "<=": operator.le,
    "≤": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "≥": operator.ge,
    "=": operator.eq,
    "==": operator.eq,
    "!=": lambda left, right: (left != right) & ~np.isnan(left) & ~np.isnan(right),
    "≠": lambda left, right: (left != right) & ~np.isnan(left) & ~np.isnan(right),
}
_EQUAL = {"=": True, "==": True, "!=": False, "≠": False}
RULE = "rule"
MAX_DEPTH = 40
"""Parentheses and ``not`` inside of each other; a condition that nests more deeply is refused."""


class ExpressionError(ValueError):
    """A text that is not a condition.

    Attributes
    ----------
    kind : str
        ``name`` (unknown), ``end`` (something is missing), ``extra`` (something is left over), or
        ``compare`` (a quantity without a comparison).
    what : str
        The word concerned, empty at the end of the text.
    nearest : str
        The known name that is most like an unknown one, else empty.
    """

    def __init__(self, kind: str, what: str = "", nearest: str = "") -> None:
        super().__init__(f"{kind} {what}".rstrip())
        self.kind, self.what, self.nearest = kind, what, nearest


def is_condition(text: str) -> bool:
    """Return whether a text is meant as a condition: it compares something outside of quotes."""
    bare = re.sub(r"\"[^\"]*\"|'[^']*'", "", text)
    return re.search(r"[\w)]\s*(?:[<>≤≥≠]|[!=]=?)", bare) is not None


def evaluate(
    text: str,
    quantities: Mapping[str, FloatArray],
    states: Mapping[str, BoolArray],
    rules: Mapping[str, BoolArray],
    contains: Callable[[str], BoolArray],
) -> BoolArray:
    """Return the blocks that meet a condition.

    Parameters
    ----------
    quantities : mapping of str to array of float, shape (n_blocks,)
        Values by name; NaN where a block has none.
    states : mapping of str to array of bool, shape (n_blocks,)
        Such as ``kept``.
    rules : mapping of str to array of bool, shape (n_blocks,)
        Blocks that each rule decided, by its code.
    contains : callable
        Returns the blocks that contain a text.

    Raises
    ------
    ExpressionError
        If the text is not a condition, or names an unknown quantity or rule.
    """
    return _Parser(text, quantities, states, rules, contains).condition()


class _Parser:
    """Recursive descent: or, and, not, comparison."""

    def __init__(
        self,
        text: str,
        quantities: Mapping[str, FloatArray],
        states: Mapping[str, BoolArray],
        rules: Mapping[str, BoolArray],
        contains: Callable[[str], BoolArray],
    ) -> None:
        self._quantities, self._states = quantities, states
        self._rules, self._contains = rules, contains
        self._words = _words(text)
        self._next = self._depth = 0

    def condition(self) -> BoolArray:
        result = self._either()
        if self._next < len(self._words):
            raise ExpressionError("extra", self._words[self._next][1])
        return result

    def _either(self) -> BoolArray:
        result = self._both()
        while self._takes("or"):
            result = result | self._both()
        return result

    def _both(self) -> BoolArray:
        result = self._single()
        while self._takes("and"):
            result = result & self._single()
        return result

    def _single(self) -> BoolArray:
        if self._peek_word() in {"not", "("}:
            return self._nested()
        kind, word = self._peek()
        if kind == "text":
            self._next += 1
            return self._contains(word[1:-1])
        if kind == "name" and word in self._states:
            self._next += 1
            return self._states[word]
        if kind == "name" and word == RULE and RULE not in self._quantities:
            return self._of_rule()
        return self._comparison()

    def _nested(self) -> BoolArray:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExpressionError("extra", self._peek_word())
        if self._takes("not"):
            result = ~self._single()
        else:
            self._next += 1
            result = self._either()
            if not self._takes(")"):
                raise ExpressionError("end", ")")
        self._depth -= 1
        return result

    def _of_rule(self) -> BoolArray:
        self._next += 1
        sign = self._sign(_EQUAL)
        _, code = self._peek()
        self._next += 1
        code = code.strip("\"'")
        found = {name.casefold(): blocks for name, blocks in self._rules.items()}
        if code.casefold() not in found:
            raise ExpressionError("name", code, _nearest(code, self._rules))
        blocks = found[code.casefold()]
        return blocks if _EQUAL[sign] else ~blocks

    def _comparison(self) -> BoolArray:
        """Read ``a < b``, or a chain such as ``0.1 < a < 0.3``."""
        left = self._operand()
        result: BoolArray | None = None
        while result is None or self._peek_word() in _COMPARE:
            compare = _COMPARE[self._sign(_COMPARE)]
            right = self._operand()
            met = compare(left, right)
            result = met if result is None else result & met
            left = right
        return result

    def _sign(self, signs: Mapping[str, object]) -> str:
        word = self._peek_word()
        if word not in signs:
            raise ExpressionError("compare", word)
        self._next += 1
        return word

    def _operand(self) -> FloatArray:
        is_negative = self._takes("-")
        kind, word = self._peek()
        self._next += 1
        n_blocks = len(next(iter(self._quantities.values())))
        if kind == "number":
            value = float(word.rstrip("%")) / (100 if word.endswith("%") else 1)
            values: FloatArray = np.full(n_blocks, value)
        elif kind == "name" and word in self._quantities:
            values = self._quantities[word]
        elif kind == "name" and word not in {"and", "or", "not"}:
            known = (*self._quantities, *self._states, RULE)
            raise ExpressionError("name", word, _nearest(word, known))
        else:
            raise ExpressionError("end", word)
        return -values if is_negative else values

    def _takes(self, word: str) -> bool:
        is_next = self._peek_word() == word
        self._next += is_next
        return is_next

    def _peek_word(self) -> str:
        return self._words[self._next][1] if self._next < len(self._words) else ""

    def _peek(self) -> tuple[str, str]:
        if self._next >= len(self._words):
            raise ExpressionError("end")
        return self._words[self._next]


def _words(text: str) -> list[tuple[str, str]]:
    """Return the kind and the text of each word."""
    words: list[tuple[str, str]] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise ExpressionError("extra", text[at:].split(maxsplit=1)[0])
        word = match[match.lastgroup]
        is_word = match.lastgroup == "name" and word.casefold() in {"and", "or", "not"}
        words.append((match.lastgroup, word.casefold() if is_word else word))
        at = match.end()
    return words


def _nearest(word: str, names: Iterable[str]) -> str:
    matches = difflib.get_close_matches(word, list(names), n=1, cutoff=0.4)
    return matches[0] if matches else ""
