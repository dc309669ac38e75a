"""Tables with an entry for each code point."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest

from boilerscope.extractors.page.code_points import (
    categories,
    category_table,
    character_table,
    code_points,
    looked_up,
)


def test_a_text_has_its_code_points():
    assert code_points("aé中😀").tolist() == [0x61, 0xE9, 0x4E2D, 0x1F600]
    assert code_points("").tolist() == []


def test_a_table_of_characters_has_single_characters_and_ranges():
    table = character_table("x中", (("0", "9"), ("a", "c")))

    assert [chr(code) for code in np.flatnonzero(table)] == list("0123456789abcx中")
    assert table.take(code_points("b?")).tolist() == [True, False]
    assert not table.flags.writeable


@pytest.mark.parametrize("shape", [(0,), (7,), (2**16,), (2**17 + 3,), (2**16 + 1, 2)])
def test_code_points_of_long_texts_are_looked_up_in_parts(shape: tuple[int, ...]):
    codes = np.random.default_rng(3).integers(0, 0x110000, shape).astype("<u4")
    table, _ = categories()

    assert (looked_up(table, codes) == table[codes]).all()


def test_a_table_of_categories_has_values_by_name_and_by_first_letter():
    table = category_table({"L": 1, "Lu": 2, "Nd": 3})

    assert table.take(code_points("aA7Ⅷ .中")).tolist() == [1, 2, 3, 0, 0, 0, 1]
    assert len(table) == 0x110000


def test_categories_are_those_of_unicode():
    index, names = categories()

    for code in [*range(0x3000), 0x4E00, 0xD800, 0x1F600, 0x3FFFF, 0xE0100]:
        assert names[index[code]] == unicodedata.category(chr(code)), hex(code)
    assert names[index[0x10FFFF]] == ""
