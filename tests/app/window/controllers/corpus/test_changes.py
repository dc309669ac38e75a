"""Tab Changes, without a window: panes, rules, pages, and what the user does."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any, cast

import pytest
from click.testing import CliRunner
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from boilerscope.app.cli.main import main
from boilerscope.app.session.corpus import ReadLife, Tab
from boilerscope.app.window.controllers.corpus.changes import ChangesController
from boilerscope.app.window.controllers.corpus.export import CorpusExportController
from boilerscope.app.window.corpus.rule_errors import first_change_of
from boilerscope.extractors.scoring.changes.records import Direction
from boilerscope.extractors.scoring.order import PageFilter
from boilerscope.widgets.corpus.changes.view import ChangesView
from boilerscope.widgets.corpus.scores_tab import ScoresChoice
from tests.helpers.controller_bench import ARTICLE
from tests.helpers.corpus_files import write_own_pages

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.app.window.controllers.corpus.walk import PageWalkController
    from boilerscope.widgets.corpus.changes.records import ChangesRecord
    from tests.helpers.controller_bench import ControllerBench


class _Walk:
    """Notes the pages that are opened."""

    def __init__(self) -> None:
        self.opened: list[tuple[Any, ...]] = []

    def open(self, *arguments: object, compared: str) -> None:
        self.opened.append((*arguments, compared))


class Bench:
    """The tab with its controller, over a small corpus of files."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench, folder: Path) -> None:
        self.shared, self.folder = shared, folder
        self.view, self.walk = ChangesView(), _Walk()
        qtbot.addWidget(self.view)
        shared.actions.add("run_corpus", shared.context.corpus.start)
        walk = cast("PageWalkController", self.walk)
        self.controller = ChangesController(shared.context, shared.actions, self.view, walk)
        shared.show(*self.controller.views())
        shared.add_panes(ARTICLE, "bte")
        self.corpus = shared.context.corpus
        self.corpus.show_face(True)
        self.corpus.show_tab(Tab.CHANGES)
        self.corpus.open(folder)
        shared.wait_for_work()
        assert self.corpus.state.record.life is ReadLife.READ

    def run(self) -> None:
        """Run the panes and wait until their changes are on screen."""
        self.view.offer_chosen.emit("run_corpus")
        self.shared.wait_for_work()

    @property
    def record(self) -> ChangesRecord:
        return self.view.record


@pytest.fixture
def bench(qtbot: QtBot, shared: ControllerBench, tmp_path: Path) -> Bench:
    return Bench(qtbot, shared, write_own_pages(tmp_path / "pages"))


def test_before_a_run_the_tab_offers_it(bench: Bench):
    assert bench.view.empty.text().startswith("Run the panes to see what changes")
    [button] = bench.view.empty.buttons
    assert button.text().startswith("Run 2 panes on ")


def test_the_window_and_the_command_count_the_same(bench: Bench):
    bench.run()

    result = CliRunner().invoke(
        main,
        [
            *("compare", "-q", str(bench.folder), "-e", ARTICLE, "-e", "bte"),
            *("--format", "jsonl", "--no-store"),
        ],
    )
    assert result.exit_code == 0, result.output
    about, *rows = [json.loads(line) for line in result.stdout.splitlines()]
    record = bench.record
    assert (record.before, record.after) == (ARTICLE, "bte")
    assert (record.lost, record.won) == (about["lost"], about["won"])
    assert record.lost + record.won > 0
    assert (record.n_pages, record.n_changed) == (about["pages"], about["changed_pages"])
    assert record.f1.before == pytest.approx(about["f1_before"])
    assert record.f1.after == pytest.approx(about["f1_after"])
    of_rules = {(rule.direction.value, rule.name): rule.words for rule in record.rules}
    assert of_rules == {
        (row["kind"], row["row"]): row["words"] for row in rows if row["kind"] != "page"
    }
    of_pages = {page.name: (page.lost, page.won) for page in record.pages}
    assert of_pages == {
        row["row"].rpartition("/")[2]: (row["lost"], row["won"])
        for row in rows
        if row["kind"] == "page"
    }


def test_swapped_panes_change_the_other_way_round(bench: Bench):
    bench.run()
    lost, won = bench.record.lost, bench.record.won

    bench.view.swap.click()
    bench.shared.wait_for_work()

    assert (bench.record.before, bench.record.after) == ("bte", ARTICLE)
    assert (bench.record.lost, bench.record.won) == (won, lost)


def test_a_rule_lists_its_pages_with_its_words(bench: Bench):
    bench.run()
    n_changed = len(bench.record.pages)
    rule = next(rule for rule in bench.record.rules if rule.pages < n_changed)

    bench.view.rules.chosen.emit(rule)
    assert bench.record.selected == rule
    assert len(bench.record.pages) == rule.pages
    words = [
        page.lost if rule.direction is Direction.LOST else page.won for page in bench.record.pages
    ]
    assert sum(words) == rule.words

    bench.view.all.click()
    assert len(bench.record.pages) == n_changed


def test_rows_follow_the_filter(bench: Bench):
    bench.run()
    name = bench.record.pages[0].name

    bench.corpus.filter_by(PageFilter(text=name))
    bench.shared.wait_for_work()

    assert bench.record.n_pages == 1
    assert [page.name for page in bench.record.pages] == [name]


def test_return_opens_the_page_with_both_panes(bench: Bench):
    bench.run()
    bench.view.show()
    table = bench.view.pages
    table.selectRow(0)
    page = table.current_row()
    assert page is not None

    QTest.keyClick(table, Qt.Key.Key_Return)

    [(row, pane, find, compared)] = bench.walk.opened
    assert (row, pane, compared) == (page.change.index, "bte", ARTICLE)
    assert callable(find)
    assert bench.corpus.state.choice.row == page.change.index


def test_s_sorts_by_the_next_column_and_shift_s_the_other_way_round(bench: Bench):
    bench.run()
    bench.view.show()
    table = bench.view.pages
    lost = [page.lost for page in table.sorted.rows]
    assert lost == sorted(lost, reverse=True)

    QTest.keyClick(table, Qt.Key.Key_S)
    won = [page.won for page in table.sorted.rows]
    assert won == sorted(won, reverse=True)
    QTest.keyClick(table, Qt.Key.Key_S, Qt.KeyboardModifier.ShiftModifier)
    won = [page.won for page in table.sorted.rows]
    assert won == sorted(won)


def test_a_cancelled_comparison_is_offered_again(bench: Bench):
    bench.run()
    bench.view.cancelled.emit()
    assert bench.view.empty.text() == "The comparison was cancelled."

    bench.view.offer_chosen.emit("compare")
    bench.shared.wait_for_work()

    assert bench.record.n_pages > 0
    assert bench.view.entry() is bench.view.rules


def test_one_pane_has_nothing_to_be_compared_with(bench: Bench):
    bench.shared.controller.remove_pane("bte")
    bench.shared.wait_for_work()

    assert bench.view.empty.text().startswith("Add a second extractor")


def test_the_first_change_of_a_page_is_a_block_of_the_pane_that_drops_it(bench: Bench):
    bench.run()
    page = next(page for page in bench.record.pages if page.lost)
    name = next(bench.folder.rglob(f"{page.name}.html"))
    bench.shared.open(name.read_text(encoding="utf-8"))
    bench.shared.finish()
    bench.shared.context.views.refresh()
    scene = bench.shared.context.views.scene
    rule = next(
        rule
        for rule in bench.record.rules
        if rule.name in page.change.words_of[Direction.LOST] and rule.direction is Direction.LOST
    )

    selection = first_change_of(scene, before=ARTICLE, after="bte", rule=rule)

    assert selection is not None
    assert selection.pane == "bte"


@pytest.mark.parametrize("format_name", ["csv", "jsonl", "latex", "markdown", "parquet"])
def test_changes_are_exported_as_the_copied_command_writes_them(
    qtbot: QtBot, bench: Bench, tmp_path: Path, format_name: str
):
    window = QWidget()
    qtbot.addWidget(window)
    context = bench.shared.context
    export = CorpusExportController(
        context, bench.shared.actions, window, tables=(bench.controller,)
    )
    bench.run()
    bench.view.swap.click()
    bench.shared.wait_for_work()
    file, other = tmp_path / "window", tmp_path / "command"
    choice = ScoresChoice("changes", "", format_name, file)

    export.write(choice, file)
    bench.shared.wait_for_work()
    command = export.command(choice._replace(file=other))
    result = CliRunner().invoke(main, [*shlex.split(command.text)[1:], "-q", "--no-store"])

    assert command.text.startswith("boilerscope compare ")
    assert result.exit_code == 0, result.output
    assert file.read_bytes() == other.read_bytes()


def test_panes_that_keep_the_same_words_are_told_instead_of_an_empty_table(
    bench: Bench, shared: ControllerBench
):
    bench.run()
    shared.context.session_controller.add_pane("bte")
    bench.run()
    names = [pane.name for pane in bench.corpus.state.panes]
    bench.view.panes_chosen.emit(names[1], names[2])
    bench.shared.wait_for_work()

    n_pages = len(bench.corpus.state.table.pages)  # type: ignore[union-attr]  # it has run
    text = bench.view.empty.text()
    assert text.startswith(f"bte and {names[2]} keep the same words on {n_pages} pages.")
    assert text.endswith("change a setting of one and run it.")


def test_a_filter_that_leaves_no_page_can_be_cleared(bench: Bench):
    bench.run()
    bench.corpus.filter_by(PageFilter(page_types=frozenset({"none has it"})))
    bench.shared.wait_for_work()
    text, [button] = bench.view.empty.text(), bench.view.empty.buttons
    button.click()
    bench.shared.wait_for_work()

    assert text == f"No page that the filter lists has results of {ARTICLE} and bte."
    assert bench.corpus.state.choice.page_filter.is_empty
    assert bench.view.entry() is bench.view.rules
