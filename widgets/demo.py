"""Small page with handwritten extractions, for demos and tests of single widgets.

No algorithm runs here: this module lists the text that each pane keeps.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QApplication

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column, Curve, Extraction, Status
from boilerscope.extractors.model.settings import MainKnob, Settings, Source, knob
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.page import Page, segments
from boilerscope.resources.loader import resource_path
from boilerscope.widgets import theme
from boilerscope.widgets.records import Layer, LayerKind, PaneRecord, RunState, Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from boilerscope.extractors.page.records import BoolArray, FloatArray

HTML = """<!DOCTYPE html>
<html lang="en"><head><title>The lighthouse that lends books | Harbour Post</title></head><body>
<header><p>Harbour Post</p><nav><ul><li><a href="/">Home</a></li><li><a href="/town">Town</a></li>
<li><a href="/sea">Sea</a></li><li><a href="/weather">Weather</a></li></ul></nav></header>
<main><article>
<h1>The lighthouse that lends books</h1>
<p class="by">By <a href="/staff/ines">Ines Palmgren</a>, <time>3 October</time></p>
<p>For forty years nobody climbed the stairs of the old light on Gannet Point but the man who
changed the bulb. Since May, two hundred readers a week have gone up and down, because each of its
eleven landings now holds a shelf, and every shelf may be emptied.</p>
<p>The keeper of the shelves, a retired ferry pilot, asks for no card and no name. <em>Whoever
carries a book up a tower</em>, he says, will also carry it back. So far he has been right about
all but nineteen volumes, most of them cookery.</p>
<h2>What the stairs taught</h2>
<p>Heavy books stay low. Atlases stand on the second landing, poems near the lamp. Readers sort
themselves in the same way: families rarely pass the fifth landing, and students are found above
the eighth, where it is quiet and the wind hums in the railing.</p>
<ul><li>Landing two: atlases, cookery, the shipping lists since 1911.</li>
<li>Landing five: stories for children, with cushions.</li>
<li>Landing ten: poems, and a thermos of tea.</li></ul>
<aside><p>Read more: <a href="/bus">The bus that stops for every cat</a></p></aside>
<blockquote><p>We looked for a cheaper roof and found a taller one.</p></blockquote>
<table><tr><th>Month</th><th>Visitors</th><th>Books out</th></tr>
<tr><td>May</td><td>310</td><td>122</td></tr><tr><td>June</td><td>845</td><td>417</td></tr></table>
<h2>What the gulls think</h2>
<p>Not everybody is pleased. A pair of gulls has nested on the gallery each spring since the light
was switched off, and the board of the bird reserve asked for the top landing to be closed from
April to July. The keeper has agreed, and moved the poems one landing down.</p>
<pre>open  Tue-Sun  10-17
lamp  closed   April-July</pre>
<p>So far the gulls have stolen one sandwich and no books. The council will decide in November
whether the tower may keep its shelves through the winter, when the stairs are wet.</p>
<p>If the answer is yes, a second lighthouse, at Cold Sand, has already offered its landings.</p>
</article>
<section class="comments" id="comments"><h3>Three comments</h3>
<p>My daughter read two chapters per landing. We were down again at dinner time.</p>
<p>Reply</p><p>Please put the cookery higher. The smell of the kitchen is distracting.</p>
<p>Reply</p><p>The gulls have better taste than the council.</p><p>Reply</p></section></main>
<aside><h3>Most read</h3><ol><li><a href="/1">Ferry timetable for the winter</a></li>
<li><a href="/2">Council counts its benches</a></li><li><a href="/3">A whale, briefly</a></li></ol>
<p>Advertisement</p><p><a href="/ad">Palmgren &amp; Daughters: boots for wet stairs</a></p></aside>
<footer><p>Harbour Post, Quay 4. <a href="/terms">Terms</a> and <a href="/privacy">privacy</a>.</p>
</footer></body></html>"""


class Unit(Enum):
    """Unit of the length of a demo block."""

    WORDS = "words"
    CHARACTERS = "characters"


@dataclass(frozen=True)
class DemoSettings(Settings):
    """A few settings, one of each kind."""

    max_link_density: float = knob(
        1 / 3,
        "Max. link density",
        "Blocks above this share of linked words are boilerplate.",
        unit="linked words / words",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.PAPER,
        bounds="link_density",
        main=MainKnob.LINK_RATIO,
    )
    min_words: int = knob(
        16,
        "Min. words",
        "Shorter blocks are boilerplate.",
        unit="words",
        low=0,
        high=200,
        step=1,
        source=Source.PROGRAM,
        bounds="words",
        main=MainKnob.MIN_LENGTH,
    )
    count: Unit = knob(Unit.WORDS, "Count", "Unit of the length of a block.")
    keep_title: bool = knob(True, "Keep the title", "Keep the title of the page.")


@cache
def demo_page() -> Page:
    """Return the page of the demo."""
    return Page.from_text(HTML, name="demo.html", url="https://harbour.example/lighthouse")


_RULES = (
    Rule("R1", Outcome.DROP, (Test("link_density", ">", "max_link_density"),)),
    Rule("R2", Outcome.DROP, (Test("words", "<", "min_words"),)),
    Rule("R3", Outcome.KEEP, (Test("words", ">=", "min_words"),)),
    Rule("R4", Outcome.KEEP, explanation="between kept blocks"),
    Rule("R5", Outcome.DROP, explanation="not largest, {words} < 316 words"),
)


def demo_extraction(
    page: Page, kept: BoolArray, settings: Settings, *, extractor: str, seconds: float = 0.0009
) -> Extraction:
    """Return an extraction whose blocks are the page's segments.

    Parameters
    ----------
    page : Page
        Any page.
    kept : array of bool, shape (n_segments,)
        Whether each segment is kept.
    settings : Settings
        Settings to show; they have no effect.
    seconds : float
        Run time to show.
    """
    table = segments(page)
    lengths = _lengths(page)
    density = _link_density(page)
    blocks = Blocks.from_ranges(table.token_start, table.token_end, table.element)
    long = lengths >= 16
    first = np.where(density > 1 / 3, 1, np.where(long, 3, 2)).astype(np.int32)
    last = np.where(kept & ~(first == 3), 4, np.where(~kept & (first == 3), 5, 0))
    mask = blocks.mask(kept, page.n_tokens)
    own_text = "\n".join(
        " ".join(page.text[page.tokens.start[start] : page.tokens.end[end - 1]].split())
        for start, end, keep in zip(table.token_start, table.token_end, kept, strict=True)
        if keep
    )
    return Extraction(
        extractor=extractor,
        status=Status.OK if kept.any() else Status.EMPTY,
        settings=settings,
        message="" if kept.any() else "No block has more than 16 words.",
        blocks=blocks,
        columns=(
            Column("words", "Words", "words", "Words in the block.", lengths),
            Column(
                "link_density",
                "Link density (words)",
                "linked words / words",
                "Words inside links, divided by all words of the block.",
                density,
            ),
        ),
        steps=(
            Step("F1", "Classify by length and links", _RULES, first, first == 3),
            Step("F2", "Keep the article only", _RULES, last.astype(np.int32), kept),
        ),
        content=kept,
        mask=mask,
        own_text=own_text,
        curves=(
            Curve(
                "Words",
                np.arange(len(lengths), dtype=np.float64),
                lengths,
                "block",
                "words",
                "steps",
                block=np.arange(len(lengths), dtype=np.int32),
                threshold_field="min_words",
                threshold=16.0,
            ),
        ),
        seconds=seconds,
    )


def demo_scene() -> Scene:
    """Return the page with four panes; the last pane is folded."""
    page = demo_page()
    article = _inside(page, "article")
    long = _lengths(page) >= 16
    panes = (
        _pane(1, "boilerpipe.article", DemoSettings(), article & (long | _inside(page, "h1"))),
        _pane(2, "cx_extractor", DemoSettings(), _inside(page, "main"), seconds=0.0004),
        _pane(3, "link_ratio", DemoSettings(min_words=4), _link_density(page) < 0.5),
        _pane(4, "text_distribution", DemoSettings(), article, folded=True),
    )
    layers = {
        "agreement": _agreement(panes),
        "boilerpipe.article:link_density": Layer(
            "boilerpipe.article:link_density",
            "Link density (words)",
            LayerKind.AMOUNT,
            _link_density(page)[segments(page).of_token()],
            "linked words / words",
            threshold=1 / 3,
        ),
    }
    return Scene(page, panes, panes[0].name, layers)


def resource(name: str) -> Path:
    """Return a file or folder of the program's resources, for demos of single widgets."""
    return resource_path(name)


def run_demo(make: Callable[[], QWidget], *, size: tuple[int, int] = (900, 640)) -> int:
    """Show one widget in the theme named on the command line (``light`` or ``dark``)."""
    app = QApplication(sys.argv)
    theme.load_fonts(resource_path("fonts"))
    style = resource_path("style/window.qss").read_text(encoding="utf-8")
    colours = theme.DARK if "dark" in sys.argv else theme.LIGHT
    theme.apply(app, colours, style_sheet=style)
    widget = make()
    widget.resize(*size)
    widget.show()
    return app.exec()


def _pane(
    number: int,
    name: str,
    settings: Settings,
    kept: BoolArray,
    *,
    seconds: float = 0.0009,
    folded: bool = False,
) -> PaneRecord:
    extraction = demo_extraction(demo_page(), kept, settings, extractor=name, seconds=seconds)
    return PaneRecord(
        number=number,
        name=name,
        extractor=name,
        title=name,
        settings=settings,
        state=RunState.DONE,
        extraction=extraction,
        last_good=extraction,
        folded=folded,
        run=1,
    )


def _agreement(panes: Sequence[PaneRecord]) -> Layer:
    masks = [pane.extraction.mask for pane in panes if pane.extraction is not None]
    votes = np.sum(masks, axis=0).astype(np.float64)
    return Layer(
        "agreement", "Agreement", LayerKind.AGREEMENT, votes, "panes", high=float(len(masks))
    )


def _lengths(page: Page) -> FloatArray:
    table = segments(page)
    return (table.token_end - table.token_start).astype(np.float64)


def _inside(page: Page, tag: str) -> BoolArray:
    """Return whether each segment is inside the first element with a tag, shape (n_segments,)."""
    row = page.elements.tag.index(tag)
    element = segments(page).element
    inside: BoolArray = (element >= row) & (element < page.elements.subtree_end[row])
    return inside


def _link_density(page: Page) -> FloatArray:
    linked = np.zeros(page.n_tokens)
    for row, tag in enumerate(page.elements.tag):
        if tag == "a":
            linked[page.elements.token_start[row] : page.elements.token_end[row]] = 1.0
    return segments(page).mean(linked)
