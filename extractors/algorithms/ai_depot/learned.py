"""AI Depot's learned variant: a logistic unit classifies each line by its values and neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.ai_depot.lines import density_lines
from boilerscope.extractors.algorithms.ai_depot.model import (
    INPUT_NAMES,
    inputs_of,
    load,
    support_of,
)
from boilerscope.extractors.algorithms.ai_depot.settings import AiDepotLearnedSettings
from boilerscope.extractors.algorithms.ai_depot.steps import (
    LABELS,
    line_columns,
    line_curve,
    line_rules,
    line_step,
    line_text,
    why_empty,
)
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.model.extraction import Column, Extraction, Status
from boilerscope.extractors.model.extractor import Extractor
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.model_files import page_mark
from boilerscope.extractors.model.steps import Test
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.algorithms.ai_depot.lines import DensityLines
    from boilerscope.extractors.algorithms.ai_depot.model import DensityModel
    from boilerscope.extractors.model.extraction import Curve
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray

FEW_LINES = 20
"""With fewer labelled lines of either class, the model is unreliable."""


class AiDepotLearned(Extractor[AiDepotLearnedSettings]):
    """Extractor that classifies each line by a trained unit."""

    id = "ai_depot_learned"
    name = "AI Depot, learned"
    summary = (
        "Keeps the lines that a small trained unit classifies as content, by density and length."
    )
    reference = (
        'Alex J. Champandard, "The Easy Way to Extract Useful Text from Arbitrary HTML", AI Depot,'
        " 5 April 2007; its weights were never published"
    )
    settings_class = AiDepotLearnedSettings
    thresholds = frozenset({"min_length", "threshold"})
    needs = frozenset({"model"})
    help = """\
Lines and densities are those of *AI Depot text density*. Each line has three inputs, scaled to 0
... 1: density, bytes / 1,000 and length / 1,000. The unit reads those of the previous line, the
line and the next line (0 beyond the ends), or those of the line alone:

    support = 1 / (1 + exp(-(bias + sum of weight x input)))
    content if support >= 0.5

*Model.* Training starts with weights of 0 and passes over the labelled lines in order, repeatedly:
`weight += rate x (label - support) x input`. The built-in model was trained on lines of pages with
gold text; a line was content if at least half of its tokens are in the gold text. It contains both
units. `boilerscope train ai_depot_learned --corpus DIR -o model.json` trains another model. Without
a model the extractor gives no result. **Scores on pages that the model was trained on mean
nothing.**

*Source.* The article trains a network of one layer with 1,000 passes over lines labelled by hand
and publishes neither labels nor weights. Its text describes the values of three lines as inputs;
its code sample has three inputs and does not say which. The logistic unit, the scaling and the
labels are ours. The built-in model used 20 passes, because at this rate more passes change nothing.

*Where it fails.* A single unit is a linear classifier: a menu between two long paragraphs is
classified as content, the first and last paragraph often are not. Most lines of a page are short
noise, which makes the unit strict; at a high rate the last training pages count most.
"""

    def extract(
        self, page: Page, settings: AiDepotLearnedSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the lines classified as content; status ``unavailable`` without a usable model."""
        del inputs
        try:
            model = load(settings.model)
        except ExtractorError as error:
            return self._unavailable(page, settings, f"No model: {error}.")
        lines = density_lines(page, settings.rule)
        support = support_of(lines, settings.inputs, model.units[settings.inputs])
        step = line_step(
            lines,
            settings,
            support >= settings.threshold,
            ("P", "Classify by the unit"),
            _RULES,
            {},
        )
        has_text = bool(step.content.any())
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if has_text else Status.EMPTY,
            message="" if has_text else _why_empty(lines, support),
            blocks=lines.blocks,
            columns=Lazy(
                lambda: (
                    Column("support", "Support", "probability", "Output of the unit.", support),
                    *line_columns(page, lines),
                    *_terms(model, inputs_of(lines, settings.inputs), settings),
                )
            ),
            steps=(step,),
            content=step.content,
            mask=lines.blocks.mask(step.content, page.n_tokens),
            own_text=Lazy(lambda: line_text(lines, step.content)),
            label_names=LABELS,
            labels=step.labels,
            curves=Lazy(lambda: (_curve(support, step.content, settings),)),
            warnings=tuple(_warnings(page, model, settings)),
        )

    def _unavailable(
        self, page: Page, settings: AiDepotLearnedSettings, message: str
    ) -> Extraction:
        empty_mask = np.zeros(page.n_tokens, dtype=np.bool_)
        return Extraction(self.id, Status.UNAVAILABLE, settings, message, mask=empty_mask)


AI_DEPOT_LEARNED = AiDepotLearned()

_RULES = line_rules("P", Test("support", ">=", "threshold"), Test("support", "<", "threshold"))


def _terms(
    model: DensityModel, unit_inputs: FloatArray, settings: AiDepotLearnedSettings
) -> tuple[Column, ...]:
    """Return the terms of the unit's weighted sum."""
    weights = np.array(model.units[settings.inputs].weights)
    return tuple(
        Column(
            f"term_{name}",
            f"Term of {name.replace('_', ' ')}",
            "nats",
            f"Weight {weight:.3g} x {name.replace('_', ' ')}; positive values support content.",
            values,
        )
        for name, weight, values in zip(
            INPUT_NAMES[settings.inputs], weights.tolist(), (unit_inputs * weights).T, strict=True
        )
    )


def _curve(support: FloatArray, content: BoolArray, settings: AiDepotLearnedSettings) -> Curve:
    threshold = ("threshold", settings.threshold)
    return line_curve("support per line", support, "probability", content, threshold)


def _why_empty(lines: DensityLines, support: FloatArray) -> str:
    if lines.fault or not len(lines):
        return why_empty(lines)
    return f"No line is content: the highest support is {float(support.max()):.3g}."


def _warnings(page: Page, model: DensityModel, settings: AiDepotLearnedSettings) -> list[str]:
    warnings = []
    noise, content = model.n_lines
    if min(noise, content) < FEW_LINES:
        warnings.append(
            f"The model learned from {counted(content, 'line')} of content and"
            f" {counted(noise, 'other line')}; with"
            f" fewer than {FEW_LINES} of either class it is unreliable."
        )
    if settings.rule != model.rule:
        warnings.append("The model was trained on lines read with other settings.")
    if page_mark(page) in model.pages.values():
        warnings.append("The model was trained with this page: a score on it means nothing.")
    return warnings
