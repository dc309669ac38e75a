"""Tab Losses, without a window: reading, rows, selected rule, variants, and what the user does."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from boilerscope.app.session.corpus import ReadLife, Tab
from boilerscope.app.window.controllers.corpus import loss_variants, losses
from boilerscope.app.window.controllers.corpus.layouts import LayoutReader
from boilerscope.app.window.controllers.corpus.losses import LossesController
from boilerscope.app.window.work.loss_jobs import ReadLosses, read_losses
from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.stored import read_stored
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.losses.ledger import WORST_STEP, PaneLosses
from boilerscope.extractors.scoring.order import PageFilter, chosen, ordered
from boilerscope.extractors.scoring.parts import OfRule
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.widgets.corpus.losses.rule_pages import RulePageModel
from boilerscope.widgets.corpus.losses.selected_rule import SelectedRulePanel
from boilerscope.widgets.corpus.losses.view import LossesView
from tests.helpers.controller_bench import ARTICLE
from tests.helpers.corpus_files import write_corpus, write_own_pages
from tests.helpers.made_site import write_site

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.app.window.controllers.corpus.sweep import SweepController
    from boilerscope.app.window.controllers.corpus.walk import PageWalkController
    from boilerscope.app.window.window import Window
    from boilerscope.app.window.work.control import Control
    from boilerscope.app.window.work.corpus_jobs import RunRequest
    from boilerscope.widgets.corpus.losses.records import LossesRecord, RulePage
    from tests.helpers.controller_bench import ControllerBench

RULES = "boilerpipe.num_words_rules"


class Bench:
    """The tab with its controller, over a small corpus of files."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench, folder: Path) -> None:
        self.shared = shared
        self.view, self.panel = LossesView(), SelectedRulePanel()
        for widget in (self.view, self.panel):
            qtbot.addWidget(widget)
        self.opened: list[tuple[Any, ...]] = []
        self.swept: list[tuple[str, str]] = []
        self.settings: list[tuple[str, str]] = []
        window = cast("Window", SimpleNamespace(losses=self.view, selected_rule=self.panel))
        self.marked: list[int] = []
        walk = SimpleNamespace(
            open=lambda *arguments, with_gold: self.opened.append((*arguments, with_gold)),
            mark=self.marked.append,
        )
        sweep = SimpleNamespace(choose=lambda *arguments: self.swept.append(arguments))
        shared.actions.add("run_corpus", shared.context.corpus.start)
        self.controller = LossesController(
            shared.context,
            shared.actions,
            window,
            cast("PageWalkController", walk),
            cast("SweepController", sweep),
            LayoutReader(shared.context),
        )
        self.controller.setting_asked.connect(lambda *names: self.settings.append(names))
        shared.show(*self.controller.views())
        shared.add_panes(ARTICLE, "bte")
        self.corpus = shared.context.corpus
        self.corpus.show_face(True)
        self.corpus.show_tab(Tab.LOSSES)
        self.open(folder)

    def open(self, folder: Path) -> None:
        """Open a corpus and wait until it is read."""
        self.corpus.open(folder)
        self.shared.wait_for_work()
        assert self.corpus.state.record.life is ReadLife.READ

    def run(self) -> None:
        """Run the panes and wait until their losses are on screen."""
        self.view.offer_chosen.emit("run_corpus")
        self.shared.wait_for_work()

    @property
    def record(self) -> LossesRecord:
        return self.view.record

    @property
    def pages(self) -> tuple[RulePage, ...]:
        """Pages of the selected rule."""
        model = self.view.pages.table.model()
        assert isinstance(model, RulePageModel)
        return model.pages

    def choose(self, name: str) -> None:
        """Select the row of a rule."""
        line = next(line for line in self.record.lines if line.name == name)
        self.view.table.chosen.emit(line.key)
        self.shared.wait_for_work()


@pytest.fixture
def bench(qtbot: QtBot, shared: ControllerBench, tmp_path: Path) -> Bench:
    return Bench(qtbot, shared, write_own_pages(tmp_path / "pages"))


def test_before_a_run_the_tab_offers_it(bench: Bench):
    assert bench.view.empty.text() == "Run the panes to see where they lose F1."
    [button] = bench.view.empty.buttons
    assert button.text().startswith("Run 2 panes on ")


def test_after_a_run_the_rows_add_up_to_the_leaderboard(bench: Bench):
    bench.run()

    record, table = bench.record, bench.corpus.state.table
    assert record.total is not None
    assert table is not None
    everything = np.ones(len(table.pages), dtype=np.bool_)
    board = leaderboard(table, everything, ("token_f1",), intervals=())
    f1 = board.mean(ARTICLE, "token_f1").answered.value
    assert record.f1 == pytest.approx(f1, abs=1e-12)
    lost = sum(line.row.macro for line in record.lines)
    assert lost == pytest.approx(1 - f1, abs=1e-12)
    assert record.pane is not None
    assert record.pane.name == ARTICLE


def test_a_pane_that_others_wait_for_has_the_pages_of_the_leaderboard(bench: Bench):
    bench.shared.add_panes("vips")
    bench.corpus.activate("vips")
    bench.run()
    table = bench.corpus.state.table
    assert table is not None
    everything = np.ones(len(table.pages), dtype=np.bool_)
    board = leaderboard(table, everything, ("token_f1",), intervals=())

    for pane in (ARTICLE, "bte"):
        bench.view.pane_chosen.emit(pane)
        bench.shared.wait_for_work()
        f1 = board.mean(pane, "token_f1").answered.value
        assert bench.record.f1 == pytest.approx(f1, abs=1e-12)


def test_another_pane_and_other_rows_are_shown(bench: Bench):
    bench.run()

    bench.view.pane_chosen.emit("bte")
    bench.shared.wait_for_work()
    assert {line.name for line in bench.record.lines} <= {"B1", ""}
    bench.view.by_chosen.emit("set")
    bench.shared.wait_for_work()
    assert {line.row.group for line in bench.record.lines} == {"pages"}


def test_a_pane_may_follow_one_whose_selected_rule_has_a_setting_of_its_own(bench: Bench):
    bench.run()
    bench.choose("F3 R0")
    assert bench.view.what_if.shown.field == "max_link_density"
    variants = bench.controller._variants  # noqa: SLF001 - it is so for one turn of the events
    other = bench.corpus.state.panes[1]

    variants.show_book(other, None, None, PaneLosses(1))

    assert variants.what_if().field == "", "until a rule of the other pane is selected"


def test_reading_shows_its_progress_and_can_be_cancelled_and_repeated(
    qtbot: QtBot, bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    may_end = threading.Event()

    def slowly(request: RunRequest, _compared: object, control: Control) -> Iterator[ReadLosses]:
        read = ReadLosses(PaneLosses(len(request.pages)), 3, 10)
        while not may_end.wait(0.01) and not control.is_cancelled():
            yield read
        raise CorpusError("the disk is full")

    bench.run()
    monkeypatch.setattr(losses, "read_losses", slowly)
    bench.view.pane_chosen.emit("bte")
    text = bench.view.empty.text
    qtbot.waitUntil(lambda: text() == "Reading the losses of bte: 3 of 10 pages")
    bench.view.offer_chosen.emit("cancel_reading")
    assert text() == "Cancelled"

    may_end.set()
    bench.view.offer_chosen.emit("read_again")
    bench.shared.wait_for_work()
    assert text() == "The losses cannot be read: the disk is full"
    bench.shared.context.views.flush()
    bench.corpus.select(0, "bte")
    assert text() == "The losses cannot be read: the disk is full", "nothing hides the reason"
    assert [button.text() for button in bench.view.empty.buttons] == ["Read the losses"]

    monkeypatch.undo()
    bench.view.offer_chosen.emit("read_again")
    bench.shared.wait_for_work()
    assert bench.record.pane is not None
    assert bench.record.pane.name == "bte"


def test_groups_of_pages_by_step_are_asked_for_from_another_tab(bench: Bench):
    bench.run()
    bench.corpus.show_tab(Tab.PAGES)

    bench.controller.show_steps()
    bench.shared.wait_for_work()

    assert bench.corpus.state.choice.tab is Tab.LOSSES
    assert bench.view.by.currentData() == WORST_STEP
    assert all(line.row.group for line in bench.record.lines)


def test_a_group_of_pages_is_not_told_as_a_rule(bench: Bench):
    bench.run()
    bench.view.by_chosen.emit("set")
    bench.shared.wait_for_work()

    assert bench.panel.opens.text().endswith(" at its first wrong block.")
    assert bench.view.what_if.shown.note == "A group of pages has no threshold."


def test_rows_follow_the_filter(bench: Bench):
    bench.run()
    table = bench.corpus.state.table
    assert table is not None
    name = table.pages[0].page_id

    bench.corpus.filter_by(PageFilter(text=name))
    bench.shared.wait_for_work()

    assert bench.record.n_pages < len(table.pages)
    assert bench.view.title.text().startswith("Losses of ")
    assert name in bench.view.title.text()


def test_a_text_leaves_the_rows_that_contain_it(bench: Bench):
    bench.run()

    bench.view.filter.setText("max_link_density")

    assert {line.name for line in bench.record.lines} == {"F3 R0"}


def test_the_first_row_is_selected_until_the_user_chooses_one(bench: Bench):
    bench.run()
    first, second, *_ = bench.record.lines
    assert bench.record.selected == first.key

    bench.view.filter.setText(second.text)
    qualified = bench.record.lines[0].key
    assert bench.record.selected == qualified != first.key
    bench.view.filter.setText("")
    assert bench.record.selected == first.key

    bench.view.table.chosen.emit(second.key)
    bench.view.filter.setText(second.text)
    bench.view.filter.setText("")
    assert bench.record.selected == second.key


def test_another_measure_is_named_beside_the_losses(bench: Bench):
    bench.run()
    shown = [bench.record.is_other_measure]

    bench.corpus.score_by("token_recall")
    bench.shared.wait_for_work()
    shown.append(bench.record.is_other_measure)
    bench.view.measure_asked.emit()
    bench.shared.wait_for_work()
    shown.append(bench.record.is_other_measure)

    assert shown == [False, True, False]


def test_a_rule_has_counts_pages_and_a_place(bench: Bench):
    bench.run()
    bench.choose("F3 R0")

    assert bench.panel.title.text() == "F3 R0: link density (words) > 0.333"
    assert "Classify by words" in bench.panel.step.text()
    assert bench.panel.place.text().endswith(f"of {len(bench.record.lines)}")


def test_rules_are_run_without_and_over_their_threshold(bench: Bench):
    bench.run()
    bench.choose("F3 R0")
    bench.view.without_asked.emit()
    bench.shared.wait_for_work()

    line = bench.record.selected_line
    assert line is not None
    assert line.without is not None
    assert line.without.how == "max_link_density 1"
    assert not math.isnan(line.without.value)
    table = bench.corpus.state.table
    assert table is not None
    run = scored_run(table, bench.corpus.state.ran_panes(), ScoreOptions(), [0])
    [written] = [
        row
        for row in bench.controller.document(run).rows()
        if row["rule"] == "R0" and row["step"] == "F3"
    ]
    assert written["without"] == line.without.how
    assert written["without_value"] == line.without.value
    assert written["difference_low"] == line.without.low
    assert bench.record.offer == ""
    assert bench.view.what_if.shown.field == "max_link_density"


def test_a_threshold_that_alone_decides_needs_no_run(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    started: list[Mapping[str, Pane]] = []
    monkeypatch.setattr(
        "boilerscope.app.window.controllers.corpus.loss_variants.run_variants",
        lambda request, _control: started.append(request.variants),
    )
    bench.shared.add_panes(RULES)
    bench.corpus.activate(RULES)
    bench.corpus.start()
    bench.shared.wait_for_work()
    started.clear()
    rule = next(line.name for line in bench.record.lines if line.name.endswith("R4"))
    bench.choose(rule)

    curve = bench.view.what_if.shown
    assert curve.is_stored
    assert curve.field in {"nw_cur", "nw_next", "nw_prev"}
    assert not any(map(math.isnan, (*curve.y, *curve.low)))
    assert curve.y[curve.x.index(curve.now)] == pytest.approx(bench.record.f1, abs=1e-12)
    assert "from stored quantities" in bench.view.what_if.facts.text()
    assert not any(f"{curve.x[0]:g}" in variants for variants in started)


def test_a_curve_waits_for_the_losses_of_all_pages(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """A run can end while the losses of its first pages are read."""
    started: list[Mapping[str, Pane]] = []
    monkeypatch.setattr(
        "boilerscope.app.window.controllers.corpus.loss_variants.run_variants",
        lambda request, _control: started.append(request.variants),
    )
    monkeypatch.setattr(
        "boilerscope.app.window.controllers.corpus.losses.read_losses",
        lambda request, *rest: read_losses(replace(request, indices=request.rows[:-1]), *rest),
    )
    bench.shared.add_panes(RULES)
    bench.corpus.activate(RULES)
    bench.corpus.start()
    bench.shared.wait_for_work()
    bench.choose(next(line.name for line in bench.record.lines if line.name.endswith("R4")))

    curve = bench.view.what_if.shown
    assert curve.field in {"nw_cur", "nw_next", "nw_prev"}
    assert (curve.is_stored, curve.note) == (False, f"F1 over the range of {curve.field}")
    assert not any(f"{value}" in variants for variants in started for value in range(5, 30))


def test_an_automatic_cut_is_compared_with_one_cut_for_all_pages(bench: Bench):
    bench.shared.add_panes("learned")
    bench.corpus.activate("learned")
    bench.corpus.start()
    bench.shared.wait_for_work()
    bench.choose(next(line.name for line in bench.record.lines if line.name.endswith("L3")))

    curve = bench.view.what_if.shown
    assert (curve.field, math.isnan(curve.now)) == ("cut", True)
    assert len(curve.x) == 21
    assert curve.now_mean == pytest.approx(bench.record.f1, abs=1e-12)
    assert not any(map(math.isnan, curve.y))
    view = bench.view.what_if
    if max(curve.y) > curve.now_mean:
        assert view.sentence.text().startswith(f"automatic → {curve.best:g}: F1 +")
        bench.view.what_if.applied.emit()
        assert bench.shared.context.session.pane("learned").settings.cut == curve.best  # type: ignore[attr-defined]  # a setting of this extractor
    else:
        assert view.verdict.text() == "No value for all pages is better than the automatic ones."


def test_a_stored_curve_does_not_wait_for_runs():
    assert loss_variants._STORED.lane != loss_variants._LANE  # noqa: SLF001 - the lane of runs


def test_the_settings_of_a_rule_fit_beside_each_other(bench: Bench):
    bench.shared.add_panes(RULES)
    bench.corpus.activate(RULES)
    bench.corpus.start()
    bench.shared.wait_for_work()
    bench.choose("F3 R4")
    panel = bench.panel
    panel.resize(300, 600)

    links = panel._rows[:4]  # noqa: SLF001 - what a user sees
    assert all(isinstance(link, QPushButton) for link in links)
    widest = max(link.sizeHint().width() for link in links)
    assert widest <= panel._links.minimumSize().width() < 300  # noqa: SLF001 - as above


def test_the_best_value_is_applied_as_one_step_of_undo(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    bench.run()
    bench.choose("F3 R0")
    session = bench.shared.context.session
    better = session.pane(ARTICLE).settings.replace(max_link_density=0.5)
    monkeypatch.setattr(bench.controller._variants, "better", lambda: (ARTICLE, better))  # noqa: SLF001 - a result

    bench.view.what_if.applied.emit()
    assert session.pane(ARTICLE).settings == better
    bench.corpus.start()
    bench.shared.wait_for_work()
    line = bench.record.selected_line
    assert line is not None
    assert (line.name, line.text) == ("F3 R0", "link density (words) > 0.5")
    bench.shared.controller.undo()
    assert session.pane(ARTICLE).settings != better


def test_keys_and_buttons_reach_page_sweep_and_setting(bench: Bench):
    bench.run()
    worst = next(line for line in bench.record.lines if line.row.wrong)
    bench.view.table.chosen.emit(worst.key)
    bench.shared.wait_for_work()

    bench.view.table.opened.emit()
    [(row, pane, find, with_gold)] = bench.opened
    assert (pane, callable(find), with_gold) == (ARTICLE, True, True)
    bench.choose("F3 R0")
    bench.view.table.setting_asked.emit()
    assert bench.settings == [(ARTICLE, "max_link_density")]
    bench.view.what_if.sweep_asked.emit()
    assert bench.swept == [(ARTICLE, "max_link_density")]
    assert bench.corpus.state.choice.tab is Tab.SWEEP
    assert row >= 0


def test_the_strips_show_the_words_that_the_rule_got_wrong(bench: Bench):
    layers: list[Any] = []
    bench.controller.rule_shown.connect(layers.append)
    bench.run()
    worst = next(line for line in bench.record.lines if line.row.missed)
    bench.view.table.chosen.emit(worst.key)
    bench.shared.wait_for_work()

    table, row = bench.corpus.state.table, bench.corpus.state.choice.row
    assert table is not None
    assert row is not None
    pane = bench.shared.context.session.pane(ARTICLE)
    stored = read_stored(
        table.pages[row],
        [Pane(pane.name, pane.extractor, pane.settings)],
        (),
        bench.corpus.store_folder,
    )
    layer = layers[-1](stored)
    assert layer.label == f"Blocks of {worst.name}"
    model = bench.view.pages.table.model()
    n_wrong = str(model.index(0, 1).data()).replace(",", "")
    assert int(np.nansum(layer.values)) == int(n_wrong)
    bench.corpus.show_tab(Tab.PAGES)
    bench.shared.wait_for_work()
    assert layers[-1] is None


def test_all_pages_of_a_rule_are_listed_with_a_chip(bench: Bench):
    bench.run()
    worst = next(line for line in bench.record.lines if line.row.wrong)
    bench.view.table.chosen.emit(worst.key)
    bench.shared.wait_for_work()

    bench.view.pages.all_asked.emit()

    part = bench.corpus.state.choice.page_filter.part
    assert isinstance(part, OfRule)
    assert len(part.rows) == worst.row.n_pages
    assert sum(part.words) == worst.row.wrong
    assert bench.corpus.state.choice.tab is Tab.PAGES
    table, sort = bench.corpus.state.table, bench.corpus.state.choice.sort
    assert table is not None
    listed = ordered(table, chosen(table, bench.corpus.state.choice.page_filter), sort)
    assert listed.rows.tolist() == list(part.rows)
    assert listed.values.tolist() == list(part.words)


def test_pages_without_gold_show_decisions_and_agreement(
    qtbot: QtBot, shared: ControllerBench, tmp_path: Path
):
    folder = write_corpus(tmp_path / "pages", 3)
    (folder / "gold.jsonl").unlink()
    bench = Bench(qtbot, shared, folder)
    bench.run()

    assert not bench.record.has_gold
    assert all(0 <= line.agreement <= 1 for line in bench.record.lines if line.name)
    different = [line.n_different for line in bench.record.lines]
    assert different == sorted(different, reverse=True)
    assert different[0] > 0
    assert bench.view.note.text().startswith("No gold: decisions, not errors")
    assert bench.record.total is not None
    assert bench.record.total.name == f"All decisions of {ARTICLE}"
    assert bench.corpus.state.choice.measure != "token_f1"
    assert not bench.record.is_other_measure

    table = bench.corpus.state.table
    assert table is not None
    run = scored_run(table, bench.corpus.state.ran_panes(), ScoreOptions(), [0, 1, 2])
    first = bench.record.lines[0]
    row = next(r for r in bench.controller.document(run).rows() if r["kept"] == first.row.kept)
    assert row["agreement"] == pytest.approx(first.agreement)
    bench.view.mark.click()
    assert bench.marked == [0]


@pytest.fixture
def without_gold(qtbot: QtBot, shared: ControllerBench, tmp_path: Path) -> Bench:
    folder = write_corpus(tmp_path / "pages", 3)
    (folder / "gold.jsonl").unlink()
    bench = Bench(qtbot, shared, folder)
    bench.run()
    return bench


def test_without_gold_no_view_speaks_of_f1_or_of_wrong_words(without_gold: Bench):
    bench = without_gold
    panel = bench.panel

    assert bench.view.what_if.shown.note == "Without gold there is no F1 to show over a threshold."
    assert panel.without.isHidden()
    assert "wrong" not in panel.opens.text()
    model = bench.view.pages.table.model()
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in (1, 2)]
    assert heads == ["Others differ", "Agrees"]


def test_without_gold_the_pages_of_a_rule_are_those_on_which_other_panes_decide_otherwise(
    without_gold: Bench,
):
    bench = without_gold
    first = bench.record.lines[0]

    assert sum(page.n_wrong for page in bench.pages) == first.n_different > 0
    bench.panel.open.click()
    row, pane, find, with_gold = bench.opened[-1]
    assert row == bench.pages[0].row
    assert (pane, callable(find), with_gold) == (ARTICLE, True, False)


@pytest.mark.parametrize("by", ["length", "set"])
def test_without_gold_groups_have_the_agreement_of_their_own_pages(without_gold: Bench, by: str):
    bench = without_gold
    total = sum(line.n_different for line in bench.record.lines)
    bench.view.by_chosen.emit(by)
    bench.shared.wait_for_work()

    groups = bench.record.lines
    assert [line.row.group for line in groups]
    assert sum(line.n_different for line in groups) == total


def test_without_gold_agreement_is_that_of_the_pages_of_the_filter(without_gold: Bench):
    bench = without_gold
    before = sum(line.n_different for line in bench.record.lines)
    per_page = {page.row: page.n_wrong for page in bench.pages}
    first = bench.record.lines[0]
    name = next(iter(per_page))
    table = bench.corpus.state.table
    assert table is not None
    page_id = table.pages[name].page_id

    bench.corpus.filter_by(PageFilter(text=page_id))
    bench.shared.wait_for_work()

    now = next(line for line in bench.record.lines if line.name == first.name)
    assert now.n_different == per_page[name]
    assert sum(line.n_different for line in bench.record.lines) < before


def test_rows_by_layout_read_the_layouts_of_the_corpus(
    qtbot: QtBot, shared: ControllerBench, tmp_path: Path
):
    bench = Bench(qtbot, shared, write_site(tmp_path, 5))
    bench.run()
    bench.view.by_chosen.emit("layout")
    bench.shared.wait_for_work()

    assert [line.row.group for line in bench.record.lines] == ["tidings.example · 1"]
    assert bench.corpus.state.table is not None
    assert bench.corpus.state.table.has_layouts
    assert bench.record.state == ""
    assert bench.view.what_if.shown.note == "A group of pages has no threshold."


def test_the_state_counts_the_pages_of_the_ledger_and_names_earlier_settings(bench: Bench):
    bench.run()
    pages = len(bench.corpus.state.table.pages)  # type: ignore[union-attr]  # a corpus is open
    bench.shared.controller.set_field(ARTICLE, "max_link_density", 0.9)
    bench.corpus.start()
    bench.controller.refresh()
    state, n_pages = bench.record.state, bench.record.n_pages
    bench.corpus.cancel()
    bench.shared.wait_for_work()

    assert n_pages
    assert state == f"Results of earlier settings: losses on {n_pages} of {pages} pages"
