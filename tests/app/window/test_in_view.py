"""What the user needs is in view, also on small screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QLabel, QWidget

from boilerscope.extractors.page.segments import segments
from boilerscope.widgets.inspector.parts import DecisionRow, QuantityRows
from boilerscope.widgets.inspector.result.rows import ScoreRows
from boilerscope.widgets.picking import selection_of_block
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench

SMALL = (1280, 800)


def is_whole(widget: QWidget) -> bool:
    """Return whether no part of a widget is hidden by its parents."""
    return widget.isVisible() and widget.visibleRegion().boundingRect() == widget.rect()


@pytest.mark.parametrize("size", [(1600, 1000), SMALL])
def test_the_reason_and_what_if_are_in_view_after_a_click(lake: WindowBench, size: tuple[int, int]):
    lake.window.resize(*size)
    lake.settle()
    lake.window.selection.select(selection_of_block(lake.pane(), lake.block("short")))
    lake.settle()
    inspector = lake.window.inspector
    rows = inspector.decisions.findChildren(DecisionRow)

    assert len([row for row in rows if is_whole(row)]) == len(lake.controller.session.panes)
    lake.qtbot.waitUntil(lambda: is_whole(inspector.what_if))
    lake.qtbot.waitUntil(lambda: any(map(is_whole, inspector.what_ifs.rows)), timeout=20_000)


def test_every_heading_and_figure_has_a_menu_that_explains_it(lake: WindowBench):
    lake.window.selection.select(selection_of_block(lake.pane(), lake.block("short")))
    lake.settle()
    inspector = lake.window.inspector
    headers = [
        header
        for view in lake.window.findChildren(QAbstractItemView)
        for header in view.findChildren(QHeaderView)
        if header.orientation() is Qt.Orientation.Horizontal and header.isVisibleTo(view)
    ]
    figures = [row[0] for rows in inspector.findChildren(QuantityRows) for row in rows.rows]
    figures += [row[0] for rows in inspector.findChildren(ScoreRows) for row in rows.rows]

    assert headers
    assert figures
    custom = Qt.ContextMenuPolicy.CustomContextMenu
    without = [part for part in (*headers, *figures) if part.contextMenuPolicy() is not custom]
    assert [(type(part.parentWidget()).__name__, part.accessibleName()) for part in without] == []


@pytest.mark.parametrize("size", [(1600, 1000), SMALL])
def test_choosers_of_the_curves_are_inside_of_their_bar(lake: WindowBench, size: tuple[int, int]):
    lake.window.resize(*size)
    lake.do("tab_curves")
    lake.settle()
    curves = lake.window.curves
    plot = QRect(curves.plot.mapTo(curves, QPoint()), curves.plot.size())
    choosers = [combo for combo in curves.findChildren(QComboBox) if combo.isVisible()]

    assert choosers
    for combo in choosers:
        rect = QRect(combo.mapTo(curves, QPoint()), combo.size())
        assert is_whole(combo)
        assert combo.height() >= combo.minimumSizeHint().height()
        assert rect.bottom() < plot.top()


@pytest.mark.parametrize("size", [(1600, 1000), SMALL, (1000, 700)])
def test_strips_are_as_high_as_their_rows(lake: WindowBench, size: tuple[int, int]):
    lake.window.resize(*size)
    lake.settle()
    strips = lake.window.strips
    lake.qtbot.waitUntil(lambda: strips.height() <= strips.content_height())
    several = strips.height()
    for pane in [pane.name for pane in lake.controller.session.panes][1:]:
        lake.controller.remove_pane(pane)
    lake.settle()
    lake.qtbot.waitUntil(lambda: strips.height() <= strips.content_height())
    one = strips.height()
    for _pane in range(3):
        lake.do("undo")
    lake.settle()

    assert one <= several
    lake.qtbot.waitUntil(lambda: strips.height() == several)


@pytest.mark.parametrize("size", [(1600, 1000), SMALL, (1000, 700)])
def test_every_tab_of_the_corpus_is_in_view(
    bench: WindowBench, tmp_path: Path, size: tuple[int, int]
):
    bench.window.resize(*size)
    state = bench.window_controller.corpus.state
    bench.window_controller.open(str(write_corpus(tmp_path / "pages")))
    bench.qtbot.waitUntil(lambda: state.table is not None)
    bench.settle()
    tabs = bench.window.corpus.tabs
    names = [tabs.tabText(index) for index in range(tabs.count()) if tabs.isTabVisible(index)]
    row = tabs.rect()

    assert {"Pages", "Sweep", "Losses", "Changes"} <= {name.split(" ")[0] for name in names}
    for index in range(tabs.count()):
        if tabs.isTabVisible(index):
            assert row.contains(tabs.tabRect(index)), names[index]


def test_the_list_has_the_focus_after_return_from_a_page(bench: WindowBench, tmp_path: Path):
    window, corpus = bench.window, bench.window_controller.corpus
    bench.window_controller.open(str(write_corpus(tmp_path / "pages")))
    bench.qtbot.waitUntil(lambda: corpus.state.table is not None)
    bench.do("run_corpus")
    bench.qtbot.waitUntil(lambda: not corpus.state.run.is_busy, timeout=60_000)
    corpus.select(0)
    bench.do("open_listed")
    bench.qtbot.waitUntil(lambda: not window.shows_corpus)
    bench.do("next_page")
    bench.do("switch_face")
    bench.settle()

    bench.qtbot.waitUntil(lambda: window.focusWidget() is window.pages.matrix)


def test_every_count_on_screen_says_what_it_counts(lake: WindowBench):
    lake.do("tab_blocks")
    window = lake.window
    n_blocks = len(lake.extraction().blocks)
    facts = window.inspector.result.facts

    assert window.status.page.text() == f"Page: {n_segments(lake)} segments, 83 words"
    assert f"{n_blocks} blocks" in {label.text() for label in window.findChildren(QLabel)}
    assert [line for line in facts.scores if not line.tip] == []
    assert any("kept" in line.label and "boilerpipe" in line.label for line in facts.scores)


def n_segments(bench: WindowBench) -> int:
    """Return the number of segments of the page."""
    return len(segments(bench.page))


def test_the_rare_entries_of_the_scored_text_leave_their_room_to_the_corpus(bench: WindowBench):
    chooser = bench.window.top.scored_text
    bench.do("switch_face")
    widths = []
    for index in range(chooser.count()):
        chooser.setCurrentIndex(index)
        widths.append(chooser.sizeHint().width())

    assert chooser.count() == 4
    assert max(widths[:2]) < min(widths[2:])
