"""The panel of a trial."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.widgets.corpus.trial_panel import TrialPanel
from tests.helpers.sweep_records import trial_view

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def panel(qtbot: QtBot) -> TrialPanel:
    trial_panel = TrialPanel()
    qtbot.addWidget(trial_panel)
    trial_panel.resize(320, 560)
    trial_panel.show()
    qtbot.waitExposed(trial_panel)
    return trial_panel


def test_without_a_trial_the_panel_explains_how_to_fill_it(panel: TrialPanel):
    assert panel.empty.isVisible()
    assert panel.entry() is None


def test_a_trial_shows_its_values_its_scores_and_stored_data(panel: TrialPanel):
    panel.show_trial(trial_view())

    assert panel.title.text() == "Trial 49"
    assert panel.rank.text() == "best of 60"
    assert panel.values.texts() == [
        ["Setting", "default", "now", "trial"],
        ["max_link_density", "0.333", "0.45", "0.33"],
        ["min_words", "16", "8", "8"],
    ]
    assert panel.scores.texts() == [
        ["Training", "0.835", "0.787 to 0.883"],
        ["Validation", "0.810", "0.760 to 0.860"],
        ["Before", "0.777", "on validation"],
        ["Difference", "+0.033", "−0.010 to +0.073"],
    ]
    assert ["Search", "60 trials, TPE, seed 10"] in panel.stored.texts()


def test_its_buttons_apply_save_and_step(panel: TrialPanel):
    emitted: list[object] = []
    panel.apply_asked.connect(lambda: emitted.append("apply"))
    panel.save_asked.connect(lambda: emitted.append("save"))
    panel.stepped.connect(emitted.append)
    panel.show_trial(trial_view(rank=2))
    for button in (panel.apply, panel.save, panel.previous, panel.next):
        button.click()

    assert emitted == ["apply", "save", -1, 1]
    assert panel.apply.text() == "Apply to pane 2"
    panel.show_trial(trial_view(rank=1))
    assert not panel.previous.isEnabled()
