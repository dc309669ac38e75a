"""Small corpora with gold, toy extractors and a store."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.sources.corpus import Corpus
from tests.helpers import toy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WORDS = "one two three four five six"


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Install all toy extractors."""
    toy.install(monkeypatch, tmp_path_factory.mktemp("toys"), *toy.ENTRIES)


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    """Return six pages: four with gold, one without gold, one with gold of another page."""
    folder = tmp_path / "pages"
    folder.mkdir()
    lines = []
    for number in range(6):
        (folder / f"{number}.html").write_text(f"<p>{WORDS} page{number}<p>x")
        text = {4: None, 5: "something that is not to be found here"}.get(number, WORDS)
        lang = "en" if number % 2 else "fr"
        lines.append({"id": f"p{number}", "html": f"{number}.html", "text": text, "lang": lang})
    file = folder / "gold.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return Corpus([folder]).read_all()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ResultStore]:
    """Return an empty store."""
    with ResultStore(tmp_path / "store") as empty_store:
        yield empty_store


@pytest.fixture
def pages(tmp_path: Path) -> Corpus:
    """Return twelve pages of six sites; the gold text of each page is a block of six words."""
    lines = []
    for number in range(12):
        html = f"<p>{WORDS}<p>menu {number} about us"
        url = f"https://www{number}.site{number % 6}.example/{number}"
        lines.append(json.dumps({"id": f"p{number}", "html": html, "url": url, "text": WORDS}))
    file = tmp_path / "pages.jsonl"
    file.write_text("\n".join(lines))
    return Corpus([file]).read_all()
