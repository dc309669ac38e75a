"""Probes of Inscriptis: one stage, which writes all text that is displayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lxml import etree

from boilerscope.extractors.trace.history import KEPT
from boilerscope.extractors.trace.probes import At, Parse, Probe
from boilerscope.extractors.trace.source_rules import FoundRule, FoundTest, head_of
from boilerscope.extractors.trace.table import Probes

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.trace.table import Call
    from boilerscope.extractors.trace.tracer import Trace
    from boilerscope.extractors.trace.wrapping import Target

_WRITE = "Lay out the text"
_LAID_OUT = "inscriptis layouts"


class _Layout(Probe):
    """The function computes the style of each element in document order. Called very often."""

    def own_wrapper(self, trace: Trace, target: Target) -> Callable[..., Any]:
        """Return a wrapper that keeps whether the element is displayed."""
        function = target.function
        hidden: list[bool] = trace.memory.setdefault(_LAID_OUT, [])

        def wrapper(state: Any, *args: Any, **kwargs: Any) -> None:
            function(state, *args, **kwargs)
            hidden.append(state.tags[-1].display.name == "none")

        return wrapper


def _write(trace: Trace, call: Call) -> None:
    """Drop the elements that are not displayed; all other text is written."""
    tree = call.value("html_tree")
    test = FoundTest("display is none in the style of the element")
    rule = FoundRule(f"write: {test.text}", (test,), head_of(call.function))
    outer = None
    for element, is_hidden in zip(
        tree.iter(etree.Element), trace.memory.get(_LAID_OUT, ()), strict=False
    ):
        if is_hidden and (outer is None or outer not in element.iterancestors()):
            outer = element
            trace.drop_element(element, rule)
            _revive_after_comments(trace, element)
    trace.finish_mask(trace.index.mask(trace.runs(tree)) & trace.current.alive, trace.current)


def _revive_after_comments(trace: Trace, element: Any) -> None:
    """Keep text after a comment: the library writes it without asking whether it is displayed."""
    for comment in element.iter(etree.Comment):
        if (comment.tail or "").strip():
            run = trace.index.find(comment.tail, comment.getparent())
            trace.current.event[trace.index.mask([run])] = KEPT


PROBES = Probes(
    library="inscriptis",
    code="I",
    packages=("inscriptis",),
    tested=("2.7.6",),
    stages=("Parse the page", _WRITE),
    entries=(
        Parse("inscriptis:_get_html_tree"),
        _Layout("inscriptis.model.html_document_state:HtmlDocumentState.apply_starttag_layout"),
        At("inscriptis.html_engine:Inscriptis.__init__", _WRITE, after=_write),
    ),
)
