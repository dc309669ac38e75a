"""The selected trial of a search: its scores with intervals, and its texts in the panel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.app.window.translation import translate
from boilerscope.extractors.scoring.results import versions
from boilerscope.widgets.corpus.sweep.curve import short_value
from boilerscope.widgets.corpus.sweep.records import TrialView
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.search.tune import Trial, TuneRun
    from boilerscope.widgets.corpus.sweep.records import SearchView
    from boilerscope.widgets.records import PaneRecord


@dataclass(frozen=True, slots=True, eq=False)
class TrialScores:
    """Scores of the selected trial with their intervals.

    Attributes
    ----------
    training, validation, before, difference : Estimate
        See `TrialView`.
    about : mapping
        Facts that are needed to repeat the search, see `TuneRun.about`.
    n_training, n_validation : int
        Scored pages of each side.
    """

    trial: Trial
    training: Estimate
    validation: Estimate
    before: Estimate
    difference: Estimate
    about: Mapping[str, object]
    n_training: int
    n_validation: int


def score_trial(run: TuneRun, trial: Trial) -> TrialScores:
    """Return the scores of a trial with their intervals, which takes longer than a frame."""
    training, validation = run.estimates(trial)
    before, difference = run.before(trial)
    n_training, n_validation = run.n_scored(trial)
    return TrialScores(
        trial, training, validation, before, difference, run.about(), n_training, n_validation
    )


def trial_view(
    scores: TrialScores, pane: PaneRecord, search: SearchView, path: str
) -> TrialView | None:
    """Return the record of a trial for the panel; None if the search does not have the trial.

    Parameters
    ----------
    pane : PaneRecord
        The pane that is searched.
    path : str
        Path of the corpus.
    """
    ranks = [trial.number for trial in search.ranked]
    if scores.trial.number not in ranks:
        return None
    present, default = pane.settings.resolve(), type(pane.settings)().resolve()
    return TrialView(
        number=scores.trial.number + 1,
        rank=ranks.index(scores.trial.number) + 1,
        n_trials=len(ranks),
        pane=pane.number,
        settings=tuple(
            (
                field,
                short_value(getattr(default, field)),
                short_value(getattr(present, field)),
                short_value(value),
            )
            for field, value in zip(search.fields, scores.trial.values, strict=True)
        ),
        measure=search.measure,
        training=scores.training,
        validation=scores.validation,
        before=scores.before,
        difference=scores.difference,
        stored=stored_lines(scores, path, len(search.trials)),
    )


def stored_lines(scores: TrialScores, path: str, n_trials: int) -> tuple[tuple[str, str], ...]:
    """Return the facts that a preset of a trial contains besides its values."""
    about = scores.about
    used = versions() | dict(about["versions"])  # type: ignore[call-overload]  # a mapping
    pages = translate("{name}, {n} with gold").format(
        name=path.rstrip("/").rpartition("/")[2], n=number(int(str(about["pages"])))
    )
    split = translate("{training} training, {validation} validation, seed {seed}").format(
        training=number(scores.n_training),
        validation=number(scores.n_validation),
        seed=about["seed"],
    )
    search = translate("{n} trials, TPE, seed {seed}").format(
        n=number(n_trials), seed=about["seed"]
    )
    named = (f"{name} {used[name]}" for name in ("boilerscope", "optuna") if name in used)
    return (
        (translate("Pages"), pages),
        (translate("Digest"), f"sha256 {str(about['corpus'])[:8]}"),
        (translate("Split"), split),
        (translate("Search"), search),
        (translate("Versions"), ", ".join(named)),
    )
