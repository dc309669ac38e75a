"""Search over settings: chosen on training pages, reported on validation pages, reproducible."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.errors import CorpusError, SettingsError
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.writing import FORMATS, write
from boilerscope.extractors.search.base import Axis, make_axis
from boilerscope.extractors.search.tune import BATCH, Tune, TuneRun
from boilerscope.extractors.system.installing import extra_command
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from boilerscope.extractors.sources.corpus import Corpus

pytestmark = pytest.mark.usefixtures("toys")

pytest.importorskip("optuna", reason="Optuna is not installed (extra tune)")

OPTIONS = RunOptions(ScoreOptions(measures=("token_f1",)))
AXES = (
    Axis("min_words", tuple(range(10))),
    Axis("max_words", (None, 5, 8)),
)


def _tune(**changes: object) -> Tune:
    values: dict[str, object] = {"trials": 1 + 2 * BATCH, **changes}
    return Tune(Pane("toy", "toy", ToySettings()), AXES, **values)  # type: ignore[arg-type]  # passed on


def _searched(pages: Corpus, tune: Tune) -> TuneRun:
    run = TuneRun(pages.pages, tune, OPTIONS)
    for _ in run.results():
        pass
    return run


def test_the_best_trial_has_the_highest_mean_on_training_pages(pages: Corpus):
    run = _searched(pages, _tune())
    best = run.best

    assert len(run.trials) == 17
    assert run.trials[0].settings == ToySettings()
    assert best is not None
    assert best.settings is not None
    assert (best.training, best.validation, best.gap) == (1.0, 1.0, 0.0)
    assert best.settings.min_words in {5, 6}  # type: ignore[attr-defined]  # a setting of the toy
    scores = run.scores(best)
    assert scores.training.value == 1.0
    assert (scores.training.n_pages, scores.validation.n_pages) == (6, 6)
    assert scores.before.value == run.trials[0].validation
    assert scores.difference.value == pytest.approx(best.validation - run.trials[0].validation)
    assert run.scores(run.trials[0]).difference.high == 0.0
    repeated = _searched(pages, _tune())
    assert repeated.trials == run.trials
    reseeded = _searched(pages, _tune(seed=1))
    assert [trial.values for trial in reseeded.trials] != [trial.values for trial in run.trials]


def test_a_trial_has_the_scores_of_a_run_with_its_settings(pages: Corpus):
    run = _searched(pages, _tune(trials=4))
    trial = next(trial for trial in run.trials[1:] if trial.settings is not None)
    assert trial.settings is not None
    single = CorpusRun(pages.pages, [Pane("toy", "toy", trial.settings)], OPTIONS)
    values = np.zeros(len(pages.pages))
    for result in single.results():
        both, kept, gold = result.scores[0].counts["tokens"] or (0, 0, 0)
        values[result.index] = 2 * both / (kept + gold)

    assert trial.training == pytest.approx(values[run.training].mean())
    assert trial.validation == pytest.approx(values[run.validation].mean())


def test_equal_trials_run_once_and_have_equal_scores(
    pages: Corpus, monkeypatch: pytest.MonkeyPatch
):
    ran: list[Pane] = []

    class Noting(CorpusRun):
        def __init__(self, pages: Any, panes: Any, *rest: Any, **more: Any) -> None:
            ran.extend(panes)
            super().__init__(pages, panes, *rest, **more)

    monkeypatch.setattr("boilerscope.extractors.search.tune.CorpusRun", Noting)
    axes = (Axis("min_words", (0, 4)), Axis("max_words", (None, 8)))
    run = TuneRun(pages.pages, replace(_tune(), axes=axes), OPTIONS)
    for _ in run.results():
        pass

    scores: dict[Any, set[float]] = {}
    for trial in run.trials:
        scores.setdefault(trial.settings, set()).add(trial.training)
    assert len(run.trials) == 1 + 2 * BATCH > 5 >= len(scores)
    assert len(ran) == len(scores)
    assert {len(of_settings) for of_settings in scores.values()} == {1}
    assert run.scores(run.trials[-1]).validation.n_pages > 0


def test_an_invalid_combination_is_a_trial_with_a_problem(pages: Corpus):
    axes = (Axis("min_words", (6, 9)), Axis("max_words", (1, 2)))
    run = _searched(pages, Tune(Pane("toy", "toy", ToySettings()), axes, trials=3))

    assert [trial.settings is None for trial in run.trials] == [False, True, True]
    assert run.trials[1].problem == "max_words must be at least min_words"
    assert run.best == run.trials[0]


def test_the_provenance_is_a_sentence_with_scores_and_versions(pages: Corpus):
    run = _searched(pages, _tune(trials=3))
    assert run.best is not None
    sentence = run.provenance(run.best)
    about = run.about()

    assert f"Token F1 {run.best.validation:.3f} on 6 validation pages" in sentence
    assert f"of 3, seed {run.tune.seed}, share 0.5, corpus {about['corpus'][:16]}" in sentence
    assert about["over"] == {"min_words": list(range(10)), "max_words": [None, 5, 8]}
    assert about["versions"]["optuna"] in sentence


def test_a_cancelled_search_keeps_the_finished_trials(pages: Corpus):
    run = TuneRun(pages.pages, _tune(), OPTIONS)
    for number, _ in enumerate(run.results(), 1):
        if number == 20:  # in the second batch
            run.cancel()

    assert [trial.number for trial in run.trials] == [0]
    assert run.best == run.trials[0]


@pytest.mark.parametrize("n_settings", [1, 9])
def test_a_search_takes_two_to_eight_settings(n_settings: int):
    axes = tuple(Axis(f"field{number}", (0, 1)) for number in range(n_settings))

    with pytest.raises(SettingsError, match="A search takes 2 to 8 different settings"):
        Tune(Pane("toy", "toy", ToySettings()), axes)


def test_pages_of_one_site_cannot_be_split(pages: Corpus):
    same_site = [page for page in pages.pages if ".site1." in (page.url or "")]

    with pytest.raises(CorpusError, match="two sites or more"):
        TuneRun(same_site, _tune(), OPTIONS)


def test_the_error_without_optuna_names_the_command_that_installs_it(
    pages: Corpus, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "optuna", None)

    with pytest.raises(CorpusError, match=re.escape(extra_command("tune"))):
        TuneRun(pages.pages, _tune(), OPTIONS)


def test_an_axis_of_the_sweep_can_be_searched(pages: Corpus):
    axes = (make_axis("toy", "share", steps=3), make_axis("toy", "invert"))
    run = _searched(pages, Tune(Pane("toy", "toy", ToySettings()), axes, trials=5))

    assert {trial.values[1] for trial in run.trials} <= {False, True}
    assert all(trial.settings is not None for trial in run.trials)


@pytest.mark.parametrize("format_name", list(FORMATS))
def test_trials_of_a_search_are_written(pages: Corpus, format_name: str):
    if format_name == "parquet":
        pytest.importorskip("pyarrow.parquet")
    pane = Pane("toy", "toy", registry.extractor("toy").default_settings())
    axes = (Axis("min_words", (1, 4, 9)), Axis("max_words", (10, 20)))
    search = TuneRun(pages.pages, Tune(pane, axes, trials=4), RunOptions())
    for _ in search.results():
        pass

    data = write(search, format_name)

    if format_name == "csv":
        rows = list(csv.DictReader(io.StringIO(data.decode())))
        assert [row["trial"] for row in rows] == ["1", "2", "3", "4"]
        assert [row["is_best"] for row in rows].count("True") == 1
        assert json.loads(rows[0]["about"])["seed"] == search.tune.seed
    elif format_name == "jsonl":
        first, *trials = map(json.loads, data.decode().splitlines())
        assert (first["kind"], first["seed"]) == ("tune", search.tune.seed)
        assert [trial["trial"] for trial in trials] == [1, 2, 3, 4]
        assert trials[0]["settings"] == {}
    elif format_name == "parquet":
        assert data.startswith(b"PAR1")
    else:
        assert "min_words" in data.decode().replace("\\", "")
