"""Shards: their boundaries and digests depend on the pages alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from boilerscope.extractors.model.listed_page import BytesPlace, FilePlace, ListedPage
from boilerscope.extractors.runs.batch.shards import Shard, cut

FILE = ListedPage("a", "set", FilePlace(Path("set/a.html")), size=5)
TYPED = ListedPage("stdin", "", BytesPlace(b"<p>one", "-"), size=6)


def test_by_default_few_pages_are_work_for_several_workers():
    pages = [ListedPage(f"{n}", "set", BytesPlace(b""), size=1_000) for n in range(60)]

    assert [len(shard.pages) for shard in cut(pages)] == [16, 16, 16, 12]


def test_by_default_a_shard_has_at_most_a_megabyte():
    pages = [ListedPage(f"{n}", "set", BytesPlace(b""), size=400_000) for n in range(5)]

    assert [len(shard.pages) for shard in cut(pages)] == [2, 2, 1]


def test_the_digest_of_a_shard_stays_the_same_in_later_versions():
    digest = Shard(0, (FILE, TYPED)).digest()

    assert digest == "22f5ad2176f4360e58a3a16da486100d9abd132949ced56b5e022f3d8f93516c"
    assert Shard(1, (FILE, TYPED)).digest() == digest


@pytest.mark.parametrize(
    "page",
    [
        ListedPage("b", "set", FILE.place, size=5),
        ListedPage("a", "set", FilePlace(Path("set/b.html")), size=5),
        ListedPage("a", "set", FILE.place, size=6),
        ListedPage("stdin", "", BytesPlace(b"<p>two", "-"), size=6),
    ],
)
def test_another_name_place_size_or_content_gives_another_digest(page: ListedPage):
    assert Shard(0, (page,)).digest() not in {Shard(0, (old,)).digest() for old in (FILE, TYPED)}
