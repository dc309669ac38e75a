"""Adapters return exactly the text of their library, aligned, without network access."""

from __future__ import annotations

import logging
import sys
from importlib import metadata
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page import Page
from boilerscope.extractors.peers.justext import JUSTEXT
from boilerscope.extractors.peers.newspaper4k import NEWSPAPER4K
from boilerscope.extractors.peers.offline import offline
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.readability_lxml import text_of_markup
from boilerscope.extractors.peers.trafilatura import TRAFILATURA, Focus
from boilerscope.extractors.runs import workers
from boilerscope.extractors.system.installing import package_command
from tests.helpers.extractions import assert_sound
from tests.helpers.material import every_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.model.settings import Settings
    from tests.helpers.material import CorpusPage


def _trafilatura(html: str) -> str:
    import trafilatura

    return trafilatura.extract(html) or ""


def _readability(html: str) -> str:
    from readability import Document

    return text_of_markup(Document(html).summary())


def _justext(html: str) -> str:
    import justext

    paragraphs = justext.justext(html, justext.get_stoplist("English"))
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


def _boilerpy3(html: str) -> str:
    from boilerpy3.extractors import ArticleExtractor

    return str(ArticleExtractor().get_content(html))


def _resiliparse(html: str) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    return extract_plain_text(html, main_content=True)


def _newspaper4k(html: str) -> str:
    import newspaper

    config = newspaper.Config()
    config.fetch_images = False
    article = newspaper.Article("", config=config)
    article.download(input_html=html)
    article.parse()
    return str(article.text)


def _goose3(html: str) -> str:
    from goose3 import Goose

    return str(Goose().extract(raw_html=html).cleaned_text)


def _html_text(html: str) -> str:
    import html_text

    return html_text.extract_text(html)


def _inscriptis(html: str) -> str:
    import inscriptis

    return str(inscriptis.get_text(html))


def _gne(html: str) -> str:
    from gne import GeneralNewsExtractor
    from gne.exceptions import NoContentException

    try:
        return str(GeneralNewsExtractor().extract(html)["content"])
    except NoContentException:
        return ""


def _magic_html(html: str) -> str:
    from magic_html import GeneralExtractor

    markup = GeneralExtractor().extract(html)["html"]
    return text_of_markup(markup) if markup else ""


CALLS: dict[str, Callable[[str], str]] = {
    "boilerpy3": _boilerpy3,
    "gne": _gne,
    "goose3": _goose3,
    "html_text": _html_text,
    "inscriptis": _inscriptis,
    "justext": _justext,
    "magic_html": _magic_html,
    "newspaper4k": _newspaper4k,
    "readability_lxml": _readability,
    "resiliparse": _resiliparse,
    "trafilatura": _trafilatura,
}
"""Direct call of each library with its defaults, as in its documentation."""

# Deprecations and unclosed files inside libraries are not tested here.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

CHINESE = """\
<html lang="zh"><head><title>山中的湖</title></head><body>
<div class="nav"><a href="/a">首页</a> <a href="/b">新闻</a></div>
<div class="article"><h1>山中的湖</h1>
<p>清晨，湖面没有一丝风，远处的山影清楚地倒映在水里。老人坐在船头，慢慢地收起昨夜放下的网。</p>
<p>他说，这里的鱼比从前少了，但是水更干净了，冬天还会有天鹅飞来，在北岸的芦苇中过夜。</p>
<p>孩子们沿着湖边的小路跑过，笑声传得很远；太阳升起来，雾气散去，新的一天开始了。</p>
</div><div class="footer">版权所有</div></body></html>
"""

HOSTILE = """\
<?xml version="1.0" encoding="utf-16"?>
<html><head><meta http-equiv="refresh" content="0;url=http://192.0.2.1/next">
<meta property="og:image" content="http://192.0.2.1/image.png">
<base href="http://192.0.2.1/">
<link rel="canonical" href="http://192.0.2.1/canonical"><link rel="amphtml" href="//192.0.2.1">
<script>document.write('<p>' + 1)</script></head><body>
<img src="http://192.0.2.1/a.png" width="600" height="400"><iframe src="http://192.0.2.1"></iframe>
<article><h1>A title</h1><p>%s</p><p>%s</p><img src="//192.0.2.1/b.png"><![CDATA[x]]>
<p onclick="x()">The last one, which ends &#0; oddly &#xD800; &bogus; <b><i></b></i></p></article>
</body></html>
""" % (("One sentence of the article, which is long. " * 12,) * 2)


def _peer(identifier: str) -> Peer[Any]:
    peer = registry.extractor(identifier)
    assert isinstance(peer, Peer)
    if peer.missing():
        pytest.skip(peer.missing())
    return peer


def _run(identifier: str, page: Page, settings: Settings | None = None) -> Extraction:
    _peer(identifier)
    return runner.run(page, identifier, settings)


def _called(identifier: str, html: str) -> str:
    """Return the text of a direct call, with logging off."""
    logging.disable()
    try:
        with offline():  # newspaper4k 0.9.4 fetches images in any configuration
            return CALLS[identifier](html)
    finally:
        logging.disable(logging.NOTSET)


every_peer = pytest.mark.parametrize("identifier", CALLS)


def test_every_library_has_an_adapter():
    peers = {entry.id for entry in registry.entries() if isinstance(entry.extractor, Peer)}

    assert peers == {*CALLS, "readability_js"}  # see test_readability_js.py
    assert not peers & set(registry.algorithms())


@every_peer
@pytest.mark.parametrize("corpus_page", every_page(stride=16))
def test_own_text_equals_that_of_a_direct_call(identifier: str, corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    extraction = _run(identifier, page)

    assert extraction.status in {Status.OK, Status.EMPTY}, extraction.message
    direct = _called(identifier, page.decoded.text)
    assert extraction.own_text == (direct if direct.strip() else "")
    assert not [warning for warning in extraction.warnings if "network" in warning]
    assert_sound(page, extraction)


@every_peer
def test_the_record_has_version_and_aligned_share(identifier: str):
    page = Page.from_text(CHINESE if identifier == "gne" else HOSTILE, name="page")
    extraction = _run(identifier, page)

    library = _peer(identifier).library
    assert extraction.used == {library: metadata.version(library)}
    assert extraction.aligned is not None
    assert 0.5 < extraction.aligned <= 1


@every_peer
def test_a_hostile_page_gives_a_result_without_the_network(identifier: str):
    page = Page.from_text(HOSTILE, name="hostile")

    extraction = _run(identifier, page)

    assert extraction.status in {Status.OK, Status.EMPTY}, extraction.message
    assert not [warning for warning in extraction.warnings if "network" in warning]


@every_peer
@pytest.mark.parametrize("html", ["", "   ", "<!-- nothing -->", "<script>let x = 1</script>"])
def test_a_page_without_text_is_empty(identifier: str, html: str):
    extraction = _run(identifier, Page.from_text(html, name="empty"))

    assert extraction.status is Status.EMPTY
    assert extraction.message == "The page has no text."
    assert extraction.own_text == ""


@every_peer
def test_a_chinese_page_is_read_and_aligned(identifier: str):
    page = Page.from_text(CHINESE, name="chinese")
    if identifier == "justext":
        settings = JUSTEXT.preset_settings(JUSTEXT.presets[0]).replace(length_low=20)
        extraction = _run(identifier, page, settings.replace(length_high=30))
    else:
        extraction = _run(identifier, page)

    assert extraction.status in {Status.OK, Status.EMPTY}, extraction.message
    if extraction.status is Status.OK:
        assert "湖面没有一丝风" in extraction.own_text
        assert extraction.mask.sum() > 80
    else:
        assert identifier in {"goose3", "newspaper4k", "magic_html"}  # they need more text


def test_an_exception_in_a_library_is_an_error_with_its_message():
    html = HOSTILE.replace("<head>", '<head><meta property="og:url" content="http://[broken">')

    extraction = _run("goose3", Page.from_text(html, name="page"))

    assert extraction.status is Status.ERROR
    assert extraction.message.startswith("ValueError: Invalid IPv6 URL")


@every_peer
def test_two_runs_on_a_page_give_the_same_text(identifier: str):
    page = Page.from_text(HOSTILE, name="page")

    assert _run(identifier, page).own_text == _run(identifier, page).own_text


@every_peer
def test_a_library_that_is_not_installed_is_unavailable_and_listed(
    identifier: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(type(registry.extractor(identifier)), "version", lambda _self: "")

    extraction = runner.run(Page.from_text(HOSTILE, name="page"), identifier)

    assert identifier in registry.identifiers()
    assert extraction.status is Status.UNAVAILABLE
    peer = registry.extractor(identifier)
    assert isinstance(peer, Peer)
    if sys.version_info < peer.python:
        assert "magic-html needs Python 3.12 or later" in extraction.message
    else:
        assert extraction.message.endswith(package_command(peer.library))


def test_a_missing_package_of_a_library_is_unavailable_and_named(monkeypatch: pytest.MonkeyPatch):
    _peer("newspaper4k")
    monkeypatch.setitem(sys.modules, "tinysegmenter", None)
    page = Page.from_text(HOSTILE, name="page")

    extraction = _run("newspaper4k", page, NEWSPAPER4K.default_settings().replace(language="ja"))

    assert extraction.status is Status.UNAVAILABLE
    assert "tinysegmenter" in extraction.message


def test_a_library_runs_in_a_worker_process():
    page = Page.from_text(HOSTILE, name="page")
    expected = _run("trafilatura", page)
    pool = workers.make_pool()
    try:
        settings = TRAFILATURA.default_settings()
        future = workers.submit(pool, page, "trafilatura", settings, 60)
        future.exception()
        extraction = workers.outcome(future, page, "trafilatura", settings, 60)
    finally:
        workers.end(pool)

    assert TRAFILATURA.foreign
    assert extraction.own_text == expected.own_text
    assert extraction.mask.tolist() == expected.mask.tolist()


@pytest.mark.parametrize(
    ("changes", "arguments"),
    [
        ({"focus": Focus.PRECISION}, {"favor_precision": True}),
        ({"focus": Focus.RECALL}, {"favor_recall": True}),
        ({"fast": True}, {"fast": True}),
        ({"tables": False}, {"include_tables": False}),
        ({"comments": False}, {"include_comments": False}),
    ],
)
@pytest.mark.parametrize("corpus_page", every_page(stride=40))
def test_settings_of_trafilatura_are_passed_as_arguments(
    corpus_page: CorpusPage, changes: dict[str, Any], arguments: dict[str, Any]
):
    import trafilatura

    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)

    extraction = _run("trafilatura", page, TRAFILATURA.default_settings().replace(**changes))

    logging.disable()
    try:
        direct = trafilatura.extract(page.decoded.text, **arguments)
    finally:
        logging.disable(logging.NOTSET)
    assert extraction.own_text == (direct or "")


@pytest.mark.parametrize("identifier", CALLS)
def test_every_switch_and_choice_runs(identifier: str):
    from boilerscope.extractors.model.settings import knobs

    page = Page.from_text(HOSTILE.partition("?>")[2], name="page")
    default = _peer(identifier).default_settings()
    variants = []
    for knob in knobs(type(default)):
        values: list[object] = [choice for choice in knob.choices if choice is not knob.default]
        if knob.kind == "bool":
            values = [not knob.default]
        variants += [default.replace(**{knob.name: value}) for value in values]

    for settings in variants:
        extraction = _run(identifier, page, settings)
        assert extraction.status in {Status.OK, Status.EMPTY}, (settings, extraction.message)


@pytest.mark.parametrize(
    ("peer", "field"),
    [
        ("justext", "language"),
        ("goose3", "target_language"),
        ("newspaper4k", "language"),
    ],
)
def test_auto_takes_the_language_of_the_words(peer: str, field: str):
    sentence = (
        "Der Rat der Stadt hat am Montag über den alten See beraten und einen Plan für die Ufer"
        " beschlossen, der im Frühjahr mit neuen Bänken und einer Brücke beginnen soll. "
    )
    page = Page.from_text(
        f"<nav><a href=/>Start</a></nav><div>{f'<p>{3 * sentence}</p>' * 4}</div>", name="see"
    )
    settings = registry.extractor(peer).default_settings()

    english = _run(
        peer, page, settings.replace(**{field: "English" if peer == "justext" else "en"})
    )
    detected = _run(peer, page, settings.replace(**{field: "auto"}))

    assert detected.status is Status.OK, detected.message
    assert "Der Rat der Stadt" in detected.own_text
    assert len(detected.own_text) >= len(english.own_text)


def test_auto_of_justext_keeps_chinese_without_stop_words():
    sentence = "市议会星期一开会，通过了旧湖的改造方案，工程将在春天开始，大桥关闭到六月一日。"
    page = Page.from_text(f"<p>{8 * sentence}</p>" * 3, name="hu")
    settings = registry.extractor("justext").default_settings()

    assert _run("justext", page, settings).own_text == ""
    assert "通过了旧湖" in _run("justext", page, settings.replace(language="auto")).own_text


def test_an_unknown_language_is_an_error_that_names_the_nearest():
    page = Page.from_text(HOSTILE, name="page")

    justext = _run("justext", page, JUSTEXT.default_settings().replace(language="Englisch"))
    newspaper = _run("newspaper4k", page, NEWSPAPER4K.default_settings().replace(language="enn"))

    assert justext.status is newspaper.status is Status.ERROR
    assert "did you mean 'English'" in justext.message
    assert "did you mean 'en'" in newspaper.message


def test_lower_thresholds_of_justext_must_not_exceed_upper_thresholds():
    with pytest.raises(SettingsError, match="length_low must not be greater than length_high"):
        JUSTEXT.default_settings().replace(length_low=300)


def test_logged_warnings_of_a_library_are_in_the_result():
    nested = "<a href=x><a href=y>" + "word " * 60 + "</a></a>"

    extraction = _run("boilerpy3", Page.from_text(f"<p>{nested}</p>", name="page"))

    assert any("nested A elements" in warning for warning in extraction.warnings)


def test_text_of_markup_separates_blocks():
    assert text_of_markup("<div><p>one <b>two</b></p><p>three</p></div>") == "one two\nthree\n"
