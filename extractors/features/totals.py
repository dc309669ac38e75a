"""Features of the whole page, the same for every block: the kind of the page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import ratio
from boilerscope.extractors.features.tree import NONE_NEAR

if TYPE_CHECKING:
    from typing import Any

    from boilerscope.extractors.features.feature import Columns
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import FloatArray


def _full(columns: Columns[Grid], value: Any) -> FloatArray:
    return np.full(len(columns.grid), float(value))


def _share(columns: Columns[Grid], values: FloatArray) -> FloatArray:
    return _full(columns, ratio(values.sum(), columns.grid.words.sum()))


def _maximum(values: FloatArray) -> float:
    return float(values.max(initial=0.0))


def _n_elements(columns: Columns[Grid], tags: tuple[str, ...]) -> FloatArray:
    elements = columns.grid.page.elements
    return _full(columns, np.log1p(np.count_nonzero(elements.tagged(tags))))


def _below(columns: Columns[Grid], group: str) -> FloatArray:
    return _share(columns, columns.grid.words * (columns[group] < NONE_NEAR))


def _effective(good: FloatArray) -> float:
    """Return ln(1 + number of equally long paragraphs that have the same entropy)."""
    share = good[good > 0] / max(good.sum(), 1e-12)
    return float(np.log1p(np.exp(-(share * np.log(share)).sum()))) if len(share) else 0.0


FEATURES: tuple[Feature[Grid], ...] = (
    Feature(
        "pg_words",
        "Words of the page",
        "log words",
        "ln(1 + words).",
        lambda c: _full(c, np.log1p(c.grid.words.sum())),
        of_page=True,
    ),
    Feature(
        "pg_link",
        "Links of the page",
        "share",
        "Linked words divided by words.",
        lambda c: _share(c, c.grid.linked),
        of_page=True,
    ),
    Feature(
        "pg_blocks",
        "Blocks of the page",
        "log blocks",
        "ln(1 + blocks).",
        lambda c: _full(c, np.log1p(len(c.grid))),
        of_page=True,
    ),
    Feature(
        "pg_para",
        "Paragraphs of the page",
        "share",
        "Words of paragraphs divided by words.",
        lambda c: _share(c, c.grid.paragraph_words),
        of_page=True,
    ),
    Feature(
        "pg_good",
        "Paragraph words",
        "log words",
        "ln(1 + words of paragraphs outside links).",
        lambda c: _full(c, np.log1p(c.grid.good.sum())),
        of_page=True,
    ),
    Feature(
        "pg_goodmax",
        "Longest paragraph",
        "log words",
        "ln(1 + words of the longest paragraph outside links).",
        lambda c: _full(c, np.log1p(_maximum(c.grid.good))),
        of_page=True,
    ),
    Feature(
        "pg_h",
        "Headings of the page",
        "log elements",
        "ln(1 + elements h1 to h6).",
        partial(_n_elements, tags=("h1", "h2", "h3", "h4", "h5", "h6")),
        of_page=True,
    ),
    Feature(
        "pg_h1",
        "Main headings",
        "log elements",
        "ln(1 + elements h1).",
        partial(_n_elements, tags=("h1",)),
        of_page=True,
    ),
    Feature(
        "pg_articles",
        "Articles",
        "log elements",
        "ln(1 + elements article).",
        partial(_n_elements, tags=("article",)),
        of_page=True,
    ),
    Feature(
        "pg_main",
        "Main elements",
        "log elements",
        "ln(1 + elements main).",
        partial(_n_elements, tags=("main",)),
        of_page=True,
    ),
    Feature(
        "pg_li",
        "List items",
        "log elements",
        "ln(1 + elements li).",
        partial(_n_elements, tags=("li",)),
        of_page=True,
    ),
    Feature(
        "pg_td",
        "Table cells",
        "log elements",
        "ln(1 + elements td).",
        partial(_n_elements, tags=("td",)),
        of_page=True,
    ),
    Feature(
        "pg_form",
        "Forms",
        "log elements",
        "ln(1 + elements form).",
        partial(_n_elements, tags=("form",)),
        of_page=True,
    ),
    Feature(
        "pg_comments",
        "Words in comments",
        "share",
        "Words below a comment keyword divided by words.",
        partial(_below, group="k_comment"),
        of_page=True,
    ),
    Feature(
        "pg_price",
        "Prices",
        "log blocks",
        "ln(1 + blocks with a price).",
        lambda c: _full(c, np.log1p(c["price"].sum())),
        of_page=True,
    ),
    Feature(
        "pg_cjk",
        "Chinese and Japanese of the page",
        "share",
        "Han characters and kana divided by tokens.",
        lambda c: _full(c, ratio(c.grid.cjk.sum(), c.grid.tokens.sum())),
        of_page=True,
    ),
    Feature(
        "pg_dates",
        "Dates",
        "log blocks",
        "ln(1 + blocks with a date).",
        lambda c: _full(c, np.log1p(c["date"].sum())),
        of_page=True,
    ),
    Feature(
        "pg_pre",
        "Preformatted texts",
        "log elements",
        "ln(1 + elements pre).",
        partial(_n_elements, tags=("pre",)),
        of_page=True,
    ),
    Feature(
        "pg_post",
        "Words in posts",
        "share",
        "Words below a post keyword divided by words.",
        partial(_below, group="k_post"),
        of_page=True,
    ),
    Feature(
        "pg_top",
        "Largest template",
        "share",
        "Words of the largest group of the same tags and classes divided by words.",
        lambda c: _full(c, _maximum(c["tc_share"])),
        of_page=True,
    ),
    Feature(
        "pg_noscript",
        "Words in noscript",
        "share",
        "Words below noscript divided by words.",
        partial(_below, group="t_noscript"),
        of_page=True,
    ),
    Feature(
        "pg_effc",
        "Effective paragraphs",
        "log blocks",
        "ln(1 + exp(entropy of the paragraph words over the blocks)).",
        lambda c: _full(c, _effective(c.grid.good)),
        of_page=True,
    ),
)
