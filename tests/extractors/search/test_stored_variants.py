"""Variants from stored states have the scores of a run, without a run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.case import Prediction, Reference
from boilerscope.extractors.scoring.loss_addresses import decisions
from boilerscope.extractors.scoring.loss_counts import page_losses
from boilerscope.extractors.scoring.losses.ledger import PaneLosses, compared_pages, take
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.scoring.threshold_words import threshold_values, word_states
from boilerscope.extractors.search.variants import NOW, VariantRun, Variants, stored_variants
from boilerscope.extractors.sources.corpus import Corpus
from tests.helpers.corpus_files import write_own_pages

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.runs.store import ResultStore

RULES = "boilerpipe.num_words_rules"
MEASURES = ("token_f1", "token_precision", "token_recall")


def _pane(identifier: str) -> Pane:
    return Pane(identifier, identifier, registry.extractor(identifier).default_settings())


@pytest.fixture
def own(tmp_path: Path) -> Corpus:
    """Return our own pages with gold."""
    return Corpus([write_own_pages(tmp_path / "own")]).read_all()


def _read(corpus: Corpus, pane: Pane, store: ResultStore) -> tuple[ScoreTable, PaneLosses]:
    options = RunOptions(ScoreOptions(measures=MEASURES, losses=True))
    table, losses = ScoreTable(corpus.pages, [pane.name], MEASURES), PaneLosses(len(corpus.pages))
    for result in CorpusRun(corpus.pages, [pane], options, store).results():
        table.add(result)
        take({pane.name: losses}, result)
    return table, losses


def _stored(table: ScoreTable, losses: PaneLosses, setting: str) -> Variants | None:
    everything = np.ones(len(table.pages), dtype=np.bool_)
    values = threshold_values(registry.extractor(table.panes[0]), setting)
    numbers = {f"{value:g}": number for number, value in enumerate(values)}
    return stored_variants(table, losses, setting, numbers, compared_pages(table, everything))


@pytest.mark.parametrize("setting", ["max_link_density", "nw_cur"])
def test_scores_are_those_of_a_run(own: Corpus, store: ResultStore, setting: str):
    pane = _pane(RULES)
    table, losses = _read(own, pane, store)
    stored = _stored(table, losses, setting)
    assert stored is not None

    values = threshold_values(registry.extractor(RULES), setting)
    variants = {
        f"{value:g}": Pane("", RULES, pane.settings.replace(**{setting: value})) for value in values
    }
    run = VariantRun(own.pages, pane, variants, RunOptions(ScoreOptions(measures=MEASURES)))
    assert len(list(run.results())) == run.n_pages > 1
    everything = np.ones(len(own.pages), dtype=np.bool_)
    for name in (NOW, *variants):
        for average in Average:
            assert stored.comparison(name, everything, average) == run.comparison(
                name, everything, average
            )
    means = {stored.comparison(name, everything).mean.value for name in variants}
    assert len(means) > 1


def test_results_that_are_read_again_from_the_store_have_their_states(
    own: Corpus, store: ResultStore
):
    plain = RunOptions(ScoreOptions(measures=MEASURES))
    assert list(CorpusRun(own.pages, [_pane(RULES)], plain, store).results())

    table, losses = _read(own, _pane(RULES), store)

    assert _stored(table, losses, "nw_cur") is not None


def test_a_setting_that_other_steps_read_needs_a_run(own: Corpus, store: ResultStore):
    table, losses = _read(own, _pane("boilerpipe.article"), store)

    assert _stored(table, losses, "max_link_density") is None


def test_states_do_not_hold_for_another_text(own: Corpus):
    page = own.pages[0].page()
    reference = Reference(page, own.pages[0].gold(page))
    result = runner.run(page, RULES)
    states = word_states(result, registry.extractor(RULES))
    decided = replace(decisions(result), states=states)
    same = Prediction(page, result.mask & reference.counted)
    other = Prediction(page, np.zeros(page.n_tokens, dtype=np.bool_))

    assert page_losses(reference, same, result.mask, decided).curves.keys() == states.keys()
    assert not page_losses(reference, other, result.mask, decided).curves
