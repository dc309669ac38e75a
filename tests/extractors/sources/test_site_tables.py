"""Sites of listed pages: their names, their tables in the cache, pages that changed."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.page.site.digests import site_page
from boilerscope.extractors.page.site.evidence import site_evidence
from boilerscope.extractors.scoring.groups import group_names
from boilerscope.extractors.scoring.results import PageResult, ScoredPage
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.sources import site_tables
from boilerscope.extractors.sources.listing import BATCH, list_pages
from boilerscope.extractors.sources.site_tables import SiteTables, site_name
from tests.helpers.made_site import address, markup, write_site

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.other_pages import SitePage


def _folder(folder: Path, n_pages: int) -> Path:
    """Write articles that name their address by a canonical link; every second one is packed."""
    folder.mkdir()
    for n in range(n_pages):
        link = f'<link rel="canonical" href="{address(n)}"></head>'
        data = markup(n).replace("</head>", link).encode()
        if n % 2:
            (folder / f"p{n}.html.gz").write_bytes(gzip.compress(data))
        else:
            (folder / f"p{n}.html").write_bytes(data)
    return folder


def _n_others(page: ListedPage) -> int:
    evidence = site_evidence(page.page())
    return -1 if evidence is None else evidence.n_others


@pytest.mark.parametrize("kind", ["folder", "lines"])
def test_pages_know_the_others_of_their_site(tmp_path: Path, kind: str):
    source = _folder(tmp_path / "pages", 6) if kind == "folder" else write_site(tmp_path, 6)
    pages = list(list_pages([str(source)]))

    linked = SiteTables(tmp_path / "cache").linked(pages)

    assert [site_name(page) for page in pages] == ["tidings.example"] * 6
    assert [_n_others(page) for page in linked] == [5] * 6


def test_pages_without_any_address_are_of_their_folder(tmp_path: Path):
    for n in range(3):
        (tmp_path / f"p{n}.html").write_text(markup(n))

    assert {site_name(page) for page in list_pages([str(tmp_path)])} == {f"folder {tmp_path}"}


def test_a_page_alone_has_no_others(tmp_path: Path):
    file = write_site(tmp_path, 1)

    [page] = SiteTables(tmp_path / "cache").linked(list(list_pages([str(file)])))

    assert _n_others(page) == 0


def test_further_pages_are_evidence_only(tmp_path: Path):
    first, *others = list_pages([str(write_site(tmp_path, 5))])

    [page] = SiteTables(tmp_path / "cache").linked([first], more=others)

    assert _n_others(page) == 4


def test_only_changed_pages_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder, n_read = _folder(tmp_path / "pages", 6), list[str]()

    def counted(page: Page, name: str, url: str = "") -> SitePage:
        n_read.append(name)
        return site_page(page, name, url)

    monkeypatch.setattr(site_tables, "site_page", counted)
    tables, pages = SiteTables(tmp_path / "cache"), list(list_pages([str(folder)]))
    before = tables.linked(pages)
    changed = (folder / "p0.html").read_text().replace("Nobody", "Somebody")
    (folder / "p0.html").write_text(changed)

    tables.linked(list(list_pages([str(folder)]))[1:])
    n_same = len(n_read)
    after = tables.linked(list(list_pages([str(folder)])))

    assert n_same == 6
    assert len(n_read) == 7
    assert before[1].site is not None
    assert after[1].site is not None
    assert before[1].site.version != after[1].site.version


def test_an_even_sample_of_a_large_site_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(site_tables, "MAX_PAGES", 8)
    pages = list(list_pages([str(write_site(tmp_path, 40))]))

    linked = SiteTables(tmp_path / "cache").linked(pages)

    sizes = {_n_others(page) for page in linked}
    evidence = site_evidence(linked[0].page())
    assert sizes == {7, 8}
    assert evidence is not None
    assert evidence.n_listed == 40


def test_a_stream_gets_the_same_sites(tmp_path: Path):
    file, tables = write_site(tmp_path, 6), SiteTables(tmp_path / "cache")

    link = tables.linked_stream(lambda: list_pages([str(file)], BATCH))
    streamed = list(link(list_pages([str(file)], BATCH)))

    assert [_n_others(page) for page in streamed] == [5] * 6


def test_a_page_that_cannot_be_read_is_left_to_its_own_run(tmp_path: Path):
    folder = _folder(tmp_path / "pages", 6)
    (folder / "p0.html").write_bytes(b"\0\1\2" * 500)

    linked = SiteTables(tmp_path / "cache").linked(list(list_pages([str(folder)])))

    assert _n_others(linked[1]) == 4


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "cache").write_text("a file")

    with pytest.raises(CorpusError, match="cache"):
        SiteTables(tmp_path / "cache").linked(list(list_pages([str(write_site(tmp_path, 2))])))


def _other_layout(number: int) -> str:
    """Return a page of the site whose elements are those of no article."""
    rows = "".join(f"<tr><td><b>{number} of {row}</b></td></tr>" for row in range(4))
    return f"<html><body><main><table>{rows}</table></main></body></html>"


def _site_of_two_layouts(folder: Path, n_pages: int) -> list[ListedPage]:
    file = folder / "site.jsonl"
    lines = (
        {"id": f"p{n}", "html": _other_layout(n) if n % 3 == 0 else markup(n), "url": address(n)}
        for n in range(n_pages)
    )
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return list(list_pages([str(file)]))


def test_every_page_has_a_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pages = _site_of_two_layouts(tmp_path, 9)
    alone = tmp_path / "alone.html"
    alone.write_text(markup(1))
    read: list[tuple[int, int]] = []

    layouts = SiteTables(tmp_path / "cache").layouts(
        [*pages, *list_pages([str(alone)])], lambda *steps: read.append(steps)
    )

    assert layouts == [2, 1, 1, 2, 1, 1, 2, 1, 1, 0]
    assert read == [(n, 9) for n in range(9)]
    monkeypatch.setattr(site_tables, "MAX_PAGES", 5)
    sampled = SiteTables(tmp_path / "cache").layouts(pages)
    assert len({*sampled[::3]}) == len({*sampled[1::3], *sampled[2::3]}) == 1
    assert {*sampled} == {1, 2}


def test_a_score_table_takes_layouts_also_for_pages_that_come_later(tmp_path: Path):
    pages = _site_of_two_layouts(tmp_path, 3)
    table = ScoreTable(pages, ["a"], ("token_f1",))
    facts = [ScoredPage(page.page_id, "", site="tidings.example") for page in pages]
    table.add(PageResult(0, facts[0], ()))
    table.take_layouts([2, 1, 1])
    table.add(PageResult(1, facts[1], ()))
    table.add(PageResult(2, replace(facts[2], layout=7), ()))

    assert group_names(table.scored_pages([0, 1, 2]), "layout") == [
        "tidings.example \u00b7 2",
        "tidings.example \u00b7 1",
        "tidings.example \u00b7 7",
    ]
    assert table.carried(["a"], ("token_f1",)).has_layouts
