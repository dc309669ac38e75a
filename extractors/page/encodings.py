"""Names of encodings: the labels of web pages, and Python's decoders for them.

Labels are those of the WHATWG Encoding Standard (`webencodings`), read as browsers read them
(latin1 is windows-1252). One difference helps with Chinese pages: gb2312 and gbk are read as
gb18030, which contains both.
"""

from __future__ import annotations

import webencodings
from webencodings.labels import LABELS

from boilerscope.extractors.errors import UnknownNameError

# Encodings of the standard that are read as another encoding. Encodings that the standard replaces
# by an error, to protect browsers, are unknown here.
_READ_AS = {
    "gbk": "gb18030",
    "iso-8859-8-i": "iso-8859-8",
    "x-user-defined": "windows-1252",
    "replacement": None,
}

# Labels outside the standard: Python's own, and encodings of old files.
_FURTHER_LABELS = {
    "windows-1252": "latin-1",
    "x-mac-cyrillic": "mac-cyrillic",
    "gb18030": "cp936 gb18030-2000",
    "big5": "big5hkscs cp950",
    "euc-jp": "eucjp",
    "shift_jis": "cp932",
    "euc-kr": "cp949 euckr",
    "utf-16be": "utf-16-be",
    "utf-16le": "utf-16-le",
    "utf-32be": "utf-32be utf-32-be",
    "utf-32le": "utf-32le utf-32 utf-32-le",
    "hz": "hz hz-gb-2312 hz-gb hzgb",
    "cp437": "cp437 ibm437",
    "cp850": "cp850 ibm850",
    "cp852": "cp852 ibm852",
    "johab": "johab",
    # EBCDIC, which no browser reads
    "cp037": "cp037 ibm037 ibm-37 ebcdic-cp-us",
    "cp273": "cp273 ibm273 ibm-273 ebcdic-de-at",
    "cp500": "cp500 ibm500 ibm-500 ebcdic-cp-ch",
    "cp1026": "cp1026 ibm1026 ibm-1026",
    "cp1140": "cp1140 ibm1140 ibm01140 ebcdic-us-37+euro",
}
EBCDIC = ("cp037", "cp273", "cp500", "cp1026", "cp1140")
"""Encodings in which no byte of a letter or of markup is that of ASCII."""

_NAME_OF_LABEL: dict[str, str] = {
    label: read_as
    for label, name in LABELS.items()
    if (read_as := _READ_AS.get(name, name)) is not None
} | {label: name for name, labels in _FURTHER_LABELS.items() for label in labels.split()}

ENCODINGS: tuple[str, ...] = tuple(dict.fromkeys(_NAME_OF_LABEL.values()))
"""Names of the encodings that can be read; every label maps to one of them."""


def find_encoding(label: str) -> str | None:
    """Return the name of the encoding of a label, None if the label is unknown.

    Parameters
    ----------
    label : str
        As written by a page, a server or a user; case, surrounding spaces and quotes are ignored.
    """
    cleaned = label.strip(" \t\n\f\r\"'").lower()
    return _NAME_OF_LABEL.get(cleaned) or _NAME_OF_LABEL.get(cleaned.replace("_", "-"))


def require_encoding(label: str) -> str:
    """Return the name of the encoding of a label.

    Raises
    ------
    UnknownNameError
        If the label is unknown; the message gives the nearest label.
    """
    name = find_encoding(label)
    if name is None:
        raise UnknownNameError("encoding", label, _NAME_OF_LABEL)
    return name


def codec_of(name: str) -> str:
    """Return the name of Python's decoder for an encoding of `ENCODINGS`.

    Some decoders cover fewer characters than browsers do: big5 is read by ``big5hkscs`` instead.
    """
    encoding = webencodings.lookup(name)
    return encoding.codec_info.name if encoding else name
