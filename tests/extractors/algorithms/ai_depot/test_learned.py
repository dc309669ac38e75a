"""AI Depot's learned unit: inputs, learning, decisions and refused models."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors.algorithms.ai_depot.learned import AI_DEPOT_LEARNED
from boilerscope.extractors.algorithms.ai_depot.lines import LineRule, density_lines
from boilerscope.extractors.algorithms.ai_depot.model import (
    DensityModel,
    Unit,
    from_table,
    inputs_of,
    learn,
    load,
    to_table,
)
from boilerscope.extractors.algorithms.ai_depot.settings import AiDepotLearnedSettings, Inputs
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.model_files import page_mark
from boilerscope.extractors.model.sentence import explain_decision
from boilerscope.extractors.page import Page

if TYPE_CHECKING:
    from pathlib import Path

HTML = "<p>abcdef</p><p class=x>gh</p><p>ij</p>"
DENSE_LINE = "<p>" + "A long line of text in a plain paragraph, as articles have. " * 5 + "</p>"
DENSE = DensityModel(
    units={Inputs.THREE: Unit((10.0, 0.0, 0.0), -4.0), Inputs.NINE: Unit((0.0,) * 9, 1.0)},
    n_lines=(50, 30),
    rule=LineRule(),
    pages={},
)


@pytest.fixture
def model(tmp_path: Path) -> str:
    file = tmp_path / "model.json"
    file.write_text(json.dumps(to_table(DENSE)), encoding="utf-8")
    return str(file)


def extract(html: str = HTML, **changes: object) -> Extraction:
    page = Page.from_bytes(html.encode(), name="test")
    return AI_DEPOT_LEARNED.extract(page, AiDepotLearnedSettings().replace(**changes), ())


def test_nine_inputs_are_those_of_three_lines_with_zeros_beyond_the_ends():
    lines = density_lines(Page.from_text(HTML, name="test"), LineRule())

    own = [[6 / 9, 0.009, 0.006], [2 / 17, 0.017, 0.002], [2 / 9, 0.009, 0.002]]
    assert np.allclose(inputs_of(lines, Inputs.THREE), own)
    zero = [0.0] * 3
    nine = [zero + own[0] + own[1], own[0] + own[1] + own[2], own[1] + own[2] + zero]
    assert np.allclose(inputs_of(lines, Inputs.NINE), nine)


def test_inputs_are_capped():
    lines = density_lines(Page.from_text(f"<p>{'word ' * 500}</p>", name="test"), LineRule())

    assert inputs_of(lines, Inputs.THREE)[0, 1:].tolist() == [1.0, 1.0]


def test_learning_moves_weights_by_rate_times_error_times_input():
    unit = learn([[0.5, 0.2], [0.1, 0.8]], [1, 0], epochs=1, rate=0.5)

    first = 0.5 * (1 - 0.5)
    bias, weights = first, [first * 0.5, first * 0.2]
    total = bias + weights[0] * 0.1 + weights[1] * 0.8
    second = 0.5 * (0 - 1 / (1 + math.exp(-total)))
    assert unit.bias == pytest.approx(bias + second, abs=1e-6)
    assert unit.weights == pytest.approx(
        (weights[0] + second * 0.1, weights[1] + second * 0.8), abs=1e-6
    )


def test_learning_separates_separable_lines():
    rows = [[0.9, 0.1], [0.8, 0.3], [0.1, 0.2], [0.2, 0.4]]

    unit = learn(rows, [1, 1, 0, 0], epochs=500, rate=0.5)
    assert (unit.support(np.array(rows)) >= 0.5).tolist() == [True, True, False, False]


def test_learning_without_labels_is_refused():
    with pytest.raises(ExtractorError, match="no labelled lines"):
        learn([], [], epochs=1, rate=0.5)


def test_sentence_of_a_decision_has_the_values_of_the_unit(model: str):
    extraction = extract(model=model, inputs=Inputs.THREE)

    assert extraction.own_text == "abcdef\n"
    assert explain_decision(extraction, 0) == "P2: support 0.935 >= 0.5, 6/9 bytes"
    assert explain_decision(extraction, 1) == "P3: support 0.0561 < 0.5, 2/17 bytes"
    terms = extraction.column_values()["term_density"]
    assert terms.tolist() == pytest.approx([10 * 6 / 9, 10 * 2 / 17, 10 * 2 / 9])
    assert extraction.curves[0].threshold_field == "threshold"
    assert extraction.warnings == ()


def test_number_of_inputs_selects_the_unit(model: str):
    extraction = extract(model=model, inputs=Inputs.NINE)

    assert extraction.content.all()
    assert extraction.column_values()["support"].tolist() == pytest.approx(
        [1 / (1 + math.exp(-1))] * 3
    )
    assert "term_previous_density" in extraction.column_values()


def test_threshold_and_minimum_length_are_settings(model: str):
    assert extract(model=model, threshold=0.74).status is Status.EMPTY
    short = extract(model=model, min_length=3)
    assert short.content.tolist() == [True, False, False]
    assert explain_decision(short, 1) == "P1: text 2 < 3"


def test_empty_result_names_the_highest_support(model: str):
    assert extract(model=model, threshold=1.0).message == (
        "No line is content: the highest support is 0.731."
    )
    assert extract("<body></body>", model=model).message == "The page has no text."


def test_built_in_model_keeps_dense_lines():
    extraction = extract(DENSE_LINE * 4 + "<p><a href=/somewhere/else.html>Home</a></p>" * 4)
    assert extraction.content.tolist() == [True] * 4 + [False] * 4
    assert extraction.warnings == ()


def test_unit_of_nine_inputs_keeps_a_line_between_dense_lines():
    html = f"{DENSE_LINE}<p><a href=/x>Home</a></p>{DENSE_LINE}"

    assert extract(html, inputs=Inputs.NINE).content[1]
    assert not extract(html, inputs=Inputs.THREE).content[1]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("nothing", "is not JSON"),
        ("{}", "KeyError: 'format'"),
        ('{"format": "other 1"}', "its format is 'other 1'"),
        ("[]", "is not a model of ai_depot_learned"),
    ],
)
def test_file_that_is_not_a_model_makes_it_unavailable(tmp_path: Path, content: str, fault: str):
    file = tmp_path / "model.json"
    file.write_text(content, encoding="utf-8")

    extraction = extract(model=str(file))
    assert extraction.status is Status.UNAVAILABLE
    assert fault in extraction.message
    assert len(extraction.mask) == 3


def test_missing_file_makes_it_unavailable():
    extraction = extract(model="nowhere/model.json")

    assert extraction.status is Status.UNAVAILABLE
    assert (
        extraction.message
        == "No model: 'nowhere/model.json' cannot be read: No such file or directory."
    )


@pytest.mark.parametrize("value", [math.inf, "x", None])
def test_weights_must_be_numbers(value: Any):
    table = to_table(DENSE)
    table["units"]["3"]["bytes"] = value

    with pytest.raises(ExtractorError, match="not a model of ai_depot_learned"):
        from_table(table, "it")


def test_model_stays_the_same_through_its_table():
    again = from_table(json.loads(json.dumps(to_table(load("")))), "again")

    assert again.units == load("").units
    assert again.rule == load("").rule
    assert again.pages == load("").pages


def test_doubtful_uses_of_a_model_give_warnings(tmp_path: Path):
    page = Page.from_bytes(HTML.encode(), name="test")
    seen = DensityModel(DENSE.units, (50, 3), LineRule(), {"a/b": page_mark(page)})
    file = tmp_path / "model.json"
    file.write_text(json.dumps(to_table(seen)), encoding="utf-8")

    warnings = extract(model=str(file), exclude_comments=False).warnings
    assert [warning.split(";")[0].split(":")[0] for warning in warnings] == [
        "The model learned from 3 lines of content and 50 other lines",
        "The model was trained on lines read with other settings.",
        "The model was trained with this page",
    ]


def test_changed_model_is_read_again(model: str):
    before = extract(model=model, inputs=Inputs.THREE)
    table = to_table(DENSE) | {"lines": {"noise": 1, "content": 1}}
    with open(model, "w", encoding="utf-8") as file:  # noqa: PTH123 - the fixture is a text
        json.dump(table, file)

    assert not before.warnings
    assert extract(model=model, inputs=Inputs.THREE).warnings
