"""Expected F1 of a result on a page without gold.

Source: ours. Three kinds of figures are known without gold: how well the result fits the
probabilities that the model of `learned` gives to the words of the page, how well it agrees with
other results, and what kind of page it is. A logistic regression on pages with gold turns them into
an expected token F1:

    log-odds    = base + sum over figures of weight * (value - mean)
    expected F1 = 1 / (1 + exp(-log-odds))
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.features.matrix import matrix
from boilerscope.extractors.model.expected import FIGURES, ExpectedF1

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray

MODEL = "models/expected.json"
"""File of the weights, in ``extractors/data``."""

_EDGE = 0.01
"""Shares are kept this far from 0 and 1 before their log-odds are taken."""


@dataclass(frozen=True, slots=True, eq=False)
class PageFigures:
    """Figures of a page that all results share.

    Attributes
    ----------
    probability : array of float, shape (n_tokens,)
        Probability that each token is main content; 0 outside the grid of blocks.
    is_outside : array of bool, shape (n_tokens,)
        Tokens outside the body of the page; all of them if it has no single body of text.
    shared : mapping of str to float
        Figures of the page by name.
    """

    probability: FloatArray
    is_outside: BoolArray
    shared: dict[str, float]

    def outside(self, mask: BoolArray) -> float:
        """Return the share of kept tokens outside the body, 0 if nothing is kept."""
        kept = int(np.count_nonzero(mask))
        return int(np.count_nonzero(mask & self.is_outside)) / kept if kept else 0.0


def page_figures(page: Page, learned: Extraction) -> PageFigures:
    """Return the figures of a page.

    Parameters
    ----------
    learned : Extraction
        The result of `learned` on the page: its blocks, with their probabilities and the body.
    """
    columns, blocks = learned.column_values(), learned.blocks
    of_tokens = np.zeros(page.n_tokens)
    is_outside = np.ones(page.n_tokens, dtype=np.bool_)
    if len(blocks):
        of_tokens = _of_tokens(blocks, columns["probability"], page.n_tokens)
        if _has_one_body(learned):
            is_inside = _of_tokens(blocks, matrix(page).columns["rd_in"], page.n_tokens) > 0
            is_outside = ~is_inside
    likely = float(of_tokens.sum())
    doubt = float((of_tokens * (1 - of_tokens)).sum()) / likely if likely else 1.0
    return PageFigures(
        of_tokens,
        is_outside,
        {
            "doubt": doubt,
            "body_share": _first(columns["body_share"]),
            "body_kept": _first(columns["body_kept"]),
            "links": _first(matrix(page).columns["pg_link"]),
            "blocks": float(np.log1p(len(blocks))),
        },
    )


def figures_of(page: PageFigures, mask: BoolArray, others: Sequence[BoolArray]) -> dict[str, float]:
    """Return the figures of a result by name, in the order of `FIGURES`.

    Parameters
    ----------
    mask : array of bool, shape (n_tokens,)
        The kept tokens.
    others : sequence of array of bool, shape (n_tokens,)
        The masks of other results on the page.
    """
    likely = page.probability
    kept = int(np.count_nonzero(mask))
    total = kept + float(likely.sum())
    likely_f = 2 * float(likely[mask].sum()) / total if total else 1.0
    agreements = [mask_f1(mask, other) for other in others] or [likely_f]
    values = {
        "likely_f": _logit(likely_f),
        "agreement": _logit(float(np.mean(agreements))),
        "best_agreement": _logit(max(agreements)),
        "kept_words": float(np.log1p(kept)),
        **page.shared,
    }
    return {name: values[name] for name in FIGURES}


def expected_f1(
    page: PageFigures,
    mask: BoolArray,
    others: Sequence[BoolArray],
    without: AbstractSet[str] = frozenset(),
) -> ExpectedF1:
    """Return the expected F1 of a result; 0 if it keeps nothing.

    Parameters
    ----------
    others : sequence of array of bool, shape (n_tokens,)
        The masks of other results on the page.
    without : set of str
        Figures that are taken as average.
    """
    if not mask.any():
        return ExpectedF1(0.0, ())
    model = _model()
    terms = [
        (name, model["weights"][name] * (value - model["means"][name]))
        for name, value in figures_of(page, mask, others).items()
        if name not in without
    ]
    log_odds = model["base"] + sum(value for _, value in terms)
    terms.sort(key=lambda term: -abs(term[1]))
    return ExpectedF1(1 / (1 + math.exp(-log_odds)), tuple(terms))


def mask_f1(first: BoolArray, second: BoolArray) -> float:
    """Return F1 of two masks, 1 if both are empty."""
    total = int(np.count_nonzero(first)) + int(np.count_nonzero(second))
    return 2 * int(np.count_nonzero(first & second)) / total if total else 1.0


@cache
def _model() -> dict[str, Any]:
    text = files("boilerscope.extractors.data").joinpath(MODEL).read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table


def _of_tokens(blocks: Blocks, values: FloatArray, n_tokens: int) -> FloatArray:
    """Return the value of the block of each token; 0 outside all blocks."""
    of_tokens = np.zeros(n_tokens)
    for start, end, value in zip(blocks.run_start, blocks.run_end, values, strict=True):
        of_tokens[start:end] = value
    return of_tokens


def _has_one_body(learned: Extraction) -> bool:
    """Return whether the page has one body of text, by the two tests of `learned`."""
    columns = learned.column_values()
    settings: Any = learned.settings
    return bool(
        _first(columns["body_share"]) >= settings.min_body_share
        and _first(columns["body_kept"]) >= settings.min_body_kept
    )


def _first(values: NDArray[Any]) -> float:
    """Return a value of the page, which all blocks have; 0 without blocks."""
    return float(values[0]) if len(values) else 0.0


def _logit(share: float) -> float:
    inside = min(max(share, _EDGE), 1 - _EDGE)
    return math.log(inside / (1 - inside))
