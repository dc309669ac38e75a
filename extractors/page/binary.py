"""Detection of binary files and markup, by first bytes or by bytes that no text contains."""

from __future__ import annotations

import re

from boilerscope.extractors.errors import BinaryContentError
from boilerscope.extractors.system.wording import counted

_UNPACK = "unpack it and open the page inside"
_CONVERT = "convert it to HTML first"
_OPEN_PAGE = "open the page that shows it"
_CHOOSE = "choose an HTML file"
_MEDIA = "an audio or video file"

# Header lines of an MHTML file; one of them names the type.
_MHTML = (
    rb"(?i:(?!content-type:)[a-z0-9-]++:[^\n]*+\n(?:[ \t][^\n]*+\n|)*+|)*+"
    rb"(?i:content-type:\s*+multipart/related;)"
)
# First bytes, the kind of file, the remedy. The patterns are strict: no text starts like this.
_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (rb"%PDF-\d", "a PDF document", _CONVERT),
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
    (rb"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (rb"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (rb".{257}ustar", "a TAR archive", _UNPACK),
    (_MHTML, "an MHTML archive", "save the page as HTML"),
    (rb"WARC/[01]\.\d", "a WARC archive of many pages", "run it as a corpus"),
    (rb"\x7fELF|\0asm", "a program", _CHOOSE),
    (rb"SQLite format 3\0", "a database", _CHOOSE),
    (rb"wOF[F2]", "a font", _CHOOSE),
)

_SAMPLE = 4 * 1024
_CONTROLS = bytes(set(range(0x20)) - set(b"\t\n\v\f\r\x1b"))
# A page may contain a few control characters by accident.
_MAX_CONTROL_SHARE = 0.05
_FORGIVEN = 4


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
    if not head.startswith(b"<"):  # like nearly all pages and no binary file
        for first, kind, remedy in _SIGNATURES:
            if re.match(first, head, re.DOTALL):
                raise _error(name, kind, remedy)
    n_controls = len(head) - len(head.translate(None, _CONTROLS))
    if n_controls > _MAX_CONTROL_SHARE * len(head) + _FORGIVEN and not has_wide_characters:
        reason = f"{counted(n_controls, 'control character')} in the first {len(head):,} bytes"
        raise _error(name, f"binary data ({reason})", _CHOOSE)


def start_of_text(head: bytes) -> bytes:
    """Return the first bytes of a file or body without mark, NUL bytes and blanks before them."""
    return head.removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"").lstrip(b"\xff\xfe \t\r\n\f")


def begins_as_markup(data: bytes) -> bool:
    """Return whether the first bytes of a file or body are those of markup, in any encoding."""
    return start_of_text(data[:_SAMPLE]).startswith(b"<")


def _error(name: str, kind: str, remedy: str) -> BinaryContentError:
    subject = f"{name!r} is" if name else "This is"
    return BinaryContentError(f"{subject} {kind}, not an HTML page; {remedy}.")
