"""Session files: read as they were written, by every part of the program; old and hostile files."""

from __future__ import annotations

import json
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.app.session import saved_session
from boilerscope.app.session.gold_search import find_entry
from boilerscope.app.session.history import PaneSetup
from boilerscope.app.session.last_session import LastCorpus, LastPage, LastSession
from boilerscope.app.session.saved_session import differences, parts_of, read_session
from boilerscope.extractors import registry
from boilerscope.extractors.errors import GoldError, SettingsError, SnapshotError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.saving import SavedMarks, save_marks
from boilerscope.extractors.gold.session_gold import session_gold
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.page import Page, Recorded
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.page.snapshot import (
    GOLD,
    PANES,
    RESULTS,
    VIEWS,
    read_parts,
    read_resources,
    write_snapshot,
)
from boilerscope.extractors.runner import run
from boilerscope.extractors.sources.listing import list_pages
from boilerscope.widgets.records import PaneRecord, RunState, Selection

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.model.extraction import Extraction

OLD = Path(__file__).parents[2] / "data" / "snapshots"
HTML = "<title>Lake</title><div><a href=/>Home</a></div><p>" + "The lake is quiet today. " * 12
ARTICLE, RATIO = "boilerpipe.article", "link_ratio"
RESOURCES = {"https://lake.example/a.css": Recorded(b"p { color: red }", "text/css")}


def lake() -> Page:
    return Page.from_bytes(HTML.encode(), name="lake.html", url="https://lake.example/")


def pane_of(page: Page, extractor: str, **values: object) -> PaneRecord:
    """Return a pane that has run."""
    settings = registry.extractor(extractor).default_settings().replace(**values)
    extraction = run(page, extractor, settings)
    return PaneRecord(
        1,
        extractor,
        extractor,
        extractor,
        settings,
        RunState.DONE,
        extraction=extraction,
        last_good=extraction,
    )


def gold_of(page: Page) -> Gold:
    classes = np.full(page.n_tokens, GoldClass.BOILERPLATE, dtype=np.uint8)
    classes[1:] = GoldClass.MAIN
    return Gold(classes, Provenance(own.NAME, "lake.html.gold.jsonl"))


def last_of(panes: list[PaneRecord]) -> LastSession:
    return LastSession(
        panes=tuple(PaneSetup(pane.name, pane.extractor, pane.settings) for pane in panes),
        active=RATIO,
        page=LastPage("/srv/someone/lake.html", title="Lake", scroll=(1, 4.5)),
        selection=Selection(((1, 4),), RATIO, 0),
        colour=f"label:{RATIO}",
        tabs=(1, 0),
        when="2026-01-01T10:00:00+00:00",
    )


def written(folder: Path, changes: Mapping[str, bytes | None] | None = None) -> Path:
    """Return a session file, some of whose entries are changed or left out."""
    page = lake()
    panes = [pane_of(page, ARTICLE, max_link_density=0.4), pane_of(page, RATIO)]
    parts = parts_of(last_of(panes), page, gold_of(page), panes) | dict(changes or {})
    file = folder / "lake.bscope"
    write_snapshot(
        page, file, RESOURCES, {name: data for name, data in parts.items() if data is not None}
    )
    return file


def extraction_of(pane: PaneRecord) -> Extraction:
    assert pane.extraction is not None
    return pane.extraction


def test_page_panes_gold_views_and_results_come_back(tmp_path: Path):
    file = written(tmp_path)

    session = read_session(file, tmp_path / "results")

    assert session is not None
    assert session.has_page
    assert (session.replaced, session.lost) == ((), ())
    page, last = read_page(file), session.last
    panes = [pane_of(page, ARTICLE, max_link_density=0.4), pane_of(page, RATIO)]
    expected = last_of(panes)
    assert expected.page is not None
    assert last == replace(expected, page=replace(expected.page, address=""))
    assert read_resources(file) == RESOURCES
    entry = find_entry(file)
    assert entry is not None
    assert entry.gold(page).classes.tolist() == gold_of(page).classes.tolist()
    kept = [result.runs for result in session.results]
    assert kept == [
        tuple(map(tuple, json.loads(line)["kept_runs"]))
        for line in read_parts(file)[RESULTS].decode().splitlines()
    ]
    assert differences(session.results, panes) == []


def test_no_path_of_the_machine_is_in_the_file(tmp_path: Path):
    file = written(tmp_path)

    with zipfile.ZipFile(file) as entries:
        texts = b"".join(entries.read(name) for name in entries.namelist())

    assert b"/srv/someone" not in texts
    assert str(tmp_path).encode() not in texts


def test_a_snapshot_of_a_page_alone_is_not_a_session(tmp_path: Path):
    write_snapshot(lake(), tmp_path / "lake.bscope")

    assert read_session(tmp_path / "lake.bscope", tmp_path) is None
    assert session_gold(tmp_path / "lake.bscope") is None
    with pytest.raises(SettingsError, match="has no panes: it is the snapshot of a page"):
        settings_file.load(tmp_path / "lake.bscope")


def test_words_that_another_version_decides_differently_are_counted(tmp_path: Path):
    file = written(tmp_path)
    line = json.loads(read_parts(file)[RESULTS].decode().splitlines()[0])
    line |= {"version": "0.0.1", "kept_runs": []}
    file = written(tmp_path, {RESULTS: json.dumps(line).encode()})
    pane = pane_of(read_page(file), ARTICLE, max_link_density=0.4)
    session = read_session(file, tmp_path)

    assert session is not None
    n_kept = int(extraction_of(pane).mask.sum())
    assert n_kept > 0
    (difference,) = differences(session.results, [pane])
    assert (difference.pane, difference.n_words, difference.before) == (ARTICLE, n_kept, "0.0.1")
    other = pane_of(read_page(file), ARTICLE)
    assert differences(session.results, [other]) == []  # of other settings


def test_a_missing_extractor_shows_its_saved_result(tmp_path: Path):
    parts = read_parts(written(tmp_path))
    missing = {
        VIEWS: parts[VIEWS].replace(b'"extractor": "link_ratio"', b'"extractor": "mine.longest"'),
    }
    session = read_session(written(tmp_path, missing), tmp_path / "results")

    assert session is not None
    assert session.replaced == ("mine.longest",)
    pane = next(pane for pane in session.last.panes if pane.name == RATIO)
    page = read_page(tmp_path / "lake.bscope")
    extraction = run(page, pane.extractor, pane.settings)
    before = extraction_of(pane_of(page, RATIO))
    assert extraction.own_text == before.own_text
    assert (extraction.mask == before.mask).mean() > 0.9  # its text is aligned to the page


def test_a_pane_without_extractor_and_result_is_named(tmp_path: Path):
    parts = read_parts(written(tmp_path))
    views = parts[VIEWS].replace(b'"extractor": "link_ratio"', b'"extractor": "mine.longest"')
    session = read_session(written(tmp_path, {VIEWS: views, RESULTS: None}), tmp_path)

    assert session is not None
    assert session.lost == (RATIO,)
    assert [pane.name for pane in session.last.panes] == [ARTICLE]


def test_the_session_of_a_corpus_has_its_path_and_no_page(tmp_path: Path):
    corpus = tmp_path / "pages"
    corpus.mkdir()
    panes = [pane_of(lake(), RATIO)]
    last = LastSession(
        last_of(panes).panes, RATIO, corpus=LastCorpus(str(corpus), shown=True, tab="sweep")
    )
    file = tmp_path / "pages.bscope"
    write_snapshot(None, file, None, parts_of(last, None, None, panes))

    session = read_session(file, tmp_path)

    assert session is not None
    assert not session.has_page
    assert session.last == last
    with pytest.raises(SnapshotError, match=r"'pages\.bscope' has no page: it is the session of a"):
        read_page(file)
    assert [pane.name for pane in settings_file.load(file)] == [RATIO]
    (tmp_path / "moved").mkdir()
    moved = Path(shutil.move(corpus, tmp_path / "moved" / "pages"))
    again = read_session(Path(shutil.copy(file, tmp_path / "moved")), tmp_path)
    assert again is not None
    assert again.last.corpus is not None
    assert again.last.corpus.path == str(moved)


# -- other parts of the program ----------------------------------------------------------------


def test_extract_and_score_read_the_panes_and_the_gold(tmp_path: Path):
    file = written(tmp_path)

    extracted = CliRunner().invoke(main, ["extract", str(file), "--format", "jsonl"])
    scored = CliRunner().invoke(main, ["score", str(file), "--format", "jsonl", "--rows", "pages"])
    other = CliRunner().invoke(main, ["extract", str(file), "-q", "-e", "bte"])

    records = [json.loads(line) for line in extracted.stdout.splitlines()]
    assert [record["pane"] for record in records] == [ARTICLE, RATIO]
    assert f"Panes of the session {file}" in extracted.stderr
    assert extracted.exit_code == scored.exit_code == other.exit_code == 0
    assert ARTICLE in scored.stdout
    assert "lake is quiet" in other.stdout


def test_marks_beside_a_session_come_before_those_in_it(tmp_path: Path):
    file = written(tmp_path)
    page = read_page(file)
    (inside,) = list_pages([str(file)])
    folder = [entry.has_gold for entry in list_pages([str(tmp_path)])]
    gold = replace(gold_of(page), classes=np.full(page.n_tokens, GoldClass.TITLE, dtype=np.uint8))
    save_marks(SavedMarks(own.marks_file(file)), page, gold, file)

    (beside,) = list_pages([str(file)])

    assert inside.has_gold
    assert folder == [True]
    assert inside.gold(page).classes.tolist() == gold.classes.tolist()  # there are marks by now
    assert beside.gold(page).classes.tolist() == gold.classes.tolist()


# -- old and hostile files ---------------------------------------------------------------------


def test_sessions_of_every_old_version_open(tmp_path: Path):
    session = read_session(OLD / "format2_session.bscope", tmp_path)
    corpus = read_session(OLD / "format2_corpus.bscope", tmp_path)

    assert session is not None
    assert [pane.name for pane in session.last.panes] == [ARTICLE, RATIO]
    assert session.last.panes[0].settings == registry.extractor(ARTICLE).default_settings().replace(
        max_link_density=0.4
    )
    assert session.last.selection == Selection(((1, 4),), RATIO, 0)
    assert len(session.results) == 2
    entry = find_entry(OLD / "format2_session.bscope")
    assert entry is not None
    page = read_page(OLD / "format2_session.bscope")
    assert entry.gold(page).classes.tolist() == gold_of(page).classes.tolist()
    assert corpus is not None
    assert corpus.last.corpus == LastCorpus("/pages", shown=True, tab="sweep")


@pytest.mark.parametrize(
    ("views", "message"),
    [
        (b"[" * 100_000, "is damaged: session.json"),
        (b"{}", "is damaged: session.json"),
        (b'{"version": 1, "session": 3}', "is damaged: session.json"),
        (b'{"version": 99, "session": {}}', "session of version 99.* newer version"),
        (b'{"version": "1", "session": {}}', "session of version 1"),
    ],
)
def test_views_that_are_not_valid_are_refused(views: bytes, message: str, tmp_path: Path):
    with pytest.raises(SnapshotError, match=message):
        read_session(written(tmp_path, {VIEWS: views}), tmp_path)


@pytest.mark.parametrize(
    "panes",
    [
        3,
        [3],
        [{"name": 5}],
        [{"name": "a", "extractor": []}],
        [{"name": "a", "extractor": "../../etc/passwd"}],
        [{"name": "a", "extractor": "/somewhere/x.py:run", "settings": {}}],
    ],
)
def test_panes_that_cannot_be_read_are_left_out(panes: object, tmp_path: Path):
    views = json.dumps({"version": 1, "session": {"panes": panes, "active": "a"}}).encode()

    session = read_session(written(tmp_path, {VIEWS: views}), tmp_path / "results")

    assert session is not None
    assert session.last.panes == ()
    assert session.last.active == "a"


def test_the_name_of_an_extractor_is_not_a_path(tmp_path: Path):
    parts = read_parts(written(tmp_path))
    evil = b'"extractor": "../../evil"'
    views = parts[VIEWS].replace(b'"extractor": "link_ratio"', evil)

    read_session(written(tmp_path, {VIEWS: views}), tmp_path / "results")

    assert not list(tmp_path.parent.glob("evil*"))
    assert all(file.parent == tmp_path / "results" for file in tmp_path.rglob("*evil*"))


@pytest.mark.parametrize(
    "lines",
    [
        b"\xff\xfe",
        b"[]\n3\n{}",
        b'{"pane": "a", "page_tokens": -1, "kept_runs": []}',
        b'{"pane": "link_ratio", "page_tokens": 9, "kept_runs": [[5, 3]]}',
    ],
)
def test_results_that_are_not_valid_are_left_out(lines: bytes, tmp_path: Path):
    session = read_session(written(tmp_path, {RESULTS: lines}), tmp_path)

    assert session is not None
    assert session.results == ()


@pytest.mark.parametrize("gold", [b"", b"{}\n{}", b"[]", b'{"words": 3}'])
def test_gold_that_is_not_valid_is_an_error_that_names_file_and_entry(gold: bytes, tmp_path: Path):
    file = written(tmp_path, {GOLD: gold})
    source = session_gold(file)

    assert source is not None
    with pytest.raises(GoldError, match=r"lake\.bscope.*gold\.jsonl"):
        source.gold(read_page(file))


def test_an_entry_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = written(tmp_path, {VIEWS: b" " * 2 * 10**6})
    monkeypatch.setattr("boilerscope.extractors.page.snapshot._MAX_PART", 10**6)

    with pytest.raises(SnapshotError, match=r"too large at 'session\.json'"):
        read_session(file, tmp_path)


def test_panes_of_a_hostile_settings_file_name_file_and_entry(tmp_path: Path):
    with pytest.raises(SettingsError, match=r"lake\.bscope, panes\.toml"):
        settings_file.load(written(tmp_path, {PANES: b"[[pane"}))


def test_the_version_is_the_newest_that_is_read():
    assert saved_session.VERSION == 1
