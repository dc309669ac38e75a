"""Exports of the Corpus face: the bytes of the command line, in every format."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import shutil
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from click.testing import CliRunner
from PySide6.QtWidgets import QWidget

from boilerscope.app.cli.main import main
from boilerscope.app.session.corpus import ReadLife, RunLife
from boilerscope.app.window.controllers.corpus.export import CorpusExportController
from boilerscope.app.window.controllers.reports import ReportController
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey
from boilerscope.widgets.corpus.scores_tab import ScoresChoice
from boilerscope.widgets.export.report_tab import ReportChoice
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, MARKUP
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.app.window.window import Window
    from tests.helpers.controller_bench import ControllerBench
    from tests.helpers.stub_page_view import StubPageView

GOLD = {"lake": ("A short line.", "en"), "pond": ("Another line.", "fr"), "sea": (None, "en")}
LOAD_MS = 60_000


class Exports:
    """Controller of the exports, over a corpus on which two panes have run."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench, folder: Path) -> None:
        self._shared, self.folder = shared, folder / "pages"
        self.folder.mkdir()
        shared.add_panes(ARTICLE, LINK_RATIO)
        window = QWidget()
        qtbot.addWidget(window)
        self.controller = CorpusExportController(shared.context, shared.actions, window)
        lines = []
        for name, (text, language) in GOLD.items():
            page = MARKUP if text is None else f"{MARKUP}<p>{text}"
            (self.folder / f"{name}.html").write_text(page, encoding="utf-8")
            lines.append({"id": name, "html": f"{name}.html", "text": text, "lang": language})
        (self.folder / "gold.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        self.corpus = shared.context.corpus
        self.corpus.open(self.folder)
        qtbot.waitUntil(lambda: self.corpus.state.table is not None, timeout=LOAD_MS)
        self.corpus.start()
        qtbot.waitUntil(lambda: self.corpus.state.run.life is RunLife.DONE, timeout=LOAD_MS)

    def written(self, part: str, format_name: str) -> str:
        """Write a part of the face and return the file."""
        file = self.folder.parent / f"{part}.{format_name}"
        self.controller.write(ScoresChoice(part, "language", format_name, file), file)
        self._shared.wait_for_work()
        return file.read_text(encoding="utf-8")

    def wait(self) -> None:
        """Wait until every background job was answered."""
        self._shared.wait_for_work()

    def reported(self, stub: StubPageView, file: Path) -> str:
        """Write a report of the corpus and return it."""
        window = SimpleNamespace(page=SimpleNamespace(view=stub))
        reports = ReportController(self._shared.context, cast("Window", window))
        self.corpus.show_face(True)
        reports.write(ReportChoice(file, page_text=True, picture=False))
        self._shared.wait_for_work()
        return file.read_text(encoding="utf-8")

    def command_of_report(self, stub: StubPageView, file: Path) -> str:
        """Return the command that the tab of reports copies."""
        window = SimpleNamespace(page=SimpleNamespace(view=stub))
        reports = ReportController(self._shared.context, cast("Window", window))
        return reports.command(ReportChoice(file, page_text=True, picture=False)).text

    def scored(self, *options: str) -> str:
        """Return what the command ``score`` prints for the same panes and pages."""
        arguments = ["score", str(self.folder), "-e", ARTICLE, "-e", LINK_RATIO, "-q", *options]
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.stdout


@pytest.fixture
def exports(
    qtbot: QtBot, shared: ControllerBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Exports:
    """Return the controller after a run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Exports(qtbot, shared, tmp_path)


def test_a_leaderboard_has_the_bytes_of_the_command(exports: Exports):
    for name in ("csv", "latex", "markdown"):
        exported = exports.written("leaderboard", name)

        assert exported == exports.scored("--format", name)


@pytest.mark.parametrize("comments", [False, True])
def test_the_copied_command_writes_the_same_bytes(exports: Exports, comments: bool):  # noqa: FBT001 - a parameter of the test
    exports.corpus.score_text(ScoredText.OWN if comments else ScoredText.PAGE, comments=comments)
    exports.corpus.score_by("shingle_f1")
    exports.wait()
    exported = exports.written("leaderboard", "csv")
    file = exports.folder.parent / "leaderboard.csv"
    command = exports.controller.command(ScoresChoice("leaderboard", "language", "csv", file))
    run(command.text)

    assert ("--comments" in command.text) is comments
    assert file.read_text(encoding="utf-8") == exported


def test_comments_count_as_main_content_if_they_are_chosen(
    qtbot: QtBot, exports: Exports, tmp_path: Path
):
    folder = tmp_path / "annotated"
    shutil.copytree(ROOT / "tests/data/gold/l3s-gn1", folder)
    corpus = exports.corpus
    corpus.open(folder)
    read = (str(folder), ReadLife.READ)
    record = corpus.state
    qtbot.waitUntil(lambda: (record.record.path, record.record.life) == read, timeout=LOAD_MS)
    corpus.start()
    exports.wait()
    without = exports.written("leaderboard", "csv")
    corpus.score_text(ScoredText.PAGE, comments=True)
    exports.wait()
    exported = exports.written("leaderboard", "csv")
    file = tmp_path / "leaderboard.csv"
    run(exports.controller.command(ScoresChoice("leaderboard", "language", "csv", file)).text)

    assert file.read_text(encoding="utf-8") == exported
    first = [next(csv.DictReader(io.StringIO(text))) for text in (without, exported)]
    assert [row["comments"] for row in first] == ["False", "True"]
    assert first[0]["value"] < first[1]["value"]


def test_the_command_of_a_report_writes_the_same_report(
    exports: Exports, stub: StubPageView, tmp_path: Path
):
    exports.corpus.score_text(ScoredText.PAGE, comments=True)
    exports.corpus.compare_with(LINK_RATIO)
    exports.wait()
    file = tmp_path / "report.html"
    reported = exports.reported(stub, file)
    command = exports.command_of_report(stub, file)
    run(command)

    assert "by language" in reported
    assert "Comments count as main content" in reported
    repeated = file.read_text(encoding="utf-8")
    assert undated(repeated) == undated(reported)


def undated(report: str) -> str:
    """Return a report without the time at which it was made, and without its digest."""
    return re.sub(r"on \d{4}-\d\d-\d\d \d\d:\d\d UTC|sha256 \w+", "", report)


def run(command: str) -> None:
    """Run a command line."""
    program, *words = shlex.split(command)
    assert program == "boilerscope"
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output


def test_groups_have_the_rows_of_the_command(exports: Exports):
    command = exports.scored("--format", "csv", "--by", "language")

    exported = list(csv.DictReader(io.StringIO(exports.written("groups", "csv"))))

    rows = list(csv.DictReader(io.StringIO(command)))
    assert exported == [row for row in rows if row["by"] == "language"]
    assert {row["average"] for row in exported} == {"macro", "micro"}


def test_pages_are_written_as_listed_with_the_filter_that_chooses_them(exports: Exports):
    exports.corpus.filter_by(PageFilter(languages=frozenset({"fr"})))

    rows = list(csv.DictReader(io.StringIO(exports.written("pages", "csv"))))

    assert [(row["page"], row["pane"]) for row in rows] == [("pond", ARTICLE), ("pond", LINK_RATIO)]
    assert {row["filter"] for row in rows} == {'{"languages": ["fr"]}'}
    assert {row["run"] for row in rows} == {"1"}
    assert {row["pages_from"] for row in rows} == {str(exports.folder)}


def test_pages_have_the_expected_f1_once_it_is_computed(exports: Exports):
    before = next(csv.DictReader(io.StringIO(exports.written("pages", "csv"))))
    exports.corpus.sort_by(Sort(SortKey.EXPECTED, pane=ARTICLE))
    exports.wait()
    rows = list(csv.DictReader(io.StringIO(exports.written("pages", "csv"))))

    assert "expected_f1" not in before
    of_article = [float(row["expected_f1"]) for row in rows if row["pane"] == ARTICLE]
    assert of_article == sorted(of_article)  # as listed, the worst page first
    table = exports.corpus.state.table
    assert table is not None
    names = [page.page_id for page in table.pages]
    assert {(row["page"], row["pane"], float(row["expected_f1"])) for row in rows} == {
        (name, pane, float(table.expected[number, column]))
        for number, name in enumerate(names)
        for column, pane in enumerate(table.panes)
    }


def test_a_report_of_the_corpus_has_every_kind_of_groups(exports: Exports, stub: StubPageView):
    file = exports.folder.parent / "report.html"

    text = exports.reported(stub, file)

    for title in ("language", "length"):
        assert f"Token F1 by {title}, macro average" in text
    assert "by page type" not in text  # all pages are of one type
    assert "boilerscope score" in text
