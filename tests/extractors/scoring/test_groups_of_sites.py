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


def test_fifths_by_length_keep_pages_of_equal_length_together():
    def groups(*lengths: int) -> list[str]:
        pages = [ScoredPage(f"p{n}", "set", n_gold=length) for n, length in enumerate(lengths)]
        return group_names(pages, "length")

    assert groups(*[51] * 7) == ["1: 51 to 51 gold words"] * 7
    assert groups(5, 3, 1, 4, 2) == [f"{n}: {n} to {n} gold words" for n in (5, 3, 1, 4, 2)]
    assert [name[0] for name in groups(1, 1, 1, 1, 2, 3, 4, 5, 6, 7)] == list("1111223344")
    assert groups() == []
