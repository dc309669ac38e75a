"""Records of sweeps and searches for views."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boilerscope.extractors.search.tune import Trial, TrialScores


class Over(StrEnum):
    """Pages of a sweep."""

    CORPUS = "corpus"
    PAGE = "page"


@dataclass(frozen=True, slots=True)
class SweptRange:
    """A setting and its values in a sweep.

    Attributes
    ----------
    low, high : float or None
        Range of a number; None for all values of a switch or a choice.
    steps : int
        Number of values of a number.
    """

    field: str
    low: float | None = None
    high: float | None = None
    steps: int = 0


@dataclass(frozen=True, slots=True)
class SweepChoice:
    """Choice of a sweep.

    Attributes
    ----------
    first : SweptRange or None
        The setting; None if no setting of the pane can be swept.
    second : SweptRange or None
        The second setting, None for a sweep over one setting.
    over : Over
        Pages to score.
    share : float
        Share of the pages for training.
    """

    pane: str
    first: SweptRange | None
    second: SweptRange | None = None
    over: Over = Over.CORPUS
    share: float = 0.5

    @property
    def ranges(self) -> tuple[SweptRange, ...]:
        """The settings, one or two."""
        return tuple(swept for swept in (self.first, self.second) if swept is not None)


class SearchLife(StrEnum):
    """State of a search."""

    IDLE = "idle"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class SearchView:
    """A search on screen.

    Attributes
    ----------
    fields : tuple of str
        The searched settings.
    trials : tuple of Trial
        Finished trials, in the order of their numbers.
    n_trials : int
        Trials of the whole search.
    measure : str
        Measure to maximize.
    n_training, n_validation : int
        Scored pages of each side.
    seed : int
        Seed of split and search.
    share_done : float
        Finished share of the search, 0 to 1.
    left_s : float or None
        Time left, None if unknown.
    problem : str
        Reason why it cannot begin or has failed; empty without a problem.
    ends : tuple of (int, tuple of str)
        Trials whose values of some settings are the last ones tried, with these settings.
    """

    life: SearchLife = SearchLife.IDLE
    fields: tuple[str, ...] = ()
    trials: tuple[Trial, ...] = ()
    n_trials: int = 0
    measure: str = "token_f1"
    n_training: int = 0
    n_validation: int = 0
    seed: int = 0
    share_done: float = 0.0
    left_s: float | None = None
    problem: str = ""
    ends: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def is_busy(self) -> bool:
        """Whether it is in progress or paused."""
        return self.life in {SearchLife.RUNNING, SearchLife.PAUSED}

    @property
    def ranked(self) -> tuple[Trial, ...]:
        """Trials with a score, from the best training score down."""
        scored = [trial for trial in self.trials if not math.isnan(trial.training)]
        return tuple(sorted(scored, key=lambda trial: (-trial.training, trial.number)))


@dataclass(frozen=True, slots=True)
class TrialView:
    """Trial in the panel at the right.

    Attributes
    ----------
    number : int
        Its number, from 1.
    rank, n_trials : int
        Rank among the trials by training score, from 1, and number of trials.
    pane : int
        Number of the pane.
    settings : tuple of (str, str, str, str)
        Setting, default, present value and value of the trial.
    stored : tuple of (str, str)
        Facts in the preset besides the values: label and text.
    """

    number: int
    rank: int
    n_trials: int
    pane: int
    settings: tuple[tuple[str, str, str, str], ...]
    measure: str
    scores: TrialScores
    stored: tuple[tuple[str, str], ...]
