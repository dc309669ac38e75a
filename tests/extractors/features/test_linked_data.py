"""JSON-LD: how scripts are read, which node describes the page, and texts without markup."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boilerscope.extractors.features.linked_data import plain_text, read_repaired, read_strictly
from boilerscope.extractors.features.metadata import PageFacts, page_facts
from boilerscope.extractors.page import Page

_PERSON = {"@type": "Person", "name": "A. Writer", "datePublished": "2001-01-01"}
_COMPANY = {"@type": "NewsMediaOrganization", "name": "Quay Courier Ltd"}
_SITE = {"@type": "WebSite", "name": "Quay Courier"}
_PATH = {
    "@type": "BreadcrumbList",
    "itemListElement": [{"@type": "ListItem", "position": 1, "name": "News"}],
}
_ARTICLE = {
    "@type": "NewsArticle",
    "author": [_PERSON],
    "publisher": _COMPANY,
    "headline": "Old bridge closed",
    "datePublished": "2024-05-06T10:00:00Z",
}


def _facts(*nodes: Any, title: str = "Bridge", head: str = "") -> PageFacts:
    scripts = "".join(
        f'<script type="application/ld+json">{json.dumps(node)}</script>' for node in nodes
    )
    markup = f"<head><title>{title}</title>{head}{scripts}</head><p>Text"
    return page_facts(Page.from_text(markup, name="page"))


@pytest.mark.parametrize(
    "content",
    [
        [_ARTICLE],
        [_PERSON, _COMPANY, _SITE, _PATH, _ARTICLE],
        [[_COMPANY, _ARTICLE]],
        [{"@graph": [_COMPANY, _SITE, _PATH, _PERSON, _ARTICLE]}],
        [{"@type": "WebPage", "name": "Bridge | Quay Courier", "mainEntity": _ARTICLE}],
        [{**_ARTICLE, "@type": ["Thing", "schema:BlogPosting"]}],
        [{**_ARTICLE, "@type": "https://schema.org/Article"}],
        [{key: value for key, value in _ARTICLE.items() if key != "@type"}],
        [{**_ARTICLE, "headline": None, "name": "Old <i>bridge</i> closed"}],
    ],
)
def test_title_and_date_are_those_of_the_article(content: list[Any]):
    facts = _facts(*content)

    assert facts.best_title() == "Old bridge closed"
    assert (facts.published, facts.date()) == ("2024-05-06T10:00:00Z", "2024-05-06")


@pytest.mark.parametrize("node", [_PERSON, _COMPANY, _SITE, _PATH, {"@graph": [_COMPANY, _SITE]}])
def test_a_person_a_company_or_a_crumb_is_never_the_title(node: dict[str, Any]):
    facts = _facts(node)

    assert (facts.best_title(), facts.published) == ("Bridge", "")


def test_without_an_article_the_titles_of_meta_elements_come_first():
    product = {"@type": "Product", "name": "Chair", "review": {**_PERSON, "@type": "Review"}}
    meta = '<meta property="og:title" content="Red chair &amp;amp; table">'

    assert _facts(product, title="Chair | Shop", head=meta).best_title() == "Red chair & table"
    assert _facts(product, title="Chair | Shop").best_title() == "Chair"
    assert _facts(product, title="Chair | Shop").published == ""


def test_of_several_articles_the_one_that_the_page_is_titled_with_describes_it():
    others = [{**_ARTICLE, "headline": f"Story {n}", "datePublished": "1999"} for n in range(3)]

    facts = _facts(*others, _ARTICLE, title="Old bridge closed - Quay Courier")
    listing = _facts(*others, title="Latest news")

    assert (facts.best_title(), facts.date()) == ("Old bridge closed", "2024-05-06")
    assert (listing.best_title(), listing.published) == ("Latest news", "")


def test_the_questions_of_a_page_of_questions_are_no_titles():
    question = {"@type": "Question", "name": "Why?", "acceptedAnswer": {"text": "So."}}
    single = {"@type": "QAPage", "mainEntity": question}

    assert _facts({"@type": "FAQPage", "mainEntity": [question]}).best_title() == "Bridge"
    assert _facts(single, title="Why? - Answers").best_title() == "Why?"


def test_a_date_that_can_be_read_comes_first():
    meta = '<meta property="article:published_time" content="2024-01-02">'

    facts = _facts({**_ARTICLE, "datePublished": "last Monday"}, head=meta)

    assert (facts.published, facts.date()) == ("2024-01-02", "2024-01-02")
    assert _facts({**_ARTICLE, "datePublished": "last Monday"}).published == "last Monday"


def test_the_fallback_is_the_text_of_the_article_without_markup():
    comment = {"@type": "Comment", "text": "No! " * 50}
    body = "<p>One &amp; two.</p><p>Three <a href=x>four</a>.</p>"

    assert _facts({**_ARTICLE, "articleBody": body, "comment": [comment]}).fallback() == (
        "One & two.\nThree four."
    )
    assert _facts({"@type": "Recipe", "text": "Mix &lt;b&gt;well&lt;/b&gt;."}).fallback() == (
        "Mix well."
    )


def test_features_see_json_ld_as_the_model_was_trained():
    body = "<p>One two.</p>"
    facts = _facts({**_ARTICLE, "articleBody": body})

    assert facts.bodies == (body,)
    assert facts.titles == ("Bridge", "A. Writer", "Quay Courier Ltd", "Old bridge closed")


@pytest.mark.parametrize(
    "script",
    [
        '//<![CDATA[\n{"a": [1, 2]}\n//]]>',
        '/*<![CDATA[*/ {"a": [1, 2]} /*]]>*/',
        '<![CDATA[{"a": [1, 2]}]]>',
        '// <![CDATA[ {"a": [1, 2]}\n// ]]>',
        '<!-- {"a": [1, 2]} -->',
        '{"a": [1, 2,], }',
        '// written by hand\n{"a": [1, /* one */ 2], // and\n}',
        '{"a": [1, 2]};',
        '\ufeff{"a": [1, 2]}',
        "{&quot;a&quot;: [1, 2]}",
    ],
)
def test_scripts_that_are_not_quite_json_are_read(script: str):
    assert read_strictly(script) is None
    assert read_repaired(script) == {"a": [1, 2]}


def test_contents_that_follow_each_other_are_a_list():
    assert read_repaired('{"a": 1}\n{"b": 2},\n[3] and words') == [{"a": 1}, {"b": 2}, [3]]


def test_what_readers_wrote_is_no_fallback():
    review = {"@type": "Review", "reviewBody": "A reader wrote this, and much more than that."}

    facts = _facts({"@type": "NewsArticle", "headline": "Eels", "review": review})

    assert facts.fallback() == ""


def test_marks_inside_of_texts_stay():
    texts = ["http://x/*y*/", "<!-- a, ] -->", 'b",}', "//<![CDATA[", "\\"]

    assert read_repaired(json.dumps(texts)[:-1] + ",]") == texts


@pytest.mark.parametrize("script", ["", "{", "{broken", '"', "/*", "[" * 10**5])
def test_other_scripts_are_passed_over(script: str):
    assert read_strictly(script) is None
    assert read_repaired(script) is None


@pytest.mark.parametrize("part", ['"', '\\"', "/*", "//", ",", ", ", "<!--", "&lt;", "<a "])
def test_hostile_texts_are_read_in_linear_time(part: str):
    read_repaired("{" + part * 100_000)
    plain_text(part * 100_000)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a < b & c > d", "a < b & c > d"),
        ("AT&amp;T", "AT&T"),
        ("a&amp;nbsp;b", "a\xa0b"),
        ("see ?a=1&copy=2", "see ?a=1&copy=2"),
        ("&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;", "One\nTwo"),
        ("<p>Write &lt;b&gt; for bold</p>", "Write <b> for bold"),
        ("One <b>two</b>\nthree", "One two\nthree"),
        ("One\ntwo", "One\ntwo"),
    ],
)
def test_markup_and_entities_are_not_part_of_a_text(text: str, plain: str):
    assert plain_text(text) == plain


@pytest.mark.parametrize(
    ("title", "head", "heading", "expected"),
    [
        ("Ferry leaves - The Post", "<meta property=og:site_name content='the post'>", "", ""),
        ("The Post | Ferry leaves", "<meta name=application-name content='The Post'>", "", ""),
        ("Ferry leaves \u2013 Harbour News", "", "Ferry  leaves", ""),
        ("Covid-19: what next \u2013 BBC", "", "Covid-19: what next", "Covid-19: what next"),
        ("Ferry leaves - Harbour News", "", "Another", "Ferry leaves - Harbour News"),
        ("The Post", "<meta property=og:site_name content='The Post'>", "The Post", "The Post"),
        ("", "", "Ferry leaves", ""),
        ("", "", "", " "),
    ],
)
def test_the_name_of_the_site_is_not_part_of_the_title(
    title: str, head: str, heading: str, expected: str
):
    markup = f"<head><title>{title}</title>{head}</head><h1>{heading}</h1><p>Text"

    assert page_facts(Page.from_text(markup, name="page")).best_title() == (
        expected.strip() if expected else "Ferry leaves"
    )


def test_of_several_articles_the_one_with_the_address_of_the_page_describes_it():
    teaser = {**_ARTICLE, "headline": "Bridge", "url": "https://a.org/teaser"}
    own = {**_ARTICLE, "mainEntityOfPage": {"@id": "https://a.org/bridge/#main"}}
    head = "<link rel=canonical href='http://a.org/bridge'>"

    assert _facts(teaser, own, head=head).best_title() == "Old bridge closed"
    assert _facts(teaser, own).best_title() == "Bridge"


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2024-03-01T23:30:00-08:00", "2024-03-01"),
        ("20240301", "2024-03-01"),
        ("2024/3/1 10:00", "2024-03-01"),
        ("Fri, 01 Mar 2024 23:30:00 -0800", "2024-03-01"),
        ("March 1st, 2024", "2024-03-01"),
        ("Friday 1 March 2024, 10:00", "2024-03-01"),
        ("Sept. 1, 2024", "2024-09-01"),
        ("05/04/2024", ""),
        ("31 February 2024", ""),
        ("yesterday", ""),
        ("March 2024", ""),
        ("9" * 5_000, ""),
    ],
)
def test_dates_are_read_by_their_own_time_zone(written: str, date: str):
    assert _facts({**_ARTICLE, "datePublished": written}).date() == date


@pytest.mark.parametrize(
    "element",
    [
        "<time itemprop='datePublished' datetime='2024-06-07T10:00'>7 June</time>",
        "<span itemprop=datePublished content=2024-06-07>today</span>",
        "<time pubdate datetime=2024-06-07>7 June</time>",
        "<time class='entry-date published' datetime=2024-06-07>7 June</time>",
        "<time class=dt-published>7 June 2024</time>",
    ],
)
def test_elements_that_are_marked_have_the_date(element: str):
    assert page_facts(Page.from_text(f"<p>{element} text", name="page")).date() == "2024-06-07"


def test_a_time_of_something_else_is_no_date_of_publication():
    page = Page.from_text("<time datetime=2024-06-07>the day of the fair</time>", name="page")

    assert page_facts(page).published == ""


def test_half_a_surrogate_pair_is_replaced():
    facts = _facts('{"@type": "Article", "headline": "Bad \\ud83d half"}')
    script = '<script type="application/ld+json">{"@type": "Article", "headline": "a \\ud83d b"}'

    assert page_facts(Page.from_text(script, name="page")).best_title() == "a \ufffd b"
    assert facts.best_title() == "Bridge"
