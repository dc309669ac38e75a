"""Every page of the developer corpora: a traced library returns its own text, to the byte."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.peers.peer import Peer
from tests.helpers.material import corpus_pages, own_pages
from tests.helpers.trace_identity import DIFFERS, UNTRACED, probed_peers, traced_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.helpers.trace_identity import Traced


_PARTS = 12
"""The pages are divided, so that processes share them."""

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


def _difference(found: Traced) -> str:
    """Return why a traced text is not the plain one; empty if it is, or if nobody can say."""
    if found.outcome == DIFFERS:
        return found.reason
    # Text that is not text of the page, such as that of scripts, cannot be accounted for.
    is_doubted = found.outcome == UNTRACED and "it accounts for only" not in found.reason
    return found.reason if is_doubted else ""


@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("identifier", [peer.id for peer in probed_peers()])
def test_the_traced_text_is_the_plain_one(identifier: str, part: int):
    peer = registry.extractor(identifier)
    assert isinstance(peer, Peer)
    pages = (corpus_pages() or own_pages())[part::_PARTS]
    found = {page.identifier: _difference(traced_page(peer, page)) for page in pages}

    assert {name: problem for name, problem in found.items() if problem} == {}
