"""Keys of stored results, which change with everything that a result depends on."""

from __future__ import annotations

import os
from importlib.metadata import distribution
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.own import added
from boilerscope.extractors.page import Page
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.keys import WITH_EFFECT, fingerprint, key_of, page_digest
from tests.helpers.imports import loaded_by_use, source_of
from tests.helpers.material import ROOT
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from pathlib import Path


WITHOUT_EFFECT = {
    "runs/fork_server.py": "starts processes",
    "runs/store.py": "stores results as they are; its tables have a version",
    "system": "prints, writes and stops",
    "trace": "explains results; runs whose results are stored are plain",
}
"""Parts of the program that a task imports and that do not change what is stored."""

pytestmark = pytest.mark.usefixtures("toys")


def _pane(identifier: str, **changes: object) -> Pane:
    settings = registry.extractor(identifier).default_settings()
    return Pane(identifier, identifier, settings.replace(**changes))


def test_settings_and_extractors_have_different_keys():
    keys = [key_of(_pane("toy")), key_of(_pane("toy", min_words=4)), key_of(_pane("bte"))]

    assert len(set(keys)) == 3
    assert key_of(_pane("toy")) == keys[0]
    assert key_of(Pane("other name", "toy", ToySettings())) == keys[0]


def test_an_automatic_value_has_the_key_of_the_actual_value():
    assert key_of(_pane("toy")) == key_of(_pane("toy", max_words=10_000))


def test_the_key_of_a_setting_that_names_a_file_changes_with_the_file(tmp_path: Path):
    file = tmp_path / "words.txt"
    file.write_text("one")
    before = key_of(_pane("toy", mark=str(file)))
    file.write_text("one two")

    assert key_of(_pane("toy", mark=str(file))) != before


def test_the_version_of_an_extractor_includes_its_inputs(monkeypatch: pytest.MonkeyPatch):
    before = key_of(_pane("both"))  # runs toy and raising
    monkeypatch.setattr(type(registry.extractor("toy")), "version", lambda _: "2", raising=False)

    assert key_of(_pane("both")).version != before.version


def test_inputs_that_form_a_cycle_have_a_key():
    assert key_of(_pane("circle_a")) == key_of(_pane("circle_a"))


def test_another_version_of_a_peers_library_gives_another_key(monkeypatch: pytest.MonkeyPatch):
    before = key_of(_pane("trafilatura"))
    peer = type(registry.extractor("trafilatura"))
    monkeypatch.setattr(peer, "version", lambda _: "99.0")

    assert key_of(_pane("trafilatura")).version != before.version


def test_a_changed_file_of_the_user_gives_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "mine.py"
    file.write_text("def keep(html: str) -> str:\n    return html\n")
    monkeypatch.setattr(added, "_added", {})
    identifier = registry.add(f"{file}:keep")
    before = key_of(_pane(identifier))
    file.write_text("def keep(html: str) -> str:\n    return html[:100]\n")
    after = key_of(_pane(identifier))

    assert before.version != after.version
    assert before.settings == after.settings


def test_the_version_includes_the_users_host_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BOILERSCOPE_CONFIG", str(tmp_path))
    before = key_of(_pane("crunch"))
    (tmp_path / "ad_hosts.txt").write_text("ads.example.org\n")
    file_names = {path.name for path in tmp_path.iterdir()}

    assert file_names == {"ad_hosts.txt"}
    assert key_of(_pane("crunch")).version != before.version


def test_the_digest_of_a_page_depends_on_its_bytes_encoding_and_address():
    data = "<p>café".encode()
    page = Page.from_bytes(data, name="a")

    assert page_digest(page) == page_digest(Page.from_bytes(data, name="b"))
    latin = Page.from_bytes(data, name="a", encoding="latin-1")
    elsewhere = Page.from_bytes(data, name="a", url="https://example.org/")
    other = Page.from_bytes(data + b"!", name="a")
    assert len({page_digest(variant) for variant in (page, latin, elsewhere, other)}) == 4


def test_a_fingerprint_changes_with_the_file_but_not_with_reading_it(tmp_path: Path):
    file = tmp_path / "a.html"
    file.write_text("<p>one")
    entry = ListedPage("a", "set", FilePlace(file))
    before = fingerprint(entry)
    entry.page()
    assert fingerprint(entry) == before

    os.utime(file, ns=(1, 1))
    assert fingerprint(entry) != before
    file.unlink()
    assert fingerprint(entry) not in {before, ""}


def _used_by_a_task() -> set[str]:
    """Return the files below extractors/ that a task of a corpus run imports, directly or not."""
    points = distribution("boilerscope").entry_points.select(group=registry.GROUP)
    modules = [
        *("runs.score_task", "own.making", "model.listed_page", "gold.formats.catalogue"),
        "sources.warc",
    ]
    loaded = loaded_by_use(
        *(f"boilerscope.extractors.{module}" for module in modules),
        *(point.module for point in points),
    )
    files = [source_of(module) for module in loaded if module.startswith("boilerscope.")]
    return {
        file.relative_to(ROOT / "extractors").as_posix()
        for file in files
        if file is not None and file.name != "__init__.py"
    }


def _belongs(file: str, name: str) -> bool:
    return f"{file}/".startswith(f"{name}/")


def test_the_digest_of_the_program_covers_the_code_that_decides_what_is_stored_and_no_other():
    used = _used_by_a_task()
    covered = [*WITH_EFFECT, *WITHOUT_EFFECT]

    assert {file for file in used if not any(_belongs(file, name) for name in covered)} == set()
    assert [name for name in covered if not any(_belongs(file, name) for file in used)] == []
