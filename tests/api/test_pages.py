"""Pages are read from whatever names them."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import boilerscope
from boilerscope.extractors.errors import PageError, UnknownNameError
from boilerscope.resources.loader import samples

if TYPE_CHECKING:
    from tests.helpers.hostile_server import HostileServer

MARKUP = "<title>Lake</title><p>Water is rising."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lake.html"
    path.write_text(MARKUP, encoding="utf-8")
    return path


def test_a_path_is_read_as_a_text_or_as_a_path(file: Path):
    pages = [boilerscope.read(str(file)), boilerscope.read(file)]

    assert [page.title for page in pages] == ["Lake", "Lake"]
    assert [page.name for page in pages] == ["lake.html", "lake.html"]
    assert pages[0].url == file.as_uri()


def test_markup_is_read_with_its_name_and_address():
    page = boilerscope.read(MARKUP, name="the lake", url="https://lake.example/")

    assert (page.title, page.name, page.url) == ("Lake", "the lake", "https://lake.example/")


def test_bytes_are_decoded_and_unpacked():
    data = "<meta charset=latin1><p>déjà vu".encode("latin-1")

    assert boilerscope.read(data).text == "déjà vu"
    assert boilerscope.read(gzip.compress(data)).text == "déjà vu"
    assert boilerscope.read(data, encoding="cp1250").decoded.encoding == "windows-1250"


def test_an_open_file_is_read_with_its_name(file: Path):
    with file.open("rb") as stream:
        page = boilerscope.read(stream)

    assert (page.name, page.title) == ("lake.html", "Lake")
    assert boilerscope.read(io.StringIO(MARKUP), name="typed").name == "typed"
    assert boilerscope.read(io.BytesIO(MARKUP.encode())).title == "Lake"


def test_a_page_is_fetched_from_its_address(hostile: HostileServer):
    page = boilerscope.read(f"{hostile.url}/page")

    assert page.url == f"{hostile.url}/page"


def test_a_built_in_page_is_read_by_its_name():
    sample = samples()[0]

    page = boilerscope.read(f"sample:{sample.identifier}")

    assert page.data == sample.path.read_bytes()


def test_a_file_whose_name_looks_like_markup_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("a<b.html").write_text(MARKUP, encoding="utf-8")

    assert boilerscope.read("a<b.html").title == "Lake"


def test_an_unknown_file_is_an_error_with_the_nearest_name(file: Path):
    with pytest.raises(UnknownNameError, match=r"unknown file 'lak\.html'; did you mean 'lake"):
        boilerscope.read(file.with_name("lak.html"))
    with pytest.raises(UnknownNameError, match="did you mean 'news-en'"):
        boilerscope.read("sample:news-enn")
    with pytest.raises(UnknownNameError, match=r"unknown file 'report\.html'$"):
        boilerscope.read(file.with_name("report.html"))


@pytest.mark.parametrize("source", ["", "no such page", "no/such/folder/page.html", "a" * 5000])
def test_a_text_that_names_nothing_is_an_error(source: str):
    with pytest.raises(boilerscope.BoilerscopeError):
        boilerscope.read(source)


def test_a_file_of_one_page_is_read_and_of_many_pages_is_an_error(tmp_path: Path):
    lines = tmp_path / "pages.jsonl"
    line = json.dumps({"id": "a", "html": MARKUP}) + "\n"
    lines.write_text(line, encoding="utf-8")

    assert boilerscope.read(lines).title == "Lake"
    lines.write_text(line * 2, encoding="utf-8")
    with pytest.raises(PageError, match="has many pages"):
        boilerscope.read(lines)


def test_an_empty_folder_is_not_a_page(tmp_path: Path):
    with pytest.raises(boilerscope.BoilerscopeError, match=r"no .* pages|no page|no HTML"):
        boilerscope.read(tmp_path)
