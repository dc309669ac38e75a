"""Search over settings with Optuna: chosen on training pages, reported on validation pages.

Values come from `boilerscope.extractors.search.base.Axis`, so that a sweep over the same axis
includes them. Trials run in batches: a page is parsed once for all trials of a batch. A failure
counts as 0, so that trials of different batches are compared on the same pages.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import CorpusError, SettingsError
from boilerscope.extractors.model.settings import to_table
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun
from boilerscope.extractors.scoring.bootstrap import Estimate, bootstrap, estimate, macro
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.report import Report, Table, with_interval
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.search.base import SEED, SHARE, Axis, SearchRun, Variations, plain
from boilerscope.extractors.system.installing import extra_command
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.extractors.runs.corpus_run import RunOptions
    from boilerscope.extractors.scoring.results import PageResult
    from boilerscope.extractors.scoring.rows import Row

MIN_SETTINGS, MAX_SETTINGS = 2, 8
TRIALS = 50
BATCH = 8
"""Trials per batch: larger batches are faster, smaller batches use earlier results sooner."""


@dataclass(frozen=True)
class Tune(Variations):
    """Definition of a search.

    Attributes
    ----------
    pane : Pane
        Extractor, and the settings that are not searched; its current values are the first trial.
    axes : tuple of Axis
        Settings with their values, in order.
    measure : str
        Measure to maximise.
    trials : int
        Number of trials.
    share : float
        Share of the pages for training.
    seed : int
        Seed of the split and of the search.
    """

    pane: Pane
    axes: tuple[Axis, ...]
    measure: str = "token_f1"
    trials: int = TRIALS
    share: float = SHARE
    seed: int = SEED

    def __post_init__(self) -> None:
        fields = {axis.field for axis in self.axes}
        if not MIN_SETTINGS <= len(self.axes) <= MAX_SETTINGS or len(fields) < len(self.axes):
            raise SettingsError(
                f"A search takes {MIN_SETTINGS} to {MAX_SETTINGS} different settings, got"
                f" {[axis.field for axis in self.axes]}."
            )


@dataclass(frozen=True, slots=True)
class Trial:
    """Combination of values.

    Attributes
    ----------
    number : int
        Number of the trial, from 0; trial 0 has the current settings of the pane.
    settings : Settings or None
        Settings; None if the values exclude each other.
    values : tuple
        Value of each searched setting.
    training, validation : float
        Means over training and validation pages, failures as 0; NaN without settings.
    problem : str
        Reason for missing settings; else empty.
    """

    number: int
    settings: Settings | None
    values: tuple[object, ...]
    training: float = math.nan
    validation: float = math.nan
    problem: str = ""

    @property
    def gap(self) -> float:
        """Training minus validation."""
        return self.training - self.validation


@dataclass(frozen=True, slots=True)
class TrialScores:
    """Scores of one trial with their intervals, failures as 0.

    Attributes
    ----------
    training, validation : Estimate
        Means on both sides.
    before : Estimate
        Mean of the first trial, which has the current settings of the pane, on validation pages.
    difference : Estimate
        The trial minus the first trial, on validation pages, paired by page.
    """

    training: Estimate
    validation: Estimate
    before: Estimate
    difference: Estimate


class TuneRun(SearchRun):
    """Search over the pages with gold of a corpus.

    Parameters
    ----------
    pages, options
        See `SearchRun`.
    tune : Tune
        Definition of the search.

    Attributes
    ----------
    trials : list of Trial
        Finished trials.

    Raises
    ------
    CorpusError
        If Optuna is not installed (the message contains the command), or without training or
        validation pages.
    """

    kind, kind_of_row = "tune", "trial"

    def __init__(self, pages: Sequence[ListedPage], tune: Tune, options: RunOptions) -> None:
        super().__init__(pages, tune, options)
        self.tune = tune
        if not self.training.any() or not self.validation.any():
            raise CorpusError(
                "A search needs pages with gold of two sites or more, some for training and some"
                " for validation. Open more pages, or change the share."
            )
        self.trials: list[Trial] = []
        self._tables: dict[int, ScoreTable] = {}
        self._first: dict[Settings, int] = {}  # number of the trial that ran these settings
        self._study = _study(tune.seed)

    @property
    def n_runs(self) -> int:
        """Pages to run in all batches of trials."""
        return (1 + -(-(self.tune.trials - 1) // BATCH)) * self.n_pages

    @property
    def digest(self) -> str:
        """SHA-256 of the pages; empty before the first trial."""
        return self._tables[0].digest if self._tables else ""

    def n_scored(self, trial: Trial) -> tuple[int, int]:
        """Return the pages of a trial that count, for training and for validation."""
        is_scored = self._tables[trial.number].is_scored
        return int((self.training & is_scored).sum()), int((self.validation & is_scored).sum())

    def results(self) -> Generator[PageResult, None, None]:
        """Run the trials, yield every finished page of every batch, and fill `trials`."""
        while len(self.trials) < self.tune.trials and not self.is_cancelled:
            n_trials = 1 if not self.trials else min(BATCH, self.tune.trials - len(self.trials))
            yield from self._batch(n_trials)

    @property
    def best(self) -> Trial | None:
        """Trial with the highest mean on training pages, the first of equal trials."""
        done = [trial for trial in self.trials if not math.isnan(trial.training)]
        return max(done, key=lambda trial: (trial.training, -trial.number), default=None)

    def scores(self, trial: Trial) -> TrialScores:
        """Return the scores of a trial with their intervals, which takes longer than a frame."""
        training = self._resampled(trial, self.training)
        value, resampled, n_pages = self._resampled(trial, self.validation)
        first, resampled_first, _ = self._resampled(self.trials[0], self.validation)
        return TrialScores(
            estimate(*training),
            estimate(value, resampled, n_pages),
            estimate(first, resampled_first, n_pages),
            estimate(value - first, resampled - resampled_first, n_pages),
        )

    # -- document --------------------------------------------------------------------------

    def facts(self) -> Mapping[str, Any]:
        """Return measure and number of trials."""
        return {"measure": self.tune.measure, "trials": self.tune.trials}

    def versions(self) -> dict[str, str]:
        """Return the versions that scores depend on, and that of Optuna."""
        return super().versions() | {"optuna": _optuna().__version__}

    def combinations(self) -> list[Row]:
        """Return a row for each trial, in the order of the search."""
        best = self.best
        return [
            {
                "trial": trial.number + 1,
                **self.tune.columns(trial.values),
                "training": None if math.isnan(trial.training) else trial.training,
                "validation": None if math.isnan(trial.validation) else trial.validation,
                "problem": trial.problem,
                "is_best": trial is best,
                "settings": None if trial.settings is None else to_table(trial.settings),
            }
            for trial in self.trials
        ]

    def report(self) -> Report:
        """Return a line for each trial with scores, best first, and the score to report."""
        fields = (axis.field for axis in self.tune.axes)
        header = ("trial", *fields, "training", "validation", "gap")
        done = [trial for trial in self.trials if trial.settings is not None]
        rows = tuple(
            (
                f"{trial.number + 1}",
                *(str(plain(value)) for value in trial.values),
                f"{trial.training:.3f}",
                f"{trial.validation:.3f}",
                f"{trial.gap:+z.3f}",
            )
            for trial in sorted(done, key=lambda trial: -trial.training)
        )
        label = MEASURES[self.tune.measure].label
        title = f"{self.tune.pane.extractor}: {label} of {counted(len(rows), 'trial')}"
        return Report((Table(title, header, rows),), tuple(self._notes()))

    def _notes(self) -> Iterator[str]:
        best = self.best
        if best is None:
            return
        first = self.trials[0]
        scores = self.scores(best)
        label = MEASURES[self.tune.measure].label
        yield (
            f"Report {scores.validation.value:.3f}, not {scores.training.value:.3f}: {label} of"
            f" trial {best.number + 1} on validation pages, which did not decide."
        )
        yield (
            f"Training {with_interval(scores.training)}, validation"
            f" {with_interval(scores.validation)}; before (trial 1) {first.training:.3f} and"
            f" {first.validation:.3f}."
        )
        yield from self.wider(best.values)
        yield from self.contamination(self._tables[0])
        yield self.provenance(best)

    # -- trials ----------------------------------------------------------------------------

    def _resampled(self, trial: Trial, mask: BoolArray) -> tuple[float, FloatArray, int]:
        """Return the mean of a trial, the means of its resamples, and the number of pages."""
        table = self._tables[trial.number]
        column = self._column(trial)
        measure = MEASURES[self.tune.measure]
        matrix = table.matrix(np.flatnonzero(mask & table.is_scored), (measure.name,))
        counts = matrix.counts(measure.counts)[:, [column]]
        mean = macro(measure, counts, matrix.failed[:, [column]])
        return float(mean.value()[0]), bootstrap([mean], len(counts))[0][:, 0], len(counts)

    def provenance(self, trial: Trial) -> str:
        """Return the provenance of a trial's values as a sentence for a preset."""
        used = self.versions()
        n_training, n_validation = self.n_scored(trial)
        return (
            f"Found by tune: {MEASURES[self.tune.measure].label} {trial.validation:.3f} on"
            f" {counted(n_validation, 'validation page')} ({trial.training:.3f} on"
            f" {counted(n_training, 'training page')}), trial {trial.number + 1} of"
            f" {len(self.trials)}, seed {self.tune.seed}, share {self.tune.share:g}, corpus"
            f" {self.digest[:16]}, boilerscope {used['boilerscope']}, optuna {used['optuna']}."
        )

    def _batch(self, n_trials: int) -> Generator[PageResult, None, None]:
        """Run trials; settings that ran before are not run again."""
        asked = [self._ask() for _ in range(n_trials)]
        panes = [
            Pane(str(trial.number), self.tune.pane.extractor, trial.settings)
            for _, trial in asked
            if trial.settings is not None
            and self._first.setdefault(trial.settings, trial.number) == trial.number
        ]
        table = ScoreTable(self._pages, [pane.name for pane in panes], (self.tune.measure,))
        run = CorpusRun(self._pages, panes, self._options, indices=self._rows)
        if panes:
            for result in self.steered(run):
                table.add(result)
                yield result
        if self.is_cancelled:
            return
        for handle, trial in asked:
            self._tables[trial.number] = self._tables.get(self._run_of(trial), table)
            self._report_to_study(handle, self._scored(trial))

    def _ask(self) -> tuple[Any, Trial]:
        """Return the next trial of the study; the first trial has the current settings."""
        handle = self._study.ask()
        number: int = handle.number
        tune = self.tune
        values = tuple(
            axis.values[handle.suggest_int(axis.field, 0, len(axis.values) - 1)]
            for axis in tune.axes
        )
        if number == 0:
            return handle, Trial(number, tune.pane.settings, tune.current)
        settings, problem = tune.settings(values)
        return handle, Trial(number, settings, values, problem=problem)

    def _run_of(self, trial: Trial) -> int:
        """Return the number of the trial that ran the settings of a trial."""
        return trial.number if trial.settings is None else self._first[trial.settings]

    def _column(self, trial: Trial) -> int:
        """Return the column of a trial in its table."""
        return self._tables[trial.number].panes.index(str(self._run_of(trial)))

    def _scored(self, trial: Trial) -> Trial:
        if trial.settings is None:
            return trial
        table = self._tables[trial.number]
        column = np.nan_to_num(table.values(self.tune.measure))[:, self._column(trial)]
        training = _mean(column[self.training & table.is_scored])
        validation = _mean(column[self.validation & table.is_scored])
        return replace(trial, training=training, validation=validation)

    def _report_to_study(self, handle: Any, trial: Trial) -> None:
        from optuna.trial import TrialState

        self.trials.append(trial)
        if trial.number == 0 or math.isnan(trial.training):
            # The values of the first trial may be missing from the axes.
            self._study.tell(handle, state=TrialState.FAIL)
        else:
            self._study.tell(handle, trial.training)


def _study(seed: int) -> Any:
    optuna = _optuna()
    optuna.logging.set_verbosity(logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=seed)
    return optuna.create_study(direction="maximize", sampler=sampler)


def _optuna() -> Any:
    try:
        import optuna
    except ImportError as error:
        raise CorpusError(
            f"Optuna is not installed. Install it with: {extra_command('tune')}"
        ) from error
    return optuna


def _mean(values: np.ndarray[Any, Any]) -> float:
    return float(values.mean()) if len(values) else math.nan
