"""The catalogue names every extractor once, and the pages in docs are made from it."""

from __future__ import annotations

from collections import Counter

from extractors import catalogue, registry
from tests.helpers.material import ROOT


def test_every_registered_extractor_stands_in_exactly_one_family() -> None:
    counted = Counter(one for family in catalogue.table()["family"] for one in family["ids"])
    own = {one.id for one in registry.entries() if one.distribution == registry.BUILT_IN}

    assert set(counted) == own
    assert max(counted.values()) == 1


def test_page_of_algorithms_is_up_to_date() -> None:
    written = (ROOT / "docs" / "algorithms.md").read_text(encoding="utf-8")

    assert written == catalogue.algorithms_page(), "run scripts/docs"


def scores() -> str:
    return (ROOT / "docs" / "scores.md").read_text(encoding="utf-8")


def test_page_of_scores_is_up_to_date_around_what_was_measured() -> None:
    _, _, rest = scores().partition(f"{catalogue.MEASURED}\n\n")
    measured, _, _ = rest.partition(f"\n{catalogue.END_OF_MEASURED}")

    assert scores() == catalogue.scores_page(measured), "run scripts/docs scores"


def test_page_of_scores_has_every_extractor() -> None:
    own = registry.algorithms()

    assert [name for name in own if f"| {name} | " not in scores()] == [], "run scripts/docs scores"


def test_every_extractor_says_what_it_does_where_from_and_where_it_fails() -> None:
    for entry in registry.entries():
        if entry.distribution == registry.BUILT_IN:
            assert entry.extractor is not None, entry.error
            one = entry.extractor
            assert one.summary.endswith("."), one.id
            assert one.reference, one.id
            assert len(one.help) > 200, one.id
            assert "Where it fails" in one.help, one.id


def test_methods_that_choose_nothing_are_scored_apart() -> None:
    ranked, apart = scores().split("## Methods that choose no main content")

    for name in ("accordion", "deck_of_cards", "structural", "vips"):
        assert f"| {name} | " in apart
        assert f"| {name} | " not in ranked
    assert "| bte | " in ranked
    assert "| bte | " not in apart
    assert "left out of the comparison: vips." in apart
