"""The selected trial of a search: its scores with intervals, and its texts in the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from boilerscope.app.window.translation import translate
from boilerscope.extractors.scoring.results import versions
from boilerscope.widgets.corpus.sweep.curve import short_value
from boilerscope.widgets.corpus.sweep.records import TrialView
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.search.tune import Trial, TrialScores, TuneRun
    from boilerscope.widgets.corpus.sweep.records import SearchView
    from boilerscope.widgets.records import PaneRecord


def score_trial(run: TuneRun, trial: Trial) -> ScoredTrial:
    """Return a trial with its scores, which takes longer than a frame."""
    return ScoredTrial(trial, run.scores(trial), run.about(), *run.n_scored(trial))


class ScoredTrial(NamedTuple):
    """The selected trial with its scores.

    Attributes
    ----------
    about : mapping
        Facts that are needed to repeat the search, see `TuneRun.about`.
    n_training, n_validation : int
        Scored pages of each side.
    """

    trial: Trial
    scores: TrialScores
    about: Mapping[str, object]
    n_training: int
    n_validation: int


def trial_view(
    scored: ScoredTrial, pane: PaneRecord, search: SearchView, path: str
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
    if scored.trial.number not in ranks:
        return None
    present, default = pane.settings.resolve(), type(pane.settings)().resolve()
    return TrialView(
        number=scored.trial.number + 1,
        rank=ranks.index(scored.trial.number) + 1,
        n_trials=len(ranks),
        pane=pane.number,
        settings=tuple(
            (
                field,
                short_value(getattr(default, field)),
                short_value(getattr(present, field)),
                short_value(value),
            )
            for field, value in zip(search.fields, scored.trial.values, strict=True)
        ),
        measure=search.measure,
        scores=scored.scores,
        stored=stored_lines(scored, path, len(search.trials)),
    )


def stored_lines(scored: ScoredTrial, path: str, n_trials: int) -> tuple[tuple[str, str], ...]:
    """Return the facts that a preset of a trial contains besides its values."""
    about = scored.about
    used = versions() | dict(about["versions"])  # type: ignore[call-overload]  # a mapping
    pages = translate("{name}, {n} with gold").format(
        name=path.rstrip("/").rpartition("/")[2], n=number(int(str(about["pages"])))
    )
    split = translate("{training} training, {validation} validation, seed {seed}").format(
        training=number(scored.n_training),
        validation=number(scored.n_validation),
        seed=about["seed"],
    )
    one, several = translate("1 trial, TPE, seed {seed}"), translate("{n} trials, TPE, seed {seed}")
    search = (one if n_trials == 1 else several).format(n=number(n_trials), seed=about["seed"])
    named = (f"{name} {used[name]}" for name in ("boilerscope", "optuna") if name in used)
    return (
        (translate("Pages"), pages),
        (translate("Digest"), f"sha256 {str(about['corpus'])[:8]}"),
        (translate("Split"), split),
        (translate("Search"), search),
        (translate("Versions"), ", ".join(named)),
    )
