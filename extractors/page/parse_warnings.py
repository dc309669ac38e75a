"""Page warnings: text that the parser lost or moved, pages without text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from boilerscope.extractors.page.parsing import MAX_LEVELS
from boilerscope.extractors.page.records import PageWarning
from boilerscope.extractors.system.late import late_calls
from boilerscope.extractors.system.wording import counted, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.page.columns import Columns
    from boilerscope.extractors.page.parsing import Tree
    from boilerscope.extractors.page.source_scan import count_letters, scan_letters
else:
    count_letters, scan_letters = late_calls(
        "boilerscope.extractors.page.source_scan", "count_letters", "scan_letters"
    )

_MAX_NAMES = 8
_BEGINS_AS_JSON = re.compile(r"\s*+[\[{]\s*+[\"\[{]")
_TAG = re.compile("<[A-Za-z!/?]")


def parse_warnings(source: str, tree: Tree, columns: Columns) -> Iterator[PageWarning]:
    """Yield warnings of content that the parser lost or moved.

    Parameters
    ----------
    source : str
        The parsed text.
    tree : Tree
        The tree, as returned by the parser.
    columns : Columns
        The columns of the tree.
    """
    if tree.hit_limit or int(columns.elements.depth.max()) >= MAX_LEVELS:
        yield from _cut(source, tree, columns)
    if tree.n_moved:
        yield PageWarning(
            "after-end",
            "Text or elements after the end of the html element were moved to the end of the body.",
        )


def missing_text(source: str, columns: Columns) -> Iterator[PageWarning]:
    """Yield warnings that explain why the page has little or no text of its own."""
    if not source or source.isspace():
        yield PageWarning("empty", "The page is empty.")
    elif _BEGINS_AS_JSON.match(source) and source.rstrip().endswith(("}", "]")):
        yield PageWarning("json", "The page is JSON, which is read as if it were markup.")
    elif not _TAG.search(source):
        yield PageWarning("no-markup", "The page has no tag. All of it is read as text.")
    yield from _frames(columns)
    yield from _inner_documents(columns)
    yield from _only_scripts(columns)


def _cut(source: str, tree: Tree, columns: Columns) -> Iterator[PageWarning]:
    """Yield a warning if the parser stopped early, with the share of letters and digits lost."""
    letters = scan_letters(source)
    n_kept = count_letters(columns.text)
    n_lost = len(letters) - n_kept
    reason = f"its elements are nested deeper than the {MAX_LEVELS:,} levels that can be read"
    if n_lost > 0:
        line = source.count("\n", 0, int(letters.start[letters.offset[n_kept]])) + 1
        yield PageWarning(
            "cut-at-depth",
            f"The page is cut at line {line:,}: {reason}. {percent(n_lost / len(letters), 1)} of"
            " its text is lost.",
        )
    elif tree.hit_limit:
        yield PageWarning("cut-at-depth", f"The page is cut after its text: {reason}.")


def _frames(columns: Columns) -> Iterator[PageWarning]:
    tags = columns.elements.tag_names
    if "frame" in tags or "frameset" in tags:
        nodes = zip(columns.elements.node, columns.elements.tag, strict=True)
        frames = [node.get("src") or "without address" for node, tag in nodes if tag == "frame"]
        addresses = ", ".join(frames[:_MAX_NAMES]) + (" ..." if len(frames) > _MAX_NAMES else "")
        yield PageWarning(
            "frameset",
            f"The page is a frameset. Its text is in {counted(len(frames), 'frame')}"
            + (f" ({addresses})." if addresses else "."),
        )


def _inner_documents(columns: Columns) -> Iterator[PageWarning]:
    """Yield a warning if the page has documents of its own that a browser shows in it."""
    nodes = zip(columns.elements.node, columns.elements.tag, strict=True)
    n_found = sum(
        (tag == "iframe" and bool((node.get("srcdoc") or "").strip()))
        or (tag == "template" and node.get("shadowrootmode") in {"open", "closed"})
        for node, tag in nodes
        if tag in {"iframe", "template"}
    )
    if n_found:
        yield PageWarning(
            "inner-documents",
            f"The text of {counted(n_found, 'frame or shadow tree', 'frames or shadow trees')} in"
            " the page (srcdoc, shadowrootmode) is not read.",
        )


def _only_scripts(columns: Columns) -> Iterator[PageWarning]:
    if len(columns.tokens) == 0 and "script" in columns.elements.tag_names:
        n_scripts = columns.elements.tag.count("script")
        yield PageWarning(
            "only-scripts",
            f"The page has no text of its own. Its {counted(n_scripts, 'script')} may add text if"
            " you open it as rendered.",
        )
