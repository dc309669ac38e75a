"""Several panes on one page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.api.pages import Source, read
from boilerscope.api.panes import PaneLike, described_settings, panes_of
from boilerscope.api.results import Result, run_pane
from boilerscope.api.tables import Table
from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.page.page import Page
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray
    from boilerscope.extractors.runner import CachedResults


@dataclass(frozen=True, repr=False, eq=False)
class Comparison:
    """Results of several panes on one page; ``comparison["bte"]`` is the result of one.

    Attributes
    ----------
    page : Page
        The page.
    results : tuple of Result
        A result for each pane, in order; a pane that failed has a result with its message.
    """

    page: Page
    results: tuple[Result, ...]

    def __getitem__(self, name: str) -> Result:
        """Return the result of a pane by name.

        Raises
        ------
        UnknownNameError
            If no pane has this name; the message gives the nearest name.
        """
        for result in self.results:
            if result.name == name:
                return result
        raise UnknownNameError("pane", name, [result.name for result in self.results])

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    @cached_property
    def masks(self) -> BoolArray:
        """Which tokens each pane keeps, shape (n_panes, page.n_tokens)."""
        masks = np.zeros((len(self.results), self.page.n_tokens), dtype=np.bool_)
        for row, result in enumerate(self.results):
            masks[row] = result.mask
        return masks

    @property
    def votes(self) -> IntArray:
        """How many panes keep each token, shape (page.n_tokens,)."""
        votes: IntArray = self.masks.sum(axis=0, dtype=np.int32)
        return votes

    @cached_property
    def agreement(self) -> FloatArray:
        """Share of the tokens that both panes keep or both drop, shape (n_panes, n_panes).

        NaN for a pane without a result, and on a page without words.
        """
        shares = np.full((len(self), len(self)), np.nan)
        rows = [row for row, result in enumerate(self.results) if result.has_result]
        if self.page.n_tokens:
            for row in rows:
                shares[row, rows] = (self.masks[rows] == self.masks[row]).mean(axis=1)
        return shares

    @cached_property
    def table(self) -> Table:
        """A row for each pane.

        ``pane``, ``extractor``, ``settings`` (those that differ from the defaults), ``status``,
        ``message``, ``words`` kept, ``share`` of the words of the page, ``agreement`` (mean over
        the other panes with a result), ``only`` (words that no other pane keeps) and ``seconds``.
        """
        columns = ("pane", "extractor", "settings", "status", "message", "words", "share")
        return Table(
            (*columns, "agreement", "only", "seconds"),
            (
                {
                    "pane": result.name,
                    "extractor": result.pane.extractor,
                    "settings": described_settings(result.pane),
                    "status": result.status.value,
                    "message": result.message,
                    "words": int(mask.sum()),
                    "share": float(mask.mean()) if len(mask) else float("nan"),
                    "agreement": self._mean_agreement(row),
                    "only": int((mask & (self.votes == 1)).sum()),
                    "seconds": result.extraction.seconds,
                }
                for row, (result, mask) in enumerate(zip(self.results, self.masks, strict=True))
            ),
        )

    def __repr__(self) -> str:
        votes, n_tokens = self.votes, self.page.n_tokens
        n_results = sum(result.has_result for result in self.results)
        same = np.count_nonzero((votes == 0) | (votes == n_results)) / max(n_tokens, 1)
        without = f", {len(self) - n_results} without a result" if n_results < len(self) else ""
        return (
            f"<Comparison of {counted(len(self), 'pane')} on {self.page.name!r}: they agree on"
            f" {same:.0%} of {counted(n_tokens, 'word')}{without}>"
        )

    def _repr_html_(self) -> str:
        from boilerscope.api.picture.view import view

        return view(self.page, self.results)._repr_html_()

    def _mean_agreement(self, row: int) -> float:
        others = np.delete(self.agreement[row], row)
        others = others[~np.isnan(others)]
        return float(others.mean()) if len(others) else float("nan")


def compare(page: Page | Source, panes: PaneLike | Iterable[PaneLike]) -> Comparison:
    """Run several panes on a page.

    Parameters
    ----------
    page : Page or source
        A page, or anything that `read` takes.
    panes : iterable
        Identifiers, panes (see `pane`), or paths of settings files (``.toml``).

    Returns
    -------
    Comparison
        ``table`` (a row for each pane), ``agreement`` of each two panes, ``masks``. A pane that
        fails does not end the comparison: its result has the status and a message.

    Raises
    ------
    BoilerscopeError
        If an extractor or setting does not exist, or the page or a settings file cannot be read.

    Examples
    --------
    >>> import boilerscope
    >>> page = boilerscope.read("sample:news-en")
    >>> boilerscope.compare(page, ["bte", "link_ratio"])
    <Comparison of 2 panes on 'old-bridge-new-current.html': they agree on 73% of 3,920 words>
    """
    selected = panes_of(panes)
    page = page if isinstance(page, Page) else read(page)
    cached: CachedResults = {}
    return Comparison(page, tuple(run_pane(page, pane, cached) for pane in selected))
