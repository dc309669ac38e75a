"""The folder of a batch has everything that is needed to run the batch again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.errors import CorpusError, SettingsError
from boilerscope.extractors.model.settings import to_table
from boilerscope.extractors.own import added
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.batch.plan import BatchPlan
from boilerscope.extractors.runs.batch.results_folder import ResultsFolder
from boilerscope.extractors.runs.batch.shards import BatchJob
from boilerscope.extractors.runs.limits import RunLimits

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def plan(tmp_path: Path) -> BatchPlan:
    settings = registry.extractor("link_ratio").default_settings().replace(rate=0.75)
    panes = (Pane("strict", "link_ratio", settings),)
    job = BatchJob(panes, RunLimits(3, 1.5, 2**29), {}, "parquet", blocks=True)
    return BatchPlan(("pages", "s3://bucket/crawl"), job, 2**20, 7, tmp_path)


@pytest.fixture
def folder(tmp_path: Path, plan: BatchPlan) -> ResultsFolder:
    """Return a folder in which the batch has begun."""
    results = ResultsFolder(tmp_path / "results")
    results.begin(plan.manifest(), plan.settings())
    return results


def test_a_plan_is_read_as_it_was_with_the_number_of_workers_of_this_run(
    plan: BatchPlan, folder: ResultsFolder
):
    limits = replace(plan.job.limits, jobs=5)

    assert BatchPlan.read(folder, jobs=5) == replace(plan, job=replace(plan.job, limits=limits))


def test_extractors_of_the_user_are_added_before_their_settings_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(added, "_added", {})
    file = tmp_path / "mine.py"
    file.write_text("def keep(html: str, *, upper: bool = False) -> str:\n    return html\n")
    identifier = registry.add(f"{file}:keep")
    settings = registry.extractor(identifier).default_settings().replace(upper=True)
    job = BatchJob((Pane("mine", identifier, settings),), RunLimits(), added.added())
    plan = BatchPlan(("pages",), job, 2**20, 7, tmp_path)
    folder = ResultsFolder(tmp_path / "results")
    folder.begin(plan.manifest(), plan.settings())
    monkeypatch.setattr(added, "_added", {})

    read = BatchPlan.read(folder, jobs=1)

    assert added.added() == {identifier: str(file.resolve()) + ":keep"}
    assert to_table(read.job.panes[0].settings) == {"upper": True}


def test_a_manifest_without_a_value_is_named_with_it(folder: ResultsFolder, tmp_path: Path):
    file = tmp_path / "results" / "manifest.json"
    manifest = json.loads(file.read_text())
    del manifest["shard_pages"]
    file.write_text(json.dumps(manifest))

    with pytest.raises(CorpusError, match=r"results/manifest\.json has no 'shard_pages'"):
        BatchPlan.read(folder, jobs=1)


def test_settings_that_cannot_be_read_are_named_with_their_file(
    folder: ResultsFolder, tmp_path: Path
):
    (tmp_path / "results" / "settings.toml").write_text("pane = 1")

    with pytest.raises(SettingsError, match=r"results/settings\.toml: panes are written"):
        BatchPlan.read(folder, jobs=1)
