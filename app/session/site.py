"""The site of the page on screen, as views show it: the pages, and the layer on the text. No Qt."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.page.site.evidence import MIN_OTHERS, site_evidence
from boilerscope.widgets.records import Layer, LayerKind
from boilerscope.widgets.site.records import SiteRecord, SiteRow

if TYPE_CHECKING:
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.site.evidence import SiteEvidence

SITE = "site"
"""Key of the layer with the share of other pages that have the text."""

SITE_LABEL = "On other pages"

_TEMPLATE_SHARE = float(ExtractorSettings().template_share)


def n_other_pages(page: Page | None) -> int:
    """Return the number of other pages of the site; 0 if there are too few for a layer."""
    evidence = None if page is None else site_evidence(page)
    is_enough = evidence is not None and evidence.n_others >= MIN_OTHERS
    return evidence.n_others if evidence is not None and is_enough else 0


def has_site(page: Page | None) -> bool:
    """Return whether enough other pages of the site are known for a layer."""
    return n_other_pages(page) > 0


def share_layer(page: Page | None, settings: Settings | None) -> Layer | None:
    """Return the share of other pages that have each token's segment; None without other pages.

    Parameters
    ----------
    settings : Settings or None
        Settings of the active pane, whose threshold is marked.
    """
    evidence = None if page is None else site_evidence(page)
    if evidence is None or not evidence.n_others:
        return None
    threshold = settings.template_share if isinstance(settings, ExtractorSettings) else math.nan
    return Layer(
        key=SITE,
        label=SITE_LABEL,
        kind=LayerKind.AMOUNT,
        values=evidence.token_share,
        unit="share",
        meaning="Share of the other pages of the site that have the text word for word.",
        high=1.0,
        threshold=threshold,
    )


def site_record(page: Page | None) -> SiteRecord | None:
    """Return the pages of the site, cached on the page; None if its site is not known."""
    evidence = None if page is None else site_evidence(page)
    if page is None or evidence is None or page.site is None:
        return None
    return page.cached(("site record", page.site), lambda page: _record(page, evidence))


def _record(page: Page, evidence: SiteEvidence) -> SiteRecord:
    link = page.site
    table = None if link is None else link.table()
    names = () if table is None else tuple(other.name for other in table.pages)
    shares = np.zeros(0) if table is None else table.template_shares(_TEMPLATE_SHARE)
    template = dict(zip(names, shares.tolist(), strict=True))
    own_name = "" if link is None else link.name
    is_template = (evidence.n_with >= 2) & (evidence.share >= _TEMPLATE_SHARE)
    own_share = evidence.n_tokens[is_template].sum() / max(page.n_tokens, 1)
    layouts = evidence.other_layout.tolist()
    urls = {} if table is None else {other.name: other.url for other in table.pages}
    own_url = urls.get(own_name) or page.url or ""
    own = SiteRow(
        own_name, _label(own_url, own_name), evidence.layout, float(own_share), page.n_tokens
    )
    others = tuple(
        SiteRow(
            other.name,
            _label(other.url, other.name),
            layout,
            template.get(other.name, 0.0),
            other.n_tokens,
        )
        for other, layout in zip(evidence.others, layouts, strict=True)
    )
    return SiteRecord(
        evidence.site, own, others, evidence.n_listed, len(evidence.copies), evidence.has_segment
    )


def _label(url: str, name: str) -> str:
    """Return the path of an address on its site, or the name of a page without an address."""
    try:
        parts = urlsplit(url)
    except ValueError:  # not an address
        return name
    if parts.scheme not in {"http", "https"}:
        return name
    path = parts.path.strip("/") + (f"?{parts.query}" if parts.query else "")
    return path or parts.netloc
