"""A library of forty lines with each kind of rule that a trace can name, for tests of traces."""

from __future__ import annotations

import copy
import re
from typing import Any

from lxml import etree, html

CLEANED = ["nav", "aside"]
TEASERS: list[Any] = [
    etree.XPath(".//*[self::div or self::p][contains(@class, 'teaser') or @hidden]")
]
NOISE = re.compile("share|social")
MIN_LENGTH = 20


def remove(element: Any, keep_tail: bool = True) -> None:  # noqa: FBT001, FBT002 - as libraries write
    parent = element.getparent()
    if keep_tail and element.tail:
        previous = element.getprevious()
        if previous is None:
            parent.text = (parent.text or "") + element.tail
        else:
            previous.tail = (previous.tail or "") + element.tail
    parent.remove(element)


def load(text: str) -> Any:
    return html.document_fromstring(text)


def clean(tree: Any) -> Any:
    for tag in CLEANED:
        for element in list(tree.iter(tag)):
            remove(element)
    for expression in TEASERS:
        for element in expression(tree):
            remove(element)
    return tree


def is_link_list(element: Any) -> bool:
    linked = sum(len(link.text_content()) for link in element.iter("a"))
    total = len(element.text_content())
    return linked > 0.5 * total and element.tag == "ul"


def prune(tree: Any) -> Any:
    for element in list(tree.iter("div", "p")):
        if NOISE.search(element.get("class", "")):
            remove(element, keep_tail=False)
    for element in [item for item in tree.iter("ul") if is_link_list(item)]:
        remove(element)
    for element in list(tree.iter("blockquote")):
        drop = False
        if len(element.findall("img")) > 2 or len(element.text_content()) < MIN_LENGTH:
            drop = True
        if drop:
            remove(element)
    return tree


def write(element: Any) -> Any:
    if element.tag not in {"p", "h1", "blockquote"}:
        return None
    new = etree.Element("p")
    new.text = " ".join(element.text_content().split())
    return new


def read(tree: Any) -> Any:
    body = etree.Element("body")
    for element in tree.iter("*"):
        new = write(element)
        if new is not None:
            body.append(new)
    return body


def extract(text: str) -> str:
    body = read(prune(clean(copy.deepcopy(load(text)))))
    return "\n".join(str(element.text) for element in body)
