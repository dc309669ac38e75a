"""Probes of Goose3: known articles, the cleaner, the choice by gravity, and the formatter.

The library writes links and text into new paragraphs, so that the trace loses some words on some
pages. The alignment is used there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from lxml import etree

from boilerscope.extractors.trace.choices import compared, drop_unchosen, mask_of
from boilerscope.extractors.trace.probes import At, Stage, Verdict
from boilerscope.extractors.trace.source_rules import FoundRule, FoundTest, head_of, source_of
from boilerscope.extractors.trace.table import Probes
from boilerscope.extractors.trace.xpath_clauses import describe_clause, matching_clause

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.trace.table import Call
    from boilerscope.extractors.trace.tracer import Trace

_PARSE = "Parse the page"
_KNOWN = "Choose known articles"
_TAGS = "Clean tags"
_SCRIPTS = "Remove scripts and styles"
_BAD = "Clean bad tags"
_NODES = "Remove captions and social media"
_PARAGRAPHS = "Make paragraphs"
_CHOOSE = "Choose the article"
_POST = "Clean the article"
_NEGATIVE = "Remove negative scores"
_SHORT = "Remove paragraphs of few words"
_WRITE = "Convert to text"
_GRAVITY = "gravityScore"

_CLEANER = "goose3.cleaners:DocumentCleaner"
_CONTENT = "goose3.extractors.content:ContentExtractor"
_FORMATTER = "goose3.outputformatters:OutputFormatter"
_PARSER = "goose3.parsers:Parser"


def _parse(trace: Trace, call: Call) -> None:
    """Label the page's tree; later trees are of text that is put into new paragraphs."""
    if "goose3" not in trace.memory:
        trace.memory["goose3"] = None
        trace.begin(call.result, _PARSE, _misread(trace, call))
        return
    for element in call.result.iter(etree.Element):
        element.sourceline = 0  # the parser numbers the lines of the new text


def _misread(trace: Trace, call: Call) -> FoundRule | None:
    """Return the rule of a page that was parsed with the encoding that its markup declares.

    The page is text at that point. It is encoded as UTF-8 and parsed as what it declares.
    """
    assert call.scope is not None  # noqa: S101 - the probe asks for the frame
    encoding = call.scope.variables.get("encoding")
    read, written = sum(1 for _ in call.result.iter(etree.Element)), len(trace.index.elements)
    if encoding is None or 2 * read > written:
        return None
    comparison = ("elements that the parser read", "<", "elements of the page")
    rule = compared("fromstring", comparison, (read, written), head_of(call.function))
    return replace(rule, note=f"the parser's encoding is “{encoding}”")


def _known(trace: Trace, call: Call) -> None:
    """Drop the text outside of known articles, in a history for the copies of them.

    If they have no text with stop words, the library goes on with the whole page.
    """
    if not call.result:
        return
    history = trace.current.fork()
    test = FoundTest("not in an element of known_context_patterns")
    note = f"found is {trace.index.describe(trace.index.row(call.result[0]))}"
    rule = FoundRule(f"get_known_article_tags: {test.text}", (test,), head_of(call.function), note)
    event = trace.event(rule)
    history.visit(trace.stage)
    history.drop_mask(~mask_of(trace, call.result), event)
    trace.memory["goose3"] = history


def _copied(trace: Trace, call: Call) -> None:
    """Let the copy of a known article continue the history of known articles."""
    document = call.value("doc_to_clean")
    history = trace.memory.get("goose3")
    trace.adopt(document, history)
    trace.current = trace.history_of(document)


def _found(trace: Trace, call: Call) -> None:
    """Note the expression that elements were looked for by: the rule of their removal."""
    caller = call.caller
    function, path = caller.f_code.co_name, call.value("expression")
    if function not in {"clean_bad_tags", "remove_nodes_regex"}:
        return
    source = source_of(caller.f_code, caller.f_lineno)
    held = {
        value: f"self.{key}"
        for key, value in vars(caller.f_locals["self"]).items()
        if isinstance(value, str)
    }
    pattern = caller.f_locals.get("pattern", "")
    shown = held.get(path) or held.get(pattern) or path
    for element in call.result:
        if isinstance(element.tag, str):
            note = describe_clause(matching_clause(path, element), element)
            test = FoundTest(shown, note=note)
            trace.note_verdict(element, FoundRule(f"{function}: {shown}", (test,), source, note))


def _remove(trace: Trace, call: Call) -> None:
    """Note a removal, unless the text of the element was put into a new paragraph."""
    if call.caller.f_code.co_name != "get_replacement_nodes":
        trace.remove(call.value("node"), call.caller, tail=False)


def _choose(trace: Trace, call: Call) -> None:
    """Drop the text outside of the best element."""
    assert call.scope is not None  # noqa: S101 - the probe asks for the frame
    best, source = call.result, head_of(call.function)
    parents = call.scope.variables["parent_nodes"]
    if best is None:
        test = FoundTest("no p, pre or td has more than 2 stop words and few links")
        rule = FoundRule(f"calculate_best_node: {test.text}", (test,), source)
        nothing = np.zeros(trace.index.page.n_tokens, dtype=np.bool_)
        history = trace.current.fork()
        history.drop_mask(history.alive, trace.event(rule))
        trace.finish_mask(nothing, history)
        return
    trace.current = trace.history_of(best)
    trace.memory["parents"] = [
        (trace.index.row(element), float(element.get(_GRAVITY) or 0))
        for element in parents
        if element is not best
    ]
    trace.memory["choice"] = source, float(best.get(_GRAVITY) or 0)


def _added(trace: Trace, call: Call) -> None:
    """Drop the text outside of the best element, after paragraphs before it were added."""
    article = call.result
    source, score = trace.memory["choice"]
    comparison = (_GRAVITY, "<=", "gravityScore of the best element")
    lost = [
        (row, compared("calculate_best_node", comparison, (of_row, score), source))
        for row, of_row in sorted(trace.memory["parents"])
    ]
    described = trace.index.describe(trace.index.row(article))
    other = FoundRule(
        "calculate_best_node: outside of the best element, in no element with a score",
        source=source,
        note=f"the best is {described}",
    )
    with_siblings: BoolArray = mask_of(trace, [article])
    row = trace.index.row(article)
    drop_unchosen(trace, with_siblings, lost, other, best=(row, score))


def _paragraphs(trace: Trace, call: Call) -> None:
    """Drop text that was in a div and is in none of the new paragraphs."""
    document = call.value("doc")
    history = trace.history_of(document)
    start, end = 0, trace.index.page.n_tokens
    if trace.index.row(document) > 0:  # a copy of a known article: others share the history
        start, end = trace.index.tokens_of_row(trace.index.row(document))
    kept = np.ones(trace.index.page.n_tokens, dtype=np.bool_)
    kept[start:end] = mask_of(trace, [document])[start:end]
    test = FoundTest("not in the paragraphs that get_replacement_nodes made")
    rule = FoundRule(f"div_to_para: {test.text}", (test,), head_of(call.function))
    history.drop_mask(~kept, trace.event(rule))


def _negative(trace: Trace, call: Call) -> None:
    """Drop elements with a score below 1, and the text after them."""
    article, source = call.value("self").top_node, head_of(call.function)
    for element in article.xpath(f".//*[@{_GRAVITY}]"):
        score = float(int(element.get(_GRAVITY), 0))
        if score < 1:
            rule = compared("remove_negativescores_nodes", ("score", "<", "1"), (score, 1), source)
            trace.drop_element(element, rule, tail=True)


def _before_breaks(trace: Trace, call: Call) -> None:
    """Read the article before line breaks become text in the middle of words."""
    trace.memory["mask"] = mask_of(trace, [call.value("self").top_node])


def _write(trace: Trace, call: Call) -> None:
    """Read the article: only the elements in it are written, not the text between them."""
    article = call.value("self").top_node
    history = trace.history_of(article)
    test = FoundTest("text directly in the top node is not read")
    rule = FoundRule(f"convert_to_text: {test.text}", (test,), head_of(call.function))
    event = trace.event(rule)
    for text in (article.text, *(child.tail for child in article)):
        for part in (text or "").split(r"\n"):
            if part.strip():
                run = trace.index.find(part, article, history.alive)
                history.drop_mask(trace.index.mask([run]), event)
    trace.finish_mask(trace.memory["mask"] & history.alive, history)


PROBES = Probes(
    library="goose3",
    code="O",
    packages=("goose3",),
    tested=("3.1.19", "3.1.22"),
    stages=(
        _PARSE,
        _KNOWN,
        _SCRIPTS,
        _BAD,
        _NODES,
        _PARAGRAPHS,
        _CHOOSE,
        _POST,
        _NEGATIVE,
        _SHORT,
        _WRITE,
    ),
    outside=_POST,
    entries=(
        At(f"{_PARSER}.fromstring", after=_parse, frame=True),
        At(f"{_CONTENT}.get_known_article_tags", _KNOWN, after=_known),
        At(f"{_CLEANER}.clean", before=_copied),
        Stage(f"{_CLEANER}.remove_scripts_styles", _SCRIPTS, tree="doc"),
        Stage(f"{_CLEANER}.clean_bad_tags", _BAD, tree="doc"),
        Stage(f"{_CLEANER}.remove_nodes_regex", _NODES, tree="doc"),
        At(f"{_PARSER}.xpath_re", after=_found),
        At(f"{_PARSER}.remove", before=_remove),
        At(f"{_CLEANER}.div_to_para", _PARAGRAPHS, after=_paragraphs),
        At(f"{_CONTENT}.calculate_best_node", _CHOOSE, after=_choose, frame=True),
        At(f"{_CONTENT}.add_siblings", _CHOOSE, after=_added),
        Verdict(f"{_CONTENT}.is_highlink_density", element="element"),
        Verdict(f"{_CONTENT}.is_table_and_no_para_exist", element="elm"),
        Verdict(f"{_CONTENT}.is_nodescore_threshold_met", element="elm", when="false"),
        At(f"{_FORMATTER}.remove_negativescores_nodes", _NEGATIVE, before=_negative),
        At(f"{_FORMATTER}.add_newline_to_br", before=_before_breaks),
        Stage(f"{_FORMATTER}.remove_fewwords_paragraphs", _SHORT, tree="self.top_node"),
        At(f"{_FORMATTER}.convert_to_text", _WRITE, before=_write),
    ),
    labels={
        _GRAVITY: "gravity score",
        "current_node_score": "gravity score",
        "threshold_score": "0.08 of the gravity score of the best element",
        "stop_words.get_stopword_count()": "stop words",
        "score": "score",
        "len(txt)": "characters",
    },
    pure=frozenset(["get_stopword_count", "get_elements_by_tag"]),
    aligned=True,
)
