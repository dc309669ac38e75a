"""Generated pages with every kind of structure, and what a reader should find in their exports.

Each part of a page is made as markup together with its structure, by construction: the tree of the
program is not asked. `structure_of` reads the same form from HTML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urljoin

from hypothesis import strategies as st
from lxml import html as lxml_html

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lxml import etree

Run = tuple[str, tuple[str, ...]]
"""Text and its marks, sorted; ``link:ADDRESS`` for a link."""

Blocks = list[Any]
"""Headings, paragraphs, lists, tables, code and so on, each a tuple that begins with its kind."""

BASE = "https://a.org/d/page.html"
_LETTERS = "abcdefgh"
_NASTY = ["*", "_", "`", "[", "]", "(", ")", "#", "!", "~", "|", "<", ">", "&", "\\", "-", "+", "="]
_NASTY += ["1.", "$", "^", ":", "{", "}", '"', "'", "&copy;", "<b>", "**", "__", "](", "]: "]
_INLINE_TAGS = {
    "b": "strong",
    "strong": "strong",
    "i": "em",
    "em": "em",
    "s": "del",
    "del": "del",
    "sup": "sup",
    "sub": "sub",
    "ins": "ins",
    "u": "u",
    "dfn": "em",
    "var": "em",
    "mark": "mark",
    "q": "q",
    "code": "code",
}
_BLOCK_TAGS = frozenset(
    ["p", "ul", "ol", "dl", "table", "pre", "blockquote", "hr", "figure", "section", "div"]
    + [f"h{level}" for level in range(1, 7)]
)


class Inline(NamedTuple):
    """Markup and the runs that it means."""

    markup: str
    runs: tuple[Run, ...]


class Block(NamedTuple):
    """Markup and its structure: as HTML has it, and as Markdown has it."""

    markup: str
    html: Blocks
    markdown: Blocks


# -- inline ------------------------------------------------------------------------------------

_word = st.text(_LETTERS, min_size=1, max_size=4)
_nasty_word = st.builds(
    lambda before, word, after: before + word + after,
    st.sampled_from(["", *_NASTY]),
    _word,
    st.sampled_from(["", *_NASTY]),
)
_words = st.lists(st.one_of(_word, _nasty_word), min_size=1, max_size=4).map(" ".join)
_latex = st.sampled_from([r"a_1*b_2", r"\frac{a}{b}", r"x<y", r"[a](b)", r"\{a|b\}", r"a^{*}_c`d`"])
_address = st.sampled_from(
    ["/x", "y?a=1&b=2", "/a_(b)", "https://b.org/*c*_d_", "/e f", "/&copy;g"]
)


def _text(words: str) -> Inline:
    return Inline(escape(words, quote=False), ((words, ()),))


def _marked(tag: str, inner: Inline) -> Inline:
    mark = _INLINE_TAGS[tag]
    runs = tuple((text, _with(marks, mark)) for text, marks in inner.runs)
    return Inline(f"<{tag}>{inner.markup}</{tag}>", runs)


def _with(marks: Iterable[str], mark: str) -> tuple[str, ...]:
    return tuple(sorted({*marks, mark}))


def _link(address: str, inner: Inline) -> Inline:
    target = unquote(urljoin(BASE, address))
    runs = tuple((text, _with(marks, f"link:{target}")) for text, marks in inner.runs)
    return Inline(f'<a href="{escape(address)}">{inner.markup}</a>', runs)


def _formula(latex: str, form: str) -> Inline:
    markup = {
        "mathml": f'<math><mi>x</mi><annotation encoding="application/x-tex">{escape(latex)}'
        "</annotation></math>",
        "alttext": f'<math alttext="{escape(latex)}"><mi>x</mi></math>',
        "katex": '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi>'
        f'<annotation encoding="application/x-tex">{escape(latex)}</annotation></semantics>'
        '</math></span><span class="katex-html">x</span></span>',
        "mathjax": '<span class="MathJax_Preview">x</span><script type="math/tex">'
        f"{latex}</script>",
        "image": f'a<img class="latex" src="z.png" alt="{escape(latex)}">',
        "text": rf"\({escape(latex)}\)",
    }[form]
    # An image has no words, and is kept with those around it.
    word: tuple[Run, ...] = (("a", ()),) if form == "image" else ()
    return Inline(markup, (*word, (latex, ("math",))))


def _image(alt: str, before: str = "") -> Inline:
    """Return an image after a word, because it is kept with the words around it."""
    runs: tuple[Run, ...] = ((alt, ("image:https://a.org/d/i.png",)),)
    return Inline(f'{before}<img src="i.png" alt="{alt}">', ((before, ()), *runs))


_plain = _words.map(_text)
_formulas = st.builds(
    _formula, _latex, st.sampled_from(["mathml", "alttext", "katex", "mathjax", "image", "text"])
)
_simple = st.one_of(
    _plain,
    st.builds(_marked, st.sampled_from(list(_INLINE_TAGS)), _plain),
    st.builds(_link, _address, _plain),
)
_atoms = st.one_of(
    _simple,
    st.builds(_link, _address, st.builds(_marked, st.sampled_from(["b", "i", "code"]), _plain)),
    st.builds(_marked, st.sampled_from(["b", "i"]), st.builds(_link, _address, _plain)),
    st.builds(
        _marked,
        st.sampled_from(["b", "s"]),
        st.builds(_marked, st.sampled_from(["i", "q"]), _plain),
    ),
    _formulas,
    st.builds(_image, _word, _word),
)


def _line(parts: Sequence[Inline], glue: str) -> Inline:
    markup, runs = "", []
    for number, part in enumerate(parts):
        between = glue if number else ""
        markup += between + part.markup
        runs += [(between, ())] * bool(between) + list(part.runs)
    return Inline(markup, tuple(runs))


_lines = st.builds(_line, st.lists(_atoms, min_size=1, max_size=3), st.sampled_from([" ", " ", ""]))
# Atoms that touch: `glue` is empty.


def _broken(first: Inline, second: Inline) -> Inline:
    return Inline(f"{first.markup}<br>{second.markup}", (*first.runs, ("\n", ()), *second.runs))


_content = st.one_of(_lines, st.builds(_broken, _lines, _lines))


def normal(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Return runs with collapsed white space, equal neighbours joined, none empty.

    White space has no marks, and neither has punctuation that only emphasis marks.
    """
    joined: list[Run] = []
    for text, marks in runs:
        for piece in re.findall(r"\n|[^\S\n]+|\S+", text):
            _add(joined, piece, () if piece.isspace() else marks)
    while joined and joined[0][0].isspace():
        del joined[0]
    while joined and joined[-1][0].isspace():
        joined.pop()
    if joined:
        joined[-1] = (joined[-1][0].rstrip(" "), joined[-1][1])
    return tuple(joined)


def _add(joined: list[Run], piece: str, marks: tuple[str, ...]) -> None:
    """Add a word, a space or a break to runs."""
    last, last_marks = joined[-1] if joined else ("", ())
    if piece == "\n":
        if last == " ":
            joined.pop()
        joined.append((piece, ()))
    elif piece.isspace():
        if last and not last.endswith(("\n", " ")):
            joined.append((" ", ()))
    elif last and last_marks == marks and last not in {"\n", " "}:
        joined[-1] = (last + piece, marks)
    else:
        joined.append((piece, marks))


def _paragraph(runs: Iterable[Run]) -> Blocks:
    content = normal(runs)
    return [("p", content)] if content else []


# -- blocks ------------------------------------------------------------------------------------


def _same(markup: str, structure: Blocks) -> Block:
    return Block(markup, structure, structure)


def _heading(level: int, content: Inline) -> Block:
    return _same(f"<h{level}>{content.markup}</h{level}>", [("h", level, normal(content.runs))])


def _code(language: str, lines: Sequence[str], form: str, naming: str) -> Block:
    """Return code; `naming` is the element or attribute that names the language."""
    name = f' class="language-{language}"' if language else ""
    of_pre, of_code, around = "", "", ""
    if naming == "lang":
        of_pre = f' lang="{language}"' if language else ""
    elif naming == "code":
        of_code = name
    elif naming == "parent":
        around = name
    else:
        of_pre = name
    lines = lines if form == "pre" else lines[not lines[0] :]
    text = "\n".join(lines)
    if form == "div":
        inner = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in lines)
    elif form == "br":
        inner = "<br>".join(map(escape, lines))
    else:
        # The line end after the start tag is markup, as browsers read it.
        inner = f"\n<code{of_code}>{escape(text)}</code>"
    if form != "pre" and of_code:
        inner = f"<code{of_code}>{inner}</code>"
    return _same(f"<div{around}><pre{of_pre}>{inner}</pre></div>", [("code", language, text)])


_code_line = st.sampled_from(
    ["a = {", "  b()", "}", "", "```", "# c", "\td *e*", "$f", "  ]);", "<g>", "&amp;", "    - h"]
)
_codes = st.builds(
    _code,
    st.sampled_from(["", "python", "c++"]),
    st.builds(
        lambda first, middle, last: [*first, "x = [", *middle, last],
        st.sampled_from([[], [], [""], ["", "  "]]),
        st.lists(_code_line, max_size=5),
        st.sampled_from(["}", "y()", "  ];"]),
    ),
    st.sampled_from(["pre", "div", "br"]),
    st.sampled_from(["pre", "code", "lang", "parent"]),
)


@dataclass
class ListPlan:
    """Markup of a list, with its items by number.

    Attributes
    ----------
    letters : str
        ``type`` of a numbered list.
    box : str
        Markup of check boxes that alternate, ``{}`` for the text beside them; empty for none.
    """

    tag: str
    start: int
    is_reversed: bool
    items: list[tuple[int | None, Inline, Block | None, bool]]
    letters: str = ""
    box: str = ""

    def block(self) -> Block:
        step = -1 if self.is_reversed else 1
        number = self.start
        marks = f' start="{self.start}"' if self.tag == "ol" else ""
        marks += " reversed" if self.tag == "ol" and self.is_reversed else ""
        letters = self.letters if self.tag == "ol" else ""
        marks += f' type="{letters}"' if letters else ""
        markup = f"<{self.tag}{marks}>"
        in_html: list[Any] = []
        in_markdown: list[Any] = []
        for index, (value, text, inner, is_dropped) in enumerate(self.items):
            content = _boxed(text, self.box, is_checked=index % 2 == 0)
            shown = f' value="{value}"' if value is not None and self.tag == "ol" else ""
            number = value if shown and value is not None else number
            if is_dropped:
                markup += f"<li{shown}>nox nox</li>"
            else:
                below = "" if inner is None else inner.markup
                markup += f"<li{shown}>{content.markup}{below}</li>"
                at = number if self.tag == "ol" else None
                own = _paragraph(content.runs)
                shown_at = f"{letters}{at}" if letters else at
                in_html.append((shown_at, own + (inner.html if inner else [])))
                in_markdown.append((at, own + (inner.markdown if inner else [])))
            number += step
        structure = ([("list", items)] if items else [] for items in (in_html, in_markdown))
        return Block(f"{markup}</{self.tag}>", *structure)


def _boxed(content: Inline, box: str, *, is_checked: bool) -> Inline:
    """Return the content of an item with a check box, as Markdown writes it."""
    if not box:
        return content
    mark = " checked" if is_checked else ""
    markup = box.format(f'<input type="checkbox"{mark} disabled>', content.markup)
    return Inline(markup, (("[x] " if is_checked else "[ ] ", ()), *content.runs))


_values = st.one_of(st.none(), st.none(), st.integers(1, 30))


def _lists(inner: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    item = st.tuples(_values, _content, st.one_of(st.none(), inner), st.booleans())
    first = st.tuples(_values, _content, st.none(), st.just(False))
    plans = st.builds(
        lambda tag, start, is_reversed, head, items, letters, box: ListPlan(
            tag, start, is_reversed, [head, *items], letters, box
        ),
        st.sampled_from(["ul", "ol"]),
        st.integers(0, 12),
        st.booleans(),
        first,
        st.lists(item, max_size=3),
        st.sampled_from(["", "", "a", "I"]),
        st.sampled_from(["", "", "", "{} {}", "<label>{}{}</label>", "<p>{} {}</p>"]),
    )
    # Numbers of Markdown cannot be negative.
    return plans.filter(lambda plan: not plan.is_reversed or plan.start >= len(plan.items)).map(
        ListPlan.block
    )


def _definitions(entries: Sequence[tuple[Inline, list[Inline]]]) -> Block:
    markup, in_html, in_markdown = "", [], []
    for term, descriptions in entries:
        markup += f"<dt>{term.markup}" + "".join(f"<dd>{one.markup}" for one in descriptions)
        items = [(None, _paragraph(one.runs)) for one in descriptions]
        in_html.append(("term", normal(term.runs), [blocks for _, blocks in items]))
        in_markdown += [*_paragraph(term.runs), ("list", items)]
    return Block(f"<dl>{markup}</dl>", [("dl", in_html)], in_markdown)


@dataclass
class TablePlan:
    """A table with a header, perhaps a caption and a merged cell."""

    header: list[Inline]
    rows: list[list[Block]]
    dropped: list[bool]
    caption: Inline | None
    merged: bool

    def block(self) -> Block:
        width = len(self.header)
        head = "".join(f"<th>{cell.markup}</th>" for cell in self.header)
        caption = f"<caption>{self.caption.markup}</caption>" if self.caption else ""
        grid_html = [[_paragraph(cell.runs) for cell in self.header]]
        grid_markdown = [[_paragraph(cell.runs) for cell in self.header]]
        body = ""
        for row, is_dropped in zip(self.rows, self.dropped, strict=True):
            if is_dropped:
                body += "<tr>" + "<td>nox</td>" * width + "</tr>"
                continue
            cells = (row * width)[:width]
            if self.merged and width > 1:
                body += f'<tr><td colspan="{width}">{cells[0].markup}</td></tr>'
                cells = [cells[0]] * width
            else:
                body += "<tr>" + "".join(f"<td>{cell.markup}</td>" for cell in cells) + "</tr>"
            grid_html.append([cell.html for cell in cells])
            grid_markdown.append([cell.markdown for cell in cells])
        before = _paragraph(self.caption.runs) if self.caption else []
        markup = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return Block(
            markup,
            [("table", before, grid_html)],
            [*before, ("table", [], grid_markdown)],
        )


_cell = st.one_of(
    _content.map(lambda content: _same(content.markup, _paragraph(content.runs))),
    st.lists(_lines, min_size=1, max_size=2).map(
        lambda items: _same(
            "<ul>" + "".join(f"<li>{item.markup}</li>" for item in items) + "</ul>",
            [("list", [(None, _paragraph(item.runs)) for item in items])],
        )
    ),
)
_tables = (
    st.integers(1, 3)
    .flatmap(
        lambda width: st.integers(1, 3).flatmap(
            lambda height: st.builds(
                TablePlan,
                st.lists(_lines, min_size=width, max_size=width),
                st.lists(
                    st.lists(_cell, min_size=width, max_size=width),
                    min_size=height,
                    max_size=height,
                ),
                st.lists(st.booleans(), min_size=height, max_size=height),
                st.one_of(st.none(), _lines),
                st.booleans(),
            )
        )
    )
    .map(TablePlan.block)
)


def _quote(blocks: Sequence[Block]) -> Block:
    return Block(
        "<blockquote>" + "".join(block.markup for block in blocks) + "</blockquote>",
        [("quote", [part for block in blocks for part in block.html])],
        [("quote", [part for block in blocks for part in block.markdown])],
    )


def _figure(alt: str, caption: Inline) -> Block:
    image = _image(alt)
    parts = [*_paragraph(image.runs), *_paragraph(caption.runs)]
    return _same(f"<figure>{image.markup}<figcaption>{caption.markup}</figcaption></figure>", parts)


_paragraphs = _content.map(
    lambda content: _same(f"<p>{content.markup}</p>", _paragraph(content.runs))
)
_displays = st.builds(
    lambda latex: _same(rf"<p>\[{escape(latex)}\]</p>", [("p", ((latex, ("display",)),))]), _latex
)
_beside = st.builds(
    lambda content, words: _same(
        f"<div>{content.markup}</div>{words.markup}",
        [*_paragraph(content.runs), *_paragraph(words.runs)],
    ),
    _content,
    _plain,
)
"""A block, and text after it that is in no block of its own."""
_dropped = st.just(Block("<p>nox <b>nox</b></p>", [], []))
_leaves = st.one_of(_paragraphs, _codes, _displays)
_nested = _lists(st.one_of(_codes, _lists(_codes)))
_blocks = st.one_of(
    _paragraphs,
    st.builds(_heading, st.integers(1, 6), _lines),
    _codes,
    _nested,
    _tables,
    st.lists(
        st.tuples(_lines, st.lists(_content, min_size=1, max_size=2)), min_size=1, max_size=2
    ).map(_definitions),
    st.lists(st.one_of(_leaves, _nested), min_size=1, max_size=3).map(_quote),
    st.builds(_figure, _word, _lines),
    _displays,
    _beside,
    _dropped,
)


_inner_word = st.builds(
    lambda before, middle, after: before + middle + after, _word, st.sampled_from(_NASTY), _word
)


def _touching(tag: str, words: str, address: str) -> tuple[str, str, str]:
    begin = f'{tag} href="{escape(address)}"' if tag == "a" else tag
    return f"<{begin}>{escape(words)}</{tag}>", _INLINE_TAGS.get(tag, tag), words


touching_elements = st.lists(
    st.builds(
        _touching,
        st.sampled_from([*_INLINE_TAGS, "a"]),
        st.one_of(_word, _nasty_word, _inner_word).map(str.strip),
        _address,
    ),
    min_size=2,
    max_size=5,
)
"""Strategy of inline elements without anything between them: markup, name and text of each."""


def _page(blocks: Sequence[Block], note: Inline | None) -> Block:
    markup = "".join(block.markup for block in blocks)
    in_html = [part for block in blocks for part in block.html]
    in_markdown = [part for block in blocks for part in block.markdown]
    if note is not None:
        markup += (
            '<p>see<sup><a href="#fn1" id="ref1">1</a></sup></p>'
            f'<ol><li id="fn1">{note.markup} <a href="#ref1">↩</a></li></ol>'
        )
        content = [("p", (("see", ()), ("1", ("note",))))]
        in_html += [*content, ("note", _paragraph(note.runs))]
        in_markdown += [*content, ("note", _paragraph(note.runs))]
    return Block(
        f"<script src=mathjax.js></script><main><p>x</p>{markup}<p>x</p></main>",
        *(
            [("p", (("x", ()),)), *_before_notes(parts), ("p", (("x", ()),)), *_notes(parts)]
            for parts in (in_html, in_markdown)
        ),
    )


def _before_notes(parts: Blocks) -> Blocks:
    return [part for part in parts if part[0] != "note"]


def _notes(parts: Blocks) -> Blocks:
    return [part for part in parts if part[0] == "note"]


pages = st.builds(
    _page, st.lists(_blocks, min_size=1, max_size=5), st.one_of(st.none(), st.none(), _lines)
)
"""Strategy of pages, whose dropped words are ``nox``."""


# -- reading -----------------------------------------------------------------------------------


def structure_of(markup: str) -> Blocks:
    """Return the structure of HTML in the form of `Block`."""
    document = lxml_html.document_fromstring(markup or "<p>")
    body = document.find("body")
    assert body is not None
    return _read(body)


def elements_of(markup: str) -> list[tuple[str, str]]:
    """Return name and text of each element directly in the first paragraph of HTML."""
    paragraph = lxml_html.document_fromstring(markup).find(".//p")
    assert paragraph is not None
    names = [_INLINE_TAGS.get(str(node.tag), str(node.tag)) for node in paragraph]
    texts = ["".join(map(str, node.itertext())) for node in paragraph]
    return list(zip(names, texts, strict=True))


def merged(blocks: Blocks) -> Blocks:
    """Return blocks with neighbouring lists as one: Markdown divides lists where numbers jump."""
    joined: Blocks = []
    for block in blocks:
        if block[0] == "list":
            items = [(number, merged(content)) for number, content in block[1]]
            if joined and joined[-1][0] == "list":
                joined[-1] = ("list", joined[-1][1] + items)
                continue
            joined.append(("list", items))
        elif block[0] in {"quote", "note"}:
            joined.append((block[0], merged(block[1])))
        elif block[0] == "table":
            rows = [[merged(cell) for cell in row] for row in block[2]]
            joined.append(("table", block[1], rows))
        else:
            joined.append(block)
    return joined


def _spaced(text: str | None) -> str:
    """Return text without line ends, which are no breaks in HTML."""
    return (text or "").replace("\n", " ")


def _read(node: etree._Element) -> Blocks:
    """Return the blocks in an element; text between blocks is a paragraph."""
    blocks: Blocks = []
    runs: list[Run] = [(_spaced(node.text), ())]
    for child in node:
        tag = str(child.tag) if not callable(child.tag) else ""
        if tag in _BLOCK_TAGS:
            blocks += _paragraph(runs)
            runs = []
            blocks += _read_block(child, tag)
        elif tag:
            runs += _read_inline(child, tag, ())
        runs.append((_spaced(child.tail), ()))
    return blocks + _paragraph(runs)


def _read_block(  # noqa: PLR0911 - a case for each kind
    node: etree._Element, tag: str
) -> Blocks:
    if re.fullmatch("h[1-6]", tag):
        return [("h", int(tag[1]), normal(_inside(node, ())))]
    if tag in {"ul", "ol"}:
        return _read_list(node, tag)
    if tag == "pre":
        code = node.find("code")
        name = re.search(r"language-(\S+)", str(code.get("class"))) if code is not None else None
        text = "".join(map(str, node.itertext()))
        return [("code", name[1] if name else "", text.removesuffix("\n"))]
    if tag == "table":
        return [_read_table(node)]
    if tag == "blockquote":
        return [("quote", _read(node))]
    if tag == "dl":
        return [("dl", _read_definitions(node))]
    if tag == "section":
        return [("note", _read(item)) for item in node.iter("li")]
    if tag == "figure":
        caption = node.find("figcaption")
        blocks = [] if caption is None else _read(caption)
        if caption is not None:
            node.remove(caption)
        return _read(node) + blocks
    return [] if tag == "hr" else _read(node)


def _read_list(node: etree._Element, tag: str) -> Blocks:
    step = -1 if node.get("reversed") is not None else 1
    n_items = len(node.findall("li"))
    number = int(node.get("start") or (1 if step > 0 else n_items))
    items: list[Any] = []
    for item in node.iterchildren("li"):
        number = int(item.get("value") or number)
        shown = f"{node.get('type')}{number}" if node.get("type") else number
        items.append((shown if tag == "ol" else None, _read(item)))
        number += step
    return [("list", items)] if items else []


def _read_definitions(node: etree._Element) -> Blocks:
    entries: list[Any] = []
    for child in node:
        if child.tag == "dt":
            entries.append(("term", normal(_inside(child, ())), []))
        else:
            entries[-1][2].append(_read(child))
    return entries


def _read_table(node: etree._Element) -> Any:
    caption = node.find("caption")
    rows: list[list[Any]] = []
    for row in node.iter("tr"):
        cells: list[Any] = []
        for cell in row:
            cells += [_read(cell)] * int(cell.get("colspan") or 1)
        rows.append(cells)
    return ("table", [] if caption is None else _read(caption), rows)


def _inside(node: etree._Element, marks: tuple[str, ...]) -> list[Run]:
    runs: list[Run] = [(_spaced(node.text), marks)]
    for child in node:
        if isinstance(child.tag, str):
            runs += _read_inline(child, child.tag, marks)
        runs.append((_spaced(child.tail), marks))
    return runs


def _read_inline(  # noqa: PLR0911 - a case for each kind
    node: etree._Element, tag: str, marks: tuple[str, ...]
) -> list[Run]:
    if tag == "br":
        return [("\n", ())]
    if tag == "input":
        return [("[x]" if node.get("checked") is not None else "[ ]", ())]
    if tag == "img":
        return [(node.get("alt") or "", _with(marks, f"image:{node.get('src')}"))]
    classes = node.get("class") or ""
    text = "".join(map(str, node.itertext()))
    if classes.startswith("math "):
        return [(text[2:-2], ("display" if "display" in classes else "math",))]
    role = node.get("role") or ""
    if role == "doc-backlink":
        return []
    if tag == "sup" and node.find("a[@role='doc-noteref']") is not None:
        return [(text, ("note",))]
    if tag == "a":
        return _inside(node, _with(marks, f"link:{unquote(node.get('href') or '')}"))
    mark = _INLINE_TAGS.get(tag)
    return _inside(node, _with(marks, mark) if mark else marks)
