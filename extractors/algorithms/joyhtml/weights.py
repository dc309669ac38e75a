"""Weight of each window, term by term."""

from __future__ import annotations

import functools
import math
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.joyhtml.settings import JoyhtmlSettings, NoInfoRule, TieRule
from boilerscope.extractors.page.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.joyhtml.text import (
        Windows,
    )
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray

_CELLS = frozenset(("tr", "td"))


_BLOCKS = frozenset(("div", "table"))


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Weight of each window, term by term.

    Attributes
    ----------
    terms : mapping of str to array of float, shape (n_windows,)
        The terms, in the order of the help; NaN if a term is undefined.
    total : array of float, shape (n_windows,)
        Their sum.
    main : int
        Index of the main window, -1 without a window.
    """

    terms: Mapping[str, FloatArray]
    total: FloatArray
    main: int


def weigh(page: Page, windows: Windows, settings: JoyhtmlSettings) -> Weights:
    """Return the weight of each window, and the main window."""
    elements = page.elements
    is_cell, is_block = (
        elements.tagged(_CELLS)[windows.row],
        elements.tagged(_BLOCKS)[windows.row],
    )
    length = windows.length
    words = (*settings.noise_words, *(("icp备",) if settings.repair_icp else ()))
    share = settings.w_anchor_total / windows.total_linked if windows.total_linked else 0.0
    terms = {
        "tag": settings.w_cell * is_cell + settings.w_block * is_block,
        "info": _info_term(windows, settings),
        "input": np.where(_fields(page, windows), -settings.penalty_input, 0.0),
        "noise": np.where(windows.contains_any(words), -settings.penalty_noise, 0.0),
        "links": 1 - windows.linked / np.maximum(length, 1),
        "text": settings.w_text * np.minimum(length / max(windows.total, 1), settings.cap),
        "anchor": np.where(windows.linked > 0, -share * windows.linked, 0.0),
    }
    total = functools.reduce(operator.add, terms.values())
    return Weights(terms, total, _heaviest(total, settings))


def _info_term(windows: Windows, settings: JoyhtmlSettings) -> FloatArray:
    if windows.total_info:
        share = windows.info / windows.total_info
        return settings.w_info * np.minimum(share, settings.cap)
    is_ignored = settings.no_info_rule is NoInfoRule.IGNORE
    return np.full(len(windows.row), 0.0 if is_ignored else np.nan)


def _fields(page: Page, windows: Windows) -> BoolArray:
    """Return which windows contain an input that is not hidden."""
    elements = page.elements
    is_shown = elements.tagged({"input"}) & ~windows.removed
    for row in np.flatnonzero(is_shown).tolist():
        is_shown[row] = (elements.node[row].get("type") or "").strip().lower() != "hidden"
    if not np.count_nonzero(is_shown):
        return np.zeros(len(windows.row), dtype=np.bool_)
    n_before = prefix_sums(is_shown)
    has_field: BoolArray = n_before[elements.subtree_end[windows.row]] > n_before[windows.row]
    return has_field


def _heaviest(total: FloatArray, settings: JoyhtmlSettings) -> int:
    """Return the index of the main window, -1 without a window."""
    if not len(total):
        return -1
    if math.isnan(total[0]):  # then no weight is a number
        return 0 if settings.no_info_rule is NoInfoRule.BODY else len(total) - 1
    if settings.tie_rule is TieRule.FIRST:
        return int(total.argmax())
    return len(total) - 1 - int(total[::-1].argmax())
