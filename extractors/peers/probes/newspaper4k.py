"""Probes of newspaper4k: the choice by gravity, the cleaner, and the passes of the formatter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.trace.choices import compared, drop_unchosen, mask_of
from boilerscope.extractors.trace.probes import At, Removal, Stage, Verdict
from boilerscope.extractors.trace.source_rules import FoundRule, FoundTest, head_of, source_of
from boilerscope.extractors.trace.table import Probes

if TYPE_CHECKING:
    from boilerscope.extractors.trace.table import Call
    from boilerscope.extractors.trace.tracer import Trace

_PARSE = "Parse the page"
_CHOOSE = "Choose the article"
_CLEAN = "Clean the article"
_NEGATIVE = "Remove negative scores"
_ADVERTISEMENTS = "Remove advertisements"
_UNLIKELY = "Remove unlikely nodes"
_EMPTY = "Remove empty tags"
_TRAILING = "Remove the trailing media"
_WRITE = "Convert to text"
_GRAVITY = "gravityScore"
_CLEANING = frozenset(["clean_bad_tags", "remove_nodes_regex", "clean_caption_tags"])
_KILLED = ("button", "select", "textarea", "iframe", "frame", "embed", "object", "applet", "layer")
"""Tags that the cleaner of lxml removes with their text, with the options of the library."""

_BODY = "newspaper.extractors.articlebody_extractor:ArticleBodyExtractor"
_FORMATTER = "newspaper.outputformatters:OutputFormatter"
_PARSERS = "newspaper.parsers"


def _parse(trace: Trace, call: Call) -> None:
    """Label the first tree; later ones are fragments."""
    if call.result is not None and "newspaper" not in trace.memory:
        trace.memory["newspaper"] = []
        trace.begin(call.result, _PARSE)


def _scores(trace: Trace, call: Call) -> None:
    """Keep the elements that were compared; without a best one, no text is written."""
    assert call.scope is not None  # noqa: S101 - the probe asks for the frame
    trace.memory["newspaper"] = list(call.scope.variables["parent_nodes"])
    if call.result is not None:
        return
    test = FoundTest("no element has stop_word_count > 2 and not high_link_density")
    if call.scope.variables["parent_nodes"]:
        test = FoundTest("no element with a score has text: parsers.get_text(candidate)")
    source = head_of(call.function)
    other = FoundRule(f"compute_features: {test.text}", (test,), source)
    nothing = np.zeros(trace.index.page.n_tokens, dtype=np.bool_)
    lost = [
        (trace.index.row(element), _no_candidate(element, source))
        for element in call.value("doc").xpath(".//*[@stop_words]")
    ]
    drop_unchosen(trace, nothing, lost, other)
    trace.finish_mask(nothing)


def _no_candidate(element: Any, source: str) -> FoundRule:
    """Return why an element is not among those that give scores to the elements around them."""
    if element.get("is_highlink_density") == "1":
        test = FoundTest("high_link_density")
        return FoundRule(f"compute_features: {test.text}", (test,), source)
    comparison = ("word_stats.stop_word_count", "<=", "2")
    return compared("compute_features", comparison, (float(element.get("stop_words")), 2), source)


def _choose(trace: Trace, call: Call) -> None:
    """Drop the text outside of the best element, and of the similar elements at its level."""
    assert call.scope is not None  # noqa: S101 - the probe asks for the frame
    variables, source = call.scope.variables, head_of(call.function)
    best, base, article = variables["node"], variables["base_score"], variables["new_node"]
    trace.adopt(article)
    kept = mask_of(trace, [article])
    row_of_best = trace.index.row(best)
    parents = sorted(
        (trace.index.row(element), float(element.get(_GRAVITY) or 0))
        for element in trace.memory["newspaper"]
    )  # inner elements come later
    comparison = (_GRAVITY, "<=", "gravityScore of the best element")
    lost = [
        (row, compared("calculate_best_node", comparison, (score, base), source))
        for row, score in parents
        if row != row_of_best
    ]
    for element in variables["candidates"]:
        if element is not best and isinstance(element.tag, str):
            rule = _unlike(element, best, base, source)
            lost.append((trace.index.row(element), rule))
    other = FoundRule(
        "calculate_best_node: outside of the best element, in no element with a score",
        source=source,
        note=f"the best is {trace.index.describe(row_of_best)}",
    )
    drop_unchosen(trace, kept, lost, other, best=(row_of_best, base))


def _unlike(element: Any, best: Any, base: float, source: str) -> FoundRule:
    """Return why an element at the level of the best one was not added to it."""
    function, score = "add_same_level_candidates", float(element.get(_GRAVITY) or 0)
    if element.tag != best.tag:
        test = FoundTest("n.tag != node.tag", note=f"{element.tag} is not {best.tag}")
        return FoundRule(f"{function}: {test.text}", (test,), source, test.note)
    if score <= base * 0.3:
        return compared(function, ("score", "<=", "base_score * 0.3"), (score, base * 0.3), source)
    test = FoundTest("parsers.is_highlink_density(n)")
    return FoundRule(f"{function}: {test.text}", (test,), source)


def _found(trace: Trace, call: Call) -> None:
    """Note the tag or attribute that elements were looked for by: the rule of their removal."""
    function = call.caller.f_code.co_name
    if function not in _CLEANING:
        return
    source = source_of(call.caller.f_code, call.caller.f_lineno)
    attributes = call.arguments.get("attribs") or {}
    for element in call.result:
        if not isinstance(element.tag, str):
            continue
        tests = [_pattern(call, element, *item) for item in attributes.items()]
        if not tests and call.arguments.get("tag_list"):
            tests = [FoundTest(f"{element.tag} is in bad_tags")]
        elif not tests:
            tests = [FoundTest(f"the tag is {element.tag}")]
        text = " and ".join(test.text for test in tests)
        note = ", ".join(test.note for test in tests)
        rule = FoundRule(f"{function}: {text}", tuple(tests), source, note)
        trace.note_verdict(element, rule)


def _pattern(call: Call, element: Any, name: str, pattern: str) -> FoundTest:
    """Return the test of one attribute, with the name that the cleaner gives the pattern."""
    value = element.get(name, "")
    match = re.search(pattern, value, re.IGNORECASE)
    word = f" (pattern “{match.group()}”)" if match else ""
    known = vars(call.caller.f_locals.get("self", object)).items()
    shown = next((f"self.{key}" for key, held in known if held == pattern), repr(pattern))
    return FoundTest(f"@{name} matches {shown}", note=f"{name} “{value[:80]}”{word}")


def _negative(trace: Trace, call: Call) -> None:
    """Drop elements with a score below 1, and the text after them."""
    article, source = call.value("top_node"), head_of(call.function)
    trace.adopt(article)
    for element in article.xpath(f".//*[@{_GRAVITY}]"):
        score = float(element.get(_GRAVITY))
        if score < 1:
            rule = compared("_remove_negativescores_nodes", ("score", "<", "1"), (score, 1), source)
            trace.drop_element(element, rule, tail=True)


def _write(trace: Trace, call: Call) -> None:
    """Read the tree that is written, without a title at its beginning."""
    assert call.scope is not None  # noqa: S101 - the probe asks for the frame
    variables, source = call.scope.variables, head_of(call.function)
    tree = variables["cleaned_node"]
    trace.adopt(tree, trace.current)
    for element in list(call.value("top_node").iter(*_KILLED)):
        test = FoundTest(f"the tag is {element.tag}")
        rule = FoundRule(f"Cleaner.clean_html: {test.text}", (test,), source)
        trace.drop_element(element, rule)
    runs = trace.runs(tree)
    mask = trace.index.mask(runs)
    written = [text for text in tree.itertext() if text.strip(" \n\r\t\xa0\ufeff")]
    n_before = len(written) - len(variables["txts"])
    if n_before > 0:
        test = FoundTest("normalize_string(txts[...]) == normalize_string(article_title)")
        rule = FoundRule(f"_convert_to_text: {test.text}", (test,), source)
        title = trace.index.mask(runs[:n_before])
        trace.current.drop_mask(title, trace.event(rule))
        mask &= ~title
    trace.finish_mask(mask, trace.current)


PROBES = Probes(
    library="newspaper4k",
    code="N",
    packages=("newspaper",),
    tested=("0.9.3", "0.9.6"),
    stages=(
        _PARSE,
        _CHOOSE,
        _CLEAN,
        _NEGATIVE,
        _ADVERTISEMENTS,
        _UNLIKELY,
        _EMPTY,
        _TRAILING,
        _WRITE,
    ),
    entries=(
        At(f"{_PARSERS}:fromstring", after=_parse),
        At(f"{_BODY}.calculate_best_node", _CHOOSE, after=_scores, frame=True),
        At(f"{_BODY}.add_same_level_candidates", _CHOOSE, after=_choose, frame=True),
        Stage("newspaper.cleaners:DocumentCleaner.clean", _CLEAN, tree="doc_to_clean"),
        At(f"{_PARSERS}:get_tags_regex", after=_found),
        At(f"{_PARSERS}:get_tags", after=_found),
        At(f"{_PARSERS}:get_elements_by_tagslist", after=_found),
        Removal(f"{_PARSERS}:remove", element="nodes"),
        Verdict(f"{_PARSERS}:is_highlink_density", element="e"),
        At(f"{_FORMATTER}._remove_negativescores_nodes", _NEGATIVE, before=_negative),
        Stage(f"{_FORMATTER}._remove_advertisement_nodes", _ADVERTISEMENTS, tree="top_node"),
        Stage(f"{_FORMATTER}._remove_unlikely_nodes", _UNLIKELY, tree="top_node"),
        Stage(f"{_FORMATTER}._remove_empty_tags", _EMPTY, tree="top_node"),
        Stage(f"{_FORMATTER}._remove_trailing_media_div", _TRAILING, tree="top_node"),
        At(f"{_FORMATTER}._convert_to_text", _WRITE, after=_write, frame=True),
    ),
    labels={
        _GRAVITY: "gravity score",
        "gravity": "gravity score",
        "depth": "depth",
        "word_stats.stop_word_count": "stop words",
        "proportion": "percent of words in links",
    },
    aligned=True,
    pure=frozenset(["limit_function", "get_node_gravity_score", "get_node_depth", "get_tags"]),
)
