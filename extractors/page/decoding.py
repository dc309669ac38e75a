"""Bytes to text: the encoding of a page, tried in a fixed order.

The order: byte order mark, the user's choice, UTF-8, the declaration (HTTP header, meta element,
XML prolog), a detector. UTF-8 comes before the declaration because a page saved from a browser
keeps the declaration of its former encoding. It is recognised by its sequences of bytes, which text
in other encodings does not have: few of them may be damaged, and the last one may be cut. UTF-16
without a mark and EBCDIC are recognised by their first tag, before everything else.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from typing import Literal

from boilerscope.extractors.page.binary import reject_binary, reject_unreadable
from boilerscope.extractors.page.encodings import (
    EBCDIC,
    codec_of,
    find_encoding,
    require_encoding,
)
from boilerscope.extractors.page.records import PageWarning
from boilerscope.extractors.system.wording import agreeing, counted

How = Literal["bom", "user", "utf-8", "http", "meta", "xml", "detected", "serialised", "none"]

# The longer mark first: UTF-32 little-endian starts like UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32le"),
    (codecs.BOM_UTF32_BE, "utf-32be"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
_WIDE = ("utf-16le", "utf-16be", "utf-32le", "utf-32be")
# Seven-bit encodings, and the bytes that switch them out of ASCII.
_SHIFTS = {"iso-2022-jp": b"\x1b", "hz": b"~{"}
_UTF16_MARKUP = re.compile(rb"(?:[\t\n\r ]\0|)*+<\0[^\0]\0|(?:\0[\t\n\r ]|)*+\0<\0[^\0]")
# Blanks, then the first bytes of a tag, of a declaration or of a comment.
_EBCDIC_MARKUP = re.compile(rb"[\x05\x0d\x15\x25\x40]*+\x4c[\x4f\x5a\x6f\x81-\xa9\xc1-\xe9]")
_EBCDIC_END_TAG = re.compile(rb"\x4c\x61[\x81-\xa9\xc1-\xe9\xf0-\xf9]++\x6e")
_SEARCHED = 64 * 1024
_DETECTED = 128 * 1024
# Of text in other encodings, less is readable as UTF-8 than not.
_READ_PER_BAD = 4

_META_OR_COMMENT = re.compile(
    rb"<!--[^-]*+(?:-(?!->)[^-]*+|)*+|<meta[\s/](?P<attributes>[^<>]{0,1024}+)", re.IGNORECASE
)
_ATTRIBUTE = re.compile(
    rb"""([^\s=/>"']++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""",
)
_CHARSET = re.compile(rb"""charset\s*+=\s*+["']?\s*+([^\s"';,]++)""", re.IGNORECASE)
_XML_PROLOG = re.compile(
    rb"""\s*+<\?xml\s[^<>]*?encoding\s*=\s*["']\s*([^\s"'<>]++)""", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, its encoding, and the rule that chose the encoding.

    Attributes
    ----------
    text : str
        Without byte order mark, NUL and lone surrogates.
    encoding : str
        A name in `ENCODINGS`; `decode` accepts it.
    how : str
        The rule: ``bom``, ``user``, ``utf-8`` (the bytes are UTF-8, but for few characters that
        are damaged), ``http``, ``meta``, ``xml``, ``detected``; ``serialised`` for the markup of a
        live document, ``none`` for empty input.
    n_replaced : int
        Unreadable characters, each replaced by U+FFFD.
    warnings : tuple of PageWarning
        One for each kind of replacement.
    """

    text: str
    encoding: str
    how: How
    n_replaced: int = 0
    warnings: tuple[PageWarning, ...] = ()


def decode(
    data: bytes, *, encoding: str | None = None, http_charset: str | None = None, name: str = ""
) -> Decoded:
    """Decode the bytes of a page.

    Parameters
    ----------
    data : bytes
        As received or as read from the file, not compressed.
    encoding : str, optional
        The user's choice; only a byte order mark overrides it.
    http_charset : str, optional
        The charset that the server named.
    name : str, optional
        Name of the input in messages.

    Raises
    ------
    UnknownNameError
        If the user's encoding is unknown.
    BinaryContentError
        If the bytes are not text.
    """
    selected = require_encoding(encoding) if encoding else None
    source_encoding, how, skipped = _marked(data, selected) or (None, "none", 0)
    reject_binary(data, name=name, has_wide_characters=source_encoding in _WIDE)
    if source_encoding is None:
        utf8 = _as_utf8(data)
        if utf8 is not None and not _is_seven_bit(data, utf8, http_charset):
            how = "utf-8" if data else "none"
            # Searching bytes is faster than searching text; most pages have no NUL.
            return _cleaned(utf8, "utf-8", how, 0) if b"\0" in data else Decoded(utf8, "utf-8", how)
        declared = _declared(data, http_charset)
        if utf8 is None and (not declared or declared[0] != "utf-8") and _is_damaged_utf8(data):
            declared = "utf-8", "utf-8"
        source_encoding, how = declared or (_detected(data), "detected")
    text, n_unreadable = _read(data[skipped:] if skipped else data, source_encoding)
    if how != "user":
        reject_unreadable(text, name=name)
    return _cleaned(text, source_encoding, how, n_unreadable)


def decode_nothing(text: str) -> Decoded:
    """Clean text that needs no decoding."""
    warnings = []
    text, n_surrogates = _without_surrogates(text.removeprefix("\ufeff"))
    if n_surrogates:
        warnings.append(
            PageWarning(
                "lone-surrogates",
                f"{counted(n_surrogates, 'lone surrogate')}"
                f" {agreeing(n_surrogates, 'was', 'were')} replaced.",
            )
        )
    cleaned = _cleaned(text, "utf-8", "none", 0)
    return replace(
        cleaned,
        n_replaced=cleaned.n_replaced + n_surrogates,
        warnings=(*warnings, *cleaned.warnings),
    )


def _marked(data: bytes, selected: str | None) -> tuple[str, How, int] | None:
    """Return encoding, rule and BOM length if BOM, user or UTF-16 markup decide; else None."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name, "bom", len(mark)
    if selected:
        return selected, "user", 0
    if _UTF16_MARKUP.match(data):
        return ("utf-16le" if data[0] else "utf-16be"), "detected", 0
    return _as_ebcdic(data[:_SEARCHED])


def _as_ebcdic(head: bytes) -> tuple[str, How, int] | None:
    """Return encoding and rule of a page in EBCDIC, whose bytes are no markup in ASCII."""
    if b"<" in head or not _EBCDIC_MARKUP.match(head) or not _EBCDIC_END_TAG.search(head):
        return None
    # Letters, digits and the marks of a declaration are the same in all of them.
    declared = _declared(head.decode("cp037").encode("ascii", "replace"), None)
    if declared and declared[0] in EBCDIC:
        return *declared, 0
    has_its_mark = head.lstrip(b"\x05\x0d\x15\x25\x40").startswith(b"\x4c\x4f")
    return ("cp500" if has_its_mark else "cp037"), "detected", 0


def _as_utf8(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _is_damaged_utf8(data: bytes) -> bool:
    """Return whether bytes that are not valid UTF-8 are UTF-8 with damage.

    The characters beyond ASCII that can be read must outnumber the damaged ones by `_READ_PER_BAD`;
    if only the last one is damaged, one is enough.
    """
    read = data.decode("utf-8", "ignore")
    n_read = len(read) - len(read.encode("ascii", "ignore"))
    try:
        codecs.utf_8_decode(data, "strict", False)
    except UnicodeDecodeError:
        n_bad = data.decode("utf-8", "replace").count("\ufffd") - read.count("\ufffd")
        return n_read >= _READ_PER_BAD * n_bad
    return n_read > 0


def _is_seven_bit(data: bytes, text: str, http_charset: str | None) -> bool:
    """Return whether the bytes are valid UTF-8 only because their encoding uses seven bits."""
    if not text.isascii() or not any(shift in data for shift in _SHIFTS.values()):
        return False
    declared = _declared(data, http_charset)
    return declared is not None and _SHIFTS.get(declared[0], b"\0") in data


def _declared(data: bytes, http_charset: str | None) -> tuple[str, How] | None:
    name = find_encoding(http_charset) if http_charset else None
    if name and (name not in _WIDE or b"\0" in data[:_SEARCHED]):
        return name, "http"
    if name := _from_meta(data[:_SEARCHED]):
        return name, "meta"
    prolog = _XML_PROLOG.match(data[:1024])
    if prolog and (name := _find_label(prolog[1])):
        return name, "xml"
    return None


def _find_label(label: bytes) -> str | None:
    """Return the encoding that a page declares.

    A page in two-byte characters cannot contain a declaration that is readable as ASCII.
    """
    name = find_encoding(label.decode("ascii", "replace"))
    return None if name in _WIDE else name


def _from_meta(head: bytes) -> str | None:
    for match in _META_OR_COMMENT.finditer(head):
        if not match["attributes"]:
            continue
        attributes = {
            name.lower(): double or single or bare
            for name, double, single, bare in _ATTRIBUTE.findall(match["attributes"])
        }
        label = attributes.get(b"charset")
        if label is None and attributes.get(b"http-equiv", b"").lower() == b"content-type":
            charset = _CHARSET.search(attributes.get(b"content", b""))
            label = charset[1] if charset else None
        if label and (name := _find_label(label)):
            return name
    return None


def _detected(data: bytes) -> str:
    from resiliparse.parse.encoding import detect_encoding

    # With html5_compatible, the detector reports UTF-8 for Korean and for anything unknown.
    guess = detect_encoding(data, max_len=_DETECTED, html5_compatible=False)
    return (find_encoding(guess) if guess else None) or "windows-1252"


def _read(data: bytes, encoding: str) -> tuple[str, int]:
    """Return the text and the number of unreadable characters."""
    codec = codec_of(encoding)
    if encoding in EBCDIC:  # its line end is not that of Unix
        return data.decode(codec, "replace").replace("\x85", "\n"), 0
    try:
        return data.decode(codec), 0
    except UnicodeDecodeError:
        text = data.decode(codec, "replace")
        # Ignoring errors leaves only the page's own U+FFFD characters.
        own = data.decode(codec, "ignore").count("\ufffd")
        return text, text.count("\ufffd") - own


def _cleaned(text: str, encoding: str, how: How, n_unreadable: int) -> Decoded:
    warnings = []
    if n_unreadable:
        warnings.append(
            PageWarning(
                "replaced-characters",
                f"{counted(n_unreadable, 'character')} could not be read as {encoding} and"
                f" {agreeing(n_unreadable, 'was', 'were')} replaced.",
            )
        )
    if n_nul := text.count("\0"):
        text = text.replace("\0", "\ufffd")
        replaced = f"{counted(n_nul, 'NUL character')} {agreeing(n_nul, 'was', 'were')} replaced."
        warnings.append(PageWarning("nul-characters", replaced))
    return Decoded(text, encoding, how, n_unreadable + n_nul, tuple(warnings))


_SURROGATE = re.compile("[\ud800-\udfff]")


def _without_surrogates(text: str) -> tuple[str, int]:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATE.subn("\ufffd", text)
    return text, 0
