"""The one writer of results: text, Markdown and LaTeX for people; CSV, JSON lines and Parquet."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from boilerscope.extractors.errors import ScoreError
from boilerscope.extractors.system.installing import extra_command
from boilerscope.extractors.system.wording import NO_BREAK_SPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from boilerscope.extractors.scoring.report import Report, Table
    from boilerscope.extractors.scoring.rows import Row

_EMPTY_COLUMNS = dict.fromkeys(("baseline", "scored_text"), "string") | dict.fromkeys(
    ("wins", "ties", "losses", "difference_pages"), "int64"
)
"""Types of columns without a value in Parquet; all other such columns are float64."""

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        NO_BREAK_SPACE: "~",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
    }
)
_MINUS = re.compile(r"(?<![\w.])-(?=\d)")
_LABEL_WORDS = 5
_MARKDOWN = re.compile(r"([\\`*<>|]|(?<!\w)_|_(?!\w))")


class Document(Protocol):
    """Results that can be written in every format."""

    def about(self) -> Mapping[str, Any]:
        """Return everything that is needed to repeat the results, as plain values."""
        ...

    def report(self) -> Report:
        """Return the tables and notes that people read."""
        ...

    def rows(self) -> list[Row]:
        """Return the rows of a table file; all have the same columns."""
        ...

    def lines(self) -> Iterable[Mapping[str, Any]]:
        """Return the lines of a JSON lines file."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """Way to write results.

    Attributes
    ----------
    label, suffix : str
        Name on screen, and suffix of files.
    write : function
        Returns the file of a document.
    """

    label: str
    suffix: str
    write: Callable[[Document], bytes]


def write(document: Document, format_name: str) -> bytes:
    """Return a document as a file.

    Parameters
    ----------
    format_name : str
        A name in `FORMATS`.

    Raises
    ------
    ScoreError
        If Parquet cannot be written here.
    """
    return FORMATS[format_name].write(document)


def require_parquet() -> None:
    """Raise if Parquet cannot be written here.

    Raises
    ------
    ScoreError
        If pyarrow is missing; the message gives the command that installs it.
    """
    try:
        import pyarrow.parquet  # noqa: F401 - only whether it can be imported
    except ImportError as error:
        raise ScoreError(
            f"Parquet files need pyarrow. Install it with: {extra_command('tables')}"
        ) from error


def text(report: Report) -> str:
    """Return a report as aligned text."""
    return _report(report, _text_table, "{}")


def markdown(report: Report) -> str:
    """Return a report as Markdown."""
    return _report(report, _markdown_table, "- {}", _markdown)


def latex(report: Report) -> str:
    """Return a report as LaTeX tables (package booktabs), the notes as comments."""
    return _report(report, _latex_table, "% {}")


def _report(
    written: Report,
    table_text: Callable[[Table], str],
    note: str,
    escape: Callable[[str], str] = str,
) -> str:
    tables = "\n".join(table_text(table) for table in written.tables)
    notes = "".join(f"{note.format(escape(text))}\n" for text in written.notes)
    return f"{tables}\n{notes}" if notes else tables


def _text_table(table: Table) -> str:
    grid = [table.header, *table.rows]
    widths = [max(len(row[column]) for row in grid) for column in range(len(table.header))]
    lines = [
        "  ".join(
            [row[0].ljust(widths[0])]
            + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        ).rstrip()
        for row in grid
    ]
    return "\n".join([table.title, "", *lines, ""])


def _markdown_table(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    ruler = line(["---", *["---:"] * (len(table.header) - 1)])
    rows = [line([_markdown(cell) for cell in row]) for row in table.rows]
    header = line([_markdown(cell) for cell in table.header])
    return "\n".join([f"### {_markdown(table.title)}", "", header, ruler, *rows, ""])


def _markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def _latex_table(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return " & ".join(map(_latex_cell, cells)) + r" \\"

    columns = "l" + "r" * (len(table.header) - 1)
    return "\n".join(
        [
            r"% \usepackage{booktabs}",
            r"\begin{table}",
            r"\centering\footnotesize",
            rf"\caption{{{table.title.translate(_LATEX)}}}",
            rf"\label{{tab:{_label(table.title)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            line(table.header),
            r"\midrule",
            *(line(row) for row in table.rows),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _latex_cell(text: str) -> str:
    """Return a cell with minus signs in place of hyphens before numbers."""
    if text == "-":
        return "--"
    return _MINUS.sub("$-$", text.translate(_LATEX))


def _label(title: str) -> str:
    """Return the label of a table: the first words of its title."""
    return "-".join(re.findall("[a-z0-9]+", title.lower())[:_LABEL_WORDS])


def _encoded(written: str) -> bytes:
    return written.encode("utf-8", "surrogatepass")


def _csv(rows: list[Row]) -> bytes:
    """Return rows as CSV with a header."""
    stream = io.StringIO()
    if rows:
        writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return stream.getvalue().encode("utf-8", "surrogatepass")


def _json_lines(lines: Iterable[Mapping[str, Any]]) -> bytes:
    """Return lines as JSON."""
    written = (json.dumps(line, ensure_ascii=False, allow_nan=False) for line in lines)
    return "".join(f"{line}\n" for line in written).encode("utf-8", "surrogatepass")


def _parquet(rows: list[Row], about: Mapping[str, Any]) -> bytes:
    """Return rows as a Parquet file, with a description of the run in its metadata."""
    require_parquet()
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.Table.from_pylist(rows)
    for number, column in enumerate(table.schema):
        if pa.types.is_null(column.type):  # so that files can be joined
            kind = pa.type_for_alias(_EMPTY_COLUMNS.get(column.name, "float64"))
            table = table.set_column(number, column.name, pa.nulls(len(table), kind))
    table = table.replace_schema_metadata({"boilerscope": json.dumps(about, ensure_ascii=False)})
    stream = io.BytesIO()
    pq.write_table(table, stream)
    return stream.getvalue()


FORMATS: Mapping[str, Format] = {
    "table": Format("Text", ".txt", lambda document: _encoded(text(document.report()))),
    "csv": Format("CSV", ".csv", lambda document: _csv(document.rows())),
    "jsonl": Format("JSON lines", ".jsonl", lambda document: _json_lines(document.lines())),
    "latex": Format("LaTeX", ".tex", lambda document: _encoded(latex(document.report()))),
    "markdown": Format("Markdown", ".md", lambda document: _encoded(markdown(document.report()))),
    "parquet": Format(
        "Parquet", ".parquet", lambda document: _parquet(document.rows(), document.about())
    ),
}
"""Ways to write results, by name."""
