"""Bayes decision over the blocks of a page: naive Bayes on seven features, from labelled pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.bayes.features import FEATURES, MeasuredBlocks, measure
from extractors.algorithms.bayes.model import load
from extractors.algorithms.bayes.settings import BayesSettings
from extractors.errors import ExtractorError
from extractors.model.extraction import Column, Curve, Extraction, Status
from extractors.model.extractor import Extractor
from extractors.model.lazy import Later
from extractors.model.model_files import page_mark
from extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from extractors.algorithms.bayes.model import BayesModel
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray

FEW_BLOCKS = 20
"""With fewer labelled blocks of either class a model says little."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What the model says of each block.

    Attributes
    ----------
    odds : mapping of str to array of float, shape (n_blocks,)
        Log-odds of each feature that is looked at, above 0 where it speaks for main content.
    prior : float
        Log-odds before a block is looked at.
    support : array of float, shape (n_blocks,)
        Probability that the block is main.
    needed : float
        Least support of a main block.
    """

    odds: Mapping[str, FloatArray]
    prior: float
    support: FloatArray
    needed: float

    @property
    def main(self) -> BoolArray:
        """Which blocks are main."""
        return self.support >= self.needed


def decide(model: BayesModel, blocks: MeasuredBlocks, settings: BayesSettings) -> Decision:
    """Return the decision on every block."""
    prior, odds_of_steps = _learned(model, settings)
    odds = {name: of_step.take(blocks.steps[name]) for name, of_step in odds_of_steps.items()}
    total = prior + sum(odds.values(), start=np.zeros(len(blocks.chosen)))
    with np.errstate(over="ignore"):
        support = 1 / (1 + np.exp(-total))
    return Decision(
        odds, prior, support, settings.loss_false / (settings.loss_miss + settings.loss_false)
    )


@lru_cache(maxsize=16)
def _learned(model: BayesModel, settings: BayesSettings) -> tuple[float, Mapping[str, FloatArray]]:
    """Return the log-odds before a block is looked at, and of every value of each feature.

    They are the same for all pages.
    """
    share = settings.prior_main
    share = model.prior(settings.alpha) if share is None else share
    prior = float(np.log(share) - np.log1p(-share))
    odds = {}
    for name in settings.features:
        edges = settings.edges(name)
        of_step = edges.searchsorted(np.arange(FEATURES[name].cap + 1), side="right")
        odds[name] = model.log_odds(name, edges, settings.alpha)[of_step]
    return prior, odds


class BayesBlocks(Extractor[BayesSettings]):
    """Asks a trained model about every block and joins the main ones."""

    id = "bayes_blocks"
    name = "Bayes decision over blocks"
    summary = "Keeps the blocks that a model trained on labelled pages holds for main content."
    reference = (
        "One sentence of an unnamed commenter on VIPS, about 2010; reconstructed from one sentence"
    )
    help = """\
**Reconstructed from one sentence**: split the page by its framework, find the support of each part
by a Bayes decision, put the main parts together. Features, edges and priors are ours.

Framework elements (tables, cells, divisions, lists, sections ...) with text of their own are
blocks; the text of framework elements inside is not counted. Seven features are put into bins, and

    log odds = log P(main) / P(other) + sum over features of log P(bin | main) / P(bin | other)
    support  = 1 / (1 + exp(-log odds))
    main     if support * price of a missed block >= (1 - support) * price of a wrong block

    P(y)       = (n_y + a) / (n + 2 a)
    P(bin | y) = (count + a) / (n_y + a * number of bins)

Each feature's log-odds are a column: above 0 it speaks for main content.

*Model.* The shipped model counts the blocks of labelled pages; a block was main if at least half of
its tokens stand in the gold text. `boilerscope train bayes_blocks --corpus DIR -o model.json` makes
another one. Without a model there is no result: a guess would give every block 0.5. **Scores on
pages that a model was trained with mean nothing**; the result warns on those.

*Where it fails.* Features are taken for independent, which they are not: supports are near 0 or 1
more often than they should be. Each block is judged alone, so short paragraphs in blocks of their
own are lost.
"""
    settings_class = BayesSettings
    needs = frozenset({"model"})

    def extract(
        self, page: Page, settings: BayesSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the main blocks; status ``unavailable`` where there is no usable model."""
        del inputs
        try:
            model = load(settings.model)
        except ExtractorError as error:
            return self._unavailable(page, settings, f"No model: {error}.")
        if not sum(model.n_blocks):
            return self._unavailable(
                page, settings, "The model has seen no labelled block; every support would be 0.5."
            )
        blocks = measure(page, frozenset(settings.framework), settings.notice_words)
        decision = decide(model, blocks, settings)
        content = decision.main
        labels = np.where(content, np.int32(1), np.int32(2))
        text = "".join([f"{one}\n" for one in blocks.units.texts_of(blocks.chosen[content])])
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if text else Status.EMPTY,
            message="" if text else _why_empty(decision),
            blocks=blocks.blocks,
            columns=Later(lambda: (*_columns(decision), *blocks.columns())),
            steps=(_step(decision, content, labels),),
            content=content,
            mask=blocks.blocks.mask(content, page.n_tokens),
            own_text=text,
            label_names=("MAIN", "OTHER"),
            labels=labels,
            curves=Later(lambda: (_curve(decision),)),
            warnings=tuple(_warnings(page, model, settings)),
        )

    def _unavailable(self, page: Page, settings: BayesSettings, message: str) -> Extraction:
        nothing = np.zeros(page.n_tokens, dtype=np.bool_)
        return Extraction(self.id, Status.UNAVAILABLE, settings, message, mask=nothing)


BAYES_BLOCKS = BayesBlocks()


def _why_empty(decision: Decision) -> str:
    if not len(decision.support):
        return "The page has no text in its body."
    return (
        f"No block is main: the highest support is {decision.support.max():.3g},"
        f" {decision.needed:.3g} is needed."
    )


def _columns(decision: Decision) -> tuple[Column, ...]:
    support = Column(
        "support",
        "Support",
        "probability",
        "Probability that the block is main content, by naive Bayes.",
        decision.support,
    )
    odds = (
        Column(
            f"odds_{name}",
            f"Log-odds of {FEATURES[name].label}",
            "nats",
            f"log P(bin | main) / P(bin | other) of {FEATURES[name].label}; above 0 for main.",
            values,
        )
        for name, values in decision.odds.items()
    )
    return (support, *odds)


@lru_cache(maxsize=16)
def _rules(features: tuple[str, ...]) -> tuple[Rule, ...]:
    terms = ["prior {prior}"]
    terms += [f"{FEATURES[name].label} {{odds_{name}}}" for name in features]
    says = "log-odds: " + ", ".join(terms)
    return (
        Rule("Y1", Outcome.KEEP, (Test("support", ">=", "needed"),), says),
        Rule("Y2", Outcome.DROP, (Test("support", "<", "needed"),), says),
    )


def _step(decision: Decision, content: BoolArray, labels: IntArray) -> Step:
    return Step(
        code="Y",
        title="Decide by Bayes",
        rules=_rules(tuple(decision.odds)),
        rule=labels,  # the first rule labels what is main, the second one all other blocks
        content=content,
        labels=labels,
        numbers={"needed": decision.needed, "prior": decision.prior},
    )


def _curve(decision: Decision) -> Curve:
    places = np.arange(len(decision.support))
    return Curve(
        name="support per block",
        x=places.astype(np.float64),
        y=decision.support,
        x_label="block in page order",
        y_label="probability",
        style="bars",
        block=places.astype(np.int32),
        threshold=decision.needed,
        kept=tuple((place - 0.5, place + 0.5) for place in places[decision.main].tolist()),
    )


def _differ(words: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Return whether words are not the same as others, in whatever order."""
    return words != others and set(words) != set(others)


def _warnings(page: Page, model: BayesModel, settings: BayesSettings) -> list[str]:
    warnings = []
    other, main = model.n_blocks
    if min(other, main) < FEW_BLOCKS:
        warnings.append(
            f"The model learned from {main:,} main and {other:,} other blocks;"
            f" with fewer than {FEW_BLOCKS} of either it says little."
        )
    if _differ(settings.framework, model.framework):
        warnings.append("The model was trained on blocks of other framework elements.")
    if _differ(settings.notice_words, model.words):
        warnings.append("The model was trained with other words of a notice.")
    if page_mark(page) in model.pages.values():
        warnings.append("The model was trained with this page: a score on it means nothing.")
    return warnings
