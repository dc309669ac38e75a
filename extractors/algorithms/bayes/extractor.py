"""Bayes decision over the blocks of a page: naive Bayes on seven features, from labelled pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.bayes.features import measure
from extractors.algorithms.bayes.model import load
from extractors.algorithms.bayes.settings import BayesSettings
from extractors.errors import ExtractorError
from extractors.model.extraction import Extraction, Status
from extractors.model.extractor import Extractor
from extractors.model.lazy import Lazy
from extractors.model.model_files import page_mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.algorithms.bayes.model import BayesModel
    from extractors.page import Page
from extractors.algorithms.bayes.decision import Decision, decide
from extractors.algorithms.bayes.steps import columns, decision_step, support_curve

FEW_BLOCKS = 20
"""With fewer labelled blocks of either class a model says little."""


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
        """Return the main blocks; status ``unavailable`` without a usable model."""
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
            columns=Lazy(lambda: (*columns(decision), *blocks.columns())),
            steps=(decision_step(decision, content, labels),),
            content=content,
            mask=blocks.blocks.mask(content, page.n_tokens),
            own_text=text,
            label_names=("MAIN", "OTHER"),
            labels=labels,
            curves=Lazy(lambda: (support_curve(decision),)),
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
