"""Scores as rows of plain values, for table files: one for each mean, or for each page and pane."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.record import about, values_of
from boilerscope.extractors.scoring.results import PageStatus
from boilerscope.extractors.scoring.summary import SMALL_GROUP, Summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.scoring.results import ScoredRun

Row = dict[str, Any]


def mean_rows(run: ScoredRun, summaries: Mapping[str, Sequence[Summary]]) -> Iterator[Row]:
    """Yield a row for each mean, with its interval and everything that is needed to repeat it.

    Parameters
    ----------
    summaries : mapping of str to sequence of Summary
        By criterion; the key of the summary of all pages is ``all``.
    """
    repeat = _repeat(run)
    for by, listed in summaries.items():
        for summary in listed:
            for mean in summary.means:
                difference = mean.difference
                yield {
                    "by": by,
                    "group": summary.group,
                    "pane": mean.pane,
                    "measure": mean.measure,
                    "average": mean.average.value,
                    **_estimate("", mean.answered),
                    **_estimate("with_failures_", mean.with_failures),
                    "failed": summary.n_failed(mean.pane),
                    "empty": summary.n_empty(mean.pane),
                    "pages_scored": summary.n_pages,
                    "pages_of_all_panes": summary.n_answered,
                    "small_group": summary.n_pages < SMALL_GROUP,
                    "baseline": difference.baseline if difference else None,
                    **_estimate("difference_", difference.estimate if difference else None),
                    "wins": difference.wins if difference else None,
                    "ties": difference.ties if difference else None,
                    "losses": difference.losses if difference else None,
                    "unit": MEASURES[mean.measure].unit,
                    **repeat,
                    "pane_settings": _json(run.panes[mean.pane]),
                }


def page_rows(run: ScoredRun) -> Iterator[Row]:
    """Yield a row for each page and pane."""
    repeat = _repeat(run)
    for page, scores in zip(run.pages, run.scores, strict=True):
        for score in scores:
            is_scored = page.status is PageStatus.SCORED
            yield {
                "set": page.set_name,
                "page": page.page_id,
                "language": page.language,
                "page_type": page.page_type,
                "page_status": page.status.value,
                "page_message": page.message,
                "gold_share": page.gold_share,
                "tokens": page.n_tokens,
                "gold_tokens": page.n_gold,
                "pane": score.pane,
                "status": score.status.value,
                "message": score.message,
                "seconds": score.seconds,
                "scored_text": score.text.value if is_scored else None,
                "aligned": score.aligned,
                **values_of(score, run.options.measures),
                **repeat,
                "pane_settings": _json(run.panes[score.pane]),
            }


def _estimate(prefix: str, estimate: Estimate | None) -> Row:
    if estimate is None:
        return dict.fromkeys(
            f"{prefix}{name}" for name in ("value", "low", "high", "deviation", "pages")
        )
    return {
        f"{prefix}value": _finite(estimate.value),
        f"{prefix}low": _finite(estimate.low),
        f"{prefix}high": _finite(estimate.high),
        f"{prefix}deviation": _finite(estimate.deviation),
        f"{prefix}pages": estimate.n_pages,
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _repeat(run: ScoredRun) -> Row:
    """Return the columns that are equal in all rows: the data needed to repeat the run."""
    described = about(run)
    return {
        "text": described["text"],
        "comments": described["comments"],
        "corpus": described["corpus"],
        "resamples": described["resamples"],
        "seed": described["seed"],
        "versions": _json(described["versions"]),
        "used": _json(described["used"]),
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
