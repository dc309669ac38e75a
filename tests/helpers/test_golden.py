"""The golden comparison reports changes and nothing else."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from click.testing import CliRunner

from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.extraction import Column, Extraction, Link, Status
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.steps import Outcome, Rule, Step
from boilerscope.extractors.page import Page
from boilerscope.resources.loader import samples
from tests.helpers import golden
from tests.helpers.golden import PAGE, Difference, differences, digest, fields_of

if TYPE_CHECKING:
    from pathlib import Path

PAGE_TEXT = Page.from_text("<p>one two three", name="page")


def extraction(**changes: Any) -> Extraction:
    """Return a result with a column and a step, with some fields changed."""
    rules = (Rule("R1", Outcome.KEEP, explanation="it is long"),)
    return dataclasses.replace(
        runner.run(PAGE_TEXT, "boilerpipe.keep_everything"),
        columns=(Column("n", "Number", "", "Number of it.", np.array([1.0])),),
        steps=(Step("S", "Keep", rules, np.array([1]), np.array([True])),),
        **changes,
    )


def changed_fields(before: Extraction, after: Extraction) -> set[str]:
    """Return the names of the fields whose digests differ."""
    old, new = (
        {name: digest(value) for name, value in fields_of(PAGE_TEXT, result).items()}
        for result in (before, after)
    )
    return {difference.field for difference in differences("", {"": old}, {"": new})}


@dataclass(frozen=True)
class _Other:
    """A different record class with the values of a `Link`."""

    words: str
    target: str


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (np.array([1, 2], dtype=np.int32), np.array([1, 2], dtype=np.int64)),
        (np.array([0.5], dtype=np.float32), np.array([0.5])),
        (np.array([np.nan, 0.0]), np.array([-np.nan, -0.0])),
        (np.int32(3), 3),
        ([1, 2], (1, 2)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (Link("text", "address"), _Other("text", "address")),
        (Status.OK, "ok"),
    ],
)
def test_names_of_classes_and_widths_of_numbers_do_not_count(first: object, second: object):
    assert digest(first) == digest(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (np.array([1, 2]), np.array([2, 1])),
        (np.array([1]), np.array([1.0])),
        (np.array([True]), np.array([1])),
        (np.zeros((2, 1)), np.zeros((1, 2))),
        (np.array(["ab", "c"], dtype=object), np.array(["a", "bc"], dtype=object)),
        (["ab", "c"], ["a", "bc"]),
        ([["a"], "b"], ["a", ["b"]]),
        ("1", 1),
        (1, True),
        (None, ""),
        ({"a": 1}, {"a": 2}),
        (Link("text", "address"), Link("text", "other address")),
        ("\ud800", "\ud801"),
    ],
)
def test_different_values_have_different_digests(first: object, second: object):
    assert digest(first) != digest(second)


def test_a_value_that_is_not_data_is_refused():
    with pytest.raises(TypeError, match="function"):
        digest([lambda: 1])


def test_every_field_of_an_extraction_except_the_time_is_compared():
    fields = fields_of(PAGE_TEXT, extraction())

    assert {field.name for field in dataclasses.fields(Extraction)} - set(fields) == {"seconds"}
    assert changed_fields(extraction(), dataclasses.replace(extraction(), seconds=9.0)) == set()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"own_text": Lazy(lambda: "other")}, {"own_text"}),
        ({"mask": np.array([True, False, True])}, {"mask", "page_text"}),
        ({"scores": {"quality": 0.5}}, {"scores"}),
        ({"related": (Link("text", "address"),)}, {"related"}),
        ({"message": "other"}, {"message"}),
    ],
)
def test_a_changed_field_is_reported(changes: dict[str, Any], expected: set[str]):
    assert changed_fields(extraction(), extraction(**changes)) == expected


def test_a_changed_column_value_is_a_result_and_a_changed_label_is_wording():
    before = extraction()
    (column,) = before.columns
    doubled = dataclasses.replace(column, values=Lazy(lambda: np.array([2.0])))
    relabelled = dataclasses.replace(column, label="Count")

    assert changed_fields(before, dataclasses.replace(before, columns=(doubled,))) == {"columns"}
    assert changed_fields(before, dataclasses.replace(before, columns=(relabelled,))) == {"wording"}


def test_a_changed_code_or_state_of_a_step_is_a_result_and_a_changed_sentence_is_wording():
    before = extraction()
    (step,) = before.steps
    (rule,) = step.rules
    recoded = dataclasses.replace(step, rules=(dataclasses.replace(rule, code="R2"),))
    reworded = dataclasses.replace(
        step, rules=(dataclasses.replace(rule, explanation="it is not short"),)
    )
    dropped = dataclasses.replace(step, content=np.array([False]))

    for changed, field in ((recoded, "steps"), (dropped, "steps"), (reworded, "wording")):
        after = dataclasses.replace(before, steps=(changed,))
        assert field in changed_fields(before, after)
        assert {"steps", "wording"} & changed_fields(before, after) == (
            {"steps", "wording"} if changed is recoded else {field}
        )


def test_a_result_that_only_one_side_has_is_reported():
    changes = list(differences("p", {"a": {"mask": "1"}}, {"b": {"mask": "1"}}))

    assert changes == [Difference("p", "a", "mask"), Difference("p", "b", "mask")]


def test_a_page_is_run_with_every_extractor_and_every_preset():
    expected = {PAGE} | {
        f"{name} [{preset}]"
        for name in registry.algorithms()
        for preset in ("default", *(named.name for named in registry.extractor(name).presets))
    }

    digests = golden.digests_of(samples()[0].path)

    assert set(digests) == expected
    assert digests["bte [default]"]["format html"]
    assert digests["vips [default]"]["status"] == digest("ok")


def test_the_command_reports_a_changed_value_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "pages" / "html"
    folder.mkdir(parents=True)
    for name in ("a", "b", "c"):
        (folder / f"{name}.html").write_text(f"<p>{name}", encoding="utf-8")
    text = {"value": "one"}
    monkeypatch.setattr(
        golden,
        "run",
        lambda paths: (
            (path.stem, {"x [default]": {"mask": digest(text["value"])}}) for path in paths
        ),
    )
    saved = tmp_path / "saved.jsonl"
    command = CliRunner()

    done = command.invoke(golden.main, ["save", str(saved), str(folder)])
    same = command.invoke(golden.main, ["compare", str(saved), str(folder)])
    text["value"] = "other"
    thinned = command.invoke(golden.main, ["compare", str(saved), str(folder), "--every", "2"])

    assert done.exit_code == 0
    assert [json.loads(line)["page"] for line in saved.read_text("utf-8").splitlines()] == [*"abc"]
    assert (same.exit_code, same.stdout) == (0, "")
    assert thinned.exit_code == 1
    assert thinned.stdout.splitlines() == ["a  x [default]  mask", "c  x [default]  mask"]


def test_pages_are_run_in_worker_processes_with_equal_results(tmp_path: Path):
    folder = tmp_path / "pages" / "html"
    folder.mkdir(parents=True)
    paths = [folder / f"{name}.html" for name in ("a", "b")]
    for path in paths:
        path.write_text(f"<title>{path.stem}</title><p>one <b>two</b>", encoding="utf-8")

    digests = dict(golden.run(paths))

    assert digests == {f"pages/{path.name}": golden.digests_of(path) for path in paths}
