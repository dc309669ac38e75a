"""Tables of scores without a run, for views and controllers of a corpus."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.gold import Provenance
from boilerscope.extractors.model.listed_page import ListedPage
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES
from boilerscope.extractors.scoring.results import PageResult, PageStatus, PaneScore, ScoredPage
from boilerscope.extractors.scoring.table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Sequence

GOLD = 100
_FAILURES = (Status.TIMEOUT, Status.ERROR)


def page(number: int) -> ListedPage:
    """Return a page that is listed and never read."""
    return ListedPage(
        f"page-{number:05}",
        "news",
        None,  # type: ignore[arg-type]  # no page is read here
        language="en" if number % 3 else "zh",
        page_type="forum" if number % 4 == 0 else "article",
        title=f"Title {number}",
        gold_source=TextSource("Words.", Provenance("own", "test")),
    )


def result(
    number: int, kept: Sequence[tuple[int, int] | Status], panes: Sequence[str]
) -> PageResult:
    """Return the scores of a page: for each pane its gold tokens and kept tokens, or a failure."""
    listed_page = page(number)
    scored = ScoredPage(
        listed_page.page_id,
        listed_page.set_name,
        language=listed_page.language,
        page_type=listed_page.page_type,
        n_tokens=200 + number % 5_000,
        n_gold=GOLD,
        gold_share=1.0,
        digest=str(number),
    )
    scores = []
    for pane, outcome in zip(panes, kept, strict=True):
        if isinstance(outcome, Status):
            counts = {"tokens": (0, 0, GOLD)}
            scores.append(PaneScore(scored, pane, outcome, "It failed.", counts=counts))
        else:
            status = Status.OK if outcome[1] else Status.EMPTY
            counts = {"tokens": (*outcome, GOLD)}
            scores.append(PaneScore(scored, pane, status, seconds=0.001, counts=counts))
    return PageResult(number, scored, tuple(scores))


def table(n_pages: int, panes: Sequence[str], *, seed: int = 1) -> ScoreTable:
    """Return random scores; one result in a hundred is a failure."""
    random_table = ScoreTable([page(number) for number in range(n_pages)], panes, DEFAULT_MEASURES)
    random = np.random.default_rng(seed)
    n_common = random.binomial(GOLD, random.beta(4, 1, size=(n_pages, len(panes))))
    n_extra = random.poisson(15, size=n_common.shape)
    fails = random.random(n_common.shape) < 0.01
    for number in range(n_pages):
        kept = [
            _FAILURES[number % 2] if failed else (hits, hits + n_wrong)
            for hits, n_wrong, failed in zip(
                n_common[number].tolist(),
                n_extra[number].tolist(),
                fails[number].tolist(),
                strict=True,
            )
        ]
        random_table.add(result(number, kept, panes))
    return random_table


def without_gold(n_pages: int, panes: Sequence[str]) -> ScoreTable:
    """Return results on pages without gold, which have no scores."""
    unscored = ScoreTable([page(number) for number in range(n_pages)], panes, DEFAULT_MEASURES)
    for number in range(n_pages):
        scored = result(number, [(1, 1)] * len(panes), panes)
        facts = replace(scored.page, status=PageStatus.NO_GOLD)
        scores = tuple(replace(score, page=facts, counts={}) for score in scored.scores)
        unscored.add(PageResult(number, facts, scores))
    return unscored
