"""Pictures and reports of the whole window, on a real engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QImage

from boilerscope.widgets import theme
from boilerscope.widgets.export.dialog import ExportDialog
from boilerscope.widgets.export.pictures_tab import Include, PictureChoice, PicturesTab
from boilerscope.widgets.export.report_tab import ReportChoice
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.pictures import figure
from boilerscope.widgets.pictures.drawings import TableDrawing
from boilerscope.widgets.pictures.figure import PictureKind
from tests.helpers.dialogs import answer
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.widgets.theme import Theme
    from tests.helpers.bench import WindowBench


ALL = frozenset(Include) - {Include.VALUES}


def choice(
    file: Path, key: str, scale: int = 1, *, without: str = "", colours: Theme = theme.LIGHT
) -> PictureChoice:
    """Return a choice of all parts but one and the values."""
    kind = PictureKind(file.suffix.removeprefix("."))
    return PictureChoice(key, kind, scale, file, ALL - {without}, colours)


def written(bench: WindowBench, chosen: PictureChoice) -> Path:
    """Write a picture and wait for the message."""
    bench.window_controller.pictures.write(chosen)
    bench.qtbot.waitUntil(
        lambda: f"Saved {chosen.file}" in bench.window.statusBar().currentMessage(),
        timeout=LOAD_MS,
    )
    assert chosen.file is not None
    return chosen.file


@pytest.mark.parametrize("scale", [1, 3])
def test_the_page_is_drawn_at_any_scale_with_legend_and_caption(
    lake: WindowBench, tmp_path: Path, scale: int
):
    width = lake.view.page_width
    bare = choice(tmp_path / "plain.png", "page", scale)
    plain = written(lake, bare._replace(parts=frozenset()))
    whole = written(lake, choice(tmp_path / "whole.png", "page", scale))

    first, second = QImage(str(plain)), QImage(str(whole))
    assert first.width() == (width + 32) * scale
    assert second.height() > first.height()


def test_a_page_that_is_too_tall_for_the_scale_is_written_smaller_and_says_so(
    lake: WindowBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(figure, "MAX_SIDE", 700)
    chosen = choice(tmp_path / "tall.png", "page", 3)
    lake.window_controller.pictures.write(chosen)
    past = lake.window_controller.context.notifier.past
    lake.qtbot.waitUntil(
        lambda: any(f"Saved {chosen.file}" in message.text for message in past), timeout=LOAD_MS
    )

    image = QImage(str(chosen.file))
    assert 0.99 * 700 < max(image.width(), image.height()) <= 700
    assert any("too tall for 3×" in message.text for message in past)


def drawn(bench: WindowBench, chosen: PictureChoice) -> QImage:
    """Return the picture that the dialog shows of a choice."""
    image = bench.window_controller.pictures.preview(chosen)
    assert image is not None
    return image


def test_every_box_of_a_picture_does_something_or_says_why_not(
    lake: WindowBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    lake.window.selection.select(selection_of_block(lake.pane(), lake.block("short")))
    lake.settle()
    dead: list[str] = []
    silent: list[str] = []

    def look(dialog: ExportDialog) -> None:
        tab = dialog.current()
        assert isinstance(tab, PicturesTab)
        for key in list(tab.keys()):
            tab.choose(key)
            whole = tab.chosen()._replace(file=tmp_path / "a.png")
            for part, box in tab.boxes.items():
                if not box.isEnabled():
                    silent.extend([f"{key} {part}"] if not box.toolTip() else [])
                elif key != "page" and drawn(lake, whole) == drawn(
                    lake, whole._replace(parts=whole.parts - {part})
                ):
                    dead.append(f"{key} {part}")
        dialog.reject()

    answer(monkeypatch, ExportDialog, [look])
    lake.do("export_page")

    assert dead == []
    assert silent == []


def test_letters_and_values_are_in_the_picture_of_the_page_only(
    lake: WindowBench, lake_file: Path, tmp_path: Path
):
    text = lake_file.read_text(encoding="utf-8")
    lake_file.write_text(text.replace("<body", "<body style='margin: 60px'"), encoding="utf-8")
    lake.open(str(lake_file))
    whole = choice(tmp_path / "whole.png", "page")
    bare = choice(tmp_path / "a.png", "page", without="letters")
    lettered, unlettered, again = (
        QImage(str(written(lake, each)))
        for each in (whole, bare, whole._replace(file=tmp_path / "b.png"))
    )
    lake.controller.colour_by("agreement")
    lake.settle()
    plain = QImage(str(written(lake, whole._replace(file=tmp_path / "c.png"))))
    valued = whole._replace(file=tmp_path / "d.png", parts=ALL | {Include.VALUES})
    overlay = lake.view.overlay

    assert unlettered != lettered
    assert again == lettered
    assert QImage(str(written(lake, valued))) != plain
    assert (overlay.letters_shown, overlay.values_shown) == (True, False)


@pytest.mark.parametrize("key", ["pane", "strips", "window", "table"])
def test_a_picture_has_the_chosen_theme_and_the_window_keeps_its_own(
    lake: WindowBench, tmp_path: Path, key: str
):
    if key == "table":
        key = next(iter(lake.window_controller.pictures.tables_on_screen()))
    corners = {
        colours.name: drawn(lake, choice(tmp_path / "a.png", key, colours=colours)).pixelColor(3, 3)
        for colours in (theme.LIGHT, theme.DARK)
    }

    assert corners["light"].lightness() > 200
    assert corners["dark"].lightness() < 60
    assert theme.current() is theme.LIGHT


def test_a_table_is_drawn_with_all_rows_without_its_scroll_bars(lake: WindowBench, tmp_path: Path):
    rows = lake.window.blocks.table
    drawing = TableDrawing(rows)
    tables = lake.window_controller.pictures.tables_on_screen()
    key = next(key for key, table in tables.items() if table is rows)
    image = drawn(lake, choice(tmp_path / "a.png", key, without="caption"))

    assert rows.model().rowCount() > 1
    heading = rows.horizontalHeader().height()
    assert drawing.size().height() == heading + sum(
        rows.rowHeight(row) for row in range(rows.model().rowCount())
    )
    assert len({image.pixel(x, image.height() - 56) for x in range(image.width())}) > 2


@pytest.mark.parametrize("key", ["visible", "pane", "strips", "window"])
@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_every_view_is_drawn_in_every_format(
    lake: WindowBench, tmp_path: Path, key: str, suffix: str
):
    file = written(lake, choice(tmp_path / f"a.{suffix}", key, 2))

    begins = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[suffix]
    assert file.read_bytes().startswith(begins)
    if suffix == "svg" and key == "pane":
        assert "word" in file.read_text(encoding="utf-8")


def test_a_pane_is_drawn_whole_and_without_its_overview(lake: WindowBench, tmp_path: Path):
    pane = lake.window.panes.pane(lake.controller.session.active)
    assert pane is not None
    lake.window.selection.select(selection_of_block(lake.pane(), lake.block("short")))
    lake.settle()
    content = pane.body.content
    assert content is not None

    with_frame = QImage(str(written(lake, choice(tmp_path / "a.png", "pane"))))
    without = QImage(str(written(lake, choice(tmp_path / "b.png", "pane", without="selection"))))

    assert with_frame.width() == without.width() == content.width + 32
    assert with_frame != without


def test_the_dialog_lists_what_is_on_screen(
    lake: WindowBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    keys: list[str] = []
    file = tmp_path / "plot.svg"

    def choose(dialog: ExportDialog) -> None:
        tab = dialog.current()
        assert isinstance(tab, PicturesTab)
        keys.extend(tab.keys())
        assert tab.chosen().kind is PictureKind.SVG
        assert tab.chosen().key.startswith("plot")
        tab.file.field.setText(str(file))
        assert tab.problem() == ""
        dialog.accept()

    answer(monkeypatch, ExportDialog, [choose])
    lake.window.curves.export_asked.emit("svg")

    assert {"page", "visible", "pane", "strips", "window"} <= set(keys)
    assert file.read_text(encoding="utf-8").startswith("<?xml")


def test_problems_are_named_before_anything_is_drawn(
    lake: WindowBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    problems: list[str] = []

    def look(dialog: ExportDialog) -> None:
        tab = dialog.current()
        assert isinstance(tab, PicturesTab)
        for path in ("", str(tmp_path), str(tmp_path / "nowhere" / "a.png")):
            tab.file.field.setText(path)
            problems.append(tab.problem())
        tab.to_clipboard.setChecked(True)
        tab.kind.setCurrentIndex(1)
        problems.append(tab.problem())
        dialog.reject()

    answer(monkeypatch, ExportDialog, [look])
    lake.do("export_page")

    assert problems[0] == "Choose a file."
    assert "is a folder" in problems[1]
    assert "is not a folder" in problems[2]
    assert "clipboard takes PNG only" in problems[3]


def test_a_report_of_the_page_has_its_picture(lake: WindowBench, tmp_path: Path):
    file = tmp_path / "report.html"

    lake.window_controller.reports.write(ReportChoice(file, page_text=True, picture=True))
    lake.qtbot.waitUntil(file.exists, timeout=LOAD_MS)

    text = file.read_text(encoding="utf-8")
    assert 'src="data:image/png;base64,' in text
    assert "4 extractors compared" in text
    assert "boilerscope report" in text
