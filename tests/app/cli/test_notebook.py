"""The notebook in docs runs, on built-in pages and on what `extract` and `batch` write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

import boilerscope
from boilerscope.app.cli.main import main
from boilerscope.resources.loader import samples
from tests.helpers import notebook

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

BATCH = ("batch", *notebook.COMMAND[1:], "--shard-pages", "1")


@pytest.mark.parametrize("command", [notebook.COMMAND, BATCH])
def test_every_cell_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Sequence[str]):
    for library in ("pandas", "pyarrow.parquet"):
        pytest.importorskip(library, reason=f"{library} is not installed")
    pages = [str(sample.path) for sample in samples()[:2]]
    out = tmp_path / "out"
    result = CliRunner().invoke(main, [*command, *pages, "--blocks", "-o", str(out)])
    assert result.exit_code == 0, result.output
    monkeypatch.chdir(tmp_path)

    names: dict[str, Any] = {}
    cells = notebook.cells_of(notebook.read())
    shown = [notebook.run_cell("".join(cell["source"]), names) for cell in cells]

    assert [kinds(outputs) for outputs in shown] == [kinds(cell["outputs"]) for cell in cells]
    assert names["results"].num_rows == 4
    assert names["dropped"].num_rows > 10
    assert len(names["agreement"]) == 2
    assert all(names["agreement"].values())
    assert names["comparison"].agreement.shape == (4, 4)
    assert len(names["scores"].pages) == 12


def kinds(outputs: Sequence[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Return the kinds of what a cell shows."""
    return [(output["output_type"], *output.get("data", {})) for output in outputs]


def test_the_stored_picture_is_the_one_that_the_program_draws():
    cells = notebook.cells_of(notebook.read())
    cell = next(cell for cell in cells if cell["source"] == ["comparison"])
    heavy = boilerscope.pane("bte", "heavy tags", tag_weight=2.0)

    view = boilerscope.show("sample:news-en", ["boilerpipe.article", "learned", "bte", heavy])

    stored = "".join(cell["outputs"][0]["data"]["text/html"])
    assert stored == view._repr_html_(), "run python -m tests.helpers.notebook"


def test_the_notebook_has_no_path_of_a_machine():
    assert "file:///" not in notebook.NOTEBOOK.read_text(encoding="utf-8")
