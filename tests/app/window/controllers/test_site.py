"""The site of the page on screen: found beside its file, shown, and walked."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import patch

from PySide6.QtWidgets import QFileDialog

from boilerscope.app.session.scene import strip_keys
from boilerscope.app.session.site import SITE
from tests.helpers.made_site import address, markup

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench


def _folder(folder: Path, n_pages: int) -> Path:
    folder.mkdir()
    for n in range(n_pages):
        link = f'<link rel="canonical" href="{address(n)}"></head>'
        (folder / f"p{n}.html").write_text(markup(n).replace("</head>", link), encoding="utf-8")
    return folder


def _open(bench: WindowBench, page: Path) -> None:
    bench.open(str(page))
    view = bench.window.site.table.pages
    bench.qtbot.waitUntil(lambda: view.rowCount() > 1, timeout=20_000)
    bench.settle()


def test_pages_beside_the_file_are_its_site(bench: WindowBench, tmp_path: Path):
    folder = _folder(tmp_path / "pages", 6)

    _open(bench, folder / "p0.html")
    session = bench.controller.session

    assert [row.label for row in bench.window.site.table.pages.rows][:3] == [
        "harbour/bridge-0",
        "energy/bridge-1",
        "harbour/bridge-2",
    ]
    assert strip_keys(session)[0] == SITE
    bench.controller.colour_by(SITE)
    bench.settle()
    scene = bench.window_controller.views.scene
    assert scene.layers[SITE].values.max() == 1.0


def test_a_pane_minus_template_runs_again_once_the_site_is_known(
    bench: WindowBench, tmp_path: Path
):
    folder = _folder(tmp_path / "pages", 6)
    _open(bench, folder / "p0.html")
    name = bench.controller.session.active

    bench.controller.set_field(name, "minus_template", value=True)
    bench.settle()
    bench.window.site.page_asked.emit("p2.html")
    bench.qtbot.waitUntil(
        lambda: (bench.window_controller.context.address).endswith("p2.html"), timeout=20_000
    )
    bench.qtbot.waitUntil(
        lambda: bool(bench.controller.session.page and bench.controller.session.page.site),
        timeout=20_000,
    )
    bench.settle()

    shown = bench.controller.session.pane(name).shown
    assert shown is not None
    assert "nine people" not in shown.own_text
    assert shown.steps[-1].code == "MT"


def test_the_site_leads_to_its_style_tree(bench: WindowBench, tmp_path: Path):
    _open(bench, _folder(tmp_path / "pages", 6) / "p0.html")
    session, window = bench.controller.session, bench.window

    for _ in range(2):
        window.site.tree.click()
        bench.settle()

        [name] = [pane.name for pane in session.panes if pane.extractor == "site_style_tree"]
        assert session.active == name
        assert window.tables.currentWidget() is window.tree
        assert session.pane(name).shown is not None
        assert session.pane(name).shown.tree is not None  # type: ignore[union-attr]  # as asserted
        bench.controller.activate(session.panes[0].name)


def test_a_page_alone_says_so(bench: WindowBench, tmp_path: Path):
    folder = _folder(tmp_path / "pages", 1)

    bench.open(str(folder / "p0.html"))
    bench.do("tab_site")
    bench.settle()

    note = bench.window.site.empty_note
    bench.qtbot.waitUntil(lambda: note.text().startswith("No other page"), timeout=20_000)
    offered: list[str] = []
    bench.window.site.offer_chosen.connect(offered.append)
    assert [button.text() for button in note.buttons] == ["Open a folder…"]

    # The dialog for a folder would wait for the user.
    with patch.object(QFileDialog, "getExistingDirectory", return_value="") as dialog:
        note.buttons[0].click()

    assert offered == ["open_corpus_folder"]
    assert dialog.called
