"""Comparison with a walk over the tree, on real pages and on random ones with filtered elements."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boilerscope.extractors.algorithms.crunch.extractor import CRUNCH
from boilerscope.extractors.algorithms.crunch.settings import SUBSTANCE, CrunchSettings
from boilerscope.extractors.formats.html.marks import steps_by_marks
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.dom_tree import walk
from tests.helpers.crunch_walk import walked
from tests.helpers.material import CorpusPage, every_page

SWITCHES = (
    *("ads", "text_links", "image_links", "images", "display_image_alts", "noscript", "scripts"),
    *("display_image_link_alts", "external_styles", "styles", "meta", "forms", "input", "button"),
    *("select", "iframe", "embed", "flash", "cell_width", "div_style", "style_attributes"),
    *("link_lists", "lc_text", "lc_image", "only_links_and_text", "empty_tables"),
    *("add_links_to_bottom", *(f"substance_{tag}" for tag in SUBSTANCE)),
)
VALUES = st.fixed_dictionaries(
    {
        **{name: st.booleans() for name in SWITCHES},
        "ad_hosts": st.just(("ads.example.net",)),
        "limit": st.sampled_from([0.0, 0.25, 1.0]),
        "letters_per_word": st.integers(1, 6),
        "min_text_length": st.sampled_from([0, 1, 5]),
    }
)
LEAVES = st.sampled_from(
    [
        *(
            "x",
            "some words ",
            " ",
            "<br>",
            '<img src="p.gif" alt="Pic">',
            '<img usemap="#m" src=q>',
        ),
        *('<img src="http://ads.example.net/a">', '<input type="text">', "<!-- no -->"),
        *('<embed src="m.SWF">', "<script>s</script>", "<style>t</style>", '<meta name="k">'),
        *(
            '<link rel="stylesheet" href="http://a.example/s.css">',
            "<img>",
            "<textarea>t</textarea>",
        ),
    ]
)
AROUND = st.sampled_from(
    [
        *(
            "<p>|</p>",
            "<table width=9><tr><td width=7>|</td></tr></table>",
            "<noscript>|</noscript>",
        ),
        *("<table><tr><td>|</td><td>y</td></tr></table>", '<a href="/one">|</a>', "<a>|</a>"),
        *('<a href="http://ads.example.net/b">|</a>', '<div style="color:red">|</div>'),
        *("<form>|</form>", "<button>|</button>", "<object classid=z>|</object>", "<b>|</b>"),
    ]
)
PAGES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda around, parts: around.replace("|", "".join(parts)),
        AROUND,
        st.lists(inner, max_size=4),
    ),
    max_leaves=12,
)


def cleaned_body(page: Page, crunch_settings: CrunchSettings) -> list[Any]:
    return body(steps_by_marks(page, CRUNCH.extract(page, crunch_settings, ())))


def walked_body(page: Page, crunch_settings: CrunchSettings) -> list[Any]:
    return body(walk(walked(page, crunch_settings)))


def body(steps: list[Any]) -> list[Any]:
    """Return the steps from the body on, with attributes sorted and adjacent texts joined."""
    body_steps: list[Any] = []
    for step in steps:
        if isinstance(step, list) and (body_steps or step[0] == "body"):
            body_steps.append([step[0], *sorted(zip(step[1::2], step[2::2], strict=True))])
        elif body_steps and isinstance(step, str) and isinstance(body_steps[-1], str):
            body_steps[-1] += step
        elif body_steps and step != "":
            body_steps.append(step)
    return body_steps


@settings(max_examples=400, deadline=None)
@given(markup=st.lists(PAGES, max_size=4).map("".join), values=VALUES)
def test_random_pages_give_the_same_body_as_the_walk(markup: str, values: dict[str, Any]) -> None:
    page = Page.from_text(f"<html><body>{markup}</body></html>", name="random")
    crunch_settings = CrunchSettings(**values)

    assert cleaned_body(page, crunch_settings) == walked_body(page, crunch_settings)


@pytest.mark.parametrize("corpus_page", every_page(stride=9))
@pytest.mark.parametrize("preset", [0, 1, 2, 4])
def test_real_pages_give_the_same_body_as_the_walk(corpus_page: CorpusPage, preset: int) -> None:
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    crunch_settings = CRUNCH.preset_settings(CRUNCH.presets[preset]).resolve()
    assert isinstance(crunch_settings, CrunchSettings)

    assert cleaned_body(page, crunch_settings) == walked_body(page, crunch_settings)
