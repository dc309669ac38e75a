"""The body of a pane by real events: folds, positions, copying, keyboard, pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest

from boilerscope.extractors.model.gold import Outcome
from boilerscope.extractors.page import Page, segments
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.widgets import theme
from boilerscope.widgets.fold_text import LineKind, Part, against_gold, difference
from boilerscope.widgets.panes import paragraph, preview_marks
from boilerscope.widgets.panes.body import Body
from boilerscope.widgets.panes.content import Content, SegmentPosition
from boilerscope.widgets.panes.painter import fold_label
from boilerscope.widgets.panes.segment_styles import segment_styles
from boilerscope.widgets.records import Selection

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.panes.paragraph import Paragraph

LONG = "word " * 60
# One segment per letter; the tests name segments by these letters.
PAGE = Page.from_text(
    f"<h1>Alpha title</h1><p>Bravo {LONG}</p><p>Charlie {LONG}</p><p>Delta short</p>"
    f"<p>Echo {LONG}</p><p>Foxtrot {LONG}</p><p>Golf last</p>",
    name="nato",
)
NAMES = "ABCDEFG"


def mask_of(kept: str) -> np.ndarray:
    mask = np.array([name in kept for name in NAMES])
    return mask[segments(PAGE).of_token()].astype(np.int8)


def tokens_of(name: str) -> tuple[int, int]:
    text_segments, index = segments(PAGE), NAMES.index(name)
    return int(text_segments.token_start[index]), int(text_segments.token_end[index])


def shown(body: Body) -> str:
    """Return a character per line: letters of text, `-` for closed and `+` for open folds."""
    content = content_of(body)
    marks = {LineKind.FOLD_CLOSED: "-", LineKind.FOLD_OPEN: "+"}
    return "".join(
        marks.get(LineKind(kind), NAMES[segment])
        for kind, segment in zip(content.lines.kind, content.lines.segment, strict=True)
    )


def content_of(body: Body) -> Content:
    assert body.content is not None
    return body.content


def middle_of(body: Body, line: int) -> QPoint:
    flow = content_of(body).flow
    y = flow.top(line) - body.scroll_y + content_of(body).above(line) + 5
    return QPoint(60, round(y))


def click(body: Body, line: int) -> None:
    QTest.mouseClick(body.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(body, line))


def count_layouts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that records the segment of each line that is laid out from now on."""
    laid_out: list[int] = []
    original = paragraph.set_paragraph

    def counted(*args: Any, **options: Any) -> Paragraph:
        laid_out.append(options["segment"])
        return original(*args, **options)

    monkeypatch.setattr(paragraph, "set_paragraph", counted)
    return laid_out


@pytest.fixture
def body(qtbot: QtBot) -> Body:
    body = Body()
    qtbot.addWidget(body)
    body.resize(240, 400)
    body.show()
    body.show_text(PAGE, mask_of("ABFG"))
    return body


def test_kept_text_is_text_and_dropped_text_one_line(body: Body):
    assert shown(body) == "AB-FG"
    assert content_of(body).left_out(2) == (3, 124)


def test_a_click_opens_a_fold_and_a_second_click_closes_it(body: Body):
    click(body, 2)
    opened = shown(body)
    click(body, 2)

    assert opened == "AB+CDEFG"
    assert shown(body) == "AB-FG"


def test_the_line_of_a_fold_stays_under_the_pointer_when_it_opens(body: Body):
    before = middle_of(body, 2)
    click(body, 2)

    assert middle_of(body, 2) == before


def test_an_opened_fold_stays_open_under_a_new_mask(body: Body):
    click(body, 2)
    body.show_text(PAGE, mask_of("AFG"))

    assert shown(body) == "A-+CDEFG"


def test_the_selected_block_in_a_closed_fold_is_shown_alone(body: Body):
    body.set_selection(Selection((tokens_of("D"),)))
    alone = shown(body)
    body.set_selection(None)

    assert alone == "AB-D-FG"
    assert shown(body) == "AB-FG"


def test_a_click_on_text_emits_its_token(body: Body, qtbot: QtBot):
    with qtbot.waitSignal(body.token_clicked) as signal:
        click(body, 1)

    start, end = tokens_of("B")
    assert start <= signal.args[0] < end


def test_pointing_at_text_emits_its_token_and_leaving_emits_none(body: Body, qtbot: QtBot):
    with qtbot.waitSignal(body.token_pointed) as signal:
        QTest.mouseMove(body.viewport(), middle_of(body, 0))
    assert signal.args[0] in range(*tokens_of("A"))
    with qtbot.waitSignal(body.token_pointed) as signal:
        QTest.mouseMove(body.viewport(), middle_of(body, 2))

    assert signal.args == [-1]


def test_text_marked_with_the_mouse_is_copied_without_dropped_text(body: Body):
    viewport = body.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(17, 30))
    QTest.mouseMove(viewport, QPoint(60, 300))
    flow = content_of(body).flow
    QTest.mouseMove(viewport, QPoint(200, round(flow.top(3) + 60)))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(200, 390))
    QTest.keyClick(body, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()

    assert copied.startswith("Alpha title\nBravo word")
    assert "Foxtrot word" in copied
    assert "Charlie" not in copied
    assert "dropped" not in copied


def test_marking_selects_nothing(body: Body, qtbot: QtBot):
    with qtbot.assertNotEmitted(body.token_clicked):
        QTest.mousePress(body.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(17, 60))
        QTest.mouseMove(body.viewport(), QPoint(150, 100))
        QTest.mouseRelease(body.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(150, 100))


def test_marking_beyond_the_edge_scrolls_on(body: Body, qtbot: QtBot):
    viewport = body.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(17, 60))
    QTest.mouseMove(viewport, QPoint(100, 440))
    qtbot.waitUntil(lambda: body.scroll_y > 100, timeout=3000)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(100, 440))
    body.copy()

    assert "Foxtrot word" in QGuiApplication.clipboard().text()


def test_a_double_click_marks_a_word(body: Body):
    QTest.mouseDClick(body.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(25, 25))
    body.copy()

    assert QGuiApplication.clipboard().text() == "Alpha"


def test_copying_all_uses_the_mask_only(body: Body):
    QTest.keyClick(body, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(body, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().split("\n")

    assert [line.split()[0] for line in lines] == ["Alpha", "Bravo", "Foxtrot", "Golf"]


def test_copying_without_a_mark_requests_the_whole_text(body: Body, qtbot: QtBot):
    with qtbot.waitSignal(body.copy_all_wanted):
        QTest.keyClick(body, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)


def test_arrows_walk_over_blocks_and_folds_and_space_opens(body: Body):
    emitted: list[int] = []
    body.token_clicked.connect(emitted.append)
    for _ in range(3):
        QTest.keyClick(body, Qt.Key.Key_Down)
    before = body.accessibleDescription()
    QTest.keyClick(body, Qt.Key.Key_Space)

    assert emitted == [tokens_of("A")[0], tokens_of("B")[0]]
    assert before == "3 dropped, 124 words, closed"
    assert body.accessibleDescription() == "3 dropped, 124 words, open"
    assert shown(body) == "AB+CDEFG"


def test_left_closes_and_right_opens_the_fold_of_the_cursor(body: Body):
    for _ in range(3):
        QTest.keyClick(body, Qt.Key.Key_Down)
    QTest.keyClick(body, Qt.Key.Key_Right)
    opened = shown(body)
    QTest.keyClick(body, Qt.Key.Key_Left)

    assert opened == "AB+CDEFG"
    assert shown(body) == "AB-FG"


def test_the_cursor_begins_at_the_selection(body: Body, qtbot: QtBot):
    body.set_selection(Selection((tokens_of("F"),)))
    with qtbot.waitSignal(body.token_clicked) as signal:
        QTest.keyClick(body, Qt.Key.Key_Down)

    assert signal.args == [tokens_of("G")[0]]


@pytest.mark.parametrize("name", list("ABFG"))
def test_any_segment_can_be_scrolled_to_any_height(body: Body, name: str):
    number = NAMES.index(name)
    body.align([SegmentPosition(number, 200.0)])

    assert body.position_of(number) == SegmentPosition(number, 200.0)


def test_the_first_visible_segment_leads_and_folded_segments_are_skipped(body: Body):
    body.align([SegmentPosition(NAMES.index("C"), 50.0), SegmentPosition(NAMES.index("F"), 150.0)])

    assert body.position_of(NAMES.index("F")) == SegmentPosition(5, 150.0)


def test_a_fold_that_begins_further_up_goes_to_the_top(body: Body):
    body.align([SegmentPosition(NAMES.index("D"), 300.0)])
    content = content_of(body)

    assert content.flow.top(2) - body.scroll_y == 0


def test_scrolling_back_by_hand_ends_at_the_first_line(body: Body):
    body.align([SegmentPosition(0, 200.0)])
    bar = body.verticalScrollBar()
    lowest = bar.minimum()
    bar.setValue(0)

    assert lowest < 0
    assert bar.minimum() == 0


def test_scrolling_by_hand_emits_the_segments_that_begin_on_screen(body: Body, qtbot: QtBot):
    with qtbot.waitSignal(body.scrolled) as signal:
        QTest.keyClick(body, Qt.Key.Key_PageDown)

    places = signal.args[0]
    assert [position.segment for position in places] == sorted(
        position.segment for position in places
    )
    assert all(position.y >= 0 for position in places[:1])
    assert places == body.positions()


def test_scrolling_by_the_program_emits_nothing(body: Body, qtbot: QtBot):
    with qtbot.assertNotEmitted(body.scrolled):
        body.align([SegmentPosition(5, 100.0)])


def test_a_new_mask_does_not_move_the_text_on_screen(body: Body):
    body.align([SegmentPosition(5, 120.0)])
    body.show_text(PAGE, mask_of("FG"))
    after = body.position_of(5)
    body.show_text(PAGE, mask_of("ABCDEFG"))

    assert after == SegmentPosition(5, 120.0)
    assert body.position_of(5) == SegmentPosition(5, 120.0)


def test_a_new_width_does_not_move_the_text_on_screen(body: Body):
    body.align([SegmentPosition(5, 120.0)])
    body.resize(330, 400)

    assert body.position_of(5) == SegmentPosition(5, 120.0)


def test_only_runs_that_differ_are_laid_out_again(body: Body, monkeypatch: pytest.MonkeyPatch):
    body.show_text(PAGE, mask_of("ABCDEFG"))
    body.grab()
    laid_out = count_layouts(monkeypatch)
    body.show_text(PAGE, mask_of("ABCDEFG"))
    same = list(laid_out)
    parts = mask_of("ABCDEFG")
    parts[tokens_of("B")[0] + 3 : tokens_of("B")[0] + 6] = 0
    body.show_text(PAGE, parts)
    body.grab()

    assert same == []
    assert set(laid_out) == {NAMES.index("B")}


def test_a_click_in_the_overview_jumps(body: Body, qtbot: QtBot):
    with qtbot.waitSignal(body.scrolled):
        QTest.mouseClick(
            body.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(body.width() - 3, 396)
        )

    assert [position.segment for position in body.positions()] == [NAMES.index("G")]


def test_a_match_in_a_fold_opens_it_and_is_scrolled_into_view(body: Body):
    start = PAGE.text.index("Echo")
    body.set_matches([(start, start + 4)], 0)

    assert shown(body) == "AB+CDEFG"
    assert body.position_of(NAMES.index("E")) is not None


def test_a_new_page_begins_at_its_top(body: Body):
    QTest.keyClick(body, Qt.Key.Key_End)
    second = Page.from_text("<p>" + LONG * 40, name="other")
    body.show_text(second, np.ones(second.n_tokens, dtype=np.int8))

    assert body.verticalScrollBar().value() == 0


def test_no_page_and_an_empty_page_show_nothing(body: Body):
    empty = Page.from_text("", name="empty")
    body.show_text(empty, np.zeros(0, dtype=np.int8))
    lines = len(content_of(body).lines)
    QTest.keyClick(body, Qt.Key.Key_Down)
    body.show_text(None, np.zeros(0, dtype=np.int8))

    assert lines == 0
    assert body.content is None
    assert body.positions() == []


# -- pixels ----------------------------------------------------------------------------------


def pixel(body: Body, x: int, y: float) -> QColor:
    return body.viewport().grab().toImage().pixelColor(x, round(y))


def test_kept_text_has_a_blue_bar_and_a_fold_a_hatched_one(body: Body):
    content = content_of(body)
    bar = pixel(body, 5, content.above(0) + 8)
    top = content.flow.top(2) + content.above(2)
    picture = body.viewport().grab().toImage()
    colours = {picture.pixelColor(5, round(top) + dy).name() for dy in range(1, 16)}

    assert bar == theme.colour("content")
    assert theme.colour("content").name() not in colours
    assert len(colours) > 1
    assert pixel(body, 200, top + 3) == theme.colour("boilerplate_fill")


def test_the_selection_is_filled_and_framed(body: Body):
    body.set_selection(Selection((tokens_of("B"),)))
    content = content_of(body)
    y = content.flow.top(1) + content.above(1) + 40
    fill = pixel(body, 12, y)
    frame = pixel(body, 9, y)
    tick = pixel(body, body.width() - 12, 400 * sum(tokens_of("B")) / 2 / PAGE.n_tokens)

    assert fill == theme.colour("selection_fill")
    assert frame == theme.colour("selection")
    assert tick == theme.colour("selection")


def test_the_overview_shows_kept_and_dropped_parts(body: Body):
    start, end = tokens_of("B")
    kept = pixel(body, body.width() - 4, 400 * (start + end) / 2 / PAGE.n_tokens)
    start, end = tokens_of("C")
    y = 400 * (start + end) / 2 / PAGE.n_tokens
    dropped = {pixel(body, body.width() - 4, y + dy).name() for dy in range(8)}

    assert kept.blue() > kept.red() + 60
    assert all(QColor(name).red() > QColor(name).blue() for name in dropped)


def test_a_veil_makes_the_text_paler(body: Body):
    sharp = body.viewport().grab().toImage().pixelColor(5, 22)
    body.set_veiled(veiled=True)
    veiled = body.viewport().grab().toImage().pixelColor(5, 22)

    assert veiled.red() > sharp.red()


def test_a_difference_underlines_words_that_panes_do_not_share(body: Body):
    body.show_text(PAGE, difference(mask_of("AB") > 0, mask_of("AD") > 0))

    assert shown(body) == "AB-D-"
    assert content_of(body).parts[tokens_of("D")[0]] == Part.ONLY_THERE
    content = content_of(body)
    formats = content.paragraph(3).layout.formats()
    assert formats[0].format.underlineColor() == theme.colour("boilerplate")


def test_emphasis_and_decision_of_words_are_shown_together(body: Body):
    page = Page.from_text("<p>one <b>two three</b> four</p>", name="b")
    body.show_text(page, np.array([1, 1, 0, 1], dtype=np.int8))
    paragraph_a = content_of(body).paragraph(0)
    units = paragraph_a.shown.text
    dropped = theme.colour("boilerplate_ink")
    looks = {
        units[run.start : run.start + run.length].strip(): (
            run.format.fontWeight() >= 600,
            run.format.foreground().color() == dropped,
        )
        for run in paragraph_a.layout.formats()
    }

    assert looks == {
        "one": (False, False),
        "two": (True, False),
        "three": (True, True),
        "four": (False, False),
    }


def test_a_page_of_a_hundred_thousand_segments_lays_out_only_visible_lines(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    page = Page.from_text("".join(f"<p>para {n} of many" for n in range(100_000)), name="large")
    mask = (np.arange(page.n_tokens) % 40 < 24).astype(np.int8)
    laid_out = count_layouts(monkeypatch)
    body = Body()
    qtbot.addWidget(body)
    body.resize(240, 400)
    body.show()
    body.show_text(page, mask)
    body.align([SegmentPosition(99_990, 100.0)])
    body.grab()

    assert body.position_of(99_990) == SegmentPosition(99_990, 100.0)
    assert len(laid_out) < 100


def test_errors_against_gold_have_a_filled_letter_and_correct_text_has_none(body: Body):
    kept = mask_of("ABD") > 0
    outcomes = np.full(PAGE.n_tokens, float(Outcome.DROPPED))
    outcomes[kept] = Outcome.KEPT
    outcomes[tokens_of("B")[0]] = Outcome.WRONGLY_KEPT
    outcomes[slice(*tokens_of("C"))] = Outcome.MISSED
    body.resize(300, 600)
    body.show_text(PAGE, against_gold(kept, outcomes))
    content = content_of(body)
    line = next(row for row in range(len(content.lines)) if not content.is_text(row))

    assert fold_label(content, line).startswith("1 missed, ")
    picture = body.viewport().grab().toImage()
    letter = theme.colour("content").rgb()
    filled = [
        y
        for y in range(picture.height())
        if any(picture.pixel(x, y) == letter for x in range(262, 276))
    ]
    first = content.flow.top(content.line_of(1)) - body.scroll_y
    assert filled, "the wrongly kept paragraph has a W"
    assert first <= min(filled) < first + 40
    pale = content.line_of(0)
    assert content.paragraph(pale).bars[0][2] is Part.RIGHTLY_KEPT


RTL_PAGE = Page.from_text(
    """<html dir=rtl><p>שלום עולם</p><p dir=ltr>one two</p>
    <ul><li>פריט</li></ul><p>Boilerscope שלום</p><p dir=auto>three שלום</p>""",
    name="rtl",
)


def test_text_from_right_to_left_stands_at_the_right(body: Body):
    body.show_text(RTL_PAGE, np.full(RTL_PAGE.n_tokens, Part.KEPT, dtype=np.int8))
    content = content_of(body)
    rows = [content.paragraph(line) for line in range(len(content.lines))]
    at_right = [row.layout.lineAt(0).naturalTextRect().left() > row.room / 3 for row in rows]
    ends = [row.left + row.room for row in rows]

    assert [row.shown.text for row in rows][2] == "פריט"
    assert [row.rtl for row in rows] == [True, False, True, True, False]
    assert at_right == [row.rtl for row in rows]
    assert ends[2] == ends[0] - theme.px(paragraph.INDENT)


def test_without_a_declared_direction_the_first_letter_decides():
    page = Page.from_text("<p>12 שלום<p>one שלום<p>1984", name="mixed")

    assert segment_styles(page).rtl.tolist() == [True, False, False]


def test_a_pane_shows_the_lines_that_exports_write(qtbot: QtBot):
    page = Page.from_text(
        "<p>***</p><p>alpha beta</p><p>$$$$</p><p>gamma delta</p><p>…</p><p>epsilon</p><p>—</p>",
        name="wordless",
    )
    body = Body()
    qtbot.addWidget(body)
    body.resize(400, 500)
    body.show()
    masks = [np.array([kept in "ag" for kept in "aaggx"]), np.ones(5, dtype=np.bool_)]

    for mask in masks:
        body.show_text(page, mask.astype(np.int8))
        content = content_of(body)
        texts = [
            content.paragraph(line).shown.text
            for line in range(len(content.lines))
            if content.is_text(line)
        ]
        rows = "\u2028".join(texts).split("\u2028")
        assert rows == kept_text(page, mask).splitlines()
        exact = [content.measure(line) for line in range(len(content.lines))]
        assert [content.flow.top(line) for line in range(len(exact))] == pytest.approx(
            [sum(exact[:line]) for line in range(len(exact))]
        ), "the estimate of lines in one row is exact"


# -- a suggested setting ---------------------------------------------------------------------------


def changes_of(*changed: tuple[str, float]) -> np.ndarray:
    """Return the words of segments that would be kept, 1, or dropped, 0."""
    values = np.full(PAGE.n_tokens, np.nan)
    for name, value in changed:
        values[slice(*tokens_of(name))] = value
    return values


def colours_at_left(body: Body, line: int) -> set[str]:
    """Return the colours of the theme in the left margin of a line, where its letter is."""
    picture = body.viewport().grab().toImage()
    content = content_of(body)
    top = content.flow.top(line) - body.scroll_y + content.above(line)
    seen = {
        picture.pixelColor(x, round(top + y)).name() for x in range(2, 16) for y in range(1, 17)
    }
    return {role for role in ("content", "boilerplate") if theme.colour(role).name() in seen}


def test_words_that_a_suggestion_would_drop_are_outlined_with_a_letter(body: Body):
    before = body.viewport().grab().toImage()

    body.set_changes(changes_of(("B", 0.0)))
    changed = body.viewport().grab().toImage()

    assert changed != before
    assert "boilerplate" in colours_at_left(body, 1)
    assert "boilerplate" not in colours_at_left(body, 0)
    body.set_changes(None)
    assert body.viewport().grab().toImage() == before


def test_the_outline_follows_the_rows_of_its_words(body: Body):
    content, values = content_of(body), changes_of(("B", 0.0))
    first, last = tokens_of("B")
    values[first:last] = np.nan
    values[first] = 0.0  # one word of several rows

    boxes = [
        list(preview_marks._boxes(content, 1, 0.0, change))  # noqa: SLF001 - where it is drawn
        for change in preview_marks.changes(values, first, last)
    ]

    assert len(boxes) == 1
    assert len(boxes[0]) == 1
    laid_out = content.paragraph(1)
    assert boxes[0][0].left() == laid_out.left - 1
    assert 20 < boxes[0][0].width() < 60


def test_a_fold_with_words_that_would_be_kept_is_outlined(body: Body):
    body.set_changes(changes_of(("C", 1.0)))

    assert "content" in colours_at_left(body, 2)
    body.set_changes(changes_of(("B", 0.0)))
    assert "content" not in colours_at_left(body, 2)


def test_runs_of_changes_are_apart_where_their_kind_differs():
    values = np.array([np.nan, 1.0, 1.0, 0.0, np.nan, 0.0])

    assert list(preview_marks.changes(values, 0, 6)) == [
        (True, 1, 3),
        (False, 3, 4),
        (False, 5, 6),
    ]
    assert list(preview_marks.changes(values, 4, 5)) == []


def test_a_line_that_gets_the_letter_of_an_error_is_measured_again(qapp: object):
    del qapp
    for width in range(240, 300, 6):
        content = Content(PAGE, np.full(PAGE.n_tokens, Part.KEPT, dtype=np.int8), width)
        content.flow.measure_all(content.measure)
        for part in (Part.WRONGLY_KEPT, Part.RIGHTLY_KEPT):
            content.set_parts(np.full(PAGE.n_tokens, part, dtype=np.int8))
            content.flow.measure_all(content.measure)
            for line in range(len(content.lines)):
                assert content.flow.height(line) == content.paragraph(line).height
