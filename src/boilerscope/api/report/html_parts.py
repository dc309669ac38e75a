"""Parts of reports: escaped texts, sections, tables and the document around them.

A report is read in browsers, mailed and printed. It has no script, asks for nothing over the
network, and a policy in its head forbids both all the same.
"""

from __future__ import annotations

import hashlib
import html
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from boilerscope.api.picture.style import style_sheet, vote_styles

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_HATCH = (
    '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
    '<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><rect width="5" height="5" class="ground"/>'
    '<rect width="1.7" height="5" class="dropped"/></pattern></defs></svg>'
)
DIGEST_MARK = "{digest of this report}"


@dataclass(frozen=True, slots=True)
class Cell:
    """Cell of a table that is markup already.

    Attributes
    ----------
    html : str
        Content, escaped.
    style : str
        Classes of the cell.
    """

    html: str
    style: str = ""


def safe(text: str) -> str:
    """Escape text; control characters and lone surrogates are replaced."""
    return html.escape(_CONTROL.sub("\ufffd", text))


def section(number: int, title: str, body: str, *, note: str = "") -> str:
    """Return a numbered section; the note stands below it in small type."""
    below = f'<p class="note">{safe(note)}</p>' if note else ""
    return (
        f'<section id="part-{number}"><h2><span>{number}</span>{safe(title)}</h2>{body}{below}'
        "</section>\n"
    )


def table(
    header: Sequence[str | Cell],
    rows: Iterable[Sequence[str | Cell]],
    *,
    texts: Collection[int] = (0,),
) -> str:
    """Return a table; columns are numbers, right-aligned, except those in `texts`."""

    def cell(tag: str, column: int, content: str | Cell) -> str:
        is_text = column in texts
        marked = content if isinstance(content, Cell) else Cell(safe(content))
        style = " ".join(filter(None, ("" if is_text else "n", marked.style)))
        attribute = f' class="{style}"' if style else ""
        return f"<{tag}{attribute}>{marked.html}</{tag}>"

    head = "".join(cell("th", column, name) for column, name in enumerate(header))
    lines = "".join(
        f"<tr>{''.join(cell('td', column, content) for column, content in enumerate(row))}</tr>\n"
        for row in rows
    )
    return (
        f'<div class="scroll"><table class="data"><thead><tr>{head}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )


def commands(lines: Iterable[str]) -> str:
    """Return commands as lines of a shell."""
    shown = "\n".join(f"$ {line}" for line in lines)
    return f"<pre>{safe(shown)}</pre>"


def number_badge(number: int) -> str:
    """Return the badge of a pane."""
    return f'<b class="no">{number}</b>'


def letter(*, kept: bool) -> str:
    """Return the letter of a decision: C for main content, B for boilerplate."""
    return '<b class="C">C</b>' if kept else '<b class="B">B</b>'


def document(
    title: str, subtitle: str, columns: Sequence[str], foot: str, *, n_panes: int = 0
) -> str:
    """Return a whole report.

    The digest of the report, without itself, replaces `DIGEST_MARK`.

    Parameters
    ----------
    columns : sequence of str
        Markup of one column, or of two, which are beside each other on wide screens.
    """
    body = "".join(f'<div class="column">{column}</div>' for column in columns)
    text = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{safe(title)}</title><style>{style_sheet()}{vote_styles(n_panes)}{_own_style()}"
        f'</style></head><body class="report">{_HATCH}<header class="head"><h1>{safe(title)}</h1>'
        f'<p>{safe(subtitle)}</p></header><div class="columns">{body}</div>'
        f"<footer>{safe(foot)}</footer></body></html>\n"
    )
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return text.replace(safe(DIGEST_MARK), digest[:16])


@cache
def _own_style() -> str:
    sheet = files("boilerscope.api.report").joinpath("report.css")
    return sheet.read_text(encoding="utf-8")
