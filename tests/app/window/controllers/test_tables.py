"""Tables and strips show the scene and their requests are handled, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtWidgets import QTabWidget

from boilerscope.app.session import layers
from boilerscope.app.session.page_scores import query_of
from boilerscope.app.window.controllers.tables import (
    AgreementController,
    StripController,
    TableController,
    report_copied_rows,
)
from boilerscope.extractors.model.gold import Annotation, Gold, GoldClass, Provenance
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.widgets.agreement_table import AgreementTable
from boilerscope.widgets.blocks.table import BlockTable
from boilerscope.widgets.strips.view import Strips
from boilerscope.widgets.tree.view import TreeView
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, ControllerBench

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def tabs(qtbot: QtBot) -> QTabWidget:
    """Return the tabs."""
    tabs = QTabWidget()
    qtbot.addWidget(tabs)
    return tabs


@pytest.fixture
def blocks(shared: ControllerBench, tabs: QTabWidget) -> BlockTable:
    """Return the table of blocks, in front."""
    table = BlockTable(shared.selection)
    tabs.addTab(table, "Blocks")
    return table


@pytest.fixture
def tree(shared: ControllerBench, blocks: BlockTable, tabs: QTabWidget) -> TreeView:
    """Return the tree, behind the table of blocks."""
    del blocks
    view = TreeView(shared.selection)
    tabs.addTab(view, "Tree")
    return view


@pytest.fixture
def offers() -> list[str]:
    """Return the accepted offers."""
    return []


@pytest.fixture
def tables(
    shared: ControllerBench,
    tabs: QTabWidget,
    blocks: BlockTable,
    tree: TreeView,
    offers: list[str],
) -> TableController:
    """Return the controller of a page with results."""
    shared.open()
    shared.controller.activate(ARTICLE)
    return TableController(shared.context, tabs, blocks, tree, offers.append)


def test_only_the_table_in_front_is_filled(
    shared: ControllerBench, tables: TableController, blocks: BlockTable, tabs: QTabWidget
):
    extraction = shared.controller.session.pane(ARTICLE).shown
    assert extraction is not None
    tabs.setCurrentIndex(1)
    tables.refresh_blocks()
    behind = blocks.model.rowCount()

    tabs.setCurrentIndex(0)
    tables.refresh_blocks()

    assert behind == 0
    assert blocks.model.rowCount() == len(extraction.blocks)


@pytest.mark.usefixtures("tables")
def test_changing_the_tab_refreshes_the_table_in_front(shared: ControllerBench, tabs: QTabWidget):
    before = len(shared.refreshed())

    tabs.setCurrentIndex(1)

    assert set(shared.refreshed()[before:]) == {"blocks", "steps", "tree", "agreement"}


def test_an_empty_tree_offers_extractors_with_trees(
    tables: TableController, tree: TreeView, tabs: QTabWidget
):
    tabs.setCurrentIndex(1)

    tables.refresh_tree()

    labels = [button.text() for button in tree.empty_note.buttons]
    assert "Add vips" in labels


@pytest.mark.usefixtures("tables")
def test_offers_of_empty_tables_are_passed_on(
    blocks: BlockTable, tree: TreeView, offers: list[str]
):
    blocks.offer_chosen.emit("add_extractor")
    tree.offer_chosen.emit("add:vips")

    assert offers == ["add_extractor", "add:vips"]


def test_copied_rows_are_counted_in_a_message(shared: ControllerBench, blocks: BlockTable):
    report_copied_rows(shared.context, blocks)

    blocks.rows_copied.emit(1)
    blocks.rows_copied.emit(1200)

    assert shared.messages == ["1 row copied.", "1,200 rows copied."]


# -- agreement ------------------------------------------------------------------------------------


def test_agreement_shows_all_panes_and_compares_two(shared: ControllerBench, qtbot: QtBot):
    table = AgreementTable()
    qtbot.addWidget(table)
    controller = AgreementController(shared.context, table)
    shared.open()

    controller.refresh()
    n_rows = table.model.rowCount()
    table.compare_asked.emit(LINK_RATIO, ARTICLE)

    session = shared.controller.session
    assert n_rows == len(shared.names())
    assert session.active == LINK_RATIO
    assert session.compared == (LINK_RATIO, ARTICLE)
    assert [pane.name for pane in session.panes if not pane.folded] == [ARTICLE, LINK_RATIO]


def test_annotators_are_compared_as_panes_are(shared: ControllerBench, qtbot: QtBot):
    table = AgreementTable()
    qtbot.addWidget(table)
    controller = AgreementController(shared.context, table)
    shared.open()
    page = shared.controller.session.page
    assert page is not None
    marks = np.full(page.n_tokens, GoldClass.MAIN, dtype=np.uint8)
    marks[::2] = GoldClass.BOILERPLATE
    everything = np.full(page.n_tokens, GoldClass.MAIN, dtype=np.uint8)
    annotations = (Annotation("Ada", marks), Annotation("Bob", everything))
    gold = Gold(everything, Provenance("boilerscope", ""), annotations=annotations)
    shared.controller.take_gold(gold, page)
    controller.refresh()
    agreement = table.model.agreement

    n_panes = len(shared.names())
    assert agreement.names[n_panes:] == (f"{n_panes + 1} Ada", f"{n_panes + 2} Bob")
    assert agreement.same[n_panes, n_panes + 1] == pytest.approx((marks == GoldClass.MAIN).mean())
    table.compare_asked.emit("Ada", ARTICLE)
    assert shared.controller.session.compared is None
    query = query_of(shared.context.views.scene, ScoredText.PAGE)
    assert query is not None
    assert [name for _, name, _ in query.results[-2:]] == ["Ada", "Bob"]
    assert query.equals(query_of(shared.context.views.scene, ScoredText.PAGE))


# -- strips ---------------------------------------------------------------------------------------


@pytest.fixture
def strips(shared: ControllerBench, qtbot: QtBot) -> Strips:
    """Return the strips."""
    strips = Strips(shared.selection)
    qtbot.addWidget(strips)
    return strips


@pytest.fixture
def strip_controller(shared: ControllerBench, strips: Strips) -> StripController:
    """Return the controller of a page with results."""
    shared.open()
    shared.controller.activate(ARTICLE)
    return StripController(shared.context, strips)


def test_strips_show_densities_of_the_active_pane_until_the_user_chooses_quantities(
    shared: ControllerBench, strips: Strips, strip_controller: StripController
):
    words = layers.column_key(ARTICLE, "words")
    strip_controller.refresh()
    before = {row.key for row in strips.rows}

    strips.rows_chosen.emit((words,))
    strip_controller.refresh()
    after = {row.key for row in strips.rows}

    assert shared.controller.session.strip_keys == [words]
    assert words not in before
    assert words in after


def test_quantities_of_all_panes_can_be_chosen(
    monkeypatch: pytest.MonkeyPatch, strips: Strips, strip_controller: StripController
):
    choices: list[tuple[str, str]] = []
    monkeypatch.setattr(strips, "set_choices", choices.extend)

    strip_controller.refresh_choices()

    panes = {layers.pane_of(key) for key, _ in choices}
    assert {ARTICLE, LINK_RATIO} <= panes


@pytest.mark.usefixtures("strip_controller")
def test_a_strip_activates_its_pane_and_describes_itself(shared: ControllerBench, strips: Strips):
    strips.pane_activated.emit(LINK_RATIO)
    strips.described.emit("link density 0.2")

    assert shared.controller.session.active == LINK_RATIO
    assert shared.messages == ["link density 0.2"]
