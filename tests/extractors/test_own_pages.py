"""On pages that we wrote ourselves, every extractor gives the result that was looked at once."""

from __future__ import annotations

import pytest

from tests.helpers.material import CorpusPage, own_pages
from tests.helpers.own_results import results_on, saved_results


@pytest.mark.parametrize(
    "own_page", [pytest.param(page, id=page.identifier) for page in own_pages()]
)
def test_every_extractor_gives_its_saved_result(own_page: CorpusPage):
    found = results_on(own_page)

    assert len(found) >= 26
    assert found == saved_results()[own_page.identifier]


def test_results_are_saved_for_our_own_pages_and_no_other():
    assert list(saved_results()) == [page.identifier for page in own_pages()]
