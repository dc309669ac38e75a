"""Paths of built-in files, and the list of samples."""

import dataclasses

import pytest

from boilerscope.resources.loader import Sample, Wording, resource_path, samples

TABLE = {
    "identifier": "tiny",
    "file": "tiny/page.html",
    "language": "en",
    "icon": "mdi6.table",
    "on_start_screen": False,
    "title": {"en": "Tiny", "zh": "小页"},
    "description": {"en": "one line", "zh": "一行"},
}


def test_resource_path_finds_a_built_in_file():
    path = resource_path("samples/samples.toml")

    assert path.is_absolute()
    assert path.read_text(encoding="utf-8").count("[[sample]]") == len(samples())


def test_unknown_resource_is_named_in_the_error():
    with pytest.raises(FileNotFoundError, match=r"samples/no-such\.toml"):
        resource_path("samples/no-such.toml")


@pytest.mark.parametrize("name", ["../pyproject.toml", "samples/../../README.md", "/etc/hostname"])
def test_name_that_leads_out_of_the_resources_folder_is_rejected(name: str):
    with pytest.raises(ValueError, match="leads out"):
        resource_path(name)


def test_sample_has_its_files_and_its_address():
    sample = samples()[0]

    assert sample.path.is_file()
    assert sample.gold_path.is_file()
    assert sample.gold_path.parent == sample.path.parent
    assert sample.address == "sample:news-en/old-bridge-new-current.html"


def test_sample_is_read_from_its_table():
    sample = Sample.from_table(TABLE)

    assert sample.title == Wording(en="Tiny", zh="小页")
    assert dataclasses.asdict(sample) == TABLE


@pytest.mark.parametrize("change", [{"colour": "red"}, {"title": {"en": "no Chinese"}}])
def test_table_with_a_wrong_key_is_rejected(change: dict[str, object]):
    with pytest.raises(TypeError):
        Sample.from_table(TABLE | change)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Portal"),
        ("en_GB", "Portal"),
        ("de", "Portal"),
        ("zh", "门户"),
        ("zh-Hans-CN", "门户"),
    ],
)
def test_wording_follows_the_language_of_the_window(language: str, text: str):
    assert Wording(en="Portal", zh="门户").in_language(language) == text
