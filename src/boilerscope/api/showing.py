"""Pictures of a page with several panes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from boilerscope.api.comparisons import compare
from boilerscope.api.pages import Source, read
from boilerscope.api.picture.view import View, view
from boilerscope.api.results import Result
from boilerscope.extractors.page.page import Page
from boilerscope.extractors.runner import Pane

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.api.panes import PaneLike


def show(page: Page | Source, panes: PaneLike | Result | Iterable[PaneLike | Result] = ()) -> View:
    """Draw a page with what panes keep of it, and why.

    Blue text is kept, hatched orange text dropped; purple text is kept by some panes only. The
    strips above show the whole page, the letters at the left the decision of each pane: C for main
    content, B for boilerplate. The rule that decided appears when the mouse is on a text.

    Parameters
    ----------
    page : Page or source
        A page, or anything that `read` takes.
    panes : iterable
        Results, or what `compare` takes.

    Returns
    -------
    View
        Shown by notebooks; ``view.save("page.html")`` writes one file for any browser.

    Raises
    ------
    BoilerscopeError
        As `compare`.

    Examples
    --------
    >>> import boilerscope
    >>> view = boilerscope.show("sample:news-en", ["boilerpipe.article", "bte"])
    >>> view.html.startswith("<!DOCTYPE html>")
    True
    """
    page = page if isinstance(page, Page) else read(page)
    items = [panes] if isinstance(panes, str | Pane | Result | os.PathLike) else panes
    results = [
        result
        for item in items
        for result in ([item] if isinstance(item, Result) else compare(page, item))
    ]
    return view(page, results)
