"""Exported structure, read again by markdown-it-py and lxml, is the structure of the page."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from markdown_it import MarkdownIt

from tests.helpers.structure_pages import (
    BASE,
    Block,
    Blocks,
    elements_of,
    merged,
    pages,
    structure_of,
    touching_elements,
)
from tests.helpers.structures import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.rules_inline import StateInline

N_PAGES = 300
_NOTE = re.compile(r"^\[\^(\d+)\]: ((?:.*\n(?:    .*\n|\n(?=    ))*)*)", re.MULTILINE)


def _dollar_math(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the reader's own call
    """Read ``$...$`` and ``$$...$$`` as formulas: what is inside is not Markdown."""
    match = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$", re.DOTALL).match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("math", "", 0)
        token.content = match[1] or match[2]
        token.markup = "$$" if match[1] else "$"
    state.pos = match.end()
    return True


def _note_reference(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the reader's own call
    match = re.compile(r"\[\^(\d+)\]").match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.push("note", "", 0).content = match[1]
    state.pos = match.end()
    return True


def _render_math(_self: Any, tokens: Sequence[Any], index: int, *_rest: Any) -> str:
    token = tokens[index]
    kind, first, last = ("display", "[", "]") if token.markup == "$$" else ("inline", "(", ")")
    latex = escape(token.content, quote=False)
    return f'<span class="math {kind}">\\{first}{latex}\\{last}</span>'


def _render_note(_self: Any, tokens: Sequence[Any], index: int, *_rest: Any) -> str:
    return f'<sup><a role="doc-noteref">{tokens[index].content}</a></sup>'


def reader() -> MarkdownIt:
    """Return a reader of CommonMark with GitHub's tables, formulas and footnotes."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    markdown.inline.ruler.before("escape", "math", _dollar_math)
    markdown.inline.ruler.before("link", "note", _note_reference)
    markdown.add_render_rule("math", _render_math)
    markdown.add_render_rule("note", _render_note)
    return markdown


READER = reader()


def structure_of_markdown(text: str) -> Blocks:
    """Return the structure that a reader of Markdown finds."""
    body, *notes = re.split(r"^(?=\[\^\d+\]: )", text, flags=re.MULTILINE)
    blocks = structure_of(READER.render(body))
    for note in notes:
        content = re.sub(r"^\[\^\d+\]: ", "", note).replace("\n    ", "\n")
        blocks.append(("note", structure_of(READER.render(content))))
    return blocks


def _without_captions(blocks: Blocks) -> Blocks:
    """Return blocks without the emphasis of whole paragraphs and headings.

    Markdown writes captions in italics, and headings without strong text around all of it.
    """
    plain: Blocks = []
    for block in blocks:
        if block[0] in {"p", "h"}:
            runs = block[-1]
            words = [marks for text, marks in runs if text.strip()]
            common = set.intersection(*map(set, words)) & {"em", "strong"} if words else set()
            stripped = tuple(
                (text, tuple(mark for mark in marks if mark not in common)) for text, marks in runs
            )
            plain.append((*block[:-1], joined(stripped)))
        else:
            plain.append(block)
    return plain


def joined(runs: Sequence[tuple[str, tuple[str, ...]]]) -> str:
    """Return runs as one text with the marks of each word, whatever the runs are cut into."""
    words: list[str] = []
    for text, marks in runs:
        words.append("".join(_show(character, marks) for character in text))
    return "".join(words)


def _show(character: str, marks: tuple[str, ...]) -> str:
    return character if character.isspace() or not marks else f"{character}{{{','.join(marks)}}}"


def comparable(blocks: Blocks) -> Blocks:
    """Return blocks in which only differences that a reader would see remain."""
    shown: Blocks = []
    for block in _without_captions(blocks):
        if block[0] == "list":
            shown.append(("list", [(number, comparable(content)) for number, content in block[1]]))
        elif block[0] in {"quote", "note"}:
            shown.append((block[0], comparable(block[1])))
        elif block[0] == "table":
            rows = [[comparable(cell) for cell in row] for row in block[2]]
            shown.append(("table", comparable(block[1]), rows))
        elif block[0] == "dl":
            entries = [
                (joined(term), [comparable(one) for one in descriptions])
                for _, term, descriptions in block[1]
            ]
            shown.append(("dl", entries))
        else:
            shown.append(block)
    return shown


@settings(
    max_examples=N_PAGES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
@given(page=pages)
def test_exports_have_the_structure_of_the_kept_part(page: Block):
    as_html = written("html", page.markup, url=BASE)
    as_markdown = written("markdown", page.markup, url=BASE)

    assert comparable(merged(structure_of(as_html))) == comparable(merged(page.html))
    assert comparable(merged(structure_of_markdown(as_markdown))) == comparable(
        merged(page.markdown)
    )


@settings(
    max_examples=N_PAGES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
@given(elements=touching_elements)
def test_elements_that_touch_stay_elements(elements: list[tuple[str, str, str]]):
    markup = "<p>" + "".join(written_as for written_as, _, _ in elements)
    expected = [(tag, text) for _, tag, text in elements]

    assert elements_of(written("html", markup, url=BASE)) == expected
    assert elements_of(READER.render(written("markdown", markup, url=BASE))) == expected
