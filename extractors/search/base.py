"""What sweeps and tuning share: settings with their values, and runs with two sides of pages.

The training pages decide which values are best; the validation pages give the score to report.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError, SettingsError
from boilerscope.extractors.model.settings import find_knob, to_table
from boilerscope.extractors.model.value_range import STEPS, values_in_range
from boilerscope.extractors.runs.steering import Steered
from boilerscope.extractors.scoring.bootstrap import RESAMPLES
from boilerscope.extractors.scoring.results import versions
from boilerscope.extractors.sources.sites import training_pages
from boilerscope.extractors.system.wording import agreeing, counted

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Knob, Settings
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.corpus_run import RunOptions
    from boilerscope.extractors.scoring.report import Report
    from boilerscope.extractors.scoring.results import PageResult
    from boilerscope.extractors.scoring.rows import Row
    from boilerscope.extractors.scoring.table import ScoreTable

SHARE = 0.5
SEED = 20_100_204


@dataclass(frozen=True, slots=True)
class Axis:
    """Setting with its values.

    Attributes
    ----------
    values : tuple
        Values in order.
    """

    field: str
    values: tuple[object, ...]


class Variations:
    """Definition of a sweep or of a search: a pane, and values for some of its settings.

    Attributes
    ----------
    pane : Pane
        Extractor, and the settings that are not varied.
    axes : tuple of Axis
        Settings with their values, in order.
    share : float
        Share of the pages for training.
    seed : int
        Seed of the split.
    """

    pane: Pane
    axes: tuple[Axis, ...]
    share: float
    seed: int

    @property
    def current(self) -> tuple[object, ...]:
        """Current values of the pane."""
        resolved = self.pane.settings.resolve()
        return tuple(getattr(resolved, axis.field) for axis in self.axes)

    def settings(self, values: Sequence[object]) -> tuple[Settings | None, str]:
        """Return the settings with these values; None, and the reason, if they are refused."""
        changes = {axis.field: value for axis, value in zip(self.axes, values, strict=True)}
        try:
            return self.pane.settings.replace(**changes), ""
        except BoilerscopeError as error:
            return None, str(error)

    def open_ends(self, values: Sequence[object]) -> tuple[str, ...]:
        """Return the settings whose values are the last ones tried, with allowed values beyond.

        The best values of such settings may be outside of the range.
        """
        return tuple(
            axis.field
            for axis, value in zip(self.axes, values, strict=True)
            if _is_open_end(find_knob(type(self.pane.settings), axis.field), axis.values, value)
        )

    def columns(self, values: Sequence[object]) -> Row:
        """Return values as columns of a table, by setting."""
        return {axis.field: plain(value) for axis, value in zip(self.axes, values, strict=True)}


class SearchRun(Steered, ABC):
    """Run of a sweep or of a search; a document that can be written in every format.

    Parameters
    ----------
    variations : Variations
        What is tried.
    options : RunOptions
        Options of running and scoring.
    indices : sequence of int, optional
        Numbers of the pages, such as the open page; all by default. Pages without gold are left
        out.

    Attributes
    ----------
    training, validation : array of bool, shape (n_pages,)
        Pages of both sides.
    """

    kind = ""
    """Kind of the lines that describe the run, in JSON lines."""

    kind_of_row = ""
    """Kind of the other lines."""

    def __init__(
        self,
        pages: Sequence[ListedPage],
        variations: Variations,
        options: RunOptions,
        indices: Sequence[int] | None = None,
    ) -> None:
        super().__init__()
        rows = range(len(pages)) if indices is None else indices
        self._pages, self._options, self._variations = pages, options, variations
        self._rows = [row for row in rows if pages[row].has_gold]
        self.training: BoolArray = training_pages(
            pages, self._rows, variations.share, variations.seed
        )
        with_gold = np.zeros(len(pages), dtype=np.bool_)
        with_gold[self._rows] = True
        self.validation: BoolArray = with_gold & ~self.training

    @property
    def n_pages(self) -> int:
        """Number of pages with gold."""
        return len(self._rows)

    @property
    @abstractmethod
    def n_runs(self) -> int:
        """Number of results that `results` yields unless it is cancelled."""

    @abstractmethod
    def results(self) -> Generator[PageResult, None, None]:
        """Run, yield every finished page, and record its scores."""

    @property
    @abstractmethod
    def digest(self) -> str:
        """SHA-256 of the finished pages, see `corpus_digest`."""

    @abstractmethod
    def facts(self) -> Mapping[str, Any]:
        """Return the facts that only this kind of run has, as plain values."""

    @abstractmethod
    def report(self) -> Report:
        """Return the table that people read, and notes."""

    @abstractmethod
    def combinations(self) -> list[Row]:
        """Return a row of plain values for each combination of values."""

    def about(self) -> dict[str, Any]:
        """Return everything needed to repeat the run, as plain values."""
        variations = self._variations
        return {
            "extractor": variations.pane.extractor,
            "settings": to_table(variations.pane.settings, everything=True),
            "over": {
                axis.field: [plain(value) for value in axis.values] for axis in variations.axes
            },
            **self.facts(),
            "corpus": self.digest,
            "pages": self.n_pages,
            "share": variations.share,
            "seed": variations.seed,
            "resamples": RESAMPLES,
            "versions": self.versions(),
        }

    def contamination(self, table: ScoreTable) -> Iterator[str]:
        """Yield a sentence if validation pages are copies of training pages, with the same gold."""

        def digests(side: BoolArray) -> list[str]:
            pages = table.scored_pages(np.flatnonzero(side & table.is_scored).tolist())
            return [page.digest for page in pages if page.digest]

        trained = set(digests(self.training))
        n_copies = sum(digest in trained for digest in digests(self.validation))
        if n_copies:
            yield (
                f"{counted(n_copies, 'validation page')}"
                f" {agreeing(n_copies, 'is a copy', 'are copies')} of training pages with the same"
                " gold: the score on validation pages is too high. gold audit lists them."
            )

    def wider(self, values: Sequence[object]) -> Iterator[str]:
        """Yield a sentence for each setting whose best value may be outside of its range."""
        best = dict(zip((axis.field for axis in self._variations.axes), values, strict=True))
        for field in self._variations.open_ends(values):
            value = f"{best[field]:g}"
            yield f"{field}: the best value, {value}, is the last one tried. Widen the range."

    def versions(self) -> dict[str, str]:
        """Return the versions of the program and libraries that the scores depend on."""
        return versions()

    def rows(self) -> list[Row]:
        """Return a row for each combination of values, with everything needed to repeat it."""
        repeat = json.dumps(self.about(), ensure_ascii=False, sort_keys=True)
        return [
            {
                **{
                    name: json.dumps(value) if isinstance(value, dict) else value
                    for name, value in row.items()
                },
                "about": repeat,
            }
            for row in self.combinations()
        ]

    def lines(self) -> Iterator[Mapping[str, Any]]:
        """Yield the description of the run, then each combination of values."""
        yield {"kind": self.kind, **self.about()}
        for row in self.combinations():
            yield {"kind": self.kind_of_row, **row}


def make_axis(
    extractor: str,
    field: str,
    *,
    low: float | None = None,
    high: float | None = None,
    steps: int = STEPS,
    values: Sequence[object] | None = None,
) -> Axis:
    """Return an axis for a setting.

    Parameters
    ----------
    low, high : float, optional
        Range of a number; the declared range by default.
    steps : int
        Number of values in the range; duplicate whole numbers are left out.
    values : sequence, optional
        Values; for a switch or a choice, all values by default.

    Raises
    ------
    UnknownNameError
        If the extractor or setting does not exist.
    SettingsError
        If a range is missing or empty, or this kind of setting cannot be swept.
    """
    knob = find_knob(registry.extractor(extractor).settings_class, field)
    if values is not None:
        return Axis(field, tuple(dict.fromkeys(values)))
    if knob.kind == "bool":
        return Axis(field, (False, True))
    if knob.kind == "choice":
        return Axis(field, knob.choices)
    if knob.kind not in {"int", "float"}:
        raise SettingsError(f"{field} is not a number, a switch or a choice.", field=field)
    return Axis(field, values_in_range(knob, low, high, steps))


def _is_open_end(knob: Knob, tried: Sequence[object], value: object) -> bool:
    """Return whether a number is the least or the greatest tried, and not that of its setting."""
    numbers = [each for each in tried if isinstance(each, int | float)]
    if knob.kind not in {"int", "float"} or len(numbers) < 2 or not isinstance(value, int | float):
        return False
    is_low = value <= min(numbers) and (knob.low is None or value > knob.low)
    return is_low or (value >= max(numbers) and (knob.high is None or value < knob.high))


def plain(value: object) -> Any:
    """Return the value of a setting in the form for files."""
    return getattr(value, "value", value)
