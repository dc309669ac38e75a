"""Boilerscope shows what main-content extraction algorithms keep of a web page, and why.

    import boilerscope

    page = boilerscope.read("page.html")
    result = boilerscope.extract(page, "boilerpipe.article", max_link_density=0.2)
    print(result.text, result.why("a few words of a paragraph"))

The names in `__all__` are all that is promised to stay. They are imported when they are first
used, so that ``import boilerscope`` alone costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boilerscope.api.comparisons import Comparison, compare
    from boilerscope.api.losses import Losses, losses
    from boilerscope.api.pages import read
    from boilerscope.api.panes import list_extractors, list_settings, pane
    from boilerscope.api.picture.view import View
    from boilerscope.api.results import Reason, Result, extract
    from boilerscope.api.scores import Scores, score
    from boilerscope.api.showing import show
    from boilerscope.api.sites import read_site, site_segments
    from boilerscope.api.tables import Table
    from boilerscope.extractors.errors import BoilerscopeError
    from boilerscope.extractors.page.page import Page
    from boilerscope.extractors.runner import Pane
else:
    _MODULES = {
        "BoilerscopeError": "extractors.errors",
        "Comparison": "api.comparisons",
        "Losses": "api.losses",
        "Page": "extractors.page.page",
        "Pane": "extractors.runner",
        "Reason": "api.results",
        "Result": "api.results",
        "Scores": "api.scores",
        "Table": "api.tables",
        "View": "api.picture.view",
        "compare": "api.comparisons",
        "extract": "api.results",
        "list_extractors": "api.panes",
        "list_settings": "api.panes",
        "losses": "api.losses",
        "pane": "api.panes",
        "read": "api.pages",
        "read_site": "api.sites",
        "score": "api.scores",
        "show": "api.showing",
        "site_segments": "api.sites",
    }

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        """List the public names."""
        return sorted({*globals(), *__all__})


__all__ = [
    "BoilerscopeError",
    "Comparison",
    "Losses",
    "Page",
    "Pane",
    "Reason",
    "Result",
    "Scores",
    "Table",
    "View",
    "compare",
    "extract",
    "list_extractors",
    "list_settings",
    "losses",
    "pane",
    "read",
    "read_site",
    "score",
    "show",
    "site_segments",
]
