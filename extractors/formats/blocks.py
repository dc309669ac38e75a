"""Blocks of an extraction as rows of plain values, for CSV and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from extractors.model.sentence import verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractors.formats.record import Result
    from extractors.page import Page


def block_text(page: Page, runs: list[tuple[int, int]]) -> str:
    """Return the page text of token ranges, white space collapsed."""
    parts = [page.text[int(page.tokens.start[a]) : int(page.tokens.end[b - 1])] for a, b in runs]
    return " ".join(" ".join(parts).split())


def block_rows(result: Result) -> Iterator[dict[str, Any]]:
    """Yield one row per block: number, state, class, deciding rule, labels, figures, text."""
    page, made = result.page, result.extraction
    if page is None:
        return
    counts = made.blocks.token_counts()
    for block in range(len(made.blocks)):
        kept = bool(made.content[block])
        yield {
            "block": block,
            "class": "C" if kept else "B",
            "kept": kept,
            "tokens": int(counts[block]),
            "rule": verdict(made, block),
            "labels": " ".join(made.labels_of(block)),
            **{column.name: column.values[block].item() for column in made.columns},
            "path": page.path(int(made.blocks.element[block]))
            if made.blocks.element[block] >= 0
            else "",
            "text": block_text(page, made.blocks.runs(block)),
        }
