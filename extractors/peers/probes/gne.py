"""Probes of GNE: useless tags and nodes, and the choice of the element with the best score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boilerscope.extractors.trace.choices import compared, drop_unchosen, mask_of
from boilerscope.extractors.trace.probes import At, Parse, Removal, Stage
from boilerscope.extractors.trace.source_rules import FoundRule, FoundTest, head_of
from boilerscope.extractors.trace.table import Probes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.trace.table import Call
    from boilerscope.extractors.trace.tracer import Trace

_NOISE = "Remove your noise"
_CLEAN = "Remove useless tags and nodes"
_CHOOSE = "Choose the best element"
_EXTRACTOR = "gne.extractor.ContentExtractor:ContentExtractor"


def _strip(trace: Trace, call: Call) -> None:
    """Drop useless tags, and the text after them, which `strip_elements` of lxml removes too."""
    source = head_of(call.function)
    for element in list(call.value("element").iter(*call.function.__globals__["USELESS_TAG"])):
        test = FoundTest(f"{element.tag} is in USELESS_TAG")
        rule = FoundRule(f"normalize_node: {test.text}", (test,), source)
        trace.drop_element(element, rule, tail=True)


def _judge(trace: Trace, call: Call) -> None:
    """Note which word of a class or id makes an element useless; it is removed at the end."""
    element, judges = call.value("node"), call.function.__globals__
    caller = call.caller
    if caller.f_code.co_name != "normalize_node" or judges["is_empty_element"](element):
        return
    is_useless = judges["_is_useless_node"]
    for name in ("class", "id"):
        for word in element.get(name, "").split():
            if is_useless(word, ""):
                test = FoundTest("_is_useless_node(class_name, id_name)", note=f"{name} “{word}”")
                text = f"normalize_node: {test.text}"
                trace.note_verdict(
                    element, FoundRule(text, (test,), head_of(is_useless), test.note)
                )
                return


def _choose(trace: Trace, call: Call) -> None:
    """Drop the text outside of the best element, and outside of the body that was searched."""
    assert call.scope is not None  # noqa: S101 - the probe asks for the frame
    if not call.result:
        return
    best: Any = call.result[0][1]
    body = call.scope.variables["body"]
    source = head_of(call.function)
    root = body.getroottree().getroot()
    trace.current.drop_mask(
        ~mask_of(trace, [body]), trace.event(_not_searched(call.scope.variables, source))
    )
    trace.adopt(root, trace.current)
    bound = float(best["score"])
    best_row = trace.index.row(best["node"])
    lost = sorted(
        ((trace.index.row(info["node"]), float(info["score"])) for _, info in call.result[1:]),
        # Of the elements around a text, the one with the best score comes last and is named;
        # those around the best element would name it for everything.
        key=lambda found: (not trace.index.contains(found[0], best_row), found[1]),
    )
    rules = (
        (
            row,
            compared(
                "extract", ("score", "<=", "score of the best element"), (score, bound), source
            ),
        )
        for row, score in lost
    )
    described = trace.index.describe(best_row)
    other = FoundRule(
        "extract: outside of the best element", source=source, note=f"the best is {described}"
    )
    drop_unchosen(trace, mask_of(trace, [best["node"]]), rules, other, best=(best_row, bound))
    trace.finish(best["node"])


def _not_searched(variables: Mapping[str, Any], source: str) -> FoundRule:
    """Return the rule of text outside of the body: the expression that found it."""
    if variables.get("article_body"):
        expression = "article_body[0] of //*[@itemprop='articleBody']"
    elif variables.get("body_xpath") and variables.get("body_list"):
        expression = "body_list[0] of body_xpath"
    else:
        expression = "body_list[0] of //body"
    test = FoundTest(f"not in {expression}")
    return FoundRule(f"extract: {test.text}", (test,), source)


PROBES = Probes(
    library="gne",
    code="G",
    packages=("gne",),
    tested=("0.4.3",),
    stages=("Parse the page", _NOISE, _CLEAN, _CHOOSE),
    entries=(
        Parse("gne.utils:html2element"),
        Stage("gne.utils:remove_noise_node", _NOISE, tree="element"),
        Stage("gne.utils:normalize_node", _CLEAN, tree="element"),
        At("gne.utils:normalize_node", before=_strip),
        At("gne.utils:remove_node", before=_judge),
        Removal("gne.utils:remove_node", element="node", with_tail=True),
        At(f"{_EXTRACTOR}.extract", _CHOOSE, after=_choose, frame=True),
    ),
    pure=frozenset(["is_empty_element"]),
)
