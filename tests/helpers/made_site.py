"""An invented site: articles with one template, as pages, files and records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.page import Page
from boilerscope.extractors.page.other_pages import KnownSite, SiteTable
from boilerscope.extractors.page.site.digests import site_page

if TYPE_CHECKING:
    from pathlib import Path

HOST = "https://tidings.example"
APPEAL = "The Tidings is written by nine people and read by four thousand every single week."
MENU = "Home Energy Harbour Culture"
BODY = (
    "Two small rotors under northern arch number {n} began to light part {n} of the town today.",
    "Nobody had told swan {n} about it, which slept on slack water behind pier {n} for years.",
    "By winter {n} the council of ward {n} must decide whether it wants some more of them.",
)
"""Paragraphs of article {n}."""


def markup(number: int, *, has_appeal: bool = True) -> str:
    """Return an article of the site."""
    body = "".join(f"<p>{text.format(n=number)}</p>" for text in BODY)
    appeal = f"<p>{APPEAL}</p>" if has_appeal else ""
    return (
        f"<html><head><title>Bridge {number} has a current - Tidings</title></head><body>"
        f"<nav>{MENU}</nav><article><h1>Bridge {number} has a current</h1>{body}{appeal}</article>"
        "</body></html>"
    )


def address(number: int) -> str:
    """Return the address of an article; every second one is in another section."""
    return f"{HOST}/{'energy' if number % 2 else 'harbour'}/bridge-{number}"


def article(number: int, *, has_appeal: bool = True) -> Page:
    """Return an article without its site."""
    name = f"bridge-{number}"
    return Page.from_text(markup(number, has_appeal=has_appeal), name=name, url=address(number))


def at_site(page: Page, others: list[Page]) -> Page:
    """Return a page with other pages of its site."""
    table = SiteTable.of(
        "tidings.example",
        len(others) + 1,
        (site_page(other, other.name) for other in (page, *others)),
    )
    markup_of = tuple((other.name, other.source) for other in others)
    return page.with_site(KnownSite(page.name, table, "test", markup_of))


def write_site(folder: Path, n_pages: int) -> Path:
    """Write JSON lines with the articles of the site; return the file."""
    import json

    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "site.jsonl"
    lines = (
        json.dumps({"id": f"bridge-{n}", "html": markup(n), "url": address(n)})
        for n in range(n_pages)
    )
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file
