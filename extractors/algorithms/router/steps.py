"""Step of the router."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.steps import Outcome, Rule, Step

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray

TITLE = "Take the result of one member"

_RULES = (
    Rule("R1", Outcome.KEEP, explanation="the chosen member keeps it"),
    Rule("R2", Outcome.DROP, explanation="the chosen member drops it"),
)


def routing_step(content: BoolArray, expected: float, why: str) -> Step:
    """Return the step that takes the result of one member.

    Parameters
    ----------
    content : array of bool, shape (n_blocks,)
        The blocks that it keeps.
    expected : float
        Its expected F1.
    why : str
        Whom the router chose and why.
    """
    return Step(
        "R",
        TITLE,
        _RULES,
        np.where(content, 1, 2).astype(np.int32),
        content,
        numbers={"expected_f1": expected},
        notes=Lazy(lambda: (why,) * len(content)),
    )
