"""Lines of text in UTF-8, UTF-16 and UTF-32."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.system.text_lines import as_utf8, lines_of

ENCODINGS = ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"]
# Among them are characters that have the byte of a line end, and pairs of surrogates.
LETTERS = st.sampled_from('a{"}:\u0a0a\u0a00\u010a\U0001f60a\r ')


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(texts=st.lists(st.text(LETTERS), max_size=6), end=st.sampled_from(["", "\n"]))
def test_lines_are_those_of_the_text(encoding: str, texts: list[str], end: str):
    text = "\n".join(["{", *texts]) + end
    data = text.encode(encoding)

    lines = list(lines_of(io.BytesIO(data)))

    assert [line.data.decode() for line in lines] == list(io.StringIO(text, newline="\n"))
    assert sum(line.size for line in lines) == len(data)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_line_is_read_again_at_its_position(encoding: str):
    data = '{"a": "\u0a0a"}\n{"b": 1}\n'.encode(encoding)
    first, second = lines_of(io.BytesIO(data))

    assert as_utf8(data[first.size :]) == second.data == b'{"b": 1}\n'


def test_a_cut_character_is_replaced():
    assert as_utf8('{"a'.encode("utf-16")[:-1]).decode() == '{"\ufffd'
