"""The picture of a page: what it shows, and that nothing of a hostile page is active in it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

import boilerscope
from boilerscope.api.picture.colours import COLOURS
from boilerscope.api.picture.view import MAX_CHARACTERS
from boilerscope.extractors.errors import PageError
from boilerscope.extractors.model.sentence import with_symbols

if TYPE_CHECKING:
    from pathlib import Path

ELEMENTS = {
    *("html", "head", "meta", "title", "style", "body", "header", "main", "table", "tr", "td"),
    *("h1", "p", "div", "span", "b", "i", "s", "u", "em"),
    *("svg", "defs", "pattern", "rect", "path"),
}
ATTRIBUTES = {
    *("class", "style", "title", "data-why", "charset", "content", "http-equiv", "name", "lang"),
    *("colspan", "width", "height", "x", "y", "d", "fill", "id", "viewBox".lower()),
    *("preserveaspectratio", "patternunits", "patterntransform", "aria-hidden"),
}
HOSTILE = """<title>&lt;/style>&lt;script>alert(1)&lt;/script></title>
<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example/">
<style>@import "https://evil.example/a.css"; * { background: url(https://evil.example/b) }</style>
<script>document.body.remove()</script><link rel=stylesheet href=https://evil.example/c.css>
<p onclick="alert(2)" style="position:fixed">The council &lt;img src=x onerror=alert(3)> agreed
"that' the &lt;/span>&lt;/div>&lt;/main> lake is lowered by two metres before the winter storms.</p>
<a href="javascript:alert(4)">Read more about the council and the lake in our series of reports</a>
<img src=https://evil.example/d.png><iframe srcdoc="<script>alert(5)</script>"></iframe>
<svg><script>alert(6)</script><text>drawn</text></svg><object data=x></object>
<noscript><p title="</noscript><script>alert(7)</script>">without scripts</p></noscript>
<textarea></textarea><script>alert(8)</script></textarea><p>\x00 \u202eevil\u202c end.</p>"""


class _Reader(HTMLParser):
    """Collects the elements and attributes of a document."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def read(markup: str) -> _Reader:
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    return reader


@pytest.mark.parametrize("panes", [[], ["bte"], ["boilerpipe.article", "bte", "learned", "vips"]])
def test_nothing_of_a_hostile_page_but_its_text_is_in_the_picture(panes: list[str]):
    view = boilerscope.show(HOSTILE, panes)

    reader = read(view.html)
    names = {name for name, _ in reader.attributes}
    values = [value for name, value in reader.attributes if name not in {"data-why", "title"}]
    assert reader.elements <= ELEMENTS
    assert names <= ATTRIBUTES
    assert not [value for value in values if re.search(r"evil|alert|javascript|https?:", value)]
    assert "url(https" not in view.html
    assert "\x00" not in view.html
    assert "\u202e" not in view.html


def test_the_picture_forbids_scripts_and_loading_in_its_head():
    markup = boilerscope.show("<p>Lake", ["bte"]).html

    policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', markup)
    assert policy is not None
    assert policy[1] == "default-src 'none'; style-src 'unsafe-inline'"
    assert markup.index(policy[0]) < markup.index("<title>")


def test_a_notebook_shows_it_in_a_frame_without_permissions():
    markup = boilerscope.show(HOSTILE, ["bte"])._repr_html_()

    reader = read(markup)
    assert reader.elements == {"iframe"}
    assert dict(reader.attributes)["sandbox"] == ""
    assert dict(reader.attributes)["srcdoc"] == boilerscope.show(HOSTILE, ["bte"]).html


def test_it_shows_the_text_of_the_page_with_the_reason_of_each_block():
    page = boilerscope.read("sample:news-en")
    result = boilerscope.extract(page, "boilerpipe.article")

    markup = boilerscope.show(page, result).html

    reason = result.why("Twenty-two years to pay for itself", changes=False).rule
    tips = [value for name, value in read(markup).attributes if name == "data-why"]
    assert any(f"B 1 {with_symbols(reason)}" in tip for tip in tips)
    assert "Twenty-two years to pay for itself" in markup
    assert "2,152 words" in markup


def test_results_and_comparisons_show_themselves_in_notebooks():
    page = boilerscope.read("sample:news-en")
    comparison = boilerscope.compare(page, ["bte", "link_ratio"])
    result = comparison["bte"]

    assert comparison._repr_html_() == boilerscope.show(page, comparison)._repr_html_()
    assert result._repr_html_() == boilerscope.show(page, result)._repr_html_()
    assert result._repr_html_() == boilerscope.show(page, "bte")._repr_html_()


def test_a_pane_without_a_result_is_listed_and_decides_nothing():
    markup = boilerscope.show("<p>The lake is rising again.", ["bte", "vips"]).html

    assert "unavailable" in markup
    assert "VIPS needs the boxes" in markup
    assert '<div class="g"><b class="C"></b></div>' in markup


def test_text_that_panes_decide_differently_on_is_cut_where_they_differ():
    page = boilerscope.read("sample:news-en")
    comparison = boilerscope.compare(page, ["bte", "link_ratio"])

    markup = boilerscope.show(page, comparison).html

    classes = {
        value.split()[0]
        for name, value in read(markup).attributes
        if name == "class" and re.match(r"v\d", value)
    }
    assert classes == {f"v{number}" for number in set(comparison.votes.tolist())}


def test_a_huge_page_gives_a_bounded_picture_that_counts_what_is_left_out():
    page = boilerscope.read("<p>word " * 60_000)

    view = boilerscope.show(page, ["bte", "link_ratio"])

    assert len(view.html) < MAX_CHARACTERS + 100_000
    assert len(view.html) > MAX_CHARACTERS - 100_000
    n_shown, left_out = (
        view.html.count("data-why="),
        re.search(r"([\d,]+) more passages", view.html),
    )
    assert left_out is not None
    assert n_shown + int(left_out[1].replace(",", "")) == 60_000


@pytest.mark.parametrize("markup", ["", "<p>", "<script>1</script>", "<!-- -->"])
def test_a_page_without_words_has_a_picture(markup: str):
    page = boilerscope.read(markup.encode())

    assert "0 words" in boilerscope.show(page, ["bte"]).html


def test_a_result_of_another_page_is_an_error():
    result = boilerscope.extract("<p>Lake", "bte")

    with pytest.raises(PageError, match="is not a result on this page"):
        boilerscope.show("<p>Lake", result)


def test_a_picture_is_saved_as_one_file(tmp_path: Path):
    view = boilerscope.show("<p>Wasser über dem Steg", ["bte"])

    view.save(tmp_path / "page.html")

    assert (tmp_path / "page.html").read_text(encoding="utf-8") == view.html
    assert repr(view) == f"<View of 'markup': {len(view.html) / 1000:.0f} kB of HTML>"


def test_the_colours_are_those_of_the_window():
    theme = pytest.importorskip("boilerscope.widgets.theme", reason="PySide6 is not installed")

    assert {name: getattr(theme.LIGHT, name) for name in COLOURS} == COLOURS
