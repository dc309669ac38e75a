"""The life of a page on screen: opened, replaced, failed, crashed, zoomed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QApplication

from boilerscope.extractors.page import Layout, Page
from boilerscope.widgets.page import page_capture
from boilerscope.widgets.page.policy import Policy
from tests.helpers.page_bench import LOAD_MS, label_layer

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from tests.helpers.page_bench import Bench

STYLE = (
    "<!DOCTYPE html><style>*{margin:0}body{background:#fff;font:16px/20px sans-serif}"
    "p{margin:20px 40px}</style>"
)


def text_of(bench: Bench) -> str:
    return str(bench.js("document.body.textContent"))


def test_the_newest_request_wins(bench: Bench):
    pages: list[Page] = []
    bench.view.ready.connect(pages.append)
    for number in range(4):
        bench.view.show_page(Page.from_text(f"<p>old {number}", name="old"), Policy.SNAPSHOT)
    bench.show("<p>new")

    assert [page.name for page in pages] == ["test"]
    assert text_of(bench) == "new"


def test_the_page_on_screen_stays_until_the_next_one_is_complete(bench: Bench):
    first = bench.show("<p>first")
    web_view = bench.web_view
    second = Page.from_text("<p>second", name="second")
    with bench.qtbot.waitSignal(bench.view.ready, timeout=LOAD_MS):
        bench.view.show_page(second, Policy.SNAPSHOT)
        during = bench.view.page, bench.web_view

    assert during == (first, web_view)
    assert bench.view.page is second
    assert bench.web_view is not web_view


def test_a_request_can_be_cancelled(bench: Bench):
    first = bench.show("<p>first")
    bench.view.show_page(Page.from_text("<p>second", name="second"), Policy.SNAPSHOT)
    given_up = bench.view.cancel()
    bench.paint(label_layer(first, lambda _token: True))

    assert given_up
    assert not bench.view.cancel()
    assert bench.view.page is first


def test_clear_shows_nothing(bench: Bench):
    bench.show("<p>first")
    web_view = bench.web_view
    with bench.qtbot.waitSignal(web_view.guarded.destroyed, timeout=LOAD_MS):
        bench.view.clear()

    assert bench.view.page is None
    assert bench.view.segments is None
    assert bench.view.log.n_allowed == 0


def test_a_crashed_engine_shows_the_page_again_with_its_heatmap(bench: Bench):
    page = bench.show("<p>one two")
    bench.paint(label_layer(page, lambda _token: True))
    with bench.qtbot.waitSignal(bench.view.ready, timeout=LOAD_MS):
        crash(bench)
    bench.qtbot.waitUntil(lambda: bench.ask("drawn", 0) is not None, timeout=LOAD_MS)

    assert text_of(bench) == "one two"
    assert "solid" in bench.ask("drawn", 0)["names"]


def test_a_page_that_crashes_the_engine_each_time_is_abandoned(bench: Bench):
    bench.show("<p>one two")
    with bench.qtbot.waitSignal(bench.view.failed, timeout=LOAD_MS) as failed:
        for _ in range(2):
            with bench.qtbot.waitSignal(bench.view.ready, timeout=LOAD_MS):
                crash(bench)
        crash(bench)

    assert "stopped" in failed.args[0]


def crash(bench: Bench) -> None:
    bench.web_view.load("chrome://crash")


def test_the_page_is_laid_out_at_the_capture_width_and_zoomed_to_fit(bench: Bench):
    bench.view.set_capture_width(2000)
    bench.show(STYLE + "<p>one two")
    width = bench.js("innerWidth")

    assert bench.view.zoom == pytest.approx(0.5)
    assert width == pytest.approx(2000, abs=2)
    bench.view.resize(500, 700)
    bench.qtbot.waitUntil(lambda: abs(bench.js("innerWidth") - 2000) < 4)

    assert bench.view.zoom == pytest.approx(0.25)


def test_marks_keep_their_size_on_screen_when_the_page_is_zoomed(bench: Bench):
    bench.view.set_capture_width(2000)
    page = bench.show(STYLE + "<p>one two")
    bench.paint(label_layer(page, lambda _token: True))

    assert bench.js(
        "getComputedStyle(boilerscopeAgent.overlay.marks.get(0), '::before').width"
    ) == ("6px")


def test_control_and_wheel_magnify_without_another_layout(bench: Bench):
    bench.show(STYLE + "<p>one two")
    proxy = bench.web_view.focusProxy()
    assert proxy is not None
    wheel = QWheelEvent(
        QPointF(50, 50),
        QPointF(50, 50),
        QPoint(),
        QPoint(0, 480),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(proxy, wheel)
    bench.qtbot.waitUntil(lambda: bench.view.zoom > 1)

    assert bench.view.zoom == pytest.approx(1.1**4)
    assert bench.web_view.width() == pytest.approx(1000 * 1.1**4, abs=1)
    bench.qtbot.waitUntil(lambda: abs(bench.js("innerWidth") - 1000) < 4)


def test_a_grabbed_picture_equals_the_view_on_screen(bench: Bench):
    page = bench.show(STYLE + "<p>one two")
    bench.paint(label_layer(page, lambda _token: True))
    bench.qtbot.waitUntil(
        lambda: is_tinted(bench.view.grab_image().pixelColor(900, 30), "#0B63C5", 0.19)
    )

    image = bench.view.grab_image()
    assert image.pixelColor(10, 10) == QColor("#FFFFFF")
    assert image.pixelColor(38, 30) == QColor("#0B63C5")  # the bar, left of the text


def is_tinted(seen: QColor, colour: str, share: float) -> bool:
    """Return whether white under a tint has this colour; the engine rounds in its own way."""
    over = QColor(colour)
    pairs = zip(channels(seen), channels(over), strict=True)
    return all(abs(part - (ink * share + 255 * (1 - share))) <= 1.5 for part, ink in pairs)


def channels(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


def wait_for_picture(bench: Bench) -> QImage:
    with bench.qtbot.waitSignal(bench.view.picture_ready, timeout=LOAD_MS) as signal:
        bench.view.grab_page()
    image: QImage = signal.args[0]
    return image


def test_a_picture_shows_the_whole_page_with_its_heatmap(bench: Bench):
    rows = "".join(f"<p>row {number}" for number in range(60))
    page = bench.show(STYLE + rows)
    bench.paint(label_layer(page, lambda _token: True))
    image = wait_for_picture(bench)

    assert (image.width(), image.height()) == (1000, 60 * 40 + 20)
    for row in range(60):
        assert is_tinted(image.pixelColor(900, 30 + 40 * row), "#0B63C5", 0.19), row
        assert image.pixelColor(900, 10 + 40 * row) == QColor("#FFFFFF"), row


def test_a_picture_of_a_tall_page_is_assembled_from_parts(bench: Bench):
    rows = "".join(f"<p>row {number}" for number in range(300))
    page = bench.show(STYLE + rows)
    bench.paint(label_layer(page, lambda _token: True))
    image = wait_for_picture(bench)

    assert image.height() == 300 * 40 + 20
    for row in range(300):
        assert is_tinted(image.pixelColor(900, 30 + 40 * row), "#0B63C5", 0.19), row
        assert image.pixelColor(900, 10 + 40 * row) == QColor("#FFFFFF"), row


def test_a_page_too_tall_for_a_picture_is_scaled_down(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(page_capture, "MAX_PICTURE_HEIGHT", 1210)
    rows = "".join(f"<p>row {number}" for number in range(60))
    page = bench.show(STYLE + rows)
    bench.paint(label_layer(page, lambda _token: True))
    image = wait_for_picture(bench)

    assert (image.width(), image.height()) == (500, 1210)
    assert image.text(page_capture.CUT) == ""
    for row in range(60):
        assert is_tinted(image.pixelColor(450, 15 + 20 * row), "#0B63C5", 0.19), row


def test_a_page_higher_than_any_picture_is_cut_with_a_note(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(page_capture, "MAX_PICTURE_HEIGHT", 302)
    bench.show(STYLE + "".join(f"<p>row {number}" for number in range(60)))
    image = wait_for_picture(bench)

    assert (image.width(), image.height()) == (250, 302)
    assert image.text(page_capture.CUT) == "The first 49 % of the page"


def test_after_a_picture_the_view_is_as_before(bench: Bench):
    rows = "".join(f"<p>row {number}" for number in range(60))
    bench.view.set_capture_width(2000)
    bench.show(STYLE + rows)
    size, zoom = bench.web_view.size(), bench.web_view.zoomFactor()
    wait_for_picture(bench)

    assert (bench.web_view.size(), bench.web_view.zoomFactor()) == (size, zoom)


@pytest.mark.parametrize("top", [0, 3000, 7000])
def test_after_a_picture_the_page_is_where_it_was(bench: Bench, top: int):
    rows = "".join(f"<p>row {number}" for number in range(150))
    bench.show(STYLE + rows + "<div style='height:3000px'></div>")
    bench.js(f"window.scrollTo(0, {top})")
    bench.qtbot.waitUntil(lambda: bench.ask("state")["scroll"] == top)
    wait_for_picture(bench)

    bench.qtbot.waitUntil(lambda: abs(bench.ask("state")["scroll"] - top) <= 1)


def wait_for_layout(bench: Bench) -> Layout:
    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS) as read:
        bench.view.collect_layout()
    layout: Layout = read.args[0]
    return layout


def test_the_layout_has_boxes_and_styles_of_every_element_and_text(bench: Bench):
    page = bench.show(
        STYLE + "<title>t</title><div style='background:#102030'><p style='font:700 30px/40px x;"
        "background:rgb(255 255 255 / .5)'>one</p></div><p hidden>two</p>"
        "<p style='opacity:0'>three</p><script>4</script>"
    )
    layout = wait_for_layout(bench)
    rows = {tag: row for row, tag in reversed(list(enumerate(page.elements.tag)))}
    div, paragraph, title = rows["div"], rows["p"], rows["title"]

    assert (layout.view_width, layout.scripts, layout.pixel_ratio) == (1000, False, 1.0)
    assert layout.element_box.shape == (len(page.elements), 4)
    assert layout.slot_box.shape == (len(page.slots), 4)
    assert layout.element_box[paragraph].tolist() == [40, 20, 920, 40]
    assert layout.font_size[paragraph] == 30
    assert layout.font_weight[paragraph] == 700
    assert layout.background[div] == 0x102030
    assert layout.background[paragraph] == 0x889098
    assert layout.background[0] == 0xFFFFFF
    assert layout.visible[[div, title]].tolist() == [True, False]
    assert np.isnan(layout.element_box[title]).all()
    hidden = [row for row, tag in enumerate(page.elements.tag) if tag == "p"][1:]
    assert layout.visible[hidden].tolist() == [False, False]
    texts = {page.slots.raw_text(slot): slot for slot in range(len(page.slots))}
    assert layout.slot_box[texts["one"]][:2].tolist() == [40, pytest.approx(20, abs=6)]
    assert np.isnan(layout.slot_box[texts["two"]]).all()


def test_a_layout_is_emitted_with_the_page_it_was_measured_on(bench: Bench):
    page = bench.show(STYLE + "<p>one")
    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS) as read:
        bench.view.collect_layout()

    assert read.args[1] is page


def test_the_layout_does_not_depend_on_the_size_of_the_window(bench: Bench):
    page = bench.show(STYLE + "<p>" + "some words that wrap " * 100)
    wide = wait_for_layout(bench)
    bench.view.resize(420, 500)
    narrow = wait_for_layout(bench)

    assert page.elements.tag[-1] == "p"
    assert np.array_equal(wide.element_box, narrow.element_box, equal_nan=True)
    assert np.array_equal(wide.slot_box, narrow.slot_box, equal_nan=True)


def test_progress_runs_from_nothing_to_ready(bench: Bench):
    shares: list[float] = []
    bench.view.progress.connect(shares.append)
    bench.show("<p>one")

    assert shares[0] == 0
    assert shares[-1] == 1
    assert shares == sorted(shares)


def test_a_broken_agent_is_reported(bench: Bench, caplog: Any):
    bench.show("<p>one")
    with bench.qtbot.waitSignal(bench.view.failed, timeout=LOAD_MS) as failed:
        bench.web_view.agent.ask("no_such_thing")
    caplog.clear()

    assert "no_such_thing" in failed.args[0]
