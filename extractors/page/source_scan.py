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
from dataclasses import dataclass
from html.entities import html5
from itertools import compress
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.code_points import CodeArray, code_points
from extractors.page.records import BoolArray, IntArray, SourcePositions, TokenColumns, numbered
from extractors.page.tokens import BREAK, classes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

# Every repetition is possessive: nothing is ever tried twice. Repeated groups end in an empty
# alternative, because Python before 3.11.5 forgets where a possessive group began when its last
# round fails. One group holds all of it and one the name of a tag that holds no raw text, so that
# splitting a source by the pattern gives texts, markup and names by turns.
_NAME = r"[A-Za-z][^\t\n\f\r />]*+"
_NAME_END = r"(?=[\t\n\f\r />])"
_SPACE = r"[\t\n\f\r ]"
_VALUE = r"""(?:"[^"]*+"|'[^']*+'|[^\t\n\f\r >"'][^\t\n\f\r >]*+|(?=>))"""
_EQUALS = rf"{_SPACE}*+={_SPACE}*+"
_ATTRIBUTE = rf"""[^\t\n\f\r />][^\t\n\f\r />=]*+(?:="[^"]*+"|{_EQUALS}{_VALUE}|(?!{_SPACE}*+=))"""
# Nearly all attributes are written so, which is found sooner than by `_ATTRIBUTE`.
_PLAIN_ATTRIBUTE = rf"""{_SPACE}[^\t\n\f\r />=]++="[^"]*+\""""
_TAG_END = rf"(?:{_PLAIN_ATTRIBUTE}|)*+(?:>|(?:[\t\n\f\r /]*+{_ATTRIBUTE}|)*+[\t\n\f\r /]*+>)"
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

# What elements hold that hold no tags.
_CONTENT = {
    "script": _SCRIPT_CONTENT,
    **{
        name: _content(name)
        for name in ("style", "title", "textarea", "iframe", "noframes", "noembed", "xmp")
    },
    "plaintext": r"[\s\S]*+",
}
# The first letter stands alone, as one test for it spares all others; most tags begin with none.
_INITIALS = "".join(sorted({sign for name in _CONTENT for sign in (name[0], name[0].upper())}))
_HOLDER_AND_CONTENT = "|".join(
    f"[{name[0].upper()}{name[0]}](?i:{name[1:]}){_OPEN_TAG_END}{content}"
    for name, content in _CONTENT.items()
)
_MARKUP = re.compile(
    rf"""(<(?:
        (?=[{_INITIALS}])(?:{_HOLDER_AND_CONTENT})
      | (/?+{_NAME})(?:>|{_TAG_END})
      | !--(?:-?+>|[^-]*+(?:-(?!-!?+>)[^-]*+|)*+(?:--!?+>|))
      | [!?][^>]*+>?+
      | />
      | /[^A-Za-z>][^>]*+>?+
      | /?+[A-Za-z][\s\S]*+  # a tag that never ends
    ))""",
    re.VERBOSE,
)
_HOLDER = re.compile(rf"<((?i:{'|'.join(_CONTENT)})){_OPEN_TAG_END}")
_HOLD_NO_TEXT = ("script", "style")
_HOLD_REFERENCES = ("title", "textarea")
_REFERENCE = re.compile(r"&(?:\#(?:[0-9]++|[xX][0-9a-fA-F]++)|[A-Za-z][A-Za-z0-9]{0,31}+);?+")
_LONGEST_NUMBER = 8


def locate_tokens(
    source: str, codes: CodeArray, tokens: TokenColumns, pieces: Pieces | None = None
) -> SourcePositions:
    """Return where each token of the page text stands in the source.

    Parameters
    ----------
    source : str
        The text the parser was given.
    codes : array of uint32
        Code points of the page text.
    tokens : TokenColumns
        The tokens of that.
    pieces : Pieces, optional
        Those of the source, where they are known.
    """
    letters = scan_letters(source, pieces)
    held = (classes_of(codes) != BREAK).nonzero()[0]
    matched = np.full(len(codes), -1, dtype=np.int32)
    matched[held] = _match(codes.take(held), letters.code)
    first, last = matched.take(tokens.start), matched.take(tokens.end - 1)
    found = ((first >= 0) & (last >= first)).nonzero()[0]
    start, end = np.full((2, len(tokens)), -1, dtype=np.int32)
    start[found] = letters.start.take(letters.place.take(first[found]))
    end[found] = letters.end.take(letters.place.take(last[found]))
    return SourcePositions(start, end, len(tokens) - len(found))


@dataclass(frozen=True, slots=True, eq=False)
class Letters:
    """The letters, digits and marks of the source that the parser reads as text.

    Attributes
    ----------
    code : array of uint32, shape (n_letters,)
        The character, references resolved.
    place : array of int, shape (n_letters,)
        Where it stands in the texts between markup, joined.
    start, end : array of int, shape (n_joined,)
        What stands in the source for each character of those, code points.
    """

    code: CodeArray
    place: NDArray[np.intp]
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
    # The "<" behind each piece keeps references from crossing markup.
    between = "<".join(compress(pieces.text, shown.tolist()))
    begin, is_literal = pieces.text_start[shown], pieces.is_literal[shown]
    length = pieces.text_end[shown] + 1 - begin
    last = length.cumsum(dtype=np.int32)
    start = (begin - (last - length)).repeat(length)[: len(between)]
    start += np.arange(len(between), dtype=np.int32)
    code, end = code_points(between).copy(), start + 1
    held = classes_of(code) != BREAK
    begins, ends = (last - length)[is_literal].tolist(), last[is_literal].tolist()
    literal = list(zip(begins, ends, strict=True))
    for match in _REFERENCE.finditer(between):
        if not (literal and _lies_in(literal, match.start())):
            # The letters of a reference stand in its place, which always has room for them.
            place, (meant, n_signs) = match.start(), _resolve(match.group())
            held[place : place + n_signs] = False
            if meant:
                own = slice(place, place + len(meant))
                held[own], code[own] = True, meant
                start[own], end[own] = start[place], start[place] + n_signs
    kept = held.nonzero()[0]
    return Letters(code.take(kept), kept, start, end)


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """The source cut into tags and what stands between them, in order.

    Attributes
    ----------
    tag_start : array of int, shape (n_tags,)
        Where each start tag and each end tag begins; comments and declarations are none.
    tag_end : array of int, shape (n_tags,)
        Where it ends; the text of a script, a title and the like lies behind it.
    tag_id : array of int, shape (n_tags,)
        Index into `tag_names`.
    tag_names : tuple of str
        Names in lower case, those of end tags with a solidus before them, once for each way in
        which the source writes them.
    comment_start, comment_end : array of int, shape (n_comments,)
        Ranges of the comments.
    text : list of str, length n_texts
        What stands between tags, as it is written.
    text_start, text_end : array of int, shape (n_texts,)
        Ranges of text, those of scripts and styles among them; none is empty. "<" stands behind
        each, or the source ends.
    is_raw : array of bool, shape (n_texts,)
        Whether the text is that of a script or a style.
    is_literal : array of bool, shape (n_texts,)
        Whether the text holds no character references.
    """

    tag_start: IntArray
    tag_end: IntArray
    tag_id: IntArray
    tag_names: tuple[str, ...]
    comment_start: IntArray
    comment_end: IntArray
    text: list[str]
    text_start: IntArray
    text_end: IntArray
    is_raw: BoolArray
    is_literal: BoolArray


def scan_pieces(source: str) -> Pieces:
    """Return the tags of the source and the texts between them."""
    cut = _MARKUP.split(source)  # text, markup, name, text, ..., markup, name, text
    markup, names = cut[1::3], cut[2::3]
    unnamed = [place for place, name in enumerate(names) if name is None]
    opened = [(place, found) for place in unnamed if (found := _HOLDER.match(markup[place]))]
    # Texts between markup and those that markup holds, by turns; most markup holds none.
    texts = [""] * (2 * len(markup) + 1)
    texts[::2] = cut[::3]
    edges = np.zeros(len(texts) + 1, dtype=np.int32)
    edges[1::2], edges[2::2] = _lengths(texts[::2]), _lengths(markup)
    edges.cumsum(out=edges)
    start, end = edges[:-1].copy(), edges[1:]
    start[1::2] = end[1::2]
    is_raw, is_literal = np.zeros((2, len(texts)), dtype=np.bool_)
    for place, found in opened:
        held, name = 2 * place + 1, found[1].lower()
        names[place] = name
        texts[held] = markup[place][found.end() :]
        start[held] = edges[held] + found.end()
        is_raw[held], is_literal[held] = name in _HOLD_NO_TEXT, name not in _HOLD_REFERENCES
    is_tag = np.ones(len(markup), dtype=np.bool_)
    is_tag[[place for place in unnamed if names[place] is None]] = False
    comments = [2 * place + 1 for place in unnamed if markup[place].startswith("<!--")]
    tag_names, tag_id = numbered(list(filter(None, names)))
    filled = (end > start).nonzero()[0]
    return Pieces(
        tag_start=edges[1:-1:2][is_tag],
        tag_end=start[1::2][is_tag],
        tag_id=tag_id,
        tag_names=tuple(map(str.lower, tag_names)),
        comment_start=edges[comments],
        comment_end=end[comments],
        text=list(filter(None, texts)),
        text_start=start[filled],
        text_end=end[filled],
        is_raw=is_raw[filled],
        is_literal=is_literal[filled],
    )


def _lengths(texts: list[str]) -> IntArray:
    return np.fromiter(map(len, texts), np.int32, len(texts))


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


@functools.lru_cache(maxsize=4096)
def _resolve(reference: str) -> tuple[tuple[int, ...], int]:
    """Return the letters of a character reference and how many of its characters stand for them.

    A name without semicolon is the longest one that HTML knows so (``&notit`` is ``¬it``); 0
    characters if there is none.
    """
    value, length = reference_value(reference)
    codes = code_points(value)
    return tuple(codes[classes_of(codes) != BREAK].tolist()), length


@functools.lru_cache(maxsize=4096)
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
