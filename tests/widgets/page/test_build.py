"""The page built in Chromium equals the parsed page element by element, and is inert."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.page import Page, SlotFlag
from boilerscope.widgets.page.policy import Policy
from boilerscope.widgets.records import Selection
from tests.helpers.material import every_page
from tests.helpers.page_bench import label_layer

if TYPE_CHECKING:
    from tests.helpers.material import CorpusPage
    from tests.helpers.page_bench import Bench

DISARMED = {"script", "object", "embed", "applet", "base"}

# The tree in the browser, in its own document order, and the tree according to the agent.
READ_DOM = """(() => {
  const holder = (e) => e instanceof HTMLTemplateElement ? e.content : e;
  const below = (node) => [...node.children].filter(e => e.localName !== 'boilerscope-overlay')
    .flatMap(e => [e, ...below(holder(e))]);
  const all = below(document);
  const map = boilerscopeAgent.map;
  const row = new Map(map.elements.flatMap((e, at) => [[e, at], [holder(e), at]]));
  return {
    names: all.map(e => e.localName), same: all.every((e, at) => map.elements[at] === e),
    count: map.elements.length, parents: all.map(e => row.get(e.parentNode) ?? -1),
    texts: map.slots.map(nodes => nodes.length ? nodes.map(n => n.data).join('') : null),
    owners: map.slots.map(nodes => nodes.length ? row.get(nodes[0].parentNode) : null),
    namespaces: all.map(e => e.namespaceURI.split('/').pop()),
  };
})()"""

NASTY = {
    "unclosed": "<p>one<p>two<li>three<b>four<i>five",
    "div in p": "<p>a<div>b</div>c</p>d",
    "nested p by table": "<table><p>a<tr><td>b<p>c</table>d",
    "missing tbody": "<table><tr><td>1<td>2<tr><td>3</table>",
    "foster parenting": "<table>text<div>in table</div><tr><td>cell</td></tr>more</table>",
    "nested tables": "<table><tr><td><table><tr><td>x</table>y</table>",
    "nested links": "<a href=/1>a<a href=/2>b</a>c</a><a href=/3><div>d<a>e</a></div></a>",
    "nested forms": "<form action=/a><form action=/b><input></form>x</form>",
    "nested buttons": "<button>a<button>b</button></button>",
    "misnested": "<b><i>a</b>b</i><b><p>c</b>d</p>",
    "second body": "<body class=a>x<body class=b>y</body>z</html>after",
    "headings": "<h1>a<h2>b</h1>c</h2>",
    "noscript": "<noscript><p>a</p><img src=x></noscript>b",
    "template": "<template><p>a</p></template>b",
    "svg": "<svg viewBox='0 0 1 1'><foreignObject><p>a</p></foreignObject><title>t</title></svg>",
    "math": "<math><mi>x</mi><mtext><b>y</b></mtext></math>",
    "image": "<image src=a>b</image>",
    "select": "<select><option>a<option>b<div>c</div></select>",
    "textarea": "<textarea>a<b>c</textarea><title>late</title>",
    "comments": "a<!-- b -->c<!-- d -->e<?pi f?>g",
    "frames": "<frameset><frame src=http://x.example/><noframes>a</noframes></frameset>",
    "raw": "<style>p{color:red}</style><script>var a='<p>'</script><xmp><b>x</xmp>y",
    "names": '<o:p>a</o:p><foo-bar>b</foo-bar><a1_x.y>c</a1_x.y><p 1a=b @x=c "=d>e',
    "duplicates": "<p id=a id=b class=x CLASS=y>z",
    "definition lists": "<dl><dt>a<dd>b<dt>c<p>d</dl>",
    "astral": "<p>\U0001f600a\u0301漢\U00020000</p>",
    "deep": "<div>" * 300 + "x" + "</div>" * 300 + "y",
    "very deep": "<b>" * 2040 + "x",
    "empty": "",
    "only comment": "<!-- a -->",
}


def shown_name(tag: str) -> str:
    return f"x-{tag}" if tag in DISARMED else tag


def assert_same(page: Page, dom: dict[str, Any]) -> None:
    foreign = [name != "xhtml" for name in dom["namespaces"]]
    names = [
        name.lower() if is_foreign else name
        for name, is_foreign in zip(dom["names"], foreign, strict=True)
    ]
    scripts = {row for row, tag in enumerate(page.elements.tag) if tag == "script"}
    texts, owners = [], []
    for slot in range(len(page.slots)):
        owner = int(page.slots.owner[slot])
        hidden = bool(page.slots.flags[slot] & SlotFlag.COMMENT) or owner in scripts
        texts.append(None if hidden else page.slots.raw_text(slot))
        owners.append(None if hidden else owner)

    assert names == [shown_name(tag) for tag in page.elements.tag]
    assert dom["same"]
    assert dom["count"] == len(page.elements)
    assert dom["parents"] == page.elements.parent.tolist()
    assert dom["texts"] == texts
    assert dom["owners"] == owners


@pytest.mark.parametrize("name", list(NASTY))
def test_the_browser_shows_exactly_the_parsed_tree(bench: Bench, name: str):
    page = bench.show(NASTY[name])

    assert_same(page, bench.js(READ_DOM))


@pytest.mark.parametrize("sample", every_page(31))
def test_the_browser_shows_real_pages_as_parsed(bench: Bench, sample: CorpusPage):
    page = bench.show(Page.from_bytes(sample.data, name=sample.identifier, url=sample.url_text))

    assert_same(page, bench.js(READ_DOM))


def test_drawings_keep_names_and_namespaces(bench: Bench):
    bench.show(
        "<svg viewBox='0 0 1 1' preserveaspectratio=none><lineargradient gradientunits=x>"
        "</lineargradient><use xlink:href='#a'></use><foreignobject><p>a</p></foreignobject></svg>"
        "<math><mi>x</mi></math>"
    )

    assert bench.js(
        "[...document.querySelectorAll('svg, svg *, math *')].map(e => [e.nodeName, "
        "e.namespaceURI.split('/').pop()])"
    ) == [
        ["svg", "svg"],
        ["linearGradient", "svg"],
        ["use", "svg"],
        ["foreignObject", "svg"],
        ["P", "xhtml"],
        ["mi", "MathML"],
    ]
    assert bench.js(
        "[document.querySelector('svg').getAttributeNames(), "
        "document.querySelector('use').href.baseVal]"
    ) == [["viewBox", "preserveAspectRatio"], "#a"]


def test_content_of_templates_neither_loads_nor_applies(bench: Bench):
    bench.show(
        "<template><img src='http://x.example/a.png'><style>p{font-size:99px}</style>"
        "<template><img src='http://x.example/b.png'></template></template><p>b"
    )

    assert bench.view.log.requests == []
    assert bench.js("getComputedStyle(document.querySelector('p')).fontSize") == "16px"


def test_active_elements_are_not_built(bench: Bench):
    bench.show(
        "<head><base href='http://x.example/'><meta http-equiv=refresh content='0;url=/x'>"
        "<link rel='preconnect' href='http://x.example/'><link rel='Stylesheet' href='a.css'>"
        "<link rel='stylesheet preload' href='b.css'><link href='c.css' rel='alternate stylesheet'>"
        "</head><body onload=a() contenteditable><p onclick='b()' OnFocus=c() title=on>x"
        "<a href='javascript:x()' ping=/p download>1</a><a href=' \x01java\tscr\nipt:x()'>2</a>"
        "<a href='vbscript:x'>3</a><a href='/javascript:x'>4</a>"
        "<svg><a xlink:href='JavaScript:x'><animate attributeName=href to='javascript:x'></a></svg>"
        "<iframe src='http://x.example/' srcdoc='<p>'></iframe><form action='javascript:x'>"
        "<input autofocus accesskey=1 formaction='javascript:y'></form>"
        "<object data=/o>fallback</object><embed src=/e><video autoplay></video>"
    )
    attributes = bench.js(
        "[...document.querySelectorAll('*')].flatMap(e => [...e.attributes].map(a => "
        "`${e.localName} ${a.name}=${a.value}`)).filter(a => !a.startsWith('boilerscope'))"
    )

    assert attributes == [
        "x-base href=http://x.example/",
        "meta content=0;url=/x",
        "link rel=preconnect",
        "link rel=Stylesheet",
        "link href=a.css",
        "link rel=stylesheet preload",
        "link rel=alternate stylesheet",
        "link href=c.css",
        "p title=on",
        "a href=/javascript:x",
        "animate attributeName=href",
        "x-object data=/o",
        "x-embed src=/e",
    ]


@pytest.mark.parametrize(
    ("doctype", "mode"),
    [
        ("<!DOCTYPE html>", "CSS1Compat"),
        ("", "BackCompat"),
        ('<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">', "BackCompat"),
        (
            '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://w3.example/strict.dtd">',
            "CSS1Compat",
        ),
    ],
)
def test_old_pages_are_laid_out_in_quirks_mode(bench: Bench, doctype: str, mode: str):
    bench.show(doctype + "<p>x")

    assert bench.ask("state")["mode"] == mode


def test_marking_does_not_change_the_page(bench: Bench):
    read = (
        "[document.documentElement.outerHTML.replace(/<boilerscope-overlay.*<.boilerscope-overlay>/,"
        "''), document.body.outerHTML, document.querySelectorAll('boilerscope-overlay').length]"
    )
    page = bench.show("<body class=a><p>one two <b>three</b></p><div>four</div></body>")
    before = bench.js(read)
    bench.paint(label_layer(page, lambda token: token > 1))
    bench.selection.select(Selection(((0, 2),)))
    bench.view.set_values_shown(True)
    after = bench.js(read)

    assert before == after
    assert before[2] == 1
    assert "style" not in before[1]
    assert page.root.get("class") is None


def test_a_page_of_more_than_two_megabytes_is_shown(bench: Bench):
    page = bench.show("<!DOCTYPE html><p>" + "<p>汉字 some words in a paragraph</p>" * 60_000)

    assert len(page.source.encode()) > 2_000_000
    assert bench.js("document.querySelectorAll('p').length") == 60_001
    assert bench.js("boilerscopeAgent.follower.boxes.count") == 60_000


def test_chinese_text_is_shown_and_found_by_character(bench: Bench):
    page = bench.show("<p>汉字，𠀀字</p>")

    assert bench.js("document.querySelector('p').textContent") == "汉字，𠀀字"
    assert [page.token_text(token) for token in range(page.n_tokens)] == ["汉", "字", "𠀀", "字"]
    assert bench.js("boilerscopeAgent.map.range(0, 4, 0, 5).toString()") == "字"
    assert bench.js(
        "(n => boilerscopeAgent.map.place(n, 5))(document.querySelector('p').firstChild)"
    ) == {"slot": 0, "char": 4}


def test_relative_addresses_start_from_the_page_or_its_base(bench: Bench):
    bench.show("<img src=a.png>", Policy.LIVE, base_url="http://127.0.0.1:9/x/y.html")

    assert bench.js("document.images[0].src") == "http://127.0.0.1:9/x/a.png"
    bench.show(
        "<base href='/z/'><img src=a.png>", Policy.LIVE, base_url="http://127.0.0.1:9/x/y.html"
    )
    assert bench.js("document.images[0].src") == "http://127.0.0.1:9/z/a.png"
