"""``score --rows elements``: the cells and lines that differ from a gold in Markdown."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

HTML = """\
<html><body><main cc-select="true"><h1>Tides</h1>
<p>A paragraph of words that is long enough to be kept by everything, with commas, and more.</p>
<table><tr><th>Tide</th><th>Lamps</th></tr><tr><td>Spring</td><td>221</td></tr>
<tr><td>Neap</td><td>104</td></tr></table>
<pre><code class="language-python">def f():
    return x
</code></pre>
<p>Another paragraph of words, long enough to be kept by everything, with commas, and more.</p>
</main></body></html>
"""
MARKDOWN = """\
# Tides

A paragraph of words that is long enough to be kept by everything, with commas, and more.

| Tide | Lamps |
| --- | --- |
| Spring | 212 |
| Neap | 104 |

```python
def f():
    x = 1
    return x
```

Another paragraph of words, long enough to be kept by everything, with commas, and more.
"""


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    file = tmp_path / "gold.jsonl"
    fields = {"track_id": "one", "html": HTML, "groundtruth_content": MARKDOWN}
    file.write_text(json.dumps(fields) + "\n", encoding="utf-8")
    return file


def _run(gold: Path, format_name: str) -> str:
    words = ["score", str(gold), "-e", "readability_lxml", "--rows", "elements", "-q"]
    result = CliRunner().invoke(main, [*words, "--format", format_name])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_table_names_cell_and_line(gold: Path):
    text = _run(gold, "table")

    assert "row 2, column 2" in text
    assert "line 2" in text
    assert "0 of 2 elements equal to the gold." in text


def test_csv_has_a_row_for_each_difference(gold: Path):
    rows = list(csv.DictReader(io.StringIO(_run(gold, "csv"))))

    assert [(row["element"], row["change"], row["gold"], row["kept"]) for row in rows] == [
        ("table", "changed", "212", "221"),
        ("code", "missing", "    x = 1", ""),
    ]
    assert (rows[0]["row"], rows[0]["column"], rows[1]["line"]) == ("2", "2", "2")


def test_json_lines_begin_with_the_run(gold: Path):
    run, table, code = map(json.loads, _run(gold, "jsonl").splitlines())

    assert run["kind"] == "run"
    assert [(line["element"], line["number"]) for line in (table, code)] == [
        ("table", 1),
        ("code", 1),
    ]
    assert 0 < table["score"] < 1
