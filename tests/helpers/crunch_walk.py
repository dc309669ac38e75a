"""Crunch written a second time after its specification: one walk that changes a tree on the way.

Slow and plain, for comparison. It stores only the tree; only the settings decide.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from lxml import etree
from lxml import html as lxml_html

from boilerscope.extractors.algorithms.crunch.nodes import FLASH_CLASS, hosts_of
from boilerscope.extractors.formats.html.head import is_replaced

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
    from boilerscope.extractors.page import Page

_TRIMMED = "".join(map(chr, range(33)))
_TAGS = (
    ("styles", "style"),
    ("meta", "meta"),
    ("forms", "form"),
    ("input", "input"),
    ("button", "button"),
    ("select", "select"),
    ("iframe", "iframe"),
)


class _Text(etree.ElementBase):
    """A text node as an element, so that removing other nodes moves no text."""

    TAG = "text-node"


def walked(page: Page, settings: CrunchSettings) -> Any:
    """Return the document element of a copy that the walk has changed.

    Comments are left out, and so are the elements that every written page replaces.
    """
    root: Any = copy.deepcopy(page.root)
    _wrap_texts(root)
    walk = CrunchWalk(settings)
    walk.visit(root)
    if settings.add_links_to_bottom and walk.body is not None:
        walk.body.append(_removed_links(walk.links))
    for node in list(root.iter("base", "meta")):
        if is_replaced(node):
            walk.drop(node)
    _unwrap_texts(root)
    return root


class CrunchWalk:
    """The walk of one page."""

    def __init__(self, settings: CrunchSettings) -> None:
        self.on = settings
        self.hosts = set(settings.ad_hosts or ())
        self.links: list[tuple[str, str]] = []
        self.body: Any = None

    def visit(self, node: Any) -> None:
        """Edit and delete, then visit the children."""
        if _tag(node):
            self.edit(node)
            if not self.delete(node):
                return
        for child in list(node):
            self.visit(child)

    def edit(self, node: Any) -> None:
        if self.on.cell_width and node.tag in {"td", "table"}:
            node.attrib.pop("width", None)
        if self.on.style_attributes or (self.on.div_style and node.tag == "div"):
            node.attrib.pop("style", None)

    def delete(self, node: Any) -> bool:  # noqa: C901, PLR0911, PLR0912 - one chain of rules
        """Apply the first rule that matches; return whether to visit the children."""
        on, tag = self.on, node.tag
        address = node.get("href") if node.get("href") is not None else node.get("src") or ""
        if on.ads and hosts_of([address])[0] in self.hosts:
            return self.drop(node)
        if on.link_lists and tag == "td":
            self.link_list(node)
            return True
        if on.text_links and _is_link(node) and not _is_image_link(node):
            self.links.append((_first_text(node), node.get("href")))
            return self.drop(node)
        if on.image_links and _is_image_link(node):
            return self.image_link(node)
        if on.images and tag == "img" and not _is_image_link(node):
            alt, source = node.get("alt"), node.get("src")
            if on.display_image_alts and alt and source:
                link = etree.Element("a", href=source)
                etree.SubElement(link, "b").append(_text(f"[{alt}]"))
                node.addprevious(link)
            return self.drop(node)
        if (on.scripts and tag == "script") or (on.noscript and tag == "noscript"):
            return self.drop(node)
        if on.scripts and tag == "noscript":
            for child in list(node):
                node.addprevious(child)
            return self.drop(node)
        if on.external_styles and tag == "link" and node.get("rel") == "stylesheet":
            return self.drop(node)
        if any(getattr(on, switch) and tag == name for switch, name in _TAGS):
            return self.drop(node)
        if on.empty_tables and tag == "table":
            for child in list(node):
                self.visit(child)
            if self.is_empty(node):
                self.drop(node)
            return False
        if on.embed and tag == "embed":
            return self.drop(node)
        if tag == "body" and self.body is None:
            self.body = node
        if on.flash and _is_flash(node):
            return self.drop(node)
        return True

    @staticmethod
    def drop(node: Any) -> bool:
        if node.getparent() is not None:
            node.getparent().remove(node)
        return False

    def image_link(self, node: Any) -> bool:
        if not self.on.display_image_link_alts:
            return self.drop(node)
        if node.tag == "a":
            return True
        link = node.getparent() if _is_link(node.getparent()) else None
        target, says = ("#", "Image Map")
        if link is not None:
            target, says = link.get("href"), node.get("alt") or "-Link-"
        bold = etree.Element("b")
        bold.append(_text("["))
        etree.SubElement(bold, "a", href=node.get("src") or "").append(_text("Image"))
        bold.append(_text(" | "))
        inner = etree.SubElement(etree.SubElement(bold, "i"), "a", href=target)
        inner.append(_text(says))
        bold.append(_text("]"))
        (node if link is None else link).addprevious(bold)
        self.drop(node)
        if link is not None and not len(link):
            self.drop(link)
        return False

    def link_list(self, cell: Any) -> None:
        on = self.on
        if not len(cell):
            return
        counts = _is_link
        if on.lc_text and not on.lc_image:
            counts = _is_text_link
        elif on.lc_image and not on.lc_text:
            counts = _is_image_link
        nodes = [descendant for descendant in cell.iter() if _tag(descendant)]
        texts = [
            descendant
            for descendant in cell.iter(_Text.TAG)
            if not any(map(_is_link, descendant.iterancestors()))
        ]
        links = sum(map(counts, nodes))
        words = sum(len(descendant.text) for descendant in texts) / on.letters_per_word
        ratio = links / words if words else on.limit + 1
        if ratio <= on.limit:
            return
        goes = list(cell)
        if on.only_links_and_text:
            goes = [descendant for descendant in nodes[1:] if counts(descendant)]
            goes += [] if on.lc_image and not on.lc_text else texts
        for descendant in nodes:
            if on.retain_from_link_lists and _is_link(descendant):
                around = [descendant, *descendant.iterancestors()]
                if any(up in goes for up in around):
                    self.links.append((_first_text(descendant), descendant.get("href")))
        for descendant in goes:
            self.drop(descendant)

    def is_empty(self, table: Any) -> bool:
        length = 0
        for node in table.iter():
            if _tag(node) and node.tag in self.on.substance():
                return False
            if node.tag == _Text.TAG:
                length += len(node.text.strip(_TRIMMED))
                if length >= self.on.min_text_length:
                    return False
        return True


def _tag(node: Any) -> bool:
    return isinstance(node.tag, str) and node.tag != _Text.TAG


def _is_link(node: Any) -> bool:
    return node is not None and node.tag == "a" and node.get("href") is not None


def _is_image_link(node: Any) -> bool:
    if node.tag == "img":
        return _is_link(node.getparent()) or node.get("usemap") is not None
    return _is_link(node) and any(child.tag == "img" for child in node)


def _is_text_link(node: Any) -> bool:
    return _is_link(node) and not _is_image_link(node)


def _is_flash(node: Any) -> bool:
    if node.tag == "object":
        return (node.get("classid") or "").lower() == FLASH_CLASS
    key = {"param": "value", "embed": "src"}.get(node.tag)
    return key is not None and (node.get(key) or "").lower().endswith(".swf")


def _first_text(link: Any) -> str:
    return link[0].text if len(link) and link[0].tag == _Text.TAG else ""


def _text(text: str) -> Any:
    node = _Text()
    node.text = text
    return node


def _wrap_texts(root: Any) -> None:
    for node in list(root.iter()):
        if node.tail:
            tail, node.tail = node.tail, None
            node.addnext(_text(tail))
        if isinstance(node.tag, str) and node.text:
            text, node.text = node.text, None
            node.insert(0, _text(text))


def _unwrap_texts(root: Any) -> None:
    etree.strip_elements(root, etree.Comment, etree.ProcessingInstruction, with_tail=False)
    etree.strip_tags(root, _Text.TAG)


def _removed_links(links: list[tuple[str, str]]) -> Any:
    table: Any = lxml_html.fragment_fromstring(
        '<table cellpadding="5" width="100%"><tr><td bgcolor="white">'
        "<center><h3>Removed Links:</h3></center></td></tr></table>"
    )
    for text, address in links:
        link = etree.SubElement(table[0][0], "a", href=address, style="color: blue")
        link.text = text
        etree.SubElement(table[0][0], "br")
    return table
