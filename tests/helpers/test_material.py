"""Pages and worked examples are found; absent corpora are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import material
from tests.helpers.material import (
    EXAMPLES,
    SPECIFIED_EXAMPLES,
    CorpusPage,
    WorkedExample,
    corpus_pages,
    every_example,
    every_page,
    own_pages,
    parameters,
    worked_examples,
)


@pytest.mark.parametrize("page", every_page(stride=40))
def test_a_corpus_page_has_bytes_and_a_known_encoding(page: CorpusPage):
    text = page.data.decode("gb18030" if page.encoding.startswith("gb") else page.encoding)

    assert "<" in text
    assert page.gold is None or page.gold.strip()


def test_pages_have_unique_names():
    names = [page.identifier for page in (*own_pages(), *corpus_pages())]

    assert len(names) >= 13
    assert len(set(names)) == len(names)


def test_our_copy_of_the_worked_examples_equals_the_specifications():
    if not SPECIFIED_EXAMPLES.exists():
        pytest.skip(f"{SPECIFIED_EXAMPLES} is absent")

    assert EXAMPLES.read_bytes() == SPECIFIED_EXAMPLES.read_bytes()


def test_without_the_corpora_a_test_runs_on_our_own_pages_and_names_what_is_absent(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(material, "corpus_pages", tuple)
    *own, absent = every_page()

    assert [parameter.id for parameter in own] == [page.identifier for page in own_pages()]
    assert [parameter.id for parameter in every_page(stride=9)[:-1]] == [
        *("own-misnested", "own-recipe", "sample-news-en", "sample-table-gbk")
    ]
    assert [mark.name for mark in absent.marks] == ["skip"]


@pytest.mark.parametrize("example", every_example("link_ratio"))
def test_a_worked_example_has_input_and_expected_output(example: WorkedExample):
    assert example.algorithm == "link_ratio"
    assert example.expected


def test_an_algorithm_without_examples_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    empty = tmp_path / "examples.json"
    empty.write_text('{"examples": []}', encoding="utf-8")
    monkeypatch.setattr(material, "EXAMPLES", empty)

    with pytest.raises(LookupError, match="no example of 'no_such_algorithm'"):
        worked_examples("no_such_algorithm")


def test_absent_material_gives_one_skipped_parameter_that_names_the_folder():
    (absent,) = parameters([], Path("beside", "corpora"))

    assert absent.id == "absent"
    assert [mark.kwargs["reason"] for mark in absent.marks] == ["beside/corpora is absent"]
