"""Results of every extractor on our own pages, compared with saved results that were reviewed."""

from __future__ import annotations

import pytest

from tests.helpers.material import CorpusPage, own_pages
from tests.helpers.own_results import results_on, saved_results


@pytest.mark.parametrize(
    "own_page", [pytest.param(page, id=page.identifier) for page in own_pages()]
)
def test_every_extractor_gives_its_saved_result(own_page: CorpusPage):
    results = results_on(own_page)

    assert len(results) >= 26
    assert results == saved_results()[own_page.identifier]


def test_results_are_saved_for_exactly_our_own_pages():
    assert list(saved_results()) == [page.identifier for page in own_pages()]
