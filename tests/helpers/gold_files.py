"""Gold that we wrote ourselves: the same page in every format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.model.gold import Gold, GoldClass
    from boilerscope.extractors.page import Page

GOLD = ROOT / "tests" / "data" / "gold"
LAKE = GOLD / "lake.html"
URL = "https://harbour.example/lake"

TEXT = """\
The council met on Monday & agreed on a plan for the old lake. The work begins in spring.
What will change
Twelve new benches stand along the northern shore.
The bridge is closed until the first of June.
Readers can see the drawings in the town hall every afternoon."""


def words_of(page: Page, gold: Gold, kind: GoldClass) -> str:
    """Return the words of a class, separated by single spaces."""
    tokens = page.tokens
    tokens_of_class = (gold.classes == kind).nonzero()[0].tolist()
    return " ".join(page.text[tokens.start[token] : tokens.end[token]] for token in tokens_of_class)


def folder_of(name: str) -> Path:
    """Return the file or folder that has the page in a format."""
    return {"boilerscope": GOLD / "lake.html.gold.jsonl"}.get(name, GOLD / name)
