"""Live documents: their tree, their markup and the position of every text in it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.errors import PageError
from boilerscope.extractors.page import Page
from tests.helpers.columns import assert_columns_hold

_STEPS: list[Any] = [
    ["html", "lang", "en"],
    ["head"],
    ["title"],
    "Tom & Jerry",
    2,
    ["body"],
    "a < b & c > ",
    "d",
    ["p", "title", 'x "y" & <z>', "data-x", "1"],
    "caf\u00e9 ",
    ["br"],
    1,
    "after",
    1,
    ["script"],
    "if (a < b && c) {}",
    1,
    ["IFRAME"],
    "raw <b> & text",
    1,
    "end",
    2,
]


def _nested(steps: list[Any]) -> list[Any]:
    top: list[Any] = []
    open_children = [top]
    for step in steps:
        if isinstance(step, str):
            open_children[-1].append(step)
        elif isinstance(step, int):
            del open_children[-step:]
        else:
            children: list[Any] = []
            attributes = [list(pair) for pair in zip(step[1::2], step[2::2], strict=True)]
            open_children[-1].append([step[0], attributes, children])
            open_children.append(children)
    return top[0]  # type: ignore[no-any-return]  # lists all the way down


def _source_words(page: Page) -> list[str]:
    positions = page.source_positions
    return [
        page.source[start:end] for start, end in zip(positions.start, positions.end, strict=True)
    ]


def _words(page: Page) -> list[str]:
    return [page.token_text(token) for token in range(page.n_tokens)]


@pytest.mark.parametrize(
    "tree",
    [_STEPS, _nested(_STEPS), json.dumps(_STEPS), json.dumps(_nested(_STEPS))],
    ids=["steps", "nested", "steps as JSON", "nested as JSON"],
)
def test_document_is_built_and_written_by_the_same_walk(tree: str | list[Any]) -> None:
    page = Page.from_dom(tree, url="https://example.org/")

    assert page.source == (
        '<!DOCTYPE html>\n<html lang="en"><head><title>Tom &amp; Jerry</title></head><body>'
        'a &lt; b &amp; c &gt; d<p title="x &quot;y&quot; &amp; <z>" data-x="1">café <br>after</p>'
        "<script>if (a < b && c) {}</script><iframe>raw <b> & text</iframe>end</body></html>"
    )
    assert " ".join(page.elements.tag) == "html head title body p br script iframe"
    assert page.elements.node[4].get("title") == 'x "y" & <z>'
    assert page.text == "Tom & Jerrya < b & c > dcafé afterend"
    assert_columns_hold(page)
    assert (page.name, page.url, page.data) == (
        "https://example.org/",
        "https://example.org/",
        None,
    )
    assert (page.decoded.how, page.decoded.encoding) == ("serialised", "utf-8")
    assert page.warnings == ()


def test_every_token_of_a_document_has_its_position_in_the_markup() -> None:
    page = Page.from_dom(_STEPS, url=None, name="live")

    assert _source_words(page) == _words(page)
    assert page.source_positions.n_missing == 0
    assert page.title == "Tom & Jerry"


_texts = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=12
) | st.sampled_from(["a & b", "<b>", "\n", "&amp;", "x > y", "\x01", "\x0c", "\ud800", "\0"])
_trees = st.recursive(
    _texts,
    lambda children: st.tuples(
        st.sampled_from(
            ["p", "div", "SPAN", "script", "style", "xmp", "iframe", "br", "title", "svg"]
        ),
        st.lists(st.tuples(st.sampled_from(["id", "class", "@x", "a b"]), _texts), max_size=2),
        st.lists(children, max_size=4),
    ).map(list),
    max_leaves=20,
)


@given(st.lists(_trees, max_size=5))
def test_any_document_has_correct_columns_and_positions(children: list[Any]) -> None:
    page = Page.from_dom(["html", [], [["body", [], children]]], url=None)

    assert_columns_hold(page)
    assert _source_words(page) == _words(page)
    page.source.encode("utf-8")


def test_texts_that_touch_are_one_slot() -> None:
    page = Page.from_dom([["html"], "one", "two", "", "three", 1], url=None)

    assert len(page.slots) == 1
    assert _words(page) == ["onetwothree"]


def test_very_deep_document_is_kept_completely() -> None:
    steps = [["html"], ["body"], *([["div"]] * 5000), "deep", 5002]

    page = Page.from_dom(json.dumps(steps), url=None)

    assert page.elements.depth.max() == 5001
    assert _words(page) == ["deep"]
    assert page.warnings == ()


def test_names_that_no_tree_can_contain_are_changed_and_counted() -> None:
    page = Page.from_dom(
        [["html"], ["a<b", "x y", "1", "@click", "2", "{z", "3", "", "4"], ["1st"], "t", 3],
        url=None,
    )

    assert page.elements.tag == ["html", "a_b", "x1st"]
    assert page.elements.node[1].items() == [("x_y", "1"), ("@click", "2"), ("_z", "3"), ("_", "4")]
    (warning,) = page.warnings
    assert warning.code == "renamed-names"
    assert "5 names" in warning.message
    assert Page.from_text(page.source, name="again").elements.tag == ["html", "body", "a_b", "x1st"]


def test_characters_that_no_tree_can_contain_are_replaced_and_counted() -> None:
    page = Page.from_dom([["html", "title", "a\0"], "b\x01c\ud800d\x0ce", 1], url=None)

    assert page.text == "b\ufffdc\ufffdd e"
    assert page.root.get("title") == "a\ufffd"
    (warning,) = page.warnings
    assert warning.code == "replaced-characters"
    assert warning.message.startswith("3 ")
    assert page.decoded.n_replaced == 3


def test_document_of_only_scripts_has_a_warning() -> None:
    page = Page.from_dom([["html"], ["script"], "go()", 2], url=None)

    assert [warning.code for warning in page.warnings] == ["only-scripts"]


@pytest.mark.parametrize(
    "tree",
    [
        "not json",
        "{}",
        "[" * 100_000,
        [],
        [["html"]],
        [["html"], 2],
        [["html"], 0],
        [["html"], 1, 1],
        [["html"], 1, "text behind"],
        ["html", [], []][:2],
        [["html"], 1, ["html"], 1],
        [["html", "name without value"], 1],
        [["html"], None, 1],
        [[], 1],
        [["html"], {"a": 1}, 1],
        [["html", "a", 1], 1],
        ["html", [["a"]], []],
        ["html", [], [["p", []]]],
    ],
)
def test_input_that_is_not_a_document_is_a_clear_error(tree: Any) -> None:
    with pytest.raises(PageError, match="The captured document cannot be read"):
        Page.from_dom(tree, url=None)
