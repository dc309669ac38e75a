"""Documentation and test data of every format of gold standards."""

from __future__ import annotations

from boilerscope.extractors.gold.formats.catalogue import FORMATS
from tests.helpers.gold_files import folder_of
from tests.helpers.material import ROOT


def test_every_format_is_documented_and_has_test_data():
    text = (ROOT / "docs" / "gold.md").read_text(encoding="utf-8")

    assert [name for name in FORMATS if f"\n| `{name}` |" not in text] == []
    assert [name for name in FORMATS if not folder_of(name).exists()] == []
