"""Gold of real pages survives every format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from extractors.gold.entry import GoldPage
from extractors.gold.formats.catalogue import FORMATS
from extractors.gold.reading import open_gold
from tests.helpers.material import CORPORA, require_corpora

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "snippets"])
def test_what_is_written_of_a_real_page_is_read_with_the_same_gold(name: str, tmp_path: Path):
    require_corpora()
    given = [GoldPage.read(entry) for entry in list(open_gold(CORPORA))[::16]]
    out = tmp_path / ("out.gold.jsonl" if FORMATS[name].writes_file else "out")

    FORMATS[name].write(given, out)

    read = {entry.page_id: entry for entry in open_gold(out, format=name)}
    assert len(read) == len(given) > 10
    for one in given:
        entry = read[one.entry.page_id]
        page = entry.page()
        assert page.text == one.page.text
        assert entry.gold(page).classes.tolist() == one.gold.classes.tolist()
