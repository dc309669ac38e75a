"""Training: labels from gold text, provenance, and reproduction of the built-in models."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import numpy as np
import pytest

from boilerscope.extractors.algorithms.ai_depot.settings import AiDepotLearnedSettings
from boilerscope.extractors.algorithms.bayes.model import from_table, load, to_table
from boilerscope.extractors.algorithms.bayes.settings import BayesSettings
from boilerscope.extractors.gold.formats.corpus import digest
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.training import TRAINERS
from boilerscope.extractors.training.bayes_blocks import bins
from boilerscope.extractors.training.labels import block_labels
from boilerscope.extractors.training.trainer import as_text, train
from tests.helpers.material import CORPORA, require_corpora


def as_made_now(model: dict[str, Any], made: dict[str, Any]) -> dict[str, Any]:
    """Return a model with the version of the program that has made another one."""
    program = made["provenance"]["program"]
    return {**model, "provenance": {**model["provenance"], "program": program}}


def built_in() -> dict[str, Any]:
    file = resources.files("extractors") / "data" / "models" / "bayes_blocks.json"
    table: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return table


def test_block_is_main_if_half_of_its_tokens_are_gold():
    start, end = np.array([0, 2, 5, 7]), np.array([2, 5, 7, 7])
    blocks = Blocks.from_ranges(start, end, np.zeros(4, dtype=np.int32))
    mask = np.array([True, False, True, False, False, True, True, True])

    assert block_labels(blocks, mask).tolist() == [1, 0, 1, -1]


def test_model_stays_the_same_through_its_table():
    model = load("")

    again = from_table(json.loads(json.dumps(to_table(model))), name="again")
    assert again.n_blocks == model.n_blocks
    assert all(np.array_equal(again.counts[name], model.counts[name]) for name in model.counts)


def test_built_in_model_has_the_bins_that_its_counts_give():
    assert built_in()["bins"] == bins(load(""), BayesSettings())
    assert min(load("").n_blocks) > 1000


def test_training_reproduces_the_built_in_model():
    require_corpora()
    provenance = built_in()["provenance"]
    if digest([CORPORA]) != provenance["corpora_sha256"]:
        pytest.skip("the corpora are another version than the built-in model was trained with")

    table = train(TRAINERS["bayes_blocks"], [str(CORPORA)], BayesSettings(), provenance["command"])

    assert as_made_now(built_in(), table) == table


def test_plain_values_are_written_on_one_line():
    text = as_text({"a": {"b": [1, 2], "c": {"d": 1}}, "e": [[1], [2]], "f": {}})

    assert text == (
        '{\n "a": {\n  "b": [1, 2],\n  "c": {"d": 1}\n },\n'
        ' "e": [\n  [1],\n  [2]\n ],\n "f": {}\n}\n'
    )


def test_training_reproduces_the_built_in_unit_for_lines():
    require_corpora()
    file = resources.files("extractors") / "data" / "models" / "ai_depot_learned.json"
    trained = json.loads(file.read_text(encoding="utf-8"))
    if digest([CORPORA]) != trained["provenance"]["corpora_sha256"]:
        pytest.skip("the corpora are another version than the built-in model was trained with")
    settings = AiDepotLearnedSettings(epochs=trained["provenance"]["epochs"])

    command = trained["provenance"]["command"]
    table = train(TRAINERS["ai_depot_learned"], [str(CORPORA)], settings, command)

    units = {name: pytest.approx(unit, abs=1e-5) for name, unit in trained["units"].items()}
    assert table["units"] == units
    assert {**as_made_now(trained, table), "units": 0} == {**table, "units": 0}
