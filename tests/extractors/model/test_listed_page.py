"""A page that is listed and not read yet."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import CorpusError, GoldError, PageError
from boilerscope.extractors.model.listed_page import (
    UNKNOWN_SIZE,
    BytesPlace,
    FilePlace,
    ListedPage,
    unread,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_a_page_is_named_by_set_and_identifier():
    assert ListedPage("a", "set", BytesPlace(b"")).name == "set/a"
    assert ListedPage("a", "", BytesPlace(b"")).name == "a"


def test_a_page_without_file_has_its_name_as_source(tmp_path: Path):
    assert ListedPage("a", "set", BytesPlace(b"")).source == "set/a"
    assert ListedPage("a", "set", BytesPlace(b"", "-")).source == "-"
    assert ListedPage("a", "set", FilePlace(tmp_path / "a.html")).source == f"{tmp_path}/a.html"


def test_a_page_is_read_with_the_encoding_and_address_of_the_list(tmp_path: Path):
    file = tmp_path / "a.html"
    file.write_bytes("<p>é".encode("latin-1"))
    listed = ListedPage("a", "set", FilePlace(file), url="https://a.org/", encoding="latin-1")

    page = pickle.loads(pickle.dumps(listed)).page()  # noqa: S301 - made here

    assert (page.name, page.url, page.text) == ("a", "https://a.org/", "é")


def test_a_list_of_pages_is_small(tmp_path: Path):
    listed = ListedPage("a", "set", FilePlace(tmp_path / "a.html"), language="en", size=1_000)

    assert not hasattr(listed, "__dict__")
    assert not hasattr(listed.place, "__dict__")
    assert len(pickle.dumps(listed)) < 500


def test_a_file_that_is_gone_is_an_error_when_the_page_is_read(tmp_path: Path):
    listed = ListedPage("a", "set", FilePlace(tmp_path / "a.html"))

    assert listed.located() is listed
    with pytest.raises(PageError, match=r"a\.html' cannot be read"):
        listed.page()


def test_an_input_that_was_not_listed_raises_the_reason_when_it_is_read():
    page = unread("absent.html", "absent.html: no such file.")

    assert page.is_unread
    assert (page.name, page.source, page.size) == ("absent.html", "absent.html", 0)
    assert page.identified() is page
    for read in (page.located, page.page):
        with pytest.raises(CorpusError, match="no such file"):
            read()


def test_a_page_without_gold_says_so():
    listed = ListedPage("a", "set", BytesPlace(b"<p>one"))

    assert not listed.has_gold
    assert listed.assumed_size == UNKNOWN_SIZE
    with pytest.raises(GoldError, match="set/a has no gold"):
        listed.gold(listed.page())
