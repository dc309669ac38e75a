"""Bytes to text: which encoding a page is in, found in one fixed order.

Byte order mark, the user's choice, valid UTF-8, the declaration (HTTP header, meta element, XML
prolog), and only then a detector. Valid UTF-8 stands before the declaration because pages saved
from a browser keep the declaration of their former encoding.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from typing import Literal

from extractors.page.binary import reject_binary
from extractors.page.encodings import codec_of, find_encoding, require_encoding
from extractors.page.records import PageWarning

How = Literal["bom", "user", "utf-8", "http", "meta", "xml", "detected", "serialised", "none"]

# The longer mark first: UTF-32 little-endian begins like UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32le"),
    (codecs.BOM_UTF32_BE, "utf-32be"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
_WIDE = ("utf-16le", "utf-16be", "utf-32le", "utf-32be")
# Encodings of seven bits, and what shifts them out of ASCII.
_SHIFTS = {"iso-2022-jp": b"\x1b", "hz": b"~{"}
_UTF16_MARKUP = re.compile(rb"<\0[^\0]\0|\0<\0[^\0]")
_SEARCHED = 64 * 1024
_DETECTED = 128 * 1024

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
    """Text with where its encoding came from.

    Attributes
    ----------
    text : str
        Without byte order mark, NUL and lone surrogates.
    encoding : str
        A name of `ENCODINGS`; `decode` takes it again.
    how : str
        Which rule found the encoding: ``bom``, ``user``, ``utf-8`` (the bytes are valid UTF-8),
        ``http``, ``meta``, ``xml``, ``detected``; ``serialised`` for text written from a live
        document, ``none`` where there was nothing to decode.
    n_replaced : int
        Characters that could not be read, each U+FFFD in the text now.
    warnings : tuple of PageWarning
        What was lost, for the reader.
    """

    text: str
    encoding: str
    how: How
    n_replaced: int = 0
    warnings: tuple[PageWarning, ...] = ()


def decode(
    data: bytes, *, encoding: str | None = None, http_charset: str | None = None, name: str = ""
) -> Decoded:
    """Return the text of a page's bytes.

    Parameters
    ----------
    data : bytes
        As they came over the wire or stand in the file, not compressed.
    encoding : str, optional
        The user's choice; only a byte order mark is stronger.
    http_charset : str, optional
        The charset that the server named.
    name : str, optional
        What messages call the input.

    Raises
    ------
    UnknownNameError
        If nobody knows the user's encoding.
    BinaryContentError
        If the bytes are not text.
    """
    chosen = require_encoding(encoding) if encoding else None
    found, how, skipped = _marked(data, chosen) or (None, "none", 0)
    reject_binary(data, name=name, has_wide_characters=found in _WIDE)
    if found is None:
        utf8 = _as_utf8(data)
        if utf8 is not None and not _is_seven_bit(data, utf8, http_charset):
            how = "utf-8" if data else "none"
            # Bytes are searched sooner than text; most pages hold no NUL.
            return _cleaned(utf8, "utf-8", how, 0) if b"\0" in data else Decoded(utf8, "utf-8", how)
        found, how = _declared(data, http_charset) or (_detected(data), "detected")
    text, n_unreadable = _read(data[skipped:] if skipped else data, found)
    return _cleaned(text, found, how, n_unreadable)


def decode_nothing(text: str) -> Decoded:
    """Return text that is text already, cleaned of what no page may hold."""
    warnings = []
    text, n_surrogates = _without_surrogates(text.removeprefix("\ufeff"))
    if n_surrogates:
        warnings.append(
            PageWarning("lone-surrogates", f"{n_surrogates:,} lone surrogates were replaced.")
        )
    cleaned = _cleaned(text, "utf-8", "none", 0)
    return replace(
        cleaned,
        n_replaced=cleaned.n_replaced + n_surrogates,
        warnings=(*warnings, *cleaned.warnings),
    )


def _marked(data: bytes, chosen: str | None) -> tuple[str, How, int] | None:
    """Return encoding, rule and length of the byte order mark, where one need not look further."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name, "bom", len(mark)
    if chosen:
        return chosen, "user", 0
    if _UTF16_MARKUP.match(data):
        return ("utf-16le" if data[0] else "utf-16be"), "detected", 0
    return None


def _as_utf8(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _is_seven_bit(data: bytes, text: str, http_charset: str | None) -> bool:
    """Tell whether the bytes are valid UTF-8 only because their encoding has seven bits."""
    if not text.isascii() or not any(shift in data for shift in _SHIFTS.values()):
        return False
    declared = _declared(data, http_charset)
    return declared is not None and _SHIFTS.get(declared[0], b"\0") in data


def _declared(data: bytes, http_charset: str | None) -> tuple[str, How] | None:
    if http_charset and (name := find_encoding(http_charset)):
        return name, "http"
    if name := _from_meta(data[:_SEARCHED]):
        return name, "meta"
    prolog = _XML_PROLOG.match(data[:1024])
    if prolog and (name := _find_label(prolog[1])):
        return name, "xml"
    return None


def _find_label(label: bytes) -> str | None:
    """Return the encoding that a page says it is in.

    A declaration that can be read as ASCII does not stand in a page of two-byte characters.
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

    # Its mapping to the names of browsers reads Korean and what it cannot tell as UTF-8.
    guess = detect_encoding(data, max_len=_DETECTED, html5_compatible=False)
    return (find_encoding(guess) if guess else None) or "windows-1252"


def _read(data: bytes, encoding: str) -> tuple[str, int]:
    """Return the text and how many characters of it could not be read."""
    codec = codec_of(encoding)
    try:
        return data.decode(codec), 0
    except UnicodeDecodeError:
        text = data.decode(codec, "replace")
        # The page may hold U+FFFD of its own; those stay when errors are left out.
        own = data.decode(codec, "ignore").count("\ufffd")
        return text, text.count("\ufffd") - own


def _cleaned(text: str, encoding: str, how: How, n_unreadable: int) -> Decoded:
    warnings = []
    if n_unreadable:
        warnings.append(
            PageWarning(
                "replaced-characters",
                f"{n_unreadable:,} characters could not be read as {encoding} and were replaced.",
            )
        )
    if n_nul := text.count("\0"):
        text = text.replace("\0", "\ufffd")
        warnings.append(PageWarning("nul-characters", f"{n_nul:,} NUL characters were replaced."))
    return Decoded(text, encoding, how, n_unreadable + n_nul, tuple(warnings))


_SURROGATE = re.compile("[\ud800-\udfff]")


def _without_surrogates(text: str) -> tuple[str, int]:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATE.subn("\ufffd", text)
    return text, 0
