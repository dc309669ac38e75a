"""Features of the whole page, the same for every block: the kind of the page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import ratio
from boilerscope.extractors.features.tree import NONE_NEAR

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boilerscope.extractors.features.columns import Measurements
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import FloatArray

FEATURES = (
    Feature("pg_words", "Words of the page", "log words", "ln(1 + words)."),
    Feature("pg_link", "Links of the page", "share", "Linked words divided by words."),
    Feature("pg_blocks", "Blocks of the page", "log blocks", "ln(1 + blocks)."),
    Feature("pg_para", "Paragraphs of the page", "share", "Words of paragraphs divided by words."),
    Feature(
        "pg_stop", "Function words of the page", "per word", "Function words divided by words."
    ),
    Feature(
        "pg_good", "Paragraph words", "log words", "ln(1 + words of paragraphs outside links)."
    ),
    Feature(
        "pg_goodmax",
        "Longest paragraph",
        "log words",
        "ln(1 + words of the longest paragraph outside links).",
    ),
    Feature("pg_h", "Headings of the page", "log elements", "ln(1 + elements h1 to h6)."),
    Feature("pg_h1", "Main headings", "log elements", "ln(1 + elements h1)."),
    Feature("pg_articles", "Articles", "log elements", "ln(1 + elements article)."),
    Feature("pg_main", "Main elements", "log elements", "ln(1 + elements main)."),
    Feature("pg_li", "List items", "log elements", "ln(1 + elements li)."),
    Feature("pg_td", "Table cells", "log elements", "ln(1 + elements td)."),
    Feature("pg_form", "Forms", "log elements", "ln(1 + elements form)."),
    Feature(
        "pg_comments",
        "Words in comments",
        "share",
        "Words below a comment keyword divided by words.",
    ),
    Feature("pg_price", "Prices", "log blocks", "ln(1 + blocks with a price)."),
    Feature(
        "pg_cjk",
        "Chinese and Japanese of the page",
        "share",
        "Han characters and kana divided by tokens.",
    ),
    Feature("pg_dates", "Dates", "log blocks", "ln(1 + blocks with a date)."),
    Feature("pg_pre", "Preformatted texts", "log elements", "ln(1 + elements pre)."),
    Feature("pg_post", "Words in posts", "share", "Words below a post keyword divided by words."),
    Feature(
        "pg_top",
        "Largest template",
        "share",
        "Words of the largest group of the same tags and classes divided by words.",
    ),
    Feature("pg_noscript", "Words in noscript", "share", "Words below noscript divided by words."),
    Feature("pg_endh", "End headings of the page", "log", "ln(1 + end headings)."),
    Feature(
        "pg_effc",
        "Effective paragraphs",
        "log blocks",
        "ln(1 + exp(entropy of the paragraph words over the blocks)).",
    ),
)

_ELEMENTS = {
    "pg_h": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "pg_h1": ("h1",),
    "pg_articles": ("article",),
    "pg_main": ("main",),
    "pg_li": ("li",),
    "pg_td": ("td",),
    "pg_form": ("form",),
    "pg_pre": ("pre",),
}
_BELOW = {"pg_comments": "k_comment", "pg_post": "k_post", "pg_noscript": "t_noscript"}


def measure(grid: Grid, features: Mapping[str, FloatArray]) -> Measurements:
    """Return a function for each of `FEATURES` that measures its values, shape (n,).

    Parameters
    ----------
    features : mapping of str to array
        All other features.
    """
    totals = _totals(grid, features)

    def measured(name: str) -> FloatArray:
        return np.full(len(grid), totals[name]())

    return {feature.name: partial(measured, feature.name) for feature in FEATURES}


def _totals(grid: Grid, features: Mapping[str, FloatArray]) -> dict[str, Callable[[], float]]:
    elements, words = grid.page.elements, grid.words
    levels = {group: features[group] for group in _BELOW.values()}
    price, date, template, end_headings = (
        features[name] for name in ("price", "date", "tc_share", "n_endh")
    )

    def share(values: FloatArray) -> float:
        return float(ratio(values.sum(), words.sum()))

    def maximum(values: FloatArray) -> float:
        return float(values.max(initial=0.0))

    def n_elements(tags: tuple[str, ...]) -> float:
        return float(np.log1p(np.count_nonzero(elements.tagged(tags))))

    def near(group: str) -> float:
        return share(words * (levels[group] < NONE_NEAR))

    return {
        "pg_words": lambda: float(np.log1p(words.sum())),
        "pg_link": lambda: share(grid.linked),
        "pg_blocks": lambda: float(np.log1p(len(grid))),
        "pg_para": lambda: share(grid.paragraph_words),
        "pg_stop": lambda: share(grid.function),
        "pg_good": lambda: float(np.log1p(grid.good.sum())),
        "pg_goodmax": lambda: float(np.log1p(maximum(grid.good))),
        "pg_cjk": lambda: float(ratio(grid.cjk.sum(), grid.tokens.sum())),
        "pg_price": lambda: float(np.log1p(price.sum())),
        "pg_dates": lambda: float(np.log1p(date.sum())),
        "pg_top": lambda: maximum(template),
        "pg_endh": lambda: maximum(end_headings),
        "pg_effc": lambda: _effective(grid.good),
        **{name: partial(n_elements, tags) for name, tags in _ELEMENTS.items()},
        **{name: partial(near, group) for name, group in _BELOW.items()},
    }


def _effective(good: FloatArray) -> float:
    """Return ln(1 + number of equally long paragraphs that have the same entropy)."""
    share = good[good > 0] / max(good.sum(), 1e-12)
    return float(np.log1p(np.exp(-(share * np.log(share)).sum()))) if len(share) else 0.0
