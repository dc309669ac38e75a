"""The rows of a ledger add up to the errors of the leaderboard, for every extractor.

Every 25th page of the corpora is tested; ``BOILERSCOPE_EVERY=1`` tests all of them, with
``-o faulthandler_timeout=0``, since that takes some minutes.
"""

from __future__ import annotations

import os
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.runs.score_task import score_result
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.case import Reference, ScoredText
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.loss_addresses import NO_RESULT, decisions
from boilerscope.extractors.scoring.losses.ledger import (
    By,
    PaneLosses,
    compared_pages,
    ledger,
    ledger_by_group,
    scored_pages,
)
from boilerscope.extractors.scoring.results import PageResult, ScoredPage, ScoreOptions
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.sources.listing import ListOptions, pages_with_gold
from tests.helpers.corpus_files import write_own_pages
from tests.helpers.material import CORPORA

if TYPE_CHECKING:
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.scoring.results import PaneScore

EVERY = int(os.environ.get("BOILERSCOPE_EVERY", "25"))
TINY = 1e-12

pytestmark = pytest.mark.timeout(3_600)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[ListedPage]:
    """Return pages with gold: our own pages without the corpora."""
    folder = CORPORA
    if not CORPORA.exists():
        folder = write_own_pages(tmp_path_factory.mktemp("own") / "pages")
    return pages_with_gold([str(folder)], ListOptions())[::EVERY]


@pytest.fixture(scope="module", params=list(ScoredText))
def scored(
    request: pytest.FixtureRequest, pages: list[ListedPage]
) -> tuple[ScoreTable, dict[str, PaneLosses]]:
    """Return scores and losses of every extractor."""
    options = ScoreOptions(request.param)
    names = [entry.id for entry in registry.entries() if _is_usable(entry.id)]
    table = ScoreTable(pages, names, options.measures)
    losses = {name: PaneLosses(len(pages)) for name in names}
    for row, entry in enumerate(pages):
        for score in (scores := _scores(entry, names, options)):
            assert score.losses is not None
            _check_page(score)
            losses[score.pane].add(row, score.losses)
        table.add(PageResult(row, scores[0].page, scores))
    return table, losses


def _is_usable(identifier: str) -> bool:
    try:
        return not registry.extractor(identifier).missing()
    except BoilerscopeError:
        return False


def _scores(entry: ListedPage, names: list[str], options: ScoreOptions) -> tuple[PaneScore, ...]:
    page = entry.page()
    reference = Reference(page, entry.gold(page))
    scored_page = ScoredPage(
        entry.page_id, entry.set_name, n_tokens=page.n_tokens, n_gold=int(reference.main.sum())
    )
    return tuple(
        score_result(scored_page, reference, name, result, options, decided=decisions(result))
        for name, result in ((name, runner.run(page, name)) for name in names)
    )


def _check_page(score: PaneScore) -> None:
    """Check that the words of a page are those of its score, exactly."""
    assert score.losses is not None
    both, kept, gold = score.counts["tokens"] or (0, 0, 0)
    gold_kept, missed, wrongly_kept, *_ = score.losses.counts.sum(axis=0).tolist()
    assert (gold_kept, missed, wrongly_kept) == (both, gold - both, kept - both)
    if NO_RESULT not in score.losses.addresses:
        assert score.losses.counts.sum() == score.page.n_tokens
    if kept + gold:
        lost = Fraction(missed + wrongly_kept, kept + gold)
        assert float(1 - lost) == pytest.approx(score.values(["token_f1"])["token_f1"], abs=TINY)


@pytest.mark.parametrize("with_failures", [False, True])
def test_rows_add_up_to_the_leaderboard(
    scored: tuple[ScoreTable, dict[str, PaneLosses]],
    with_failures: bool,  # noqa: FBT001 - a parameter of the test
):
    table, losses = scored
    everything = np.ones(len(table.pages), dtype=np.bool_)
    board = leaderboard(table, everything, ("token_f1",), intervals=())
    for row in board.rows:
        if row.is_silent and not with_failures:
            continue
        pages = (
            scored_pages(table, everything)
            if with_failures
            else compared_pages(table, everything, row.pane)
        )
        for by in By:
            book = ledger(row.pane, losses[row.pane], pages, by=by)
            for average in Average:
                mean = row.mean("token_f1", average)
                f1 = mean.with_failures.value if with_failures else mean.answered.value
                assert book.f1(average) == pytest.approx(f1, abs=TINY)
                lost = sum(line.lost(average) for line in book.rows)
                assert lost == pytest.approx(1 - f1, abs=TINY)
            words = np.array([line.words for line in book.rows]).sum(axis=0)
            assert tuple(words.tolist()) == book.total.words


def test_groups_of_pages_add_up_as_well(scored: tuple[ScoreTable, dict[str, PaneLosses]]):
    table, losses = scored
    pages = scored_pages(table, np.ones(len(table.pages), dtype=np.bool_))
    sets = [table.pages[row].set_name for row in pages.tolist()]
    for pane, of_pane in losses.items():
        book = ledger_by_group(pane, of_pane, pages, sets)

        assert sorted(row.group for row in book.rows) == sorted(set(sets))
        assert sum(row.wrong for row in book.rows) == book.total.wrong
        lost = sum(row.macro for row in book.rows)
        assert lost == pytest.approx(book.total.macro, abs=TINY)


def test_extractors_of_our_own_leave_nothing_untraced_but_words_outside_blocks(
    pages: list[ListedPage],
):
    page = pages[0].page()
    for entry in registry.entries():
        result = runner.run(page, entry.id)
        if not result.steps or result.aligned is not None:
            continue
        is_inside = result.block_of_token >= 0
        assert (decisions(result).number[is_inside] >= 0).all(), entry.id
