"""Scores as rows of plain values, for table files: one for each mean, or for each page and pane."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.results import PageStatus

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from boilerscope.extractors.scoring.averages import Average
    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.scoring.leaderboard import Leaderboard, LeaderboardRow
    from boilerscope.extractors.scoring.report import Boards
    from boilerscope.extractors.scoring.run import ScoredRun

Row = dict[str, Any]


def mean_rows(run: ScoredRun, boards: Boards) -> Iterator[Row]:
    """Yield a row for each mean, with its interval and everything that is needed to repeat it."""
    repeat = _repeat(run)
    for by, listed in boards.items():
        for board in listed:
            for measure, average in board.rows[0].means if board.rows else ():
                for row in board.rows:
                    yield {
                        "by": by,
                        "group": board.group,
                        "pane": row.pane,
                        "measure": measure,
                        "average": average.value,
                        **_mean(board, row, measure, average),
                        **_template(row, run.panes[row.pane]["settings"]),
                        "unit": MEASURES[measure].unit,
                        **repeat,
                        "pane_settings": _json(run.panes[row.pane]),
                    }


def page_rows(run: ScoredRun) -> Iterator[Row]:
    """Yield a row for each page and pane, with the expected F1 if it was computed."""
    repeat = _repeat(run)
    expected = run.table.expected
    has_expected = bool(np.isfinite(expected[run.rows]).any())
    for number in run.rows.tolist():
        for column, score in enumerate(run.table.scores(number)):
            page = score.page
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
                "minus_template": None if score.template is None else score.template.value,
                **score.values(run.options.measures),
                **({"expected_f1": _finite(expected[number, column])} if has_expected else {}),
                **repeat,
                "pane_settings": _json(run.panes[score.pane]),
            }


def _mean(board: Leaderboard, row: LeaderboardRow, measure: str, average: Average) -> Row:
    mean = row.mean(measure, average)
    difference = mean.difference
    return {
        **_estimate("", mean.answered),
        "median": _finite(mean.median),
        "share_below_0.3": _finite(mean.low_share),
        **_estimate("with_failures_", mean.with_failures),
        "failed": row.n_failed,
        "empty": row.n_empty,
        "pages_scored": board.n_scored,
        "pages_of_all_panes": board.n_common,
        "small_group": board.is_small,
        "baseline": difference.baseline if difference else None,
        **_estimate("difference_", difference.estimate if difference else None),
        "wins": difference.wins if difference else None,
        "ties": difference.ties if difference else None,
        "losses": difference.losses if difference else None,
    }


def _template(row: LeaderboardRow, settings: Mapping[str, Any]) -> Row:
    """Return the share of minus template and its pages; None for a pane without the step."""
    is_on = bool(settings.get("minus_template"))
    return {
        "minus_template": settings["template_share"] if is_on else None,
        "minus_template_pages": row.n_with_site if is_on else None,
        "minus_template_unknown": row.n_template_unknown if is_on else None,
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
    described = run.about()
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
