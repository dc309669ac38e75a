"""Probes of magic-html: frames, sections, link density, and its changed Readability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from lxml import etree

from boilerscope.extractors.trace.choices import compared, drop_unchosen, mask_of
from boilerscope.extractors.trace.probes import At, Parse, Removal, Result, Stage, Verdict
from boilerscope.extractors.trace.source_rules import FoundRule, FoundTest, head_of
from boilerscope.extractors.trace.table import Probes

if TYPE_CHECKING:
    from boilerscope.extractors.trace.history import History
    from boilerscope.extractors.trace.table import Call
    from boilerscope.extractors.trace.tracer import Trace

_PARSE = "Parse the page"
_CONVERT = "Convert tags"
_CLEAN = "Clean the tree"
_FRAME = "Choose the frame"
_SECTIONS = "Discard sections"
_LINKS = "Delete by link density"
_UNLIKELY = "Remove unlikely candidates"
_CHOOSE = "Choose the article"
_SANITIZE = "Sanitize"
_POSTS = "Add posts of the forum"
_SIMILAR = 0.84
"""Similarity of siblings from which the library takes them for a list."""

_BASE = "magic_html.extractors.base_extractor:BaseExtractor"
_DOCUMENT = "magic_html.readability_plus:Document"
_FORUM = "magic_html.extractors.forum_extractor:ForumExtractor"
_UTILS = "magic_html.utils"


def _unlabel(_trace: Trace, call: Call) -> None:
    """Remove the line numbers of a fragment, which would be taken for rows."""
    for element in call.result.iter(etree.Element):
        element.sourceline = 0


def _converted(trace: Trace, call: Call) -> None:
    """Drop text that became LaTeX."""
    test = FoundTest("replaced by LaTeX")
    rule = FoundRule(f"math_latex_processing: {test.text}", (test,), head_of(call.function))
    trace.current.drop_mask(~mask_of(trace, [call.result]), trace.event(rule))


def _before_backup(trace: Trace, call: Call) -> None:
    """Keep the history of a tree of which the library keeps a copy."""
    history = trace.history_of(call.value("tree"))
    trace.memory.setdefault("backups", []).append(history.fork())


def _backup(trace: Trace, call: Call) -> None:
    """Let the copy continue from there, if the library returned it instead of the tree."""
    history = trace.memory["backups"].pop()
    if call.result is not call.value("tree"):
        trace.adopt(call.result, history)
        trace.current = history
        trace.memory["backup"] = call.result, history


def _frame(trace: Trace, call: Call) -> None:
    """Drop the text outside of the frame that was found."""
    assert call.scope is not None  # noqa: S101 - the probe asks for the frame
    body, number, _ = call.result
    if number == "others":
        trace.current = trace.history_of(call.value("tree"))
        return
    variables, source = call.scope.variables, head_of(call.function)
    history: History = trace.history_of(call.value("tree"))
    copy, of_copy = trace.memory.get("backup", (None, history))
    if variables["subtree"] is copy:
        history = of_copy
    history.visit(trace.stage)
    trace.adopt(body, history)
    expression = " ".join(str(variables["expr"]).split())
    test = FoundTest(f"not in BODY_XPATH[{int(number) - 1}]")
    rule = FoundRule(f"xp_1_5: {test.text}", (test,), source, expression[:150])
    history.drop_mask(~mask_of(trace, [body]), trace.event(rule))
    trace.current = history


def _similar(trace: Trace, call: Call) -> None:
    """Note the similarity of siblings, by which a list of links is removed."""
    value = float(call.result)
    function, source = "delete_by_link_density", head_of(call.function)
    if value >= _SIMILAR:
        comparison = ("similarity_with_siblings_nums", ">=", str(_SIMILAR))
        rule = compared(function, comparison, (value, _SIMILAR), source)
    else:
        test = FoundTest("txt_max_num >= 3 or len(siblings) >= 15 or similar titles")
        rule = FoundRule(f"{function}: {test.text}", (test,), source)
    for element in [call.value(0), *call.value(1)]:
        trace.note_verdict(element, rule)


def _choose(trace: Trace, call: Call) -> None:
    """Drop the text outside of the best candidate and of the siblings that were added to it.

    They are moved to a new tree, which is missing in the second round, if there is one.
    """
    assert call.scope is not None  # noqa: S101 - the probe asks for the frame
    variables, source = call.scope.variables, head_of(call.function)
    candidates, best = variables["candidates"], variables["best_candidate"]
    bound = float(best["content_score"])
    rest = trace.current
    history = rest.fork()
    trace.adopt(call.result, history)
    kept = mask_of(trace, [call.result])
    comparison = ("content_score", "<=", "best_candidate['content_score']")
    lost = sorted(
        (trace.index.row(element), float(candidate["content_score"]))
        for element, candidate in candidates.items()
        if element is not best["elem"]
    )  # inner elements come later
    described = trace.index.describe(trace.index.row(best["elem"]))
    other = FoundRule(
        "get_article: outside of the best candidate, in no other candidate with a score",
        source=source,
        note=f"the best is {described}" if described else "",
    )
    rules = [
        (row, compared("get_article", comparison, (score, bound), source)) for row, score in lost
    ]
    row_of_best = trace.index.row(best["elem"])
    drop_unchosen(trace, kept, rules, other, history, best=(row_of_best, bound))
    test = FoundTest("moved to the article of the first round")
    moved = FoundRule(f"summary: {test.text}", (test,), source)
    rest.drop_mask(kept, trace.event(moved))
    trace.current = history


def _in_body(trace: Trace, call: Call) -> None:
    """Drop the text outside of the body, if no candidate was chosen."""
    node = call.value("node")
    if node.getparent() is None:
        return
    test = FoundTest("not in self.html.find('body')")
    rule = FoundRule(f"summary: {test.text}", (test,), head_of(call.function))
    history = trace.history_of(node)
    history.drop_mask(~mask_of(trace, [node]), trace.event(rule))


def _failed(trace: Trace, call: Call) -> None:
    """Note that there is no text, because the library caught an error of its own."""
    if call.result is None:
        test = FoundTest("an error, which the library catches")
        rule = FoundRule(f"summary: {test.text}", (test,), head_of(call.function))
        nothing = np.zeros(trace.index.page.n_tokens, dtype=np.bool_)
        trace.current.drop_mask(trace.current.alive, trace.event(rule))
        trace.finish_mask(nothing)


def _posts(trace: Trace, call: Call) -> None:
    """Read the article with the posts that were added to it."""
    assert call.scope is not None  # noqa: S101 - the probe asks for the frame
    body: Any = call.scope.variables["body_tree"]
    history = trace.finished.history if trace.finished is not None else trace.current
    mask = trace.index.mask(list(trace.index.runs(body)))
    test = FoundTest("in no element of Forum_XPATH")
    rule = FoundRule(f"extract: {test.text}", (test,), head_of(call.function))
    trace.enter_stage(_POSTS, None)
    history.visit(trace.stage)
    history.drop_mask(~mask, trace.event(rule))
    trace.leave_stage()
    trace.finish_mask(mask, history)


PROBES = Probes(
    library="magic-html",
    code="M",
    packages=("magic_html",),
    tested=("0.1.8",),
    stages=(
        _PARSE,
        _CONVERT,
        _CLEAN,
        _FRAME,
        _SECTIONS,
        _LINKS,
        _UNLIKELY,
        _CHOOSE,
        _SANITIZE,
        _POSTS,
    ),
    outside=_CLEAN,
    entries=(
        At("lxml.html:fromstring", after=_unlabel),
        Parse(f"{_UTILS}:load_html"),
        At(f"{_BASE}.convert_tags", _CONVERT, after=_converted),
        Removal(f"{_BASE}.remove_node", element="node"),
        Stage(f"{_BASE}.clean_tags", _CLEAN, tree="tree"),
        Stage("lxml_html_clean.clean:Cleaner.clean_html", _CLEAN, tree="html"),
        Removal("lxml.html:HtmlMixin.drop_tree", element="self"),
        At(f"{_BASE}.xp_1_5", _FRAME, after=_frame, frame=True),
        Stage(f"{_BASE}.prune_unwanted_sections", _SECTIONS, tree="tree"),
        At(f"{_BASE}.prune_unwanted_nodes", before=_before_backup, after=_backup),
        Stage(f"{_BASE}.delete_by_link_density", _LINKS, tree="subtree"),
        At(f"{_UTILS}:similarity_with_siblings", after=_similar),
        Verdict(f"{_UTILS}:link_density_test", element="element"),
        Verdict(f"{_UTILS}:density_of_a_text", element="ele"),
        Stage(f"{_DOCUMENT}.remove_unlikely_candidates", _UNLIKELY, tree="self.html"),
        At(f"{_DOCUMENT}.get_article", _CHOOSE, after=_choose, frame=True),
        At(f"{_DOCUMENT}.sanitize", before=_in_body),
        Stage(f"{_DOCUMENT}.sanitize", _SANITIZE, tree="node"),
        Result(f"{_DOCUMENT}.get_clean_html", tree="self.html"),
        At(f"{_DOCUMENT}.summary", after=_failed),
        At(f"{_FORUM}.extract", after=_posts, frame=True),
    ),
    labels={
        "content_score": "score",
        "best_candidate['content_score']": "best score",
        "similarity_with_siblings_nums": "similarity with siblings",
        "link_density": "link density",
        "weight + content_score": "class weight + score",
        "weight": "class weight",
        "content_length": "characters",
        "linklen": "characters in links",
        "elemlen": "characters",
    },
    pure=frozenset(
        [
            *("class_weight", "clean", "get_link_density", "text_len", "text_length", "text_strip"),
            "trim",
        ]
    ),
)
