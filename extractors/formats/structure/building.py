"""A page and its kept tokens as one tree of nodes.

The page is read once, in document order. What is kept becomes lines of runs and finished blocks
below the structural elements around them (`holders`), and these become nodes.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from boilerscope.extractors.formats.inert import runs_script
from boilerscope.extractors.formats.structure import nodes
from boilerscope.extractors.formats.structure.code import (
    PREFORMATTED,
    code_by_style,
    code_language,
    code_tables,
    code_text,
    gutters,
)
from boilerscope.extractors.formats.structure.formulas import (
    Formulas,
    FoundFormula,
    formulas,
)
from boilerscope.extractors.formats.structure.holders import (
    HEADINGS,
    LISTS,
    NOTE,
    TOP,
    Holder,
    Line,
    find_holders,
)
from boilerscope.extractors.formats.structure.inlines import (
    InlineBuilder,
    Run,
    direction_of,
    language_of,
)
from boilerscope.extractors.formats.structure.kept_part import KeptPart
from boilerscope.extractors.formats.structure.notes import Notes, find_notes
from boilerscope.extractors.formats.structure.options import DEFAULT, Images
from boilerscope.extractors.formats.structure.tables import (
    CELLS,
    Grid,
    alignment,
    data_tables,
    with_headers,
)
from boilerscope.extractors.page import START
from boilerscope.extractors.page.addresses import absolute_address, base_address
from boilerscope.extractors.page.events import TEXT
from boilerscope.extractors.page.reading import has_indents, is_preformatted
from boilerscope.extractors.page.segments import INLINE_TAGS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.formats.structure.nodes import Block, Blocks, Document
    from boilerscope.extractors.formats.structure.options import StructureOptions
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

LEFT_OUT = frozenset(
    [
        "applet",
        "audio",
        "canvas",
        "embed",
        "iframe",
        "link",
        "noembed",
        "noframes",
        "noscript",
        "object",
        "option",
        "script",
        "style",
        "template",
        "title",
        "video",
    ]
)
"""Elements that are left out with their contents, because no browser shows these as text."""

_WITH_PERMALINKS = ("h1", "h2", "h3", "h4", "h5", "h6", "dt", "caption", "figcaption")
_LAZY = ("data-src", "data-original", "data-lazy-src", "data-url", "data-hi-res-src")
_PLACEHOLDER = re.compile(r"blank|placeholder|spacer|1x1")
_SIZE = re.compile(r"(\d{1,7}(?:\.\d{1,4})?)[wx],?")
_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
"""An indent of a line is written as these: formats of structure drop other spaces there."""

_MAX_IMAGE_TEXT = 2_000
_LETTERS = frozenset("aAiI")
_NUMBERINGS = {
    "lower-alpha": "a",
    "lower-latin": "a",
    "upper-alpha": "A",
    "upper-latin": "A",
    "lower-roman": "i",
    "upper-roman": "I",
}
_LIST_STYLE = re.compile(
    r"list-style(?:-type)?\s*:[^;]{0,40}?\b([a-z]{5}-[a-z]{5})\b", re.IGNORECASE
)


def build(
    page: Page, mask: BoolArray, options: StructureOptions = DEFAULT, *, title: str = ""
) -> Document:
    """Return the kept part of a page as a tree.

    Parameters
    ----------
    page : Page
        Page; it is not changed.
    mask : array of bool, shape (n_tokens,)
        Kept tokens. Header rows of tables of which a row is kept are kept too.
    title : str
        Title of the document; by default, that of the page.
    """
    return _Builder(page, mask, options).document(title or page.title)


def left_out(page: Page) -> BoolArray:
    """Return which elements are left out with their contents, shape (n_elements,).

    The links without words of headings to themselves (``#``, ``¶``) are. The head is not: the
    parser puts the content of some pages into it.
    """
    elements = page.elements
    is_left_out = elements.tagged(LEFT_OUT)
    is_wordless = elements.token_end == elements.token_start
    of_titles = elements.at_or_below(elements.tagged(_WITH_PERMALINKS))
    links = elements.tagged({"a"}) & is_wordless & of_titles
    for row in links.nonzero()[0].tolist():
        is_left_out[row] = (elements.node[row].get("href") or "").strip().startswith("#")
    return is_left_out


class _Context(NamedTuple):
    """Language and direction of the node around."""

    language: str
    direction: str


class _Builder:
    """Builds one document."""

    def __init__(self, page: Page, mask: BoolArray, options: StructureOptions) -> None:
        self._page, self._options = page, options
        self._is_gutter = gutters(page)
        self._is_exact, self._has_indents = is_preformatted(page), has_indents(page)
        self._code_tables = code_tables(page, self._is_gutter)
        self._code = self._code_tables | code_by_style(page)
        tables = data_tables(page) if options.tables else {}
        self._tables = {row: grid for row, grid in tables.items() if row not in self._code_tables}
        self._kept = KeptPart(page, with_headers(page, mask) if options.tables else mask)
        self._notes = find_notes(self._kept) if options.footnotes else Notes()
        self._formulas = (
            formulas(page) if options.formulas else Formulas({}, formulas(page).in_text)
        )
        self._inline = InlineBuilder(page, options)
        self._tasks = _tasks(page)
        self._holders = find_holders(
            page, self._tables.keys(), self._notes.note_of.keys(), has_outline=options.outline
        )
        self._base = base_address(page)
        self._context = _contexts(page)
        self._block_of = page.elements.innermost(~page.elements.tagged(INLINE_TAGS))
        self._top = Holder(-1, TOP)
        self._note_holders: dict[int, Holder] = {}
        self._open: list[Holder] = [self._top]
        self._is_new_line = True
        self._indent = (-1, "")  # of the line that begins, with its block
        self._copies_kept: bool | None = None

    def document(self, title: str) -> Document:
        """Return the document."""
        self._gather()
        page = self._page
        context = self._context[0]
        blocks = self._blocks(self._top.parts, context)
        if self._note_holders and blocks and isinstance(blocks[-1], nodes.Rule):
            blocks = blocks[:-1]  # it was above the notes
        notes = tuple(
            self._blocks(self._note_holders[number].parts, context)
            if number in self._note_holders
            else ()
            for number in range(1, len(self._notes.note_of) + 1)
        )
        url = page.url or ""
        return nodes.Document(
            blocks,
            notes,
            title,
            url if url.startswith(("http://", "https://")) else "",
            "",
            context.language,
            context.direction,
        )

    # -- reading the page ----------------------------------------------------------------------

    def _gather(self) -> None:
        elements, events = self._page.elements, self._page.events
        is_left_out = left_out(self._page).tolist()
        is_block = (~elements.tagged(INLINE_TAGS)).tolist()
        first = end = slot_end = 0  # of the last element that is done
        for kind, index in zip(events.kind.tolist(), events.index.tolist(), strict=True):
            if kind == TEXT:
                text = self._kept.texts[index] or self._space(index)
                if text and index >= slot_end and index not in self._notes.arrows:
                    self._add_text(text, int(self._page.slots.owner[index]))
            elif first <= index < end:
                continue
            elif kind != START:
                self._is_new_line |= is_block[index] and elements.tag[index] != "br"
            elif self._take(index) or is_left_out[index]:
                first, end = index, int(elements.subtree_end[index])
                slot_end = int(elements.slot_end[index])
            else:
                self._is_new_line |= is_block[index] and elements.tag[index] not in {"br", "wbr"}

    def _space(self, slot: int) -> str:
        """Return a space for white space between nodes of one line, such as two formulas.

        Between nodes that show their white space, it is this.
        """
        slots, is_exact = self._page.slots, self._is_exact
        start, end = int(slots.start[slot]), int(slots.end[slot])
        if start == end or (self._is_new_line and not is_exact[slots.owner[slot]]):
            return ""
        text = self._page.text[start:end]
        if not text.isspace():
            return ""
        return text if is_exact[slots.owner[slot]] else " "

    def _take(self, row: int) -> bool:
        """Add an element that is one node; return whether its content is done."""
        tag = self._page.elements.tag[row]
        if row in self._notes.number:
            self._add_reference(row)
        elif row in self._notes.back_links or self._is_gutter[row]:
            pass
        elif row in self._formulas.by_row:
            self._add_formula(row, self._formulas.by_row[row])
        elif self._is_code(row, tag):
            self._add_code(row)
        elif tag == "img":
            self._add_image(row)
        elif tag == "br":
            self._add_break(row)
        elif tag == "hr":
            self._add_rule(row)
        else:
            return False
        return True

    def _add_text(self, text: str, owner: int) -> None:
        if not self._options.formulas or self._inline.is_code(owner):
            self._add_lines(text, owner)
            return
        for part in self._formulas.split(text):
            if isinstance(part, str):
                self._add_lines(part, owner)
            elif part.is_display:
                self._add_block(nodes.Formula(part.latex), owner)
            else:
                self._add_run(nodes.Formula(part.latex), owner)

    def _add_lines(self, text: str, owner: int) -> None:
        """Add text; the lines of text that the page shows as in its source are lines here."""
        if not self._is_exact[owner]:
            self._add_run(text, owner)
            return
        for number, line in enumerate(text.split("\n")):
            if number:
                self._add_break(owner)
            begins = number or (self._is_new_line and line[:1].isspace())
            if begins and self._has_indents[owner]:
                spaces = line.expandtabs()
                width = len(spaces) - len(spaces.lstrip())
                self._indent = int(self._block_of[owner]), _NO_BREAK_SPACE * width
                line = line.lstrip()  # noqa: PLW2901 - its indent is written before its words
            if line:
                self._add_run(line, owner)

    def _add_run(self, content: str | nodes.Inline, row: int) -> None:
        holder, is_space = self._holder_at(row), isinstance(content, str) and content.isspace()
        last = holder.parts[-1] if holder.parts else None
        if self._is_new_line or not isinstance(last, Line):
            if is_space:
                return
            last = Line(max(int(self._block_of[row]), 0))
            holder.parts.append(last)
        block, indent = self._indent
        if indent and not is_space:
            if block == self._block_of[row]:
                last.runs.append(Run(nodes.Text(indent), ()))
            self._indent = -1, ""
        last.runs.append(Run(content, self._inline.chains[row]))
        self._is_new_line = False

    def _add_block(self, block: Block, row: int) -> None:
        self._holder_at(row).parts.append(block)
        self._is_new_line = True

    def _holder_at(self, row: int) -> Holder:
        """Return the holder of an element; close and open holders on the way."""
        path = self._holders.path[row]
        if path and self._holders.kind[path[0]] == NOTE:
            root = self._note_holders.setdefault(
                self._notes.note_of[path[0]], Holder(path[0], NOTE)
            )
            path = path[1:]
        else:
            root = self._top
        if self._open[0] is not root:
            self._open = [root]
            self._is_new_line = True
        common = 0
        for holder, holder_row in zip(self._open[1:], path, strict=False):
            if holder.row != holder_row:
                break
            common += 1
        if common + 1 < len(self._open):
            del self._open[common + 1 :]
            self._is_new_line = True
        for holder_row in path[common:]:
            holder = Holder(holder_row, self._holders.kind[holder_row])
            self._open[-1].parts.append(holder)
            self._open.append(holder)
            self._is_new_line = True
        return self._open[-1]

    def _is_kept(self, row: int) -> bool:
        """Return whether an element is kept: a word of it, or without words, those around it."""
        elements = self._page.elements
        start, end = int(elements.token_start[row]), int(elements.token_end[row])
        if end > start:
            return self._kept.has_words(row)
        return self._kept.is_kept_between(max(int(elements.parent[row]), 0), start)

    def _add_reference(self, row: int) -> None:
        elements = self._page.elements
        around = int(elements.parent[row])
        while around > 0 and elements.tag[around] in {"sup", "span", "small", "b", "i", "em"}:
            around = int(elements.parent[around])
        self._add_run(nodes.NoteReference(self._notes.number[row]), around)

    def _add_formula(self, row: int, formula: FoundFormula) -> None:
        is_script = self._page.elements.tag[row] == "script"
        if not formula.latex:  # a copy of the formula that follows
            if self._page.elements.token_end[row] > self._page.elements.token_start[row]:
                self._copies_kept = bool(self._copies_kept) or self._kept.has_words(row)
            return
        is_kept = self._is_kept(row)
        if is_script and self._copies_kept is not None:
            is_kept = self._copies_kept
        self._copies_kept = None
        if not is_kept:
            return
        parent = max(int(self._page.elements.parent[row]), 0)
        if formula.is_display:
            self._add_block(nodes.Formula(formula.latex), parent)
            return
        self._add_run(nodes.Formula(formula.latex), parent)
        if self._is_shown_apart(row):
            self._add_run(" ", parent)

    def _is_shown_apart(self, row: int) -> bool:
        """Return whether white space at the end of a formula divides it from a word after it."""
        node = self._page.elements.node[row]
        if self._page.elements.tag[row] == "math":  # shows no white space of its source
            return False
        inner = (node[-1].tail if len(node) else node.text) or ""
        return inner[-1:].isspace() and (node.tail or "")[:1].isalnum()

    def _is_code(self, row: int, tag: str) -> bool:
        """Return whether an element is a block of code, such as ``code`` that fills its block."""
        if tag != "code":
            return tag in PREFORMATTED or row in self._code
        elements = self._page.elements
        tags = elements.tag[row + 1 : int(elements.subtree_end[row])]
        if not any(tag in {"br", "div", "p", "li", "tr"} for tag in tags):
            return False
        around = int(self._block_of[row])
        is_all = (
            elements.token_start[around] == elements.token_start[row]
            and elements.token_end[around] == elements.token_end[row]
        )
        return bool(is_all)

    def _add_code(self, row: int) -> None:
        text = code_text(self._kept, row, self._is_gutter)
        if not text:
            return
        if self._options.code:
            self._add_block(nodes.Code(text, code_language(self._page, row)), row)
            return
        self._is_new_line = True
        for number, line in enumerate(text.split("\n")):
            if number:
                self._add_run(nodes.Break(), row)
            self._add_run(line, row)
        self._is_new_line = True

    def _add_image(self, row: int) -> None:
        node = self._page.elements.node[row]
        around = max(int(self._page.elements.parent[row]), 0)
        if self._options.images == Images.NONE or not self._is_kept(row):
            self._add_run(" ", around)  # the words around it are two words
            return
        written = _image_source(node)
        sides = [(node.get(side) or "").strip() for side in ("width", "height")]
        if not written or any(side in {"0", "1", "0px", "1px"} for side in sides):
            return
        source = absolute_address(written, self._base) or written
        base = self._base if self._options.links != "page" else ""
        alt = " ".join((node.get("alt") or "")[:_MAX_IMAGE_TEXT].split())
        address = absolute_address(written, base)
        image = nodes.Image("" if runs_script("img", address) else address, alt, source)
        is_file = self._options.images == Images.FILES and source.lower().startswith("data:image/")
        if image.address or alt or is_file:
            self._add_run(image, around)

    def _add_break(self, row: int) -> None:
        """Add a break; several breaks in a row begin a new line, also after dropped text."""
        holder = self._open[-1]
        last = holder.parts[-1] if holder.parts else None
        if isinstance(last, Line) and not self._is_new_line:
            before = [run.content for run in last.runs[-2:]]
            if len(before) == 2 and isinstance(before[1], str) and before[1].isspace():
                del before[1]
            if before and isinstance(before[-1], nodes.Break):
                self._is_new_line = True
            else:
                last.runs.append(Run(nodes.Break(), ()))
        del row

    def _add_rule(self, row: int) -> None:
        if self._options.outline and self._is_kept(row):
            self._add_block(nodes.Rule(), max(int(self._page.elements.parent[row]), 0))
        self._is_new_line = True

    # -- nodes ---------------------------------------------------------------------------------

    def _blocks(self, parts: Iterable[Line | Block | Holder], context: _Context) -> Blocks:
        blocks: list[Block] = []
        for part in _with_lists(parts):
            if isinstance(part, Line):
                content = self._inline.inlines(part.runs)
                if content:
                    blocks.append(nodes.Paragraph(content, *self._differing(part.element, context)))
            elif isinstance(part, Holder):
                blocks += self._of_holder(part, context)
            else:
                blocks.append(part)
        return tuple(blocks)

    def _differing(self, row: int, context: _Context) -> tuple[str, str]:
        """Return language and direction of an element where they differ from those around."""
        own = self._context[row] if row >= 0 else context
        language = own.language if own.language != context.language else ""
        is_other = (own.direction or "ltr") != (context.direction or "ltr")  # as by HTML
        return language, own.direction if is_other else ""

    def _of_holder(self, holder: Holder, context: _Context) -> Blocks:
        inner = self._context[holder.row] if holder.row >= 0 else context
        marks = self._differing(holder.row, context)
        blocks: Blocks
        if holder.kind in HEADINGS:
            blocks = self._heading(holder, marks)
        elif holder.kind in LISTS:
            blocks = self._list(holder, inner, marks)
        elif holder.kind == "dl":
            blocks = self._definitions(holder, inner, marks)
        elif holder.kind == "table":
            blocks = self._table(holder, self._tables[holder.row], inner, marks)
        elif holder.kind == "figure":
            blocks = self._figure(holder, inner, marks)
        elif holder.kind == "blockquote":
            blocks = (nodes.Quote(self._blocks(holder.parts, inner), *marks),)
        else:  # parts of a table or figure outside of one
            blocks = self._blocks(holder.parts, context)
        return blocks

    def _heading(self, holder: Holder, marks: tuple[str, str]) -> Blocks:
        content: list[nodes.Inline] = []
        others: list[Block] = []
        for part in holder.parts:
            if isinstance(part, Line):
                inlines = self._inline.inlines(part.runs)
                content += [nodes.Break()] * bool(content and inlines) + list(inlines)
            elif not isinstance(part, Holder):
                others.append(part)
        level = int(holder.kind[1])
        heading = (nodes.Heading(level, tuple(content), *marks),) if content else ()
        return (*heading, *others)

    def _list(self, holder: Holder, context: _Context, marks: tuple[str, str]) -> Blocks:
        is_numbered = holder.kind == "ol"
        numbers = _numbers(self._page, holder.row) if is_numbered else {}
        items: list[nodes.Item] = []
        previous = _first_number(self._page, holder.row) - 1
        for part in holder.parts:
            if isinstance(part, Holder) and part.kind == "li":
                blocks = self._blocks(part.parts, self._context[part.row])
                number = numbers.get(part.row, previous + 1) if is_numbered else None
                previous = previous if number is None else number
                own = self._differing(part.row, context)
                items.append(nodes.Item(blocks, number, *own, self._tasks.get(part.row)))
                continue
            blocks = self._blocks([part], context)
            is_nested = isinstance(part, Holder) and part.kind in LISTS
            if is_nested and items:  # a list beside the items belongs to the item before
                items[-1] = replace(items[-1], blocks=(*items[-1].blocks, *blocks))
            elif blocks:
                previous += is_numbered
                items.append(nodes.Item(blocks, previous if is_numbered else None))
        node = self._page.elements.node[holder.row] if holder.row >= 0 else None
        is_reversed = is_numbered and node is not None and node.get("reversed") is not None
        items = [item for item in items if item.blocks]
        if not items:
            return ()
        numbering = _numbering(node) if is_numbered and node is not None else ""
        return (nodes.ItemList(tuple(items), is_numbered, is_reversed, *marks, numbering),)

    def _definitions(self, holder: Holder, context: _Context, marks: tuple[str, str]) -> Blocks:
        entries: list[tuple[list[nodes.Inlines], list[Blocks]]] = []
        end_before = holder.row + 1
        for part in holder.parts:
            is_term = not (isinstance(part, Holder) and part.kind == "dd")
            is_of_other = isinstance(part, Holder) and self._has_term(end_before, part.row)
            if not entries or (entries[-1][1] and (is_term or (is_of_other and entries[-1][0]))):
                entries.append(([], []))
            if isinstance(part, Holder):
                end_before = int(self._page.elements.subtree_end[part.row])
            inner = part.parts if isinstance(part, Holder) and part.kind in {"dt", "dd"} else [part]
            blocks = self._blocks(inner, context)
            if is_term and all(
                isinstance(block, nodes.Paragraph | nodes.Heading) for block in blocks
            ):
                entries[-1][0].extend(
                    block.content
                    for block in blocks
                    if isinstance(block, nodes.Paragraph | nodes.Heading)
                )
            elif blocks:
                entries[-1][1].append(blocks)
        lists: list[list[nodes.Definition]] = []
        for terms, descriptions in entries:
            if not lists or not terms:  # of a dropped term, not of the one before
                lists.append([])
            if terms or descriptions:
                lists[-1].append(nodes.Definition(tuple(terms), tuple(descriptions)))
        return tuple(nodes.DefinitionList(tuple(made), *marks) for made in lists if made)

    def _has_term(self, start: int, end: int) -> bool:
        """Return whether a dropped term of a definition list lies between two rows."""
        return "dt" in self._page.elements.tag[start:end]

    def _table(
        self, holder: Holder, grid: Grid, context: _Context, marks: tuple[str, str]
    ) -> Blocks:
        kept: dict[int, dict[int, Blocks]] = {}
        caption: list[Block] = []
        others: list[Block] = []
        for part in holder.parts:
            if isinstance(part, Holder) and part.kind == "tr" and part.row in grid.rows:
                cells = kept.setdefault(part.row, {})
                for inner in part.parts:
                    if isinstance(inner, Holder) and inner.kind in CELLS:
                        blocks = self._blocks(inner.parts, self._context[inner.row])
                        cells[inner.row] = (*cells.get(inner.row, ()), *blocks)
                    else:
                        others += self._blocks([inner], context)
            elif isinstance(part, Holder) and part.kind == "caption":
                caption += self._blocks(part.parts, context)
            else:
                others += self._blocks([part], context)
        kept = {row: cells for row, cells in kept.items() if any(cells.values())}
        if not kept:
            return (*caption, *others)
        rows = self._rows(grid, kept, context)
        return (*others, nodes.Table(rows, grid.n_columns, tuple(caption), *marks))

    def _rows(
        self, grid: Grid, kept: dict[int, dict[int, Blocks]], context: _Context
    ) -> tuple[nodes.Row, ...]:
        """Return the kept rows; cells that reach into them from dropped rows begin in them."""
        elements = self._page.elements
        by_row: dict[int, list[int]] = {}
        tr_of = {row: number for number, row in enumerate(grid.rows)}
        for cell in grid.cells:
            parent = int(elements.parent[cell])
            while parent not in tr_of:
                parent = int(elements.parent[parent])
            by_row.setdefault(parent, []).append(cell)
        numbers = [number for number, row in enumerate(grid.rows) if row in kept]
        position = {number: index for index, number in enumerate(numbers)}
        made: list[nodes.Row] = []
        for number in numbers:
            row = grid.rows[number]
            is_header = number < grid.n_headers
            cells: list[nodes.Cell] = []
            for cell in by_row.get(row, ()):
                place = grid.cells[cell]
                height = (
                    sum(
                        1
                        for covered in range(number, number + place.rowspan)
                        if covered in position
                    )
                    if place.rowspan < 1_000
                    else min(place.rowspan, len(numbers) - position[number])
                )
                cells.append(
                    nodes.Cell(
                        kept[row].get(cell, ()),
                        place.column,
                        max(height, 1),
                        place.colspan,
                        is_header or elements.tag[cell] == "th",
                        alignment(self._page, cell),
                        *self._differing(cell, context),
                    )
                )
            made.append(nodes.Row(tuple(cells), is_header))
        return tuple(made)

    def _figure(self, holder: Holder, context: _Context, marks: tuple[str, str]) -> Blocks:
        caption: list[Block] = []
        others: list[Line | Block | Holder] = []
        for part in holder.parts:
            if isinstance(part, Holder) and part.kind == "figcaption":
                caption += self._blocks(part.parts, context)
            else:
                others.append(part)
        blocks = self._blocks(others, context)
        if not caption or not blocks:
            return (*blocks, *caption)
        return (nodes.Figure(blocks, tuple(caption), *marks),)


def _with_lists(
    parts: Iterable[Line | Block | Holder],
) -> list[Line | Block | Holder]:
    """Return parts with items that are in no list gathered in lists."""
    gathered: list[Line | Block | Holder] = []
    lists = {"li": "ul", "dt": "dl", "dd": "dl"}
    for part in parts:
        kind = lists.get(part.kind) if isinstance(part, Holder) else None
        if kind is None:
            gathered.append(part)
            continue
        last = gathered[-1] if gathered else None
        if not (isinstance(last, Holder) and last.row < 0 and last.kind == kind):
            last = Holder(-1, kind)
            gathered.append(last)
        last.parts.append(part)
    return gathered


def _contexts(page: Page) -> list[_Context]:
    """Return language and direction of each element, from the block-level ones at or above it."""
    elements = page.elements
    contexts: list[_Context] = []
    for row, parent in enumerate(elements.parent.tolist()):
        context = contexts[parent] if parent >= 0 else _Context("", "")
        node, tag = elements.node[row], elements.tag[row]
        if tag not in INLINE_TAGS and node.attrib:
            language, direction = language_of(node), direction_of(node, tag)
            if language or direction:
                context = _Context(language or context.language, direction or context.direction)
        contexts.append(context)
    # What the body declares counts for the document.
    for row in range(len(elements)):
        if elements.tag[row] == "body":
            contexts[0] = contexts[row]
            break
    return contexts


def _image_source(node: object) -> str:
    """Return the address of an image as written; that of a lazy image before its placeholder."""
    get = getattr(node, "get")  # noqa: B009 - an lxml element, whose type has no public name
    source = str(get("src") or "").strip()
    if source and not source.startswith("data:") and not _PLACEHOLDER.search(source):
        return source
    lazy = next((str(get(name)).strip() for name in _LAZY if get(name)), "")
    return lazy or _largest(str(get("data-srcset") or get("srcset") or "")) or source


def _largest(candidates: str) -> str:
    """Return the address of the largest image of a ``srcset``, empty without one."""
    best, largest = "", 0.0
    address = ""
    for word in candidates.split():
        if not address:
            address, size = word, 1.0 if word.endswith(",") else 0.0
        else:
            match = _SIZE.fullmatch(word)
            size = float(match[1]) if match else 1.0
        if size > largest:
            best, largest = address.rstrip(","), size
        if word.endswith(","):
            address = ""
    return best or address


def _tasks(page: Page) -> dict[int, bool]:
    """Return the items of lists that begin with a check box, and whether it is ticked."""
    elements = page.elements
    item_of = elements.innermost(elements.tagged({"li"}))
    tasks: dict[int, bool] = {}
    for row in elements.tagged({"input"}).nonzero()[0].tolist():
        node, item = elements.node[row], int(item_of[row])
        is_box = (node.get("type") or "").strip().lower() == "checkbox"
        if is_box and item >= 0 and elements.token_start[row] == elements.token_start[item]:
            tasks.setdefault(item, node.get("checked") is not None)
    return tasks


def _numbering(node: object) -> str:
    """Return how a numbered list writes its numbers, see `nodes.ItemList`."""
    get = getattr(node, "get")  # noqa: B009 - an lxml element, whose type has no public name
    written = str(get("type") or "").strip()
    style = _LIST_STYLE.search(str(get("style") or ""))
    return _NUMBERINGS.get(style[1].lower(), "") if style else written * (written in _LETTERS)


def _first_number(page: Page, row: int) -> int:
    """Return the number of the first item of a list."""
    if row < 0:
        return 1
    node = page.elements.node[row]
    start = _integer(node.get("start"))
    if start is not None:
        return start
    return len(_items(page, row)) if node.get("reversed") is not None else 1


def _numbers(page: Page, row: int) -> dict[int, int]:
    """Return the number of each item of a numbered list; dropped items count too."""
    number = _first_number(page, row)
    step = -1 if row >= 0 and page.elements.node[row].get("reversed") is not None else 1
    numbers: dict[int, int] = {}
    for item in _items(page, row):
        value = _integer(page.elements.node[item].get("value"))
        number = number if value is None else value
        numbers[item] = number
        number += step
    return numbers


def _items(page: Page, row: int) -> list[int]:
    elements = page.elements
    items: list[int] = []
    child, end = row + 1, int(elements.subtree_end[row])
    while child < end:
        if elements.tag[child] == "li":
            items.append(child)
        child = int(elements.subtree_end[child])
    return items


def _integer(text: str | None) -> int | None:
    match = re.match(r"\s*([+-]?\d{1,8})(?!\d)", text or "")
    return int(match[1]) if match else None
