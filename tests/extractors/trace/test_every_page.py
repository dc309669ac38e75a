"""Every page of the developer corpora: a traced library returns its own text, to the byte."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.page import Page
from boilerscope.extractors.peers.offline import offline
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.trace.run import run_traced
from tests.benchmarks.traces import traced_peers
from tests.helpers.material import corpus_pages, own_pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.helpers.material import CorpusPage

_PARTS = 12
"""The pages are divided, so that processes share them."""

UNSTABLE = {"newspaper4k": {"wcxb-4564"}}
"""Pages on which a library differs from itself, from one run to the next."""

# Deprecations and unclosed files inside libraries are not tested here.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Let the libraries log what they think of the pages; it is not tested here."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def _difference(peer: Peer[Any], source: CorpusPage) -> str:
    """Return how a traced run differs from a plain one; empty if it does not."""
    assert peer.probes is not None
    page = Page.from_bytes(source.data, name=source.identifier)
    settings = peer.default_settings()

    def run() -> str:
        with offline():
            return peer.text(page.decoded.text, settings)

    try:
        text = run()
    except Exception:  # noqa: BLE001 - a page that the library cannot read
        return ""
    # Its own time does not count here: a deadline would hide a difference.
    traced = run_traced(page, peer.probes, peer.version(), run, (text, 60.0))
    is_slow = "took longer" in traced.problem
    return "" if traced.trace is not None or is_slow else traced.problem


@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("identifier", [peer.id for peer in traced_peers()])
def test_the_traced_text_is_the_plain_one(identifier: str, part: int):
    peer = registry.extractor(identifier)
    assert isinstance(peer, Peer)
    pages = (corpus_pages() or own_pages())[part::_PARTS]
    skipped = UNSTABLE.get(identifier, set())
    found = {
        page.identifier: _difference(peer, page) for page in pages if page.identifier not in skipped
    }

    assert {name: problem for name, problem in found.items() if problem} == {}
