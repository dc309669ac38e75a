"""Which face the window shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from widgets.load_state import LoadPhase, LoadState

if TYPE_CHECKING:
    from tests.helpers.bench import WindowBench


def test_who_leaves_the_page_face_while_a_page_loads_is_not_called_back(bench: WindowBench):
    corpus, loading = bench.window_controller.context.corpus, bench.controller.loading
    state = LoadState(LoadPhase.READING, "lake.html", started=1.0)
    shown = []

    bench.do("switch_face")
    for change in ({}, {"phase": LoadPhase.SHOWING}, {"started": 2.0}):
        loading.emit(replace(state, **change))
        shown.append(corpus.is_shown)
        if not corpus.is_shown:
            bench.do("switch_face")

    assert shown == [False, True, False]
