"""Two panes side by side, and the settings in which they differ."""

from __future__ import annotations

import shlex
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QGuiApplication

from boilerscope.app.cli.choosing import chosen_panes
from boilerscope.app.session import layers
from boilerscope.extractors.formats import settings_file
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.widgets.comparison.settings_table import SettingsThatDiffer
    from tests.helpers.bench import WindowBench

ARTICLE, COPY = "boilerpipe.article", "boilerpipe.article#2"


@pytest.fixture
def compared(bench: WindowBench) -> WindowBench:
    """Return a window in which a pane is compared with a copy of it that keeps more."""
    bench.open("sample:news-en")
    bench.controller.activate(ARTICLE)
    bench.do("duplicate_pane")
    bench.controller.set_field(COPY, "nw_cur", 2)
    bench.controller.set_field(COPY, "max_link_density", 0.9)
    bench.do("tab_differing")
    bench.settle()
    return bench


def rows(bench: WindowBench) -> dict[str, tuple[str, str, int | None]]:
    """Return the rows of the table by field."""
    return {row.field: (row.first, row.second, row.gained) for row in table(bench).model.rows}


def table(bench: WindowBench) -> SettingsThatDiffer:
    """Return the view of the settings."""
    return bench.window.differing


def test_a_duplicated_pane_stays_open_beside_its_copy(compared: WindowBench):
    session = compared.controller.session

    assert session.compared == (ARTICLE, COPY)
    assert {pane.name for pane in session.panes if not pane.folded} == {ARTICLE, COPY}
    assert not compared.window.panes.compare_bar.isHidden()


def test_the_end_restores_folds_and_colour(lake: WindowBench):
    session = lake.controller.session
    folds = [pane.folded for pane in session.panes]
    colour = session.colour_key
    lake.do("compare")
    compared = session.compared
    during = session.colour_key
    lake.settle()
    lake.do("compare")

    assert compared
    assert during == layers.AGREEMENT
    assert session.compared is None
    assert [pane.folded for pane in session.panes] == folds
    assert session.colour_key == colour


def test_the_pane_active_before_is_the_other_one(lake: WindowBench):
    names = [pane.name for pane in lake.controller.session.panes]
    lake.controller.activate(names[2])
    lake.controller.activate(names[0])
    lake.do("compare")

    assert lake.controller.session.compared == (names[0], names[2])


def test_escape_ends_the_comparison(lake: WindowBench):
    lake.do("compare")
    lake.settle()
    lake.do("cancel")

    assert lake.controller.session.compared is None


def test_removing_a_compared_pane_ends_the_comparison(compared: WindowBench):
    compared.controller.remove_pane(COPY)

    assert compared.controller.session.compared is None


def test_counts_and_differences_are_those_of_the_two_panes(compared: WindowBench):
    scene = compared.window_controller.views.scene
    first, second = (compared.extraction(name).mask for name in (ARTICLE, COPY))

    assert layers.difference(scene.judged)[0] == int((first != second).sum()) > 0
    shown = compared.window.panes.compare_bar.counts.text()
    assert number(int((first & second).sum())) in shown
    assert number(int((~first & ~second).sum())) in shown


def test_the_table_lists_the_words_of_each_setting_alone(compared: WindowBench):
    compared.qtbot.waitUntil(
        lambda: all(gained is not None for _, _, gained in rows(compared).values())
    )

    assert rows(compared).keys() == {"nw_cur", "max_link_density"}
    assert any(gained for _, _, gained in rows(compared).values())
    changed = [row.changed for row in table(compared).model.rows]
    assert changed == sorted(changed, reverse=True)


def test_a_preset_can_be_the_other_side(compared: WindowBench):
    view = table(compared)
    index = view.other.findData("preset:")
    view.other.setCurrentIndex(index)
    view.other.activated.emit(index)
    compared.settle()

    assert "the same settings" in view.empty_note.text()
    compared.controller.end_comparison()
    compared.controller.activate(COPY)
    compared.settle()
    assert rows(compared).keys() == {"nw_cur", "max_link_density"}


def test_both_copies_are_read_as_the_two_panes(compared: WindowBench):
    settings = [compared.controller.session.pane(name).settings for name in (ARTICLE, COPY)]
    table(compared).toml.click()
    panes = settings_file.read(QGuiApplication.clipboard().text())
    table(compared).command.click()
    words = shlex.split(QGuiApplication.clipboard().text())

    assert [pane.settings for pane in panes] == settings
    options = [*zip(words[3::2], words[4::2], strict=True)]
    chosen = chosen_panes(
        [value for option, value in options if option == "-e"],
        None,
        [value for option, value in options if option == "--set"],
    )
    assert [pane.settings for pane in chosen] == settings
    assert words[:2] == ["boilerscope", "extract"]


def test_what_is_on_screen_is_copied_as_a_command(lake: WindowBench):
    lake.do("copy_command")
    words = shlex.split(QGuiApplication.clipboard().text())
    opened = [pane.extractor for pane in lake.controller.session.panes if not pane.folded]

    assert [value for option, value in pairwise(words) if option == "-e"] == opened


def test_a_row_leads_to_its_setting(compared: WindowBench):
    compared.qtbot.waitUntil(lambda: len(table(compared).model.rows) == 2)
    table(compared).setting_chosen.emit("nw_cur")
    compared.settle()

    assert compared.window.settings.isVisible()
