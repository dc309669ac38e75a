"""Encoding labels, and the decoder of each encoding."""

from __future__ import annotations

import codecs

import pytest

from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.page.encodings import (
    ENCODINGS,
    codec_of,
    find_encoding,
    require_encoding,
)


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding_has_a_decoder_and_is_its_own_label(name: str) -> None:
    codec = codecs.lookup(codec_of(name))

    assert codec.decode(b"")[0] == ""
    assert find_encoding(name) == name


@pytest.mark.parametrize(
    ("label", "name"),
    [
        (" UTF8 ", "utf-8"),
        ("latin-1", "windows-1252"),
        ("ISO_8859-1:1987", "windows-1252"),
        ("us-ascii", "windows-1252"),
        ("GB2312", "gb18030"),
        ("gbk", "gb18030"),
        ("'Shift_JIS'", "shift_jis"),
        ("windows_1251", "windows-1251"),
        ("Big5-HKSCS", "big5"),
        ("utf-16", "utf-16le"),
    ],
)
def test_label_is_read_in_any_spelling(label: str, name: str) -> None:
    assert find_encoding(label) == name


@pytest.mark.parametrize("label", ["", "no-such", "unicode_escape", "idna", "rot13", "base64"])
def test_codecs_that_no_page_has_are_unknown(label: str) -> None:
    assert find_encoding(label) is None


def test_unknown_required_encoding_is_an_error() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'gb18030'"):
        require_encoding("gb18031")
