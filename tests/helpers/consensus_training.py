"""Choose the members of the consensus, and score every extractor on the same pages.

    python -m tests.helpers.consensus_training --corpus ../shared/corpora -o consensus.json

It made `extractors/data/models/consensus.json`. The extractor has no setting for another model, so
that the program has no command for it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from boilerscope.app.cli.train import command_of
from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.settings import Settings, knob
from boilerscope.extractors.training.labels import gold_mask
from boilerscope.extractors.training.trainer import Trainer
from tests.helpers.votes import (
    Ballots,
    choose,
    fold_splits,
    held_out,
    page_scores,
    vote,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page.records import BoolArray, FloatArray

CONSENSUS = "consensus"


@dataclass(frozen=True)
class ConsensusTraining(Settings):
    """Choice of the members."""

    folds: int = knob(5, "Folds", "Parts of the cross-validation.", low=2, high=20, step=1)
    seed: int = knob(0, "Seed", "Decides which page is in which fold.", low=0, high=10_000, step=1)
    balance: bool = knob(
        True,
        "Equal weight per corpus",
        "Choose members by the mean of the corpora; off: by the mean of the pages, so that a large"
        " corpus decides.",
    )
    tolerance: float = knob(
        1.0,
        "Tolerance",
        "Choose the smallest vote that is at most this much worse than the best vote on held-out"
        " pages; 0: the best vote.",
        unit="standard errors",
        low=0.0,
        high=3.0,
        step=0.1,
    )


def candidates() -> tuple[list[str], list[str]]:
    """Return the extractors that may become members, and those that are only scored.

    Learned extractors are only scored: their models have seen the pages. Extractors that need a
    layout are left out, and libraries, which may not be installed.
    """
    loaded = [entry.extractor for entry in registry.entries() if entry.extractor is not None]
    usable = [
        extractor
        for extractor in loaded
        if "layout" not in extractor.needs and extractor.id != CONSENSUS and not extractor.foreign
    ]
    members = [extractor.id for extractor in usable if "model" not in extractor.needs]
    return members, [extractor.id for extractor in usable if "model" in extractor.needs]


def train(gold: Iterable[ListedPage], settings: Settings) -> dict[str, Any]:
    """Return members, weights, threshold and all scores as plain values.

    Raises
    ------
    SettingsError
        If there are too few pages to divide all folds but one into folds again.
    """
    options = cast("ConsensusTraining", settings)
    names, learned = candidates()
    pages, ballots, left_out = _run_all(gold, [*names, *learned], options.folds)
    member_ballots = Ballots(
        tuple(names),
        ballots.kept[: len(names)],
        ballots.gold,
        ballots.page,
        ballots.n_pages,
        _weights(pages) if options.balance else ballots.page_weight,
    )
    sizes = held_out(member_ballots, options.folds, options.seed)
    final = choose(member_ballots, sizes, options.tolerance)
    cross_validated = _cross_validated(member_ballots, options)
    return {
        "format": "boilerscope consensus 1",
        "members": [[name, weight] for name, weight in final.weights.items()],
        "threshold": final.threshold,
        "held_out": {
            "f1": [round(value, 4) for value in sizes.f1],
            "error": [round(value, 4) for value in sizes.error],
        },
        "scores": {
            f"{CONSENSUS} ({options.folds}-fold cross-validation)": _rounded(
                cross_validated, pages
            ),
            CONSENSUS: _rounded(page_scores(member_ballots, vote(member_ballots, final)), pages),
            **{
                name: _rounded(page_scores(ballots, ballots.kept[row]), pages)
                for row, name in enumerate(ballots.names)
            },
        },
        "learned": learned,
        "counted": {
            "pages_used": ballots.n_pages,
            "pages_left_out": left_out,
            "folds": options.folds,
            "seed": options.seed,
            "balance": options.balance,
            "tolerance": options.tolerance,
        },
    }


def _run_all(
    gold: Iterable[ListedPage], names: list[str], n_folds: int
) -> tuple[list[ListedPage], Ballots, list[str]]:
    pages: list[ListedPage] = []
    left_out: list[str] = []
    kept: list[BoolArray] = []
    golds: list[BoolArray] = []
    for entry in gold:
        page = entry.page()
        mask = gold_mask(page, entry)
        if mask is None or not page.n_tokens:
            left_out.append(entry.name)
            continue
        cached: runner.CachedResults = {}
        extractions = [runner.run(page, name, None, cached) for name in names]
        empty = np.zeros(page.n_tokens, dtype=np.bool_)
        good = {Status.OK, Status.EMPTY}
        kept.append(
            np.array(
                [
                    extraction.mask if extraction.status in good else empty
                    for extraction in extractions
                ]
            )
        )
        golds.append(mask)
        pages.append(entry)
    if len(pages) < 2 * n_folds:
        raise SettingsError(
            f"{n_folds} folds need at least {2 * n_folds} pages with gold text, got {len(pages)}",
            field="folds",
        )
    number = np.repeat(np.arange(len(golds)), [len(mask) for mask in golds]).astype(np.int32)
    joined = Ballots(
        tuple(names),
        np.concatenate(kept, axis=1),
        np.concatenate(golds),
        number,
        len(golds),
        np.ones(len(golds)),
    )
    return pages, joined, left_out


def _weights(pages: list[ListedPage]) -> FloatArray:
    """Return the weight of each page; the weights of each corpus have the same sum."""
    n_pages = Counter(page.set_name for page in pages)
    return np.array([1 / n_pages[page.set_name] for page in pages])


def _cross_validated(ballots: Ballots, settings: ConsensusTraining) -> FloatArray:
    """Return the scores of every page by a choice made without its fold, shape (n_pages, 3).

    The size of the vote is also chosen without this fold, by folds of the other pages.
    """
    scores = np.zeros((ballots.n_pages, 3))
    for held, other_pages in fold_splits(ballots.n_pages, settings.folds, settings.seed):
        test, rest = ballots.take(held), ballots.take(other_pages)
        sizes = held_out(rest, settings.folds, settings.seed)
        scores[held] = page_scores(test, vote(test, choose(rest, sizes, settings.tolerance)))
    return scores


def _rounded(scores: FloatArray, pages: list[ListedPage]) -> dict[str, list[float]]:
    """Return macro precision, recall and F1 over all pages and over each corpus."""
    corpora = np.array([page.set_name for page in pages])
    means = {"all": scores.mean(axis=0)}
    for corpus in sorted(set(corpora.tolist())):
        means[corpus] = scores[corpora == corpus].mean(axis=0)
    return {name: [round(float(value), 4) for value in row] for name, row in means.items()}


TRAINER = Trainer(
    CONSENSUS,
    "Choose members, weights and threshold of the consensus, and score every extractor.",
    ConsensusTraining,
    train,
)


if __name__ == "__main__":
    command_of(TRAINER, "python -m tests.helpers.consensus_training")()
