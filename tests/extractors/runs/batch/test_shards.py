"""Shards: their boundaries depend on the pages alone."""

from __future__ import annotations

from boilerscope.extractors.model.listed_page import BytesPlace, ListedPage
from boilerscope.extractors.runs.batch.shards import cut


def test_by_default_few_pages_are_work_for_several_workers():
    pages = [ListedPage(f"{n}", "set", BytesPlace(b""), size=1_000) for n in range(60)]

    assert [len(shard.pages) for shard in cut(pages)] == [16, 16, 16, 12]


def test_by_default_a_shard_has_at_most_a_megabyte():
    pages = [ListedPage(f"{n}", "set", BytesPlace(b""), size=400_000) for n in range(5)]

    assert [len(shard.pages) for shard in cut(pages)] == [2, 2, 1]
