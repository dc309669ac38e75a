"""Preview of a source: parts with colours that can be read, and line numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QTextCursor

from boilerscope.widgets.colours import contrast
from boilerscope.widgets.export.source_rules import MAX_COLOURED, START, divide, language_of
from boilerscope.widgets.export.source_view import NUMBER_ROLE, ROLES, SourceView
from boilerscope.widgets.theme import DARK, LIGHT

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.theme import Theme


def _parts(name: str, text: str) -> list[tuple[str, str]]:
    """Return the coloured parts of a text, each with its kind."""
    parts: list[tuple[str, str]] = []
    state = START
    for number, line in enumerate(text.split("\n")):
        spans, state = divide(language_of(name), line, state, is_first=number == 0)
        parts += [(line[span.start : span.end], str(span.part)) for span in spans]
    return parts


MARKDOWN = """\
---
title: "A"
---

## B *c*

- d `e` f *g* \\* [h](i) [^1]

| j | k |

```python
# l
```

$$m
n$$

o $p$ <span lang="ar">q</span>

> - ```
>   r
>   ```

[^1]: s"""


def test_markdown_is_divided_into_its_parts() -> None:
    assert _parts("a.md", MARKDOWN) == [
        ("---", "quiet"),
        ('title: "A"', "quiet"),
        ("---", "quiet"),
        ("## B *c*", "heading"),
        ("- ", "markup"),
        ("`e`", "value"),
        ("*", "markup"),
        ("*", "markup"),
        ("\\*", "quiet"),
        ("[", "markup"),
        ("](i)", "markup"),
        ("[^1]", "markup"),
        ("| j | k |", "markup"),
        ("```python", "markup"),
        ("```", "markup"),
        ("$$m", "markup"),
        ("n$$", "markup"),
        ("$p$", "markup"),
        ('<span lang="ar">', "name"),
        ("</span>", "name"),
        ("> - ```", "markup"),
        (">   ```", "markup"),
        ("[^1]: ", "markup"),
    ]


def test_code_with_longer_fences_ends_at_its_own_fence() -> None:
    assert _parts("a.md", "````\n```\n# a\n````\n# b") == [
        ("````", "markup"),
        ("````", "markup"),
        ("# b", "heading"),
    ]


def test_markup_and_json_are_divided_into_their_parts() -> None:
    markup = _parts("a.tei.xml", '<?xml version="1.0"?>\n<hi rend="bold">a &amp; b</hi><!-- c -->')
    json = _parts("a.tree.json", '{"a": "b: \\"c\\"", "d": [-1.5, true]}')

    assert markup == [
        ('<?xml version="1.0"?>', "quiet"),
        ("<hi", "name"),
        (" rend", "markup"),
        ('"bold"', "value"),
        (">", "name"),
        ("&amp;", "quiet"),
        ("</hi", "name"),
        (">", "name"),
        ("<!-- c -->", "quiet"),
    ]
    assert json == [
        ('"a"', "name"),
        ('"b: \\"c\\""', "value"),
        ('"d"', "name"),
        ("-1.5", "markup"),
        ("true", "markup"),
    ]


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a", ""])
def test_other_files_have_no_colours(name: str) -> None:
    assert language_of(name) == ""


@pytest.mark.parametrize("name", ["a.md", "a.html", "a.json"])
@pytest.mark.parametrize("unit", ["`", "`a``b", "![", "](", "<a ", '"', "$", "[^", '"\\', "<!--"])
def test_only_the_beginning_of_a_hostile_line_is_divided(name: str, unit: str) -> None:
    spans, _state = divide(language_of(name), unit * 200_000, START, is_first=False)

    assert all(0 <= span.start < span.end <= MAX_COLOURED for span in spans)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=lambda scheme: scheme.name)
def test_every_colour_of_the_source_can_be_read(scheme: Theme) -> None:
    for role in (*ROLES.values(), NUMBER_ROLE):
        assert contrast(scheme.colour(role), scheme.colour("surface")) >= 4.5, role


def _coloured(view: SourceView, line: int = 0) -> list[tuple[int, int]]:
    """Return start and length of each coloured part of a line."""
    layout = view.document().findBlockByNumber(line).layout()
    return [(form.start, form.length) for form in layout.formats()]


def test_colours_are_at_the_characters_also_after_an_emoji(qtbot: QtBot) -> None:
    view = SourceView()
    qtbot.addWidget(view)

    view.show_source("\N{OCTOPUS} `code`", "a.md")

    qtbot.waitUntil(lambda: _coloured(view) == [(3, 6)])


def test_another_kind_of_file_is_coloured_as_its_own(qtbot: QtBot) -> None:
    view = SourceView()
    qtbot.addWidget(view)
    view.show_source("# a", "a.md")
    qtbot.waitUntil(lambda: _coloured(view) == [(0, 3)])

    view.show_source("# a", "a.txt")

    assert _coloured(view) == []


def test_a_long_source_is_coloured_to_its_end(qtbot: QtBot) -> None:
    view = SourceView()
    qtbot.addWidget(view)

    view.show_source("# a\n" * 9_000, "a.md")
    n_at_once = sum(map(bool, (_coloured(view, line) for line in range(9_000))))

    assert n_at_once == 0
    qtbot.waitUntil(lambda: all(_coloured(view, line) for line in range(9_000)))


def test_numbers_have_room_for_the_last_line(qtbot: QtBot) -> None:
    view = SourceView()
    qtbot.addWidget(view)
    view.show()
    view.show_source("a\n" * 8, "a.md")
    narrow = view.number_width()

    view.show_source("a\n" * 12_000, "a.md")

    assert view.number_width() > narrow
    assert view.viewport().geometry().left() >= view.number_width()


def test_the_current_line_is_reached_and_selected(qtbot: QtBot) -> None:
    view = SourceView()
    qtbot.addWidget(view)
    view.show_source("\n".join(map(str, range(500))), "a.md")

    view.go_to_line(401)

    assert view.textCursor().selectedText() == "400"
    assert view.textCursor().blockNumber() == 400
    view.moveCursor(QTextCursor.MoveOperation.Start)
