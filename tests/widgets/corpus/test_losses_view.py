"""Focus of the losses while they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.scoring.groups import GROUPS
from boilerscope.widgets.corpus.losses.records import LossesRecord
from boilerscope.widgets.corpus.losses.texts import by_names
from boilerscope.widgets.corpus.losses.view import LossesView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_the_focus_waits_for_the_table_and_returns_to_it(qtbot: QtBot):
    view = LossesView()
    qtbot.addWidget(view)
    view.show_note("Reading the losses of boilerpipe.article")
    with qtbot.waitActive(view):
        view.show()
        view.activateWindow()

    entry = view.entry()
    assert entry is not None
    entry.setFocus()
    assert view.hasFocus()
    view.show_record(LossesRecord())
    assert view.table.hasFocus()
    view.show_note("Reading the losses of learned")
    assert view.hasFocus()
    view.show_record(LossesRecord())
    assert view.table.hasFocus()


def test_the_table_takes_no_focus_from_another_widget(qtbot: QtBot):
    view = LossesView()
    qtbot.addWidget(view)
    with qtbot.waitActive(view):
        view.show()
        view.activateWindow()
    view.filter.setFocus()

    view.show_record(LossesRecord())

    assert not view.table.hasFocus()


def test_losses_can_be_grouped_by_all_that_forms_groups():
    assert by_names().keys() >= GROUPS.keys()
