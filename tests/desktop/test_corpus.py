"""A corpus in the window: opened, run, paused, killed and resumed, exported and read back."""

from __future__ import annotations

import csv
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.desktop.driver import WAIT_S, wait_until
from tests.helpers.corpus_files import write_corpus, write_own_pages
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

CONFIG = """[[pane]]
extractor = "bte"

[[pane]]
extractor = "link_ratio"
"""
N_PAGES, N_MANY = 8, 500


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with a settings file of two panes and a small corpus."""
    folder = tmp_path_factory.mktemp("corpus")
    (folder / "panes.toml").write_text(CONFIG, encoding="utf-8")
    write_corpus(folder / "pages", N_PAGES)
    return folder


@pytest.fixture(scope="module")
def program(start: Start, home: Path) -> Program:
    """Return a program started with the corpus."""
    config = str(home / "panes.toml")
    started = start("--config", config, str(home / "pages"), folder=home, environment=cache(home))
    started.wait(lambda now: now["corpus"]["record"]["life"] == "read", "the corpus is listed")
    return started


def cache(folder: Path) -> dict[str, str]:
    """Return an environment without stored results of other scenarios."""
    return {"XDG_CACHE_HOME": str(folder / "cache")}


def _life(state: State) -> object:
    return state["corpus"]["run"]["life"]


def _run(program: Program, seconds: float = WAIT_S) -> State:
    before = program.state()["corpus"]["run"]["number"]
    program.key("ctrl+Return")
    return program.wait(
        lambda now: (
            now["corpus"]["run"]["number"] > before and _life(now) == "done" and now["settled"]
        ),
        "the run is done",
        seconds,
    )


def _is_in_leaderboard(state: State) -> bool:
    return "corpus-leaderboard" in state.focus["path"].split("/")


def _row_after(program: Program, key: str) -> object:
    """Press a key that selects another page; return the page."""
    before = program.state()["corpus"]["row"]
    program.key(key)
    state = program.wait(lambda now: now["corpus"]["row"] != before, f"{key} selects a page")
    return state["corpus"]["row"]


def test_a_corpus_is_opened_by_its_path_and_run_by_a_key(program: Program):
    state = program.settled()
    assert state["corpus"]["shown"]
    assert "2 sets" not in state.texts()
    assert f"Run 2 panes on {N_PAGES} pages" in state.texts()
    assert _is_in_leaderboard(state)
    assert f"{N_PAGES} pages" in state.widget("corpusField")["name"]

    state = _run(program)

    assert state["corpus"]["done"] == N_PAGES
    assert state["corpus"]["pending"] == []
    assert f"All {N_PAGES} pages done" in state.texts()
    assert f"Compared on the {N_PAGES} pages" in state.texts()


def test_the_panes_have_the_focus_from_the_start_and_the_keys_in_the_status_bar_work(
    program: Program,
):
    if not program.state()["corpus"]["run"]["number"]:
        program.wait(_is_in_leaderboard, "the panes have the focus before a run")
        _run(program)  # this scenario alone
    program.wait(_is_in_leaderboard, "the panes keep the focus, a button that runs never gets it")

    rows = [_row_after(program, key) for key in ("j", "j", "k")]

    assert rows[0] == rows[2] != rows[1]
    assert program.state().focus["id"] == "pageMatrix"


def test_the_faces_are_switched_and_panes_and_settings_stay(program: Program):
    program.key("ctrl+Tab")
    state = program.wait(lambda now: not now["corpus"]["shown"], "the Page face is shown")
    assert state.widgets("startScreen")
    program.key("ctrl+Tab")
    state = program.wait(lambda now: now["corpus"]["shown"], "the Corpus face is shown")

    assert state.widgets("corpusFace")
    assert not state.widgets("address")
    assert [pane["name"] for pane in state["panes"]] == ["bte", "link_ratio"]


def test_a_copied_pane_has_the_kept_results_at_once(program: Program):
    assert _run(program)["corpus"]["kept"] == N_PAGES, "a second run repeats nothing"
    before = program.state()["corpus"]["run"]["number"]
    program.key("ctrl+d")

    state = program.wait(
        lambda now: (
            len(now["panes"]) == 3 and not now["corpus"]["pending"] and "bte#2" in now.texts()
        ),
        "the copy has its results",
    )
    assert state["corpus"]["run"]["number"] == before
    program.key("ctrl+z")
    program.wait(lambda now: len(now["panes"]) == 2, "undo takes the pane back")


def test_a_leaderboard_is_exported_and_read_back(program: Program, home: Path):
    program.key("ctrl+k")
    program.wait(lambda now: now.widgets("palette"), "the palette opens")
    program.type("Export scores").key("Return")
    program.wait(lambda now: now.widgets("exportScoresTab"), "the dialog opens")
    file = home / "board.csv"
    program.click("exportFile").key("ctrl+a").type(str(file)).key("Return")
    program.wait(lambda now: not now.widgets("exportScoresTab"), "the dialog closes")
    wait_until(lambda: file.exists() and file.stat().st_size > 0, "the file is written")

    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert {row["pane"] for row in rows} == {"bte", "link_ratio"}
    assert {row["pages_scored"] for row in rows} == {str(N_PAGES)}
    assert json.loads(rows[0]["versions"])["boilerscope"]
    assert len(rows[0]["corpus"]) == 64
    # No filter chooses the pages, so the file is that of `boilerscope score`.
    assert {"filter", "run", "pages_from"}.isdisjoint(rows[0])


def test_a_batch_opens_at_once_with_its_own_panes_and_results(program: Program, home: Path):
    pages, results = write_own_pages(home / "own"), home / "results"
    panes = ["-e", "link_ratio", "--set", "link_ratio.rate=0.5", "-e", "boilerpipe.article"]
    tables = ["--format", "parquet"] if find_spec("pyarrow") else []
    command = ["batch", str(pages), *panes, *tables, "-o", str(results), "--quiet"]
    main = "from boilerscope.app.cli.main import main; main()"
    subprocess.run([sys.executable, "-c", main, *command], check=True, cwd=ROOT)
    program.key("ctrl+Tab")
    program.wait(lambda now: not now["corpus"]["shown"], "the Page face is shown")
    program.click("address").key("ctrl+a").type(str(results)).key("Return")

    state = program.wait(
        lambda now: (
            now["corpus"]["record"]["path"] == str(results)
            and now["corpus"]["done"] == now["corpus"]["record"]["n_pages"] > 1
            and _life(now) == "done"
            and now["settled"]
        ),
        "the results are shown",
    )

    assert [pane["name"] for pane in state["panes"]] == ["link_ratio", "boilerpipe.article"]
    assert state["corpus"]["pending"] == []
    assert f"All {state['corpus']['done']} pages done" in state.texts()


def test_a_wrong_line_is_named_and_left_out(program: Program, home: Path):
    pages = write_corpus(home / "wrong", 3)
    with (pages / "gold.jsonl").open("a", encoding="utf-8") as stream:
        stream.write("{broken\n")
    program.key("ctrl+Tab")
    program.wait(lambda now: not now["corpus"]["shown"], "the Page face is shown")
    program.click("address").key("ctrl+a").type(str(pages)).key("Return")
    state = program.wait(
        lambda now: now["corpus"]["record"]["path"] == str(pages) and now["settled"],
        "it is open",
    )

    assert state["corpus"]["shown"]
    assert state["corpus"]["record"]["n_pages"] == 3
    assert "1 part left out" in state.widget("corpusField")["name"]
    program.wait(
        lambda now: "gold.jsonl, line 4" in now.texts(), "its message follows the one before it"
    )


def test_a_killed_run_continues_and_can_be_cancelled_and_closed(
    start: Start, home: Path, tmp_path_factory: pytest.TempPathFactory
):
    folder = tmp_path_factory.mktemp("killed")
    pages = write_corpus(folder / "pages", N_MANY)
    arguments = ("--config", str(home / "panes.toml"), "--corpus", str(pages))
    first = start(*arguments, folder=folder, environment=cache(folder))
    first.wait(lambda now: now["corpus"]["record"]["life"] == "read", "the corpus is listed")
    first.key("ctrl+Return")
    first.wait(lambda now: now["corpus"]["done"] > 0, "some pages are done")
    first.click("run-pause_corpus")
    state = first.wait(lambda now: _life(now) == "paused" and now["settled"], "the run is paused")
    assert "Go on" in state.texts()
    paused = state["corpus"]["done"]
    first.click("run-pause_corpus")
    done = first.wait(lambda now: now["corpus"]["done"] > paused, "it goes on")["corpus"]["done"]
    first.kill()
    n_kept = n_stored_pages(folder)
    assert done <= n_kept < N_MANY

    second = start(*arguments, folder=folder, environment=cache(folder))
    second.wait(lambda now: now["corpus"]["record"]["life"] == "read", "the corpus is listed again")
    second.key("ctrl+Return")
    second.wait(lambda now: now["corpus"]["done"] > n_kept, "what is missing is run")
    second.click("run-cancel_corpus")
    state = second.wait(
        lambda now: _life(now) == "cancelled" and now["settled"], "the run is cancelled"
    )
    assert state["corpus"]["kept"] == n_kept
    assert state["corpus"]["done"] < N_MANY
    assert "Cancelled after" in state.texts()

    n_kept = n_stored_pages(folder)
    assert n_kept >= state["corpus"]["done"]
    state = _run(second, 60)
    assert (state["corpus"]["done"], state["corpus"]["kept"]) == (N_MANY, n_kept)
    second.key("ctrl+d")
    second.wait(lambda now: now["corpus"]["pending"] == ["bte#2"], "a new pane is to be run")
    second.key("ctrl+Return")
    second.wait(lambda now: _life(now) == "running", "it runs")
    second.key("ctrl+q")
    assert second.exit_code(3.0) == 0


def n_stored_pages(folder: Path) -> int:
    """Return the number of pages with stored results of both panes."""
    [file] = (folder / "cache").rglob("*.sqlite")
    with closing(sqlite3.connect(file)) as store:
        return len(
            store.execute("select page from results group by page having count(*) = 2").fetchall()
        )
