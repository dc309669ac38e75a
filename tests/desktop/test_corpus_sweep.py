"""Sweeps and searches on the Corpus face: run, dragged, applied, saved, exported, read back.

Files exported by the window are compared with those of the command line, to the last digit.
"""

from __future__ import annotations

import csv
import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.commands import main
from tests.desktop.driver import middle, wait_until
from tests.helpers.corpus_files import write_own_pages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

PANE, FIRST, SECOND = "boilerpipe.article", "max_link_density", "nw_cur"
CONFIG = f"""[[pane]]
extractor = "{PANE}"

[[pane]]
extractor = "link_ratio"
"""
OVER = (f"{FIRST}=0:1:11", f"{SECOND}=0:200:10")
TRIALS = 9
LEFT_OF_CURVE, RIGHT_OF_CURVE = 44, 82
LEFT_OF_CELLS, RIGHT_OF_CELLS, TOP_OF_CELLS, BELOW_CELLS = 44, 14, 2, 44
"""Margin around the axes of both plots, in pixels."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with a settings file of two panes, and our own pages with their gold."""
    folder = tmp_path_factory.mktemp("sweep")
    (folder / "panes.toml").write_text(CONFIG, encoding="utf-8")
    write_own_pages(folder / "pages")
    return folder


@pytest.fixture(scope="module")
def program(start: Start, home: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Return a program in which the corpus was run and the tab of sweeps is open."""
    cache = {"XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache"))}
    config = str(home / "panes.toml")
    started = start("--config", config, str(home / "pages"), folder=home, environment=cache)
    started.wait(lambda now: now["corpus"]["record"]["life"] == "read", "the corpus is listed")
    started.key("ctrl+Return")
    started.wait(lambda now: now["corpus"]["run"]["life"] == "done", "the run is done")
    started.key("ctrl+8")
    started.wait(lambda now: now["corpus"]["tab"] == "sweep", "the tab is open")
    return started


class CommandLine:
    """Runs commands on the pages and reads their output."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._known: dict[tuple[str, ...], list[dict[str, Any]]] = {}

    def rows(self, command: str, *arguments: str, format_name: str = "csv") -> list[dict[str, Any]]:
        """Return the rows of a command's output; an equal command is not run again."""
        key = (command, *arguments, format_name)
        if key not in self._known:
            self._known[key] = self._run(command, arguments, format_name)
        return self._known[key]

    def _run(
        self, command: str, arguments: Sequence[str], format_name: str
    ) -> list[dict[str, Any]]:
        file = self._home / f"{command}.{format_name}"
        words = [command, str(self._home / "pages"), *arguments]
        words += ["--format", format_name, "-o", str(file), "--quiet"]
        result = CliRunner().invoke(main, words, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        if format_name == "csv":
            return read_csv(file)
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def command_line(home: Path) -> CommandLine:
    """Return a runner of commands on the same pages."""
    return CommandLine(home)


def read_csv(file: Path) -> list[dict[str, Any]]:
    """Return the rows of a file."""
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))


def exported(program: Program, home: Path, part: str) -> list[dict[str, Any]]:
    """Export a part of the face like a user; return the rows of the file."""
    program.click("Export (Ctrl+E)")
    program.wait(lambda now: now.widgets("exportScoresTab"), "the dialog opens")
    program.click("corpusExportPart").type(part).key("Return")
    program.wait(lambda now: now.widget("corpusExportPart")["text"] == part, "the part is chosen")
    file = home / f"window-{part}.csv"
    program.click("exportFile").key("ctrl+a").type(str(file)).key("Return")
    wait_until(lambda: file.exists() and file.stat().st_size > 0, "the file is written")
    program.wait(lambda now: str(file) in now["message"], "it says so")
    return read_csv(file)


def swept(program: Program, pages: int) -> State:
    """Press Ctrl+Enter and wait until the sweep is done."""
    program.key("ctrl+Return")
    program.wait(lambda now: now.widgets("Cancel", path="sweep"), "the sweep runs")
    message = f"{pages} pages in "
    return program.wait(lambda now: message in now.texts(), "the sweep is done", 90)


def settings(state: State) -> Mapping[str, Any]:
    """Return the settings of the swept pane."""
    pane_settings: Mapping[str, Any] = state.pane(PANE)["settings"]
    return pane_settings


def curve_point(state: State, share: float) -> tuple[int, int]:
    """Return the point of the curve at a share of the setting's range."""
    left, top, width, height = state.widget(**{"class": "SweepCurve"})["rect"]
    across = width - LEFT_OF_CURVE - RIGHT_OF_CURVE
    return round(left + LEFT_OF_CURVE + share * across), round(top + height / 2)


def cell_point(state: State, column: float, row: float) -> tuple[int, int]:
    """Return a point of the heatmap from cell coordinates; 0 is the middle of the first cell."""
    left, top, width, height = state.widget(**{"class": "SweepHeatmap"})["rect"]
    across = width - LEFT_OF_CELLS - RIGHT_OF_CELLS
    up = height - TOP_OF_CELLS - BELOW_CELLS
    return (
        round(left + LEFT_OF_CELLS + (column + 0.5) / 11 * across),
        round(top + TOP_OF_CELLS + up - (row + 0.5) / 10 * up),
    )


def test_one_setting_is_swept_by_a_key_with_the_best_point_of_the_command_line(
    program: Program, command_line: CommandLine
):
    state = program.settled()
    assert "21 values, 9 pages, about" in state.texts()

    state = swept(program, 9)

    best = next(
        row
        for row in command_line.rows("sweep", "-e", PANE, "--over", f"{FIRST}=0:1:21")
        if row["is_best"] == "True"
    )
    curve = state.widget(**{"class": "SweepCurve"})
    score = f"{float(best['training_token_f1']):.3f}"
    assert curve["description"] == f"best {float(best[FIRST]):g}: {score}"
    assert "5 training, 4 validation pages" in state.texts()


def test_dragging_the_dashed_line_is_one_undo_step(program: Program):
    before = settings(program.state())[FIRST]
    state = program.state()
    program.drag(curve_point(state, before), curve_point(state, 0.6), steps=12)

    state = program.wait(
        lambda now: abs(settings(now)[FIRST] - 0.6) < 0.01 and now["settled"], "the pane follows"
    )
    assert state["corpus"]["outdated"] == [PANE]
    assert state.widget(**{"class": "SweepCurve"})["name"].endswith(f"{settings(state)[FIRST]:g}")
    program.key("Right")
    program.wait(lambda now: settings(now)[FIRST] == 0.65, "an arrow goes to the next point")
    program.key("ctrl+z")
    program.wait(lambda now: abs(settings(now)[FIRST] - 0.6) < 0.01, "the step is taken back")
    program.key("ctrl+z")
    program.wait(lambda now: settings(now)[FIRST] == before, "the whole drag is one step")


def test_two_settings_are_swept_and_the_handle_changes_both(
    program: Program, home: Path, command_line: CommandLine
):
    before = settings(program.state())
    program.click("Second setting").click_item(SECOND)
    program.wait(lambda now: now.widgets("Number of values", text="11"), "the grid is coarser")
    state = swept(program, 9)
    assert state.widgets(**{"class": "SweepHeatmap"})
    assert f"at {SECOND} 22" in state.texts()

    program.drag(cell_point(state, 10 / 3, 16 / 22.2), cell_point(state, 7, 4))
    state = program.wait(
        lambda now: abs(settings(now)[FIRST] - 0.7) < 0.02 and abs(settings(now)[SECOND] - 89) < 4,
        "the pane has both values",
    )
    below = 89 if settings(state)[SECOND] > 89 else 67  # a pixel is more than a step
    program.key("Left", "Down")
    state = program.wait(lambda now: settings(now)[SECOND] == below, "arrows go from cell to cell")
    assert settings(state)[FIRST] == pytest.approx(0.6, abs=0.1)
    program.key("ctrl+z", "ctrl+z", "ctrl+z")
    program.wait(lambda now: settings(now) == before, "a step of undo for the drag and each arrow")

    rows = command_line.rows("sweep", "-e", PANE, "--over", OVER[0], "--over", OVER[1])
    exported_rows = exported(program, home, "Sweep")
    assert [without(row, "about") for row in exported_rows] == [
        without(row, "about") for row in rows
    ]
    about, expected = (json.loads(table[0]["about"]) for table in (exported_rows, rows))
    assert about == expected


def without(row: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return a row without some of its columns."""
    return {name: value for name, value in row.items() if name not in names}


def test_a_cancelled_sweep_keeps_the_finished_pages(program: Program):
    steps = program.state().widgets("Number of values")[0]
    program.click(middle(steps["rect"])).key("ctrl+a").type("60").key("Return")
    program.wait(lambda now: now.widgets("Number of values", text="60"), "the range is finer")
    program.key("ctrl+Return")
    program.wait(
        lambda now: re.search(r"\b[1-8] of 9 pages", now.texts()), "some pages are done", 60
    )
    program.click("Cancel")
    state = program.wait(lambda now: "Cancelled, " in now.texts(), "the sweep is cancelled")

    [n_done] = re.findall(r"Cancelled, (\d) of 9 pages", state.texts())
    [sides] = re.findall(r"(\d) training, (\d) validation pages", state.texts())
    assert 1 <= int(n_done) < 9
    assert sum(map(int, sides)) == int(n_done)
    assert state.widgets(**{"class": "SweepHeatmap"})
    program.click(middle(steps["rect"])).key("ctrl+a").type("11").key("Return")
    program.wait(lambda now: now.widgets("Number of values", text="11"), "the range is as before")


def test_a_search_is_run_and_a_trial_applied_and_undone(
    program: Program, home: Path, command_line: CommandLine
):
    before = settings(program.state())
    program.click("Number of trials").key("ctrl+a").type(str(TRIALS)).key("Return")
    program.wait(lambda now: now.widgets("Number of trials", text=str(TRIALS)), "so many trials")
    program.click(middle(program.state().widget("Search", **{"class": "QPushButton"})["rect"]))
    program.wait(lambda now: now.widgets("Pause", path="SearchPart"), "the search runs")
    text = f"{TRIALS} of {TRIALS} trials, 3 settings"
    state = program.wait(
        lambda now: text in now.texts() and now["settled"], "the search is done", 90
    )
    assert state.focus["name"] == "Trials"

    head, *rows = command_line.rows("tune", *searched(), format_name="jsonl")
    exported_rows = exported(program, home, "Trials")
    assert len(exported_rows) == TRIALS
    assert [(float(row["training"]), float(row["validation"])) for row in exported_rows] == [
        (row["training"], row["validation"]) for row in rows
    ]
    assert [json.loads(row["settings"]) for row in exported_rows] == [
        row["settings"] for row in rows
    ]
    assert json.loads(exported_rows[0]["about"]) == without(head, "kind")

    ranked = sorted(rows, key=lambda row: (-row["training"], row["trial"]))
    program.click_item(str(ranked[0]["trial"]), path="TrialTable").key("Down", "Return")
    message = f"Trial {ranked[1]['trial']} applied to {PANE}. Ctrl+Z undoes this."
    state = program.wait(lambda now: now["message"] == message, "the second best is applied")
    changed = ranked[1]["settings"]
    assert {name: settings(state)[name] for name in changed} == changed
    program.wait(lambda now: "Outdated: " in now.texts(), "the sweep is of other settings")
    program.key("ctrl+z")
    program.wait(lambda now: settings(now) == before, "it is taken back in one step")
    program.wait(lambda now: "Outdated: " not in now.texts(), "the sweep is of these settings")


def searched() -> list[str]:
    """Return the options of the same search on the command line."""
    options = ["-e", PANE, "--trials", str(TRIALS)]
    for over in (*OVER, "fulltext_density=0:50:21"):
        options += ["--over", over]
    return options


def test_the_best_trial_is_saved_as_a_preset_with_its_provenance(
    program: Program, home: Path, command_line: CommandLine
):
    program.key("Up")
    state = program.wait(lambda now: f"best of {TRIALS}" in now.texts(), "the best is selected")
    assert re.search(r"Report 0\.\d{3}, not 0\.\d{3}\.", state.texts())
    program.click("Save as preset…")
    program.wait(lambda now: "Name of the preset" in now.texts(), "it asks for a name")
    program.type("tuned").key("Return")
    program.wait(lambda now: now["message"] == "Preset tuned saved", "it says so")

    file = home / "config" / "presets" / f"{PANE}.toml"
    [preset] = tomllib.loads(file.read_text(encoding="utf-8"))["preset"]
    _, *rows = command_line.rows("tune", *searched(), format_name="jsonl")
    [best] = [row for row in rows if row["is_best"]]
    assert preset["name"] == "tuned"
    assert preset["settings"] == best["settings"]
    for part in (
        f"Token F1 {best['validation']:.3f} on 4 validation pages",
        f"({best['training']:.3f} on 5 training pages)",
        f"trial {best['trial']} of {TRIALS}, seed 20100204",
        "optuna",
    ):
        assert part in preset["help"]


def test_the_leaderboard_has_the_scores_of_the_command_line(
    program: Program, home: Path, command_line: CommandLine
):
    program.wait(
        lambda now: (
            not now["corpus"]["outdated"]
            and now["corpus"]["run"]["life"] == "done"
            and now["settled"]
        ),
        "the results are of the settings",
    )

    exported_rows = exported(program, home, "Leaderboard")
    rows = command_line.rows("score", "-e", PANE, "-e", "link_ratio")

    assert len(exported_rows) == len(rows)
    ours = ("filter", "average", "run", "pages_from")
    theirs = [without(row, "average") for row in rows]
    assert [without(row, *ours) for row in exported_rows] == theirs
