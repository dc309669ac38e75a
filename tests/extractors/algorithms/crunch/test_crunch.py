"""Crunch: the specification's examples, every rule and setting, and hostile pages."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lxml import etree
from lxml import html as lxml_html

from boilerscope.extractors import registry
from boilerscope.extractors.algorithms.crunch.extractor import CRUNCH
from boilerscope.extractors.algorithms.crunch.nodes import hosts_of
from boilerscope.extractors.algorithms.crunch.settings import SUBSTANCE, CrunchSettings
from boilerscope.extractors.data.ad_hosts import AD_HOSTS, built_in_hosts
from boilerscope.extractors.data.kept_hosts import refresh
from boilerscope.extractors.formats.html.marks import steps_by_marks
from boilerscope.extractors.model.extraction import Extraction, Link, Status
from boilerscope.extractors.model.sentence import explain_decision, explain_step
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.dom_tree import build_dom
from tests.helpers.material import WorkedExample, every_example

if TYPE_CHECKING:
    from pathlib import Path

NOTHING: dict[str, Any] = dict.fromkeys(
    (
        *("ads", "text_links", "image_links", "images", "scripts", "noscript", "meta", "forms"),
        *("input", "button", "select", "link_lists", "empty_tables"),
    ),
    False,
)
"""Every filter off."""

LIST = (
    "<table><tr><td>ab <a href=1>one</a><b>cd</b><input><a href=2><img src=i></a></td></tr></table>"
)


def extract(markup: str, **settings: Any) -> Extraction:
    page = Page.from_text(f"<html><body>{markup}</body></html>", name="test")
    return CRUNCH.extract(page, CrunchSettings(**settings), ())


def alone(markup: str, **settings: Any) -> str:
    """Return the body that is left if only the named filters are on."""
    return body(markup, **(NOTHING | settings))


def body(markup: str, **settings: Any) -> str:
    page = Page.from_text(f"<html><body>{markup}</body></html>", name="test")
    return body_of(page, CRUNCH.extract(page, CrunchSettings(**settings), ()))


def body_of(page: Page, extraction: Extraction) -> str:
    """Return the body that Crunch leaves, before active elements are removed for writing."""
    written = build_dom(list(steps_by_marks(page, extraction))).source
    return written.partition("<body>")[2].rpartition("</body>")[0]


def row_of(markup: str, tag: str) -> int:
    page = Page.from_text(f"<html><body>{markup}</body></html>", name="test")
    return page.elements.tag.index(tag)


def sentence_of(markup: str, tag: str, **settings: Any) -> str:
    return explain_decision(extract(markup, **settings), row_of(markup, tag))


# -- the specification's examples -----------------------------------------------------------------


def settings_of(example: WorkedExample) -> CrunchSettings:
    new_names = {"lc_image_links": "lc_image", "lc_text_links": "lc_text"}
    changes = {
        new_names.get(name, name.removeprefix("ignore_")): tuple(value)
        if isinstance(value, list)
        else value
        for name, value in example.settings.items()
    }
    preset = next(
        candidate for candidate in CRUNCH.presets if candidate.name == example.given["preset"]
    )
    crunch_settings = CRUNCH.preset_settings(preset).replace(**changes)
    assert isinstance(crunch_settings, CrunchSettings)
    return crunch_settings


def tree_of(markup: str) -> str:
    """Return a body without white space and without the tbody that only one parser adds."""
    tree: Any = lxml_html.document_fromstring(f"<html><body>{markup}</body></html>")
    for row in tree.xpath("//tbody"):
        row.drop_tag()
    written: str = etree.tostring(tree.find("body"), encoding="unicode", method="html")
    return "".join(written.split())


@pytest.mark.parametrize("example", every_example("crunch"))
def test_worked_example_leaves_the_expected_page(example: WorkedExample) -> None:
    page = Page.from_text(example.html, name=example.identifier)

    extraction = CRUNCH.extract(page, settings_of(example), ())

    assert tree_of(body_of(page, extraction)) == tree_of(example.expected["body"])


@pytest.mark.parametrize("example", every_example("crunch"))
def test_worked_example_prints_the_expected_text(example: WorkedExample) -> None:
    page = Page.from_text(example.html, name=example.identifier)

    extraction = CRUNCH.extract(page, settings_of(example).replace(flush_at_end=False), ())

    assert extraction.own_text == example.expected["text_original"]


# -- one rule at a time ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("switch", "markup", "left"),
    [
        (
            "text_links",
            "a<a href=''>b</a><a>c</a><a href=x><img></a>",
            'a<a>c</a><a href="x"><img></a>',
        ),
        ("image_links", "a<a href=x>b</a><a href=y>t<img></a>c", 'a<a href="x">b</a>c'),
        ("image_links", "a<img usemap=#m><img>", "a<img>"),
        (
            "images",
            "a<img><a href=x><img></a><img usemap=m>",
            'a<a href="x"><img></a><img usemap="m">',
        ),
        ("scripts", "a<script>s</script><noscript>n<i>m</i></noscript>b", "an<i>m</i>b"),
        ("noscript", "a<noscript>n</noscript><script>s</script>", "a<script>s</script>"),
        ("styles", "a<style>s</style><p style=b>c</p>", 'a<p style="b">c</p>'),
        ("meta", "a<meta name=k>b", "ab"),
        ("forms", "a<form>b<input></form><input>", "a<input>"),
        ("input", "a<input><button>b</button>", "a<button>b</button>"),
        ("button", "a<button>b</button><input>", "a<input>"),
        ("select", "a<select><option>b</select>", "a"),
        ("iframe", "a<iframe src=x></iframe>b", "ab"),
        ("embed", "a<embed src=x></embed>b", "ab"),
        ("external_styles", "a<link rel=Stylesheet><link rel=icon>", 'a<link rel="icon">'),
        ("div_style", "<div style=a>b</div><p style=c>d</p>", '<div>b</div><p style="c">d</p>'),
        ("style_attributes", "<div style=a>b</div><p style=c>d</p>", "<div>b</div><p>d</p>"),
        (
            "cell_width",
            "<table width=1><tr><th width=2>a</th><td width=3>b</td></tr></table>",
            '<table><tr><th width="2">a</th><td>b</td></tr></table>',
        ),
        (
            "empty_tables",
            "<table><tr><td> </td></tr></table><table><tr><td>a</td></tr></table>",
            "<table><tr><td>a</td></tr></table>",
        ),
    ],
)
def test_each_filter_removes_its_own_elements_and_nothing_else(
    switch: str, markup: str, left: str
) -> None:
    assert alone(markup, **{switch: True}) == left
    assert alone(markup) != left


def test_flash_removes_only_objects_parameters_and_embeds_of_flash() -> None:
    flash = "clsid:D27CDB6E-AE6D-11cf-96B8-444553540000"
    markup = (
        f'<object classid="{flash}">a</object><object classid="x">b<param value="m.SWF"></object>'
        "<embed src=m.swf></embed><embed src=m.mp3></embed>"
    )

    left = '<object classid="x">b</object><embed src="m.mp3">'
    assert alone(markup, flash=True) == left


def test_noscript_is_removed_rather_than_unwrapped_if_both_rules_are_on() -> None:
    assert alone("a<noscript>b</noscript>", scripts=True, noscript=True) == "a"


def test_unwrapped_noscript_is_not_filtered() -> None:
    assert alone("<noscript><img src=a></noscript>", scripts=True, images=True) == '<img src="a">'


def test_the_first_rule_of_the_chain_that_matches_decides() -> None:
    markup = '<a href="http://ads.example.net/x">buy</a>'

    sentence = sentence_of(markup, "a", ad_hosts=("ads.example.net",))

    assert sentence == "rule 1: host ads.example.net"


def test_the_sentence_of_an_element_in_a_removed_one_names_the_reason() -> None:
    assert sentence_of("<form><p>a</p></form>", "form") == "rule 12: a form"
    assert sentence_of("<form><p>a</p></form>", "p") == "rule 12: inside a form that is removed"
    assert sentence_of("<p>a</p>", "p") == "kept: no filter removes it"


# -- advertisements -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("http://ads.example.net/x", "ads.example.net"),
        ("HTTPS://user:pw@Ads.Example.Net:80?q", "ads.example.net"),
        (" http://ads.example.net#f ", "ads.example.net"),
        ("//ads.example.net/x", ""),
        ("/ads.example.net", ""),
        ("javascript:void(0)", ""),
        ("", ""),
    ],
)
def test_only_absolute_addresses_have_a_host(address: str, host: str) -> None:
    assert hosts_of(["", address]) == ["", host]


def test_hosts_are_compared_whole_and_href_is_read_before_src() -> None:
    markup = (
        "<a href=http://ads.example.net/>a</a><a href=http://x.ads.example.net/>b</a>"
        "<b src=http://ads.example.net/>c</b><b href=/ src=http://ads.example.net/>d</b>"
    )

    page = Page.from_text(f"<html><body>{markup}</body></html>", name="test")
    crunch_settings = CrunchSettings(**(NOTHING | {"ads": True, "ad_hosts": ("ads.example.net",)}))

    extraction = CRUNCH.extract(page, crunch_settings, ())
    assert extraction.own_text == "bd\n"


def test_braces_in_a_host_do_not_break_its_sentence() -> None:
    markup = "<b src='http://{a}/'>c</b>"

    assert sentence_of(markup, "b", ad_hosts=("{a}",)) == "rule 1: host {a}"


def test_hosts_come_from_the_built_in_list_a_file_or_the_settings(tmp_path: Path) -> None:
    built_in = "<b src='http://ad.doubleclick.net/x'>a</b>"
    own = "<b src='http://own.example.net/x'>a</b>"
    hosts = tmp_path / "hosts"
    hosts.write_text("127.0.0.1 localhost\n0.0.0.0 own.example.net\n", encoding="utf-8")

    assert not extract(built_in).mask.any()
    assert extract(own).mask.any()
    assert not extract(own, ad_hosts_file=str(hosts)).mask.any()
    assert extract(built_in, ad_hosts_file=str(hosts)).mask.any()
    assert extract(own, ad_hosts_file=str(hosts), ad_hosts=()).mask.any()
    assert "ad.doubleclick.net" in (CrunchSettings().resolve().ad_hosts or ())


def test_an_old_or_missing_hosts_file_gives_a_warning(tmp_path: Path) -> None:
    hosts = tmp_path / "hosts"
    hosts.write_text("own.example.net\n", encoding="utf-8")
    long_ago = time.time() - 20 * 86_400
    os.utime(hosts, (long_ago, long_ago))

    assert "20 days old" in extract("a", ad_hosts_file=str(hosts)).warnings[0]
    assert not extract("a", ad_hosts_file=str(hosts), ad_hosts_days=30).warnings
    missing = extract("a", ad_hosts_file=str(tmp_path / "none")).warnings[0]
    assert "No such file" in missing
    assert "built-in list" in missing


def test_the_refreshed_list_replaces_the_built_in_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOILERSCOPE_CONFIG", str(tmp_path))
    built_in = "<b src='http://ad.doubleclick.net/x'>a</b>"
    own = "<b src='http://own.example.net/x'>a</b>"
    (tmp_path / "ad_hosts.txt").write_text("own.example.net\n", encoding="utf-8")

    assert extract(built_in).mask.any()
    assert not extract(own).mask.any()
    assert CrunchSettings().resolve().ad_hosts == ("own.example.net",)


def test_a_result_names_the_host_list_it_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOILERSCOPE_CONFIG", str(tmp_path))
    page = "<b src='http://own.example.net/x'>a</b>"
    file = tmp_path / "hosts"
    file.write_text("own.example.net\n", encoding="utf-8")
    built_in = extract(page).used[AD_HOSTS]
    from_file = extract(page, ad_hosts_file=str(file)).used[AD_HOSTS]
    refresh(str(file))

    assert built_in == built_in_hosts().name
    assert from_file.startswith(f"{file}, 1 host, sha256 ")
    assert extract(page).used[AD_HOSTS] == from_file
    assert extract(page, ad_hosts=("own.example.net",)).used == {}
    assert extract(page, ads=False).used == {}


# -- link lists -----------------------------------------------------------------------------------


def test_a_link_list_loses_links_and_text_and_its_sentence_has_the_values() -> None:
    assert alone(LIST, link_lists=True) == "<table><tr><td><b></b><input></td></tr></table>"
    sentence = sentence_of(LIST, "td")
    assert sentence == "rule 2: link/text ratio 2 > 0.25, 2 links / 1 words"
    assert sentence_of(LIST, "b") == "rule 2: in a link list"


def test_a_ratio_equal_to_the_limit_is_not_a_link_list() -> None:
    markup = "<table><tr><td>abcdefghijklmnopqrst<a href=1>x</a></td></tr></table>"

    sentence = sentence_of(markup, "td", text_links=False)

    assert sentence == "rule 2: link/text ratio 0.25 <= 0.25, 1 links / 4 words"


def test_letters_per_word_and_limit_decide() -> None:
    markup = "<table><tr><td>abcdefghij<a href=1>x</a></td></tr></table>"

    kept = '<table><tr><td>abcdefghij<a href="1">x</a></td></tr></table>'
    assert alone(markup, link_lists=True) != kept
    assert alone(markup, link_lists=True, limit=0.5) == kept
    assert alone(markup, link_lists=True, letters_per_word=2) == kept


@pytest.mark.parametrize(
    ("counted", "left"),
    [
        ({"lc_text": False, "lc_image": False}, "<b></b><input>"),
        ({"lc_image": False}, '<b></b><input><a href="2"><img src="i"></a>'),
        ({"lc_text": False}, 'ab <a href="1">one</a><b>cd</b><input>'),
    ],
)
def test_only_the_kinds_of_links_that_count_are_removed(
    counted: dict[str, bool], left: str
) -> None:
    assert alone(LIST, link_lists=True, **counted) == f"<table><tr><td>{left}</td></tr></table>"


def test_image_links_count_twice() -> None:
    extraction = extract(LIST, lc_text=False)

    assert extraction.column_values()["links"][row_of(LIST, "td")] == 2
    assert explain_decision(extraction, row_of(LIST, "td")).endswith("its text stays")


def test_script_text_counts_as_text_and_a_comment_does_not() -> None:
    markup = "<table><tr><td><script>abcde</script><!-- abcde -->abcde</td></tr></table>"

    assert extract(markup).column_values()["words"][row_of(markup, "td")] == 2


def test_a_cell_without_text_and_links_is_emptied_but_not_tested_without_children() -> None:
    markup = "<table><tr><td></td><td><i></i></td></tr></table>"
    extraction = extract(markup)
    first = row_of(markup, "td")

    ratio = extraction.column_values()["ratio"]
    assert np.isnan(ratio[first])
    assert ratio[first + 1] == 1.25


def test_a_link_list_can_be_emptied_completely_or_removed() -> None:
    assert alone(LIST, link_lists=True, only_links_and_text=False) == (
        "<table><tr><td></td></tr></table>"
    )
    assert alone(LIST, link_lists=True, remove_cell=True) == "<table><tr></tr></table>"


def test_links_of_a_link_list_are_not_counted_again_in_a_cell_inside() -> None:
    inner = "<table><tr><td>text of the inner cell<a href=2>b</a></td></tr></table>"
    markup = f"<table><tr><td><a href=1>a</a><a href=1>a</a>{inner}</td></tr></table>"
    page = Page.from_text(f"<html><body>{markup}</body></html>", name="test")

    extraction = CRUNCH.extract(page, CrunchSettings(limit=0.4), ())

    cells = [row for row, tag in enumerate(page.elements.tag) if tag == "td"]
    values = extraction.column_values()
    assert values["links"][cells].tolist() == [3, 0]
    assert values["ratio"][cells[1]] == pytest.approx(1.4)
    assert not extraction.mask.any()


def test_other_cells_can_be_tested() -> None:
    markup = "<div><a href=1>a</a></div>"

    assert alone(markup, link_lists=True) == '<div><a href="1">a</a></div>'
    assert alone(markup, link_lists=True, cell_tags=("div",)) == "<div></div>"


# -- empty tables ---------------------------------------------------------------------------------


def test_a_table_with_little_text_is_removed_and_its_sentence_has_both_values() -> None:
    markup = "<table><tr><td> abc </td><td>de</td></tr></table>"

    sentence = sentence_of(markup, "table", min_text_length=12)
    assert sentence == "rule 17: text length 5 < 12, no element of substance"
    assert sentence_of(markup, "td", min_text_length=12) == (
        "rule 17: inside a table that is removed"
    )
    assert sentence_of(markup, "table", min_text_length=5) == "rule 17: text length 5 >= 5"


@pytest.mark.parametrize("tag", SUBSTANCE)
def test_each_element_of_substance_keeps_a_table(tag: str) -> None:
    markup = f"<table><tr><td><{tag}></{tag}></td></tr></table>"

    kept = alone(markup, empty_tables=True, **{f"substance_{tag}": True})
    assert kept.startswith("<table>")
    assert alone(markup, empty_tables=True, **{f"substance_{tag}": False}) == ""


def test_with_minimum_0_a_blank_text_keeps_a_table_and_no_text_does_not() -> None:
    blank, none = "<table><tr><td> </td></tr></table>", "<table><tr><td></td></tr></table>"

    assert alone(blank, empty_tables=True, min_text_length=0) == blank
    assert alone(none, empty_tables=True, min_text_length=0) == ""
    sentence = sentence_of(none, "table", min_text_length=0)
    assert sentence == "rule 17: no element of substance and no text node"


def test_inner_tables_are_removed_first_and_do_not_keep_outer_tables() -> None:
    inner = "<table><tr><td>abc</td></tr></table>"
    markup = f"<table><tr><td>de{inner}</td></tr></table>"

    assert alone(markup, empty_tables=True, min_text_length=4) == ""
    assert alone(f"xyz{markup}", empty_tables=True, min_text_length=3) == f"xyz{markup}"


def test_the_text_written_for_an_image_keeps_a_table() -> None:
    markup = "<table><tr><td><img src=a alt=Pic></td></tr></table>"

    kept = alone(markup, empty_tables=True, images=True, display_image_alts=True)
    assert "[Pic]" in kept
    assert alone(markup, empty_tables=True, images=True) == ""


# -- text for images, removed links ---------------------------------------------------------------


def test_images_without_alt_text_or_address_are_removed_without_a_text() -> None:
    remaining = alone(
        "<img src=a><img alt=b><img src=a alt=''>", images=True, display_image_alts=True
    )

    assert remaining == ""


def test_image_links_are_written_as_two_links() -> None:
    on = {"image_links": True, "display_image_link_alts": True}

    assert alone("<a href=t>x<img src=s></a>", **on) == (
        '<b>[<a href="s">Image</a> | <i><a href="t">-Link-</a></i>]</b><a href="t">x</a>'
    )
    assert alone("<img usemap=#m src=s alt=w>", **on) == (
        '<b>[<a href="s">Image</a> | <i><a href="#">Image Map</a></i>]</b>'
    )


def test_written_markup_is_escaped() -> None:
    remaining = alone("<img src='\"><i>' alt='<i>&'>", images=True, display_image_alts=True)

    assert remaining == '<a href="&quot;><i>"><b>[&lt;i&gt;&amp;]</b></a>'


def test_text_written_for_images_is_in_the_own_text_but_not_in_the_mask() -> None:
    extraction = extract("a <img src=s alt=Pic> b", display_image_alts=True)

    assert extraction.own_text == "a [Pic] b\n"
    assert extraction.mask.sum() == 2


LINKS = "<a href=0>out<i>x</i></a>" + LIST


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, [Link("out", "0"), Link("one", "1"), Link("", "2")]),
        ({"retain_from_link_lists": False}, [Link("out", "0")]),
        (
            {"retain_from_link_lists": False, "lc_text": False},
            [Link("out", "0"), Link("one", "1"), Link("one", "1")],
        ),
        ({"link_lists": False}, [Link("out", "0"), Link("one", "1")]),
        (
            {"link_lists": False, "text_links": False, "retain_every_link": True},
            [Link("out", "0"), Link("one", "1"), Link("", "2")],
        ),
    ],
)
def test_removed_links_are_listed_in_the_order_of_the_walk(
    values: dict[str, bool], expected: list[Link]
) -> None:
    extraction = extract(LINKS, add_links_to_bottom=True, **values)

    assert list(extraction.related) == expected
    assert extraction.own_text.endswith(
        "Removed Links:" + "".join(f"{link.text}\n" for link in expected)
    )
    assert extract(LINKS, **values).related == ()


# -- text -----------------------------------------------------------------------------------------


def test_text_is_printed_unchanged_and_blank_texts_are_left_out() -> None:
    extraction = extract("<p>a\n b</p> <p>c</p><script>no</script><!-- no -->")

    assert extraction.own_text == "a\n bc\n"


def test_lines_can_break_at_block_level_elements() -> None:
    extraction = extract("<p>a <b>b</b></p> <p>c<br>d</p>", block_breaks=True)

    assert extraction.own_text == "a b\nc\nd\n"


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({}, "a\n\n\nb\n"),
        ({"max_breaks": 0}, "a\nb\n"),
        ({"limit_breaks": False}, "a\n\n\n\nb\n"),
        ({"flush_at_end": False}, "a\n\n\n"),
    ],
)
def test_blank_lines_are_limited_and_the_last_line_may_be_lost(
    values: dict[str, Any], text: str
) -> None:
    assert extract("a<br><br><br> <br>b", **values).own_text == text


def test_text_only_leaves_a_page_of_that_text() -> None:
    assert body("<p>a &lt; b</p><img>c<br>d", only_text=True) == "<pre>\na &lt; bc\nd\n</pre>"


# -- records --------------------------------------------------------------------------------------


def test_it_is_registered_and_every_preset_fits() -> None:
    assert registry.entry("crunch").error == ""
    names = [preset.name for preset in CRUNCH.presets]
    assert names[:3] == ["code_defaults", "www2003_figures", "news"]
    assert names[3:] == [f"Crunch 3 level {number}" for number in range(1, 14)]


def test_levels_build_on_each_other() -> None:
    levels = [CRUNCH.preset_settings(preset) for preset in CRUNCH.presets[2:]]

    assert levels[0] == levels[1]
    last = levels[13]
    assert isinstance(last, CrunchSettings)
    assert last.limit == 0.3
    assert last.display_image_alts
    switched_on = [name for name in NOTHING if getattr(last, name)]
    assert switched_on == ["noscript"]
    assert last.replace(limit=0.75) == levels[12]


def test_labels_name_the_change_of_an_element() -> None:
    markup = "<p>a</p><div style=x>b</div><img><form>c</form>" + LIST
    extraction = extract(markup, div_style=True, empty_tables=False)

    def labels(tag: str) -> tuple[str, ...]:
        return extraction.labels_of(row_of(markup, tag))

    assert labels("p") == ("KEPT",)
    assert labels("div") == ("EDITED", "KEPT")
    assert labels("img") == ("IMAGE",)
    assert labels("form") == ("TAG",)
    assert labels("td") == ("LINK_LIST",)
    assert labels("input") == ("LINK_LIST", "TAG")
    assert (
        explain_decision(extraction, row_of(markup, "div"))
        == "edit: the attribute style is dropped"
    )


def test_every_step_has_the_mask_of_the_text_left_after_it() -> None:
    extraction = extract("<p>a</p><form>b</form><a href=x>c</a>")

    left = {
        step.code: int(extraction.mask_after(index).sum())
        for index, step in enumerate(extraction.steps)
    }
    assert left["E"] == 3
    assert left["R3"] == 2
    assert left["R11"] == 2
    assert left["R12"] == 1
    assert left["K"] == 1
    for step in extraction.steps:
        for block in range(len(extraction.blocks)):
            explain_step(extraction, step, block)


@pytest.mark.parametrize("markup", ["", "<p> </p>", "<br>"])
def test_a_page_without_text_is_empty_and_unchanged(markup: str) -> None:
    extraction = extract(markup)

    assert extraction.status is Status.EMPTY
    assert extraction.message == "The page has no text in its body."


def test_a_page_that_loses_everything_names_the_rule() -> None:
    extraction = extract("<form><p>one two</p></form>")

    assert extraction.status is Status.EMPTY
    assert extraction.message == "All 2 words of the body were removed, 2 of them by rule 12."
    assert extraction.warnings == ("Rule 12 removed form with 2 of the 2 words of the page.",)


def test_deep_nesting_needs_no_recursion() -> None:
    extraction = extract("<table><tr><td>" * 600 + "x")

    assert extraction.mask.sum() == 1


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "part",
    [
        "<table><tr><td><a href=x>y</a>",
        "<a href=http://ads.example.net/><img src=a alt=b></a>",
        "<noscript><form>a",
        "<img usemap=a src=b alt=c>d<br>",
    ],
)
def test_a_hostile_megabyte_takes_bounded_time(part: str) -> None:
    page = Page.from_text(part * (1_000_000 // len(part)), name="hostile")
    crunch_settings = CrunchSettings(
        display_image_alts=True, display_image_link_alts=True, add_links_to_bottom=True
    )

    extraction = CRUNCH.extract(page, crunch_settings, ())

    assert extraction.status in {Status.OK, Status.EMPTY}
