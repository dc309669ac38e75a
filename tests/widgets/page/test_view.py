"""The page in Chromium: real DOM, real pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractors.page import segments
from tests.helpers.page_bench import label_layer

if TYPE_CHECKING:
    from tests.helpers.page_bench import Bench

HTML = """<!DOCTYPE html><html><head><title>t</title><style>
body { margin: 40px; font: 16px/20px sans-serif; background: #fff } p { margin: 20px 0 }
</style></head><body><p id="a">one two three</p><p id="b">four five six</p></body></html>"""


def test_a_page_is_shown_and_its_segments_are_marked(bench: Bench):
    page = bench.show(HTML)
    first = segments(page).token_start.tolist()
    bench.paint(label_layer(page, lambda token: token < 4))

    assert bench.ask("drawn", 1)["background"] == "rgba(11, 99, 197, 0.19)"
    assert bench.ask("drawn", 2)["background"] == "rgba(204, 95, 0, 0.13)"
    assert first == [0, 1, 4]
