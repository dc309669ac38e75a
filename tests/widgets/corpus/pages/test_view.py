"""The list of pages: keys and mouse, descriptions of cells, filters, sort, overview."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QColor, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.order import (
    Box,
    PageFilter,
    PageOrder,
    Sort,
    SortKey,
    chosen,
    ordered,
)
from boilerscope.extractors.scoring.parts import Compared, Ended, Within
from boilerscope.widgets import colours, terms, theme
from boilerscope.widgets.corpus.pages import painter
from boilerscope.widgets.corpus.pages.columns import N_TEXTS, NAME, TITLE, WORDS, fit
from boilerscope.widgets.corpus.pages.filters import lengths, next_sort, sorts
from boilerscope.widgets.corpus.pages.overview import per_pixel, shares
from boilerscope.widgets.corpus.pages.sentences import (
    cell_sentence,
    filter_parts,
    filter_words,
    sort_words,
)
from boilerscope.widgets.corpus.pages.view import PagesView
from tests.helpers import corpus_tables
from tests.helpers.score_tables import pane_records, score_table, take_expected

if TYPE_CHECKING:
    from PySide6.QtGui import QFont
    from pytestqt.qtbot import QtBot

    from boilerscope.extractors.scoring.parts import PanePart
    from boilerscope.extractors.scoring.table import ScoreTable

PANES = pane_records(3)
NAMES = [pane.name for pane in PANES]
KEY = Qt.Key
SPREAD = Sort(SortKey.SPREAD)
ROWS: dict[str, tuple[float | Status, ...]] = {
    "wordpress": (1.0, 0.42, 0.87),
    "medium": (0.98, Status.EMPTY, 0.9),
    "ietf": (0.5, 0.5, 0.5),
    "sina": (0.9, Status.TIMEOUT, 1.0),
    "heise": (0.7, 0.6, 0.8),
}
# Spread, failures first: sina, medium, wordpress, heise, ietf.
BY_SPREAD = [3, 1, 0, 4, 2]


@pytest.fixture
def table() -> ScoreTable:
    """Return five pages and three panes; one run was empty and one has no result."""
    return score_table(ROWS, 3)


def show(
    view: PagesView, table: ScoreTable, sort: Sort = SPREAD, page_filter: PageFilter | None = None
) -> None:
    """Show the pages of a table as the program does."""
    applied = page_filter or PageFilter()
    order = ordered(table, chosen(table, applied), sort)
    view.show_table(table, order, PANES[: len(table.panes)], "token_f1", sort, applied)


@pytest.fixture
def view(qtbot: QtBot, table: ScoreTable) -> PagesView:
    pages_view = PagesView()
    qtbot.addWidget(pages_view)
    pages_view.resize(800, 300)
    pages_view.show()
    show(pages_view, table)
    pages_view.matrix.setFocus()
    return pages_view


def cell_point(view: PagesView, position: int, column: int) -> QPoint:
    matrix = view.matrix
    return matrix.visualRect(matrix.pages.index(position, column)).center()


def heading_point(view: PagesView, column: int) -> QPoint:
    heading = view.matrix.horizontalHeader()
    x = heading.sectionViewportPosition(column) + heading.sectionSize(column) // 2
    return QPoint(x, heading.height() // 2)


def test_the_list_takes_the_focus_of_the_note_before_it(view: PagesView, table: ScoreTable):
    view.show_note("Run the panes.", [("run", "Run")])
    view.empty_note.buttons[0].setFocus()
    view.show_note("Pages appear here when they are done.")

    show(view, table)

    assert view.matrix.hasFocus()


# -- descriptions of cells -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "column", "sentence"),
    [
        (0, 1, "wordpress, pane-2, token F1 0.42"),
        (1, 1, "medium, pane-2, empty, token F1 0.00"),
        (3, 1, "sina, pane-2, timeout"),
    ],
)
def test_a_cell_describes_page_pane_and_score(
    table: ScoreTable, row: int, column: int, sentence: str
):
    assert cell_sentence(table, row, column, "token_f1") == sentence


def test_assistive_technology_reads_the_sentence_of_a_cell(view: PagesView):
    interface = QAccessible.queryAccessibleInterface(view.matrix)
    children = (interface.child(number) for number in range(interface.childCount()))
    names = [child.text(QAccessible.Text.Name) for child in children]

    assert "wordpress, pane-2, token F1 0.42" in names
    assert "wordpress, en, 100 words" in names
    assert "2 pane-2" in names


def test_a_cell_without_gold_names_the_expected_f1_once_it_is_computed():
    table = corpus_tables.without_gold(3, NAMES)
    before = cell_sentence(table, 0, 1, "token_f1")
    take_expected(table, np.array([0]), np.array([[0.5, 0.874, np.nan]]))

    assert before.endswith("pane-2, not scored")
    assert cell_sentence(table, 0, 1, "token_f1") == f"{before}, expected F1 0.87"
    assert cell_sentence(table, 0, 2, "token_f1").endswith("not scored")


def test_an_outdated_pane_is_described_as_outdated(table: ScoreTable):
    table.is_outdated[1] = True

    assert cell_sentence(table, 0, 1, "token_f1").endswith("0.42, outdated")


def test_tips_name_the_page_or_the_reason_of_a_failure(view: PagesView):
    page = view.matrix.tip_at(cell_point(view, 2, 0))
    failure = view.matrix.tip_at(cell_point(view, 0, N_TEXTS + 1))

    assert page == "Title 0\nhttps://example.org/0\nnews/wordpress"
    assert failure == "sina, pane-2, timeout\npane-2 took too long"
    assert view.matrix.tip_at(QPoint(5, 290)) == ""


@pytest.mark.parametrize(
    "chosen_theme", [theme.LIGHT, theme.DARK], ids=lambda colours: colours.name
)
def test_text_is_readable_on_every_value(chosen_theme: theme.Theme):
    fills = [QColor(*channels) for channels in colours.viridis(256, chosen_theme).tolist()]

    worst = min(colours.contrast(colours.ink_on(fill), fill) for fill in fills)

    assert worst >= 4.5


def test_rows_are_painted_with_value_hatch_and_selection(view: PagesView):
    view.set_current(0, "")
    picture = view.matrix.viewport().grab().toImage()
    points = {name: cell_point(view, *cell) for name, cell in _PLACES.items()}
    corner = QPoint(-20, -8)

    good = picture.pixelColor(points["good"] + corner)
    failed = picture.pixelColor(points["failed"] - QPoint(0, 9))
    assert good == QColor(*colours.viridis(256)[-1].tolist())
    assert failed != picture.pixelColor(points["good"] + corner)
    assert picture.pixelColor(1, points["selected"].y()) == theme.colour("selection")
    assert picture.pixelColor(1, points["failed"].y()) != theme.colour("selection")


_PLACES = {"good": (2, N_TEXTS), "failed": (0, N_TEXTS + 1), "selected": (2, 0)}


# -- keys and mouse --------------------------------------------------------------------------------


def test_keys_walk_through_pages_and_cells(view: PagesView):
    cells: list[tuple[int, str]] = []
    view.cell_chosen.connect(lambda row, pane: cells.append((row, pane)))

    for key in (KEY.Key_J, KEY.Key_J, KEY.Key_K, KEY.Key_End, KEY.Key_Home, KEY.Key_Down):
        QTest.keyClick(view.matrix, key)
    for key in (KEY.Key_Right, KEY.Key_Right, KEY.Key_Left, KEY.Key_Left):
        QTest.keyClick(view.matrix, key)

    assert [row for row, _ in cells[:6]] == [3, 1, 3, 2, 3, 1]
    assert cells[6:] == [(1, "pane-1"), (1, "pane-2"), (1, "pane-1"), (1, "")]


def test_listed_pages_are_copied_with_all_digits_of_their_scores(view: PagesView):
    QTest.keyClick(view.matrix, KEY.Key_C, Qt.KeyboardModifier.ControlModifier)

    head, first, second, *rest = QGuiApplication.clipboard().text().splitlines()
    assert head.split("\t")[N_TEXTS : N_TEXTS + 3] == [f"{p.number} {p.name}" for p in PANES]
    assert (first.split("\t")[0], second.split("\t")[0]) == ("sina", "medium")
    assert first.split("\t")[N_TEXTS : N_TEXTS + 3] == ["0.9", "", "1.0"]
    assert len(rest) == 3


def test_n_goes_to_the_next_page_with_a_failure_and_wraps_around(view: PagesView):
    view.set_current(2, "")

    QTest.keyClick(view.matrix, KEY.Key_N)

    assert view.matrix.current() == (3, "")
    QTest.keyClick(view.matrix, KEY.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert view.matrix.current() == (3, "")


def test_enter_and_a_double_click_open_the_cell(view: PagesView):
    opened: list[tuple[int, str]] = []
    view.opened.connect(lambda row, pane: opened.append((row, pane)))
    view.set_current(0, "pane-2")

    QTest.keyClick(view.matrix, KEY.Key_Return)
    viewport, point = view.matrix.viewport(), cell_point(view, 3, N_TEXTS)
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point)
    QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=point)

    assert opened == [(0, "pane-2"), (4, "pane-1")]


def test_letters_sort_and_filter_and_escape_clears(view: PagesView, table: ScoreTable):
    sorted_by: list[Sort] = []
    filters: list[PageFilter] = []
    view.sort_chosen.connect(sorted_by.append)
    view.filter_chosen.connect(filters.append)
    view.set_active("pane-2")

    QTest.keyClick(view.matrix, KEY.Key_S)
    QTest.keyClick(view.matrix, KEY.Key_F)
    show(view, table, page_filter=filters[-1])
    QTest.keyClick(view.matrix, KEY.Key_Escape)

    assert sorted_by == [Sort(SortKey.WORST, pane="pane-2")]
    assert filters == [PageFilter(only_failures=True), PageFilter()]


def test_a_click_on_a_heading_sorts_and_a_second_click_reverses_the_order(
    view: PagesView, table: ScoreTable
):
    sorted_by: list[Sort] = []
    view.sort_chosen.connect(sorted_by.append)
    heading = view.matrix.horizontalHeader().viewport()
    left = Qt.MouseButton.LeftButton

    for column in (N_TEXTS + 2, N_TEXTS + 2, WORDS, N_TEXTS + 3):
        QTest.mouseClick(heading, left, pos=heading_point(view, column))
        show(view, table, sorted_by[-1])

    worst = Sort(SortKey.WORST, pane="pane-3")
    assert sorted_by[:2] == [worst, Sort(SortKey.WORST, pane="pane-3", reverse=True)]
    assert sorted_by[2].key is SortKey.LENGTH
    assert sorted_by[3] == Sort(SortKey.LENGTH, pane="pane-3", reverse=True)


def test_without_gold_a_click_on_a_pane_sorts_by_its_expected_f1(view: PagesView):
    table = corpus_tables.without_gold(3, NAMES)
    take_expected(table, np.arange(3), np.array([[0.5, x, 0.5] for x in (0.9, 0.2, 0.6)]))
    show(view, table)
    sorted_by: list[Sort] = []
    view.sort_chosen.connect(sorted_by.append)
    heading = view.matrix.horizontalHeader().viewport()

    QTest.mouseClick(heading, Qt.MouseButton.LeftButton, pos=heading_point(view, N_TEXTS + 1))
    show(view, table, sorted_by[-1])

    assert sorted_by == [Sort(SortKey.EXPECTED, pane="pane-2")]
    model = view.matrix.pages
    assert model.titles()[-1] == "Exp. 2"
    assert [model.texts(row)[-1] for row in range(3)] == ["0.20", "0.60", "0.90"]


def test_s_passes_expected_f1_that_has_to_be_computed_first_unless_there_is_no_gold(
    view: PagesView, table: ScoreTable
):
    by_difference = Sort(SortKey.DIFFERENCE, pane="pane-3", baseline="pane-1")
    unscored = corpus_tables.without_gold(3, NAMES)
    keys = []
    view.sort_chosen.connect(lambda sort: keys.append(sort.key))
    view.set_active("pane-3")
    show(view, table, by_difference)
    QTest.keyClick(view.matrix, KEY.Key_S)
    rows = np.flatnonzero(table.lacks_figures("expected"))
    take_expected(table, rows, np.full((len(rows), len(NAMES)), 0.5))
    QTest.keyClick(view.matrix, KEY.Key_S)
    show(view, unscored, by_difference)
    QTest.keyClick(view.matrix, KEY.Key_S)

    assert keys == [SortKey.LENGTH, SortKey.EXPECTED, SortKey.EXPECTED]


def test_the_selected_page_stays_selected_and_in_view_in_a_new_order(view: PagesView, qtbot: QtBot):
    table = corpus_tables.table(400, NAMES)
    show(view, table)
    view.set_current(17, "pane-2")
    before = view.matrix.visualRect(view.matrix.currentIndex()).top()

    show(view, table, Sort(SortKey.WORST, pane="pane-1"))

    qtbot.wait_until(lambda: view.matrix.current() == (17, "pane-2"))
    assert view.matrix.visualRect(view.matrix.currentIndex()).top() == before


def test_a_selected_page_that_is_filtered_out_is_not_selected(view: PagesView, table: ScoreTable):
    view.set_current(2, "pane-1")

    show(view, table, page_filter=PageFilter(only_failures=True))

    assert view.matrix.current() == (None, "")


# -- filters and sort ------------------------------------------------------------------------------


def test_words_are_searched_as_they_are_typed(view: PagesView):
    filters: list[PageFilter] = []
    view.filter_chosen.connect(filters.append)

    QTest.keyClicks(view.filters.search, "ab")

    assert [page_filter.text for page_filter in filters] == ["a", "ab"]


def test_several_languages_can_be_chosen(view: PagesView, table: ScoreTable):
    filters: list[PageFilter] = []
    view.filter_chosen.connect(filters.append)
    button = view.filters.language

    for name in ("zh", "fr"):
        button.opening.emit()
        next(action for action in button.actions_shown() if action.data() == name).trigger()
        show(view, table, page_filter=filters[-1])

    assert filters[-1].languages == {"zh", "fr"}
    assert button.text() == "Language: 2"
    assert button.actions_shown()[0].text() == "en  2"


def test_a_length_is_one_of_five_parts(view: PagesView, table: ScoreTable):
    filters: list[PageFilter] = []
    view.filter_chosen.connect(filters.append)
    button = view.filters.length

    button.opening.emit()
    button.actions_shown()[2].trigger()
    show(view, table, page_filter=filters[-1])

    assert (filters[-1].min_words, filters[-1].max_words) == (101, 137)
    assert button.text() == "101 to 137 words"


def test_lengths_have_equally_many_pages_and_no_gap():
    ranges = lengths(range(1, 101))

    assert ranges == [(None, 20), (21, 40), (41, 60), (61, 80), (81, None)]
    assert lengths([]) == []
    assert lengths([5] * 9) == [(None, None)]


def test_each_chip_removes_its_part_and_the_last_button_removes_all_parts(
    view: PagesView, table: ScoreTable
):
    filters: list[PageFilter] = []
    view.filter_chosen.connect(filters.append)
    combined = PageFilter(page_types=frozenset({"forum"}), min_words=100)
    show(view, table, page_filter=combined)

    texts = [chip.text() for chip in view.chips.chips]
    view.chips.chips[1].click()
    view.chips.clear.click()

    assert texts == ["forum", "from 100 words"]
    assert filters == [PageFilter(page_types=frozenset({"forum"})), PageFilter()]
    show(view, table)
    assert not view.chips.isVisible()


def test_a_filter_is_named_by_all_its_parts():
    named = PageFilter(
        text="eel",
        languages=frozenset({"zh", "en"}),
        max_words=1500,
        only_failures=True,
        box=Box("token_f1", "a", "b", 0, 1, 0, 1),
    )

    assert (
        filter_words(named)
        == "“eel”, en, zh, up to 1,500 words, only failures, part of the scatter plot"
    )
    assert filter_words(PageFilter()) == ""


@pytest.mark.parametrize(
    ("part", "label"),
    [
        (Ended("a", Status.TIMEOUT), "a: timeout"),
        (Ended("a", Status.EMPTY), "a: empty"),
        (Within("a", "token_f1", 0.35, 0.4), "a: token F1 0.35 to 0.40"),
        (Compared("a", "b", "token_f1", 1), "a better than b"),
        (Compared("a", "b", "token_f1", 0), "a equal to b"),
        (Compared("a", "b", "token_f1", -1), "a worse than b"),
    ],
)
def test_pages_behind_a_count_of_the_leaderboard_are_named(part: PanePart, label: str):
    assert filter_words(PageFilter(part=part)) == label


def test_every_part_of_a_filter_has_a_label():
    everything = PageFilter(
        text="a",
        languages=frozenset({"b"}),
        page_types=frozenset({"c"}),
        sets=frozenset({"d"}),
        sites=frozenset({"e"}),
        layouts=frozenset({"e · 1"}),
        min_words=1,
        max_words=2,
        min_gold=3,
        max_gold=4,
        only_failures=True,
        box=Box("token_f1", "a", "b", 0, 1, 0, 1),
        part=Ended("a", Status.ERROR),
    )
    parts = dict(filter_parts(everything))

    named = {name for names in parts for name in names.split()}
    assert named == {field.name for field in fields(PageFilter)}
    assert parts["min_gold max_gold"] == "main content: 3 to 4 words"


def test_a_list_without_pages_offers_to_clear_the_filters(view: PagesView, table: ScoreTable):
    filters: list[PageFilter] = []
    view.filter_chosen.connect(filters.append)

    show(view, table, page_filter=PageFilter(text="nothing has this"))

    assert view.empty_note.text() == "No page matches."
    view.empty_note.buttons[0].click()
    assert filters == [PageFilter()]
    show(view, score_table({}, 3))
    assert view.empty_note.text() == "Pages appear here when they are done."
    assert view.empty_note.buttons == ()


def test_every_pane_can_sort_and_s_sorts_by_the_active_pane():
    labels = [sort_words(sort, PANES) for sort in sorts(SPREAD, PANES, "pane-2")]
    keys = []
    sort = SPREAD
    for _ in range(7):
        sort = next_sort(sort, PANES, "pane-2", "pane-3")
        keys.append(sort_words(sort, PANES))

    assert labels == [
        "spread",
        "worst of 1 pane-1",
        "worst of 2 pane-2",
        "worst of 3 pane-3",
        "1 minus 2",
        "3 minus 2",
        "worst expected F1 of 1 pane-1",
        "worst expected F1 of 2 pane-2",
        "worst expected F1 of 3 pane-3",
        "disagreement of the panes",
        "length",
        "name",
    ]
    assert keys == [
        "worst of 3 pane-3",
        "3 minus 2",
        "worst expected F1 of 3 pane-3",
        "disagreement of the panes",
        "length",
        "name",
        "spread",
    ]


def test_the_chooser_names_the_current_order(view: PagesView, table: ScoreTable):
    sorted_by: list[Sort] = []
    view.sort_chosen.connect(sorted_by.append)
    show(view, table, Sort(SortKey.DIFFERENCE, pane="pane-3", baseline="pane-1"))

    chooser = view.filters.sort
    assert chooser.currentText() == "3 minus 1"
    chooser.activated.emit(1)
    assert sorted_by == [Sort(SortKey.WORST, pane="pane-1")]


# -- overview and new pages ------------------------------------------------------------------------


def test_the_overview_has_the_sorted_value_of_each_page(table: ScoreTable):
    order = ordered(table, chosen(table, PageFilter()), SPREAD)

    assert order.rows.tolist() == BY_SPREAD
    assert shares(order, SPREAD).tolist() == pytest.approx([0.1, 0.98, 0.58, 0.2, 0.0])
    assert shares(order, Sort(SortKey.NAME)).tolist() == [0] * 5


def test_a_pixel_of_the_overview_shows_its_largest_value():
    values = np.arange(10_000) / 10_000
    values[5_001] = 2.0

    pixels = per_pixel(values, 100)

    assert pixels[50] == 2.0
    assert pixels[0] == pytest.approx(0.0099)
    assert per_pixel(np.array([0.5, 1.0]), 4).tolist() == [0.5, 0.5, 1.0, 1.0]


def test_a_drag_in_the_overview_scrolls_a_long_list(view: PagesView):
    show(view, corpus_tables.table(2_000, NAMES))
    overview = view.overview

    point = QPoint(5, overview.height() // 2)
    QTest.mouseClick(overview, Qt.MouseButton.LeftButton, pos=point)

    first, last = view.matrix.visible_rows()
    assert (first + last) / 2 == pytest.approx(1_000, abs=8)
    assert overview.frame().center().y() == pytest.approx(point.y(), abs=3)


def test_the_overview_shows_failures_and_the_selected_page(view: PagesView):
    view.set_current(2, "")
    picture = view.overview.grab().toImage()

    column = {picture.pixelColor(8, y).name() for y in range(picture.height())}
    assert {theme.colour("selection").name(), theme.colour("error").name()} <= column


def test_new_pages_are_offered_over_the_list(view: PagesView, qtbot: QtBot):
    view.show_new(12)

    button = view.findChild(QPushButton, "newPages")
    assert isinstance(button, QPushButton)
    assert button.isVisible()
    assert button.text() == "Show 12 new"
    with qtbot.wait_signal(view.new_pages_asked):
        button.click()
    view.show_new(0)
    assert not button.isVisible()


# -- room ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "n_panes", "expected"),
    [
        (782, 6, (214, 38, 90, 66, 52)),
        (782, 8, (150, 38, 90, 66, 47)),
        (604, 6, (150, 38, 0, 66, 48)),
        (300, 6, (110, 0, 0, 0, 40)),
    ],
)
def test_cells_narrow_before_columns_are_left_out(
    width: int, n_panes: int, expected: tuple[int, ...]
):
    columns = fit(width, n_panes)

    widths = (columns.name, columns.language, columns.page_type, columns.words, columns.cell)
    assert widths == pytest.approx(expected, abs=9)
    assert sum(columns.widths) >= min(width, 412)


@pytest.mark.parametrize("width", [240, 500, 700, 900, 1400])
@pytest.mark.parametrize("n_panes", [1, 4, 8])
def test_titles_get_what_the_others_leave(width: int, n_panes: int):
    bare, titled = fit(width, n_panes), fit(width, n_panes, has_titles=True)

    assert bare.title == 0
    assert titled.title in {0, bare.name - 150}
    assert titled.title == 0 or titled.title >= 120
    assert sum(titled.widths) == sum(bare.widths)
    assert fit(1400, 4, has_titles=True).title > 0


def test_the_legend_explains_its_measure(view: PagesView, monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []
    monkeypatch.setattr(terms, "open_menu", lambda _view, label, *_: asked.append(label))
    view.legend.show_measure("shingle_f1")
    point = QPoint(5, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, point)
    QApplication.sendEvent(view.legend, event)

    assert asked == [view.legend.term()]
    assert "hingle" in asked[0]


def test_long_names_keep_their_end(
    view: PagesView, table: ScoreTable, monkeypatch: pytest.MonkeyPatch
):
    name = f"{'0123456789' * 6}-the-end"
    table.pages[0] = replace(table.pages[0], page_id=name)  # type: ignore[index]  # a list here
    show(view, table)
    at = view.matrix.pages.order.position(0)
    assert at is not None
    texts: list[str] = []
    lay_out = vars(painter)["_static"]

    def note(text: str, font: QFont) -> object:
        texts.append(text)
        return lay_out(text, font)

    monkeypatch.setattr(painter, "_static", note)
    view.matrix.grab()

    [drawn] = [text for text in texts if text.startswith("0123") and text != name]
    assert drawn.endswith("the-end")
    assert "…" in drawn
    assert name in view.matrix.tip_at(cell_point(view, at, NAME))


def test_a_corpus_with_titles_lists_them(view: PagesView):
    view.resize(1200, 600)
    is_hidden: list[bool] = []
    for title in ("", "The lake"):
        table = score_table(ROWS, 3)
        table.pages = [replace(page, title=title) for page in table.pages]
        show(view, table)
        is_hidden.append(view.matrix.isColumnHidden(TITLE))

    assert is_hidden == [True, False]
    assert view.matrix.pages.text(0, TITLE) == "The lake"


def test_lengths_are_called_by_what_they_count(view: PagesView, table: ScoreTable):
    show(view, table)
    words = view.matrix.pages.titles()[WORDS]
    other = score_table(ROWS, 3)
    other.pages = [replace(page, language="zh-CN") for page in table.pages]
    show(view, other)

    assert words == "Words"
    assert view.matrix.pages.titles()[WORDS] == "Characters"


def test_the_order_of_an_empty_corpus_is_shown(view: PagesView, qtbot: QtBot):
    del qtbot
    view.show_table(
        score_table({}, 2),
        PageOrder(np.zeros(0, dtype=np.int64)),
        (),
        "token_f1",
        SPREAD,
        PageFilter(),
    )

    assert view.matrix.current() == (None, "")
    assert not view.matrix.grab().isNull()
