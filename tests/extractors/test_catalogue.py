"""The catalogue, which has every extractor once, and the pages in docs generated from it."""

from __future__ import annotations

from collections import Counter

from boilerscope.extractors import catalogue, registry
from tests.helpers.material import ROOT


def test_every_registered_extractor_is_in_exactly_one_family() -> None:
    counts = Counter(name for family in catalogue.table()["family"] for name in family["ids"])
    built_in = {entry.id for entry in registry.entries() if entry.distribution == registry.BUILT_IN}

    assert set(counts) == built_in
    assert max(counts.values()) == 1


def test_page_of_algorithms_is_up_to_date() -> None:
    written = (ROOT / "docs" / "algorithms.md").read_text(encoding="utf-8")

    assert written == catalogue.algorithms_page(), "run scripts/docs"


def scores() -> str:
    return (ROOT / "docs" / "scores.md").read_text(encoding="utf-8")


def test_page_of_scores_is_up_to_date_around_the_measured_values() -> None:
    _, _, rest = scores().partition(f"{catalogue.MEASURED}\n\n")
    measured, _, _ = rest.partition(f"\n{catalogue.END_OF_MEASURED}")

    assert scores() == catalogue.scores_page(measured), "run scripts/docs scores"


def test_page_of_scores_has_every_extractor() -> None:
    own = registry.algorithms()

    assert [name for name in own if f"| {name} | " not in scores()] == [], "run scripts/docs scores"


def test_every_extractor_has_a_summary_a_reference_and_help_on_where_it_fails() -> None:
    for entry in registry.entries():
        if entry.distribution == registry.BUILT_IN:
            assert entry.extractor is not None, entry.error
            extractor = entry.extractor
            assert extractor.summary.endswith("."), extractor.id
            assert extractor.reference, extractor.id
            assert len(extractor.help) > 200, extractor.id
            assert "Where it fails" in extractor.help, extractor.id


def test_methods_that_do_not_choose_main_content_are_scored_separately() -> None:
    ranked, apart = scores().split("## Methods that do not choose main content")

    for name in ("accordion", "deck_of_cards", "structural", "vips"):
        assert f"| {name} | " in apart
        assert f"| {name} | " not in ranked
    assert "| bte | " in ranked
    assert "| bte | " not in apart
    assert "left out of the comparison: vips." in apart
