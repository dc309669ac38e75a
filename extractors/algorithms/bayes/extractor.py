"""Naive Bayes on seven features of each block, learned from labelled pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.bayes.decision import Decision, decide
from boilerscope.extractors.algorithms.bayes.features import measure
from boilerscope.extractors.algorithms.bayes.model import load
from boilerscope.extractors.algorithms.bayes.settings import BayesSettings
from boilerscope.extractors.algorithms.bayes.steps import columns, decision_step, support_curve
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.model_files import page_mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.algorithms.bayes.model import BayesModel
    from boilerscope.extractors.page import Page

FEW_BLOCKS = 20
"""A model that learned from fewer blocks of either class is not reliable."""


class BayesBlocks(Extractor[BayesSettings]):
    """Extractor that keeps the blocks that a trained model classifies as main content."""

    id = "bayes_blocks"
    name = "Bayes decision over blocks"
    summary = "Keeps the blocks that a model trained on labelled pages classifies as main content."
    reference = (
        "One sentence of an unnamed commenter on VIPS, about 2010; the rest is reconstructed"
    )
    help = """\
**Reconstructed from one sentence**: split the page by its framework, compute the support of each
part by a Bayes decision, join the main parts. Features, bin edges and priors are ours.

A block is a framework element (table, cell, division, list, section ...) with exclusive text, that
is, text that is not in a nested framework element. Each of seven features is put into a bin, and

    log odds = log P(main) / P(other) + sum over features of log P(bin | main) / P(bin | other)
    support  = 1 / (1 + exp(-log odds))
    main     if support * cost of a missed block >= (1 - support) * cost of a wrong block

    P(y)       = (n_y + a) / (n + 2 a)
    P(bin | y) = (count + a) / (n_y + a * number of bins)

The log-odds of each feature are a column; above 0 they favour main content.

*Model.* The built-in model counts the blocks of labelled pages; a block was main if the gold text
contains at least half of its tokens. `boilerscope train bayes_blocks --corpus DIR -o model.json`
trains another model. Without a model the extractor gives no result: every block would get a
support of 0.5.
**Scores on pages that the model was trained with mean nothing**; the result warns about such pages.

*Where it fails.* Naive Bayes treats the features as independent, which they are not: supports are
near 0 or 1 more often than they should be. Each block is judged alone, so short paragraphs in
blocks of their own are lost.
"""
    settings_class = BayesSettings
    needs = frozenset({"model"})

    def extract(
        self, page: Page, settings: BayesSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the main blocks; the status is ``unavailable`` without a usable model."""
        del inputs
        try:
            model = load(settings.model)
        except ExtractorError as error:
            return self._unavailable(page, settings, f"The model cannot be used: {error}.")
        if not sum(model.n_blocks):
            return self._unavailable(
                page,
                settings,
                "The model did not learn from any block; every support would be 0.5."
                " Train it on labelled pages.",
            )
        blocks = measure(page, frozenset(settings.framework), settings.notice_words)
        decision = decide(model, blocks, settings)
        content = decision.main
        labels = np.where(content, np.int32(1), np.int32(2))
        texts = blocks.units.texts_of(blocks.selected[content])
        own_text = "".join([f"{text}\n" for text in texts])
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if own_text else Status.EMPTY,
            message="" if own_text else _why_empty(decision),
            blocks=blocks.blocks,
            columns=Lazy(lambda: (*columns(decision), *blocks.columns())),
            steps=(decision_step(decision, content, labels),),
            content=content,
            mask=blocks.blocks.mask(content, page.n_tokens),
            own_text=own_text,
            label_names=("MAIN", "OTHER"),
            labels=labels,
            curves=Lazy(lambda: (support_curve(decision),)),
            warnings=tuple(_warnings(page, model, settings)),
        )

    def _unavailable(self, page: Page, settings: BayesSettings, message: str) -> Extraction:
        empty_mask = np.zeros(page.n_tokens, dtype=np.bool_)
        return Extraction(self.id, Status.UNAVAILABLE, settings, message, mask=empty_mask)


BAYES_BLOCKS = BayesBlocks()


def _why_empty(decision: Decision) -> str:
    if not len(decision.support):
        return "The page has no text in its body."
    return (
        f"No block is main: the highest support is {decision.support.max():.3g},"
        f" but {decision.needed:.3g} is needed."
    )


def _warnings(page: Page, model: BayesModel, settings: BayesSettings) -> list[str]:
    warnings = []
    other, main = model.n_blocks
    if min(other, main) < FEW_BLOCKS:
        warnings.append(
            f"The model learned from {main:,} main and {other:,} other blocks;"
            f" with fewer than {FEW_BLOCKS} of either class it is not reliable."
        )
    if set(settings.framework) != set(model.framework):
        warnings.append("The model was trained with other framework elements.")
    if set(settings.notice_words) != set(model.words):
        warnings.append("The model was trained with other notice words.")
    if page_mark(page) in model.pages.values():
        warnings.append("The model was trained with this page: a score on it means nothing.")
    return warnings
