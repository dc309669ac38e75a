"""The count of the link ratio: from the innermost element outward, each container is judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.link_ratio.units import LinkUnits, tag_set
from extractors.model.lazy import Lazy, LazyField

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from extractors.algorithms.link_ratio.settings import LinkRatioSettings
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray

_STAYS, _BLANK, _SHORT, _LINKED = range(4)


@dataclass(frozen=True, eq=False)
class Verdicts:
    """Counts of each unit at the time of its decision, and the decision.

    Attributes
    ----------
    rate : float
        The limit in averages.
    average, limit : float
        Share of linked text of the whole page, and `rate` times it; NaN for a page without text.
    spared : bool
        Whether the share of links goes untested.
    exempt : array of bool, shape (n_units,)
        Units that may be short.
    short, linked : array of bool, shape (n_units,)
        What a judged unit is to be removed for; the root is not.
    blank : array of bool, shape (n_units,)
        Judged units that are not short and have no text.
    text, link : array of float, shape (n_units,)
        Characters left and linked characters left; NaN for units that are not judged.
    """

    rate: float
    average: float
    limit: float
    spared: bool
    exempt: BoolArray
    short: BoolArray
    linked: BoolArray
    blank: BoolArray
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
        """Linked share in averages of the page; NaN where the page has no link."""
        if not self.average > 0:
            return np.full(len(self.text), np.nan)
        found: FloatArray = self.link_ratio / self.average
        # The verdict compares with rate x average: the last binary place may differ from this.
        return np.where(
            self.linked,
            np.maximum(found, self.rate),
            np.where(self._passed, np.minimum(found, np.nextafter(self.rate, 0)), found),
        )

    @property
    def _passed(self) -> BoolArray:
        return ~self.short & ~self.linked & (self.text > 0)


def judge(page: Page, units: LinkUnits, settings: LinkRatioSettings) -> Verdicts:
    """Count text and links from the innermost element outward and judge each container."""
    average = units.total_link / units.total_text if units.total_text else float("nan")
    limit = settings.rate * average
    spared = settings.guard_no_links and average == 0
    is_exempt = page.elements.tagged(tag_set(settings.short_exempt))[units.row]
    exempt, min_len = is_exempt.tolist(), settings.min_len
    verdict = [_STAYS] * len(exempt)
    # What was removed below each visited element, and the link text that has reached it.
    lost, reached = [0] * len(units.node), [0] * len(units.node)
    visits = zip(
        range(len(units.node) - 1, -1, -1),
        reversed(units.node_unit.tolist()),
        reversed(units.node_around.tolist()),
        reversed(units.node_is_link.tolist()),
        reversed(units.node_text.tolist()),
        strict=True,
    )
    for place, unit, around, is_link, whole in visits:
        gone, linked = lost[place], reached[place]
        left = whole - gone
        if unit >= 0:
            if left <= min_len and not exempt[unit]:
                verdict[unit] = _SHORT
                gone, linked = whole, 0
            elif not left:
                verdict[unit] = _BLANK
            elif not spared and linked / left >= limit:
                verdict[unit] = _LINKED
                gone, linked = whole, 0
        elif is_link:
            linked += left
        if around >= 0:
            lost[around] += gone
            reached[around] += linked
    verdicts = np.array(verdict, dtype=np.int8)
    return Verdicts(
        rate=settings.rate,
        average=average,
        limit=limit,
        spared=spared,
        exempt=is_exempt,
        short=verdicts == _SHORT,
        linked=verdicts == _LINKED,
        blank=verdicts == _BLANK,
        text=Lazy(lambda: _of_units(units, units.node_text - np.array(lost))),
        link=Lazy(lambda: _of_units(units, np.array(reached))),
    )


def _of_units(units: LinkUnits, of_nodes: NDArray[np.int64]) -> FloatArray:
    """Return what was counted for visited elements, for each unit; NaN where it is not judged."""
    judged = units.node_unit >= 0
    found = np.full(len(units.row), np.nan)
    found[units.node_unit[judged]] = of_nodes[judged]
    return found
