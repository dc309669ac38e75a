"""The site of the page on screen: found beside its file, shown, and walked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from PySide6.QtWidgets import QFileDialog

from boilerscope.app.session.scene import strip_keys
from boilerscope.app.session.site import SITE
from boilerscope.app.window.work import site_jobs
from boilerscope.extractors.sources.kept_sites import fetch_site
from tests.helpers.host_server import host_server
from tests.helpers.made_site import address, markup

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.helpers.bench import WindowBench
    from tests.helpers.host_server import HostServer


@pytest.fixture
def town(monkeypatch: pytest.MonkeyPatch) -> Iterator[HostServer]:
    """Return a server of a page at /town/0 that links to five others, asked without pauses."""
    monkeypatch.setattr(site_jobs, "fetch_site", partial(fetch_site, pause_s=0.0))
    links = "".join(f'<a href="/town/{n}">Story {n}</a> ' for n in range(6))
    with host_server() as server:
        for n in range(6):
            body = markup(n).replace("</body>", f"<p>{links}</p></body>")
            server.answers[f"/town/{n}"] = (200, body.encode())
        yield server


def _first(bench: WindowBench) -> str:
    """Return the label of the first page of the tab, the page on screen; empty without one."""
    return next((row.label for row in bench.window.site.table.pages.rows), "")


def _wait_for_note(bench: WindowBench, beginning: str) -> None:
    note = bench.window.site.empty_note
    bench.qtbot.waitUntil(lambda: note.text().startswith(beginning), timeout=20_000)


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


def test_other_pages_of_an_address_are_fetched_on_request(bench: WindowBench, town: HostServer):
    bench.open(f"{town.url}/town/0")
    bench.do("tab_site")
    bench.settle()
    _wait_for_note(bench, "No other page")
    note, rows = bench.window.site.empty_note, bench.window.site.table.pages
    assert town.paths == ["/town/0"]
    assert note.buttons[0].text() == "Fetch up to 20 pages"

    note.buttons[0].setFocus()
    note.buttons[0].click()
    assert note.buttons[0].hasFocus()
    bench.qtbot.waitUntil(lambda: rows.rowCount() == 6, timeout=20_000)
    bench.settle()
    assert bench.window.site.table.hasFocus()

    assert town.paths == ["/town/0", "/robots.txt", *(f"/town/{n}" for n in range(1, 6))]
    assert strip_keys(bench.controller.session)[0] == SITE

    bench.window.site.page_asked.emit(rows.rows[3].name)
    bench.qtbot.waitUntil(lambda: _first(bench) == "town/3", timeout=20_000)
    assert (len(town.paths), town.paths[-1], rows.rowCount()) == (8, "/town/3", 6)


def test_fetching_can_be_stopped(bench: WindowBench, town: HostServer):
    bench.open(f"{town.url}/town/0")
    bench.do("tab_site")
    bench.settle()
    _wait_for_note(bench, "No other page")

    with town.holding("/town/2"):
        bench.do("fetch_site")
        _wait_for_note(bench, "Fetching other pages of this site, 1 of 5")
        [stop] = bench.window.site.empty_note.buttons
        assert stop.text() == "Stop"
        stop.click()
        rows = bench.window.site.table.pages
        bench.qtbot.waitUntil(lambda: rows.rowCount() == 2, timeout=20_000)


def test_what_robots_txt_forbids_is_said(bench: WindowBench, town: HostServer):
    town.answers["/robots.txt"] = (200, b"User-agent: *\nDisallow: /\n")
    bench.open(f"{town.url}/town/0")
    bench.do("tab_site")
    bench.settle()

    bench.do("fetch_site")

    _wait_for_note(bench, f"{town.url}/town/0 links to no further page")
    assert town.paths == ["/town/0", "/robots.txt"]
