"""Pictures and reports of the whole window, on a real engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QImage

from boilerscope.widgets.export.dialog import ExportDialog
from boilerscope.widgets.export.pictures_tab import PictureChoice, PicturesTab
from boilerscope.widgets.export.report_tab import ReportChoice
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.pictures.figure import PictureKind
from tests.helpers.dialogs import answer
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench


def choice(file: Path, key: str, scale: int = 1, **values: bool) -> PictureChoice:
    kind = PictureKind(file.suffix.removeprefix("."))
    included = {"legend": True, "selection": True, "caption": True} | values
    return PictureChoice(key, kind, scale, file=file, **included)


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
    plain = written(
        lake, choice(tmp_path / "plain.png", "page", scale, legend=False, caption=False)
    )
    whole = written(lake, choice(tmp_path / "whole.png", "page", scale))

    first, second = QImage(str(plain)), QImage(str(whole))
    assert first.width() == (width + 32) * scale
    assert second.height() > first.height()


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
    content = pane.body.content
    assert content is not None
    lake.window.selection.select(selection_of_block(lake.pane(), lake.block("short")))

    with_frame = QImage(str(written(lake, choice(tmp_path / "a.png", "pane"))))
    without = QImage(str(written(lake, choice(tmp_path / "b.png", "pane", selection=False))))

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
        keys.extend(tab._buttons)  # noqa: SLF001 - the pictures
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
