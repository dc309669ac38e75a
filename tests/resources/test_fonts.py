"""The built-in fonts are complete and small, and their licence is included."""

import struct

import pytest

from boilerscope.resources.loader import resource_path

WEIGHTS = ("Regular", "Italic", "Medium", "SemiBold", "Bold")


@pytest.mark.parametrize("weight", WEIGHTS)
def test_font_is_an_opentype_file_with_all_its_tables(weight: str):
    data = resource_path(f"fonts/Inter-{weight}.otf").read_bytes()
    n_tables = struct.unpack(">H", data[4:6])[0]
    records = [struct.unpack(">4sIII", data[12 + 16 * i : 28 + 16 * i]) for i in range(n_tables)]

    assert data[:4] == b"OTTO"
    assert {b"CFF ", b"cmap", b"name", b"hmtx"} <= {tag for tag, *_ in records}
    assert max(start + length for _, _, start, length in records) <= len(data)


def test_folder_contains_exactly_the_listed_fonts():
    names = {path.name for path in resource_path("fonts").glob("*.otf")}

    assert names == {f"Inter-{weight}.otf" for weight in WEIGHTS}
    assert sum(path.stat().st_size for path in resource_path("fonts").iterdir()) < 4_000_000


def test_licence_is_beside_the_fonts():
    licence = resource_path("fonts/OFL.txt").read_text(encoding="utf-8")
    readme = resource_path("fonts/README.md").read_text(encoding="utf-8")

    assert licence.startswith("Copyright 2020 The Inter Project Authors")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert all(f"Inter-{weight}.otf" in readme for weight in WEIGHTS)
