"""Parts of source text that the preview colours: Markdown, markup (HTML, TEI, WML) and JSON.

A line is divided by patterns within its first `MAX_COLOURED` characters. What a line leaves open,
such as a code block, is a number with which the next line begins. No Qt here.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_COLOURED = 4_000
"""Maximum number of characters of a line that are coloured."""


class Part(StrEnum):
    """Meaning of a part of source text."""

    MARKUP = "markup"
    HEADING = "heading"
    NAME = "name"
    VALUE = "value"
    QUIET = "quiet"


class Span(NamedTuple):
    """Part of a line; offsets in code points."""

    start: int
    end: int
    part: Part


class Divided(NamedTuple):
    """Coloured parts of a line, and the state with which the next line begins."""

    spans: tuple[Span, ...]
    state: int


START = 0
"""State of the first line, and of lines with nothing open before them."""
_FRONT, _FORMULA, _FENCE = 1, 2, 10


def language_of(name: str) -> str:
    """Return the language of a file by its name, empty if its source has no colours."""
    return _LANGUAGES.get(name.rpartition(".")[2], "")


def divide(language: str, line: str, state: int, *, is_first: bool) -> Divided:
    """Return the coloured parts of a line.

    Parameters
    ----------
    language : str
        See `language_of`.
    state : int
        What the line before left open, `START` for nothing.
    is_first : bool
        Whether it is the first line of the text.
    """
    return _DIVIDERS[language](line[:MAX_COLOURED], state, is_first)


# -- Markdown ----------------------------------------------------------------------------------

_PREFIX = r"(?:[ >]|[-*] |\d{1,9}[.)] |\[\^\d+\]: |)*+"
_FENCE_LINE = re.compile(rf"{_PREFIX}(`{{3,}})[^`]*$")
_HEADING_LINE = re.compile(rf"{_PREFIX}#{{1,6}} ")
_TABLE_LINE = re.compile(rf"{_PREFIX}\|")
_FORMULA_LINE = re.compile(rf"{_PREFIX}\$\$")
_MARKERS = re.compile(_PREFIX)
_INLINE = re.compile(
    r"(?P<escaped>\\.)"
    r"|(?P<code>(?P<ticks>`++)[^`]*+(?:(?!(?P=ticks))`++[^`]*+|)*+(?P=ticks))"
    r"|(?P<formula>\$\$?[^$]++\$\$?)"
    r"|(?P<image>!\[[^\]]{0,400}+\]\([^)\s]{0,1000}+\))"
    r"|(?P<note>\[\^\d++\]:?)"
    r"|(?P<address>\]\([^)\s]{0,1000}+\))"
    r"|(?P<tag><[/!a-zA-Z][^<>]*+>)"
    r"|(?P<mark>\[(?:[ x]\])?|\*{1,3}|~~)"
)


def _markdown(line: str, state: int, is_first: bool) -> Divided:  # noqa: FBT001 - as the others
    if state >= _FENCE:
        return _in_fence(line, state)
    fence, formula = _FENCE_LINE.match(line), _FORMULA_LINE.match(line)
    if state == _FRONT or (is_first and line == "---"):
        return _whole(line, Part.QUIET, _FRONT if is_first or line != "---" else START)
    if state == _FORMULA or formula:
        after = line[formula.end() :] if formula and state == START else line
        return _whole(line, Part.MARKUP, START if "$$" in after else _FORMULA)
    if fence:
        return _whole(line, Part.MARKUP, _FENCE + len(fence[1]))
    if _HEADING_LINE.match(line) or _TABLE_LINE.match(line):
        return _whole(line, Part.MARKUP if _TABLE_LINE.match(line) else Part.HEADING, START)
    return Divided(tuple(_markdown_spans(line)), START)


def _whole(line: str, part: Part, state: int) -> Divided:
    return Divided((Span(0, len(line), part),), state)


def _in_fence(line: str, state: int) -> Divided:
    """Return a line of a code block, or its last line."""
    if re.fullmatch(rf"[ >]*`{{{state - _FENCE},}} *", line):
        return _whole(line, Part.MARKUP, START)
    return Divided((), state)


def _markdown_spans(line: str) -> Iterator[Span]:
    markers = _MARKERS.match(line)
    start = markers.end() if markers else 0
    if line[:start].strip():
        yield Span(0, start, Part.MARKUP)
    kinds = {"code": Part.VALUE, "tag": Part.NAME, "escaped": Part.QUIET}
    for match in _INLINE.finditer(line, start):
        yield Span(*match.span(), kinds.get(_group(match), Part.MARKUP))


# -- markup and JSON ---------------------------------------------------------------------------

_MARKUP = re.compile(
    r"(?P<quiet><!--.*?(?:-->|$)|<[!?][^<>]*+>?)"
    r"|(?P<name></?[a-zA-Z][^\s<>/]*+|/?>)"
    r"|(?P<markup>\s[^\s<>=\"]++(?==\"))"
    r"|(?P<value>(?<==)\"[^\"]*+\"?)"
    r"|(?P<entity>&[#\w]++;)"
)
_JSON = re.compile(
    r"(?P<name>\"(?:[^\"\\]|\\.|)*+\"(?= *:))"
    r"|(?P<value>\"(?:[^\"\\]|\\.|)*+\"?)"
    r"|(?P<markup>-?\d[\d.eE+-]*+|true|false|null)"
)
_PARTS = {**{str(part): part for part in Part}, "entity": Part.QUIET}


def _by(pattern: re.Pattern[str]) -> Callable[[str, int, bool], Divided]:
    """Return the divider for a pattern whose groups are named as parts."""

    def divider(line: str, _state: int, _is_first: bool) -> Divided:  # noqa: FBT001 - as the others
        spans = (Span(*match.span(), _PARTS[_group(match)]) for match in pattern.finditer(line))
        return Divided(tuple(spans), START)

    return divider


def _group(match: re.Match[str]) -> str:
    """Return the name of the outer group that matched."""
    return next(name for name, text in match.groupdict().items() if text is not None)


_DIVIDERS: dict[str, Callable[[str, int, bool], Divided]] = {
    "markdown": _markdown,
    "markup": _by(_MARKUP),
    "json": _by(_JSON),
}
_LANGUAGES = {
    "md": "markdown",
    "html": "markup",
    "xml": "markup",
    "wml": "markup",
    "json": "json",
    "jsonl": "json",
}
