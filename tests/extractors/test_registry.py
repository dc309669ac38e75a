"""Extractors from entry points; a broken extractor is an entry with its error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.errors import ExtractorError, UnknownNameError
from tests.helpers import toy

if TYPE_CHECKING:
    from pathlib import Path

# More faults of a plug-in package, in addition to those of tests.helpers.toy.
PLUG = """
from boilerscope.extractors.model.extractor import Preset
from tests.helpers.toy import Toy

class Nameless(Toy):
    id = "nameless"
    name = None

class BadPreset(Toy):
    id = "bad_preset"
    presets = (Preset("odd", {"min_word": 3}),)

class BadSettings(Toy):
    id = "bad_settings"
    settings_class = dict

class Slashed(Toy):
    id = "../slashed"

NAMELESS, BAD_PRESET, BAD_SETTINGS, SLASHED = Nameless(), BadPreset(), BadSettings(), Slashed()
"""


def _install_plug(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, target: str) -> None:
    (folder / "toy_plug.py").write_text(PLUG)
    (folder / "toy_leaving.py").write_text("raise SystemExit('this module leaves')")
    toy.install(monkeypatch, folder, "toy", extra={name: target})


def test_plug_ins_come_after_the_built_in_extractors(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    built_in = [entry.id for entry in registry.entries() if entry.distribution == registry.BUILT_IN]

    toy.install(monkeypatch, tmp_path, "toy", "raising", package="aaa")

    assert built_in == sorted(built_in)
    assert [entry.id for entry in registry.entries()] == [*built_in, "raising", "toy"]
    assert registry.entry("toy").distribution == "aaa"
    assert registry.extractor("toy") is toy.TOY


def test_an_entry_is_loaded_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    toy.install(monkeypatch, tmp_path, "toy")

    assert registry.entry("toy") is registry.entry("toy")


@pytest.mark.parametrize(
    ("name", "target", "error"),
    [
        ("no_module", "no.such:THING", "ModuleNotFoundError: No module named 'no'"),
        ("no_object", "tests.helpers.toy:NO", "AttributeError: module 'tests.helpers.toy' has"),
        ("other", "tests.helpers.toy:STEP", "tests.helpers.toy:STEP is not an Extractor but a "),
        ("other", "tests.helpers.toy:TOY", "tests.helpers.toy:TOY has the id 'toy', its entry"),
        ("leaving", "toy_leaving:ANY", "SystemExit: this module leaves"),
        ("nameless", "toy_plug:NAMELESS", "toy_plug:NAMELESS has no text as its 'name'"),
        ("bad_preset", "toy_plug:BAD_PRESET", "UnknownNameError: unknown setting 'min_word'"),
        ("bad_settings", "toy_plug:BAD_SETTINGS", "the settings of toy_plug:BAD_SETTINGS are no"),
        ("../slashed", "toy_plug:SLASHED", "'../slashed' is not an identifier"),
    ],
)
def test_a_broken_entry_has_its_error_and_the_other_entries_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, target: str, error: str
):
    _install_plug(monkeypatch, tmp_path, name, target)

    entries = {entry.id: entry for entry in registry.entries()}
    assert entries[name].extractor is None
    assert entries[name].error.startswith(error)
    assert entries["toy"].extractor is toy.TOY
    assert registry.known(name) is None
    assert registry.known("toy") is toy.TOY
    with pytest.raises(ExtractorError, match=rf"{name} \(from toys\): "):
        registry.extractor(name)


def test_a_plug_in_cannot_have_the_name_of_a_built_in_extractor(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    toy.install(
        monkeypatch, tmp_path, package="aaa", extra={"cx_extractor": "tests.helpers.toy:TOY"}
    )

    entries = {entry.id: entry for entry in registry.entries()}
    assert entries["cx_extractor"].distribution == registry.BUILT_IN
    assert entries["cx_extractor"].extractor is not None
    assert entries["cx_extractor@aaa"].extractor is None
    assert entries["cx_extractor@aaa"].error == (
        "the name 'cx_extractor' is taken by the package boilerscope"
    )


def test_plug_ins_and_libraries_run_in_a_worker_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    toy.install(monkeypatch, tmp_path, "toy")
    consensus = registry.extractor("consensus").default_settings()
    with_toy = consensus.replace(members=(("bte", "1"), ("toy", "1")))

    assert registry.is_foreign("toy", toy.ToySettings())
    assert registry.is_foreign("trafilatura", registry.extractor("trafilatura").default_settings())
    assert registry.is_foreign("consensus", with_toy)
    assert not registry.is_foreign("consensus", consensus)
    assert not registry.is_foreign("bte", registry.extractor("bte").default_settings())


def test_error_of_an_unknown_name_names_the_nearest_extractor():
    with pytest.raises(UnknownNameError, match="unknown extractor 'cx'; did you mean 'cx_extr"):
        registry.entry("cx")
    with pytest.raises(UnknownNameError):
        registry.extractor("Cx_Extractor_")
    assert registry.known("cx") is None
