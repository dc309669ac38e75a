"""Code of a page: its lines, without line numbers, and its language."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page import START
from boilerscope.extractors.page.events import TEXT
from boilerscope.extractors.page.reading import EDITOR_LINES, is_preformatted
from boilerscope.extractors.page.segments import INLINE_TAGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree

    from boilerscope.extractors.formats.structure.kept_part import KeptPart
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

PREFORMATTED = frozenset(["pre", "listing", "xmp", "plaintext"])
_GUTTERS = frozenset(
    [
        "linenos",
        "lineno",
        "linenumber",
        "linenumbers",
        "line-number",
        "line-numbers-rows",
        "line-numbers-wrapper",
        "gutter",
        "blob-num",
        "hljs-ln-numbers",
        "rouge-gutter",
        "crayon-nums",
        "lntd-numbers",
        "lnt",
        "ln",
        "codemirror-linenumber",
        "cm-gutterelement",
        "ace_gutter-cell",
    ]
)
"""Classes of elements with line numbers."""

_ZERO_WIDTH = "\u200b"
"""Text of an empty line in editors."""

_NOT_LANGUAGES = frozenset(
    (
        *("none", "plain", "plaintext", "text", "nohighlight", "no-highlight", "default"),
        *("notranslate", "undefined", "auto"),
    )
)
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|src|code)-|brush:\s*)"
    r"([A-Za-z][\w+#.-]{0,30})(?=\s|;|$)"
)
_HIGHLIGHT = re.compile(r"(?:^|\s)highlight-([A-Za-z][\w+#.-]{0,30})(?=\s|$)")
_NEIGHBOUR = re.compile(
    r"(?:^|\s)(?:hljs|sourceCode|highlight|prettyprint|prism|codehilite|chroma|src)"
    r"\s+([A-Za-z][\w+#]{0,20})(?=\s|$)"
)
_NEIGHBOUR_WORDS = frozenset(
    ["line", "lines", "code", "numbers", "numberSource", "linenums", "table", "wrap"]
)
_SHOWN_AS_BLOCK = re.compile(r"(?:^|[;\s])display\s*:\s*(?:block|flex|grid|table)", re.IGNORECASE)
_LINES = frozenset(["line", "code-line", "token-line", "view-line", "codeline", "react-code-line"])
"""Classes of the lines of highlighters."""

_EDITORS = frozenset(["CodeMirror-code", "cm-content", "view-lines", "ace_text-layer"])
"""Classes of the elements in which editors show code, each line in an element of its own."""

_MONOSPACE = re.compile(
    r"font(?:-family)?\s*:[^;]{0,200}?\b(?:monospace|courier|consolas|menlo|monaco)\b",
    re.IGNORECASE,
)
_TABLE_ROWS = frozenset(["table", "thead", "tbody", "tfoot", "tr"])
_LEFT_OUT = frozenset(["script", "style", "template"])
_ATTRIBUTES = (
    *("data-lang", "data-language", "data-code-language", "data-codelang", "data-syntax"),
    "data-enlighter-language",
)
_KNOWN = frozenset(
    (
        *("ada", "asm", "awk", "bash", "c", "c#", "c++", "clojure", "cmake", "cobol"),
        *("console", "cpp", "csharp", "css", "csv", "cuda", "dart", "diff", "dockerfile", "elixir"),
        *("elm", "erlang", "f#", "fortran", "fsharp", "go", "golang", "gradle", "graphql"),
        *("groovy", "haskell", "html", "http", "ini", "java", "javascript", "js", "json", "jsx"),
        *("julia", "kotlin", "latex", "lisp", "lua", "makefile", "markdown", "mathematica"),
        *("matlab", "mysql", "nginx", "nim", "objc", "objective-c", "ocaml", "octave", "pascal"),
        *("perl", "pgsql", "php", "postgresql", "powershell", "prolog", "protobuf", "puppet", "py"),
        *("python", "python3", "pycon", "r", "rb", "ruby", "rust", "sass", "scala", "scheme"),
        *("scss", "sed", "sh", "shell", "solidity", "sql", "svelte", "swift", "tcl", "tex", "toml"),
        *("tsx", "typescript", "verilog", "vhdl", "vim", "vue", "xml", "yaml", "yml", "zig", "zsh"),
    )
)
"""Languages that a class alone, or ``lang`` of code, may name; none is a usual tag of a language of
people."""
_MAX_LEVELS = 3
"""Number of elements above the code that may name its language."""


def gutters(page: Page) -> BoolArray:
    """Return which elements contain only line numbers of code."""
    mask = np.zeros(len(page.elements), dtype=np.bool_)
    for row, node in enumerate(page.elements.node):
        classes = node.get("class")
        if classes and not _GUTTERS.isdisjoint(classes.lower().split()):
            start, end = page.elements.token_start[row], page.elements.token_end[row]
            mask[row] = all(page.token_text(token).isdigit() for token in range(start, end))
    return mask


def code_tables(page: Page, is_gutter: BoolArray) -> set[int]:
    """Return the tables that contain only code, beside a column of line numbers."""
    elements = page.elements
    table_of = elements.innermost(elements.tagged({"table"}))
    with_numbers = {
        int(table_of[row])
        for row in np.flatnonzero(is_gutter & elements.tagged({"td", "th"})).tolist()
    }
    per_row: dict[int, int] = {}
    for row in np.flatnonzero(elements.tagged({"td", "th"}) & ~is_gutter).tolist():
        parent = int(elements.parent[row])
        per_row[parent] = per_row.get(parent, 0) + 1
    wide = {int(table_of[row]) for row, n_cells in per_row.items() if n_cells > 1}
    return with_numbers - wide - {-1}


def code_by_style(page: Page) -> set[int]:
    """Return the elements that show code without being ``pre``.

    These are the lines of editors as a whole, and blocks with the white space of the source in a
    font for code, as editors copy them.
    """
    elements, is_exact = page.elements, is_preformatted(page)
    rows: set[int] = set()
    for row in np.flatnonzero(~elements.tagged(INLINE_TAGS)).tolist():
        node = elements.node[row]
        if not _EDITORS.isdisjoint((node.get("class") or "").split()) or (
            is_exact[row] and _MONOSPACE.search(node.get("style") or "")
        ):
            rows.add(row)
    return rows


def code_language(page: Page, row: int) -> str:
    """Return the language that the page names for code, in lower case; empty without one."""
    elements = page.elements
    end = int(elements.subtree_end[row])
    inner = next((one for one in range(row + 1, end) if elements.tag[one] == "code"), -1)
    rows = [row] if inner < 0 else [inner, row]
    above = int(elements.parent[row])
    for _ in range(_MAX_LEVELS):
        if above < 0 or elements.tag[above] in {"body", "article", "main"}:
            break
        rows.append(above)
        above = int(elements.parent[above])
    for candidate in rows:
        language = _language_of(page, candidate)
        if language:
            return language
    return ""


def _language_of(page: Page, row: int) -> str:
    node = page.elements.node[row]
    named = [node.get(name) for name in _ATTRIBUTES]
    classes = node.get("class") or ""
    named += [match[1] for match in _LANGUAGE.finditer(classes)]
    named += [match[1] for match in _HIGHLIGHT.finditer(classes)]
    named += [
        match[1] for match in _NEIGHBOUR.finditer(classes) if match[1] not in _NEIGHBOUR_WORDS
    ]
    if page.elements.tag[row] in {"code", *PREFORMATTED}:
        alone = (node.get("lang") or "", *classes.split())
        named += [name for name in alone if name.lower() in _KNOWN]
    for name in named:
        word = (name or "").strip().lower()
        if word and word not in _NOT_LANGUAGES and re.fullmatch(r"[\w+#.-]{1,30}", word):
            return word.removeprefix("source-")
    return ""


def code_text(kept: KeptPart, row: int, is_gutter: BoolArray) -> str:
    """Return the kept lines of the code in an element, without empty lines at the end.

    A line is kept with its words; a line without words by those around it. Empty lines at the
    beginning are kept if the element is preformatted, where browsers show them.
    """
    lines: list[str] = []
    tag = kept.page.elements.tag[row]
    for ranges in islice(_lines_of(kept.page, row, is_gutter), _n_skipped(kept.page, row), None):
        line = kept.line(ranges, row)
        if line is not None:
            lines.append(line.rstrip("\r") if line != _ZERO_WIDTH else "")
    while lines and not lines[0].strip() and tag not in PREFORMATTED:
        del lines[0]
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join(lines)


def _n_skipped(page: Page, row: int) -> int:
    """Return how many of the first lines are markup: the line end after the start tag.

    White space between ``pre`` and ``code`` is markup too.
    """
    elements = page.elements
    if elements.tag[row] not in PREFORMATTED:
        return 0
    lead = str(elements.node[row].text or "")
    has_code = row + 1 < elements.subtree_end[row] and elements.tag[row + 1] == "code"
    if has_code and lead.isspace():
        return lead.count("\n")
    return int(lead.startswith(("\n", "\r\n")))


def _lines_of(  # noqa: C901 - one case for each kind of event
    page: Page, row: int, is_gutter: BoolArray
) -> Iterator[list[tuple[int, int]]]:
    """Yield the lines of an element, each as its ranges of the page text.

    A line ends at a line end, at a ``br``, and at both edges of a block, there only if it has text.
    """
    elements, events = page.elements, page.events
    depth = int(elements.depth[row])
    first = 2 * row - depth + int(elements.slot_start[row])
    last = 2 * int(elements.subtree_end[row]) - depth - 1 + int(elements.slot_end[row])
    line: list[tuple[int, int]] = []
    skip_end = skip_slot = 0
    for kind, index in zip(
        events.kind[first + 1 : last].tolist(), events.index[first + 1 : last].tolist(), strict=True
    ):
        if kind == TEXT:
            if index < skip_slot or elements.tag[page.slots.owner[index]] in _TABLE_ROWS:
                continue
            start, end = int(page.slots.start[index]), int(page.slots.end[index])
            while (line_end := page.text.find("\n", start, end)) >= 0:
                yield [*line, (start, line_end)]
                line, start = [], line_end + 1
            if start < end:
                line.append((start, end))
        elif index < skip_end:
            continue
        elif kind == START and (is_gutter[index] or elements.tag[index] in _LEFT_OUT):
            skip_end, skip_slot = int(elements.subtree_end[index]), int(elements.slot_end[index])
        elif elements.tag[index] == "br" or _is_empty_line(page, index):
            if kind == START:
                yield line
                line = []
        elif line and (
            elements.tag[index] not in INLINE_TAGS
            or _is_line(elements.node[index], is_start=kind == START)
        ):
            yield line
            line = []
    if line:
        yield line


def _is_empty_line(page: Page, row: int) -> bool:
    """Return whether an element is a line of an editor without text and without a break."""
    elements = page.elements
    if EDITOR_LINES.isdisjoint((elements.node[row].get("class") or "").split()):
        return False
    first, end = int(elements.slot_start[row]), int(elements.slot_end[row])
    is_empty = not any(page.slots.start[first:end] < page.slots.end[first:end])
    return is_empty and "br" not in elements.tag[row : int(elements.subtree_end[row])]


def _is_line(node: etree._Element, *, is_start: bool) -> bool:
    """Return whether an inline element in code is a line by its style or, at its start, its class.

    Elements with the class are lines without line ends only if they touch.
    """
    if _SHOWN_AS_BLOCK.search(node.get("style") or ""):
        return True
    before = node.getprevious() if is_start else None
    if before is None or before.tail or not _LINES.intersection((node.get("class") or "").split()):
        return False
    return before.get("class") == node.get("class")
