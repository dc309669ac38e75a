"""The picture of a page: strips of all panes, and the text with the reason of each decision.

No page is trusted, and the document is read in browsers and notebooks. Therefore it is written from
the page's text alone, escaped, in elements of our own: nothing of the page's markup, style or
addresses is in it, it has no script, and it asks for nothing. A policy in its head forbids both all
the same, and a notebook shows it in a frame without any permission.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.api.panes import described_settings
from boilerscope.api.picture import strips
from boilerscope.api.picture.passages import Passage, Passages
from boilerscope.api.picture.style import style_sheet, vote_styles
from boilerscope.extractors.errors import PageError
from boilerscope.extractors.model.sentence import format_value
from boilerscope.extractors.sources.words import is_address
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from boilerscope.api.pane_results import PaneResult
    from boilerscope.extractors.page.page import Page

MAX_CHARACTERS = 2_000_000
"""Size at which a picture stops and counts the passages that it leaves out."""
_MAX_PASSAGE = 4000
"""Number of characters of a passage that are shown."""
_MAX_REASON = 300
_SHORT, _SHORT_IN_LINE = 6, 40
"""Passages of at most so many words share a line, so many in each, if the panes decide alike."""
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_TAGS = _HEADINGS | {"li", "blockquote", "pre", "td", "th", "title", "dt", "dd"}
"""Tags that passages are styled by."""
_FRAME = (
    '<iframe sandbox="" srcdoc="{document}" style="width:100%;height:{height}px;'
    'border:1px solid #DCE0E5;border-radius:6px;background:#fff" title="{title}"></iframe>'
)
_HEIGHT = 620
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_HATCH = (
    '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
    '<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><rect width="5" height="5" class="ground"/>'
    '<rect width="1.7" height="5" class="dropped"/></pattern></defs></svg>'
)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class View:
    """A page and its panes as one HTML document; notebooks show it.

    Attributes
    ----------
    title : str
        Name of the page.
    html : str
        The document. It has no script and loads nothing.
    """

    title: str
    html: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the document to a file, in UTF-8."""
        Path(path).write_text(self.html, encoding="utf-8", errors="replace")

    def _repr_html_(self) -> str:
        """Return the document in a frame without permissions, for notebooks."""
        return _FRAME.format(
            document=html.escape(self.html), height=_HEIGHT, title=html.escape(self.title)
        )

    def __repr__(self) -> str:
        return f"<View of {self.title!r}: {len(self.html) / 1000:,.0f} kB of HTML>"


def view(page: Page, results: Sequence[PaneResult]) -> View:
    """Return the picture of a page with results of this page.

    Raises
    ------
    PageError
        If a result is of another page.
    """
    for result in results:
        if not page.is_same_tree(result.page):
            raise PageError(
                f"{result!r} is not a result on this page: read a page once, then extract and show"
                " with the same page."
            )
    passages = Passages(page, results)
    body = [
        *_head(page, results),
        *_strips(page, passages),
        *decided_text(passages),
    ]
    title = page.title or page.name
    return View(page.name, _document(title, "".join(body), len(passages.results)))


def _document(title: str, body: str, n_panes: int) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{_safe(title)}</title><style>{style_sheet()}{vote_styles(n_panes)}</style></head>"
        f"<body>{_HATCH}{body}</body></html>\n"
    )


def _head(page: Page, results: Sequence[PaneResult]) -> Iterator[str]:
    """Yield the title of the page, and a line for each pane."""
    address = f" · {_safe(page.url)}" if page.url and is_address(page.url) else ""
    yield (
        f"<header><h1>{_safe(page.title or page.name)}</h1>"
        f"<p>{_safe(page.name)}{address} · {counted(page.n_tokens, 'word')}</p></header>"
    )
    if not results:
        return
    yield '<table class="panes">'
    for number, result in enumerate(results, 1):
        settings = described_settings(result.pane) or "default settings"
        n_kept = int(np.count_nonzero(result.mask))
        share = n_kept / max(page.n_tokens, 1)
        outcome = (
            f'<td class="n">{counted(n_kept, "word")}<td class="n">{share:.0%}'
            if result.has_result
            else f'<td colspan=2 class="n {result.status}">{_safe(result.status)}'
        )
        yield (
            f'<tr><td><b class="no">{number}</b><td>{_safe(result.name)}{outcome}'
            f'<td class="bar"><i style="width:{100 * share:.1f}%"></i>'
            f'<td class="set">{_safe(result.message or settings)}'
        )
    yield "</table>"


def _strips(page: Page, passages: Passages) -> Iterator[str]:
    """Yield the strips along the page, with a scale and the sections."""
    if not page.n_tokens or not passages.results:
        return
    scale = "".join(
        f'<s style="left:{x:.2f}%">{label}</s>' for x, label in strips.ticks(page.n_tokens)
    )
    parts = "".join(
        f'<u style="left:{x:.2f}%;width:{width:.2f}%">{name}</u>'
        for x, width, name in strips.sections(page)
    )
    yield f'<div class="strips"><span>Words in page order</span><div class="scale">{scale}</div>'
    if parts:
        yield f'<span>Sections</span><div class="parts">{parts}</div>'
    n_results = len(passages.results)
    for number, result in zip(passages.numbers, passages.results, strict=True):
        label = f'<b class="no">{number}</b>{_safe(result.name)}'
        yield f"<span>{label}</span>{strips.decisions(result.mask)}"
    if n_results > 1:
        yield f"<span>Agreement</span>{strips.agreement(passages.votes, n_results)}"
    for quantity in passages.quantities:
        column = quantity.column
        end = f"{format_value(quantity.high)} {column.unit}".strip()
        tip = f"{column.meaning} The scale ends at {end}."
        yield (
            f'<span title="{_safe(tip)}"><b class="no">{passages.numbers[0]}</b>'
            f"{_safe(column.label)}</span>"
            f"{strips.amounts(quantity.of_token)}"
        )
    yield "</div>"


def decided_text(passages: Passages) -> Iterator[str]:
    """Yield the markup of the passages; short ones with the same decisions share a line."""
    yield '<main><p class="legend">'
    n_panes = len(passages.results)
    if n_panes:
        yield '<b class="C">C</b> main content <b class="B">B</b> boilerplate'
        if n_panes > 1:
            yield ' <b class="some">some panes</b>'
        yield "<em>The rule that decided: point at a text.</em>"
    yield "</p>"
    n_characters = n_shown = 0
    for (is_short, decisions), group in groupby(passages, _kind):
        while line := list(islice(group, _SHORT_IN_LINE if is_short else 1)):
            row = _row(line, decisions, passages)
            n_characters += len(row)
            if n_characters > MAX_CHARACTERS:
                rest = f"{counted(len(passages) - n_shown, 'more passage')} not shown."
                yield f'<p class="rest">{rest} The strips show the whole page.</p></main>'
                return
            n_shown += len(line)
            yield row
    yield "</main>"


def _kind(passage: Passage) -> tuple[bool, tuple[bool, ...]]:
    is_short = passage.n_tokens <= _SHORT and passage.tag not in _HEADINGS
    return is_short, passage.decisions


def _row(line: Sequence[Passage], decisions: Sequence[bool], passages: Passages) -> str:
    letters = "".join(f'<b class="{"C" if kept else "B"}"></b>' for kept in decisions)
    texts = "".join(_passage(passage, passages) for passage in line)
    return f'<div class="r"><div class="g">{letters}</div><div class="t">{texts}</div></div>\n'


def _passage(passage: Passage, passages: Passages) -> str:
    reasons = [
        f"{'C' if kept >= 0.5 else 'B'} {number} {_shortened(reason)}{_partly(kept)}"
        for number, kept, reason in zip(
            passages.numbers, passage.kept, passages.reasons(passage), strict=True
        )
    ]
    head = ", ".join([passage.path, *passages.measured(passage)])
    tip = _safe("\n".join([head, *reasons]))
    style = passage.tag if passage.tag in _TAGS else "p"
    return f'<div class="{style}" data-why="{tip}">{_pieces(passage)}</div>'


def _pieces(passage: Passage) -> str:
    parts: list[str] = []
    room = _MAX_PASSAGE
    for piece in passage.pieces:
        if room <= 0:
            parts.append("…")
            break
        text = _safe(piece.text[:room])
        room -= len(piece.text)
        style = f"v{piece.votes} {piece.styles}".rstrip()
        parts.append(f'<span class="{style}">{text}</span>')
    return "".join(parts)


def _partly(kept: float) -> str:
    return f" ({kept:.0%} kept)" if 0 < kept < 1 else ""


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_REASON else text[: _MAX_REASON - 1] + "…"


def _safe(text: str) -> str:
    """Escape text; control characters and lone surrogates are replaced."""
    return html.escape(_CONTROL.sub("\ufffd", text))
