"""Causes that were named in public threads about libraries: the sentence of the block names them.

The pages are ours; each has the structure that the thread describes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.model.sentence import deciding_step
from boilerscope.extractors.model.steps import evaluate
from boilerscope.extractors.page import Page
from tests.helpers.traced import blocks_with, decision, traced

if TYPE_CHECKING:
    from collections.abc import Mapping

# Deprecations and unclosed files inside libraries are not tested here.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

_START = "Beekeepers of the estuary report that the lindens bloomed early"
_TEXT = f"{_START} this year, and that the hives gained two kilograms."
_PROSE = "".join(
    f"<p>{sentence * 2}</p>"
    for sentence in (
        "The harbour tram ran on time all winter, and the people of the town were glad of it. ",
        "The council says that the new line to the hospital will be open before the summer. ",
        "There is a second bridge in the plan, but nobody knows who is going to pay for it. ",
        "The old depot is a museum now, with a view of the river and a very good bakery. ",
    )
)


@dataclass(frozen=True, slots=True)
class Report:
    """A text that a library dropped, and what was said to be the reason.

    Attributes
    ----------
    thread : str
        Repository and number of the thread.
    library : str
        Extractor.
    body : str
        Content of the body; ``{text}`` and ``{prose}`` are replaced.
    stage : str
        Title of the stage.
    words : tuple of str
        Parts of the sentence.
    numbers : tuple of (float, float)
        Value and threshold of a comparison in the rule.
    settings : mapping
        Settings of the extractor.
    after : str
        Markup after ``</html>``.
    start : str
        First words of the text.
    """

    thread: str
    library: str
    body: str
    stage: str
    words: tuple[str, ...]
    numbers: tuple[float, float] | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    after: str = ""
    start: str = _START


T, R, N = "trafilatura", "readability_lxml", "newspaper4k"
_ARTICLE = "<article><div>{prose}%s<p>The end of it.</p></div></article>"
_DEEP = "<div>" * 300
_LINKS = '<p><a href="/b">Another link with as many words as a menu has</a></p>' * 3
_HINDI = "मुहाने के मधुमक्खी पालकों ने बताया कि इस साल लिंडन के पेड़ जल्दी खिले। "
_NOUNS = (
    "Bienen, Honig, Linden, Imker, Kilogramm, Zuwachs, Bienenstöcke, Mündung, Frühling, Blüten,"
    " Ernte, Waben, Deckel, Rahmen, Schleuder."
)
REPORTS = [
    Report("adbar/trafilatura#531", T,
           _ARTICLE % "<table><tr><td>Mon</td><td><ul><li>{text}</li></ul></td></tr></table>",
           "Read text elements",
           ("_fill_cell", "a list in a table cell", "options.focus == 'recall'", "at <ul>")),
    Report("adbar/trafilatura#569", T,
           "<h1>The tram</h1><div><aside>{prose}<p>{text}</p></aside></div><div>Cookies.</div>",
           "Clean", ("aside",)),
    Report("adbar/trafilatura#159", T,
           '<div class="article__body">{prose}</div><div class="mid-ad">Advertisement</div>'
           '<div class="article__body"><p>{text}</p></div>',
           "Choose the frame", ("BODY_XPATH[0]", "class “article__body”")),
    Report("adbar/trafilatura#85", T,
           "<article>{prose}</article><article><p>{text}</p></article>",
           "Choose the frame", ("BODY_XPATH[1]", "at <article>")),
    Report("adbar/trafilatura#164", T, _ARTICLE % '<div class="teaser-content"><p>{text}</p></div>',
           "Discard teasers", ("TEASER_DISCARD_XPATH[0]", "class “teaser-content”")),
    Report("adbar/trafilatura#488", T,
           '<div class="text">{prose}</div><div class="text"><p>{text}</p></div>',
           "Choose the frame", ("BODY_XPATH[2]: @class='text'", 'at <div class="text">')),
    Report("adbar/trafilatura#588", T,
           '<div class="content">{prose}</div><main><p>{text}</p></main>',
           "Choose the frame", ("BODY_XPATH[3]", "class “content”")),
    Report("adbar/trafilatura#430", T, "{prose}" + _DEEP + "<p>{text}</p>",
           "Parse the page", ("level of nesting 256 > 255", "the parser stops here"), (256, 255)),
    Report("adbar/trafilatura#65", T,
           _ARTICLE % "<p>{text}</p><p>A.</p><p>{text}</p><p>B.</p><p>{text}</p><p>C.</p>"
           "<p>{text}</p>",
           "Read text elements", ("duplicate_test", "times that this text was read 3 > 2"),
           (3, 2), {"deduplicate": True}),
    Report("adbar/trafilatura#778", T,
           _ARTICLE % "<p>{text}</p><p>A.</p><p>{text}</p><p>B.</p><p>{text}</p><p>C.</p>"
           "<ul><li>{text}</li></ul>",
           "Read text elements", ("duplicate_test", "times that this text was read 3 > 2"),
           (3, 2), {"deduplicate": True}),
    Report("kingname/GeneralNewsExtractor#129", T, "{prose}", "Parse the page",
           ("the text is after </html>",), after="<div><p>{text}</p></div></html>"),
    Report("kingname/GeneralNewsExtractor#129", "gne", "{prose}", "Choose the best element",
           ("not in body_list[0] of //body",), after="<div><p>{text}</p></div></html>"),
    Report("kingname/GeneralNewsExtractor#60", "gne",
           '<div class="text"><p>{text}</p></div><div class="statement">{prose}</div>',
           "Choose the best element", ("score of the best element", 'at <div class="text">')),
    Report("kingname/GeneralNewsExtractor#127", "gne",
           '<div class="share-box"><p>{text}</p>{prose}</div>',
           "Remove useless tags and nodes", ("_is_useless_node", "class “share-box”")),
    Report("buriy/python-readability#14", R,
           _ARTICLE % '<div style="display:none;" id="post_message"><p>{text}</p></div>',
           "Remove hidden elements", ("displayNoneRe", "“display:none;” matches")),
    Report("mozilla/readability#704", R,
           '<article>{prose}<div><div>{text} <a href="/a">{text}</a></div></div></article>',
           "Sanitize", ("class weight 0 < 25", "link density 0.498 > 0.2"), (0.498, 0.2)),
    Report("mozilla/readability#388", R, _ARTICLE % '<p class="MsoHeader">{text}</p>',
           "Remove unlikely candidates", ("unlikelyCandidatesRe", "“Header” matches")),
    Report("luin/readability#74", R,
           '<article>{prose}</article><div id="menu-wrap"><p>{text}</p></div>',
           "Remove unlikely candidates", ("unlikelyCandidatesRe", "“menu” matches")),
    Report("AndyTheFactory/newspaper4k#163", N,
           '<div><div class="a"><div class="group"><p>{text}</p></div></div><div class="a last">'
           '<div class="group" itemprop="articleBody">{prose}</div></div></div>',
           "Choose the article", ("add_same_level_candidates", 'at <div class="group">')),
    Report("grangier/python-goose#42", "goose3", _ARTICLE % "<pre>{text}</pre>",
           "Clean the article", ("is_table_and_no_para_exist", "at <pre>")),
    Report("miso-belica/jusText#28", "justext", "<p>{text}</p>",
           "Classify paragraphs", ("stopword_density < stopwords_low",), (0.263, 0.3),
           {"language": "Russian"}),
    Report("cantino/ruby-readability#96", R, _ARTICLE % '<h3><a href="#x">{text}</a></h3>',
           "Sanitize", ("link density of the heading 1 > 0.33",), (1, 0.33)),
    Report("codelucas/newspaper#885", N,
           '<div class="a"><div><p>{text}</p></div></div><div class="b">{prose}</div>',
           "Choose the article", ("add_same_level_candidates: score <= base_score * 0.3",
           'at <div class="a">')),
    Report("codelucas/newspaper#681", N,
           _ARTICLE % '<figure><img src="a.png"><figcaption>{text}</figcaption></figure>',
           "Clean the article", ("clean_caption_tags", "the tag is figure")),
    Report("grangier/python-goose#125", "goose3",
           '<div class="update-wrapper">{prose}<p>{text}</p></div>',
           "Clean bad tags", ("class “update-wrapper” (pattern “date”)",)),
    Report("weblyzard/inscriptis#72", "inscriptis",
           _ARTICLE % '<p style="display:none">{text}</p>',
           "Lay out the text", ("display is none in the style",)),
    Report("adbar/trafilatura#233", T, "{prose}<ul><li>{text}</li></ul>",
           "Recover wild text", ("recover_wild_text", ".//code|.//p|.//quote|.//table")),
    Report("adbar/trafilatura#573", T, _ARTICLE % "<button>{text}</button>",
           "Clean the tree", ("button is in cleaning_list", "at <button>")),
    Report("adbar/trafilatura#769", T,
           _ARTICLE % f'<ul><li><a href="/p">{_START}</a></li><li><a href="/q">Mead</a></li></ul>',
           "Delete by link density", ("characters in links", "* 0.8", "at <ul>")),
    Report("kingname/GeneralNewsExtractor#31", "gne",
           "<article>" + "<ul><li><code>{text}</code> <b>x</b> <i>y</i></li></ul>" * 3 +
           "</article><div><p>" + "One long paragraph about another thing. " * 12 + "</p></div>",
           "Choose the best element", ("score <= score of the best element",)),
    Report("mozilla/readability#66", R,
           _ARTICLE % '<table><tr><th class="header_cell">{text}</th></tr></table>',
           "Remove unlikely candidates", ("“header” matches", 'at <th class="header_cell">')),
    Report("mozilla/readability#354", R,
           '<div><div class="section"><div class="inner"><p>{text}</p></div></div>'
           '<div class="section"><div class="inner">{prose}</div></div></div>',
           "Choose the article", ("content_score < best_candidate", 'at <div class="inner">')),
    Report("codelucas/newspaper#518", N,
           '<div>{prose}</div><div class="ad">Advert</div><section><p>{text}</p></section>',
           "Choose the article", ("add_same_level_candidates", "section is not div")),
    Report("AndyTheFactory/newspaper4k#620", N, f"<p>{_HINDI * 2}</p>",
           "Choose the article", ("stop words",), start=_HINDI[:20]),
    Report("goose3/goose3#194", "goose3", f"<p>{_HINDI * 2}</p>",
           "Choose the article", ("no p, pre or td has more than 2 stop words",),
           start=_HINDI[:20]),
    Report("deepset-ai/haystack#6579", "boilerpy3",
           "<p>{text} {text}</p>" + _LINKS + "{prose}",
           "KeepLargestBlockFilter", ("words 38 <= 150", "tb != largest_block"), (38, 150)),
    Report("k-bx/boilerpipe#17", "boilerpy3", "<h2>{text}</h2>" + _LINKS + "{prose}",
           "KeepLargestBlockFilter", ("tb.num_words <= largest_block.num_words",)),
    Report("miso-belica/jusText#10", "justext", f"<p>{_NOUNS}</p>", "Classify paragraphs",
           ("stop word density", "stopword_density < stopwords_low"),
           settings={"language": "German"}, start=_NOUNS[:20]),
]  # fmt: skip


def _page(report: Report) -> Page:
    def filled(markup: str) -> str:
        return markup.replace("{prose}", _PROSE).replace("{text}", _TEXT)

    head = "<head><title>Tram</title></head>"
    body = f"<body>{filled(report.body)}</body>"
    return Page.from_text(f"<html lang='en'>{head}{body}</html>{filled(report.after)}", name="page")


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: f"{report.thread}-{report.library}")
def test_the_sentence_names_the_cause_that_a_thread_names(report: Report):
    page = _page(report)
    extraction = traced(page, report.library, report.settings)

    assert extraction.trace_problem == ""
    dropped = [
        block
        for block in blocks_with(extraction, page, report.start)
        if not extraction.content[block]
    ]
    assert dropped
    title, sentence = decision(extraction, dropped[0])
    assert report.stage in title, sentence
    assert [word for word in report.words if word not in sentence] == [], sentence
    if report.numbers is not None:
        step = extraction.steps[deciding_step(extraction, dropped[0])]
        tests = evaluate(step, dropped[0], extraction.column_values(), extraction.settings)
        found = [(test.value, test.bound) for test in tests if test.is_true]
        assert any(pair == pytest.approx(report.numbers, rel=1e-2) for pair in found), found


@pytest.mark.parametrize(
    "library", [T, R, "justext", "gne", "goose3", N, "inscriptis", "html_text"]
)
def test_text_that_the_parser_did_not_reach_is_named_by_every_library_with_a_tree(library: str):
    markup = f"<html><body>{_PROSE}{_DEEP}<p>Deep words in here.</p></body></html>"
    page = Page.from_text(f"{markup}<p>{_TEXT}</p>", name="page")
    extraction = traced(page, library)

    blocks = blocks_with(extraction, page, _START)
    assert blocks
    for block in blocks:
        title, sentence = decision(extraction, block)
        assert title == "Parse the page"
        assert "level of nesting 256 > 255" in sentence
