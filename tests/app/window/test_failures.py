"""A failure is shown where it belongs and affects nothing else."""

from __future__ import annotations

import json
from shutil import rmtree
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session import exporting
from boilerscope.extractors.algorithms.link_ratio.extractor import LINK_RATIO
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.model.extraction import Status

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench
    from tests.helpers.page_bench import CountingServer


def test_unreadable_page_shows_the_reason_and_keeps_the_last_page(
    lake: WindowBench, tmp_path: Path
):
    before = lake.page
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 100)

    with lake.qtbot.waitSignal(lake.controller.failed, timeout=10_000):
        lake.controller.open(str(tmp_path / "picture.png"))

    assert lake.window.top.failure.isVisible()
    assert "PNG" in lake.window.top.failure.message_label.text()
    assert lake.page is before


def test_unanswered_address_can_be_tried_again(bench: WindowBench, server: CountingServer):
    with bench.qtbot.waitSignal(bench.controller.failed, timeout=20_000):
        bench.controller.open(f"{server.url}/page")
    message = bench.window.top.failure.message_label.text()
    server.pages["/page"] = ("text/html", b"<p>there now</p>")

    with bench.qtbot.waitSignal(bench.view.ready, timeout=20_000):
        bench.window.top.failure.retry.emit()
    bench.settle()

    assert "404" in message
    assert bench.page.text.strip() == "there now"
    assert not bench.window.top.failure.isVisible()


def test_text_that_is_not_an_address_is_refused_with_advice(bench: WindowBench):
    bench.controller.open("no such thing")

    assert bench.window.top.failure.isVisible()
    assert "http://" in bench.window.top.failure.message_label.text()


def test_failed_run_is_shown_in_its_own_pane_only(
    lake: WindowBench, monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault for the test")

    monkeypatch.setattr(type(LINK_RATIO), "extract", broken)

    lake.controller.run_again("link_ratio")
    lake.settle()

    failed = lake.pane("link_ratio")
    assert failed.extraction is not None
    assert failed.extraction.status is Status.ERROR
    assert "a fault for the test" in failed.extraction.message
    assert failed.last_good is not None
    assert lake.extraction().status is Status.OK
    assert "1 failed" in lake.window.status.runs.text()


@pytest.mark.parametrize("format_name", sorted(FORMATS))
def test_export_is_written_and_can_be_read_back(
    lake: WindowBench, tmp_path: Path, format_name: str
):
    order = exporting.Export(("boilerpipe.article",), format_name, tmp_path / "out")

    lake.window_controller.export.write(order)

    (file,) = (tmp_path / "out").iterdir()
    text = file.read_text(encoding="utf-8")
    assert file.name == f"lake.boilerpipe.article.{FORMATS[format_name].suffix}"
    assert "alpha0" in text
    if format_name == "jsonl":
        assert json.loads(text)["text"] == lake.extraction().own_text


def test_settings_file_brings_panes_back(lake: WindowBench, tmp_path: Path):
    lake.controller.set_field("boilerpipe.article", "nw_cur", 21)
    lake.settle()
    saved = lake.pane().settings
    file = tmp_path / "panes.toml"
    exporting.write_settings(lake.controller.session.panes, file)
    lake.controller.remove_pane("cx_extractor")
    lake.controller.reset("boilerpipe.article")

    is_loaded = lake.window_controller.pane_files.load(file)
    lake.settle()

    assert is_loaded
    assert len(lake.controller.session.panes) == 4
    assert lake.extraction().settings == saved


HOSTILE = """<!DOCTYPE html><html><head><title>Trap</title>
<meta http-equiv="refresh" content="0; url={server}/refresh">
<script src="{server}/script.js"></script>
<script>window.open("{server}/opened"); fetch("{server}/fetched"); document.title = "run";</script>
<link rel="stylesheet" href="{server}/style.css"><base href="{server}/">
</head><body onload="location='{server}/onload'">
<p>hostile words that stand in a paragraph of their own here</p>
<img src="file:///etc/hostname"><img src="{server}/image.png"><img src="relative.png">
<iframe src="{server}/frame"></iframe><iframe src="file:///etc/passwd"></iframe>
<object data="{server}/object"></object><embed src="{server}/embed">
<a href="javascript:fetch('{server}/link')" ping="{server}/ping">link</a>
<form action="{server}/form"><input name="a"></form>
<video src="{server}/video" autoplay></video>
</body></html>"""


def test_hostile_local_page_gets_nothing_out(
    bench: WindowBench, server: CountingServer, tmp_path: Path
):
    file = tmp_path / "hostile.html"
    file.write_text(HOSTILE.format(server=server.url), encoding="utf-8")

    bench.open(str(file))
    bench.do("next_block")
    bench.do("show_web")
    bench.qtbot.wait(400)

    assert "hostile words" in bench.page.text
    assert server.paths == []
    assert server.connections == 0


def _put_file_for(folder: Path) -> None:
    """Put a file where a folder should be; a slow window has kept its session there before."""
    rmtree(folder, ignore_errors=True)
    folder.write_text("a file where the folder should be", encoding="utf-8")


def test_unwritable_preferences_are_reported_once(bench: WindowBench):
    _put_file_for(bench.home)

    bench.window_controller.preferences.change(intensity=60)
    message = bench.window.statusBar().currentMessage()
    bench.window_controller.preferences.change(intensity=70)

    assert str(bench.home / "preferences.toml") in message
    assert "cannot be written" in message
    assert len(bench.window_controller.notifier.past) == 1
    assert bench.window_controller.preferences.current.intensity == 70


def test_unwritable_recent_pages_are_reported_as_well(bench: WindowBench, tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text("<p>word</p>", encoding="utf-8")
    rmtree(bench.home, ignore_errors=True)
    (bench.home / "memory.json").mkdir(parents=True)

    bench.open(str(page))

    assert str(bench.home / "memory.json") in bench.window.statusBar().currentMessage()


def test_a_language_that_cannot_be_saved_is_not_announced(bench: WindowBench):
    _put_file_for(bench.home)

    bench.do("language")

    assert "cannot be written" in bench.window.statusBar().currentMessage()


def test_a_failed_write_at_the_end_is_reported_on_standard_error(
    bench: WindowBench, capsys: pytest.CaptureFixture[str]
):
    _put_file_for(bench.home)
    memory = bench.window_controller.preferences.memory
    memory.remember_page("page.html", "2026-11-28T12:00:00+00:00", "A page")

    bench.window.close()

    assert str(bench.home / "memory.json") in capsys.readouterr().err
