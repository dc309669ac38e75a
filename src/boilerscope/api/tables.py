"""Tables that pandas and polars take."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, overload

from boilerscope.extractors.system.wording import counted

_MAX_SHOWN = 30
"""Maximum number of rows that a table prints."""
_MAX_WIDTH = 60
"""Maximum number of characters of a value that a table prints."""
_STYLE = "text-align:{align};padding:2px 10px;vertical-align:top"


class Table(Sequence[Mapping[str, Any]]):
    """Rows of plain values by column, a sequence of mappings.

    ``pandas.DataFrame(table)`` and ``polars.DataFrame(table)`` take it as it is; ``list(table)``
    is a list of dictionaries.

    Parameters
    ----------
    columns : iterable of str
        Names of the columns, in order.
    rows : iterable of mapping
        A value for each column: a text, a number, a truth value or None.
    """

    def __init__(self, columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> None:
        self.columns: tuple[str, ...] = tuple(columns)
        self._rows = [{name: row[name] for name in self.columns} for row in rows]

    @overload
    def __getitem__(self, index: int) -> Mapping[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Table: ...
    def __getitem__(self, index: int | slice) -> Mapping[str, Any] | Table:
        """Return a row, or a table with some of the rows."""
        if isinstance(index, slice):
            return Table(self.columns, self._rows[index])
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def column(self, name: str) -> list[Any]:
        """Return the values of a column.

        Raises
        ------
        KeyError
            If the table has no such column.
        """
        if name not in self.columns:
            raise KeyError(f"{name!r}; the columns are {', '.join(self.columns)}")
        return [row[name] for row in self._rows]

    def __repr__(self) -> str:
        """Return the first rows as aligned text."""
        cells = [list(self.columns), *self._cells()]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        is_number = self._are_numbers()
        lines = [
            "  ".join(
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(row, widths, is_number, strict=True)
            ).rstrip()
            for row in cells
        ]
        return "\n".join([*lines, *self._rest()])

    def _repr_html_(self) -> str:
        """Return the first rows as an HTML table, for notebooks."""
        aligns = ["right" if right else "left" for right in self._are_numbers()]
        head = _html_row("th", self.columns, aligns)
        body = "".join(_html_row("td", row, aligns) for row in self._cells())
        rest = "".join(f"<p>{html.escape(line)}</p>" for line in self._rest())
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>{rest}"

    def _cells(self) -> list[list[str]]:
        return [[_text_of(value) for value in row.values()] for row in self._rows[:_MAX_SHOWN]]

    def _are_numbers(self) -> list[bool]:
        return [
            all(isinstance(row[name], int | float | None) for row in self._rows)
            and not all(isinstance(row[name], bool | None) for row in self._rows)
            for name in self.columns
        ]

    def _rest(self) -> list[str]:
        n_hidden = len(self) - _MAX_SHOWN
        return [f"... and {counted(n_hidden, 'more row')}"] if n_hidden > 0 else []


def _text_of(value: object) -> str:
    if value is None or value != value:  # noqa: PLR0124 - NaN, of whatever type
        return ""
    if isinstance(value, float):
        return f"{value:,.3f}"
    text = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= _MAX_WIDTH else text[: _MAX_WIDTH - 1] + "…"


def _html_row(tag: str, cells: Sequence[str], aligns: Sequence[str]) -> str:
    written = "".join(
        f'<{tag} style="{_STYLE.format(align=align)}">{html.escape(cell)}</{tag}>'
        for cell, align in zip(cells, aligns, strict=True)
    )
    return f"<tr>{written}</tr>"
