"""Reading of a page with stored results, without running an extractor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.file_panes import read_file_panes
from boilerscope.extractors.runs.stored import read_stored

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.sources.corpus import Corpus

pytestmark = pytest.mark.usefixtures("toys")


def pane(identifier: str) -> Pane:
    return Pane(identifier, identifier, registry.extractor(identifier).default_settings())


def test_a_page_has_its_gold_and_its_stored_results(
    corpus: Corpus, store: ResultStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for _ in CorpusRun(corpus.pages, [pane("bte")], RunOptions(), store, indices=[1]).results():
        pass
    monkeypatch.setattr(runner, "run", lambda *_: pytest.fail("an extractor runs"))

    stored = read_stored(corpus.pages[1], [pane("bte"), pane("toy")], [], tmp_path / "store")

    monkeypatch.undo()
    page = corpus.pages[1].page()
    expected = runner.run(page, "bte", pane("bte").settings)
    assert stored.gold is not None
    assert stored.gold.main().sum() == 6
    assert list(stored.results) == ["bte"]
    assert (stored.results["bte"].mask == expected.mask).all()
    assert len(stored.results["bte"].mask) == stored.page.n_tokens


def test_results_that_depend_on_the_site_are_found(
    corpus: Corpus, store: ResultStore, tmp_path: Path
):
    settings = registry.extractor("bte").default_settings().replace(minus_template=True)
    minus, page = Pane("minus", "bte", settings), corpus.pages[1]
    for _ in CorpusRun(corpus.pages, [minus], RunOptions(), store, indices=[1]).results():
        pass

    stored = read_stored(page, [minus], [], tmp_path / "store", corpus.pages)

    assert list(stored.results) == ["minus"]
    assert not read_stored(page, [minus], [], tmp_path / "store").results


def test_results_of_a_file_are_aligned(corpus: Corpus, tmp_path: Path):
    file = tmp_path / "results.jsonl"
    file.write_text('{"page_id": "p1", "plaintext": "one two three", "model": "theirs"}\n')
    files = read_file_panes(file)

    stored = read_stored(corpus.pages[1], [], files, tmp_path / "store")

    assert [int(result.mask.sum()) for result in stored.results.values()] == [3]


def test_missing_and_unmatched_gold_is_reported(corpus: Corpus, tmp_path: Path):
    without, broken = (read_stored(corpus.pages[row], [], [], tmp_path / "store") for row in (4, 5))

    assert (without.gold, without.gold_problem) == (None, "")
    assert broken.gold is None or broken.gold.share < 0.5


def test_a_page_whose_file_was_removed_is_an_error(corpus: Corpus, tmp_path: Path):
    (tmp_path / "pages" / "1.html").unlink()

    with pytest.raises(BoilerscopeError, match=r"1\.html"):
        read_stored(corpus.pages[1], [], [], tmp_path / "store")
