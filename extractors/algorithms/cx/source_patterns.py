"""The replacements by regular expressions that remove markup in cx-extractor.

Each function is named after what it deletes and quotes the original expression in its docstring,
with the letters of Java's flags: ``i`` ignores the case of ASCII letters, ``s`` lets a dot match
line ends. Where such an expression can take quadratic time, the pattern here also consumes text in
which no match can start any more; incomplete matches are then discarded. All patterns take time
proportional to the text, whatever it contains.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.ranges import mask_of_ranges

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.page.records import IntArray

LINE_ENDS = "\n\r\x85\u2028\u2029"
"""The characters that a dot does not match in Java."""

_DOT = f"[^{LINE_ENDS}]"
_LINE_END = re.compile(f"[{LINE_ENDS}]")
_IN_ANY_CASE = re.IGNORECASE | re.ASCII

_ENTITY = re.compile(f"(&{_DOT}{{2,5}};|&#{_DOT}{{2,5}};)")
_TAG = re.compile("(<[^>]*+>)")
_TO_QUOTE = re.compile("""<[^>'"]*+['"]?""")
_CARRIAGE_RETURN = re.compile("\r(?=\n)")


@dataclass(frozen=True, eq=False)
class EditedSource:
    """A source from which parts have been deleted.

    Attributes
    ----------
    text : str
        The remaining text.
    origin : array of int, shape (len(text),)
        Offset of each character in the source, ascending.
    """

    text: str
    origin: IntArray

    @classmethod
    def of(cls, source: str) -> EditedSource:
        """Return a complete source."""
        return cls(source, np.arange(len(source), dtype=np.int32))

    def without(self, ranges: Iterable[tuple[int, int]]) -> EditedSource:
        """Delete ranges of the text.

        Parameters
        ----------
        ranges : iterable of (int, int)
            Start and end of each range, ascending, disjoint and not empty.
        """
        edges = [0, *chain.from_iterable(ranges), len(self.text)]
        kept = [slice(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True)]
        if len(kept) == 1:
            return self
        text = "".join([self.text[part] for part in kept])
        return EditedSource(text, np.concatenate([self.origin[part] for part in kept]))

    def without_matches(
        self, pattern: re.Pattern[str], replacement: str = "", *, end: int | None = None
    ) -> EditedSource:
        """Delete the matches of a pattern, or replace each match by a single character.

        Parameters
        ----------
        pattern : re.Pattern
            Pattern with a group around all of it; it must not match an empty text.
        replacement : str
            Empty, or the character that replaces each match; its origin is the first character of
            the match.
        end : int, optional
            Offset at which the search ends.
        """
        parts = pattern.split(self.text[:end])  # texts between matches alternate with matches
        if len(parts) == 1:
            return self
        text = replacement.join(parts[::2]) + ("" if end is None else self.text[end:])
        edges = np.fromiter(map(len, parts), dtype=np.int32).cumsum()[:-1]
        is_deleted = mask_of_ranges(edges[::2] + len(replacement), edges[1::2], len(self.text))
        return EditedSource(text, self.origin[~is_deleted])


def delete_between(source: EditedSource, opening: str, *closings: str) -> EditedSource:
    """Delete from each opening to the last of several consecutive closings.

    ``delete_between(source, "<script", ">", "</script>")`` is ``<script.*?>.*?</script>`` (i, s).
    """
    opens, *closes = (re.compile(re.escape(part), _IN_ANY_CASE) for part in (opening, *closings))
    ranges: list[tuple[int, int]] = []
    text, end = source.text, 0
    while match := opens.search(text, end):
        start, end = match.span()
        for closing in closes:
            match = closing.search(text, end)
            if match is None:  # no later opening has this closing either
                return source.without(ranges)
            end = match.end()
        ranges.append((start, end))
    return source.without(ranges)


def delete_literal(source: EditedSource, literal: str) -> EditedSource:
    """Delete each occurrence of a tag with a fixed spelling, such as ``</span>`` (i)."""
    pattern = re.compile(re.escape(literal), _IN_ANY_CASE)
    return source.without([match.span() for match in pattern.finditer(source.text)])


def blank_entities(source: EditedSource) -> EditedSource:
    """Replace everything that looks like an entity by one space: ``&.{2,5};|&#.{2,5};``."""
    return source.without_matches(_ENTITY, replacement=" ")


def delete_tags(source: EditedSource) -> EditedSource:
    """Delete each tag, across line ends: ``<.*?>`` (s)."""
    # After the last ">" no "<" has an end, so the search stops there.
    return source.without_matches(_TAG, end=source.text.rfind(">") + 1)


def delete_tags_in_lines(source: EditedSource, name: str = "") -> EditedSource:
    """Delete each tag, or each tag with a name prefix, that ends on its line: ``<name.*?>`` (i).

    A tag that continues on the next line stays.
    """
    text = source.text
    matches = re.finditer(f"<{name}[^>{LINE_ENDS}]*+>?", text, _IN_ANY_CASE)
    ranges = [match.span() for match in matches]
    # No tag can start in the text of matches that do not end with ">".
    return source.without([(start, end) for start, end in ranges if text[end - 1] == ">"])


def delete_quoted_tags(source: EditedSource) -> EditedSource:
    """Delete from a ``<`` to the first ``>`` after the last quote: ``<[^>'"]*['"].*['"].*?>``.

    Intended for attributes that contain ``>``, it also deletes all text between the tags of the
    line. The ``<`` may be on an earlier line than the first quote; the rest is on one line.
    """
    ranges: list[tuple[int, int]] = []
    text, reached = source.text, 0
    while match := _TO_QUOTE.search(text, reached):
        start, after_quote = match.span()
        reached = after_quote
        if text[after_quote - 1] not in "'\"":
            continue
        line_end = _LINE_END.search(text, after_quote)
        last = line_end.start() if line_end else len(text)
        last_greater = text.rfind(">", after_quote, last)
        last_quote = _last_quote(text, after_quote, last_greater) if last_greater >= 0 else -1
        if last_quote < 0:  # the other quotes of the line start no such tag either
            reached = max(after_quote, _last_quote(text, after_quote, last) + 1)
            continue
        reached = text.index(">", last_quote) + 1
        ranges.append((start, reached))
    return source.without(ranges)


def _last_quote(text: str, start: int, end: int) -> int:
    """Return the offset of the last quote of either kind in a range, -1 if there is none."""
    return max(text.rfind("'", start, end), text.rfind('"', start, end))


def join_line_ends(source: EditedSource) -> EditedSource:
    """Replace each carriage return and line feed by a line feed."""
    return source.without([match.span() for match in _CARRIAGE_RETURN.finditer(source.text)])
