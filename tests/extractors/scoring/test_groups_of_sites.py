"""Groups of pages by site, and by site and layout."""

from __future__ import annotations

from boilerscope.extractors.scoring.groups import group_names
from boilerscope.extractors.scoring.results import ScoredPage

PAGES = [
    ScoredPage("a", "set", site="tidings.example", layout=1),
    ScoredPage("b", "set", site="tidings.example", layout=2),
    ScoredPage("c", "set", site="lake.example"),
    ScoredPage("d", "set"),
]


def test_pages_are_grouped_by_site():
    names = group_names(PAGES, "site")

    assert names == ["tidings.example", "tidings.example", "lake.example", "unknown"]


def test_pages_are_grouped_by_site_and_layout():
    names = group_names(PAGES, "layout")

    assert names == ["tidings.example · 1", "tidings.example · 2", "lake.example", "unknown"]


def test_site_and_layout_survive_a_file():
    assert [ScoredPage.of_plain(page.as_plain()) for page in PAGES] == PAGES
