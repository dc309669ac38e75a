"""Snapshots end to end: taken in the window and by command, opened offline, read by VIPS."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from threading import Event
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from PySide6.QtWidgets import QPushButton

from boilerscope.app.cli.main import main
from boilerscope.app.session.sources import PageRequest
from boilerscope.app.window.work.snapshot_taker import SnapshotTaker
from boilerscope.extractors.errors import SnapshotError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.page.snapshot import open_snapshot, read_snapshot, write_snapshot
from boilerscope.extractors.runner import run
from boilerscope.widgets.top_bar import Mode
from tests.helpers.dialogs import choose_file
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from click.testing import Result

    from boilerscope.extractors.page import Recorded
    from tests.helpers.bench import WindowBench
    from tests.helpers.page_bench import CountingServer

WORDS = " ".join(f"word{n}" for n in range(60))
HTML = f"""<!DOCTYPE html><html><head><title>Lake</title><link rel=stylesheet href=style.css>
</head><body><div id=menu><a href=/>Home</a> <a href=/n>News</a></div>
<div id=text><h1>Quiet lake</h1><p>{WORDS}.</p><p>{WORDS}!</p></div>
<img src=dot.svg><script>document.body.append("by script")</script></body></html>"""
CSS = b"#text { margin-left: 300px; width: 700px; color: rgb(1, 2, 3) } #menu { float: left }"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"></svg>'
VIPS = "vips"
PROGRAM = "from boilerscope.app.cli.main import main; main()"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a page, its style sheet and a picture."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "page.html").write_text(HTML, encoding="utf-8")
    (site / "style.css").write_bytes(CSS)
    (site / "dot.svg").write_bytes(SVG)
    return site


def save(bench: WindowBench, file: Path) -> None:
    """Save the page on screen and wait until the file exists."""
    bench.window_controller.page_saver.save_snapshot(file)
    bench.qtbot.waitUntil(
        lambda: str(file) in bench.window.statusBar().currentMessage(), timeout=LOAD_MS
    )
    bench.settle()


def add_vips(bench: WindowBench) -> None:
    bench.controller.add_pane(VIPS)
    bench.settle()


def test_saved_page_opens_offline_with_its_appearance(
    bench: WindowBench, folder: Path, tmp_path: Path
) -> None:
    bench.open(str(folder / "page.html"))
    save(bench, tmp_path / "lake.bscope")
    for file in folder.iterdir():
        file.unlink()

    bench.open(str(tmp_path / "lake.bscope"))
    bench.qtbot.waitUntil(lambda: bench.view.log.n_allowed >= 2, timeout=LOAD_MS)

    assert bench.page.layout is not None
    assert bench.page.url == (folder / "page.html").as_uri()
    assert bench.view.log.n_blocked == 0
    assert bench.window.top.mode.currentText() == "Snapshot"
    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS) as laid_out:
        bench.view.collect_layout()
    heading = bench.page.elements.tag.index("h1")
    assert laid_out.args[0].element_box[heading][0] == 300.0 + 8.0


def test_snapshot_contains_the_resources_that_the_page_loaded(
    bench: WindowBench, folder: Path, tmp_path: Path
) -> None:
    bench.open(str(folder / "page.html"))
    save(bench, tmp_path / "lake.bscope")

    snapshot = open_snapshot(tmp_path / "lake.bscope")

    names = {
        address.rpartition("/")[2]: resource for address, resource in snapshot.resources.items()
    }
    assert sorted(names) == ["dot.svg", "style.css"]
    assert names["dot.svg"].data == SVG
    assert names["style.css"].media_type == "text/css"
    assert snapshot.page.data == HTML.encode()


def test_snapshot_of_a_snapshot_keeps_its_resources(
    bench: WindowBench, folder: Path, tmp_path: Path
) -> None:
    bench.open(str(folder / "page.html"))
    save(bench, tmp_path / "one.bscope")
    bench.open(str(tmp_path / "one.bscope"))
    save(bench, tmp_path / "two.bscope")

    first, second = (open_snapshot(tmp_path / name) for name in ("one.bscope", "two.bscope"))
    assert first.resources == second.resources
    assert first.page.source == second.page.source


def test_action_asks_for_a_file_and_adds_the_suffix(
    bench: WindowBench, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.open(str(folder / "page.html"))
    choose_file(monkeypatch, tmp_path / "asked")

    bench.window_controller.actions.trigger("save_snapshot")
    bench.qtbot.waitUntil((tmp_path / "asked.bscope").exists, timeout=LOAD_MS)

    assert read_snapshot(tmp_path / "asked.bscope").layout is not None


def test_receivers_of_a_written_snapshot_may_delete_its_taker(
    bench: WindowBench, folder: Path, tmp_path: Path
) -> None:
    bench.open(str(folder / "page.html"))
    taker = SnapshotTaker(bench.view, bench.window_controller.context.work, bench.window)
    taker.written.connect(taker.deleteLater)

    with bench.qtbot.waitSignal(taker.destroyed, timeout=LOAD_MS):
        taker.take(bench.page, tmp_path / "lake.bscope")

    assert (tmp_path / "lake.bscope").exists()


def test_window_closes_when_its_snapshot_is_complete(
    bench: WindowBench, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_writing, is_closing, file = Event(), Event(), tmp_path / "lake.bscope"
    corpus = bench.window_controller.corpus
    stop_corpus = corpus.stop

    def stop() -> None:  # called before snapshots are waited for
        stop_corpus()
        is_closing.set()

    def write_late(
        page: Page, file: Path, resources: Mapping[str, Recorded], parts: Mapping[str, bytes] | None
    ) -> int:
        is_writing.set()
        is_closing.wait(LOAD_MS / 1000)
        return write_snapshot(page, file, resources, parts)

    monkeypatch.setattr("boilerscope.app.window.work.snapshot_taker.write_snapshot", write_late)
    monkeypatch.setattr(corpus, "stop", stop)
    bench.open(str(folder / "page.html"))
    bench.window_controller.page_saver.save_snapshot(file)
    bench.qtbot.waitUntil(is_writing.is_set, timeout=LOAD_MS)

    bench.window.close()

    assert is_closing.is_set()
    assert read_snapshot(file).layout is not None


def test_failure_to_write_is_reported(bench: WindowBench, folder: Path, tmp_path: Path) -> None:
    bench.open(str(folder / "page.html"))
    bench.window_controller.page_saver.save_snapshot(tmp_path / "nowhere" / "x.bscope")

    bench.qtbot.waitUntil(bench.window.top.failure.isVisible, timeout=LOAD_MS)
    assert "cannot be written" in bench.window.top.failure.message_label.text()


def test_snapshot_gets_nothing_from_the_network(
    bench: WindowBench, tmp_path: Path, server: CountingServer
) -> None:
    html = f"<link rel=stylesheet href='{server.url}/x.css'><img src='{server.url}/y.png'><p>text"
    page = Page.from_text(html, name="hostile", url=f"{server.url}/")
    write_snapshot(page, tmp_path / "hostile.bscope")

    bench.open(str(tmp_path / "hostile.bscope"))
    bench.qtbot.waitUntil(lambda: bench.view.log.n_blocked >= 2, timeout=LOAD_MS)

    assert server.connections == 0
    assert {request.reason for request in bench.view.log.requests} == {"not recorded"}


def test_damaged_snapshot_is_refused_by_name(bench: WindowBench, tmp_path: Path) -> None:
    (tmp_path / "bad.bscope").write_bytes(b"PK nonsense")
    with bench.qtbot.waitSignal(bench.controller.failed, timeout=LOAD_MS) as failed:
        bench.controller.open(str(tmp_path / "bad.bscope"))

    assert "'bad.bscope' is not a snapshot" in failed.args[0]


def test_snapshot_has_one_tree_and_keeps_its_mode(
    bench: WindowBench, folder: Path, tmp_path: Path
) -> None:
    bench.open(str(folder / "page.html"))
    save(bench, tmp_path / "lake.bscope")
    bench.open(str(tmp_path / "lake.bscope"))

    chooser = bench.window.top.mode
    chooser.setCurrentIndex(chooser.findData(Mode.RENDERED))
    chooser.activated.emit(chooser.currentIndex())

    assert chooser.currentData() == Mode.SNAPSHOT
    assert not bench.controller.load.state.busy


# -- panes that need a layout ------------------------------------------------------------------


def test_vips_without_layout_offers_to_lay_the_page_out(bench: WindowBench, folder: Path) -> None:
    bench.open(str(folder / "page.html"))
    add_vips(bench)
    pane = bench.window_controller.views.scene.pane(VIPS)
    assert pane is not None
    assert pane.extraction is not None
    before = pane.extraction.status, pane.offer

    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS):
        bench.window.panes.command.emit(VIPS, "offer")
    bench.settle()

    assert before == (Status.UNAVAILABLE, "Lay out now")
    extraction = bench.extraction(VIPS)
    assert extraction.status is Status.OK
    assert extraction.own_text.startswith("Quiet lake\nword0 word1")
    assert "Home" not in extraction.own_text
    after = bench.window_controller.views.scene.pane(VIPS)
    assert after is not None
    assert after.offer == ""


def test_offer_is_a_button_of_the_pane(bench: WindowBench, folder: Path) -> None:
    bench.open(str(folder / "page.html"))
    add_vips(bench)

    labels = [button.text() for button in bench.window.panes.findChildren(QPushButton)]
    assert "Lay out now" in labels


def test_page_is_laid_out_at_the_width_of_the_panes_setting(
    bench: WindowBench, folder: Path
) -> None:
    bench.open(str(folder / "page.html"))
    settings = run(bench.page, VIPS).settings.replace(view_width=900)
    bench.controller.add_pane(VIPS, settings)
    bench.settle()

    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS) as laid_out:
        bench.window.panes.command.emit(VIPS, "offer")
    bench.settle()

    assert laid_out.args[0].view_width == 900
    assert not any("laid out 900" in warning for warning in bench.extraction(VIPS).warnings)


def test_page_is_laid_out_again_after_the_width_changed(bench: WindowBench, folder: Path) -> None:
    bench.open(str(folder / "page.html"))
    add_vips(bench)
    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS):
        bench.do("lay_out")
    bench.controller.set_field(VIPS, "view_width", 640)
    bench.settle()
    before = bench.extraction(VIPS).warnings

    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS) as laid_out:
        bench.do("lay_out")
    bench.settle()

    assert any("lay it out again" in warning for warning in before)
    assert laid_out.args[0].view_width == 640
    assert not any("lay it out again" in warning for warning in bench.extraction(VIPS).warnings)


def test_panes_whose_input_needs_a_layout_run_again_and_offer_it(
    bench: WindowBench, folder: Path
) -> None:
    bench.open(str(folder / "page.html"))
    settings = run(bench.page, "ad_trim_title").settings.replace(input=VIPS)
    bench.controller.add_pane("ad_trim_title", settings)
    bench.settle()
    before = bench.window_controller.views.scene.pane("ad_trim_title")

    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS):
        bench.window.panes.command.emit("ad_trim_title", "offer")
    bench.settle()

    assert before is not None
    assert before.offer == "Lay out now"
    assert bench.extraction("ad_trim_title").status is Status.OK


def test_panes_without_layout_keep_their_results_when_the_page_is_laid_out(
    bench: WindowBench, folder: Path
) -> None:
    bench.open(str(folder / "page.html"))
    add_vips(bench)
    before = bench.pane().run

    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS):
        bench.view.collect_layout()
    bench.settle()

    assert bench.pane().run == before
    assert bench.extraction(VIPS).status is Status.OK


def come_next(bench: WindowBench, folder: Path, margin: int = 30) -> Page:
    """Open a page that is not on screen yet; return the page that still is.

    Both pages have equally many elements; the heading of the new page is at a different position.
    """
    before = bench.view.page
    assert before is not None
    html = HTML.replace("<h1>", f"<h1 style='margin-left:{margin}px'>")
    file = folder / f"{margin}.html"
    bench.controller.show_page(PageRequest(str(file)), Page.from_text(html, name=file.name))
    assert bench.view.page is before
    assert len(bench.page.elements) == len(before.elements)
    return before


def left_of_heading(page: Page) -> float:
    assert page.layout is not None
    return float(page.layout.element_box[page.elements.tag.index("h1")][0])


def test_layout_of_a_different_page_is_not_used(bench: WindowBench, folder: Path) -> None:
    bench.open(str(folder / "page.html"))
    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS) as laid_out:
        bench.view.collect_layout()
    measured = come_next(bench, folder)

    bench.controller.take_layout(laid_out.args[0], measured)

    assert bench.page.layout is None


def test_page_is_laid_out_on_a_request_made_before_it_was_on_screen(
    bench: WindowBench, folder: Path
) -> None:
    bench.open(str(folder / "page.html"))
    add_vips(bench)
    come_next(bench, folder)

    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS) as laid_out:
        bench.window.panes.command.emit(VIPS, "offer")
        bench.window_controller.page_column.lay_out()
    bench.settle()

    assert bench.page.is_same_tree(laid_out.args[1])
    assert left_of_heading(bench.page) == 38.0
    assert bench.extraction(VIPS).status is Status.OK


def test_page_is_not_laid_out_for_a_page_that_was_never_on_screen(
    bench: WindowBench, folder: Path
) -> None:
    bench.open(str(folder / "page.html"))
    come_next(bench, folder, 30)
    bench.window_controller.page_column.lay_out()
    come_next(bench, folder, 70)
    with bench.qtbot.waitSignal(bench.view.ready, timeout=LOAD_MS):
        pass
    with bench.qtbot.waitSignal(bench.view.picture_ready, timeout=LOAD_MS):
        bench.view.grab_page()  # an earlier request would have been answered by now

    assert bench.page.layout is None


def test_snapshot_requested_before_the_page_is_on_screen_contains_that_page(
    bench: WindowBench, folder: Path, tmp_path: Path
) -> None:
    bench.open(str(folder / "page.html"))
    come_next(bench, folder)
    save(bench, tmp_path / "next.bscope")

    saved = read_snapshot(tmp_path / "next.bscope")
    assert saved.name == bench.page.name
    assert left_of_heading(saved) == 38.0


def test_snapshot_of_a_replaced_page_is_abandoned_and_reported(
    bench: WindowBench, folder: Path, tmp_path: Path
) -> None:
    bench.open(str(folder / "page.html"))
    come_next(bench, folder, 30)
    bench.window_controller.page_saver.save_snapshot(tmp_path / "lost.bscope")
    come_next(bench, folder, 70)

    bench.qtbot.waitUntil(bench.window.top.failure.isVisible, timeout=LOAD_MS)
    assert "Another page was opened" in bench.window.top.failure.message_label.text()
    assert not (tmp_path / "lost.bscope").exists()


# -- the command -------------------------------------------------------------------------------


def command(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in arguments])


def test_command_captures_a_file_and_extract_runs_vips_on_it(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "lake.bscope"
    result = command("snapshot", folder / "page.html", "-o", file, "--width", 1100)
    extracted = command("extract", file, "-e", VIPS)

    assert result.exit_code == 0, result.output
    assert extracted.exit_code == 0, extracted.output
    assert extracted.output.startswith("Quiet lake\nword0")
    snapshot = open_snapshot(file)
    assert snapshot.page.layout is not None
    assert (snapshot.page.layout.view_width, snapshot.page.layout.scripts) == (1100, False)
    assert len(snapshot.resources) == 2
    assert "by script" not in snapshot.page.text.replace('append("by script")', "")


@pytest.mark.parametrize("command", ["snapshot", "workbench"])
def test_commands_without_a_display_print_only_their_result(
    command: str, folder: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out.bscope"
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "QTWEBENGINE_CHROMIUM_FLAGS"}
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, command, str(folder / "page.html"), "-o", str(output)],
        capture_output=True,
        text=True,
        check=False,
        env={name: value for name, value in os.environ.items() if name not in hidden},
    )

    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr.startswith(f"Written to {output}")
    assert result.stderr.count("\n") == 1


def test_command_runs_scripts_of_addresses(tmp_path: Path, server: CountingServer) -> None:
    server.pages["/p"] = ("text/html; charset=utf-8", HTML.encode())
    server.pages["/style.css"] = ("text/css", CSS)
    file = tmp_path / "lake.bscope"
    result = command("snapshot", f"{server.url}/p", "-o", file)

    assert result.exit_code == 0, result.output
    snapshot = open_snapshot(file)
    assert snapshot.page.layout is not None
    assert snapshot.page.layout.scripts
    assert snapshot.page.decoded.how == "serialised"
    assert snapshot.page.text.rstrip().endswith("by script")
    assert f"{server.url}/style.css" in snapshot.resources


def test_command_can_skip_scripts_of_addresses(tmp_path: Path, server: CountingServer) -> None:
    server.pages["/p"] = ("text/html; charset=utf-8", HTML.encode())
    file = tmp_path / "lake.bscope"
    result = command("snapshot", f"{server.url}/p", "-o", file, "--no-scripts")

    assert result.exit_code == 0, result.output
    assert read_snapshot(file).data == HTML.encode()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("gone.html", "-o", "x.bscope"), 2, "neither a file nor an address"),
        (("page.html", "-o", "x.zip"), 2, "ends with .bscope"),
        (("page.html", "-o", "x.bscope", "--scripts"), 2, "Scripts run only"),
        (("page.html", "-o", "no/x.bscope"), 1, "cannot be written"),
        (("page.html", "-o", "x.bscope", "--width", "10"), 2, "--width"),
    ],
)
def test_command_reports_faults(
    arguments: tuple[str, ...],
    code: int,
    message: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder)

    result = command("snapshot", *arguments)

    assert result.exit_code == code
    assert message in result.output
    assert not (folder / "x.bscope").exists()


def test_fonts_are_saved_as_well(bench: WindowBench, folder: Path, tmp_path: Path) -> None:
    from boilerscope.resources.loader import resource_path

    font = resource_path("fonts/Inter-Regular.otf").read_bytes()
    (folder / "letters.otf").write_bytes(font)
    face = b"@font-face { font-family: L; src: url(letters.otf) } p { font-family: L }"
    (folder / "style.css").write_bytes(face)
    with bench.qtbot.waitSignal(bench.view.settled, timeout=LOAD_MS):
        bench.open(str(folder / "page.html"))
    save(bench, tmp_path / "lake.bscope")

    with zipfile.ZipFile(tmp_path / "lake.bscope") as archive:
        assert font in [archive.read(name) for name in archive.namelist()]


def test_unreadable_resources_are_reported(
    bench: WindowBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_snapshot(Page.from_text("<p>text", name="p"), tmp_path / "p.bscope")

    def damaged(_file: object) -> None:
        raise SnapshotError("'p.bscope' is damaged at 'resources/0'.")

    monkeypatch.setattr("boilerscope.extractors.page.snapshot.read_resources", damaged)
    bench.controller.open(str(tmp_path / "p.bscope"))

    bench.qtbot.waitUntil(bench.window.top.failure.isVisible, timeout=LOAD_MS)
    assert "damaged at 'resources/0'" in bench.window.top.failure.message_label.text()


def test_rendered_page_is_saved_as_it_was_captured(
    bench: WindowBench, tmp_path: Path, server: CountingServer
) -> None:
    server.pages["/p"] = ("text/html; charset=utf-8", HTML.encode())
    bench.open(f"{server.url}/p")
    with bench.qtbot.waitSignal(bench.view.ready, timeout=LOAD_MS):
        bench.controller.set_rendered(True)
    bench.settle()
    save(bench, tmp_path / "live.bscope")
    text = bench.page.text
    before = len(server.paths)

    bench.open(str(tmp_path / "live.bscope"))

    assert bench.page.text == text
    assert bench.page.layout is not None
    assert bench.page.layout.scripts
    assert len(server.paths) == before


def test_pane_that_needs_a_layout_gets_it_automatically_once(
    bench: WindowBench, folder: Path
) -> None:
    bench.window_controller.preferences.change(lay_out=True)
    bench.open(str(folder / "page.html"))
    settings = run(bench.page, VIPS).settings.replace(view_width=900)

    with bench.qtbot.waitSignal(bench.view.layout_ready, timeout=LOAD_MS) as laid_out:
        bench.controller.add_pane(VIPS, settings)
    bench.settle()
    bench.controller.set_field(VIPS, "view_width", 640)
    bench.settle()

    assert laid_out.args[0].view_width == 900
    assert bench.extraction(VIPS).status is Status.OK
    assert any("lay it out again" in warning for warning in bench.extraction(VIPS).warnings)


def test_snapshot_without_layout_has_the_width_that_panes_require(
    bench: WindowBench, folder: Path, tmp_path: Path
) -> None:
    bench.open(str(folder / "page.html"))
    settings = run(bench.page, VIPS).settings.replace(view_width=900)
    bench.controller.add_pane(VIPS, settings)
    bench.controller.activate("boilerpipe.article")
    bench.settle()

    save(bench, tmp_path / "wide.bscope")

    layout = read_page(tmp_path / "wide.bscope").layout
    assert layout is not None
    assert layout.view_width == 900
