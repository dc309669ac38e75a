"""Probes of readability-lxml: hidden and unlikely elements, the choice of the best, sanitising."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.trace.probes import At, Parse, Removal, Result, Stage
from boilerscope.extractors.trace.source_rules import FoundRule, FoundTest, source_of
from boilerscope.extractors.trace.table import Probes

if TYPE_CHECKING:
    from boilerscope.extractors.trace.table import Call
    from boilerscope.extractors.trace.tracer import Trace

_HIDDEN = "Remove hidden elements"
_CLEAN = "Clean the markup"
_SCRIPTS = "Remove scripts"
_UNLIKELY = "Remove unlikely candidates"
_CHOOSE = "Choose the article"
_SANITIZE = "Sanitize"
_DOCUMENT = "readability.readability:Document"


def choose(trace: Trace, call: Call) -> None:
    """Drop the text outside of the best candidate and of the siblings that were added.

    The rule of a text is about the innermost candidate that contains it: siblings of the best
    candidate are compared with a threshold, others with the score of the best.
    """
    assert call.scope is not None  # noqa: S101 - the probe asks for the frame
    assert call.code is not None  # noqa: S101 - as above
    variables = call.scope.variables
    candidates, best = variables["candidates"], variables["best_candidate"]
    threshold = float(variables["sibling_score_threshold"])
    best_score, best_row = _score(best), trace.index.row(_element(best))
    history = trace.current
    output = trace.index.mask(list(trace.index.runs(call.result, history.alive)))
    source = source_of(call.code, call.code.co_firstlineno)
    event = np.full(len(output), trace.event(_no_candidate(best_row, trace, source)), np.int32)
    parent_of = trace.index.elements.parent
    siblings_of = int(parent_of[best_row]) if best_row >= 0 else -1
    by_row = {trace.index.row(element): element for element in candidates}
    others, added = [], set()
    for row in sorted(row for row in by_row if row >= 0 and row != best_row):
        score = _score(candidates[by_row[row]])
        is_sibling = siblings_of >= 0 and int(parent_of[row]) == siblings_of
        rule = _reason(score, (best_score, threshold), _element(best), source, is_sibling)
        others.append((row, score, rule))
        start, end = trace.index.tokens_of_row(row)
        if is_sibling and score >= threshold:
            added.add(row)
        else:
            event[start:end] = trace.event(rule, row)
    trace.add_elements((best_row, best_score), others, added)
    lost = ~output & history.alive
    history.event[lost] = event[lost]
    trace.adopt(call.result, history)
    trace.scores["best_score"] = best_score
    trace.scores["scored_elements"] = float(len(candidates))


def _score(candidate: Any) -> float:
    """Return the score of a candidate: a dictionary, or an object in the copy of trafilatura."""
    return float(candidate["content_score"] if isinstance(candidate, dict) else candidate.score)


def _element(candidate: Any) -> Any:
    return candidate["elem"] if isinstance(candidate, dict) else candidate.elem


def _no_candidate(best_row: int, trace: Trace, source: str) -> FoundRule:
    best = trace.index.describe(best_row)
    return FoundRule(
        "get_article: outside of the best candidate, in no other candidate with a score",
        source=source,
        note=f"the best is {best}" if best else "",
    )


def _reason(
    score: float,
    bounds: tuple[float, float],
    best: Any,
    source: str,
    is_sibling: bool,  # noqa: FBT001 - one caller
) -> FoundRule:
    """Return why a candidate is not the best one: siblings are compared with a threshold.

    The library prefers some elements to those with the best score.
    """
    best_score, threshold = bounds
    bound, right = (
        (threshold, "sibling_score_threshold")
        if is_sibling
        else (best_score, "best_candidate['content_score']")
    )
    if not is_sibling and score > best_score:
        preference = _preference(best)
        test = FoundTest(f"{preference} is preferred to the best score")
        return FoundRule(f"select_best_candidate: {test.text}", (test,), source)
    op = ">=" if score >= bound and is_sibling else "<" if score < bound else "<="
    test = FoundTest(f"content_score {op} {right}", "content_score", op, right, score, bound)
    return FoundRule(f"get_article: {test.text}", (test,), source)


def _preference(best: Any) -> str:
    """Return the kind of element that was preferred."""
    if "articleBody" in (best.get("itemprop") or "").split():
        return "an element with itemprop articleBody"
    return f"<{best.tag}>" if best.tag in {"article", "main"} else "another element"


def _rounds(trace: Trace, _call: Call) -> None:
    trace.scores["rounds"] = trace.scores.get("rounds", 0.0) + 1


def _whole_body(trace: Trace, call: Call) -> None:
    """Drop the text outside of the body, which is the article if no element has a score."""
    caller, body = call.caller, call.value("node")
    if caller.f_code.co_name != "summary" or caller.f_locals.get("best_candidate"):
        return
    trace.enter_stage(_CHOOSE, body)
    source = source_of(caller.f_code, caller.f_lineno)
    trace.select(body, FoundRule("summary: no element has a score, so body is used", source=source))
    trace.leave_stage()


PROBES = Probes(
    library="readability-lxml",
    code="R",
    packages=("readability",),
    tested=("0.8.1", "0.9"),
    stages=("Parse the page", _HIDDEN, _CLEAN, _SCRIPTS, _UNLIKELY, _CHOOSE, _SANITIZE),
    outside=_SCRIPTS,
    entries=(
        Parse("readability.htmls:build_doc"),
        Stage(f"{_DOCUMENT}._parse", _HIDDEN),
        At(f"{_DOCUMENT}._parse", after=_rounds),
        Stage("lxml_html_clean.clean:Cleaner.clean_html", _CLEAN, tree="html"),
        Removal("lxml.html:HtmlMixin.drop_tree", element="self"),
        Stage(f"{_DOCUMENT}.remove_unlikely_candidates", _UNLIKELY, tree="self.html"),
        At(f"{_DOCUMENT}.get_article", _CHOOSE, after=choose, frame=True),
        At(f"{_DOCUMENT}.sanitize", before=_whole_body),
        Stage(f"{_DOCUMENT}.sanitize", _SANITIZE, tree="node"),
        Result(f"{_DOCUMENT}.get_clean_html", tree="self.html"),
    ),
    labels={
        "content_score": "score",
        "best_candidate['content_score']": "best score",
        "sibling_score_threshold": "threshold of siblings",
        "link_density": "link density",
        "self.get_link_density(header)": "link density of the heading",
        "self.get_link_density(elem)": "link density",
        "self.class_weight(header)": "class weight of the heading",
        "weight + content_score": "class weight + score",
        "weight": "class weight",
        "content_length": "characters",
        "counts['p']": "paragraphs",
        "counts['img']": "images",
        "counts['li']": "list items - 100",
        "counts['input']": "form fields",
        "counts['embed']": "embedded objects",
    },
    settings={"self.min_text_length": "min_text_length", "MIN_LEN": "min_text_length"},
    pure=frozenset(
        [
            *("class_weight", "clean", "get_link_density", "is_quote_lead", "is_toc_list"),
            *("is_video_url", "text_length"),
        ]
    ),
)
