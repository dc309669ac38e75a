"""The pages in docs on algorithms and scores are those that `scripts/docs` makes."""

from __future__ import annotations

from tests.helpers import docs_pages
from tests.helpers.material import ROOT


def test_page_of_algorithms_is_up_to_date() -> None:
    written = (ROOT / "docs" / "algorithms.md").read_text(encoding="utf-8")

    assert written == docs_pages.algorithms_page(), "run scripts/docs"


def scores() -> str:
    return (ROOT / "docs" / "scores.md").read_text(encoding="utf-8")


def test_page_of_scores_is_up_to_date_around_the_measured_values() -> None:
    _, _, rest = scores().partition(f"{docs_pages.MEASURED}\n\n")
    measured, _, _ = rest.partition(f"\n{docs_pages.END_OF_MEASURED}")

    assert scores() == docs_pages.scores_page(measured), "run scripts/docs scores"


def test_page_of_scores_has_every_extractor_or_says_that_it_came_later() -> None:
    own, text = docs_pages.of_single_pages(), scores()
    _, _, note = text.partition("The tables were measured before ")
    later = note.partition(" was added.")[0]

    missing = [name for name in own if f"| {name} | " not in text and f"`{name}`" not in later]
    assert missing == [], "run scripts/docs scores"


def test_methods_that_do_not_choose_main_content_are_scored_separately() -> None:
    ranked, apart = scores().split("## Methods that do not choose main content")

    for name in ("accordion", "deck_of_cards", "structural", "vips"):
        assert f"| {name} | " in apart
        assert f"| {name} | " not in ranked
    assert "| bte | " in ranked
    assert "| bte | " not in apart
    assert "left out of the comparison: vips." in apart
