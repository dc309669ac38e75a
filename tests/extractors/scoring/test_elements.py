"""Tests of the scores of single tables, code blocks and formulas."""

from __future__ import annotations

import pytest

from boilerscope.extractors.scoring.structure.elements import score_elements
from boilerscope.extractors.scoring.structure.pairing import paired
from boilerscope.extractors.scoring.structure.records import Change, ElementKind, ElementScore
from boilerscope.extractors.scoring.structure.structured_text import StructuredText
from boilerscope.extractors.scoring.structure.teds import teds

TABLE = """\
| Tide | Lamps |
| --- | --- |
| Spring | 212 |
| Neap | 104 |
"""
HTML = (
    "<table><tr><th>Tide</th><th>Lamps</th></tr><tr><td>Spring</td><td>212</td></tr>"
    "<tr><td>Neap</td><td>104</td></tr></table>"
)


def _scored(gold: str, kept: str) -> list[ElementScore]:
    return score_elements(StructuredText(gold), StructuredText(kept))


def _places(element: ElementScore) -> list[tuple[str, str, str, str]]:
    return [(part.change.value, part.place, part.gold, part.kept) for part in element.differences]


def test_equal_elements_have_score_1_and_no_difference():
    text = f"{TABLE}\n```python\na\n\nb\n```\n\n$x + y$\n"

    elements = _scored(text, text)

    assert [element.kind for element in elements] == list(ElementKind)
    assert all(element.score == 1.0 and element.change is None for element in elements)


def test_a_table_in_html_equals_the_same_table_in_markdown():
    (element,) = _scored(HTML, TABLE)

    assert (element.score, element.differences) == (1.0, ())


def test_a_changed_cell_is_named_by_row_and_column():
    (element,) = _scored(HTML, TABLE.replace("212", "221"))

    assert _places(element) == [("changed", "row 2, column 2", "212", "221")]
    assert element.gold[element.differences[0].start :].startswith("212\nNeap")


def test_the_score_of_one_table_is_the_measure_of_the_page():
    kept = TABLE.replace("212", "221")

    (element,) = _scored(HTML, kept)

    right, all_nodes = teds(HTML, StructuredText(kept).tables_as_html) or (0, 1)
    assert element.score == right / all_nodes < 1


def test_a_row_that_is_missing_does_not_shift_the_rows_after_it():
    (element,) = _scored(TABLE, TABLE.replace("| Spring | 212 |\n", ""))

    assert _places(element) == [("missing", "row 2", "Spring | 212", "")]


def test_a_column_that_is_missing_is_named_in_each_row():
    kept = "| Tide |\n| --- |\n| Spring |\n| Neap |\n"

    (element,) = _scored(TABLE, kept)

    places = [(part.row, part.column, part.gold) for part in element.differences]
    assert places == [(1, 2, "Lamps"), (2, 2, "212"), (3, 2, "104")]


def test_cells_with_equal_text_differ_by_their_kind_and_spans():
    gold = '<table><tr><th colspan="2">A</th></tr><tr><td>1</td><td>2</td></tr></table>'
    kept = "<table><tr><td>A</td></tr><tr><td>1</td><td>2</td></tr></table>"

    (element,) = _scored(gold, kept)

    changed = (
        "changed",
        "row 1, column 1",
        "A (header cell, colspan 2)",
        "A (data cell, colspan 1)",
    )
    assert _places(element) == [changed]


def test_empty_cells_at_the_end_of_a_row_are_no_difference():
    (element,) = _scored("| a | b |\n| --- | --- |\n| 1 | |\n", "| a | b |\n| --- | --- |\n| 1 |\n")

    assert element.change is None


def test_a_row_with_an_empty_cell_belongs_to_the_whole_row():
    (element,) = _scored(TABLE, TABLE.replace("Neap", ""))

    assert _places(element) == [("changed", "row 3, column 1", "Neap", "")]


def test_an_escaped_pipe_is_part_of_its_cell():
    table = "| a | b |\n| --- | --- |\n| x \\| y | 1 |\n"

    (element,) = _scored(table, table.replace("1 |", "2 |"))

    assert _places(element) == [("changed", "row 2, column 2", "1", "2")]


def test_lines_of_code_are_named_with_blank_lines_counted():
    gold = "```\nif x:\n\n    return 1\n```\n"
    kept = "```\nif x:\n\n    return 2\n}\n```\n"

    (element,) = _scored(gold, kept)

    assert _places(element) == [
        ("changed", "line 3", "    return 1", "    return 2"),
        ("added", "line 4", "", "}"),
    ]


def test_elements_without_a_partner_are_missing_or_added():
    gold = f"{TABLE}\n$x^2$\n"
    kept = "$x^2$ and $\\sum_k k$"

    table, formula, added = _scored(gold, kept)

    assert (table.change, table.number, table.kept_number) == (Change.MISSING, 1, 0)
    assert table.score == 0.0
    assert formula.change is None
    assert (added.change, added.number, added.kept_number) == (Change.ADDED, 0, 2)


def test_a_lost_table_does_not_shift_the_tables_after_it():
    other = "| Weir | Eels |\n| --- | --- |\n| Cobb | 7 |\n"

    first, second = _scored(f"{TABLE}\ntext\n\n{other}", other)

    assert (first.change, second.change) == (Change.MISSING, None)
    assert (second.number, second.kept_number) == (2, 1)


@pytest.mark.parametrize(
    ("first", "second"),
    [("", ""), ("", "ab"), ("abc", "abc"), ("abcd", "xbcyd"), ("aab", "ba")],
)
def test_pairs_keep_the_order_and_use_each_text_once(first: str, second: str):
    pairs = list(paired([*first], [*second]))

    ours = [one for one, _ in pairs if one is not None]
    theirs = [other for _, other in pairs if other is not None]
    assert ours == list(range(len(first)))
    assert theirs == list(range(len(second)))


@pytest.mark.timeout(20)
def test_long_code_is_compared_in_bounded_time():
    gold = "```\n" + "\n".join(f"line {n}" for n in range(20_000)) + "\n```\n"
    kept = "```\n" + "\n".join(f"line {n + 1}" for n in range(20_000)) + "\n```\n"

    (element,) = _scored(gold, kept)

    assert [part.place for part in element.differences] == ["line 1", "line 20,000"]
