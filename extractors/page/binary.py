"""Telling files that are no text: named by their first bytes, or by what no text holds."""

from __future__ import annotations

import re

from extractors.errors import BinaryContentError

_UNPACK = "unpack it and open the page inside"
_CONVERT = "convert it to HTML first"
_OPEN_PAGE = "open the page that shows it"

# Offset, first bytes, what it is, what would be right.
_SIGNATURES: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"%PDF-", "a PDF document", _CONVERT),
    (0, b"%!PS", "a PostScript document", _CONVERT),
    (0, b"{\\rtf", "an RTF document", _CONVERT),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", _CONVERT),
    (0, b"\x89PNG\r\n\x1a\n", "a PNG image", _OPEN_PAGE),
    (0, b"GIF87a", "a GIF image", _OPEN_PAGE),
    (0, b"GIF89a", "a GIF image", _OPEN_PAGE),
    (0, b"\xff\xd8\xff", "a JPEG image", _OPEN_PAGE),
    (8, b"WEBP", "a WebP image", _OPEN_PAGE),
    (0, b"II*\x00", "a TIFF image", _OPEN_PAGE),
    (0, b"MM\x00*", "a TIFF image", _OPEN_PAGE),
    (0, b"\x00\x00\x01\x00", "an icon file", _OPEN_PAGE),
    (4, b"ftyp", "a video, audio or image file", _OPEN_PAGE),
    (0, b"ID3", "an audio file", _OPEN_PAGE),
    (0, b"OggS", "an audio or video file", _OPEN_PAGE),
    (0, b"fLaC", "an audio file", _OPEN_PAGE),
    (8, b"WAVE", "an audio file", _OPEN_PAGE),
    (0, b"\x1aE\xdf\xa3", "a video file", _OPEN_PAGE),
    (
        0,
        b"PK\x03\x04",
        "a ZIP archive (or a document packed as one, such as DOCX or EPUB)",
        _UNPACK,
    ),
    (0, b"PK\x05\x06", "an empty ZIP archive", _UNPACK),
    (0, b"\x1f\x8b", "a gzip archive", _UNPACK),
    (0, b"BZh", "a bzip2 archive", _UNPACK),
    (0, b"\xfd7zXZ\x00", "an XZ archive", _UNPACK),
    (0, b"\x28\xb5\x2f\xfd", "a Zstandard archive", _UNPACK),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (0, b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (257, b"ustar", "a TAR archive", _UNPACK),
    (0, b"WARC/1.", "a WARC archive of many pages", "run it as a corpus"),
    (0, b"\x7fELF", "a program", "choose an HTML file"),
    (0, b"SQLite format 3\x00", "a database", "choose an HTML file"),
    (0, b"wOFF", "a font", "choose an HTML file"),
    (0, b"wOF2", "a font", "choose an HTML file"),
    (0, b"\x00asm", "a program", "choose an HTML file"),
    (0, b"bplist00", "a property list or Safari web archive", "save the page as HTML"),
)

_SAMPLE = 4 * 1024
_CONTROLS = bytes(set(range(0x20)) - {0x09, 0x0A, 0x0C, 0x0D, 0x1B})
_MAX_CONTROL_SHARE = 0.05
_MHTML = re.compile(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)


def reject_binary(data: bytes, *, name: str = "") -> None:
    """Raise if the bytes are no text.

    Parameters
    ----------
    data : bytes
        The whole input; controls are counted in its first 4 KiB.
    name : str, optional
        What the message calls the input.

    Raises
    ------
    BinaryContentError
        Says what the bytes are and what would be right.
    """
    subject = f"{name!r} is" if name else "This is"
    head = data[:_SAMPLE]
    if not head.startswith(b"<"):  # as nearly all pages do, and nothing below does
        for offset, first, kind, remedy in _SIGNATURES:
            if head.startswith(first, offset):
                raise BinaryContentError(f"{subject} {kind}, not an HTML page; {remedy}.")
        if _MHTML.search(head.partition(b"<")[0]):
            raise BinaryContentError(
                f"{subject} an MHTML archive, not an HTML page; save the page as HTML."
            )
    n_controls = len(head) - len(head.translate(None, _CONTROLS))
    if n_controls > _MAX_CONTROL_SHARE * len(head):
        raise BinaryContentError(
            f"{subject} binary data ({n_controls:,} control characters in the first "
            f"{len(head):,} bytes), not an HTML page; choose a text file."
        )
