"""The position of each token in the source: one linear scan, no text alignment.

The scan follows the parser's tokenizer - comments, tags with quoted attributes, raw text elements,
character references - and keeps the characters between. Their letters, digits and marks must equal
those of the page text, one by one.
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

from boilerscope.extractors.page.code_points import CodeArray, code_points
from boilerscope.extractors.page.raw_text import ALTERNATIVE, NEVER_SHOWN, without_tags
from boilerscope.extractors.page.records import (
    BoolArray,
    IntArray,
    SourcePositions,
    TokenColumns,
    numbered,
)
from boilerscope.extractors.page.tokens import BREAK, classes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

# Every repetition is possessive: nothing is tried twice. Repeated groups end in an empty
# alternative, because Python before 3.11.5 forgets the start of a possessive group when its last
# round fails. One group matches the whole markup and one the name of a tag without raw text, so
# that splitting a source by the pattern gives texts, markup and names in turn.
_NAME = r"[A-Za-z][^\t\n\f\r />]*+"
_NAME_END = r"(?=[\t\n\f\r />])"
_SPACE = r"[\t\n\f\r ]"
_VALUE = r"""(?:"[^"]*+"|'[^']*+'|[^\t\n\f\r >"'][^\t\n\f\r >]*+|(?=>))"""
_EQUALS = rf"{_SPACE}*+={_SPACE}*+"
_ATTRIBUTE = rf"""[^\t\n\f\r />][^\t\n\f\r />=]*+(?:="[^"]*+"|{_EQUALS}{_VALUE}|(?!{_SPACE}*+=))"""
# Nearly all attributes have this form; it matches faster than `_ATTRIBUTE`.
_PLAIN_ATTRIBUTE = rf"""{_SPACE}[^\t\n\f\r />=]++="[^"]*+\""""
_TAG_END = rf"(?:{_PLAIN_ATTRIBUTE}|)*+(?:>|(?:[\t\n\f\r /]*+{_ATTRIBUTE}|)*+[\t\n\f\r /]*+>)"
# After a solidus at the end of a tag, the parser treats the element as empty: no raw text follows.
_GAP = rf"(?:{_SPACE}|/(?!>)|)*+"
_OPEN_TAG_END = rf"{_NAME_END}(?:{_GAP}{_ATTRIBUTE}|)*+{_GAP}>"


def _content(name: str) -> str:
    """Return the pattern of everything before the end tag of an element without nested tags."""
    return rf"[^<]*+(?:<(?!/(?i:{name}){_NAME_END})[^<]*+|)*+"


# Inside a script, a comment hides end tags once another script has started in it.
_SCRIPT_END = rf"/(?i:script){_NAME_END}"
_SCRIPT_IN_COMMENT = (
    rf"<(?i:script){_NAME_END}(?:[^<-]++|-(?!->)|<(?!{_SCRIPT_END})|)*+(?:<{_SCRIPT_END}|)"
)
_SCRIPT_COMMENT = (
    rf"<!--(?:-*+>|(?:[^<-]++|-(?!->)|{_SCRIPT_IN_COMMENT}|<(?!{_SCRIPT_END})|)*+(?:-->|))"
)
_SCRIPT_CONTENT = rf"(?:[^<]++|{_SCRIPT_COMMENT}|<(?!{_SCRIPT_END})|)*+"

# Content of elements that cannot contain tags.
_CONTENT = {
    "script": _SCRIPT_CONTENT,
    **{
        name: _content(name)
        for name in ("style", "title", "textarea", "iframe", "noframes", "noembed", "xmp")
    },
    "plaintext": r"[\s\S]*+",
}
# The first letter is tested first: most tags start with none of these letters and fail at once.
_INITIALS = "".join(sorted({letter for name in _CONTENT for letter in (name[0], name[0].upper())}))
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
_RAW_TAGS = NEVER_SHOWN | {"script", "style"}
_REFERENCE_TAGS = ("title", "textarea")
_REFERENCE = re.compile(r"&(?:\#(?:[0-9]++|[xX][0-9a-fA-F]++)|[A-Za-z][A-Za-z0-9]{0,31}+);?+")
_LONGEST_NUMBER = 8


def locate_tokens(
    source: str, codes: CodeArray, tokens: TokenColumns, pieces: Pieces | None = None
) -> SourcePositions:
    """Return the range of each token of the page text in the source.

    Parameters
    ----------
    source : str
        The parsed text.
    codes : array of uint32
        Code points of the page text.
    pieces : Pieces, optional
        The pieces of the source, if already scanned.
    """
    letters = scan_letters(source, pieces)
    offsets = (classes_of(codes) != BREAK).nonzero()[0]
    matched = np.full(len(codes), -1, dtype=np.int32)
    matched[offsets] = _match(codes.take(offsets), letters.code)
    first, last = matched.take(tokens.start), matched.take(tokens.end - 1)
    located = ((first >= 0) & (last >= first)).nonzero()[0]
    start, end = np.full((2, len(tokens)), -1, dtype=np.int32)
    start[located] = letters.start.take(letters.offset.take(first[located]))
    end[located] = letters.end.take(letters.offset.take(last[located]))
    return SourcePositions(start, end, len(tokens) - len(located))


@dataclass(frozen=True, slots=True, eq=False)
class Letters:
    """Letters, digits and marks that the parser reads as text in the source.

    Attributes
    ----------
    code : array of uint32, shape (n_letters,)
        The character, with references resolved.
    offset : array of int, shape (n_letters,)
        Offset in the joined texts between markup.
    start, end : array of int, shape (n_joined,)
        Range in the source of each character of the joined texts, in code points.
    """

    code: CodeArray
    offset: NDArray[np.intp]
    start: IntArray
    end: IntArray

    def __len__(self) -> int:
        return len(self.code)


def count_letters(text: str) -> int:
    """Return the number of letters, digits and marks of a text."""
    return int(np.count_nonzero(classes_of(code_points(text)) != BREAK))


def scan_letters(source: str, pieces: Pieces | None = None) -> Letters:
    """Return the letters, digits and marks between the markup of the source."""
    pieces = scan_pieces(source) if pieces is None else pieces
    shown = ~pieces.is_raw
    # The "<" after each piece keeps references from crossing markup.
    between = "<".join(compress(pieces.text, shown.tolist()))
    begin, is_literal = pieces.text_start[shown], pieces.is_literal[shown]
    length = pieces.text_end[shown] + 1 - begin
    last = length.cumsum(dtype=np.int32)
    start = (begin - (last - length)).repeat(length)[: len(between)]
    start += np.arange(len(between), dtype=np.int32)
    code, end = code_points(between).copy(), start + 1
    is_letter = classes_of(code) != BREAK
    starts, ends = (last - length)[is_literal].tolist(), last[is_literal].tolist()
    literal = list(zip(starts, ends, strict=True))
    for match in _REFERENCE.finditer(between):
        if not (literal and _is_inside(literal, match.start())):
            # The resolved letters replace the reference, which is always long enough.
            offset, (letters, n_chars) = match.start(), _resolve(match.group())
            is_letter[offset : offset + n_chars] = False
            if letters:
                resolved_part = slice(offset, offset + len(letters))
                is_letter[resolved_part], code[resolved_part] = True, letters
                start[resolved_part] = start[offset]
                end[resolved_part] = start[offset] + n_chars
    kept = is_letter.nonzero()[0]
    return Letters(code.take(kept), kept, start, end)


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """The source divided into tags and the texts between them, in order.

    Attributes
    ----------
    tag_start : array of int, shape (n_tags,)
        Start of each start tag and end tag; comments and declarations are not counted.
    tag_end : array of int, shape (n_tags,)
        Its end; the text of a script, a title and so on comes after it.
    tag_id : array of int, shape (n_tags,)
        Index into `tag_names`.
    tag_names : tuple of str
        Names in lower case, with a solidus first for end tags; one entry per spelling in the
        source.
    comment_start, comment_end : array of int, shape (n_comments,)
        Ranges of the comments.
    text : list of str, length n_texts
        Texts between tags, as written; that of a noframes has spaces instead of its tags.
    text_start, text_end : array of int, shape (n_texts,)
        Ranges of the texts, including those of scripts and styles; never empty. Each text ends at
        "<" or at the end of the source.
    is_raw : array of bool, shape (n_texts,)
        Whether the text belongs to a script, a style, or another element whose content is not page
        text.
    is_literal : array of bool, shape (n_texts,)
        Whether the text is free of character references.
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
    parts = _MARKUP.split(source)  # text, markup, name, text, ..., markup, name, text
    markup, names = parts[1::3], parts[2::3]
    unnamed = [row for row, name in enumerate(names) if name is None]
    holders = [(row, match) for row in unnamed if (match := _HOLDER.match(markup[row]))]
    # Texts between markup alternate with texts inside markup; most markup has none inside.
    texts = [""] * (2 * len(markup) + 1)
    texts[::2] = parts[::3]
    edges = np.zeros(len(texts) + 1, dtype=np.int32)
    edges[1::2], edges[2::2] = _lengths(texts[::2]), _lengths(markup)
    edges.cumsum(out=edges)
    start, end = edges[:-1].copy(), edges[1:]
    start[1::2] = end[1::2]
    is_raw, is_literal = np.zeros((2, len(texts)), dtype=np.bool_)
    for row, match in holders:
        text_row, name = 2 * row + 1, match[1].lower()
        names[row] = name
        content = markup[row][match.end() :]
        texts[text_row] = without_tags(content) if name in ALTERNATIVE else content
        start[text_row] = edges[text_row] + match.end()
        is_raw[text_row], is_literal[text_row] = name in _RAW_TAGS, name not in _REFERENCE_TAGS
    is_tag = np.ones(len(markup), dtype=np.bool_)
    is_tag[[row for row in unnamed if names[row] is None]] = False
    comments = [2 * row + 1 for row in unnamed if markup[row].startswith("<!--")]
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
    """Return a match for everything that looks like a character reference."""
    return _REFERENCE.finditer(text)


def _is_inside(ranges: list[tuple[int, int]], offset: int) -> bool:
    """Return whether an offset is inside one of some sorted ranges."""
    number = bisect_right(ranges, offset, key=itemgetter(0))
    return number > 0 and offset < ranges[number - 1][1]


@functools.lru_cache(maxsize=4096)
def _resolve(reference: str) -> tuple[tuple[int, ...], int]:
    """Return the letters of a character reference and the number of characters it consists of.

    A name without semicolon is the longest known name (``&notit`` is ``¬it``); 0 characters if none
    is known.
    """
    value, length = reference_value(reference)
    codes = code_points(value)
    return tuple(codes[classes_of(codes) != BREAK].tolist()), length


@functools.lru_cache(maxsize=4096)
def reference_value(reference: str) -> tuple[str, int]:
    """Return the value of a character reference and the number of characters it consists of.

    A name without semicolon is the longest known name; 0 characters if none is known.
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
    """Return, for each letter of the page text, its index among those of the source, or -1.

    The two sequences are equal, or the page text is cut short. If parser and scan disagree, the
    letters in doubt get -1, and matching resumes at the next 16 letters that both have within the
    window.
    """
    matched = np.full(len(text), -1, dtype=np.int32)
    index = source_index = 0
    while index < len(text) and source_index < len(source):
        length = _common_run(text[index:], source[source_index:])
        matched[index : index + length] = np.arange(
            source_index, source_index + length, dtype=np.int32
        )
        index, source_index = index + length, source_index + length
        if index < len(text):
            index, source_index = _next_anchor(text, source, index, source_index)
    return matched


def _common_run(text: CodeArray, source: CodeArray) -> int:
    """Return the number of equal letters at the start."""
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


def _next_anchor(
    text: CodeArray, source: CodeArray, index: int, source_index: int
) -> tuple[int, int]:
    """Return the next pair of indices from which both have the same letters."""
    window = source[source_index : source_index + _WINDOW].tobytes()
    width = source.itemsize
    for offset in range(0, _ANCHOR * _ATTEMPTS, _ANCHOR):
        anchor = text[index + offset : index + offset + _ANCHOR].tobytes()
        offset_in_window = window.find(anchor) if anchor else -1
        while offset_in_window % width and offset_in_window >= 0:  # between two letters
            offset_in_window = window.find(anchor, offset_in_window + 1)
        if offset_in_window >= 0:
            return index + offset, source_index + offset_in_window // width
    return index + _ANCHOR * _ATTEMPTS, source_index
