"""Catalogue of algorithms as Markdown: sources, our decisions, agreement with originals.

The help in the window shows it; the pages in ``docs`` are made from it, too.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from boilerscope.extractors import registry

if TYPE_CHECKING:
    from collections.abc import Iterable


@cache
def table() -> dict[str, Any]:
    """Return the catalogue's table: families and demos."""
    text = (
        files("boilerscope.extractors.data").joinpath("catalogue.toml").read_text(encoding="utf-8")
    )
    return tomllib.loads(text)


def overview() -> str:
    """Return every family in one table, and the named demos without an algorithm."""
    lines = [
        "| algorithm | identifiers | source | what we follow | what we had to decide | agreement |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for family in table()["family"]:
        extractors = [registry.extractor(identifier) for identifier in family["ids"]]
        references = (extractor.reference for extractor in extractors)
        sources = "; ".join(_without_shorter(references))
        ids = ", ".join(f"`{identifier}`" for identifier in family["ids"])
        cells = [family["name"], ids, sources]
        cells += [family[key] for key in ("follows", "decided", "agreement")]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    demos = [f"- **{demo['name']}**: {demo['what']}" for demo in table()["demo"]]
    return "\n".join(
        [*lines, "", "## Named demos for which no algorithm was published", "", *demos, ""]
    )


def _without_shorter(references: Iterable[str]) -> list[str]:
    """Return distinct references, without those that are the beginning of another reference."""
    distinct = list(dict.fromkeys(references))
    return [
        reference
        for reference in distinct
        if not any(other != reference and other.startswith(reference) for other in distinct)
    ]
