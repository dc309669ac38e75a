"""Records for the plots of the Corpus face: scores of three panes on forty pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.bootstrap import Estimate
from boilerscope.extractors.scoring.leaderboard import GroupRow
from boilerscope.extractors.scoring.scatter import Scatter
from boilerscope.widgets.demo import DemoSettings
from boilerscope.widgets.records import PaneRecord

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import FloatArray

PANES = tuple(
    PaneRecord(number, name, "demo", "Demo", DemoSettings())
    for number, name in enumerate(("boilerpipe.article", "cx_extractor", "consensus"), 1)
)
N_PAGES = 40


def values() -> FloatArray:
    """Return the value of each page and pane, shape (N_PAGES, 3)."""
    generator = np.random.default_rng(3)
    return np.round(generator.beta(6, 2, size=(N_PAGES, len(PANES))), 3)


def scatter() -> Scatter:
    """Return the scatter of the third pane against the first pane."""
    across, up = values()[:, 0], values()[:, 2]
    mean = float((up - across).mean())
    return Scatter(
        rows=np.arange(N_PAGES),
        across=across,
        up=up,
        wins=int((up > across + 0.005).sum()),
        ties=int((abs(up - across) <= 0.005).sum()),
        losses=int((up < across - 0.005).sum()),
        correlation=float(np.corrcoef(across, up)[0, 1]),
        n_failed=2,
        difference=Estimate(mean, mean - 0.03, mean + 0.03, 0.015, N_PAGES),
    )


def groups() -> list[GroupRow]:
    """Return a large, a medium and a small group."""
    edges = (("article", 0, 22), ("documentation", 22, 35), ("forum", 35, N_PAGES))
    return [
        GroupRow(name, tuple(range(first, last)), tuple(values()[first:last].mean(axis=0).tolist()))
        for name, first, last in edges
    ]
