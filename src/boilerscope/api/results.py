"""Results of extractors on a page: text, blocks, and why a text was kept or dropped."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.api.pages import Source, read
from boilerscope.api.pane_results import PaneResult
from boilerscope.api.panes import described_settings, pane
from boilerscope.api.tables import Table
from boilerscope.extractors import runner
from boilerscope.extractors.errors import ExtractorError, UnknownNameError
from boilerscope.extractors.formats.blocks import BlockRow, block_rows
from boilerscope.extractors.formats.catalogue import FORMATS, apply_text
from boilerscope.extractors.formats.record import Result as WrittenResult
from boilerscope.extractors.formats.structure.options import options_of
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.page.page import Page
from boilerscope.extractors.system.wording import counted
from boilerscope.extractors.text.quoted import tokens_of
from boilerscope.extractors.what_if import WhatIf, describe_change, what_if

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.runner import Pane

_FLIPS_S = 5.0
"""Maximum time of the search for changes of settings, in seconds."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Reason:
    """Why a block was kept or dropped. ``str(reason)`` is one sentence or two.

    Attributes
    ----------
    kept : bool
        Whether the text was kept.
    block : BlockRow or None
        The block that contains the text; None if the extractor has no block there.
    rule : str
        The rule that decided, with measured values and thresholds; empty without one.
    changes : tuple of WhatIf
        Settings that would reverse the decision, each with the nearest value that was found
        (``field``, ``old``, ``new``) and the number of other words that it would add or remove
        (``gained``, ``lost``).
    """

    kept: bool
    block: BlockRow | None
    rule: str
    changes: tuple[WhatIf, ...] = ()

    def __str__(self) -> str:
        where = "outside of all blocks" if self.block is None else f"block {self.block.block}"
        sentences = [f"{'Kept' if self.kept else 'Dropped'}, {where}"]
        sentences[0] += f": {self.rule}." if self.rule else "."
        if self.changes:
            other = "Dropped" if self.kept else "Kept"
            sentences.append(
                f"{other} with " + ", or with ".join(map(describe_change, self.changes)) + "."
            )
        return " ".join(sentences)

    def __repr__(self) -> str:
        return str(self)


class Result(PaneResult):
    """What an extractor made of a page.

    Attributes
    ----------
    page : Page
        The page.
    pane : Pane
        The extractor with its settings.
    extraction : Extraction
        The whole record: steps, curves, tree, scores, edits. It may change between versions.
    """

    @property
    def text(self) -> str:
        """The text exactly as the algorithm prints it."""
        return self.extraction.own_text

    @property
    def page_text(self) -> str:
        """The kept words with the page's own spacing, one line for each paragraph."""
        return kept_text(self.page, self.mask)

    @property
    def title(self) -> str:
        """The title that the algorithm found, else that of the document."""
        return self.extraction.title or self.page.title

    @cached_property
    def blocks(self) -> tuple[BlockRow, ...]:
        """The blocks that the algorithm decided on, in its order.

        Each has ``text``, ``kept``, ``rule`` (the sentence of the rule that decided), ``labels``,
        ``tokens``, ``path`` (of its element) and ``values``, the measured quantities by name.
        """
        return tuple(block_rows(self._written))

    @cached_property
    def table(self) -> Table:
        """A row for each block, with a column for each measured quantity.

        A quantity that is named like another column has the suffix ``_figure``, as in CSV files.
        """
        first = ("block", "kept", "tokens", "rule", "labels", "path", "text")
        names = [column.name for column in self.extraction.columns]
        shown = {name: f"{name}_figure" if name in first else name for name in names}
        return Table((*first, *shown.values()), (_block_row(row, shown) for row in self.blocks))

    def why(self, text: str, *, changes: bool = True) -> Reason:
        """Return why the block with a text was kept or dropped.

        Parameters
        ----------
        text : str
            A few words of the page; white space and, if need be, case are ignored. The first
            occurrence counts.
        changes : bool
            Whether settings are searched that would reverse the decision: the extractor runs again
            for each value that is tried, for at most five seconds.

        Raises
        ------
        PageError
            If the page does not contain the text.
        """
        tokens = tokens_of(self.page, text)
        owner = self.extraction.block_of_token[tokens]
        owner = owner[owner >= 0]
        block = int(np.bincount(owner).argmax()) if len(owner) else -1
        kept = bool(self.mask[tokens].mean() >= 0.5)
        if block < 0:
            return Reason(kept, None, "")
        row = self.blocks[block]
        return Reason(kept, row, row.rule, self._flips(block) if changes else ())

    def export(self, format: str, **options: object) -> str:  # noqa: A002 - the word of the command line
        """Return the result as a file of a format, such as ``markdown``, ``tei`` or ``jsonl``.

        Parameters
        ----------
        **options
            Options of the structure that differ from their defaults, as on the command line:
            ``tables=False``, ``links="page"``, ``text="own"`` for the Markdown, TEI or HTML that
            a library writes itself, ``text="markdown"`` for the text of ``jsonl``.

        Raises
        ------
        UnknownNameError
            If there is no such format or option; the message gives the nearest name.
        SettingsError
            If a value is not valid.
        ExtractorError
            If the extractor does not write its own output in this format.
        """
        if format not in FORMATS:
            raise UnknownNameError("format", format, FORMATS)
        result = replace(self._written, options=options_of(options))
        return FORMATS[format].write(apply_text(result, format))

    def __repr__(self) -> str:
        settings = described_settings(self.pane)
        head = f"{self.name} on {self.page.name!r}" + (f" with {settings}" if settings else "")
        if self.status is not Status.OK:
            return f"<Result of {head}: {self.status}: {self.message}>"
        n_kept = int(np.count_nonzero(self.mask))
        share = n_kept / max(self.page.n_tokens, 1)
        kept = f"{n_kept:,} of {counted(self.page.n_tokens, 'word')}"
        return f"<Result of {head}: {kept} kept ({share:.0%})>"

    def _repr_html_(self) -> str:
        from boilerscope.api.picture.view import view

        return view(self.page, [self])._repr_html_()

    @property
    def _written(self) -> WrittenResult:
        source = self.page.url or self.page.name
        return WrittenResult(source, self.page.name, self.name, self.page, self.extraction)

    def _flips(self, block: int) -> tuple[WhatIf, ...]:
        end = time.monotonic() + _FLIPS_S
        return tuple(
            what_if(
                lambda settings: runner.run(self.page, self.pane.extractor, settings),
                self.extraction,
                block,
                cancelled=lambda: time.monotonic() > end,
            )
        )


def extract(
    page: Page | Source, extractor: str = "boilerpipe.article", /, **settings: object
) -> Result:
    """Run an extractor on a page.

    Parameters
    ----------
    page : Page or source
        A page, or anything that `read` takes.
    extractor : str
        Identifier (`list_extractors` gives all), or the location of one of yours, such as
        ``mine.py:longest``.
    **settings
        Settings that differ from their defaults, see `pane`.

    Returns
    -------
    Result
        ``text``, ``title``, ``blocks``, ``mask``, ``why("a few words")``. Its status is ``ok``, or
        ``empty`` if the algorithm kept nothing.

    Raises
    ------
    UnknownNameError
        If no extractor or setting has this name; the message gives the nearest name.
    SettingsError
        If a value is not valid.
    ExtractorError
        If the extractor has no result: it failed, a library is not installed, or the page lacks
        what it needs.
    PageError
        If the page cannot be read.

    Notes
    -----
    The extractor runs in this process; `boilerscope extract` and `score` run libraries and your
    own extractors in worker processes with a time limit.

    Examples
    --------
    >>> import boilerscope
    >>> page = boilerscope.read("sample:news-en")
    >>> boilerscope.extract(page, "boilerpipe.article", max_link_density=0.2).title
    'The old bridge has a new current | Energy | The Merrowby Tidings'
    """
    result = run_pane(page if isinstance(page, Page) else read(page), pane(extractor, **settings))
    if not result.has_result:
        raise ExtractorError(f"{result.name} on {result.page.name!r}: {result.message}")
    return result


def run_pane(page: Page, pane: Pane, cached: runner.CachedResults | None = None) -> Result:
    """Run a pane; a failure is a result with its message."""
    return Result(page, pane, runner.run(page, pane.extractor, pane.settings, cached))


def _block_row(row: BlockRow, shown: Mapping[str, str]) -> dict[str, Any]:
    return {
        "block": row.block,
        "kept": row.kept,
        "tokens": row.tokens,
        "rule": row.rule,
        "labels": " ".join(row.labels),
        "path": row.path,
        "text": row.text,
        **{shown[name]: value for name, value in row.values.items()},
    }
