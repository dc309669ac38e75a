"""Detection of binary files and markup, by first bytes or by bytes that no text contains."""

from __future__ import annotations

import re

from boilerscope.extractors.errors import BinaryContentError
from boilerscope.extractors.system.wording import counted

_UNPACK = "unpack it and open the page inside"
_CONVERT = "convert it to HTML first"
_OPEN_PAGE = "open the page that shows it"
_CHOOSE = "choose an HTML file"
_ENCODING = "name its encoding or choose another file"
_MEDIA = "an audio or video file"

# Header lines of an MHTML file; one of them names the type.
_MHTML = (
    rb"(?i:(?!content-type:)[a-z0-9-]++:[^\n]*+\n(?:[ \t][^\n]*+\n|)*+|)*+"
    rb"(?i:content-type:\s*+multipart/related;)"
)
# First bytes, the kind of file, the remedy. The patterns are strict: no text starts like this.
_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (rb"\s{0,1000}%PDF-\d", "a PDF document", _CONVERT),
    (rb"%!PS", "a PostScript document", _CONVERT),
    (rb"\{\\rtf\d", "an RTF document", _CONVERT),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", _CONVERT),
    (rb"bplist\d\d", "a property list or Safari web archive", "save the page as HTML"),
    (rb"\x89PNG\r\n\x1a\n", "a PNG image", _OPEN_PAGE),
    (rb"GIF8[79]a", "a GIF image", _OPEN_PAGE),
    (rb"\xff\xd8\xff", "a JPEG image", _OPEN_PAGE),
    (rb"II\*\0|MM\0\*", "a TIFF image", _OPEN_PAGE),
    (rb"\0\0[\x01\x02]\0", "an icon or cursor file", _OPEN_PAGE),
    (rb"RIFF....WEBP", "a WebP image", _OPEN_PAGE),
    (rb"RIFF....(?:WAVE|AVI )", _MEDIA, _OPEN_PAGE),
    (rb"OggS\0|fLaC\0|ID3[\x02-\x04]|\xff[\xfb\xf3\xf2]", _MEDIA, _OPEN_PAGE),
    (rb"\0\0\0.ftyp|\x1a\x45\xdf\xa3", _MEDIA, _OPEN_PAGE),
    (rb"PK(?:\x03\x04|\x05\x06)", "a ZIP archive or a document packed as one", _UNPACK),
    (rb"\x1f\x8b\x08", "a gzip archive", _UNPACK),
    (rb"BZh[1-9]\x31\x41\x59\x26", "a bzip2 archive", _UNPACK),
    (rb"\xfd7zXZ\0", "an XZ archive", _UNPACK),
    (rb"\x28\xb5\x2f\xfd", "a Zstandard archive", _UNPACK),
    (rb"\x04\x22\x4d\x18", "an LZ4 archive", _UNPACK),
    (rb"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (rb"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (rb".{257}ustar", "a TAR archive", _UNPACK),
    (_MHTML, "an MHTML archive", "save the page as HTML"),
    (rb"WARC/[01]\.\d", "a WARC archive of many pages", "run it as a corpus"),
    (rb"\x7fELF|\0asm|MZ.\0|\xca\xfe\xba\xbe|[\xce\xcf]\xfa\xed\xfe", "a program", _CHOOSE),
    (rb"SQLite format 3\0", "an SQLite database", _CHOOSE),
    (rb"PAR1.", "a Parquet table", _CHOOSE),
    (rb"wOF[F2]|OTTO\0|\0\x01\0\0\0", "a font", _CHOOSE),
)

_SAMPLE = 4 * 1024
_CONTROLS = bytes(set(range(0x20)) - set(b"\t\n\v\f\r\x1b"))
# A page may contain a few control characters by accident.
_MAX_CONTROL_SHARE = 0.05
_FORGIVEN = 4
_UNREADABLE = re.compile(
    "[\\x00-\\x08\\x0e-\\x1a\\x1c-\\x1f\\x7f-\\x84\\x86-\\x9f\\ufffd\\ue000-\\uf8ff]"
)
_TAG = re.compile("<[A-Za-z!/?]")


def reject_binary(data: bytes, *, name: str = "", has_wide_characters: bool = False) -> None:
    """Raise if the bytes are not text.

    Parameters
    ----------
    data : bytes
        The whole input; controls are counted in its first 4 KiB.
    name : str, optional
        Name of the input in messages.
    has_wide_characters : bool, optional
        Whether each character takes two or four bytes, so that NUL bytes are normal.

    Raises
    ------
    BinaryContentError
        The message names the kind of file and the remedy.
    """
    head = data[:_SAMPLE]
    known = _kind_and_remedy(head)
    if known is not None:
        raise _error(name, *known)
    n_found = n_controls(head)
    if n_found > _MAX_CONTROL_SHARE * len(head) + _FORGIVEN and not has_wide_characters:
        reason = f"{counted(n_found, 'control character')} in the first {len(head):,} bytes"
        raise _error(name, f"binary data ({reason})", _CHOOSE)


def reject_unreadable(text: str, *, name: str = "") -> None:
    """Raise if decoded bytes are neither markup nor text, because nobody knows their encoding.

    Parameters
    ----------
    text : str
        The whole input; characters are counted in its first 4 KiB.
    name : str, optional
        Name of the input in messages.

    Raises
    ------
    BinaryContentError
        If there is no tag, and controls or characters that no encoding has are frequent.
    """
    head = text[:_SAMPLE]
    n_unreadable = len(_UNREADABLE.findall(head))
    if n_unreadable > _MAX_CONTROL_SHARE * len(head) + _FORGIVEN and not _TAG.search(text):
        reason = f"{counted(n_unreadable, 'character')} of the first {len(head):,} are no text"
        raise _error(name, f"data of an unknown encoding without a tag ({reason})", _ENCODING)


def n_controls(head: bytes) -> int:
    """Return how many bytes are control characters that text in one-byte characters lacks."""
    return len(head) - len(head.translate(None, _CONTROLS))


def kind_of_file(data: bytes) -> str | None:
    """Return what a file is that is known by its first bytes, such as ``a PDF document``."""
    known = _kind_and_remedy(data[:_SAMPLE])
    return known[0] if known is not None else None


def _kind_and_remedy(head: bytes) -> tuple[str, str] | None:
    if head.startswith(b"<"):  # like nearly all pages and no binary file
        return None
    matches = (re.match(first, head, re.DOTALL) for first, _, _ in _SIGNATURES)
    found = zip(matches, _SIGNATURES, strict=True)
    return next(((kind, remedy) for match, (_, kind, remedy) in found if match), None)


def start_of_text(head: bytes) -> bytes:
    """Return the first bytes of a file or body without mark, NUL bytes and blanks before them."""
    return head.removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"").lstrip(b"\xff\xfe \t\r\n\f")


def begins_as_markup(data: bytes) -> bool:
    """Return whether the first bytes of a file or body are those of markup, in any encoding."""
    return start_of_text(data[:_SAMPLE]).startswith(b"<")


def _error(name: str, kind: str, remedy: str) -> BinaryContentError:
    subject = f"{name!r} is" if name else "This is"
    return BinaryContentError(f"{subject} {kind}, not an HTML page; {remedy}.")
