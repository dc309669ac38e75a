"""Pages as rendered: scripts run, the live document is captured, the mode can be switched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.widgets.top_bar import Mode

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench
    from tests.helpers.page_bench import CountingServer

PAGE = b"""<!DOCTYPE html><html><head><title>Live</title></head><body>
<p>words that were fetched with the page</p>
<script>
const p = document.createElement("p");
p.textContent = "words that a script has written into the page";
document.body.append(p);
</script></body></html>"""


def choose(bench: WindowBench, mode: Mode) -> None:
    """Choose a mode as a user does, and wait until the page is on screen."""
    chooser = bench.window.top.mode
    chooser.setCurrentIndex(chooser.findData(mode))
    with bench.qtbot.waitSignal(bench.view.ready, timeout=30_000):
        chooser.activated.emit(chooser.currentIndex())
    bench.settle()


def test_words_of_scripts_appear_only_as_rendered(bench: WindowBench, server: CountingServer):
    server.pages["/live"] = ("text/html", PAGE)
    bench.open(f"{server.url}/live")
    fetched = bench.page.text

    choose(bench, Mode.RENDERED)
    rendered = bench.page.text
    mode = bench.window.top.mode.currentText()
    choose(bench, Mode.FETCHED)

    assert "a script has written" not in fetched.partition("const p")[0]
    assert "words that a script has written into the page" in rendered
    assert "were fetched" in rendered
    assert mode == "As rendered"
    assert bench.page.text == fetched


def test_unrenderable_address_shows_the_reason_and_keeps_the_page(
    bench: WindowBench, server: CountingServer
):
    server.pages["/live"] = ("text/html", PAGE)
    bench.open(f"{server.url}/live")
    choose(bench, Mode.RENDERED)
    live = bench.page

    with bench.qtbot.waitSignal(bench.controller.failed, timeout=30_000):
        bench.controller.open("http://127.0.0.1:9/gone")

    assert bench.window.top.failure.isVisible()
    assert bench.page is live


LEAKING = """<!DOCTYPE html><html><head><title>Leaking</title>
<link rel="stylesheet" href="{server}/style.css"><script src="{server}/script.js"></script></head>
<body><p>words that stand in the markup</p><img src="{server}/image.png">
<iframe src="{server}/frame"></iframe>
<script>
const written = document.createElement("p");
written.textContent = "words that a script has written";
document.body.append(written);
fetch("{server}/fetched").catch(() => 0);
navigator.sendBeacon("{server}/beacon", "words");
new EventSource("{server}/events");
new WebSocket("{server}/socket".replace("http", "ws"));
new Worker("data:text/javascript,fetch('{server}/worker')");
import("{server}/module.js").catch(() => 0);
window.open("{server}/opened");
location = "{server}/gone";
</script></body></html>"""


def test_rendered_file_runs_its_scripts_and_sends_nothing_out(
    bench: WindowBench, server: CountingServer, tmp_path: Path
):
    file = tmp_path / "leaking.html"
    file.write_text(LEAKING.replace("{server}", server.url), encoding="utf-8")
    bench.open(str(file))

    choose(bench, Mode.RENDERED)

    assert "a script has written" in bench.page.text
    assert bench.page.name == "leaking.html"
    assert bench.view.log.n_blocked > 0
    assert server.connections == 0


def test_pasted_html_is_rendered_and_sends_nothing_out(bench: WindowBench, server: CountingServer):
    bench.open(LEAKING.replace("{server}", server.url))

    choose(bench, Mode.RENDERED)

    assert "a script has written" in bench.page.text
    assert bench.page.url is None
    assert bench.window_controller.context.address == "pasted:Leaking"
    assert server.connections == 0


def test_refused_address_leaves_mode_and_address_of_the_page_on_screen(
    bench: WindowBench, server: CountingServer
):
    server.pages["/page"] = ("text/html", PAGE)
    bench.open(f"{server.url}/page")
    del server.pages["/page"]
    chooser = bench.window.top.mode
    chooser.setCurrentIndex(chooser.findData(Mode.RENDERED))

    with bench.qtbot.waitSignal(bench.controller.failed, timeout=30_000) as failed:
        chooser.activated.emit(chooser.currentIndex())

    assert "it answered 404" in failed.args[0]
    assert chooser.currentData() == Mode.FETCHED
    assert bench.window.top.encoding.isEnabled()
