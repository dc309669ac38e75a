"""Extractor site_style_tree: elements that all pages of a site present alike are dropped."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.site_style_tree.settings import StyleTreeSettings
from boilerscope.extractors.algorithms.site_style_tree.steps import (
    LEAF,
    MEANINGFUL,
    NEW,
    NOISE,
    map_step,
)
from boilerscope.extractors.algorithms.site_style_tree.tree import (
    ElementNode,
    PageNode,
    page_tree,
    site_tree,
    weigh,
)
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column, Extraction, Status, Tree
from boilerscope.extractors.model.extractor import Extractor, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.page import Page, segments
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.page.site.evidence import site_evidence
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray

    from boilerscope.extractors.page.other_pages import SiteLink
    from boilerscope.extractors.page.site.evidence import SiteEvidence

NEEDS = (
    "The site style tree needs other pages of the site. Open a folder or corpus with more pages of"
    " it, or name them with --site."
)


@dataclass(slots=True)
class _Verdict:
    """What the tree says of a segment: rule, and the element node that decided."""

    rule: int
    node: ElementNode | None


class SiteStyleTree(Extractor[StyleTreeSettings]):
    """Extractor that maps a page to the style tree of its site."""

    id = "site_style_tree"
    name = "Site style tree"
    summary = "Drops elements that the pages of a site present and fill alike."
    reference = (
        "L. Yi, B. Liu, X. Li, Eliminating noisy information in Web pages for data mining, KDD 2003"
    )
    help = """\
The pages of a site are merged into one tree. An **element node** is an element at one place with
its presentation; its **style nodes** are the different sequences of elements below it. An element
that all pages present in one style, filled with the same words, is unimportant; one whose pages
differ is important.

    NodeImp(E) = -Σ p_i log_m p_i      over the styles of E; 1 for an element of one page
    CompImp(E) = (1 - γ^l) NodeImp(E) + γ^l Σ p_i CompImp(S_i)      with l styles
    CompImp(S) = mean of CompImp over the elements of style S
    CompImp(leaf) = 1 - Σ H(a_i) / N      over its N words, H(a_i) = -Σ p_ij log_m p_ij

`m` is the number of pages with E, `p_i` the share of them in style i, `p_ij` the share of word i on
page j. An element is **noise** if it and all elements below have a composite importance under the
threshold, **meaningful** if no part of it is noise. A page is mapped to the tree from the top:
noise is dropped, meaningful elements are kept, and so is what the tree does not have.

*Where we differ.* Elements are the block-level ones with text, and a leaf is a run of text between
them. The features of a leaf are its words; the paper also has addresses of images and links.
`class`, with numbers read as 0, counts as presentation. Copies of the page, such as print versions,
are left out: with them, its whole article would be noise. The paper leaves the threshold to the
user.

*Where it fails.* It needs other pages of the site. Small sites give coarse entropies; a list that
differs on every page is kept; a single style with varying text needs the leaves to decide.
"""
    settings_class = StyleTreeSettings
    scores = (
        Score("site_pages", "Pages in the tree", "pages", "Pages merged into the style tree."),
    )
    needs = frozenset(("site",))
    makes_tree = True

    def extract(
        self, page: Page, settings: StyleTreeSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the segments that are not noise.

        The status is ``unavailable`` if no other page of the site is known.
        """
        del inputs
        evidence = site_evidence(page)
        others = () if evidence is None else _trees(page, evidence, settings)
        if page.site is None or len(others) < 1:
            return Extraction(self.id, Status.UNAVAILABLE, settings, NEEDS)
        own = page_tree(page, settings.attributes)
        site = site_tree((own, *others))
        weigh(site, settings.gamma, settings.threshold)
        verdicts: dict[int, _Verdict] = {}
        matched: list[tuple[PageNode, ElementNode | None, int]] = []
        _map(own, site, verdicts)
        _match(own, site, -1, matched)
        parts = segments(page)
        rule = np.array([verdicts[row].rule for row in range(len(parts))], dtype=np.int32)
        content = rule != NOISE
        blocks = Blocks.from_ranges(parts.token_start, parts.token_end, parts.element)
        mask = blocks.mask(content, page.n_tokens)
        values = _values([verdicts[row].node for row in range(len(parts))])
        return Extraction(
            extractor=self.id,
            status=Status.OK if mask.any() else Status.EMPTY,
            settings=settings,
            message="" if mask.any() else "The whole page is noise of its site.",
            blocks=blocks,
            columns=_columns(values),
            steps=(map_step(rule),),
            content=content,
            mask=mask,
            own_text=Lazy(lambda: kept_text(page, mask)),
            scores={"site_pages": float(1 + len(others))},
            tree=Lazy(lambda: _shown(page, matched)),
            used={"site": page.site.version},
            warnings=_notes(len(others)),
        )


SITE_STYLE_TREE = SiteStyleTree()


def _trees(page: Page, evidence: SiteEvidence, settings: StyleTreeSettings) -> tuple[PageNode, ...]:
    """Return the trees of other pages of a site, without copies of the page.

    What a page and its copy have alike would be noise: its whole article.
    """
    if page.site is None:
        return ()
    left_out = frozenset((page.site.name, *evidence.copies))
    return _cached_trees(page.site, left_out, settings.max_pages - 1, settings.attributes)


@lru_cache(maxsize=64)
def _cached_trees(
    site: SiteLink, left_out: frozenset[str], max_pages: int, attributes: tuple[str, ...]
) -> tuple[PageNode, ...]:
    others = [(name, markup) for name, markup in site.sources() if name not in left_out]
    return tuple(_tree_of(name, markup, attributes) for name, markup in others[:max_pages])


@lru_cache(maxsize=128)
def _tree_of(name: str, markup: str, attributes: tuple[str, ...]) -> PageNode:
    return page_tree(Page.from_text(markup, name=name), attributes)


def _map(page: PageNode, site: ElementNode, verdicts: dict[int, _Verdict]) -> None:
    """Map an element of the page to the site (procedure MapSST of the paper)."""
    if site.is_noisy:
        _decide(page, _Verdict(NOISE, site), verdicts)
    elif site.is_leaf:
        _decide(page, _Verdict(LEAF, site), verdicts)
    elif site.is_meaningful:
        _decide(page, _Verdict(MEANINGFUL, site), verdicts)
    else:
        style = site.style_like(page.children)
        if style is None:
            _decide(page, _Verdict(NEW, site), verdicts)
            return
        for child, element in zip(page.children, style.elements, strict=True):
            _map(child, element, verdicts)


def _decide(page: PageNode, verdict: _Verdict, verdicts: dict[int, _Verdict]) -> None:
    if page.segment >= 0:
        verdicts[page.segment] = verdict
    for child in page.children:
        _decide(child, verdict, verdicts)


def _match(
    page: PageNode,
    site: ElementNode | None,
    parent: int,
    matched: list[tuple[PageNode, ElementNode | None, int]],
) -> None:
    """List the elements of the page with their node of the site and the number of their parent."""
    number = len(matched)
    matched.append((page, site, parent))
    style = None if site is None else site.style_like(page.children)
    below: list[ElementNode | None] = [None] * len(page.children)
    if style is not None:
        below = list(style.elements)
    for child, element in zip(page.children, below, strict=True):
        _match(child, element, number, matched)


def _values(nodes: Sequence[ElementNode | None]) -> dict[str, NDArray[Any]]:
    return {
        "composite": np.array([np.nan if node is None else node.composite for node in nodes]),
        "importance": np.array([np.nan if node is None else node.importance for node in nodes]),
        "pages": np.array([0 if node is None else node.m for node in nodes], dtype=np.int32),
        "styles": np.array(
            [0 if node is None else len(node.styles) for node in nodes], dtype=np.int32
        ),
    }


def _columns(values: dict[str, NDArray[Any]]) -> tuple[Column, ...]:
    return (
        Column(
            "composite",
            "Composite importance",
            "",
            "(1 - γ^l) NodeImp + γ^l Σ p_i CompImp(S_i) of the element that decided.",
            values["composite"],
        ),
        Column(
            "importance",
            "Node importance",
            "",
            "Entropy of the presentation styles of the element that decided.",
            values["importance"],
        ),
        Column("pages", "Pages", "pages", "Pages of the site with this element.", values["pages"]),
        Column(
            "styles", "Styles", "styles", "Presentation styles of the element.", values["styles"]
        ),
    )


def _shown(page: Page, matched: list[tuple[PageNode, ElementNode | None, int]]) -> Tree:
    labels = [
        page.path(node.row).rpartition(" > ")[2] + (" (text)" if node.segment >= 0 else "")
        for node, _, _ in matched
    ]
    return Tree(
        np.array([parent for _, _, parent in matched], dtype=np.int32),
        np.array([node.segment for node, _, _ in matched], dtype=np.int32),
        labels,
        _columns(_values([site for _, site, _ in matched])),
        choice_is_ours=False,
    )


def _notes(n_others: int) -> tuple[str, ...]:
    if n_others >= 4:
        return ()
    return (f"Only {counted(n_others, 'other page')} of this site: entropies are coarse.",)
