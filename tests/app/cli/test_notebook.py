"""The notebook in docs reads what `extract` and `batch` write with ``--format parquet``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.resources.loader import samples
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@pytest.mark.parametrize("command", [["extract"], ["batch", "--shard-pages", "1"]])
def test_every_cell_runs_on_results_with_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Sequence[str]
):
    pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    notebook = json.loads((ROOT / "docs" / "results.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    pages = [str(sample.path) for sample in samples()[:2]]
    arguments = [*command, *pages, "-e", "boilerpipe.article", "-e", "link_ratio"]
    out = tmp_path / "out"
    result = CliRunner().invoke(
        main, [*arguments, "--format", "parquet", "--blocks", "-o", str(out)]
    )
    assert result.exit_code == 0, result.output
    monkeypatch.chdir(tmp_path)

    names: dict[str, Any] = {}
    for cell in cells:
        exec(compile(cell, "results.ipynb", "exec"), names)  # noqa: S102 - our own notebook

    assert len(notebook["cells"]) == 10
    assert names["results"].num_rows == 4
    assert names["dropped"].num_rows > 10
    assert len(names["agreement"]) == 2
    assert all(names["agreement"].values())
