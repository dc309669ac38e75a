"""The sentence of a dropped text names the cause that was named in public."""

from __future__ import annotations

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.model.sentence import deciding_step
from boilerscope.extractors.model.steps import evaluate
from boilerscope.extractors.peers.peer import Peer
from tests.helpers.material import parameters
from tests.helpers.traced import CASES, Case, blocks_with, case_page, cases, decision, traced


@pytest.mark.parametrize("case", parameters(cases(), CASES))
def test_the_sentence_names_the_cause(case: Case):
    peer = registry.extractor(case.library)
    assert isinstance(peer, Peer)
    if peer.probes is None:
        pytest.skip(f"{case.library} has no probes")
    page = case_page(case)
    extraction = traced(page, case.library, case.settings)

    assert extraction.trace_problem == ""
    dropped = [
        block for block in blocks_with(extraction, page, case.text) if not extraction.content[block]
    ]
    assert dropped
    title, sentence = decision(extraction, dropped[0])
    assert case.stage in title
    assert [word for word in case.rule if word not in sentence] == [], sentence
    if case.has_value:
        step = extraction.steps[deciding_step(extraction, dropped[0])]
        columns = extraction.column_values()
        assert evaluate(step, dropped[0], columns, extraction.settings), sentence
