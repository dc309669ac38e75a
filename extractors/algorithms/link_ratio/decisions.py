"""The second pass of the link ratio: judge each container, from the innermost one outward."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.link_ratio.units import LinkUnits, tag_set
from boilerscope.extractors.model.lazy import Lazy, LazyField

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.algorithms.link_ratio.settings import LinkRatioSettings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray


@dataclass(frozen=True, eq=False)
class Decisions:
    """Decision on each unit, with the lengths at the time of the decision.

    Attributes
    ----------
    rate : float
        Limit of the link ratio as a multiple of the average.
    average, limit : float
        Share of linked text of the whole page, and `rate` times it; NaN for a page without text.
    is_spared : bool
        Whether link ratios are not tested because the page has no link.
    is_exempt : array of bool, shape (n_units,)
        Units that may be short.
    is_short, is_linked : array of bool, shape (n_units,)
        Containers that fail the length test, and the link test. The root stays in any case.
    is_blank : array of bool, shape (n_units,)
        Containers that pass the length test without any text.
    text, link : array of float, shape (n_units,)
        Characters, and linked characters, that remain in each container; NaN for other units.
    """

    rate: float
    average: float
    limit: float
    is_spared: bool
    is_exempt: BoolArray
    is_short: BoolArray
    is_linked: BoolArray
    is_blank: BoolArray
    text: LazyField[FloatArray] = LazyField()
    link: LazyField[FloatArray] = LazyField()

    @cached_property
    def link_ratio(self) -> FloatArray:
        """Linked share of the text; NaN without text."""
        ratio = np.full(len(self.text), np.nan)
        np.divide(self.link, self.text, out=ratio, where=self.text > 0)
        return ratio

    @cached_property
    def ratio_to_average(self) -> FloatArray:
        """Link ratio as a multiple of the average; NaN where the page has no link."""
        if not self.average > 0:
            return np.full(len(self.text), np.nan)
        ratio: FloatArray = self.link_ratio / self.average
        # The test is ratio >= rate * average. After the division the last binary digit can differ,
        # so the value is moved to the side of the rate that the test found.
        below_rate = np.nextafter(self.rate, 0)
        passes = ~self.is_short & ~self.is_linked & (self.text > 0)
        ratio = np.where(self.is_linked, np.maximum(ratio, self.rate), ratio)
        return np.where(passes, np.minimum(ratio, below_rate), ratio)


def judge(page: Page, units: LinkUnits, settings: LinkRatioSettings) -> Decisions:
    """Judge each container, from the innermost one outward.

    This is ``contain(n)`` of the original, without its recursion. Elements come in document order,
    so all descendants of an element have been judged when it is judged in reverse order. What is
    removed below an element does not count for the element.
    """
    average = units.total_link / units.total_text if units.total_text else float("nan")
    limit = settings.rate * average
    is_spared = settings.guard_no_links and average == 0
    is_exempt = page.elements.tagged(tag_set(settings.short_exempt))[units.row]
    may_be_short = is_exempt.tolist()
    n_units, n_nodes = len(units.row), len(units.node)
    is_short, is_linked, is_blank = [False] * n_units, [False] * n_units, [False] * n_units
    removed = [0] * n_nodes  # characters removed below each node so far
    link = [0] * n_nodes  # linked characters that remain below each node so far
    unit_of, around_of = units.node_unit.tolist(), units.node_around.tolist()
    is_link, text_of = units.node_is_link.tolist(), units.node_text.tolist()
    for node in reversed(range(n_nodes)):
        unit, around = unit_of[node], around_of[node]
        text = text_of[node] - removed[node]
        if unit >= 0:
            if text <= settings.min_len and not may_be_short[unit]:
                is_short[unit] = True
            elif text == 0:  # 0 / 0 is not a number, so the link test is false
                is_blank[unit] = True
            elif not is_spared and link[node] / text >= limit:
                is_linked[unit] = True
        elif is_link[node]:
            link[node] += text
        if around < 0:
            continue
        if unit >= 0 and (is_short[unit] or is_linked[unit]):
            removed[around] += text_of[node]
        else:
            removed[around] += removed[node]
            link[around] += link[node]
    return Decisions(
        rate=settings.rate,
        average=average,
        limit=limit,
        is_spared=is_spared,
        is_exempt=is_exempt,
        is_short=np.array(is_short),
        is_linked=np.array(is_linked),
        is_blank=np.array(is_blank),
        text=Lazy(lambda: _of_units(units, units.node_text - np.array(removed))),
        link=Lazy(lambda: _of_units(units, np.array(link))),
    )


def _of_units(units: LinkUnits, node_values: NDArray[np.int64]) -> FloatArray:
    """Return the values of containers by unit; NaN for units that are not containers."""
    is_container = units.node_unit >= 0
    values = np.full(len(units.row), np.nan)
    values[units.node_unit[is_container]] = node_values[is_container]
    return values
