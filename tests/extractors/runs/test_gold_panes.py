"""Annotators as panes of a run: scored, stored, compared and lost as the results of extractors."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.errors import GoldError, UnknownNameError
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.gold_page import GoldPage
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.changes import compare_stored
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.gold_panes import (
    annotator_panes,
    check_annotators,
    find_annotators,
)
from boilerscope.extractors.runs.results_by_page import stored_results
from boilerscope.extractors.runs.stored import read_stored
from boilerscope.extractors.scoring.changes.records import Changes
from boilerscope.extractors.scoring.groups import group_names
from boilerscope.extractors.scoring.leaderboard import group_rows
from boilerscope.extractors.scoring.loss_addresses import NO_RESULT, NOT_TRACED
from boilerscope.extractors.scoring.results import PageStatus, ScoreOptions
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.sources.corpus import Corpus
from tests.helpers.annotated import MARKS, mark, write_annotated
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.results import PageResult, PaneScore

OPTIONS = RunOptions(ScoreOptions())


@pytest.fixture
def pages(tmp_path: Path) -> list[ListedPage]:
    return Corpus([write_annotated(tmp_path / "marked")]).read_all().pages


def run(
    pages: Sequence[ListedPage], store: ResultStore | None = None, options: RunOptions = OPTIONS
) -> list[PageResult]:
    panes = (Pane("bte", "bte", registry.extractor("bte").default_settings()),)
    files = annotator_panes(("Ada", "Bob"), ("bte",))
    running = CorpusRun(pages, panes, options, store, files=files)
    return sorted(running.results(), key=lambda result: result.index)


def score(result: PageResult, pane: str) -> PaneScore:
    return next(score for score in result.scores if score.pane == pane)


def counts(result: PageResult, pane: str) -> tuple[int, ...] | None:
    return score(result, pane).counts["tokens"]


def by_hand(marks: str, gold: str) -> tuple[int, int, int]:
    """Return the words in both, in the marks and in the gold, of those that are decided."""
    decided = [(a in "13", b in "13") for a, b in zip(marks, gold, strict=True) if b not in "05"]
    return (
        sum(a and b for a, b in decided),
        sum(a for a, _ in decided),
        sum(b for _, b in decided),
    )


def test_annotators_are_scored_against_each_other(pages: list[ListedPage]):
    results = run([replace(page, gold_by="Ada") for page in pages])

    for result, marks in zip(results[:2], MARKS[:2], strict=True):
        assert result.page.status is PageStatus.SCORED
        assert counts(result, "Bob") == by_hand(marks["Bob"], marks["Ada"])
        assert counts(result, "Ada") == by_hand(marks["Ada"], marks["Ada"])
    assert score(results[2], "Bob").status is Status.UNAVAILABLE
    assert score(results[2], "Bob").message == "Bob has not marked this page."


def test_annotators_are_scored_against_the_gold_of_the_file(pages: list[ListedPage]):
    results = run(pages)

    # Where they contradict each other the gold is undecided.
    assert counts(results[0], "Ada") == by_hand(MARKS[0]["Ada"], "1115522220")
    assert counts(results[2], "Ada") == by_hand(MARKS[2]["Ada"], MARKS[2]["Ada"])


def test_pages_without_marks_of_the_reference_have_no_gold(pages: list[ListedPage]):
    results = run([replace(page, gold_by="Bob") for page in pages])

    assert [result.page.status for result in results] == [
        *(PageStatus.SCORED, PageStatus.SCORED),
        PageStatus.NO_GOLD,
    ]
    assert results[2].page.message.startswith("Bob has not marked")


def test_losses_of_an_annotator_are_not_traced(pages: list[ListedPage]):
    results = run(pages, options=RunOptions(ScoreOptions(losses=True)))

    losses = score(results[0], "Bob").losses
    assert losses is not None
    assert set(losses.addresses) == {NOT_TRACED}
    lost = score(results[2], "Bob").losses
    assert lost is not None
    assert lost.addresses == (NO_RESULT,)


def test_other_marks_and_another_reference_are_other_scores(
    pages: list[ListedPage], store: ResultStore, tmp_path: Path
):
    first = run(pages, store)
    again = run(pages, store)
    by_ada = run([replace(page, gold_by="Ada") for page in pages], store)
    mark(tmp_path / "marked" / "page-0.html", {"Bob": "1112222221"})
    other = run(Corpus([tmp_path / "marked"]).read_all().pages, store)
    back = run([replace(page, gold_by="Ada") for page in pages], store)

    assert [result.is_kept for result in again] == [True] * 3
    assert [result.scores for result in again] == [result.scores for result in first]
    assert counts(by_ada[0], "Bob") != counts(first[0], "Bob")
    assert counts(other[0], "Bob") == by_hand("1112222221", "1115522221")
    assert counts(back[0], "Bob") == by_hand("1112222221", MARKS[0]["Ada"])
    assert [result.is_kept for result in back] == [False, True, True]


def test_stored_results_are_those_of_the_marks_that_were_scored(
    pages: list[ListedPage], store: ResultStore, tmp_path: Path
):
    copy = Corpus([write_annotated(tmp_path / "copy")]).read_all().pages
    mark(tmp_path / "copy" / "page-0.html", {"Bob": "1112222222"})
    copy = Corpus([tmp_path / "copy"]).read_all().pages
    [bob] = annotator_panes(["Bob"], ())
    run(pages, store)
    run(copy, store)

    masks = []
    for listed in (pages, copy):
        results = dict(stored_results(listed, (bob,), OPTIONS.score, store))
        [kept] = results[0]
        assert kept is not None
        masks.append("".join(str(int(word)) for word in kept.mask))

    assert masks == ["1111000000", "1110000000"]


@pytest.mark.parametrize("by", ["language", "set", "type"])
def test_groups_have_the_means_of_annotators_on_their_pages(
    pages: list[ListedPage], tmp_path: Path, by: str
):
    others = Corpus([write_annotated(tmp_path / "others")]).read_all().pages
    both = [*(replace(page, language="en") for page in pages), *others]
    both = [replace(page, gold_by="Ada") for page in both]
    results = run(both)
    table = ScoreTable(both, ("bte", "Ada", "Bob"), OPTIONS.score.measures)
    for result in results:
        table.add(result)

    rows = group_rows(table, np.ones(len(both), dtype=np.bool_), by, "token_f1")

    assert rows
    for row in rows:
        of_group = [results[number] for number in row.rows]
        assert set(group_names([result.page for result in of_group], by)) == {row.name}
        of_bob = [score(result, "Bob") for result in of_group]
        f1 = [bob.values(["token_f1"])["token_f1"] for bob in of_bob if bob.status is Status.OK]
        assert list(row.means[1:]) == pytest.approx([1.0, np.mean(np.array(f1, dtype=float))])


def test_changes_between_annotators_are_the_words_on_which_they_differ(
    pages: list[ListedPage], store: ResultStore
):
    options = RunOptions(ScoreOptions(losses=True))
    ada, bob = annotator_panes(("Ada", "Bob"), ("bte",))
    run(pages, store, options)
    changes = Changes("Ada", "Bob")

    compared = list(compare_stored(pages, (ada, bob), options.score, store, changes))

    def kept(marks: str) -> list[bool]:
        return [mark in "13" for mark in marks]

    expected = []
    for marks in MARKS[:2]:
        pairs = list(zip(kept(marks["Ada"]), kept(marks["Bob"]), strict=True))
        expected.append((pairs.count((True, False)), pairs.count((False, True))))
    assert compared[:2] == [0, 1]
    found = {page.index: (page.lost, page.won) for page in changes.pages}
    assert [found.get(row, (0, 0)) for row in range(2)] == expected


def test_a_page_is_read_with_the_marks_of_its_annotators(
    pages: list[ListedPage], store: ResultStore
):
    files = annotator_panes(("Ada", "Bob"), ())

    first, last = (read_stored(pages[row], (), files, store.folder) for row in (0, 2))

    assert first.results["Ada"].mask.sum() == 5
    assert first.results["Bob"].status is Status.OK
    assert last.results["Bob"].status is Status.UNAVAILABLE


def test_annotators_are_found_without_reading_pages(pages: list[ListedPage], tmp_path: Path):
    plain = Corpus([write_corpus(tmp_path / "plain", 2)]).read_all().pages
    lines = tmp_path / "all.gold.jsonl"
    own.write(map(GoldPage.read, pages), lines)
    (tmp_path / "marked" / "page-0.html").unlink()

    assert list(find_annotators(pages)) == [("Ada", "Bob"), ("Ada", "Bob"), ("Ada",)]
    assert list(find_annotators(plain)) == [(), ()]
    in_lines = Corpus([lines]).read_all().pages
    assert list(find_annotators(in_lines)) == [("Ada", "Bob"), ("Ada", "Bob"), ("Ada",)]
    assert check_annotators(["Bob", "Bob"], pages, place="--annotator") == ("Bob",)
    with pytest.raises(UnknownNameError, match="did you mean 'Bob'"):
        check_annotators(["Bop"], pages, place="--annotator")
    with pytest.raises(GoldError, match="names no annotators"):
        check_annotators(["Bob"], plain, place="--annotator")


def test_pages_in_lines_keep_the_reference(pages: list[ListedPage], tmp_path: Path):
    lines = tmp_path / "all.gold.jsonl"
    own.write(map(GoldPage.read, pages), lines)
    in_lines = Corpus([lines]).read_all().pages

    results = run([replace(page, gold_by="Ada") for page in in_lines])

    assert counts(results[0], "Bob") == by_hand(MARKS[0]["Bob"], MARKS[0]["Ada"])
