"""Write scores: reports as text, Markdown or LaTeX; tables as CSV, JSON lines or Parquet."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import ScoreError
from boilerscope.extractors.scoring import record
from boilerscope.extractors.scoring.report import report
from boilerscope.extractors.scoring.rows import mean_rows, page_rows
from boilerscope.extractors.system.installing import extra_command

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from boilerscope.extractors.scoring.report import Report, Table
    from boilerscope.extractors.scoring.results import ScoredRun
    from boilerscope.extractors.scoring.rows import Row
    from boilerscope.extractors.scoring.summary import Summary

    Summaries = Mapping[str, Sequence[Summary]]

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
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
    }
)
_MARKDOWN = re.compile(r"([\\`*<>|]|(?<!\w)_|_(?!\w))")


def as_text(run: ScoredRun, summaries: Summaries) -> bytes:
    """Return the report as aligned text."""
    return text(report(run, summaries)).encode()


def text(written: Report) -> str:
    """Return a report as aligned text."""
    return _report(written, _text_table, "{}")


def as_markdown(run: ScoredRun, summaries: Summaries) -> bytes:
    """Return the report as Markdown."""
    return markdown(report(run, summaries)).encode()


def markdown(written: Report) -> str:
    """Return a report as Markdown."""
    return _report(written, _markdown_table, "- {}", _markdown)


def as_latex(run: ScoredRun, summaries: Summaries) -> bytes:
    """Return the report as LaTeX tables (package booktabs), the notes as comments."""
    return latex(report(run, summaries)).encode()


def latex(written: Report) -> str:
    """Return a report as LaTeX tables (package booktabs), the notes as comments."""
    return _report(written, _latex_table, "% {}")


def as_csv(run: ScoredRun, summaries: Summaries) -> bytes:
    """Return a row for each mean."""
    return csv_rows(list(mean_rows(run, summaries)))


def pages_as_csv(run: ScoredRun, summaries: Summaries) -> bytes:  # noqa: ARG001 - all writers have one form
    """Return a row for each page and pane."""
    return csv_rows(list(page_rows(run)))


def as_jsonl(run: ScoredRun, summaries: Summaries) -> bytes:
    """Return the whole run, then its means; `record.read` reads it."""
    lines = [*record.lines(run)]
    lines += [
        json.dumps({"kind": "mean", **row}, ensure_ascii=False) for row in mean_rows(run, summaries)
    ]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")


def as_parquet(run: ScoredRun, summaries: Summaries) -> bytes:
    """Return a row for each mean."""
    return parquet_rows(list(mean_rows(run, summaries)), record.about(run))


def pages_as_parquet(run: ScoredRun, summaries: Summaries) -> bytes:  # noqa: ARG001 - all writers have one form
    """Return a row for each page and pane."""
    return parquet_rows(list(page_rows(run)), record.about(run))


FORMATS: Mapping[str, Callable[[ScoredRun, Summaries], bytes]] = {
    "table": as_text,
    "csv": as_csv,
    "jsonl": as_jsonl,
    "latex": as_latex,
    "markdown": as_markdown,
    "parquet": as_parquet,
}
"""Writers of a summary by name."""

PAGE_FORMATS: Mapping[str, Callable[[ScoredRun, Summaries], bytes]] = {
    "csv": pages_as_csv,
    "jsonl": as_jsonl,
    "parquet": pages_as_parquet,
}
"""Writers of a row for each page and pane, by name."""


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
        return " & ".join(cell.translate(_LATEX) for cell in cells) + r" \\"

    columns = "l" + "r" * (len(table.header) - 1)
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{table.title.translate(_LATEX)}}}",
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


def csv_rows(rows: list[Row]) -> bytes:
    """Return rows as CSV with a header."""
    stream = io.StringIO()
    if rows:
        writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return stream.getvalue().encode("utf-8", "surrogatepass")


def parquet_rows(rows: list[Row], about: Mapping[str, Any]) -> bytes:
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
