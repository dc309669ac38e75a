"""Where each token stands in the source: one linear scan, no alignment of text.

The scan walks the source as the parser's tokenizer does - comments, tags with quoted attributes,
raw text elements, character references - and keeps the characters between. What is a letter, digit
or mark there must be, one for one, what is one in the page text.
"""

from __future__ import annotations

import functools
import html
import re
from dataclasses import dataclass, field
from html.entities import html5

import numpy as np

from extractors.page.records import IntArray, SourcePositions, TokenColumns
from extractors.page.tokens import BREAK, CodeArray, class_table, code_points

# Every repetition is possessive: nothing is ever tried twice.
_SPACE = r"[\t\n\f\r ]"
_NAME_END = r"(?=[\t\n\f\r />])"
_VALUE = rf"""(?:"[^"]*+"|'[^']*+'|[^\t\n\f\r >"'][^\t\n\f\r >]*+|(?=>))"""
_ATTRIBUTE = rf"[^\t\n\f\r />][^\t\n\f\r />=]*+(?:{_SPACE}*+={_SPACE}*+{_VALUE})?+"
# A solidus right before the end makes the parser take the element as empty.
_ATTRIBUTES = rf"(?:{_SPACE}++|/(?!>)|{_ATTRIBUTE})*+"
# Inside a script, a comment hides end tags once another script has begun in it.
_SCRIPT_END = rf"/(?i:script){_NAME_END}"
_SCRIPT_IN_COMMENT = (
    rf"<(?i:script){_NAME_END}(?:[^<-]++|-(?!->)|<(?!{_SCRIPT_END}))*+(?:<{_SCRIPT_END})?+"
)
_SCRIPT_COMMENT = (
    rf"<!--(?:-*+>|(?:[^<-]++|-(?!->)|{_SCRIPT_IN_COMMENT}|<(?!{_SCRIPT_END}))*+(?:-->)?+)"
)
_SCRIPT_CONTENT = rf"(?:[^<]++|{_SCRIPT_COMMENT}|<(?!{_SCRIPT_END}))*+"


def _content(name: str) -> str:
    """Return the pattern of everything before the end tag of an element that holds no tags."""
    return rf"[^<]*+(?:<(?!/(?i:{name}){_NAME_END})[^<]*+)*+"


_REFERENCE = r"&(?:\#(?:[0-9]++|[xX][0-9a-fA-F]++)|[A-Za-z][A-Za-z0-9]{0,31}+);?+"
_MARKUP = re.compile(
    rf"""
    <(?:
        /[A-Za-z][^\t\n\f\r />]*+ {_ATTRIBUTES} /?+>
      | (?i:script){_NAME_END} {_ATTRIBUTES}> {_SCRIPT_CONTENT}
      | (?i:style){_NAME_END} {_ATTRIBUTES}> {_content("style")}
      | (?i:title){_NAME_END} {_ATTRIBUTES}> (?P<title>{_content("title")})
      | (?i:textarea){_NAME_END} {_ATTRIBUTES}> (?P<textarea>{_content("textarea")})
      | (?i:iframe){_NAME_END} {_ATTRIBUTES}> (?P<iframe>{_content("iframe")})
      | (?i:noframes){_NAME_END} {_ATTRIBUTES}> (?P<noframes>{_content("noframes")})
      | (?i:noembed){_NAME_END} {_ATTRIBUTES}> (?P<noembed>{_content("noembed")})
      | (?i:xmp){_NAME_END} {_ATTRIBUTES}> (?P<xmp>{_content("xmp")})
      | (?i:plaintext){_NAME_END} {_ATTRIBUTES}> (?P<plaintext>[\s\S]*+)
      | [A-Za-z][^\t\n\f\r />]*+ {_ATTRIBUTES} /?+>
      | !--(?:-?+>|[^-]*+(?:-(?!-!?+>)[^-]*+)*+(?:--!?+>)?+)
      | [!?][^>]*+>?+
      | />
      | /[^A-Za-z>][^>]*+>?+
      | /?+[A-Za-z][\s\S]*+                # a tag that never ends
    )
    | (?P<reference>{_REFERENCE})
    """,
    re.VERBOSE,
)
_REFERENCE_ONLY = re.compile(_REFERENCE)
_LONGEST_NUMBER = 8
_RESOLVED_IN = frozenset(["title", "textarea"])


def locate_tokens(source: str, text: str, tokens: TokenColumns) -> SourcePositions:
    """Return where each token of the page text stands in the source.

    Parameters
    ----------
    source : str
        The text the parser was given.
    text : str
        The page text.
    tokens : TokenColumns
        The tokens of `text`.
    """
    letters = scan_letters(source)
    codes = code_points(text)
    held = class_table()[codes] != BREAK
    matched = _match(codes[held], letters.code)
    number = np.cumsum(held, dtype=np.int32) - 1
    first = matched[number[tokens.start]]
    last = matched[number[tokens.end - 1]]
    found = (first >= 0) & (last >= first)
    start = np.full(len(tokens), -1, dtype=np.int32)
    end = start.copy()
    start[found] = letters.start[first[found]]
    end[found] = letters.end[last[found]]
    return SourcePositions(start, end, int(len(tokens) - np.count_nonzero(found)))


@dataclass(frozen=True, slots=True, eq=False)
class Letters:
    """The letters, digits and marks of the source that the parser reads as text.

    Attributes
    ----------
    code : array of uint32, shape (n_letters,)
        The character, references resolved.
    start, end : array of int
        What stands for it in the source, code points.
    """

    code: CodeArray
    start: IntArray
    end: IntArray

    def __len__(self) -> int:
        return len(self.code)


@dataclass(slots=True)
class _References:
    """Character references that stand for letters, one entry per letter."""

    code: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)

    def add(self, value: str, start: int, end: int) -> None:
        for letter in value:
            if class_table()[ord(letter)] != BREAK:
                self.code.append(ord(letter))
                self.start.append(start)
                self.end.append(end)


def count_letters(text: str) -> int:
    """Return how many letters, digits and marks a text has."""
    return int(np.count_nonzero(class_table()[code_points(text)] != BREAK))


def scan_letters(source: str) -> Letters:
    """Return the letters, digits and marks between the markup of the source."""
    cuts, references = _scan(source)
    edges = np.array([0, *(place for cut in cuts for place in cut), len(source)], dtype=np.int32)
    gaps = edges.reshape(-1, 2)
    gaps = gaps[gaps[:, 1] > gaps[:, 0]]
    between = "".join([source[start:end] for start, end in gaps.tolist()])
    lengths = gaps[:, 1] - gaps[:, 0]
    shift = gaps[:, 0] - (np.cumsum(lengths, dtype=np.int32) - lengths)
    place = np.repeat(shift, lengths) + np.arange(len(between), dtype=np.int32)
    code = code_points(between)
    held = class_table()[code] != BREAK
    code, start = code[held], place[held]
    end = start + 1
    if references.code:
        at = np.searchsorted(start, references.start)
        code = np.insert(code, at, references.code)
        start = np.insert(start, at, references.start)
        end = np.insert(end, at, references.end)
    return Letters(code, start, end)


def _scan(source: str) -> tuple[list[tuple[int, int]], _References]:
    """Return the ranges that are no text as they stand, and the references that are letters."""
    cuts: list[tuple[int, int]] = []
    references = _References()
    for match in _MARKUP.finditer(source):
        group = match.lastgroup
        if group is None:
            cuts.append(match.span())
        elif group == "reference":
            _cut_reference(match, cuts, references)
        else:
            cuts.append((match.start(), match.start(group)))
            if group in _RESOLVED_IN:
                for reference in _REFERENCE_ONLY.finditer(source, *match.span(group)):
                    _cut_reference(reference, cuts, references)
    return cuts, references


def _cut_reference(
    match: re.Match[str], cuts: list[tuple[int, int]], references: _References
) -> None:
    value, length = _resolve(match.group())
    if length:
        start = match.start()
        cuts.append((start, start + length))
        references.add(value, start, start + length)


@functools.lru_cache(maxsize=4096)
def _resolve(reference: str) -> tuple[str, int]:
    """Return what a character reference stands for and how many of its characters do so.

    A name without semicolon is the longest one that HTML knows so (``&notit`` is ``¬it``); 0
    characters if there is none.
    """
    if reference[1] == "#":
        digits = reference[2:].lstrip("xX0").rstrip(";")
        if len(digits) > _LONGEST_NUMBER:
            return "\ufffd", len(reference)
        return html.unescape(reference), len(reference)
    for end in range(len(reference), 2, -1):
        if value := html5.get(reference[1:end]):
            return value, end
    return "", 0


_WINDOW = 16_384
_ANCHOR = 16
_ATTEMPTS = 16


def _match(text: CodeArray, source: CodeArray) -> IntArray:
    """Return for each letter of the page text its place among those of the source, -1 if none.

    The two are the same sequence, or the text is cut short. Should the parser read something in
    another way than the scan, the letters in doubt stay without a place and the next 16 letters
    that both have within the window go on.
    """
    matched = np.full(len(text), -1, dtype=np.int32)
    here = there = 0
    while here < len(text) and there < len(source):
        length = _common_run(text[here:], source[there:])
        matched[here : here + length] = np.arange(there, there + length, dtype=np.int32)
        here, there = here + length, there + length
        if here < len(text):
            here, there = _next_anchor(text, source, here, there)
    return matched


def _common_run(text: CodeArray, source: CodeArray) -> int:
    """Return how many letters are the same from the beginning."""
    limit = min(len(text), len(source))
    if (text[:limit] == source[:limit]).all():
        return limit
    size, done = 64, 0
    while True:
        same = (
            text[done : done + size][: limit - done] == source[done : done + size][: limit - done]
        )
        if not same.all():
            return done + int(np.argmin(same))
        done, size = done + size, size * 2


def _next_anchor(text: CodeArray, source: CodeArray, here: int, there: int) -> tuple[int, int]:
    """Return the next places where both go on with the same letters."""
    window = source[there : there + _WINDOW].tobytes()
    width = source.itemsize
    for offset in range(0, _ANCHOR * _ATTEMPTS, _ANCHOR):
        anchor = text[here + offset : here + offset + _ANCHOR].tobytes()
        place = window.find(anchor) if anchor else -1
        while place % width and place >= 0:  # between two letters
            place = window.find(anchor, place + 1)
        if place >= 0:
            return here + offset, there + place // width
    return here + _ANCHOR * _ATTEMPTS, there
