"""Columns of the Parquet tables: their meanings are in the files and in the documentation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.formats.parquet_columns import COLUMNS
from boilerscope.extractors.formats.parquet_tables import ParquetTables, table_names
from boilerscope.extractors.formats.slim import FIELDS
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def test_the_table_of_results_has_the_fields_of_the_slim_record():
    assert tuple(column.name for column in COLUMNS["results"]) == FIELDS


def _name(data_type: object) -> str:
    """Return the name of a type without the names of items, which depend on pyarrow."""
    return re.sub(r"(?<=list<)\w+: | \('\w+'\)", "", str(data_type))


def test_files_and_documentation_have_the_meaning_of_each_column(tmp_path: Path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    with ParquetTables(tmp_path, blocks=True):
        pass
    documented = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")

    for name in table_names(blocks=True):
        schema = parquet.read_schema(tmp_path / f"{name}.parquet")
        rows = [
            f"| `{field.name}` | {_name(field.type)} | {field.metadata[b'meaning'].decode()} |"
            for field in schema
        ]
        section = documented.partition(f"## `{name}.parquet`")[2].partition("\n## ")[0]
        assert re.findall(r"^\| `.*", section, re.MULTILINE) == rows, "\n".join(rows)
