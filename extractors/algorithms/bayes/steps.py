"""Step, columns and curve of the Bayes decision."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.bayes.features import FEATURES
from boilerscope.extractors.model.extraction import Column, Curve
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.bayes.decision import Decision
    from boilerscope.extractors.page.records import BoolArray, IntArray


def columns(decision: Decision) -> tuple[Column, ...]:
    """Return the support of each block and the log-odds of its features."""
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
    explanation = "log-odds: " + ", ".join(terms)
    return (
        Rule("Y1", Outcome.KEEP, (Test("support", ">=", "needed"),), explanation),
        Rule("Y2", Outcome.DROP, (Test("support", "<", "needed"),), explanation),
    )


def decision_step(decision: Decision, content: BoolArray, labels: IntArray) -> Step:
    """Return the decision as a step."""
    return Step(
        code="Y",
        title="Decide by Bayes",
        rules=_rules(tuple(decision.odds)),
        rule=labels,  # rule 1 applies to label 1, main; rule 2 to label 2, other
        content=content,
        labels=labels,
        numbers={"needed": decision.needed, "prior": decision.prior},
    )


def support_curve(decision: Decision) -> Curve:
    """Return the support of the blocks in page order."""
    index = np.arange(len(decision.support))
    return Curve(
        name="support per block",
        x=index.astype(np.float64),
        y=decision.support,
        x_label="block in page order",
        y_label="probability",
        style="bars",
        block=index.astype(np.int32),
        threshold=decision.needed,
        kept=tuple((block - 0.5, block + 0.5) for block in index[decision.main].tolist()),
    )
