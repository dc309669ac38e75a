"""While a page loads, no view says something that the page will contradict."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench

_OF_NOTHING = re.compile(r"\b0 (of|blocks|segments|words)\b")


def test_no_view_speaks_of_nothing_while_a_page_loads(bench: WindowBench, lake_file: Path):
    window = bench.window
    seen: set[tuple[str, str]] = set()
    bench.controller.page_shown.connect(lambda _page: window.arrangement.open_bottom())
    bench.controller.open(str(lake_file))

    def look() -> None:
        status = (window.status.page, window.status.runs, window.status.difference)
        notes = (window.settings.empty, *status)
        seen.update(("", label.text()) for label in notes if label.isVisible())
        if window.curves.plot.isVisible():
            seen.add(("curve", str(window.curves.curve is not None)))

    timer = QTimer(window, interval=0)
    timer.timeout.connect(look)
    timer.start()
    bench.qtbot.waitUntil(lambda: bench.controller.session.page is not None, timeout=60_000)
    bench.settle()
    bench.qtbot.waitUntil(lambda: ("curve", "True") in seen)
    timer.stop()

    texts = {text for kind, text in seen if not kind}
    assert not [text for text in texts if _OF_NOTHING.search(text)]
    assert "Add an extractor to see its settings." not in texts
    assert ("curve", "False") not in seen


def test_the_blocks_of_another_page_begin_at_the_first_one(bench: WindowBench, tmp_path: Path):
    bench.window.arrangement.open_bottom()
    bench.do("tab_blocks")
    bar = bench.window.blocks.table.verticalScrollBar()
    for name in ("first", "second"):
        file = tmp_path / f"{name}.html"
        body = "".join(f"<p>{name} {n} <a href='x'>and a link</a></p>" for n in range(300))
        file.write_text(body, encoding="utf-8")
        bench.open(str(file))

        assert bar.value() == 0
        assert bar.maximum() > 0
        bar.setValue(bar.maximum())
