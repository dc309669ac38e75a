"""Split into training and validation pages by site, with all pages of a site on one side."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page.records import BoolArray

_SECOND_LEVEL = frozenset(
    ("ac", "co", "com", "edu", "gob", "gouv", "gov", "go", "ne", "net", "or", "org")
)
"""Labels before a country's domain under which sites are registered, as in ``example.co.uk``."""

_COUNTRY_LENGTH = 2


def site_of(page: ListedPage) -> str:
    """Return the site of a page: its approximate registered domain; without address, its name.

    Subdomains belong to the same site, because their pages usually share a template.
    """
    return site_of_address(page.url or "") or page.name


def site_of_address(url: str) -> str:
    """Return the approximate registered domain of an address; empty if it has none."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:  # not an address
        host = ""
    labels = host.rstrip(".").split(".")
    if not host or all(label.isdigit() for label in labels):
        return host
    is_country = len(labels) > 2 and len(labels[-1]) == _COUNTRY_LENGTH
    n_labels = 3 if is_country and labels[-2] in _SECOND_LEVEL else 2
    return ".".join(labels[-n_labels:])


def training_pages(
    pages: Sequence[ListedPage], rows: Sequence[int], share: float, seed: int
) -> BoolArray:
    """Return a mask of the training pages of a corpus, shape (n_pages,).

    Sites are added in the order of a hash until there are enough pages, so that the split of a
    corpus is reproducible.

    Parameters
    ----------
    rows : sequence of int
        Numbers of the pages to split.
    share : float
        Approximate share of the pages for training.
    """
    sites: dict[str, list[int]] = {}
    for row in rows:
        sites.setdefault(site_of(pages[row]), []).append(row)
    mask = np.zeros(len(pages), dtype=np.bool_)
    n_training = 0
    for site in sorted(sites, key=lambda name: hashlib.sha256(f"{seed} {name}".encode()).digest()):
        n_more = len(sites[site])
        if n_training + n_more / 2 > share * len(rows):
            continue
        mask[sites[site]] = True
        n_training += n_more
    return mask
