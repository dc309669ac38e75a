"""Columns of the Parquet tables, with types and meanings; `docs/tables.md` lists them.

Readers find the meaning of a column in the metadata of its field, under ``meaning``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyarrow as pa

RESULTS, BLOCKS, TOKENS = "results", "blocks", "tokens"
"""Names of the tables."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """Column of a table.

    Attributes
    ----------
    kind : str
        Name of a type of Arrow, or ``list``, ``text``, ``figures`` or ``ranges``.
    meaning : str
        Meaning of its values.
    """

    name: str
    kind: str
    meaning: str

    def cell(self, value: Any) -> Any:
        """Return a value of a record as the table stores it.

        Raises
        ------
        TypeError
            If it is not a text where the column has texts.
        """
        if self.kind in {"string", "text"} and not isinstance(value, str | None):
            raise TypeError(f"{self.name} is not a text but a {type(value).__name__}")
        if self.kind == "list":
            return list(value)
        if self.kind == "ranges":
            return [{"first": first, "last": last} for first, last in value]
        if self.kind == "figures":
            return [(name, number) for name, number in value.items() if not isinstance(number, str)]
        return value


_PAGE_ID = TableColumn(
    "page_id",
    "string",
    "Name of the page. All rows of a page have it, in each table, and no other page of the run.",
)
_PANE = TableColumn(
    "pane",
    "string",
    "Name of the pane: the extractor, with a number or a name of yours if several panes have it.",
)

COLUMNS: dict[str, tuple[TableColumn, ...]] = {
    RESULTS: (
        TableColumn(
            "source",
            "string",
            "Path or address of the page; in WARC files and JSON lines with its offset in bytes.",
        ),
        _PAGE_ID,
        TableColumn(
            "url",
            "string",
            "Address of the page, null if unknown. `extract` gives a file its `file://` address.",
        ),
        TableColumn(
            "digest",
            "string",
            "SHA-256 of the bytes of the page, unpacked but not decoded; empty if it was not read.",
        ),
        _PANE,
        TableColumn("extractor", "string", "Identifier of the extractor."),
        TableColumn(
            "version", "string", "Version of the program, library or plug-in; empty if unknown."
        ),
        TableColumn("settings", "string", "Digest of the settings, a key in `manifest.json`."),
        TableColumn(
            "status",
            "string",
            "`ok`, `empty`, `unavailable`, `error`, `timeout`, `memory`, `crash` or `cancelled`.",
        ),
        TableColumn("message", "string", "Reason, if the status is not `ok`."),
        TableColumn(
            "title", "string", "Title that the extractor found, else the title of the document."
        ),
        TableColumn("date", "string", "Date of publication that the extractor found, else empty."),
        TableColumn("text", "text", "Text as the extractor prints it; empty after a failure."),
        TableColumn("warnings", "list", "Warnings about the page, then those of the extractor."),
        TableColumn(
            "seconds",
            "float64",
            "Run time of the extractor. A batch has it in `timings/` instead, not in the table.",
        ),
    ),
    BLOCKS: (
        _PAGE_ID,
        _PANE,
        TableColumn(
            "block", "int32", "Index of the block in the extractor's own division, from 0."
        ),
        TableColumn("kept", "bool", "Whether the extractor keeps the block."),
        TableColumn("tokens", "int32", "Number of tokens of the block."),
        TableColumn(
            "runs",
            "ranges",
            "Tokens of the block, counted from 0 on the page; `last` is not included.",
        ),
        TableColumn(
            "rule",
            "string",
            "Rule that decided, as a sentence that starts with its code and a colon; else empty.",
        ),
        TableColumn("stage", "string", "Code and title of the step that decided; else empty."),
        TableColumn(
            "value",
            "float64",
            "Value that the rule measured in its first comparison, null if it compares nothing.",
        ),
        TableColumn("threshold", "float64", "Threshold of that comparison, else null."),
        TableColumn(
            "source",
            "string",
            "File and line of the rule in a library; empty for a rule of this program.",
        ),
        TableColumn("labels", "list", "Final labels of the block."),
        TableColumn(
            "candidates",
            "list",
            "Results or elements among which the extractor chose that have words of the block, with"
            " their states, such as `readability (used)`.",
        ),
        TableColumn(
            "figures",
            "figures",
            "Measured quantities by name, null if not measured; those that are texts are left out.",
        ),
        TableColumn("path", "string", "Path of the block's element; empty if it has none."),
        TableColumn(
            "text",
            "text",
            "Text of the page in the block, white space collapsed, without nested blocks.",
        ),
    ),
    TOKENS: (
        _PAGE_ID,
        _PANE,
        TableColumn("page_tokens", "int32", "Number of tokens of the page."),
        TableColumn("kept_tokens", "int32", "Number of tokens that the pane keeps."),
        TableColumn(
            "kept", "ranges", "Tokens that it keeps, counted from 0; `last` is not included."
        ),
    ),
}
"""Columns of each table in their order."""


def schema_of(columns: Iterable[TableColumn]) -> pa.Schema:
    """Return the schema of a table, with the meanings of its columns."""
    import pyarrow as pa

    kinds = {
        "list": pa.list_(pa.string()),
        "text": pa.large_string(),
        "figures": pa.map_(pa.string(), pa.float64()),
        "ranges": pa.list_(pa.struct([("first", pa.int32()), ("last", pa.int32())])),
    }
    return pa.schema(
        pa.field(
            column.name,
            kinds.get(column.kind) or pa.type_for_alias(column.kind),
            metadata={"meaning": column.meaning},
        )
        for column in columns
    )
