"""The decision of a traced library has the name of its stage."""

from __future__ import annotations

import numpy as np

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.steps import Outcome, Rule, Step
from boilerscope.widgets.inspector.facts import _with_stage


def test_the_title_of_the_stage_follows_its_code():
    one = np.array([1], dtype=np.int32)
    rule = Rule("T10", Outcome.DROP, explanation="TEASERS[0]: contains(@class, 'teaser')")
    step = Step("T10", "Discard teasers", (rule,), one, np.zeros(1, np.bool_))
    blocks = Blocks.from_ranges(one - 1, one, one)
    extraction = Extraction("x", Status.OK, blocks=blocks, steps=(step,), traced=1.0)
    sentence = "T10: TEASERS[0]: contains(@class, 'teaser')"

    expected = "T10 Discard teasers: TEASERS[0]: contains(@class, 'teaser')"
    assert _with_stage(extraction, sentence, 0) == expected
