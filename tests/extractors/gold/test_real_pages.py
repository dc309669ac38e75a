"""Gold of real pages in every format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.gold.formats.catalogue import FORMATS
from boilerscope.extractors.gold.gold_page import GoldPage
from tests.helpers.gold_sets import open_gold
from tests.helpers.material import CORPORA, require_corpora

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "snippets"])
def test_written_gold_of_a_real_page_is_read_again_unchanged(name: str, tmp_path: Path):
    require_corpora()
    gold_pages = [GoldPage.read(entry) for entry in list(open_gold(CORPORA))[::16]]
    if name == "teco":  # a page without main content has no labels there
        gold_pages = [page for page in gold_pages if page.gold.main().any()]
    out = tmp_path / ("out.gold.jsonl" if FORMATS[name].writes_file else "out")

    FORMATS[name].write(gold_pages, out)

    read = {entry.page_id: entry for entry in open_gold(out, format=name)}
    assert len(read) == len(gold_pages) > 10
    for gold_page in gold_pages:
        entry = read[gold_page.listed.page_id]
        page = entry.page()
        assert page.text == gold_page.page.text
        assert entry.gold(page).classes.tolist() == gold_page.gold.classes.tolist()
