"""Pictures of the tables of the Corpus face: as on screen, with what they show below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QImage

from boilerscope.app.session.corpus import ReadLife, RunLife, Tab
from boilerscope.extractors.scoring.order import PageFilter
from boilerscope.widgets import theme
from boilerscope.widgets.export.dialog import ExportDialog
from boilerscope.widgets.export.pictures_tab import Include, PictureChoice, PicturesTab
from boilerscope.widgets.pictures.drawings import TableDrawing
from boilerscope.widgets.pictures.figure import PictureKind, image_of
from tests.helpers.corpus_files import write_corpus
from tests.helpers.dialogs import answer

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.app.window.corpus.controller import CorpusController
    from boilerscope.widgets.tables.table import CalmTable
    from tests.helpers.bench import WindowBench

LOAD_MS = 60_000
MAX_DIFFERENCE = 0.01
"""Share of pixels that may differ: the edges of texts on other backgrounds."""


@pytest.fixture(name="corpus")
def fixture_corpus(bench: WindowBench, tmp_path: Path) -> CorpusController:
    """Return the controller of a corpus on which the panes have run, in the window of `bench`."""
    corpus = bench.window_controller.context.corpus
    for extractor in ("boilerpipe.article", "bte"):
        bench.controller.add_pane(extractor)
    bench.window_controller.open(str(write_corpus(tmp_path / "lakes")))
    bench.qtbot.waitUntil(lambda: corpus.state.record.life is ReadLife.READ, timeout=LOAD_MS)
    corpus.start()
    bench.qtbot.waitUntil(lambda: corpus.state.run.life is RunLife.DONE, timeout=LOAD_MS)
    bench.settle()
    return corpus


def pixels(image: QImage) -> np.ndarray:
    """Return the pixels of a picture, shape (height, width, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(image.constBits(), dtype=np.uint8)
    return rows.reshape(image.height(), image.bytesPerLine() // 4, 4)[:, : image.width(), :3].copy()


def difference(table: CalmTable) -> float:
    """Return the share of pixels in which a table differs from its picture."""
    table.setCurrentIndex(QModelIndex())
    table.clearSelection()
    table.clearFocus()
    table.verticalScrollBar().setValue(0)
    heading = table.horizontalHeader()
    picture = pixels(image_of(TableDrawing(table), 1.0))
    parts = [
        (picture[: heading.height()], pixels(heading.viewport().grab().toImage())),
        (picture[heading.height() :], pixels(table.viewport().grab().toImage())),
    ]
    shares = []
    for drawn, grabbed in parts:
        height, width = (min(drawn.shape[at], grabbed.shape[at]) for at in (0, 1))
        is_other = np.abs(drawn[:height, :width].astype(int) - grabbed[:height, :width]) > 60
        shares.append(float(is_other.any(axis=2).mean()))
    return max(shares)


@pytest.mark.parametrize("tab", [Tab.PAGES, Tab.LOSSES, Tab.CHANGES])
def test_a_picture_of_a_table_is_as_on_screen(
    bench: WindowBench, corpus: CorpusController, tab: Tab
):
    corpus.show_tab(tab)
    pictures = bench.window_controller.pictures
    bench.qtbot.waitUntil(
        lambda: len(pictures.tables_on_screen()) > 1 and bench.window_controller.views.idle,
        timeout=LOAD_MS,
    )
    bench.settle()

    differences = {
        table.accessibleName(): difference(table) for table in pictures.tables_on_screen().values()
    }
    assert {name: share for name, share in differences.items() if share > MAX_DIFFERENCE} == {}


@pytest.mark.parametrize("kind", [PictureKind.SVG, PictureKind.PDF])
def test_the_list_of_pages_has_text_in_its_cells_in_vector_graphics(
    bench: WindowBench, corpus: CorpusController, tmp_path: Path, kind: PictureKind
):
    assert corpus.state.has_results
    pictures = bench.window_controller.pictures
    tables = pictures.tables_on_screen()
    key = next(key for key, table in tables.items() if table.accessibleName() == "Pages")
    file = tmp_path / f"pages.{kind}"
    pictures.write(PictureChoice(key, kind, 1, file, frozenset({Include.CAPTION}), theme.LIGHT))

    written = file.read_bytes()
    if kind is PictureKind.SVG:
        assert b"<image" not in written
        assert b">p0</text>" in written
        assert b"lakes, 6 pages, Token F1 (Macro), Boilerscope" in written
    else:
        assert b"/Subtype /Image" not in written


def test_pictures_are_listed_from_top_to_bottom_and_captions_say_what_they_show(
    bench: WindowBench, corpus: CorpusController, monkeypatch: pytest.MonkeyPatch
):
    corpus.filter_by(PageFilter(page_types=frozenset({"forum"})))
    corpus.select(3)
    bench.qtbot.waitUntil(lambda: bench.window.corpus_strips.n_tokens > 0, timeout=LOAD_MS)
    bench.settle()
    seen: list[str] = []

    def look(dialog: ExportDialog) -> None:
        tab = dialog.findChild(PicturesTab)
        assert tab is not None
        seen.extend(button.text() for button in tab.findChildren(type(tab.to_file)))
        dialog.reject()

    answer(monkeypatch, ExportDialog, [look])
    bench.do("export_corpus")

    assert seen[0].startswith("Table: Leaderboard")
    starts = [text.split()[0] for text in seen if text.split()[0] in {"Table:", "Strips,", "Whole"}]
    assert starts[-2:] == ["Strips,", "Whole"]
