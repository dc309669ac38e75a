"""Functions and features in docs/peers.md match the program."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from boilerscope.extractors import registry, runner
from boilerscope.extractors.features.blocks import FEATURES
from boilerscope.extractors.page import Page
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

TEXT = (ROOT / "docs" / "peers.md").read_text(encoding="utf-8")


def test_every_feature_is_documented():
    rows = [f"| `{feature.name}` | {feature.unit} | {feature.meaning} |" for feature in FEATURES]

    assert "\n".join(rows) in TEXT


def test_the_documented_function_runs(own_folder: Path):
    (source,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    (own_folder / "mine.py").write_text(source, encoding="utf-8")
    page = Page.from_text("<p>" + "Word " * 30 + "</p><p>short</p>", name="page")

    identifier = registry.add("mine.py:longest")
    settings = registry.extractor(identifier).default_settings()

    extraction = runner.run(page, identifier, settings)

    assert identifier == "mine.longest"
    assert extraction.own_text.split() == ["Word"] * 30
    assert runner.run(page, identifier, settings.replace(min_words=31)).own_text == ""
