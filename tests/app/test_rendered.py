"""Pages as rendered: scripts run, the live document is captured, the mode can be switched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.top_bar import Mode

if TYPE_CHECKING:
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
    """Choose a mode as a user does, and wait until the page is there."""
    chooser = bench.window.top.mode
    chooser.setCurrentIndex(chooser.findData(mode))
    with bench.qtbot.waitSignal(bench.view.ready, timeout=30_000):
        chooser.activated.emit(chooser.currentIndex())
    bench.settle()


def test_scripts_words_are_there_as_rendered_only(bench: WindowBench, server: CountingServer):
    server.pages["/live"] = ("text/html", PAGE)
    bench.open(f"{server.url}/live")
    fetched = bench.page.text

    choose(bench, Mode.RENDERED)
    rendered = bench.page.text
    shown = bench.window.top.mode.currentText()
    choose(bench, Mode.FETCHED)

    assert "a script has written" not in fetched.partition("const p")[0]
    assert "words that a script has written into the page" in rendered
    assert "were fetched" in rendered
    assert shown == "As rendered"
    assert bench.page.text == fetched


def test_address_that_cannot_be_rendered_says_why_and_keeps_the_page(
    bench: WindowBench, server: CountingServer
):
    server.pages["/live"] = ("text/html", PAGE)
    bench.open(f"{server.url}/live")
    choose(bench, Mode.RENDERED)
    live = bench.page

    with bench.qtbot.waitSignal(bench.desk.failed, timeout=30_000):
        bench.desk.open("http://127.0.0.1:9/gone")

    assert bench.window.top.failure.isVisible()
    assert bench.page is live
