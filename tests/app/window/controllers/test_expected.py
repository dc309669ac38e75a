"""Expected F1 in the headers of panes, for pages without gold, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.app.window.controllers.expected import ExpectedController
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.runner import Pane, run_panes
from boilerscope.extractors.runs.expecting import ExpectTask
from boilerscope.extractors.sources.listing import list_pages
from tests.helpers.controller_bench import MARKUP

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.panes.row import PaneRow
    from tests.helpers.controller_bench import ControllerBench


class Bench:
    """The controller and the headers of the panes."""

    def __init__(self, shared: ControllerBench, row: PaneRow, qtbot: QtBot) -> None:
        self.shared, self.row, self.qtbot = shared, row, qtbot
        self.expected = ExpectedController(shared.context, row)
        row.resize(1600, 500)  # no pane folds
        row.show()

    def refresh(self) -> None:
        self.row.show_scene(self.shared.context.views.scene)
        self.expected.refresh()

    def labels(self) -> dict[str, str]:
        """Return the expected F1 in the headers, by pane."""
        panes = (self.row.pane(pane.name) for pane in self.shared.controller.session.panes)
        return {pane.name: pane.header.expected_label.text() for pane in panes if pane is not None}

    def wait(self) -> dict[str, str]:
        """Refresh, and wait until all headers have a value."""
        self.refresh()
        self.qtbot.waitUntil(lambda: all(self.labels().values()))
        return self.labels()


@pytest.fixture
def bench(shared: ControllerBench, row: PaneRow, qtbot: QtBot) -> Bench:
    expected_bench = Bench(shared, row, qtbot)
    shared.open()
    return expected_bench


def values_of_the_command(bench: Bench, folder: Path) -> dict[str, str]:
    """Return what `boilerscope expect` computes for the same page and panes."""
    file = folder / "page.html"
    file.write_text(MARKUP, "utf-8")
    [entry] = list_pages([str(file)])
    session = bench.shared.controller.session
    panes = tuple(Pane(p.name, p.extractor, p.settings) for p in session.panes)
    page = entry.page()
    records = ExpectTask(entry, panes).records(page, run_panes(page, panes))
    return {record.pane: f"exp. F1 {record.value:.2f}" for record in records}


def test_headers_show_what_the_command_expects(bench: Bench, tmp_path: Path):
    shown = bench.wait()

    assert len(shown) > 1
    assert shown == values_of_the_command(bench, tmp_path)


def test_the_tip_names_the_figures_that_decided(bench: Bench):
    bench.wait()
    pane = bench.row.pane(bench.shared.controller.session.panes[0].name)
    assert pane is not None

    assert "estimated without gold" in pane.header.expected_label.toolTip()
    assert "; " in pane.header.expected_label.toolTip()


def test_changed_results_are_judged_again(bench: Bench, tmp_path: Path):
    before = bench.wait()
    controller = bench.shared.controller
    first, second = (pane.name for pane in controller.session.panes[:2])
    controller.remove_pane(second)
    bench.refresh()
    bench.qtbot.waitUntil(lambda: bench.labels()[first] != before[first])

    assert bench.labels() == values_of_the_command(bench, tmp_path)


def test_expected_f1_gives_way_to_gold_and_comes_back(bench: Bench):
    before = bench.wait()
    page = bench.shared.controller.session.page
    assert page is not None
    classes = np.full(page.n_tokens, GoldClass.MAIN, dtype=np.uint8)
    bench.shared.controller.take_gold(Gold(classes, Provenance("boilerscope", "")), page)
    bench.refresh()

    assert not any(bench.labels().values())
    bench.shared.controller.take_gold(None, page)
    assert bench.wait() == before


def test_values_of_results_before_are_veiled_until_the_new_ones_are_there(bench: Bench):
    bench.wait()
    header = bench.row.pane(bench.shared.controller.session.panes[0].name).header  # type: ignore[union-attr]  # open above
    bench.row.veil_expected()

    assert "computed again" in header.expected_label.toolTip()
    bench.shared.controller.remove_pane(bench.shared.controller.session.panes[1].name)
    bench.refresh()
    bench.qtbot.waitUntil(lambda: "computed again" not in header.expected_label.toolTip())


def test_a_pane_without_a_result_has_no_expected_f1(bench: Bench):
    bench.shared.controller.add_pane("vips")
    bench.shared.finish()
    bench.refresh()
    session = bench.shared.controller.session
    name = session.panes[-1].name
    extraction = session.pane(name).extraction
    assert extraction is not None
    assert extraction.status is Status.UNAVAILABLE
    others = [pane.name for pane in session.panes if pane.name != name]
    bench.qtbot.waitUntil(lambda: all(bench.labels()[other] for other in others))

    assert not bench.labels()[name]
