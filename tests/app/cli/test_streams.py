"""Standard streams that are full or closed, and pages in pipes and descriptors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.app.cli.test_batch import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "<html><body><p>The old swing bridge at the harbour was closed.</p></body></html>"
EXTRACT = "extract a.html -e boilerpipe.keep_everything"


def _run(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run a command line of bash, in which ``$B`` is the program."""
    program = f"B() {{ '{sys.executable}' -c '{PROGRAM}' \"$@\"; }}; "
    (folder / "a.html").write_text(PAGE, encoding="utf-8")
    command = ["/bin/bash", "-c", program + line]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")  # noqa: PTH110 - a device
@pytest.mark.parametrize("line", [EXTRACT, "list", "--help", "extract --help", "--version"])
def test_a_full_standard_output_is_one_sentence(tmp_path: Path, line: str):
    result = _run(tmp_path, f"B {line} >/dev/full")

    message = "Error: Standard output cannot be written: No space left on device.\n"
    assert (result.returncode, result.stderr) == (2, message)


def test_a_closed_standard_output_is_one_sentence(tmp_path: Path):
    result = _run(tmp_path, f"B {EXTRACT} >&-")

    message = "Error: Standard output cannot be written: it is closed.\n"
    assert (result.returncode, result.stderr) == (2, message)


def test_a_closed_standard_input_is_one_sentence(tmp_path: Path):
    result = _run(tmp_path, "B extract - <&-")

    assert result.returncode == 1
    assert result.stderr.endswith("error: Standard input cannot be read: it is closed.\n")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("target", ["2>&-", "2>/dev/full"])
def test_a_standard_error_that_cannot_be_written_loses_only_messages(tmp_path: Path, target: str):
    result = _run(tmp_path, f"B {EXTRACT} {target}")

    assert result.returncode == 0
    assert "swing bridge" in result.stdout


def test_a_descriptor_is_read_in_the_process_that_has_it(tmp_path: Path):
    result = _run(tmp_path, f"B {EXTRACT.replace('a.html', '<(cat a.html)')}")

    assert result.returncode == 0, result.stderr
    assert "swing bridge" in result.stdout


def test_lines_of_json_in_a_descriptor_are_pages(tmp_path: Path):
    lines = "\n".join(json.dumps({"id": name, "html": PAGE}) for name in "ab")
    (tmp_path / "lines").write_text(lines, encoding="utf-8")

    result = _run(tmp_path, f"B {EXTRACT.replace('a.html', '<(cat lines)')} --format jsonl")

    assert [json.loads(line)["page_id"] for line in result.stdout.splitlines()] == ["a", "b"]


def test_half_of_a_surrogate_pair_in_an_identifier_names_a_file(tmp_path: Path):
    (tmp_path / "half.jsonl").write_text(json.dumps({"id": "a\ud800b", "html": PAGE}))

    result = _run(tmp_path, f"B {EXTRACT.replace('a.html', 'half.jsonl')} -o results")

    assert (result.returncode, result.stderr) == (0, "")
    assert [file.suffix for file in (tmp_path / "results").iterdir()] == [".txt"]
