"""Typed, dropped or pasted text becomes a page, or an error that names a valid input."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.sources import (
    PageRequest,
    local_path,
    read,
    read_resource_folder,
    understand,
)
from boilerscope.extractors.errors import FetchCancelledError, FetchError, PageError
from boilerscope.extractors.page.fetching import FetchControl
from boilerscope.resources.loader import samples
from tests.helpers.page_bench import counting_server

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.page import Page


def _read(request: PageRequest, *, cancelled: bool = False) -> Page:
    return read(request, FetchControl(cancelled=lambda: cancelled))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a page whose file name has spaces and non-ASCII letters."""
    page_file = tmp_path / "a page ü.html"
    page_file.write_text("<title>Là</title><p>café", encoding="utf-8")
    return page_file


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("https://example.org/a b", "https://example.org/a b"),
        (" HTTP://example.org ", "HTTP://example.org"),
        ("example.org", "https://example.org"),
        ("example.org:8080/x?y#z", "https://example.org:8080/x?y#z"),
        ("www.example.co.uk/news.html", "https://www.example.co.uk/news.html"),
        ("例子.测试", "https://例子.测试"),
        ("localhost:8000/page", "https://localhost:8000/page"),
        ("sample:news-en", "sample:news-en"),
    ],
)
def test_an_address_is_an_address(typed: str, address: str):
    request = understand(typed, encoding="utf-8")

    assert (request.address, request.encoding, request.text) == (address, "utf-8", "")
    assert request.is_live is not address.startswith("sample:")


def test_a_file_is_found_by_path_by_file_address_and_from_the_current_folder(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(file.parent)

    for typed in (str(file), file.as_uri(), file.name, f" {file} "):
        assert understand(typed) == PageRequest(str(file))
    assert not understand(str(file)).is_live


def test_a_file_is_found_below_the_home(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(file.parent))

    assert understand(f"~/{file.name}").address == str(file)


@pytest.mark.parametrize(
    ("markup", "address"),
    [
        ("<p>one", "pasted:HTML"),
        ("<html><TITLE lang=en>\n A \n title </TITLE>", "pasted:A title"),
        ("  <!-- c --><p>one", "pasted:HTML"),
    ],
)
def test_markup_is_a_page(markup: str, address: str):
    request = understand(markup)

    assert (request.address, request.text) == (address, markup.strip())
    assert local_path(request) is None
    assert read_resource_folder(request) is None
    assert _read(request).name == address


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "no such file",
        "page.html",
        "./example.org",
        "/no/such/page.html",
        "ftp://example.org/x",
        "~nobody-of-this-name/x",
        "x" * 5000,
        "a\0b",
        "file://[",
    ],
)
def test_other_input_is_an_error_that_names_valid_input(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(PageError, match=r"neither a file nor an address\. Type a path") as caught:
        understand(typed)

    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("name", ["", "lines.JSONL.gz", "crawl.warc", "gold.json", "list.txt"])
def test_an_input_of_many_pages_is_an_error_that_names_commands_for_it(tmp_path: Path, name: str):
    if name:
        (tmp_path / name).write_bytes(b"a.html")

    with pytest.raises(PageError, match=r"is an input of many pages.*boilerscope extract"):
        understand(str(tmp_path / name))


def test_a_file_is_read_with_the_chosen_encoding(file: Path):
    request = understand(str(file))

    assert _read(request).title == "Là"
    assert _read(request.with_encoding("latin-1")).title == "LÃ"
    assert read_resource_folder(request) == file.parent


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.identifier)
def test_every_sample_can_be_opened(sample: object):
    identifier = sample.identifier  # type: ignore[attr-defined]  # a parameter of the test
    request = understand(f"sample:{identifier}")

    page = _read(request)

    assert page.n_tokens > 100
    path = local_path(request)
    assert path is not None
    assert read_resource_folder(request) == path.parent


def test_an_unknown_sample_is_an_error_that_lists_the_samples():
    with pytest.raises(
        PageError, match=r"'news' is not a built-in sample\. Choose one of news-en, "
    ):
        _read(PageRequest("sample:news"))


def test_a_page_is_fetched_and_the_fetch_can_be_stopped():
    with counting_server() as server:
        server.pages["/page"] = ("text/html; charset=utf-8", "<title>Là</title>".encode())
        request = understand(f"{server.url}/page")

        assert _read(request).title == "Là"
        with pytest.raises(FetchCancelledError):
            _read(request, cancelled=True)
        with pytest.raises(FetchError, match="404"):
            _read(understand(f"{server.url}/missing"))


def test_pasted_markup_of_an_earlier_start_is_an_error_that_names_the_remedy():
    with pytest.raises(PageError, match="Paste it again"):
        _read(PageRequest("pasted:HTML"))
