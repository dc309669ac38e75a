"""The search for a page's gold beside its file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.app.session.gold_search import find_entry
from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.gold_page import GoldPage
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage

if TYPE_CHECKING:
    from pathlib import Path

MARKUP = "<p>one two three</p>"


@pytest.fixture
def page_file(tmp_path: Path) -> Path:
    """Return a page two folders below a gold set."""
    file = tmp_path / "html" / "a.html"
    file.parent.mkdir()
    file.write_text(MARKUP, encoding="utf-8")
    return file


def write_set(folder: Path, **fields: object) -> Path:
    """Write a gold set with one page."""
    file = folder / "gold.jsonl"
    line = {"id": "a", "html": "html/a.html", "text": "one two", "lang": "en", **fields}
    file.write_text(f"{json.dumps(line)}\n", encoding="utf-8")
    return file


def write_marks(page_file: Path) -> None:
    """Write marks that classify the whole page as a title."""
    entry = ListedPage("a", "set", FilePlace(page_file))
    page = entry.page()
    classes = np.full(page.n_tokens, GoldClass.TITLE, dtype=np.uint8)
    gold = Gold(classes, Provenance(own.NAME, "test"))
    own.write([GoldPage(entry, page, gold)], own.marks_file(page_file))


def classes_of(page_file: Path) -> list[int]:
    entry = find_entry(page_file)
    assert entry is not None
    classes: list[int] = entry.gold(entry.page()).classes.tolist()
    return classes


def test_gold_of_the_set_is_found(page_file: Path, tmp_path: Path):
    write_set(tmp_path)

    assert classes_of(page_file) == [GoldClass.MAIN, GoldClass.MAIN, GoldClass.BOILERPLATE]


def test_marks_beside_the_page_come_before_the_set(page_file: Path, tmp_path: Path):
    write_set(tmp_path)
    write_marks(page_file)

    assert classes_of(page_file) == [GoldClass.TITLE] * 3


def test_a_page_that_is_in_no_gold_set_has_no_gold(page_file: Path, tmp_path: Path):
    assert find_entry(page_file) is None
    write_set(tmp_path, html="html/b.html")
    assert find_entry(page_file) is None


def test_unreadable_gold_is_an_error_with_its_line(page_file: Path, tmp_path: Path):
    write_set(tmp_path).write_text("not JSON\n", encoding="utf-8")

    with pytest.raises(GoldError, match=r"gold\.jsonl, line 1"):
        find_entry(page_file)
