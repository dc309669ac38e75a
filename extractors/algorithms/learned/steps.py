"""Step, columns and curve of the learned extractor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.learned.cut import expected_f
from boilerscope.extractors.algorithms.learned.sums import ON_OTHER_PAGES
from boilerscope.extractors.features.matrix import FEATURES
from boilerscope.extractors.model.extraction import Column, Curve
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.learned.decision import Decision
    from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
    from boilerscope.extractors.page.records import FloatArray

_EXPLANATION = "log-odds {log_odds}"
_PAGE_TESTS: tuple[tuple[Test, ...], ...] = (
    (),
    (Test("body_share", ">=", "min_body_share"), Test("body_kept", ">=", "min_body_kept")),
    (Test("body_share", "<", "min_body_share"),),
    (Test("body_kept", "<", "min_body_kept"),),
)
"""Tests of the page, by `Reason`."""

_RULES = tuple(
    Rule(f"L{2 * reason + number}", outcome, (Test("probability", op, "cut"), *tests), _EXPLANATION)
    for reason, tests in enumerate(_PAGE_TESTS)
    for number, outcome, op in ((1, Outcome.KEEP, ">="), (2, Outcome.DROP, "<"))
)
"""A rule for the kept and one for the dropped blocks of each `Reason`."""


def columns(decision: Decision) -> tuple[Column, ...]:
    """Return the models' output for each block, what decided the cut, and the features read."""
    used, body = decision.sums.features, decision.sums.body
    n_blocks = len(decision.probability)
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
            "Sum of the base and the terms of the models; above 0 for main content.",
            decision.sums.log_odds,
        ),
        Column(
            "body_share",
            "Body of the page",
            "share of words",
            "Words of the container with the most points divided by words of the page.",
            np.full(n_blocks, body.share),
        ),
        Column(
            "body_kept",
            "Likely words in the body",
            "share of words",
            "Words in blocks with a probability of 0.5 or more: the share of them in the container"
            " with the most points.",
            np.full(n_blocks, body.kept),
        ),
        *_site_columns(decision.on_other_pages),
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


def _site_columns(share: FloatArray | None) -> tuple[Column, ...]:
    if share is None:
        return ()
    return (
        Column(
            ON_OTHER_PAGES,
            "On other pages",
            "share",
            "Share of the other pages of the site that have the text of the block word for word.",
            share,
        ),
    )


def decision_step(decision: Decision) -> Step:
    """Return the decision as a step."""
    content = decision.content
    rule = (2 * decision.page_cut.reason + np.where(content, 1, 2)).astype(np.int32)
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
