"""The training of the consensus: its command, and input that is too small."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.train import command_of
from boilerscope.extractors.errors import SettingsError
from tests.helpers.consensus_training import TRAINER, ConsensusTraining

if TYPE_CHECKING:
    from pathlib import Path

STORY = "The council met on Monday, and after a long talk it agreed on a plan for the old lake."


def test_error_of_too_few_pages_names_the_setting_for_folds():
    with pytest.raises(SettingsError, match="5 folds need at least 10 pages") as caught:
        TRAINER.train([], ConsensusTraining())

    assert caught.value.field == "folds"


def test_its_command_writes_a_model_with_the_command_line(tmp_path: Path):
    rows = [{"id": str(page), "html": "page.html", "text": STORY} for page in range(4)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "gold.jsonl").write_text(lines, encoding="utf-8")
    markup = f"<div><a href=/>Home</a></div><p>{STORY}</p>"
    (tmp_path / "page.html").write_text(markup, encoding="utf-8")
    file = tmp_path / "consensus.json"
    command = command_of(TRAINER, "python -m tests.helpers.consensus_training")

    arguments = ["--corpus", str(tmp_path), "-o", str(file), "--set", "folds=2"]
    result = CliRunner().invoke(command, arguments)

    assert result.exit_code == 0, result.output
    table = json.loads(file.read_text(encoding="utf-8"))
    assert table["members"]
    assert table["provenance"]["pages_used"] == 4
    assert table["provenance"]["command"] == (
        f"python -m tests.helpers.consensus_training --corpus {tmp_path.name} -o consensus.json"
        " --set folds=2"
    )
