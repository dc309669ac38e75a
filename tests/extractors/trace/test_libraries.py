"""A traced library returns its own text, says why each word was dropped, and is put back."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.sentence import deciding_step, explain_decision
from boilerscope.extractors.model.steps import Outcome
from boilerscope.extractors.page import Page
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.trace.explained import accounted
from tests.helpers.extractions import assert_sound
from tests.helpers.material import every_page
from tests.helpers.traced import corpus_page_of, traced

if TYPE_CHECKING:
    from tests.helpers.material import CorpusPage

TRACED = sorted(
    entry.id
    for entry in registry.entries()
    if isinstance(entry.extractor, Peer) and entry.extractor.probes is not None
)

# Deprecations and unclosed files inside libraries are not tested here.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def _modules(peer: Peer[Any]) -> dict[str, dict[str, int]]:
    """Return the identity of all functions that the modules of a library and of lxml hold."""
    assert peer.probes is not None
    packages = {*peer.probes.packages, "lxml", "lxml_html_clean", "copy"}
    held = {
        name: {key: id(value) for key, value in list(vars(module).items()) if callable(value)}
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] in packages
    }
    classes = {
        f"{name}:{key}": {part: id(value) for part, value in vars(kind).items()}
        for name in held
        for key, kind in list(vars(sys.modules[name]).items())
        if isinstance(kind, type)
    }
    return held | classes


@pytest.mark.parametrize("identifier", TRACED)
@pytest.mark.parametrize("corpus_page", every_page(stride=16))
def test_the_traced_result_is_the_plain_one_with_rules(identifier: str, corpus_page: CorpusPage):
    page = corpus_page_of(corpus_page)
    plain = runner.run(page, identifier)
    extraction = traced(page, identifier)
    if plain.status not in {Status.OK, Status.EMPTY}:
        assert extraction.message == plain.message
        return

    assert extraction.own_text == plain.own_text
    assert extraction.trace_problem == ""
    assert extraction.traced is not None
    assert_sound(page, extraction)
    assert all(step.rule_of(0) is None or step.title for step in extraction.steps)
    for block in np.flatnonzero(~extraction.content).tolist():
        rule = extraction.steps[deciding_step(extraction, block)].rule_of(block)
        assert rule is not None
        assert rule.outcome is not Outcome.KEEP, explain_decision(extraction, block)
    errors = accounted(page, extraction.mask, extraction.own_text).errors
    aligned = accounted(page, plain.mask, plain.own_text).errors
    assert errors <= max(0.01 * max(int(extraction.mask.sum()), 1000), aligned + 5)


@pytest.mark.parametrize("identifier", TRACED)
def test_nothing_of_the_library_stays_wrapped(identifier: str):
    peer = registry.extractor(identifier)
    assert isinstance(peer, Peer)
    html = "<html><body><nav>a b</nav><article>" + "<p>Some words, again and again. </p>" * 30
    page = Page.from_text(html + "</article></body></html>", name="page")
    traced(page, identifier)  # loads what the library loads at first use
    before = _modules(peer)
    traced(page, identifier)

    assert _modules(peer) == before
