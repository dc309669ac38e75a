"""Focus of the losses and the changes while they are read; rows and columns of the losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint

from boilerscope.extractors.scoring.groups import GROUPS
from boilerscope.extractors.scoring.loss_counts import N_COUNTS
from boilerscope.extractors.scoring.losses.ledger import LedgerRow
from boilerscope.widgets.corpus.changes.records import ChangesRecord
from boilerscope.widgets.corpus.changes.view import ChangesView
from boilerscope.widgets.corpus.losses.records import LossesRecord, LossLine, SelectedRule
from boilerscope.widgets.corpus.losses.selected_rule import SelectedRulePanel
from boilerscope.widgets.corpus.losses.texts import by_names
from boilerscope.widgets.corpus.losses.view import LossesView
from boilerscope.widgets.labels import TextLabel

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


@pytest.mark.parametrize(
    ("view_class", "record", "table"),
    [(LossesView, LossesRecord(), "table"), (ChangesView, ChangesRecord(), "rules")],
)
def test_the_focus_goes_from_a_button_of_the_note_to_the_table(
    qtbot: QtBot, view_class: type[LossesView | ChangesView], record: Any, table: str
):
    view = view_class()
    qtbot.addWidget(view)
    view.show_note("Reading", [("cancel", "Cancel")])
    with qtbot.waitActive(view):
        view.show()
        view.activateWindow()
    view.empty.buttons[0].setFocus()
    assert view.empty.has_focus()

    view.show_record(record)

    assert getattr(view, table).hasFocus()


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


def test_the_chooser_of_rows_is_whole_where_there_is_room(qtbot: QtBot):
    view = LossesView()
    qtbot.addWidget(view)
    view.show_record(LossesRecord())
    narrowest = view.minimumSizeHint().width()
    view.by.set_entries([("By worst step of 1 boilerpipe.article", "step")], "step")
    view.resize(1300, 500)
    view.show()
    qtbot.waitExposed(view)

    qtbot.waitUntil(lambda: view.by.width() >= view.by.sizeHint().width() > 200)
    assert view.minimumSizeHint().width() <= narrowest


def test_in_a_narrow_window_what_if_and_pages_come_before_where(qtbot: QtBot):
    view, panel = LossesView(), SelectedRulePanel()
    qtbot.addWidget(view)
    qtbot.addWidget(panel)
    panel.resize(320, 2_000)
    rule = LossLine("F3", LedgerRow((), (0,) * N_COUNTS, 0.1, 0.1, 2), "F3", "words > 3")
    panel.show_rule(SelectedRule(rule, place="1 of 1", where=(("forum", 0.9), ("article", 0.1))))
    panel.show()

    for _ in range(3):  # a window can become narrow again
        panel.take_views(view.what_if, view.pages)

    labels = [
        label for label in panel.findChildren(TextLabel) if label.text() in {"Where", "forum"}
    ]
    parts = [view.what_if, view.pages, *sorted(labels, key=lambda label: label.text() == "forum")]
    qtbot.waitUntil(lambda: all(part.isVisible() for part in parts))

    def tops() -> list[int]:
        return [part.mapTo(panel, QPoint()).y() for part in parts]

    qtbot.waitUntil(lambda: tops() == sorted(set(tops())))
