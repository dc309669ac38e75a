"""Date patterns that a user writes: ``YYYY[-/.年]M[-/.月]D``.

They are not regular expressions, so matching always takes linear time.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache

_SYMBOL = re.compile(r"YYYY|MM?|DD?|\[[^\[\]]+\]|[^YMD\[\]]")
_PARTS = {
    "YYYY": "(?P<year>[0-9]{4})",
    "MM": "(?P<month>[0-9]{2})",
    "M": "(?P<month>[0-9]{1,2})",
    "DD": "(?P<day>[0-9]{2})",
    "D": "(?P<day>[0-9]{1,2})",
}
_CLOCK = re.compile(r"(?<![0-9:])([0-9]{1,2})[:：]([0-9]{2})(?![0-9])")
_MAX_LENGTH = 100
SYNTAX = (
    "YYYY, M or MM, and D or DD once each; characters in [ ], one of which matches;"
    " other characters match themselves"
)
"""Syntax of a pattern."""


@dataclass(frozen=True, slots=True)
class DatePattern:
    """A pattern that finds dates.

    Attributes
    ----------
    regex : re.Pattern
        With the groups year, month and day.
    """

    regex: re.Pattern[str]

    def is_in(self, text: str) -> bool:
        """Return whether a text contains a date of this pattern."""
        return self.regex.search(text) is not None

    def read(self, text: str) -> str:
        """Return the first date of a text as ``2010-08-09``, with ``10:20`` if a time follows.

        Empty without a valid date.
        """
        for match in self.regex.finditer(text):
            year, month, day = (int(match[part]) for part in ("year", "month", "day"))
            try:
                date = dt.date(year, month, day).isoformat()
            except ValueError:
                continue
            clock = _CLOCK.search(text, match.end())
            if clock and int(clock[1]) < 24 and int(clock[2]) < 60:
                return f"{date} {int(clock[1]):02}:{clock[2]}"
            return date
        return ""


@lru_cache(maxsize=16)
def date_pattern(text: str) -> DatePattern:
    """Return the pattern that a text describes.

    Raises
    ------
    ValueError
        If it is not a pattern; the message gives the syntax.
    """
    symbols = _SYMBOL.findall(text[:_MAX_LENGTH])
    is_complete = "".join(symbols) == text
    parts = [symbol[0] for symbol in symbols if symbol in _PARTS]
    if not is_complete or sorted(parts) != ["D", "M", "Y"]:
        raise ValueError(f"must contain {SYNTAX}")
    return DatePattern(re.compile("".join(map(_regex, symbols))))


def _regex(symbol: str) -> str:
    if symbol in _PARTS:
        return _PARTS[symbol]
    if symbol.startswith("["):
        return f"[{re.escape(symbol[1:-1])}]"
    return re.escape(symbol)
