"""The learned extractor: models of block features, and the cut that suits the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.learned.decision import decide
from boilerscope.extractors.algorithms.learned.model import ID, load
from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
from boilerscope.extractors.algorithms.learned.steps import columns, decision_step, expected_curve
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.features.metadata import page_facts
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.page.kept_text import kept_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.algorithms.learned.decision import Decision
    from boilerscope.extractors.algorithms.learned.model import LearnedModel
    from boilerscope.extractors.page import Page


class Learned(Extractor[LearnedSettings]):
    """Extractor that keeps the blocks that a model of many features classifies as main content."""

    id = ID
    name = "Learned"
    summary = "Keeps the blocks to which two models give a probability above the cut."
    reference = "ours"
    help = """\
**Ours.** A block is a run of text between block-level tags. Features of its text, its place in the
tree and on the page, the elements around it, its repetition and the page's metadata are the inputs
of two models, whose log-odds are sums:

    log-odds    = mean of base + sum over terms of f(feature) or g(feature, feature)
    probability = 1 / (1 + exp(-log-odds))
    kept        if probability >= cut

In the additive model, a term is a table of cut points and values. In the full trees, the term of a
feature adds up the splits by this feature on the path of the block. So each term shows the value
that it adds, and all terms add up to the log-odds of the block. Terms of the whole page describe
the kind of page. Outside the body of a page with one body of text, which the tests for the cut
recognise by the probabilities of the additive model, this model decides alone: frames of pages
differ most from site to site.

*Cut.* The page decides which of two cuts it has, by two tests that the rule of each block shows.
If the container with the most points has enough of the page's words, and enough of the words of
likely blocks (probability 0.5 or more), the page has one body of text, and the cut is
1 / (1 + b^2): 0.5 for b = 1. Other pages have many records. Their cut is the one with the greatest
expected F of the page: with the blocks sorted by probability p, and N tokens in each block,

    F = (1 + b^2) * sum of p N kept / (sum of N kept + b^2 * sum of p N)

A fixed cut of 0.5 suits pages that are known to be articles; lists lose much text with it.

*Languages.* No feature reads words of a language. The names of classes, of elements and of metadata
are read, and the model also learned from copies of its pages as if they had none.

*Models.* `boilerscope train learned --corpus DIR -o model.json` trained the built-in file on pages
with gold text: small trees, whose values are added up to tables, and full trees, both by gradient
boosting. The presets *additive* and *full trees* let one of them decide alone. **Scores on pages
that the models were trained with mean nothing**; the result warns about such pages.

*The site.* With a weight of other pages, the share of the other pages of the site that have the
text of a block word for word is one more term. It is missing on a page with fewer than two
other pages, whose result does not change.

*Metadata.* If fewer than 15 words are kept, the text of JSON-LD, or else the description, is the
result if it is longer, with a warning.

*Where it fails.* Short articles on busy pages, products, and lists whose items are the content.
"""
    settings_class = LearnedSettings
    thresholds = frozenset({"cut"})
    needs = frozenset({"model"})
    presets = (
        Preset("articles only", {"cut": 0.5}, "Keep blocks that are more likely main than not."),
        Preset("precision", {"beta": 0.5}, "Keep less text, and less boilerplate."),
        Preset("recall", {"beta": 2.0}, "Keep more text, and miss less main content."),
        Preset(
            "with the site",
            {"site_weight": -2.0},
            "Trust text less that other pages of the site have too.",
        ),
        Preset("additive", {"kind": "additive"}, "The tables alone, which are easiest to read."),
        Preset("full trees", {"kind": "trees"}, "The full trees alone."),
    )
    scores = (
        Score("cut", "Cut", "probability", "Probability from which blocks are kept."),
        Score(
            "expected_f", "Expected F", "", "F of the kept blocks if the probabilities are right."
        ),
    )

    def extract(
        self, page: Page, settings: LearnedSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the likely blocks; the status is ``unavailable`` without a usable model."""
        del inputs
        try:
            file = load(settings.model)
        except ExtractorError as error:
            message = f"The model cannot be used: {error}."
            empty_mask = np.zeros(page.n_tokens, dtype=np.bool_)
            return Extraction(self.id, Status.UNAVAILABLE, settings, message, mask=empty_mask)
        return self.result(page, file, settings)

    def result(self, page: Page, file: LearnedModel, settings: LearnedSettings) -> Extraction:
        """Return the likely blocks by the models of a file."""
        decision = decide(page, file, settings)
        grid, content = decision.measured.grid, decision.content
        blocks = Blocks.from_ranges(grid.token_start, grid.token_end, grid.element)
        mask = blocks.mask(content, page.n_tokens)
        own_text, warnings = _text(page, settings, decision, kept_text(page, mask))
        if file.has_seen(page):
            warnings.append("The model was trained with this page: a score on it means nothing.")
        facts = page_facts(page)
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if own_text else Status.EMPTY,
            message="" if own_text else _why_empty(decision),
            blocks=blocks,
            columns=Lazy(lambda: columns(decision)),
            steps=(decision_step(decision),),
            content=content,
            mask=mask,
            own_text=own_text,
            scores={"cut": decision.cut, "expected_f": decision.expected(settings.beta)},
            curves=Lazy(lambda: (expected_curve(decision, settings),)),
            contributions=Lazy(decision.contributions),
            title=facts.best_title(),
            published=facts.date(),
            published_text=facts.published,
            warnings=tuple(warnings),
            used={"site": page.site.version} if settings.site_weight and page.site else {},
        )


LEARNED = Learned()


def _text(
    page: Page, settings: LearnedSettings, decision: Decision, kept: str
) -> tuple[str, list[str]]:
    """Return the kept text, or a longer metadata text if few words are kept; and warnings."""
    if not settings.metadata or decision.words >= settings.min_words:
        return kept, []
    text = page_facts(page).fallback()
    if len(text) <= len(kept):
        return kept, []
    return text, ["The text is from the page's metadata, because hardly any block is kept."]


def _why_empty(decision: Decision) -> str:
    if not len(decision.probability):
        return "The page has no text in its body."
    return (
        f"No block is kept: the highest probability is {decision.probability.max():.3g},"
        f" but {decision.cut:.3g} is needed."
    )
