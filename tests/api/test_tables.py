"""Tables are taken by pandas and polars, and print themselves."""

from __future__ import annotations

import pytest

import boilerscope
from boilerscope.api.tables import Table

ROWS = [
    {"pane": "bte", "words": 1234, "f1": 0.5},
    {"pane": "<b>&", "words": 7, "f1": float("nan")},
]


@pytest.fixture
def table() -> Table:
    return Table(("pane", "words", "f1"), ROWS)


def test_a_table_is_a_sequence_of_rows(table: Table):
    assert len(table) == 2
    assert table[0] == ROWS[0]
    assert list(table[:1]) == ROWS[:1]
    assert table.column("words") == [1234, 7]
    with pytest.raises(KeyError, match="the columns are pane, words, f1"):
        table.column("word")


def test_pandas_takes_a_table(table: Table):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")

    frame = pandas.DataFrame(table)

    assert list(frame.columns) == ["pane", "words", "f1"]
    assert frame["words"].tolist() == [1234, 7]


def test_polars_takes_a_table(table: Table):
    polars = pytest.importorskip("polars", reason="polars is not installed")

    frame = polars.DataFrame(table)

    assert frame.columns == ["pane", "words", "f1"]
    assert frame["words"].to_list() == [1234, 7]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_all_tables_of_the_public_names_are_taken(library: str):
    frames = pytest.importorskip(library, reason=f"{library} is not installed")
    comparison = boilerscope.compare("sample:news-en", ["boilerpipe.article", "learned", "vips"])
    tables = [
        comparison.table,
        *(result.table for result in comparison),
        boilerscope.list_extractors(),
        *(boilerscope.list_settings(name) for name in ("boilerpipe.article", "qd", "consensus")),
    ]

    for table in tables:
        assert len(frames.DataFrame(table)) == len(table)


def test_a_table_prints_aligned_text(table: Table):
    assert repr(table) == "pane  words     f1\nbte   1,234  0.500\n<b>&      7"


def test_a_table_is_html_in_a_notebook_with_its_texts_escaped(table: Table):
    markup = table._repr_html_()

    assert "&lt;b&gt;&amp;" in markup
    assert "<b>" not in markup


def test_only_the_first_rows_are_printed():
    table = Table(("n",), ({"n": number} for number in range(1000)))

    assert repr(table).endswith("29\n... and 970 more rows")
    assert "970 more rows" in table._repr_html_()


def test_an_empty_table_prints_its_columns():
    assert repr(Table(("a", "b"), [])) == "a  b"
