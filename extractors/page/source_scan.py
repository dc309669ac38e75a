"""Where each token stands in the source: one linear scan, no alignment of text.

The scan walks the source as the parser's tokenizer does - comments, tags with quoted attributes,
raw text elements, character references - and keeps the characters between. What is a letter, digit
or mark there must be, one for one, what is one in the page text.
"""

from __future__ import annotations

import functools
import html
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from html.entities import html5
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.records import BoolArray, IntArray, SourcePositions, TokenColumns
from extractors.page.tokens import BREAK, CodeArray, classes_of, code_points

if TYPE_CHECKING:
    from collections.abc import Iterator

# Every repetition is possessive: nothing is ever tried twice. Repeated groups end in an empty
# alternative, because Python before 3.11.5 forgets where a possessive group began when its last
# round fails. No group stands around what begins an alternative, so that the search runs from one
# "<" to the next.
_NAME = r"[A-Za-z][^\t\n\f\r />]*+"
_NAME_END = r"(?=[\t\n\f\r />])"
_SPACE = r"[\t\n\f\r ]"
_VALUE = r"""(?:"[^"]*+"|'[^']*+'|[^\t\n\f\r >"'][^\t\n\f\r >]*+|(?=>))"""
_EQUALS = rf"{_SPACE}*+={_SPACE}*+"
_ATTRIBUTE = rf"""[^\t\n\f\r />][^\t\n\f\r />=]*+(?:="[^"]*+"|{_EQUALS}{_VALUE}|(?!{_SPACE}*+=))"""
_TAG_END = rf"(?:[\t\n\f\r /]*+{_ATTRIBUTE}|)*+[\t\n\f\r /]*+>"
# A solidus right before the end makes the parser take the element as empty: no raw text follows.
_GAP = rf"(?:{_SPACE}|/(?!>)|)*+"
_OPEN_TAG_END = rf"{_NAME_END}(?:{_GAP}{_ATTRIBUTE}|)*+{_GAP}>"


def _content(name: str) -> str:
    """Return the pattern of everything before the end tag of an element that holds no tags."""
    return rf"[^<]*+(?:<(?!/(?i:{name}){_NAME_END})[^<]*+|)*+"


# Inside a script, a comment hides end tags once another script has begun in it.
_SCRIPT_END = rf"/(?i:script){_NAME_END}"
_SCRIPT_IN_COMMENT = (
    rf"<(?i:script){_NAME_END}(?:[^<-]++|-(?!->)|<(?!{_SCRIPT_END})|)*+(?:<{_SCRIPT_END}|)"
)
_SCRIPT_COMMENT = (
    rf"<!--(?:-*+>|(?:[^<-]++|-(?!->)|{_SCRIPT_IN_COMMENT}|<(?!{_SCRIPT_END})|)*+(?:-->|))"
)
_SCRIPT_CONTENT = rf"(?:[^<]++|{_SCRIPT_COMMENT}|<(?!{_SCRIPT_END})|)*+"

_MARKUP = re.compile(
    rf"""<(?:
        /{_NAME}(?:>|{_TAG_END})
      | (?i:script){_OPEN_TAG_END}{_SCRIPT_CONTENT}
      | (?i:style){_OPEN_TAG_END}{_content("style")}
      | (?i:title){_OPEN_TAG_END}(?P<title>{_content("title")})
      | (?i:textarea){_OPEN_TAG_END}(?P<textarea>{_content("textarea")})
      | (?i:iframe){_OPEN_TAG_END}(?P<iframe>{_content("iframe")})
      | (?i:noframes){_OPEN_TAG_END}(?P<noframes>{_content("noframes")})
      | (?i:noembed){_OPEN_TAG_END}(?P<noembed>{_content("noembed")})
      | (?i:xmp){_OPEN_TAG_END}(?P<xmp>{_content("xmp")})
      | (?i:plaintext){_OPEN_TAG_END}(?P<plaintext>[\s\S]*+)
      | {_NAME}{_TAG_END}
      | !--(?:-?+>|[^-]*+(?:-(?!-!?+>)[^-]*+|)*+(?:--!?+>|))
      | [!?][^>]*+>?+
      | />
      | /[^A-Za-z>][^>]*+>?+
      | /?+[A-Za-z][\s\S]*+  # a tag that never ends
    )""",
    re.VERBOSE,
)
_RAW_TAG = re.compile(rf"<(?i:script|style){_OPEN_TAG_END}")
_WHOLE_TAG = re.compile(rf"</?+{_NAME}(?:>|{_TAG_END})")
_REFERENCE = re.compile(r"&(?:\#(?:[0-9]++|[xX][0-9a-fA-F]++)|[A-Za-z][A-Za-z0-9]{0,31}+);?+")
# Elements whose text is shown and holds neither tags nor references.
_LITERAL = frozenset(["iframe", "noframes", "noembed", "xmp", "plaintext"])
_LONGEST_NUMBER = 8


def locate_tokens(
    source: str, text: str, tokens: TokenColumns, pieces: Pieces | None = None
) -> SourcePositions:
    """Return where each token of the page text stands in the source.

    Parameters
    ----------
    source : str
        The text the parser was given.
    text : str
        The page text.
    tokens : TokenColumns
        The tokens of `text`.
    pieces : Pieces, optional
        Those of the source, where they are known.
    """
    letters = scan_letters(source, pieces)
    codes = code_points(text)
    held = classes_of(codes) != BREAK
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


def count_letters(text: str) -> int:
    """Return how many letters, digits and marks a text has."""
    return int(np.count_nonzero(classes_of(code_points(text)) != BREAK))


def scan_letters(source: str, pieces: Pieces | None = None) -> Letters:
    """Return the letters, digits and marks between the markup of the source."""
    pieces = scan_pieces(source) if pieces is None else pieces
    shown = ~pieces.is_raw
    first, last = pieces.text_start[shown], pieces.text_end[shown]
    plain = shown & pieces.is_literal
    starts, ends = pieces.text_start[plain].tolist(), pieces.text_end[plain].tolist()
    literal = list(zip(starts, ends, strict=True))
    # Each piece takes the "<" after it along, which keeps references from crossing markup.
    edges = zip(first.tolist(), (last + 1).tolist(), strict=True)
    between = "".join([source[start:end] for start, end in edges])
    lengths = np.minimum(last + 1, len(source)) - first
    shift = first - (np.cumsum(lengths, dtype=np.int32) - lengths)
    place = np.repeat(shift, lengths) + np.arange(len(between), dtype=np.int32)
    code = code_points(between)
    held = classes_of(code) != BREAK
    references = _References()
    if "&" in between:
        for match in _REFERENCE.finditer(between):
            start = int(place[match.start()])
            if not _lies_in(literal, start):
                length = references.resolve(match.group(), start)
                held[match.start() : match.start() + length] = False
    return references.inserted(Letters(code[held], place[held], place[held] + 1))


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """The source cut into tags and what stands between them, in order.

    Attributes
    ----------
    tag_start : array of int, shape (n_tags,)
        Where each start tag and each end tag begins; comments and declarations are none.
    tag_end : array of int, shape (n_tags,)
        Where it ends; the text of a script, a title and the like lies behind it.
    comment_start, comment_end : array of int, shape (n_comments,)
        Ranges of the comments.
    text_start, text_end : array of int, shape (n_texts,)
        Ranges of text, those of scripts and styles among them; none is empty.
    is_raw : array of bool, shape (n_texts,)
        Whether the text is that of a script or a style.
    is_literal : array of bool, shape (n_texts,)
        Whether the text holds no character references.
    """

    tag_start: IntArray
    tag_end: IntArray
    comment_start: IntArray
    comment_end: IntArray
    text_start: IntArray
    text_end: IntArray
    is_raw: BoolArray
    is_literal: BoolArray


def scan_pieces(source: str) -> Pieces:
    """Return the tags of the source and the texts between them."""
    edges: list[int] = []
    held: list[tuple[int, bool, bool]] = []  # which markup holds text, and how
    begins: list[int] = []
    for match in _MARKUP.finditer(source):
        edges += match.span()
        if (group := match.lastgroup) is not None:
            held.append((len(edges) // 2 - 1, False, group in _LITERAL))
            begins.append(match.start(group))
    start, end = np.array(edges, dtype=np.int32).reshape(-1, 2).T
    is_tag, may_be_raw = _tags_among(source, start, end)
    for place in np.flatnonzero(may_be_raw).tolist():
        if opened := _RAW_TAG.match(source, edges[2 * place]):
            held.append((place, True, True))
            begins.append(opened.end())
    place_of, raw, literal = np.array(held, dtype=np.int32).reshape(-1, 3).T
    between = np.zeros(len(start) + 1, dtype=np.bool_)
    first = np.concatenate(([0], end, begins)).astype(np.int32)
    last = np.concatenate((start, [len(source)], end[place_of])).astype(np.int32)
    order = np.argsort(first, kind="stable")
    order = order[last[order] > first[order]]
    tag_end = end.copy()
    tag_end[place_of] = begins
    is_comment = np.array([source.startswith("<!--", at) for at in edges[::2]], dtype=np.bool_)
    return Pieces(
        start[is_tag],
        tag_end[is_tag],
        start[is_comment],
        end[is_comment],
        first[order],
        last[order],
        np.concatenate((between, raw.astype(np.bool_)))[order],
        np.concatenate((between, literal.astype(np.bool_)))[order],
    )


def _tags_among(source: str, start: IntArray, end: IntArray) -> tuple[BoolArray, BoolArray]:
    """Return which markup is a start or end tag, and which may begin a script or a style."""
    codes = np.append(code_points(source), [0, 0, 0])
    first = codes[start + 1]
    is_end = first == ord("/")
    letter = np.where(is_end, codes[start + 2], first) | 0x20
    is_tag = (letter >= ord("a")) & (letter <= ord("z"))
    if len(end) and end[-1] == len(source) and is_tag[-1]:
        is_tag[-1] = _WHOLE_TAG.match(source, int(start[-1])) is not None
    second = codes[start + 2] | 0x20
    may_be_raw = is_tag & ~is_end & (letter == ord("s"))
    return is_tag, may_be_raw & ((second == ord("c")) | (second == ord("t")))


def resolved(text: str) -> str:
    """Return a text with its character references resolved."""
    return _REFERENCE.sub(_resolved_reference, text) if "&" in text else text


def _resolved_reference(match: re.Match[str]) -> str:
    value, length = reference_value(match.group())
    return value + match.group()[length:]


def references(text: str) -> Iterator[re.Match[str]]:
    """Return all that looks like a character reference."""
    return _REFERENCE.finditer(text)


def _lies_in(ranges: list[tuple[int, int]], place: int) -> bool:
    """Tell whether one of the sorted ranges holds the place."""
    number = bisect_right(ranges, place, key=itemgetter(0))
    return number > 0 and place < ranges[number - 1][1]


@dataclass(slots=True)
class _References:
    """Character references that stand for letters, one entry per letter."""

    code: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)

    def resolve(self, reference: str, start: int) -> int:
        """Write down the letters of a reference; return how many characters it has."""
        letters, length = _resolve(reference)
        for letter in letters:
            self.code.append(letter)
            self.start.append(start)
            self.end.append(start + length)
        return length

    def inserted(self, letters: Letters) -> Letters:
        """Return the letters with these among them."""
        if not self.code:
            return letters
        at = np.searchsorted(letters.start, self.start)
        return Letters(
            np.insert(letters.code, at, self.code),
            np.insert(letters.start, at, self.start),
            np.insert(letters.end, at, self.end),
        )


@functools.lru_cache(maxsize=4096)
def _resolve(reference: str) -> tuple[tuple[int, ...], int]:
    """Return the letters of a character reference and how many of its characters stand for them.

    A name without semicolon is the longest one that HTML knows so (``&notit`` is ``¬it``); 0
    characters if there is none.
    """
    value, length = reference_value(reference)
    codes = code_points(value)
    return tuple(codes[classes_of(codes) != BREAK].tolist()), length


def reference_value(reference: str) -> tuple[str, int]:
    """Return what a character reference stands for and how many of its characters do.

    A name without semicolon is the longest one that HTML knows so; 0 characters if there is none.
    """
    if reference[1] == "#":
        digits = reference[2:].lstrip("xX0").rstrip(";")
        too_long = len(digits) > _LONGEST_NUMBER
        return "\ufffd" if too_long else html.unescape(reference), len(reference)
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
