"""TEI and the JSON tree of kept structures: valid, and with every kind of node."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lxml import etree

from boilerscope.extractors.formats import tei, tree
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page import Page
from tests.helpers.material import DATA, ROOT, CorpusPage, every_page
from tests.helpers.structures import result_of, written

if TYPE_CHECKING:
    from collections.abc import Mapping

TEI = "{http://www.tei-c.org/ns/1.0}"
EVERYTHING = """<html lang=en><title>T & co</title><p>one <b>b <i>c</i></b> <del>d</del><ins>e</ins>
<sub>f</sub><sup>g</sup><mark>h</mark> <q>i</q> <code>j</code><br>k <a href=/l?m={n}>o</a>
<img src="p q.png" alt=r> <span lang=ar dir=rtl>s</span><bdo dir=rtl>t</bdo> \\(u&lt;v\\)
<sup><a href=#w>1</a></sup></p><h2>x</h2>
<ol reversed><li>y<ul><li><h4>z</h4>a</ul><li><pre class=lang-go>b {
}</pre></ol><h3>c</h3><dl><dt>d<dt>e<dd>f<dd><p>g<p>h</dl><hr>
<table><caption>i<p>j</caption><tr><th>k<th>l<th>m
<tr><td rowspan=2 align=right>n<td colspan=2>o<br>p
<tr><td><ul><li>q</ul><td><table><tr><th>r<td>s<tr><th>t<td>u</table>
</table>
<h1>v</h1><figure><img src=w.png alt=x><figcaption>y <i>z</i></figcaption></figure>
<blockquote lang=fr>a<h2>b</h2><blockquote>c</blockquote></blockquote>$$d^2$$<p dir=rtl>e
<p id=w>f <b>g</b><p>h</p>"""


@cache
def tei_grammar() -> etree.RelaxNG:
    return etree.RelaxNG(etree.parse(DATA / "tei" / "structure.rng"))


def valid_tei(text: str) -> etree._Element:
    """Return the root of a TEI document; fail if it is not valid."""
    root = etree.fromstring(text.encode())
    grammar = tei_grammar()
    assert grammar.validate(root), grammar.error_log
    return root


def test_tei_with_every_kind_of_node_is_valid_and_has_them():
    root = valid_tei(written("tei", EVERYTHING, url="https://a.org/"))

    tags = {str(node.tag).removeprefix(TEI) for node in root.iter("*")}
    assert {"div", "head", "list", "label", "table", "cell", "figure", "graphic", "formula"} <= tags
    assert {"code", "quote", "q", "note", "ref", "del", "add", "foreign", "seg", "lb"} <= tags
    assert [head.text for head in root.iter(f"{TEI}head")][:3] == ["x", "c", "i"]
    cells = [dict(cell.attrib) for cell in root.iter(f"{TEI}cell")]
    assert {"rows": "2", "rend": "right"} in cells
    assert {"cols": "2"} in cells
    assert [item.get("n") for item in root.iter(f"{TEI}item") if item.get("n")] == ["2", "1"]
    assert root.findtext(f".//{TEI}formula") == "u<v"
    assert next(root.iter(f"{TEI}code")).text == "j"


@pytest.mark.parametrize("markup", ["", "<h2>one</h2>", "<hr>", "<p>a<h3>b</h3><p>c<h2>d</h2>"])
def test_tei_of_little_is_valid(markup: str):
    valid_tei(written("tei", markup))


@pytest.mark.parametrize("corpus_page", every_page(stride=25))
def test_tei_and_tree_of_a_real_page_are_valid(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier, url="https://a.org/b c/")
    mask = np.ones(page.n_tokens, dtype=np.bool_)
    mask[::7] = False
    result = Result("page", "page", "any", page, Extraction("any", Status.OK, mask=mask))

    valid_tei(tei.write(result))
    assert problems(json.loads(tree.write(result))) == []


# -- tree --------------------------------------------------------------------------------------


@cache
def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((ROOT / "docs" / "structure.schema.json").read_text())
    return loaded


def problems(value: Any, rule: Mapping[str, Any] | None = None, path: str = "$") -> list[str]:
    """Return where a value differs from the schema; for the keywords that the schema uses."""
    rule = schema() if rule is None else rule
    if "$ref" in rule:
        return problems(value, schema()["$defs"][rule["$ref"].rpartition("/")[2]], path)
    if "oneOf" in rule:
        kind = value.get("type") if isinstance(value, dict) else None
        options = [one for one in rule["oneOf"] if one["properties"]["type"]["const"] == kind]
        return problems(value, options[0], path) if options else [f"{path}: type {kind!r}"]
    if "const" in rule or "enum" in rule:
        allowed = rule.get("enum", [rule.get("const")])
        return [] if value in allowed else [f"{path}: {value!r}"]
    found: list[str] = []
    match rule["type"], value:
        case "array", list():
            for index, item in enumerate(value):
                found += problems(item, rule["items"], f"{path}[{index}]")
        case "object", dict():
            found += [f"{path}: no {name}" for name in rule["required"] if name not in value]
            found += [f"{path}: {name}" for name in value if name not in rule["properties"]]
            for name in rule["properties"].keys() & value.keys():
                found += problems(value[name], rule["properties"][name], f"{path}.{name}")
        case ("string", str()) | ("integer", int()) | ("boolean", bool()):
            pass
        case _:
            found.append(f"{path}: {type(value).__name__}")
    return found


def types_in(value: Any) -> set[str]:
    if isinstance(value, list):
        return set().union(*map(types_in, value))
    if not isinstance(value, dict):
        return set()
    own = {value["type"]} if "type" in value else set()
    return own.union(*map(types_in, value.values()))


def test_the_tree_has_every_kind_of_node_and_follows_its_schema():
    table = json.loads(tree.write(result_of(EVERYTHING, lambda _word: True, url="https://a.org/")))

    assert problems(table) == []
    declared = {
        option["properties"]["type"]["const"]
        for name in ("blocks", "inlines")
        for option in schema()["$defs"][name]["items"]["oneOf"]
    }
    assert types_in(table) == declared | {"item", "row", "cell"}
    assert problems({**table, "more": 1}) == ["$: more"]
    assert problems({**table, "blocks": [{"type": "list", "items": []}]}) != []


def test_the_schema_names_the_current_version():
    assert schema()["properties"]["version"]["const"] == tree.VERSION


def test_a_result_without_a_page_has_no_structure():
    failure = Result("page", "page", "any", None, Extraction("any", Status.ERROR))

    assert tei.write(failure) == tree.write(failure) == ""
