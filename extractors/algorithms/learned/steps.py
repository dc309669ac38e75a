"""Step, columns and curve of the learned extractor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.learned.cut import expected_f
from boilerscope.extractors.features.matrix import FEATURES
from boilerscope.extractors.model.extraction import Column, Curve
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.learned.decision import Decision
    from boilerscope.extractors.algorithms.learned.settings import LearnedSettings

_EXPLANATION = "log-odds {log_odds}"
_RULES = (
    Rule("L1", Outcome.KEEP, (Test("probability", ">=", "cut"),), _EXPLANATION),
    Rule("L2", Outcome.DROP, (Test("probability", "<", "cut"),), _EXPLANATION),
)


def columns(decision: Decision) -> tuple[Column, ...]:
    """Return the model's output for each block, and the features that it reads."""
    used = frozenset(decision.model.features)
    return (
        Column(
            "probability",
            "Probability",
            "probability",
            "Probability that the block is main content: 1 / (1 + exp(-log-odds)).",
            decision.probability,
        ),
        Column(
            "log_odds",
            "Log-odds",
            "nats",
            "Sum of the base and the terms of the model; above 0 for main content.",
            decision.log_odds,
        ),
        *(
            Column(
                feature.name,
                feature.label,
                feature.unit,
                feature.meaning,
                decision.measured.columns[feature.name],
            )
            for feature in FEATURES
            if feature.name in used
        ),
    )


def decision_step(decision: Decision) -> Step:
    """Return the decision as a step."""
    content = decision.content
    rule = np.where(content, 1, 2).astype(np.int32)
    numbers = {"cut": decision.cut}
    return Step("L", "Compare with the cut", _RULES, rule, content, numbers=numbers)


def expected_curve(decision: Decision, settings: LearnedSettings) -> Curve:
    """Return the expected F of the page over the cut, the cut as a line that can be moved."""
    tokens = decision.measured.grid.tokens
    cuts, expected = expected_f(decision.probability, tokens, settings.beta)
    rising = np.argsort(-decision.probability, kind="stable")[::-1]
    return Curve(
        name="Expected F over the cut",
        x=cuts[::-1],
        y=expected[::-1],
        x_label="cut (probability)",
        y_label="expected F",
        block=rising.astype(np.int32),
        threshold_field="cut",
        threshold=decision.cut,
        threshold_along="x",
        kept=((decision.cut, 1.0),),
    )
