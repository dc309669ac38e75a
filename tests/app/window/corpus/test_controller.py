"""The corpus controller: opening, running and outdated results, without a window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.app.session.corpus import CorpusPart, ReadLife, RunLife
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.order import Box, PageFilter, Sort, SortKey, ordered
from boilerscope.extractors.scoring.parts import Ended
from boilerscope.extractors.scoring.results import PageResult
from tests.helpers.corpus_files import write_corpus
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.app.session.corpus import CorpusChanged
    from boilerscope.app.window.corpus.controller import CorpusController
    from tests.helpers.controller_bench import ControllerBench

_RUN_MS = 30_000


def _open(qtbot: QtBot, shared: ControllerBench, path: Path) -> CorpusController:
    corpus = shared.context.corpus
    corpus.show_face(True)
    corpus.open(path)
    qtbot.waitUntil(lambda: corpus.state.record.life is not ReadLife.READING, timeout=_RUN_MS)
    return corpus


def _finish(qtbot: QtBot, corpus: CorpusController) -> None:
    qtbot.waitUntil(lambda: not corpus.state.run.is_busy, timeout=_RUN_MS)


def _run(qtbot: QtBot, shared: ControllerBench, folder: Path) -> CorpusController:
    corpus = _open(qtbot, shared, folder)
    corpus.start()
    _finish(qtbot, corpus)
    return corpus


def test_a_corpus_is_listed_and_every_pane_is_still_to_run(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _open(qtbot, shared, folder)

    assert corpus.state.record.n_pages == 6
    assert corpus.state.table is not None
    assert corpus.state.table.panes == ("toy", "bte")
    assert corpus.state.pending() == ["toy", "bte"]
    assert corpus.state.outdated() == []


def test_a_wrong_line_is_left_out_and_counted(qtbot: QtBot, shared: ControllerBench, folder: Path):
    file = folder / "gold.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*lines[:3], "{broken", *lines[3:]]), encoding="utf-8")

    corpus = _open(qtbot, shared, folder)

    assert corpus.state.record.life is ReadLife.READ
    assert corpus.state.record.n_pages == 6
    assert corpus.state.record.n_left_out == 1
    assert corpus.state.corpus is not None
    assert "gold.jsonl, line 4" in corpus.state.corpus.problems[0].message


def test_a_corpus_without_a_readable_part_says_why(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    (folder / "gold.jsonl").write_text("{broken\n", encoding="utf-8")

    corpus = _open(qtbot, shared, folder)

    assert corpus.state.record.life is ReadLife.FAILED
    assert "gold.jsonl, line 1" in corpus.state.record.problem
    assert corpus.state.table is None
    corpus.start()
    assert corpus.state.run.life is RunLife.IDLE


def test_results_stream_into_the_table_and_nothing_is_left_to_run(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    parts: list[CorpusPart] = []
    shared.context.corpus.changed.connect(lambda change: parts.append(change.parts))

    corpus = _run(qtbot, shared, folder)

    assert corpus.state.run.life is RunLife.DONE
    assert corpus.state.run.number == 1
    assert corpus.state.table is not None
    assert corpus.state.table.is_done.all()
    assert corpus.state.table.is_common.sum() == 6
    assert corpus.state.pending() == []
    assert any(part & CorpusPart.RESULTS for part in parts)


def test_a_second_run_reads_everything_from_the_store(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    corpus = _run(qtbot, shared, folder)

    assert corpus.state.run.progress is not None
    assert corpus.state.run.progress.n_kept == 6


def test_a_changed_pane_is_outdated_and_runs_automatically_if_that_is_quick(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    _run(qtbot, shared, folder)
    corpus = _run(qtbot, shared, folder)  # from the store: quick, even on a slow machine
    before = corpus.state.run.number

    shared.controller.set_settings({"toy": ToySettings(min_words=9)})
    assert corpus.state.outdated() == ["toy"]
    assert corpus.state.pending() == ["toy"]
    assert corpus.state.table is not None
    assert corpus.state.table.is_outdated.tolist() == [True, False]
    assert corpus.state.ran_panes()[0].settings == ToySettings()

    qtbot.waitUntil(lambda: corpus.state.run.number > before, timeout=_RUN_MS)
    _finish(qtbot, corpus)
    assert corpus.state.outdated() == []
    assert not corpus.state.table.is_outdated.any()
    assert corpus.state.ran_panes()[0].settings == ToySettings(min_words=9)


def test_undo_of_a_change_restores_the_results(qtbot: QtBot, shared: ControllerBench, folder: Path):
    corpus = _run(qtbot, shared, folder)
    corpus.show_face(False)  # on the Page face nothing runs automatically

    shared.controller.set_settings({"toy": ToySettings(min_words=9)})
    assert corpus.state.outdated() == ["toy"]
    shared.controller.undo()

    assert corpus.state.outdated() == []


@pytest.mark.parametrize(
    ("measure", "text"), [("shingle_f1", ScoredText.PAGE), ("token_f1", ScoredText.OWN)]
)
def test_other_scores_of_a_run_are_computed_and_then_shown_at_once(
    qtbot: QtBot, shared: ControllerBench, folder: Path, measure: str, text: ScoredText
):
    corpus = _run(qtbot, shared, folder)
    before, number = corpus.state.table, corpus.state.run.number
    seen: list[tuple[str, ScoredText, bool]] = []

    def note(_change: CorpusChanged) -> None:
        choice = corpus.state.choice
        seen.append((choice.measure, choice.text, corpus.state.table is before))

    corpus.changed.connect(note)
    if text is ScoredText.PAGE:
        corpus.score_by(measure)
    else:
        corpus.score_text(text)
    is_asked = corpus.state.rescoring is not None
    shared.wait_for_work()

    assert is_asked
    assert set(seen) == {("token_f1", ScoredText.PAGE, True), (measure, text, False)}
    assert seen == sorted(seen, key=lambda state: not state[2])
    table = corpus.state.table
    assert table is not None
    assert not np.isnan(table.values(measure)).all(axis=1).any()
    assert corpus.state.run.number == number
    assert corpus.state.pending() == corpus.state.outdated() == []


def test_a_measure_that_is_there_is_shown_at_once(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    table = corpus.state.table

    corpus.score_by("token_recall")

    assert corpus.state.choice.measure == "token_recall"
    assert corpus.state.choice.sort.measure == "token_recall"
    assert corpus.state.table is table
    assert corpus.state.rescoring is None


def test_before_a_run_another_score_is_only_a_choice(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _open(qtbot, shared, folder)

    corpus.score_by("shingle_f1")
    corpus.score_text(ScoredText.OWN)

    assert corpus.state.rescoring is None
    assert corpus.state.table is not None
    assert "shingle_f1" in corpus.state.table.measures
    assert corpus.state.pending() == ["toy", "bte"]


def test_the_computation_of_other_scores_is_cancelled_and_the_old_ones_stay(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    table = corpus.state.table

    corpus.score_by("shingle_f1")
    corpus.cancel()
    shared.wait_for_work()

    assert corpus.state.rescoring is None
    assert corpus.state.choice.measure == "token_f1"
    assert corpus.state.table is table


def test_two_choices_shortly_after_each_other_are_both_taken(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)

    corpus.score_by("shingle_f1")
    corpus.score_text(ScoredText.OWN)
    shared.wait_for_work()

    assert corpus.state.choice.measure == "shingle_f1"
    assert corpus.state.choice.text is ScoredText.OWN


def test_another_score_chosen_during_a_run_starts_the_scores_again(
    qtbot: QtBot, shared: ControllerBench, tmp_path: Path
):
    corpus = _open(qtbot, shared, write_corpus(tmp_path / "many", 30))
    corpus.start()

    corpus.score_by("shingle_f1")
    _finish(qtbot, corpus)

    table = corpus.state.table
    assert table is not None
    assert table.is_done.all()
    assert not np.isnan(table.values("shingle_f1")).all(axis=1).any()
    assert corpus.state.pending() == []


def test_settings_that_change_while_other_scores_are_computed_run_afterwards(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    _run(qtbot, shared, folder)
    corpus = _run(qtbot, shared, folder)  # from the store: quick, even on a slow machine
    before = corpus.state.run.number

    corpus.score_by("shingle_f1")
    shared.controller.set_settings({"toy": ToySettings(min_words=9)})
    qtbot.waitUntil(lambda: corpus.state.run.number > before, timeout=_RUN_MS)
    _finish(qtbot, corpus)

    assert corpus.state.rescoring is None
    assert corpus.state.choice.measure == "shingle_f1"
    assert corpus.state.outdated() == []


def test_a_changed_pane_runs_by_itself_after_its_results_came_from_the_store(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    _run(qtbot, shared, folder)
    corpus = _open(qtbot, shared, folder)
    qtbot.waitUntil(lambda: corpus.state.pending() == [], timeout=_RUN_MS)
    before = corpus.state.run.number

    shared.controller.set_settings({"toy": ToySettings(min_words=8)})
    qtbot.waitUntil(lambda: corpus.state.run.number > before, timeout=_RUN_MS)
    _finish(qtbot, corpus)

    assert corpus.state.outdated() == []


def test_a_new_pane_needs_a_run_and_choices_do_not_contain_a_removed_pane(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    corpus.show_face(False)

    shared.controller.add_pane("link_ratio")
    assert corpus.state.pending() == ["link_ratio"]
    assert corpus.state.table is not None
    assert corpus.state.table.is_common.sum() == 6
    corpus.compare_with("toy")
    corpus.sort_by(Sort(SortKey.WORST, pane="toy"))
    corpus.filter_by(PageFilter(part=Ended("toy", Status.EMPTY)))
    shared.controller.remove_pane("toy")

    assert corpus.state.table.panes == ("bte", "link_ratio")
    assert corpus.state.choice.baseline == ""
    assert corpus.state.choice.sort.pane == ""
    assert corpus.state.choice.page_filter.is_empty


def test_a_box_of_a_pane_that_was_just_removed_filters_nothing(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    first, second = (pane.name for pane in corpus.state.panes[:2])
    shared.controller.remove_pane(second)
    corpus.filter_by(PageFilter(box=Box("token_f1", first, second, 0.0, 0.6, 0.0, 1.0)))
    corpus.sort_by(Sort(SortKey.WORST, "token_f1", second))

    assert corpus.state.choice.page_filter == PageFilter()
    assert corpus.state.choice.sort == Sort(SortKey.WORST, "token_f1")


def test_a_run_is_paused_resumed_and_cancelled(
    qtbot: QtBot, shared: ControllerBench, tmp_path: Path
):
    corpus = _open(qtbot, shared, write_corpus(tmp_path / "many", 200))
    lives: list[RunLife] = []
    corpus.changed.connect(lambda _change: lives.append(corpus.state.run.life))
    corpus.start()
    corpus.set_paused(True)
    corpus.set_paused(False)
    assert lives == [RunLife.RUNNING, RunLife.PAUSED, RunLife.RUNNING]
    table = corpus.state.table
    assert table is not None
    qtbot.waitUntil(lambda: bool(table.is_done.any()), timeout=_RUN_MS)
    corpus.cancel()
    _finish(qtbot, corpus)
    done = int(table.is_done.sum())
    assert lives[-1] is RunLife.CANCELLED

    corpus.start()
    _finish(qtbot, corpus)
    assert RunLife.DONE in lives
    assert corpus.state.run.progress is not None
    assert corpus.state.run.progress.n_kept >= done


def test_only_changes_are_reported_with_their_origin(shared: ControllerBench):
    corpus = shared.context.corpus
    changes: list[CorpusChanged] = []
    corpus.changed.connect(changes.append)

    corpus.select(3, "toy", initiator="matrix")
    corpus.select(3, "toy")

    assert [(change.parts, change.initiator) for change in changes] == [(CorpusPart.ROW, "matrix")]


def test_a_new_corpus_replaces_the_old_corpus_even_during_a_run(
    qtbot: QtBot, shared: ControllerBench, folder: Path, tmp_path: Path
):
    corpus = _open(qtbot, shared, folder)
    corpus.start()
    corpus.open(write_corpus(tmp_path / "other", 2))
    qtbot.waitUntil(lambda: corpus.state.record.life is ReadLife.READ)

    assert corpus.state.record.n_pages == 2
    assert corpus.state.run.life is RunLife.IDLE
    assert corpus.state.table is not None
    assert not corpus.state.table.is_done.any()


def test_a_cancelled_run_leaves_no_mixture_of_earlier_and_present_settings(
    qtbot: QtBot, shared: ControllerBench, tmp_path: Path
):
    corpus = _run(qtbot, shared, write_corpus(tmp_path / "many", 40))
    table = corpus.state.table
    assert table is not None
    assert corpus.state.settled() == (table, corpus.state.ran_panes())

    shared.controller.set_settings({"toy": ToySettings(min_words=9)})
    corpus.start()
    assert table.is_stale.any(axis=0).tolist() == [True, False]
    settled = corpus.state.settled()
    assert settled is not None
    assert settled[1][0].settings == ToySettings(min_words=9)
    assert not settled[0].status[:, 0].any()  # the export has no result of earlier settings
    qtbot.waitUntil(lambda: not table.is_stale[:, 0].all(), timeout=_RUN_MS)
    corpus.cancel()
    _finish(qtbot, corpus)

    assert corpus.state.outdated() == []
    assert not table.is_stale.any()
    assert corpus.state.ran_panes()[0].settings == ToySettings(min_words=9)
    n_left = int((table.status[:, 0] == 0).sum())
    assert corpus.state.pending() == (["toy"] if n_left else [])


def test_a_run_on_some_pages_leaves_no_results_of_earlier_settings_on_the_others(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    shared.controller.set_settings({"toy": ToySettings(min_words=9)})
    corpus.start(indices=[0, 2])
    _finish(qtbot, corpus)

    table = corpus.state.table
    assert table is not None
    assert corpus.state.outdated() == []
    assert (table.status[:, 0] > 0).tolist() == [True, False, True, False, False, False]
    assert corpus.state.pending() == ["toy"]


def test_a_page_that_was_left_out_after_a_crash_can_be_brought_back(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    table = corpus.state.table
    assert table is not None
    facts = table.scored_page(2)
    assert facts is not None
    scores = tuple(
        replace(score, status=Status.ERROR) if score.pane == "bte" else score
        for score in table.scores(2)
    )
    corpus.take_results([PageResult(2, facts, scores, is_given_up=True)])
    assert corpus.state.crashed == {2: ("bte",)}

    corpus.run_without_crashed()
    _finish(qtbot, corpus)
    assert corpus.state.left_out == {2}
    assert table.is_done.tolist() == [True, True, False, True, True, True]
    assert corpus.state.pending() == []

    corpus.bring_back()
    _finish(qtbot, corpus)
    assert corpus.state.left_out == set()
    assert table.is_done.all()
    assert not table.has_failed.any()


def _sorted_by_expected(
    qtbot: QtBot, shared: ControllerBench, corpus: CorpusController, pane: str = "toy"
) -> np.ndarray:
    corpus.sort_by(Sort(SortKey.EXPECTED, pane=pane))
    qtbot.waitUntil(lambda: corpus.state.rescoring is None, timeout=_RUN_MS)
    shared.wait_for_work()
    assert corpus.state.table is not None
    return corpus.state.table.expected


def test_expected_f1_is_computed_from_stored_results_and_then_sorts_the_pages(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    before = corpus.state.choice.sort
    corpus.sort_by(Sort(SortKey.EXPECTED, pane="toy"))

    rescoring = corpus.state.rescoring
    assert rescoring is not None
    assert (rescoring.figures, rescoring.n_pages) == ("expected", 6)
    corpus.sort_by(Sort(SortKey.EXPECTED, pane="toy"))
    assert corpus.state.rescoring is rescoring  # it goes on
    assert corpus.state.choice.sort == before

    expected = _sorted_by_expected(qtbot, shared, corpus)
    assert corpus.state.choice.sort == Sort(SortKey.EXPECTED, pane="toy")
    assert ((expected > 0) & (expected < 1)).all()
    assert not corpus.state.run.is_busy


def test_expected_f1_needs_no_gold_and_changes_with_the_panes(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    (folder / "gold.jsonl").unlink()
    corpus = _run(qtbot, shared, folder)
    assert corpus.state.table is not None
    assert not corpus.state.table.is_scored.any()
    with_two = _sorted_by_expected(qtbot, shared, corpus)[:, 0]

    shared.controller.remove_pane("bte")
    shared.wait_for_work()

    alone = corpus.state.table.expected[:, 0]
    assert np.isfinite(with_two).all()
    assert np.isfinite(alone).all()
    assert not np.array_equal(with_two, alone)


def test_a_corpus_without_gold_is_scored_by_the_agreement_of_its_panes(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    gold = (folder / "gold.jsonl").read_bytes()
    (folder / "gold.jsonl").unlink()
    corpus = _run(qtbot, shared, folder)
    shared.wait_for_work()
    table = corpus.state.table
    assert table is not None

    assert corpus.state.choice.measure == "agreement"
    assert corpus.state.choice.sort == Sort(SortKey.DISAGREEMENT, "agreement")
    agreement = table.values("agreement")
    np.testing.assert_allclose(agreement[:, 0], agreement[:, 1])  # of two panes, F1 is symmetric
    board = leaderboard(table, table.is_done, ("agreement", "kept_share"), intervals=())
    assert board.n_common == len(table.pages)
    shares = table.n_kept / table.n_tokens[:, None]
    assert board.mean("bte", "kept_share").answered.value == pytest.approx(shares[:, 1].mean())
    order = ordered(table, table.is_done, corpus.state.choice.sort)
    assert np.all(np.diff(order.values) <= 0)

    (folder / "gold.jsonl").write_bytes(gold)
    corpus.open(folder)
    qtbot.waitUntil(lambda: corpus.state.record.life is ReadLife.READ)
    assert corpus.state.choice.measure == "token_f1"
    assert corpus.state.choice.sort == Sort()


def test_agreement_is_chosen_beside_gold_and_follows_the_panes(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    corpus.score_by("agreement")
    assert corpus.state.choice.measure == "token_f1"  # until the figures are there
    qtbot.waitUntil(lambda: corpus.state.choice.measure == "agreement", timeout=30_000)
    table = corpus.state.table
    assert table is not None
    with_two = table.agreement[:, 0].copy()
    assert np.isfinite(with_two).all()

    shared.controller.remove_pane("bte")
    shared.wait_for_work()
    assert corpus.state.table is not None
    assert np.isnan(corpus.state.table.agreement).all()  # one pane agrees with no other
    assert corpus.state.choice.gold_measure == "token_f1"


def test_cancelling_expected_f1_keeps_the_order_before(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    before = corpus.state.choice.sort
    corpus.sort_by(Sort(SortKey.EXPECTED, pane="toy"))
    corpus.cancel()
    shared.wait_for_work()

    assert corpus.state.rescoring is None
    assert corpus.state.choice.sort == before
    assert corpus.state.table is not None
    assert np.isnan(corpus.state.table.expected).all()


def test_the_calibration_waits_for_expected_f1_and_keeps_the_order(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    before = corpus.state.choice
    corpus.calibrate(True)
    assert corpus.state.choice == before
    qtbot.waitUntil(lambda: corpus.state.rescoring is None, timeout=_RUN_MS)

    assert corpus.state.choice == replace(before, is_calibrated=True)
    assert corpus.state.table is not None
    assert not corpus.state.table.lacks_figures("expected").any()
    corpus.calibrate(False)
    assert corpus.state.choice == before


def test_panes_ranked_by_expected_f1_have_it(qtbot: QtBot, shared: ControllerBench, folder: Path):
    corpus = _run(qtbot, shared, folder)
    corpus.score_by("agreement")
    qtbot.waitUntil(lambda: corpus.state.choice.measure == "agreement", timeout=_RUN_MS)
    corpus.rank_by_expected(True)
    qtbot.waitUntil(lambda: corpus.state.rescoring is None, timeout=_RUN_MS)

    assert corpus.state.table is not None
    assert not corpus.state.table.lacks_figures("expected").any()
    assert corpus.state.choice.ranks_expected
    corpus.rank_by_expected(False)
    assert not corpus.state.choice.ranks_expected


def test_cancelling_expected_f1_keeps_the_plot_before(
    qtbot: QtBot, shared: ControllerBench, folder: Path
):
    corpus = _run(qtbot, shared, folder)
    corpus.calibrate(True)
    corpus.cancel()
    shared.wait_for_work()

    assert corpus.state.rescoring is None
    assert not corpus.state.choice.is_calibrated
