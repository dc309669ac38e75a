"""Labels, which are added to markup and removed from it without other changes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.formats.boilernet import BoilernetReader
from boilerscope.extractors.gold.formats.l3s import L3sReader
from boilerscope.extractors.gold.labels import add_labels, remove_labels
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.page import Page

SPANS = {GoldClass.TITLE: 1, GoldClass.MAIN: 2, GoldClass.COMMENT: 5}
MARKUP = """<title>Old lake</title><!-- <span class="x"> --><script>"<span>"</script>
<p title='a>b'>The &amp; council met <b>on</b> Mon<i>day</i> <span>at noon</span><br>
<table><tr><td>one<td>two</table><p>caf&eacute; 北京 <a href=x>link</a> end"""


def _unlabelled(source: str) -> str:
    return remove_labels(source, L3sReader(), name="page").source


@pytest.mark.parametrize(
    ("labelled", "expected"),
    [
        ('<p><span class="x-nc-sel2">a</span>', "<p>a"),
        ("<p><SPAN class=x-nc-sel2>a</SPAN>", "<p>a"),
        ("<p><span class='x-nc-sel2'>a <span>b</span></span>", "<p>a <span>b</span>"),
        ('<span id="i" class="x-nc-sel2">a</span>', '<span id="i">a</span>'),
        ('<p class="lead x-nc-invisible wide">a</p>', '<p class="lead wide">a</p>'),
        ('<p class="x-nc-invisible">a</p>', "<p>a</p>"),
        ('<br class="x-nc-invisible">a', "<br>a"),
        (
            '<span class="x-nc-sel2">a<span class="x-nc-sel0">b</span></span>c',
            "abc",
        ),
        ("<!-- <span class='x-nc-sel2'> -->a</span>", "<!-- <span class='x-nc-sel2'> -->a</span>"),
        ('<span class="other">a</span>', '<span class="other">a</span>'),
    ],
)
def test_only_the_label_is_removed(labelled: str, expected: str):
    assert _unlabelled(labelled) == expected


def test_the_innermost_label_counts():
    source = '<p>x<span class="x-nc-sel2">a<span class="x-nc-sel5">b</span>c</span>'

    removed = remove_labels(source, L3sReader(), name="page")

    assert removed.source == "<p>xabc"
    assert [GoldClass(kind).name for kind in removed.classes[3:]] == [
        "BOILERPLATE",
        "MAIN",
        "COMMENT",
        "MAIN",
    ]


def test_a_word_that_cannot_have_a_label_is_refused():
    page = Page.from_text("<title>Old lake</title><p>text", name="page")
    gold = Gold(np.array([1, 1, 1], dtype=np.uint8), Provenance("test", ""))

    with pytest.raises(
        GoldError, match="set/a: 2 words, first 'Old', are in a title or text field"
    ):
        add_labels(page, gold, lambda _kind: "<span>", name="set/a")


@given(st.lists(st.sampled_from([GoldClass.BOILERPLATE, *SPANS]), min_size=30, max_size=30))
def test_labels_of_l3s_are_removed_as_they_were_added(kinds: list[GoldClass]):
    page = Page.from_text(MARKUP, name="page")
    classes = np.array(kinds[: page.n_tokens], dtype=np.uint8)
    classes[:2] = GoldClass.BOILERPLATE  # the title
    gold = Gold(classes, Provenance("test", ""))

    labelled = add_labels(
        page,
        gold,
        lambda kind: f'<span class="x-nc-sel{SPANS[kind]}">' if kind in SPANS else "",
        name="page",
    )
    removed = remove_labels(labelled, L3sReader(), name="page")

    assert page.n_tokens <= len(kinds)
    assert removed.source == page.source
    assert removed.classes[page.source_positions.start].tolist() == classes.tolist()


@given(st.lists(st.booleans(), min_size=30, max_size=30))
def test_labels_of_boilernet_are_removed_as_they_were_added(is_main: list[bool]):
    page = Page.from_text(MARKUP.replace("<span>at noon</span>", "at noon"), name="page")
    classes = np.where(is_main[: page.n_tokens], GoldClass.MAIN, GoldClass.BOILERPLATE)
    classes = classes.astype(np.uint8)
    classes[:2] = GoldClass.BOILERPLATE
    gold = Gold(classes, Provenance("test", ""))

    labelled = add_labels(
        page,
        gold,
        lambda kind: f'<span __boilernet_label="{int(kind == GoldClass.MAIN)}">',
        name="page",
    )
    removed = remove_labels(labelled, BoilernetReader(), name="page")

    assert removed.source == page.source
    assert removed.classes[page.source_positions.start].tolist() == classes.tolist()
