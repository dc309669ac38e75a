"""VIPS on trees of boxes: the specification's examples, every rule, separators, rounds, choice."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
import pytest

from boilerscope.extractors.algorithms.vips import rules as table
from boilerscope.extractors.algorithms.vips.boxes import boxes_of_records
from boilerscope.extractors.algorithms.vips.content import choose
from boilerscope.extractors.algorithms.vips.segmentation import Segmentation, segment
from boilerscope.extractors.algorithms.vips.settings import Compare, VipsSettings
from boilerscope.extractors.errors import SettingsError
from tests.helpers.material import WorkedExample, every_example

RULE_NAMES = {table.R8_CHILD: "R8-child", table.TEXT: "T"}


def el(
    tag: str, box: tuple[int, int, int, int], *ch: dict[str, Any], **looks: Any
) -> dict[str, Any]:
    return {"tag": tag, "box": list(box), "ch": list(ch), **looks}


def text(words: str, *box: int) -> dict[str, Any]:
    return {"text": words, "box": list(box)}


def run(root: dict[str, Any], **settings: Any) -> Segmentation:
    vips_settings = VipsSettings(**settings)
    return segment(boxes_of_records(root, grow=vips_settings.grow_floats), vips_settings)


def pool(segmentation: Segmentation) -> list[tuple[str, str, int]]:
    """Return the tag, rule and DoC of every final block."""
    n = len(segmentation.boxes)
    return [
        (
            "#text" if node >= n else segmentation.boxes.tag(node),
            RULE_NAMES.get(rule, f"R{rule}"),
            doc,
        )
        for node, rule, doc, final in zip(
            segmentation.node.tolist(),
            segmentation.rule.tolist(),
            segmentation.doc.tolist(),
            segmentation.final.tolist(),
            strict=True,
        )
        if final
    ]


def rules_by_tag(segmentation: Segmentation, number: int = 0) -> dict[str, str]:
    """Return the rule that decided each element of a round, by tag."""
    current_round = segmentation.rounds[number]
    n = len(segmentation.boxes)
    return {
        segmentation.boxes.tag(node): RULE_NAMES.get(rule, f"R{rule}")
        for node, rule in zip(current_round.nodes, current_round.rules, strict=True)
        if node < n
    }


def weights(segmentation: Segmentation) -> list[int]:
    return [separator.weight for separator in segmentation.tree.separators]


# -- the specification's examples --------------------------------------------------------------


@pytest.mark.parametrize("example", every_example("vips"))
def test_worked_example(example: WorkedExample) -> None:
    segmentation = run(example.given["boxes"], **example.settings)

    expected = example.expected["pool"]
    assert pool(segmentation) == [(block["tag"], block["rule"], block["doc"]) for block in expected]
    boxes = [segmentation.boxes.box[node].tolist() for node in segmentation.node]
    assert boxes == [block["box"] for block in expected]
    words = {tuple(block["box"]): block["text"] for block in expected}
    assert as_nested(segmentation, words) == example.expected["tree"]


def as_nested(
    segmentation: Segmentation, words: dict[tuple[int, ...], str]
) -> dict[str, Any] | None:
    """Return the tree in the form the examples use."""
    tree = segmentation.tree
    nodes: list[dict[str, Any]] = []
    for node in range(len(tree)):
        record: dict[str, Any] = {
            "box": segmentation.tree_box[node].tolist(),
            "doc": segmentation.tree_doc[node],
        }
        if node in tree.leaf:
            rows = segmentation.node[tree.leaf[node]]
            record["blocks"] = [words[tuple(segmentation.boxes.box[row].tolist())] for row in rows]
        else:
            record |= {"axis": "hv"[tree.axis[node]], "weight": tree.weight[node], "children": []}
        nodes.append(record)
        if tree.parent[node] >= 0:
            nodes[tree.parent[node]]["children"].append(record)
    return nodes[0] if nodes else None


# -- rules -------------------------------------------------------------------------------------

PAGE = (0, 0, 1000, 1000)
BIG = (0, 0, 900, 900)


def words_in(tag: str, top: int, height: int = 20, **looks: Any) -> dict[str, Any]:
    return el(tag, (0, top, 400, height), text("some words", 0, top, 400, height), **looks)


def test_r1_cuts_elements_that_show_nothing_but_keeps_pictures() -> None:
    segmentation = run(
        el("body", PAGE, el("div", (0, 0, 9, 9)), el("img", (0, 50, 90, 90)), words_in("p", 200))
    )

    assert rules_by_tag(segmentation)["div"] == "R1"
    assert pool(segmentation)[0] == ("img", "R10", 7)


def test_r1_cuts_hidden_elements_and_blank_text() -> None:
    segmentation = run(
        el("body", PAGE, words_in("p", 0, vis=False), el("p", BIG, text(" \n ", 0, 0, 9, 9)))
    )

    assert pool(segmentation) == []
    assert len(segmentation.tree) == 0


def test_r2_divides_a_wrapper_of_one_element() -> None:
    segmentation = run(el("body", PAGE, el("div", BIG, words_in("h1", 0)), words_in("p", 950)))

    assert rules_by_tag(segmentation)["div"] == "R2"
    assert ("h1", "R4", 10) in pool(segmentation)


def test_r2_does_not_divide_a_wrapper_of_one_text() -> None:
    segmentation = run(el("body", PAGE, words_in("div", 0), words_in("p", 100)))

    assert pool(segmentation)[0] == ("div", "R4", 10)


def test_r3_divides_the_root_only() -> None:
    segmentation = run(el("body", PAGE, words_in("p", 0), words_in("p", 100)))

    assert rules_by_tag(segmentation)["body"] == "R3"


@pytest.mark.parametrize(("looks", "doc"), [({}, 10), ({"fw": 700}, 9), ({"fs": 20}, 9)])
def test_r4_keeps_text_and_virtual_text_and_sets_the_doc_by_their_fonts(
    looks: dict[str, int], doc: int
) -> None:
    inner = el("span", (0, 0, 50, 20), el("b", (0, 0, 50, 20), text("b", 0, 0, 50, 20), **looks))
    segmentation = run(
        el("body", PAGE, el("p", BIG, text("a", 50, 0, 50, 20), inner), words_in("p", 950))
    )

    assert pool(segmentation)[0] == ("p", "R4", doc)


def test_r4_needs_inline_elements_with_text() -> None:
    with_picture = el("a", (0, 0, 800, 800), el("img", (0, 0, 800, 800)))
    segmentation = run(
        el("body", PAGE, el("p", BIG, text("x", 0, 850, 9, 9), with_picture), words_in("p", 950))
    )

    assert segmentation.rounds[0].rules[:4] == [table.R3, table.R12, table.TEXT, table.R2]
    assert [block[:2] for block in pool(segmentation)] == [
        ("#text", "T"),
        ("img", "R10"),
        ("p", "R4"),
    ]


def test_r5_divides_a_paragraph_around_a_line_break_node() -> None:
    segmentation = run(
        el(
            "body",
            PAGE,
            el("p", BIG, text("x", 0, 0, 9, 9), words_in("div", 40)),
            words_in("p", 950),
        )
    )

    assert [block[:2] for block in pool(segmentation)] == [
        ("#text", "T"),
        ("div", "R4"),
        ("p", "R4"),
    ]
    assert segmentation.rounds[0].rules.count(table.R5) == 1


def test_r5_divides_paragraphs_only() -> None:
    segmentation = run(
        el(
            "body",
            PAGE,
            el(
                "div",
                (0, 0, 90, 90),
                text("x", 0, 0, 9, 9),
                el("ul", (0, 20, 9, 9), text("y", 0, 20, 9, 9)),
            ),
            words_in("p", 950),
        )
    )

    assert rules_by_tag(segmentation)["div"] == "R9"


def test_r6_divides_around_an_hr() -> None:
    segmentation = run(
        el(
            "body",
            PAGE,
            el(
                "div",
                (0, 0, 90, 90),
                words_in("h1", 0),
                el("hr", (0, 40, 90, 2)),
                words_in("h2", 60),
            ),
            words_in("p", 950),
        )
    )

    assert rules_by_tag(segmentation)["div"] == "R6"
    assert rules_by_tag(segmentation)["hr"] == "R1"


def test_r7_divides_an_element_smaller_than_its_children() -> None:
    inner = (
        el("ul", (0, 0, 90, 60), text("x", 0, 0, 9, 9)),
        el("ol", (0, 50, 90, 60), text("y", 0, 50, 9, 9)),
    )
    segmentation = run(el("body", PAGE, el("div", (0, 0, 90, 90), *inner), words_in("p", 950)))

    assert rules_by_tag(segmentation)["div"] == "R7"


def cells(*looks: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        el(
            "td",
            (n * 300, 0, 280, 900),
            el("p", (n * 300, 0, 280, 400), text("one", n * 300, 0, 90, 20)),
            el("p", (n * 300, 450, 280, 400), text("two", n * 300, 450, 90, 20)),
            **cell_looks,
        )
        for n, cell_looks in enumerate(looks)
    ]


def test_r8_divides_a_table_row_but_not_its_cell_with_another_background() -> None:
    row = el("tr", BIG, *cells({}, {"bg": "#cccccc"}, {}))
    segmentation = run(el("body", PAGE, el("table", BIG, row)))

    assert rules_by_tag(segmentation)["tr"] == "R8"
    assert [block[1] for block in pool(segmentation)] == ["R13", "R8-child", "R11"]


def test_r8_does_not_keep_a_cell_that_shows_nothing() -> None:
    empty = el("td", (300, 0, 280, 900), bg="#cccccc")
    row = el("tr", BIG, *cells({}), empty)
    segmentation = run(
        el("body", PAGE, el("table", BIG, row, el("tr", (0, 900, 900, 50), *cells({}))))
    )

    assert table.R8_CHILD not in segmentation.rounds[0].rules


@pytest.mark.parametrize(("distance", "rule"), [(10, "R8"), (300, "R13")])
def test_backgrounds_can_be_compared_by_their_distance(distance: int, rule: str) -> None:
    row = el("tr", BIG, *cells({}, {"bg": "rgb(230, 230, 230)"}))
    segmentation = run(
        el("body", PAGE, el("table", BIG, row)),
        background_compare=Compare.DISTANCE,
        background_distance=distance,
    )

    assert rules_by_tag(segmentation)["tr"] == rule


def test_r9_keeps_a_small_element_with_text_at_a_doc_of_5_to_8() -> None:
    mixed = el(
        "div",
        (0, 0, 90, 90),
        text("x", 0, 0, 9, 9),
        el("ul", (0, 20, 9, 9), text("y", 0, 20, 9, 9)),
    )
    segmentation = run(el("body", PAGE, mixed, words_in("p", 950)))
    larger = run(el("body", PAGE, mixed, words_in("p", 950)), size_threshold=0.0)

    assert pool(segmentation)[0] == ("div", "R9", 5)
    assert rules_by_tag(larger)["div"] == "R12"


@pytest.mark.parametrize(
    ("tag", "doc"), [("div", 5), ("ul", 6), ("li", 8), ("section", 7), ("ol", 6), ("form", 7)]
)
def test_r10_keeps_an_element_with_small_children_at_the_doc_of_its_tag(tag: str, doc: int) -> None:
    inner = (
        el("dl", (0, 0, 90, 20), text("x", 0, 0, 9, 9)),
        el("dl", (0, 40, 90, 20), text("y", 0, 40, 9, 9)),
    )
    segmentation = run(el("body", PAGE, el(tag, BIG, *inner), words_in("p", 950)))

    assert pool(segmentation)[0] == (tag, "R10", doc)


def test_r11_matches_only_cells_whose_previous_sibling_was_not_divided() -> None:
    plain = run(
        el("body", PAGE, el("table", BIG, el("tr", BIG, *cells({}, {}, {"bg": "#eeeeee"}))))
    )
    after_divided = cells({}, {})
    after_divided[0] = el("td", (0, 0, 280, 900), el("div", BIG, *cells({})[0]["ch"]))
    after_divided.append(el("td", (600, 0, 90, 900), text("x", 600, 0, 9, 9), bg="#eeeeee"))
    second = run(el("body", PAGE, el("table", BIG, el("tr", BIG, *after_divided))))

    assert [block[1] for block in pool(plain)][:2] == ["R13", "R11"]
    assert ("td", "R13", 7) in pool(second)
    assert ("td", "R11", 7) not in pool(second)


def test_r12_divides_an_element_that_no_rule_keeps_together() -> None:
    inner = (
        el("dl", (0, 0, 500, 400), text("x", 0, 0, 9, 9)),
        el("dl", (0, 450, 500, 400), text("y", 0, 450, 9, 9)),
    )
    segmentation = run(el("body", PAGE, el("div", BIG, *inner), words_in("p", 950)))

    assert rules_by_tag(segmentation)["div"] == "R12"
    assert [block[0] for block in pool(segmentation)] == ["dl", "dl", "p"]


def test_r13_keeps_a_table_that_no_rule_divides() -> None:
    rows = [el("tr", (0, n * 450, 900, 400), *cells({})) for n in (0, 1)]
    segmentation = run(el("body", PAGE, el("table", BIG, *rows), words_in("p", 950)))

    assert pool(segmentation)[0] == ("table", "R13", 5)


def test_th_counts_as_td() -> None:
    row = cells({}, {"bg": "#cccccc"}, {})
    row[2]["tag"] = "th"
    segmentation = run(el("body", PAGE, el("table", BIG, el("tr", BIG, *row))))

    assert pool(segmentation)[-1] == ("th", "R11", 7)


# -- floats and hidden elements ------------------------------------------------------------------


def test_an_element_without_height_takes_the_union_of_its_children() -> None:
    float_parent = el("div", (0, 0, 900, 0), words_in("h1", 0), words_in("h2", 50))
    root = el("body", PAGE, float_parent, words_in("p", 950))

    assert [block[0] for block in pool(run(root))] == ["div", "p"]
    assert run(root).boxes.box[1].tolist() == [0, 0, 400, 70]
    assert [block[0] for block in pool(run(root, grow_floats=False))] == ["p"]


def test_floats_grow_through_several_levels() -> None:
    root = el(
        "body", (0, 0, 1000, 0), el("div", (0, 0, 0, 0), el("div", (0, 0, 0, 0), words_in("p", 7)))
    )

    assert run(root).boxes.box[0].tolist() == [0, 7, 400, 20]
    assert pool(run(root)) == [("p", "R4", 10)]


# -- separators --------------------------------------------------------------------------------


def two(
    gap: int,
    first: dict[str, Any] | None = None,
    second: dict[str, Any] | None = None,
    *more: dict[str, Any],
) -> dict[str, Any]:
    """Return a page of two tables of 100 px with a gap between them."""
    upper = el("table", (0, 0, 400, 100), *table_rows(0, first), **(first or {}))
    lower = el("table", (0, 100 + gap, 400, 100), *table_rows(100 + gap, second), **(second or {}))
    return el("body", PAGE, upper, *more, lower)


def table_rows(top: int, looks: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return two rows with one cell each; no rule divides them."""
    ground = {"bg": (looks or {}).get("bg", "#ffffff")}
    return [
        el(
            "tr",
            (0, top + n * 50, 400, 40),
            el("td", (0, top, 9, 9), text("x", 0, top, 9, 9), **ground),
            **ground,
        )
        for n in (0, 1)
    ]


@pytest.mark.parametrize(
    ("gap", "weight"),
    [
        (1, 1),
        (8, 1),
        (9, 2),
        (15, 2),
        (16, 4),
        (25, 4),
        (26, 6),
        (35, 6),
        (36, 9),
        (45, 9),
        (46, 11),
        (55, 11),
        (56, 13),
        (500, 13),
    ],
)
def test_weight_grows_with_width(gap: int, weight: int) -> None:
    assert weights(run(two(gap))) == [weight]


@pytest.mark.parametrize(
    ("first", "second", "weight"),
    [
        ({"bg": "#000000"}, {}, 3),
        ({"fs": 20}, {}, 3),
        ({"fw": 700}, {}, 3),
        ({"fs": 10}, {}, 5),
        ({"fs": 10, "bg": "#123456"}, {}, 7),
    ],
)
def test_weight_grows_if_the_looks_differ(
    first: dict[str, Any], second: dict[str, Any], weight: int
) -> None:
    assert weights(run(two(5, first, second))) == [weight]


def test_an_hr_adds_weight_in_a_separator_but_not_in_a_block() -> None:
    assert weights(run(two(20, None, None, el("hr", (0, 108, 400, 2))))) == [6]
    assert weights(run(two(20, None, None, el("hr", (0, 50, 400, 2))))) == [4]


def test_plain_text_on_both_sides_lowers_the_weight_but_not_below_1() -> None:
    assert weights(run(el("body", PAGE, words_in("p", 0), words_in("p", 40)))) == [2]
    assert weights(run(el("body", PAGE, words_in("p", 0), words_in("p", 25)))) == [1]


def test_fonts_and_plain_text_do_not_change_vertical_separators() -> None:
    left = el("p", (0, 0, 100, 50), text("x", 0, 0, 100, 50), fs=30)
    right = el("p", (120, 0, 100, 50), text("y", 120, 0, 100, 50))

    assert weights(run(el("body", PAGE, left, right))) == [4]


def test_weights_are_settings() -> None:
    segmentation = run(
        two(20, {"bg": "#000000"}),
        weight_steps=(("0", "3"), ("19", "8")),
        weight_bonus=(("background", "5"),),
    )

    assert weights(segmentation) == [13]


@pytest.mark.parametrize(
    ("name", "rows", "message"),
    [
        (
            "weight_steps",
            (("x", "1"),),
            "weight_steps must be a whole number from 0 to 10000, got 'x'",
        ),
        ("weight_steps", (("1", "0"),), "whole number from 1"),
        ("weight_bonus", (("colour", "1"),), "its rows are rule, background"),
        (
            "weight_bonus",
            (("rule", "1.5"),),
            "weight_bonus must be a whole number from -100 to 100, got '1.5'",
        ),
    ],
)
def test_invalid_tables_are_refused(name: str, rows: Any, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        VipsSettings(**{name: rows})


def test_touching_and_overlapping_blocks_have_no_separator() -> None:
    for gap in (0, -5):
        segmentation = run(two(gap))
        assert weights(segmentation) == []
        assert segmentation.tree.leaf == {0: [0, 1]}
        assert segmentation.tree_doc == [5]


@pytest.mark.parametrize(("gap", "parts"), [(0, 2), (-1, 2), (-2, 1), (-3, 1)])
def test_overlaps_of_up_to_two_pixels_can_count_as_touching(gap: int, parts: int) -> None:
    assert len(run(two(gap), shrink_overlap=True).tree.leaf) == parts


def test_narrow_separators_can_be_left_out() -> None:
    assert weights(run(two(9), min_separator=9)) == [2]
    assert weights(run(two(9), min_separator=10)) == []


def test_a_block_across_a_gap_hides_it() -> None:
    across = el("table", (0, 50, 400, 100), *table_rows(50))

    assert weights(run(two(20, None, None, across))) == []


def test_a_separator_has_the_box_of_the_gap() -> None:
    segmentation = run(two(20))

    assert [
        (separator.box, separator.node, separator.round)
        for separator in segmentation.tree.separators
    ] == [((0, 100, 400, 20), 0, 1)]


def test_equal_weights_cut_horizontally_first() -> None:
    def at(x: int, y: int) -> dict[str, Any]:
        return el(
            "table",
            (x, y, 100, 100),
            el("tr", (x, y, 9, 9), el("td", (x, y, 9, 9), text("x", x, y, 9, 9))),
            el("tr", (x, y + 50, 9, 9), el("td", (x, y, 9, 9), text("x", x, y, 9, 9))),
        )

    segmentation = run(el("body", PAGE, at(0, 0), at(120, 0), at(0, 120), at(120, 120)))

    assert [segmentation.tree.axis[node] for node in (0, 1, 2)] == [0, 1, 1]
    assert segmentation.tree_doc == [1, 1, 1, 5, 5, 5, 5]


# -- rounds ------------------------------------------------------------------------------------


def menu() -> dict[str, Any]:
    items = [el("li", (0, n * 30, 100, 20), text(f"item {n}", 0, n * 30, 90, 20)) for n in range(3)]
    return el("body", PAGE, el("ul", (0, 0, 100, 80), *items), words_in("p", 400))


@pytest.mark.parametrize(
    ("pdoc", "expected"),
    [
        (5, ["ul", "p"]),
        (6, ["ul", "p"]),
        (7, ["li", "li", "li", "p"]),
        (10, ["li", "li", "li", "p"]),
        (11, ["#text", "#text", "#text", "#text"]),
    ],
)
def test_blocks_below_the_permitted_degree_are_divided_again(
    pdoc: int, expected: list[str]
) -> None:
    segmentation = run(menu(), pdoc=pdoc)

    assert sorted(block[0] for block in pool(segmentation)) == sorted(expected)


def test_a_divided_block_is_replaced_by_a_tree_of_its_parts() -> None:
    segmentation = run(menu(), pdoc=7)

    assert rules_by_tag(segmentation, 1) == {"ul": "R3", "li": "R4"}
    assert segmentation.final.tolist() == [False, True, True, True, True]
    assert segmentation.tree.round == [1, 1, 1, 2, 2, 2]
    assert segmentation.tree.weight[1] == 1
    assert sorted(chain.from_iterable(segmentation.tree.leaf.values())) == [1, 2, 3, 4]


def test_blocks_that_overlap_are_divided_within_their_leaf() -> None:
    root = el(
        "body", PAGE, el("ul", (0, 0, 100, 300), *menu()["ch"][0]["ch"]), words_in("p", 20, 200)
    )

    segmentation = run(root, pdoc=7)

    assert (
        sorted(chain.from_iterable(segmentation.tree.leaf.values()))
        == np.flatnonzero(segmentation.final).tolist()
    )


def test_division_stops_at_the_limit_and_is_marked_incomplete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table, "MAX_BLOCKS", 10)
    many = [words_in("p", n * 40) for n in range(30)]

    segmentation = run(el("body", (0, 0, 1000, 2000), *many))

    assert not segmentation.is_complete
    assert len(segmentation.node) == 10
    assert run(el("body", PAGE, *many[:10])).is_complete


def test_rounds_stop_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MAX_ROUNDS", 2)

    assert not run(menu(), pdoc=11).is_complete


# -- the choice --------------------------------------------------------------------------------


def column(x: int, width: int, words: int, tag: str = "p") -> dict[str, Any]:
    return el(tag, (x, 100, width, 300), text("w" * words, x, 100, width, 300))


def chosen_boxes(root: dict[str, Any], **settings: Any) -> list[list[int]]:
    segmentation = run(root, **settings)
    choice = choose(segmentation, VipsSettings(**settings))
    boxes: list[list[int]] = segmentation.tree_box[choice.leaves[choice.is_main]].tolist()
    return boxes


def test_the_leaf_with_most_text_outside_links_wins() -> None:
    links = el(
        "p", (0, 100, 300, 300), el("a", (0, 100, 300, 300), text("l" * 900, 0, 100, 300, 300))
    )

    assert chosen_boxes(el("body", PAGE, links, column(400, 300, 90))) == [[400, 100, 300, 300]]


def test_a_leaf_in_the_middle_wins_over_a_leaf_at_the_edge() -> None:
    root = el("body", PAGE, column(0, 100, 100), column(400, 200, 90))

    assert chosen_boxes(root, join_share=1.0) == [[400, 100, 200, 300]]


@pytest.mark.parametrize(("share", "n_leaves"), [(0.2, 2), (0.5, 1)])
def test_siblings_that_score_nearly_as_high_are_joined(share: float, n_leaves: int) -> None:
    root = el("body", PAGE, column(300, 150, 30), column(500, 200, 100))

    assert len(chosen_boxes(root, join_share=share)) == n_leaves


def test_a_page_of_links_has_no_main_content() -> None:
    links = el("p", PAGE, el("a", PAGE, text("link", 0, 0, 90, 20)))

    assert chosen_boxes(el("body", PAGE, links)) == []


def test_leaves_are_inner_nodes_that_are_coherent_enough() -> None:
    segmentation = run(
        menu() | {"ch": [*menu()["ch"], words_in("p", 430), words_in("p", 460)]}, pdoc=5
    )
    choice = choose(segmentation, VipsSettings())

    assert len(choice.leaves) < len(segmentation.tree.leaf)
    assert (np.array(segmentation.tree_doc)[choice.leaves] >= 5).all()


# -- hostile trees -----------------------------------------------------------------------------


def test_two_thousand_levels_are_divided_in_linear_time() -> None:
    inner = words_in("p", 0)
    for _ in range(2_000):
        inner = el("div", PAGE, inner, el("div", (0, 0, 1, 1)))

    segmentation = run(el("body", PAGE, inner), pdoc=11)

    assert [block[0] for block in pool(segmentation)] == ["#text"]


def test_five_thousand_blocks_on_a_stair_are_cut() -> None:
    steps = [el("p", (n * 3, n * 3, 2, 2), text("x", n * 3, n * 3, 2, 2)) for n in range(5_000)]

    segmentation = run(el("body", (0, 0, 15_000, 15_000), *steps))

    assert len(segmentation.tree.leaf) == 5_000
    assert segmentation.is_complete


def test_nonsense_boxes_are_ignored() -> None:
    nan, far = float("nan"), 1e300
    root = el(
        "body",
        PAGE,
        {"tag": "p", "box": [nan] * 4, "ch": [text("x", 0, 0, 9, 9)]},
        {"tag": "p", "box": [0, 0, far, far], "ch": [text("y", 0, 0, 9, 9)]},
        {"tag": "p", "box": [far, -far, -far, 5], "ch": [text("z", 0, 0, 9, 9)]},
    )

    assert ("p", "R4", 10) in pool(run(root))


def test_an_invalid_colour_is_named_in_the_error() -> None:
    with pytest.raises(ValueError, match="'red' is not a colour"):
        boxes_of_records(el("body", PAGE, bg="red"))
