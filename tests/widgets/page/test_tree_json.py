"""A page as building steps, without Qt."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boilerscope.extractors.page import Page
from boilerscope.widgets.page import tree_json


def steps(html: str) -> list[Any]:
    return list(tree_json.steps(Page.from_text(html, name="test")))


def test_steps_open_close_and_write_in_document_order():
    assert steps('<p class="x" id=y>a<b>c</b>d</p>') == [
        *(["html"], ["body"], ["p", "class", "x", "id", "y"], "a", ["b"], "c", 1, "d", 1, 1, 1),
    ]


def test_text_of_scripts_and_comments_is_left_out_and_styles_are_not():
    html = "<head><script>x()</script><style>p{}</style></head><body>a<!-- c -->b</body>"

    assert steps(html) == [
        *(["html"], ["head"], ["script"], -1, 1, ["style"], "p{}", 1, 1),
        *(["body"], "a", -1, "b", 1, 1),
    ]


def test_every_slot_has_its_step():
    page = Page.from_text("<p>a<!--x-->b<?pi y?>c<script>1</script>d<title>e</title>", name="test")
    building_steps = list(tree_json.steps(page))

    assert sum(isinstance(step, str) or step == -1 for step in building_steps) == len(page.slots)
    assert sum(isinstance(step, list) for step in building_steps) == len(page.elements)


def test_chunks_together_are_the_steps_and_stay_near_their_size():
    page = Page.from_text("<body>" + "<p class=a>some text</p>" * 1000, name="test")
    pieces = [json.loads(piece) for piece in tree_json.chunks(page, size=2000)]

    assert [step for piece in pieces for step in piece] == list(tree_json.steps(page))
    assert max(len(json.dumps(piece)) for piece in pieces) < 3000


def test_deep_pages_are_written_without_recursion():
    building_steps = steps("<div>" * 2000 + "x")

    assert building_steps.index("x") == 2002
    assert building_steps[2003:] == [1] * 2002


def test_chunks_are_joined_to_one_list():
    assert json.loads(tree_json.joined([])) == []
    assert json.loads(tree_json.joined(['[["p"],"][,"]', "[]", "[1]"])) == [["p"], "][,", 1]


def test_building_uses_the_content_of_a_captured_page():
    page = Page.from_text("<p class=a>one<b>two</b>three</p>four", name="test")
    again = Page.from_dom(list(tree_json.steps(page)), url=None)

    assert again.elements.tag == page.elements.tag
    assert again.text == page.text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<!DOCTYPE html><p>", "<!DOCTYPE html>"),
        ("<?xml version='1.0'?><!DOCTYPE html><p>", "<!DOCTYPE html>"),
        (
            '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://w3.example/strict.dtd"><p>',
            '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://w3.example/strict.dtd">',
        ),
        ("", ""),
    ],
)
def test_the_document_type_comes_from_the_source(source: str, expected: str):
    assert tree_json.doctype(Page.from_text(source, name="test")) == expected


def test_a_page_without_document_type_is_laid_out_in_quirks_mode():
    doctype = tree_json.doctype(Page.from_text("<p>", name="test"))

    assert 'PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN"' in doctype


def test_a_document_type_cannot_contain_markup():
    source = "<!DOCTYPE html PUBLIC 'a\"><img src=http://x.example/>' \"b'\"><p>"
    doctype = tree_json.doctype(Page.from_text(source, name="test"))

    assert doctype.count("<") == doctype.count(">") == 1
    assert doctype.count('"') in {0, 2, 4}


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("", "https://site.example/a/b.html"),
        ("<base href='/c/'>", "https://site.example/c/"),
        ("<base target=x><base href=' //cdn.example/x '>", "https://cdn.example/x"),
        ("<base href='file:///etc/'>", "https://site.example/a/b.html"),
        ("<base href='javascript:1'>", "https://site.example/a/b.html"),
        ("<base href='http://[broken'>", "https://site.example/a/b.html"),
    ],
)
def test_relative_addresses_start_from_the_base_of_the_page_if_it_is_a_web_address(
    base: str, expected: str
):
    page = Page.from_text(f"<head>{base}</head><p>x", name="test")

    assert tree_json.base_address(page, "https://site.example/a/b.html") == expected


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("https://site.example/", "file:///a/b.html"),
        ("c/", "file:///a/c/"),
        ("", "file:///a/b.html"),
    ],
)
def test_relative_addresses_of_a_local_file_start_from_files_only(base: str, expected: str):
    page = Page.from_text(f"<base href='{base}'><p>x", name="test")

    assert tree_json.base_address(page, "file:///a/b.html") == expected
