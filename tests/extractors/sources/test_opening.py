"""Listing of a corpus: pages in every format, without reading them, and errors."""

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.errors import CorpusError, GoldError
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.formats.catalogue import FORMATS
from boilerscope.extractors.gold.gold_page import GoldPage
from boilerscope.extractors.sources.corpus import Corpus
from boilerscope.extractors.sources.lines import read_json_lines
from tests.helpers.gold_sets import open_gold
from tests.helpers.material import CORPORA, OWN_PAGES, corpus_pages, require_corpora

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = pytest.mark.usefixtures("toys")

PAGE = "<html><title>{0}</title><body><p>The council met on Monday, {0}.</p></body></html>"


def _jsonl(file: Path, lines: Iterable[dict[str, Any] | str]) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    file.write_text("".join(f"{line}\n" for line in texts), encoding="utf-8")
    return file


def _inline(number: int) -> dict[str, Any]:
    return {"id": f"p{number}", "html": PAGE.format(number), "lang": "en", "page_type": "article"}


def test_a_folder_lists_its_pages_and_pages_of_its_subfolders(tmp_path: Path):
    folder = tmp_path / "site"
    (folder / "b" / "deep").mkdir(parents=True)
    (folder / "z.html").write_text(PAGE.format("z"))
    (folder / "a.htm").write_text(PAGE.format("a"))
    (folder / "a.html").write_text(PAGE.format("a again"))
    (folder / "b" / "deep" / "c.html.gz").write_bytes(gzip.compress(PAGE.format("c").encode()))
    (folder / "notes.txt").write_text("not a page")

    corpus = Corpus([folder]).read_all()

    names = [page.name for page in corpus.pages]
    assert names == ["site/a", "site/a-2", "site/z", "site/b/deep/c"]
    assert corpus.pages[0].size == len(PAGE.format("a"))
    titles = [page.page().title for page in corpus.pages]
    assert titles == ["a", "a again", "z", "c"]
    assert corpus.n_gold == 0


def test_marks_beside_a_page_are_its_gold_even_if_added_later(tmp_path: Path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(PAGE.format(name))
    corpus = Corpus([tmp_path]).read_all()
    assert corpus.n_gold == 0

    gold_file = _jsonl(tmp_path / "gold.jsonl", [{"id": "a", "html": "a.html", "text": "Monday"}])
    (gold,) = open_gold(gold_file)
    marks = own.marks_file(tmp_path / "a.html")
    marks.write_text(own.line_of(GoldPage.read(gold), "a.html") + "\n", encoding="utf-8")
    gold_file.unlink()

    assert [page.has_gold for page in Corpus([tmp_path]).read_all().pages] == [True, False]
    entry = corpus.pages[0].located()
    assert entry.gold(entry.page()).main().sum() == 1


def test_lines_with_markup_are_pages_with_and_without_gold(tmp_path: Path):
    bare = _jsonl(tmp_path / "pages.jsonl", [_inline(0), {"html": PAGE.format(1), "url": "u"}])
    with_gold = _jsonl(tmp_path / "more.jsonl", [_inline(2) | {"text": "Monday"}])

    corpus = Corpus([bare, with_gold]).read_all()

    assert [page.page_id for page in corpus.pages] == ["p0", "u", "p2"]
    assert [page.has_gold for page in corpus.pages] == [False, False, True]
    assert corpus.counts("language") == {"en": 2, "": 1}
    assert corpus.counts("page_type") == {"article": 2, "": 1}
    assert [page.page().title for page in corpus.pages] == ["0", "1", "2"]
    entry = corpus.pages[2].located()
    assert entry.gold(entry.page()).text == "Monday"


def test_a_folder_of_corpora_lists_the_pages_in_their_lines():
    (page, *_) = pages = Corpus([OWN_PAGES]).read_all().pages
    lines = (OWN_PAGES / "gold.jsonl").read_text(encoding="utf-8").splitlines()

    assert [page.page_id for page in pages] == [json.loads(line)["id"] for line in lines]
    assert page.page().n_tokens > 0
    assert [page.has_gold for page in pages] == [
        json.loads(line)["text"] is not None for line in lines
    ]


def test_the_developer_corpora_are_listed_as_their_readers_list_them():
    require_corpora()
    corpus = Corpus([CORPORA]).read_all()

    assert [page.page_id for page in corpus.pages] == [page.identifier for page in corpus_pages()]
    assert len(corpus.counts("set_name")) == 4
    with_gold = [page.page_id for page in corpus.pages if page.has_gold]
    assert with_gold == [entry.page_id for entry in open_gold(CORPORA)]


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_gold_format_is_a_corpus(tmp_path: Path, name: str):
    gold = {"with": ["The council met"]}
    lines = [_inline(n) | gold | {"text": f"The council met on Monday, {n}."} for n in range(3)]
    source = _jsonl(tmp_path / "gold.jsonl", lines)
    out = tmp_path / ("out.jsonl" if FORMATS[name].writes_file else "out")
    FORMATS[name].write((GoldPage.read(entry) for entry in open_gold(source)), out)

    corpus = Corpus([out]).read_all()

    assert [page.page_id for page in corpus.pages] == ["p0", "p1", "p2"]
    assert corpus.n_gold == 3
    for page, expected in zip(corpus.pages, open_gold(out), strict=True):
        entry = page.located()
        assert (entry.page_id, entry.set_name) == (page.page_id, page.set_name)
        assert entry.name == expected.name
        assert (entry.gold(entry.page()).classes == expected.gold(expected.page()).classes).all()


def test_an_invalid_line_is_an_error_or_skipped(tmp_path: Path):
    file = _jsonl(
        tmp_path / "pages.jsonl",
        [_inline(0), "{not JSON", "", {"id": "x"}, {"id": [1], "html": "<p>"}, "[1]", _inline(6)],
    )

    with pytest.raises(CorpusError, match=r"pages\.jsonl, line 2: not JSON: .* Expected: lines"):
        Corpus([file]).read_all()
    corpus = Corpus([file], skip_errors=True).read_all()

    assert [page.page_id for page in corpus.pages] == ["p0", "p6"]
    assert [problem.origin for problem in corpus.problems] == [
        f"{file}#line={number}" for number in (2, 4, 5, 6)
    ]
    messages = [problem.message.partition(" Expected")[0] for problem in corpus.problems[1:]]
    assert [message.rpartition("jsonl, ")[2] for message in messages] == [
        "line 4: the key html is missing.",
        "line 5: id must be a text or a number, got [1].",
        "line 6: not JSON: not an object.",
    ]


def test_an_error_deeper_in_a_line_is_raised_when_its_page_is_read(tmp_path: Path):
    line = {"id": "a", "html": "<p>a", "text": "a", "with": "not a list"}
    corpus = Corpus([_jsonl(tmp_path / "pages.jsonl", [line])]).read_all()

    with pytest.raises(GoldError, match=r"pages\.jsonl, line 1: with must be a list of texts"):
        corpus.pages[0].located()


def test_a_file_that_cannot_be_opened_does_not_affect_other_files(tmp_path: Path):
    good = _jsonl(tmp_path / "pages.jsonl", [_inline(0)])
    wrong = tmp_path / "paper.pdf"
    wrong.write_bytes(b"%PDF")

    corpus = Corpus([tmp_path / "absent", wrong, good], skip_errors=True).read_all()

    assert [page.page_id for page in corpus.pages] == ["p0"]
    assert "absent: no such file or folder, or no file" in corpus.problems[0].message
    expected = "paper.pdf is not a file of pages. Name a folder of pages, a page, JSON lines"
    assert expected in corpus.problems[1].message


def test_pages_of_a_batch_are_named_as_in_its_results(tmp_path: Path):
    inputs = [str(tmp_path / name / "pages") for name in ("a", "b", "a")]
    for folder in inputs[:2]:
        Path(folder).mkdir(parents=True)
        Path(folder, "x.html").write_text("<p>text")
    manifest = {"format": "boilerscope-batch", "folder": str(tmp_path), "inputs": inputs}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))

    corpus = Corpus([tmp_path]).read_all()

    assert [page.name for page in corpus.pages] == ["pages/x", "pages/x-2"]


def test_the_error_of_a_corpus_without_pages_names_valid_inputs(tmp_path: Path):
    with pytest.raises(CorpusError, match=r"no pages found\. Name a folder of pages"):
        Corpus([tmp_path]).read_all()


def test_reading_can_be_interrupted_and_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    ticks = iter(range(10_000))
    monkeypatch.setattr(time, "monotonic", lambda: next(ticks))
    corpus = Corpus([_jsonl(tmp_path / "pages.jsonl", map(_inline, range(5)))])

    assert next(corpus.read()) == 1
    assert not corpus.is_read
    assert list(corpus.read()) == [2, 3, 4, 5, 5]
    assert corpus.is_read


def test_lines_after_a_byte_order_mark_and_with_spaces_around_are_read(tmp_path: Path):
    lines = b'\xef\xbb\xbf{"id": "a", "html": "<p>one"}\r\n  {"id": "b", "html": "<p>two"} \n'
    (tmp_path / "pages.jsonl").write_bytes(lines)

    pages = list(read_json_lines(tmp_path / "pages.jsonl"))

    texts = [page.page().text for page in pages]
    assert texts == ["one", "two"]


def test_the_set_of_a_ground_truth_file_is_its_name_whatever_its_suffix(tmp_path: Path):
    line = {"page_id": "a", "plaintext": "Words.", "url": "https://example.org/a"}
    (tmp_path / "news.JSONL").write_text(json.dumps(line) + "\n")

    (page,) = read_json_lines(tmp_path / "news.JSONL")

    assert not page.is_unread
    assert page.set_name == page.located().set_name == "news"
