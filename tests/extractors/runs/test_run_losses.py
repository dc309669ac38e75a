"""Runs that also count words by rule: from workers, from the store, and without gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.loss_addresses import NO_RESULT
from boilerscope.extractors.scoring.results import PageStatus, ScoreOptions
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.loss_counts import PageLosses
    from boilerscope.extractors.scoring.results import PageResult, PaneScore
    from boilerscope.extractors.sources.corpus import Corpus

pytestmark = pytest.mark.usefixtures("toys")

PLAIN, WITH_LOSSES = RunOptions(), RunOptions(ScoreOptions(losses=True))


def _run(
    corpus: Corpus, options: RunOptions, store: ResultStore | None, *names: str
) -> list[PageResult]:
    panes = [
        Pane(name, name, registry.extractor(name).default_settings()) for name in names or ("toy",)
    ]
    run = CorpusRun(corpus.pages, panes, options, store)
    return sorted(run.results(), key=lambda result: result.index)


def _words(losses: PageLosses | None) -> dict[str, list[int]]:
    assert losses is not None
    listed = zip(losses.addresses, losses.counts.tolist(), strict=True)
    return {address.name: counts for address, counts in listed}


def _score(result: PageResult) -> PaneScore:
    [score] = result.scores
    return score


def test_words_are_counted_by_rule_if_asked_for(corpus: Corpus):
    results = _run(corpus, WITH_LOSSES, None)

    both, kept, gold = _score(results[0]).counts["tokens"] or (0, 0, 0)
    counts = _words(_score(results[0]).losses)
    assert sum(words[0] for words in counts.values()) == both
    assert sum(words[2] for words in counts.values()) == kept - both
    assert sum(words[1] for words in counts.values()) == gold - both
    assert _score(_run(corpus, PLAIN, None)[0]).losses is None


def test_losses_of_a_plain_run_come_from_the_store(corpus: Corpus, store: ResultStore):
    plain = _run(corpus, PLAIN, store)
    again = _run(corpus, WITH_LOSSES, store)

    assert [result.is_kept for result in again] == [True] * 6
    fresh = _run(corpus, WITH_LOSSES, None)
    for stored, computed in zip(again, fresh, strict=True):
        if stored.page.status in {PageStatus.SCORED, PageStatus.NO_GOLD}:
            assert _words(_score(stored).losses) == _words(_score(computed).losses)
    assert plain[0].page == again[0].page


def test_pages_without_gold_have_kept_and_dropped_words(corpus: Corpus, store: ResultStore):
    for _ in range(2):
        result = _run(corpus, WITH_LOSSES, store)[4]

        assert result.page.status is PageStatus.NO_GOLD
        counts = _words(_score(result).losses)
        assert sum(map(sum, counts.values())) == result.page.n_tokens
        assert all(words[:4] == [0, 0, 0, 0] for words in counts.values())


def test_a_failure_misses_all_words_of_the_gold(corpus: Corpus, store: ResultStore):
    for _ in range(2):
        score = _score(_run(corpus, WITH_LOSSES, store, "raising")[0])

        assert score.status is Status.ERROR
        assert score.losses is not None
        assert score.losses.addresses == (NO_RESULT,)
        assert score.losses.counts.sum() == score.page.n_gold


def test_another_text_is_counted_from_the_stored_decisions(
    corpus: Corpus, store: ResultStore, monkeypatch: pytest.MonkeyPatch
):
    _run(corpus, PLAIN, store)
    monkeypatch.setattr(  # workers are forked after this
        "boilerscope.extractors.runner.run", lambda *_: pytest.fail("the pane ran again")
    )

    own = RunOptions(ScoreOptions(ScoredText.OWN, losses=True))
    results = _run(corpus, own, store)

    assert all(score.losses is not None for result in results[:4] for score in result.scores)
    assert all(score.status is Status.OK for result in results[:4] for score in result.scores)


def test_other_settings_have_losses_of_their_own(corpus: Corpus, store: ResultStore):
    _run(corpus, WITH_LOSSES, store)
    pane = Pane("toy", "toy", ToySettings(min_words=100))

    [result] = CorpusRun(corpus.pages, [pane], WITH_LOSSES, store, indices=[0]).results()

    assert not result.is_kept
    assert all(words[0] == 0 for words in _words(_score(result).losses).values())


def test_rules_of_a_library_are_traced_if_losses_are_asked_for(corpus: Corpus, store: ResultStore):
    plain = _run(corpus, PLAIN, store, "readability_lxml")
    traced = _run(corpus, WITH_LOSSES, store, "readability_lxml")
    again = _run(corpus, WITH_LOSSES, store, "readability_lxml")

    assert _score(plain[0]).losses is None
    losses = _score(traced[0]).losses
    assert losses is not None
    assert any(address.step for address in losses.addresses)
    assert _score(traced[0]).counts == _score(plain[0]).counts
    both, kept, gold = _score(traced[0]).counts["tokens"] or (0, 0, 0)
    gold_kept, missed, wrongly_kept, *_ = losses.counts.sum(axis=0).tolist()
    assert (gold_kept, missed, wrongly_kept) == (both, gold - both, kept - both)
    times = [[_score(result).seconds for result in results] for results in (plain, traced, again)]
    assert times[0] == times[1] == times[2]  # those of the plain run, not of one beside a trace
    assert [result.is_kept for result in again] == [True] * 6
