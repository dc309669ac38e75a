"""Run the notebook of the docs and keep what its cells show.

    python -m tests.helpers.notebook     # runs docs/results.ipynb and writes its outputs

Jupyter is not needed: a cell is run as Jupyter runs it, and the value of its last line is shown.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import tempfile
from typing import Any

from tests.helpers.material import ROOT

NOTEBOOK = ROOT / "docs" / "results.ipynb"
COMMAND = ("extract", "-e", "boilerpipe.article", "-e", "link_ratio", "--format", "parquet")


def read() -> dict[str, Any]:
    """Return the notebook of the docs."""
    notebook: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return notebook


def cells_of(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the cells of code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run_cell(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell and return its outputs, in the form of the notebook's file.

    Parameters
    ----------
    names : dict
        Variables of the notebook; those that the cell sets are added.
    """
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, NOTEBOOK.name, "exec"), names)  # noqa: S102 - our own notebook
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)  # noqa: S307 - the same
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if value is not None:
        outputs.append(_shown(value))
    return outputs


def _shown(value: object) -> dict[str, Any]:
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    as_html = getattr(value, "_repr_html_", None)
    if as_html is not None and (markup := as_html()) is not None:
        data["text/html"] = markup.splitlines(keepends=True)
    return {"output_type": "execute_result", "execution_count": None, "data": data, "metadata": {}}


def main() -> None:
    """Run the notebook on results of the command line, and write what its cells show."""
    from click.testing import CliRunner

    from boilerscope.app.cli.main import main as boilerscope
    from boilerscope.resources.loader import samples

    notebook, names = read(), dict[str, Any]()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        pages = [str(sample.path) for sample in samples()[:2]]
        result = CliRunner().invoke(boilerscope, [*COMMAND, "--blocks", *pages, "-o", "out"])
        if result.exit_code:
            raise SystemExit(result.output)
        for number, cell in enumerate(cells_of(notebook), 1):
            cell["outputs"] = run_cell("".join(cell["source"]), names)
            cell["execution_count"] = number
            for output in cell["outputs"]:
                if "execution_count" in output:
                    output["execution_count"] = number
        text = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
    NOTEBOOK.write_text(text.replace(str(ROOT), ""), encoding="utf-8")


if __name__ == "__main__":
    main()
