"""Counts of a page by address, and the rows of a ledger."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.loss_addresses import (
    NO_RESULT,
    NOT_TRACED,
    Address,
    Decisions,
)
from boilerscope.extractors.scoring.loss_counts import (
    N_COUNTS,
    PageLosses,
    losses_of_failure,
    page_decisions,
    page_losses,
)
from boilerscope.extractors.scoring.losses.ledger import (
    By,
    PaneLosses,
    ledger,
    ledger_by_group,
    pages_of,
    worst_steps,
)
from boilerscope.extractors.scoring.losses.packed_rows import PART_BYTES

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.case import Prediction, Reference

KEEP = Address("F1", "Keep", "R1", is_kept=True, text="long", tests=(("a", ">"),), order=1)
DROP = Address("F1", "Keep", "R2", is_kept=False, text="short", tests=(("a", ">"),), order=2)
LAST = Address("F2", "Drop", "R1", is_kept=False, text="links", order=1_000_001)


def _decisions(*numbers: int) -> Decisions:
    return Decisions((KEEP, DROP), np.array(numbers, dtype=np.int32))


def _scored(main: str, kept: str, decided: Decisions, counted: str = "") -> PageLosses:
    """Return the losses of a page; masks are written as 1 and 0."""
    masks = [np.array([mark == "1" for mark in mask]) for mask in (main, kept)]
    counts = np.array([mark == "1" for mark in counted or "1" * len(main)])
    reference = cast("Reference", SimpleNamespace(main=masks[0] & counts, counted=counts))
    predicted = cast("Prediction", SimpleNamespace(mask=masks[1] & counts))
    return page_losses(reference, predicted, masks[1], decided)


def _losses(*lines: tuple[Address, list[int]]) -> PageLosses:
    counts = np.zeros((len(lines), N_COUNTS), dtype=np.int32)
    for row, (_, values) in enumerate(lines):
        counts[row, : len(values)] = values
    return PageLosses(tuple(address for address, _ in lines), counts)


def test_words_are_counted_by_rule_and_gold():
    losses = _scored("1100110", "1110000", _decisions(0, 0, 0, 1, 1, -1, -1))

    assert losses.addresses == (KEEP, DROP, NOT_TRACED)
    assert losses.counts.tolist() == [
        [2, 0, 1, 0, 0, 0],
        [0, 1, 0, 1, 0, 0],
        [0, 1, 0, 1, 0, 0],
    ]


def test_words_without_a_class_are_counted_apart():
    losses = _scored("1111", "1100", _decisions(0, 0, 1, 1), counted="1010")

    assert losses.counts.tolist() == [[1, 0, 0, 0, 1, 0], [0, 1, 0, 0, 0, 1]]


def test_a_word_whose_scored_state_is_not_that_of_its_rule_is_not_traced():
    decided = _decisions(0, 0)
    reference = cast(
        "Reference", SimpleNamespace(main=np.array([True, True]), counted=np.array([True, True]))
    )
    predicted = cast("Prediction", SimpleNamespace(mask=np.array([True, False])))

    losses = page_losses(reference, predicted, np.array([True, True]), decided)

    assert losses.addresses == (KEEP, NOT_TRACED)
    assert losses.counts[:, :2].tolist() == [[1, 0], [0, 1]]


def test_words_of_a_page_without_gold_are_kept_or_dropped():
    losses = page_decisions(np.array([True, False, False]), _decisions(0, 1, -1))

    assert losses.counts[:, 4:].tolist() == [[1, 0], [0, 1], [0, 1]]
    assert losses.counts[:, :4].sum() == 0


@pytest.fixture
def losses() -> PaneLosses:
    """Return the losses of three pages; the last one failed."""
    pages = PaneLosses(4)
    pages.add(0, _losses((KEEP, [6, 0, 2]), (DROP, [0, 2, 0, 5])))
    pages.add(2, _losses((KEEP, [10]), (LAST, [0, 0, 0, 7]), (NOT_TRACED, [0, 10])))
    pages.add(3, losses_of_failure(12))
    return pages


def test_a_wrong_word_costs_its_page_one_by_kept_and_gold_words(losses: PaneLosses):
    book = ledger("toy", losses, np.array([0, 2]))

    # Page 0: 4 wrong words of 8 kept and 8 gold words; page 2: 10 of 10 and 20.
    costs = {row.addresses[0]: row.macro for row in book.rows}
    assert costs == pytest.approx(
        {KEEP: 2 / 16 / 2, DROP: 2 / 16 / 2, LAST: 0.0, NOT_TRACED: 10 / 30 / 2}
    )
    assert book.f1(Average.MACRO) == pytest.approx(1 - (4 / 16 + 10 / 30) / 2)
    assert book.f1(Average.MICRO) == pytest.approx(1 - 14 / 46)


def test_rows_are_ordered_by_loss_and_untraced_words_are_last(losses: PaneLosses):
    book = ledger("toy", losses, np.array([0, 2, 3]))

    assert [row.addresses[0] for row in book.rows] == [KEEP, DROP, LAST, NO_RESULT, NOT_TRACED]
    assert [row.outcome for row in book.rows] == ["C", "B", "B", "?", "?"]
    assert [row.n_pages for row in book.rows] == [1, 1, 0, 1, 1]


def test_a_failure_costs_a_whole_page_also_without_gold_words():
    losses = PaneLosses(1)
    losses.add(0, losses_of_failure(0))

    book = ledger("toy", losses, np.array([0]))

    assert book.f1(Average.MACRO) == 0.0
    assert book.rows[0].n_pages == 1


def test_a_snapshot_stays_as_it_is_while_pages_are_added(losses: PaneLosses):
    taken = losses.snapshot()
    before = ledger("toy", taken, np.array([0, 1, 2]))

    other = replace(KEEP, rule="R9")
    losses.add(1, replace(_losses((other, [1, 0, 3])), curves={"a": np.ones((21, 2), np.int32)}))

    after = ledger("toy", taken, np.array([0, 1, 2]))
    assert (after, taken.addresses) == (before, (KEEP, DROP, LAST, NOT_TRACED, NO_RESULT))
    assert not taken.has_page[1]
    assert not taken.has_curve("a")
    taken.add(1, _losses((DROP, [0, 7])))
    assert ledger("toy", losses, np.array([1])).total.words == (1, 0, 3, 0, 0, 0)


def test_a_page_costs_few_bytes_and_no_objects():
    curve = np.arange(42, dtype=np.int32).reshape(21, 2)
    n_pages, rng = 5_000, np.random.default_rng(1)
    pages = [
        replace(
            _losses((KEEP, [*numbers[:1], 0, *numbers[1:2]]), (DROP, [0, *numbers[2:3], 0])),
            curves={"a": curve * numbers[3]},
        )
        for numbers in rng.integers(0, 2_000, (50, 4)).tolist()
    ]
    tracemalloc.start()
    losses = PaneLosses(n_pages)
    for row in range(n_pages):
        losses.add(row, pages[rng.integers(50)])
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    numbers = 2 * 8 + 43  # of two lines and a curve
    assert used <= n_pages * (numbers * 4 / 2 + 1) + 2 * (PART_BYTES + 20_000)
    assert len(losses.lines().page) == 2 * n_pages


def test_only_the_pages_asked_for_count(losses: PaneLosses):
    book = ledger("toy", losses, np.array([0]))

    assert [row.addresses[0] for row in book.rows] == [KEEP, DROP]
    assert (book.total.missed, book.total.wrongly_kept, book.total.correct) == (2, 2, 11)


def test_no_page_gives_no_row_and_no_f1(losses: PaneLosses):
    book = ledger("toy", losses, np.array([], dtype=np.int64))

    assert book.rows == ()
    assert np.isnan(book.f1(Average.MACRO))


@pytest.mark.parametrize(
    ("by", "rows"),
    [
        (By.STEP, [(KEEP,), (DROP,), (LAST,)]),
        (By.SETTING, [(KEEP,), (DROP,), (LAST,)]),
        (By.TERM, [(KEEP,), (DROP,), (LAST,)]),
    ],
)
def test_rows_can_be_steps_settings_or_terms(
    losses: PaneLosses, by: By, rows: list[tuple[Address, ...]]
):
    book = ledger("toy", losses, np.array([0, 2]), by=by)

    assert [row.addresses for row in book.rows] == [*rows, (NOT_TRACED,)]


def test_pages_of_a_rule_begin_with_most_wrong_words(losses: PaneLosses):
    everything = np.array([0, 1, 2, 3])

    assert pages_of(losses, everything, lambda _: True) == [(3, 12, 0), (2, 10, 0), (0, 2, 2)]
    assert pages_of(losses, everything, lambda address: address == KEEP) == [(0, 0, 2)]


def test_groups_of_pages_share_the_words_of_a_rule(losses: PaneLosses):
    book = ledger_by_group(
        "toy", losses, np.array([0, 2]), ["forum", "article"], lambda address: address == KEEP
    )

    assert [(row.group, row.wrong) for row in book.rows] == [("forum", 2), ("article", 0)]


@pytest.mark.parametrize("average", list(Average))
def test_groups_of_pages_are_ordered_by_loss_as_rules_are(losses: PaneLosses, average: Average):
    pages = np.array([0, 1, 2, 3])
    book = ledger_by_group("toy", losses, pages, worst_steps(losses, pages), average=average)

    lost = [row.lost(average) for row in book.rows]
    assert len(lost) == 4
    assert lost == sorted(lost, reverse=True)


def test_pages_are_grouped_by_the_step_that_decides_most_of_their_wrong_words(losses: PaneLosses):
    pages = np.array([0, 1, 2, 3])
    names = worst_steps(losses, pages)

    assert names == [f"{KEEP.step} {KEEP.title}", "no wrong word", "not traced", "no result"]
    book = ledger_by_group("toy", losses, pages, names)
    assert {row.group: row.wrong for row in book.rows}["not traced"] == 10


def test_losses_of_a_page_are_added_once(losses: PaneLosses):
    with pytest.raises(ValueError, match="page 0"):
        losses.add(0, losses_of_failure(1))
