"""Elements by CSS selector and XPath."""

from __future__ import annotations

import pytest

from boilerscope.extractors.errors import PageError
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.find_elements import find_elements, is_xpath

PAGE = Page.from_text(
    "<body><div class='story' id=a><p>One <a href='/x'>two</a><p>Three</div><p>Four</body>",
    name="page",
)


def found(query: str) -> list[str]:
    """Return the texts of the elements that a query finds."""
    return [PAGE.element_text(row) for row in find_elements(PAGE, query).tolist()]


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("div.story > p", ["One two", "Three"]),
        ("p:first-child a", ["two"]),
        ("#a", ["One twoThree"]),
        ("//p[not(a)]", ["Three", "Four"]),
        ("(//p)[last()]", ["Four"]),
        ("//a/@href", ["two"]),
        ("//div//text()", ["One two", "two", "Three"]),
        ("descendant::a", ["two"]),
        ("table", []),
        ("P, A", ["One two", "two", "Three", "Four"]),
    ],
)
def test_a_query_finds_elements_in_the_order_of_the_page(query: str, texts: list[str]):
    assert [" ".join(text.split()) for text in found(query)] == texts


@pytest.mark.parametrize("query", ["div >", "//p[", "count(//p)/", "p[", "//p/nosuch()"])
def test_a_wrong_query_is_named(query: str):
    with pytest.raises(PageError, match="^" + query.split("(", maxsplit=1)[0].replace("[", r"\[")):
        find_elements(PAGE, query)


def test_a_value_is_not_an_element():
    with pytest.raises(PageError, match="this is a value, 3"):
        find_elements(PAGE, "(count(//p))")


def test_selectors_are_told_from_xpath():
    assert [is_xpath(query) for query in ("//p", "(//p)[1]", "./p", "child::p")] == [True] * 4
    assert not any(map(is_xpath, ("p", "div > p", ".story", "a::before", "*")))
