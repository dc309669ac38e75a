"""Suggestions for the selected block are searched and applied, without a window."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.app.window.controllers.what_if import WhatIfController
from boilerscope.app.window.work.page_jobs import suggest
from boilerscope.extractors.model.settings import changed
from boilerscope.extractors.what_if import Trying
from boilerscope.widgets.inspector import Inspector
from boilerscope.widgets.inspector.parts import WhatIfRow
from boilerscope.widgets.picking import selection_of_block
from tests.helpers.controller_bench import ARTICLE, ControllerBench

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytestqt.qtbot import QtBot

    from boilerscope.app.window.work.control import Control
    from boilerscope.app.window.work.page_jobs import WhatIfQuery
    from boilerscope.extractors.what_if import WhatIf


@pytest.fixture
def inspector(shared: ControllerBench, qtbot: QtBot) -> Inspector:
    """Return the inspector."""
    inspector = Inspector(shared.selection)
    qtbot.addWidget(inspector)
    return inspector


@pytest.fixture
def what_if(shared: ControllerBench, inspector: Inspector) -> WhatIfController:
    """Return the controller of a page with results."""
    shared.open()
    shared.controller.activate(ARTICLE)
    return WhatIfController(shared.context, shared.actions, inspector, shared.selection)


def select_block(shared: ControllerBench) -> int:
    """Select the last block that the active pane keeps, and return it."""
    pane = shared.controller.session.pane(ARTICLE)
    assert pane.shown is not None
    block = int(pane.shown.content.nonzero()[0][-1])
    shared.selection.select(selection_of_block(pane, block))
    return block


def test_suggestions_are_shown_and_applying_one_flips_the_block(
    shared: ControllerBench, what_if: WhatIfController, inspector: Inspector, qtbot: QtBot
):
    block = select_block(shared)
    what_if.refresh()
    qtbot.waitUntil(lambda: bool(what_if.suggestions))
    before = changed(shared.controller.session.pane(ARTICLE).settings)
    row = inspector.what_ifs.rows[0]
    assert isinstance(row, WhatIfRow)
    text = row.change.text()

    shared.do("apply_what_if")
    shared.finish()

    pane = shared.controller.session.pane(ARTICLE)
    assert pane.shown is not None
    assert "→" in text
    assert before == {}
    assert len(changed(pane.settings)) == 1
    assert not pane.shown.content[block]


def test_a_block_is_searched_only_once(
    shared: ControllerBench, what_if: WhatIfController, qtbot: QtBot
):
    select_block(shared)
    what_if.refresh()
    qtbot.waitUntil(lambda: bool(what_if.suggestions))
    suggestions = what_if.suggestions

    what_if.refresh()

    assert what_if.suggestions is suggestions


def test_without_a_selection_nothing_is_searched(
    shared: ControllerBench, what_if: WhatIfController, inspector: Inspector
):
    what_if.refresh()
    what_if.apply()

    assert what_if.suggestions == ()
    assert inspector.search.text.text() == "No setting, and no pair of settings, flips this block."
    assert changed(shared.controller.session.pane(ARTICLE).settings) == {}


def test_a_pane_after_a_step_has_no_suggestions(
    shared: ControllerBench, what_if: WhatIfController, inspector: Inspector
):
    select_block(shared)
    shared.controller.show_step(ARTICLE, 0)

    what_if.refresh()

    assert inspector.search.text.text() == "No setting, and no pair of settings, flips this block."


def test_clearing_the_selection_forgets_the_suggestions(
    shared: ControllerBench, what_if: WhatIfController, qtbot: QtBot
):
    select_block(shared)
    what_if.refresh()
    qtbot.waitUntil(lambda: bool(what_if.suggestions))

    shared.selection.select(None)
    what_if.refresh()
    what_if.apply()

    assert what_if.suggestions == ()
    assert changed(shared.controller.session.pane(ARTICLE).settings) == {}


def test_a_preview_shows_the_words_that_change_until_it_ends(
    shared: ControllerBench, what_if: WhatIfController, qtbot: QtBot
):
    select_block(shared)
    what_if.refresh()
    qtbot.waitUntil(lambda: bool(what_if.suggestions))
    suggestion = what_if.suggestions[0]
    before = shared.controller.session.pane(ARTICLE).settings

    shared.do("preview_what_if")
    layer = shared.context.views.scene.layers["would change"]
    mask = shared.controller.session.pane(ARTICLE).shown.mask  # type: ignore[union-attr]  # it ran

    assert shared.context.views.scene.previewed == ARTICLE
    assert (np.isnan(layer.values) == (mask == suggestion.mask)).all()
    assert (layer.values[mask != suggestion.mask] == suggestion.mask[mask != suggestion.mask]).all()
    assert shared.controller.session.pane(ARTICLE).settings == before
    assert what_if.end_preview()
    assert "would change" not in shared.context.views.scene.layers
    assert not shared.context.views.scene.previewed
    assert not what_if.end_preview()


def test_another_selection_ends_the_preview(
    shared: ControllerBench, what_if: WhatIfController, qtbot: QtBot
):
    select_block(shared)
    what_if.refresh()
    qtbot.waitUntil(lambda: bool(what_if.suggestions))
    what_if.preview(0)
    shared.selection.select(None)
    what_if.refresh()

    assert shared.controller.session.would_change is None


def test_stopping_ends_the_search(shared: ControllerBench, what_if: WhatIfController):
    select_block(shared)
    what_if.refresh()

    assert shared.context.work.stop()


def test_suggestions_with_the_least_side_effect_come_first(
    shared: ControllerBench,
    what_if: WhatIfController,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
):
    def several(query: WhatIfQuery, control: Control) -> Generator[WhatIf, None, bool]:
        found = next(suggest(query, control))
        for gained, lost in ((1417, 0), (0, 1), (20, 30)):
            yield replace(found, gained=gained, lost=lost)
        return True

    monkeypatch.setattr("boilerscope.app.window.controllers.what_if.suggest", several)
    select_block(shared)
    what_if.refresh()
    qtbot.waitUntil(lambda: len(what_if.suggestions) == 3)

    effects = [each.gained + each.lost for each in what_if.suggestions]
    assert effects == [1, 50, 1417]


def test_the_user_ends_a_search_and_keeps_what_it_found(
    shared: ControllerBench,
    what_if: WhatIfController,
    inspector: Inspector,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
):
    def endless(_query: object, control: Control) -> Generator[object, None, bool]:
        yield from ()
        while not control.is_cancelled():
            control.report(Trying(2, 9, ("min_words",)))
            time.sleep(0.01)
        return False

    monkeypatch.setattr("boilerscope.app.window.controllers.what_if.suggest", endless)
    select_block(shared)
    what_if.refresh()
    qtbot.waitUntil(lambda: "2 of 9" in inspector.search.text.text())
    while_running = [shared.actions.reason(name) for name in ("preview_what_if", "apply_what_if")]
    inspector.search.button.click()

    stopped = "Stopped. What was tried so far does not flip this block."
    qtbot.waitUntil(lambda: inspector.search.text.text() == stopped)
    assert what_if.suggestions == ()
    assert while_running == ["The search for a what-if suggestion is not over yet."] * 2
    assert shared.actions.reason("preview_what_if").startswith("There is no what-if suggestion")


def test_a_bug_report_is_a_command_where_the_inspector_offers_it(
    shared: ControllerBench, what_if: WhatIfController, inspector: Inspector
):
    assert not what_if.suggestions
    assert shared.actions.reason("copy_bug_report").startswith("Select a block")
    asked: list[bool] = []
    inspector.report.asked.connect(lambda: asked.append(True))

    inspector.report.show()
    shared.do("copy_bug_report")

    assert asked == [True]
