"""A corpus view does not refer to removed panes."""

from __future__ import annotations

from boilerscope.app.session.corpus import CorpusChoice, RunLife, RunRecord, without_panes
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.order import Box, PageFilter, Sort, SortKey
from boilerscope.extractors.scoring.parts import Compared, Ended

FULL = CorpusChoice(
    baseline="a",
    pane="a",
    sort=Sort(SortKey.DIFFERENCE, pane="a", baseline="b"),
    page_filter=PageFilter(
        text="lake",
        box=Box("token_f1", "a", "b", 0, 1, 0, 1),
        part=Compared("b", "a", "token_f1", 1),
    ),
    row=3,
)


def test_existing_panes_stay():
    assert without_panes(FULL, ("a", "b")) == FULL


def test_choices_do_not_contain_a_removed_pane():
    view = without_panes(FULL, ("b",))

    assert (view.baseline, view.pane) == ("", "")
    assert (view.sort.pane, view.sort.baseline) == ("", "b")
    assert view.page_filter == PageFilter(text="lake")
    assert view.row == 3


def test_a_filter_of_any_pane_stays():
    view = CorpusChoice(page_filter=PageFilter(part=Ended("", Status.EMPTY)))

    assert without_panes(view, ()) == view


def test_a_run_is_busy_while_it_runs_or_waits():
    busy = {life for life in RunLife if RunRecord(life).is_busy}

    assert busy == {RunLife.RUNNING, RunLife.PAUSED}
