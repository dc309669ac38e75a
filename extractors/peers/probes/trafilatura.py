"""Probes of trafilatura: cleaning, sections, reading, recovery, and the cascade of fallbacks.

Every physical tree is a line of history; `copy` forks it. The winner is the tree that
``trafilatura_sequence`` returns: its history is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.peers.probes import cascade, justext, readability_lxml
from boilerscope.extractors.trace.probes import (
    Assigns,
    At,
    Fork,
    Parse,
    Probe,
    Reads,
    Refusal,
    Removal,
    Stage,
    Verdict,
    Watch,
    Writes,
    element_in,
    rule_at_return,
)
from boilerscope.extractors.trace.source_rules import (
    FoundRule,
    Scope,
    denied_return,
    source_of,
)
from boilerscope.extractors.trace.table import Probes
from boilerscope.extractors.trace.untaken import branch_rule

if TYPE_CHECKING:
    from boilerscope.extractors.trace.history import History
    from boilerscope.extractors.trace.table import Call
    from boilerscope.extractors.trace.tracer import Trace

_HOME = "trafilatura"
_READABILITY = f"{_HOME}.readability_lxml:Document"
_FRAME = "Choose the frame"
_READ = "Read text elements"
_RECOVER = "Recover wild text"
_BASELINE = "Baseline"
_END = "Check the result"

_LISTS = {
    "RAW_TREE_PRUNE_XPATH": "Discard appended articles",
    "REMOVE_COMMENTS_AND_LISTS_XPATH": "Discard comments",
    "REMOVE_COMMENTS_XPATH": "Discard comments",
    "OVERALL_DISCARD_XPATH": "Discard sections",
    "DISCARD_IMAGE_ELEMENTS": "Discard captions",
    "TEASER_DISCARD_XPATH": "Discard teasers",
    "PRECISION_DISCARD_XPATH": "Discard for precision",
    "COMMENTS_DISCARD_XPATH": "Discard parts of comments",
}
"""Stage of each list of expressions that is given to ``prune_unwanted_nodes``."""


_MATCHED = "matched elements"
"""Key of what a call is given by its probe; it is no name of an argument."""


@dataclass(frozen=True, slots=True)
class _Prune(Probe):
    """``prune_unwanted_nodes``: the stage is that of the list of expressions.

    With a backup, nothing is pruned if too little text would be left: the sections are confirmed.
    """

    @property
    def watches(self) -> str:
        """The frame at the return, for the sections that were found."""
        return "return"

    def leave(self, trace: Trace, call: Call) -> None:
        """Note the sections that stay, with the two numbers that were compared."""
        self._drop_detached(trace, call)
        found = [] if call.frame is None else call.frame.f_locals.get("outer", [])
        if not found or call.code is None or call.scope is None:
            return
        branch = branch_rule(call.code, "old_len", call.scope)
        if branch is None or branch[0]:
            return  # it is pruned, or its source shows no comparison
        event = trace.event(branch[1])
        rows = [row for row in map(trace.index.row, found) if row > 0]
        history = trace.history_of(call.value("tree"))
        history.judged += [(*trace.index.tokens_of_row(row), event) for row in rows]

    def _drop_detached(self, trace: Trace, call: Call) -> None:
        """Note what an older release detached by a method of lxml, which cannot be wrapped."""
        tree, code = call.value("tree"), call.code
        if code is None or "delete_element" in code.co_names or call.result is not tree:
            return
        source = source_of(code, code.co_firstlineno)
        for expression, element in call.arguments.get(_MATCHED, ()):
            row = trace.index.row(element)
            if row > 0 and element is not tree and tree not in element.iterancestors():
                rule = trace.xpath_rule(expression, element, source)
                trace.drop_row(row, rule, trace.history_of(tree))

    def enter(self, trace: Trace, call: Call) -> None:
        nodes = call.value("nodelist")
        if "delete_element" not in call.function.__code__.co_names:
            tree = call.value("tree")
            call.arguments[_MATCHED] = [(each, found) for each in nodes for found in each(tree)]
        name = trace.list_name(nodes[0]).partition("[")[0] if nodes else ""
        trace.enter_stage(_LISTS.get(name, "Discard your expressions"), call.value("tree"))

    def end(self, trace: Trace) -> None:
        trace.leave_stage()


@dataclass(frozen=True, slots=True)
class _Sections(Stage):
    """``prune_unwanted_sections``: what it is given by ``_extract`` is the frame of the article.

    If a frame gives no text, the library tries the next expression; the earlier choice is revoked.
    """

    def enter(self, trace: Trace, call: Call) -> None:
        caller = call.caller
        variables = caller.f_locals
        if caller.f_code.co_name == "_extract" and "expr" in variables:
            tree = call.value("tree")
            trace.enter_stage(_FRAME, tree)
            history = trace.history_of(tree)
            chosen: dict[int, tuple[History, int]] = trace.memory.setdefault("frames", {})
            if id(history) in chosen:
                history.revoke(chosen[id(history)][1])
            source = source_of(caller.f_code, caller.f_lineno)
            event = trace.select(tree, trace.xpath_rule(variables["expr"], tree, source))
            chosen[id(history)] = history, event
            trace.leave_stage()
        Stage.enter(self, trace, call)


def _cell_list(trace: Trace, call: Call) -> None:
    """Name the rule of lists in table cells, which are written only with the focus on recall."""
    caller = call.caller
    if call.value("processed") is not None or caller.f_code.co_name != "_fill_cell":
        return
    source, options = call.value("source"), caller.f_locals.get("options")
    if source.tag in {"list", "done"} and getattr(options, "focus", "") != "recall":
        rule = FoundRule(
            "_fill_cell: a list in a table cell is kept only if options.focus == 'recall'",
            source=source_of(caller.f_code, caller.f_lineno),
        )
        trace.refuse(source, rule, deep=True)


def _recovered(trace: Trace, call: Call) -> None:
    """Name the expression that the recovery reads, for text that is in none of its elements."""
    if call.scope is None or call.code is None:
        return
    history, source = trace.read[-1], source_of(call.code, call.code.co_firstlineno)
    expression = call.scope.variables.get("search_expr", "")
    outside = FoundRule(
        f"recover_wild_text: the text is in no element of search_expr, {expression}", source=source
    )
    history.reader = trace.event(outside)
    unwritten = FoundRule(
        "recover_wild_text: the element is read, but this text of it is not written", source=source
    )
    for element in call.scope.variables.get("subelems", ()):
        row = trace.index.row(element)
        if row >= 0 and row not in history.refused:
            history.refused[row] = trace.event(unwritten, row), True


def _serialised(trace: Trace, call: Call) -> None:
    """Remember the labels of the tree that the copy of readability returns as markup."""
    assert call.scope is not None  # noqa: S101 - the probe asks for the frame
    node = call.scope.variables["node"]
    trace.memory["readability"] = trace.index.labels_of(node), trace.history_of(node)


def _parsed_again(trace: Trace, call: Call) -> None:
    """Label the tree that is parsed from the markup of readability."""
    known = trace.memory.pop("readability", None)
    if known is None:
        return
    labels, history = known
    trace.index.relabel(call.result, labels)
    trace.adopt(call.result, history)
    cascade.add_result(trace, cascade.of_round(trace, cascade.READABILITY), call.result)


def _preferred(trace: Trace, call: Call) -> None:
    """Note the comparison that chose between the own extraction and readability."""
    if call.code is None or call.scope is None:
        return
    if call.result:
        rule = rule_at_return(call.code, call.line, call.scope)
    else:
        rule = denied_return(call.code, call.line, call.scope)
    if rule is None:
        return
    chosen = "readability is used" if call.result else "the own extraction stays"
    shown = FoundRule(f"{chosen}: {rule.text}", rule.tests, rule.source, rule.note)
    name = cascade.of_round(trace, cascade.READABILITY)
    cascade.judge(trace, name, rule, is_used=bool(call.result))
    trace.results[name].characters = int(call.value("len_algo"))
    trace.memory["comparison"] = trace.event(shown)


def _paragraphs_of_justext(trace: Trace, call: Call) -> None:
    """Note the text of jusText, whose paragraphs are new elements without labels."""
    mask = justext.decide(trace)
    trace.adopt(call.result, trace.current, mask)


def _rescued(trace: Trace, call: Call) -> None:
    is_late = call.caller.f_code.co_name == "trafilatura_sequence"
    cascade.add_result(
        trace,
        cascade.JUSTEXT_LATE if is_late else cascade.of_round(trace, cascade.JUSTEXT),
        call.result,
    )


def _baseline(trace: Trace, call: Call) -> None:
    """Let the text of the baseline continue the history of the copy that it cleaned."""
    if call.code is None or call.scope is None:
        return
    rule = rule_at_return(call.code, call.line, call.scope)
    text = "baseline: the text is in no element that it reads"
    note = "" if rule is None else rule.text
    source = source_of(call.code, call.line)
    trace.current.reader = trace.event(FoundRule(text, source=source, note=note))
    body = element_in(call.result)
    if body is not None:
        trace.adopt(body, trace.current)
        cascade.add_result(trace, cascade.BASELINE, call.result)


def _finish(trace: Trace, call: Call) -> None:
    """Note the bodies of the article and of the comments: their text is the result."""
    bodies = [part for part in call.result if element_in(part) is not None]
    history = trace.history_of(bodies[0])
    mask = trace.mask_of(bodies[0])
    comments = bodies[1] if len(bodies) > 1 else trace.memory.get("comments")
    if comments is not None:  # their container was removed after they had been read
        mask = mask | trace.index.mask(list(trace.index.runs(comments)))
    comparison = trace.memory.get("comparison")
    if comparison is not None:
        history.visit(trace.events[comparison].stage)
        history.judged.append((0, len(mask), comparison))
    trace.finish_mask(mask, history)


def _comments(trace: Trace, call: Call) -> None:
    """Remember the body of the comments, which versions before 2.1 add to the text only later."""
    trace.memory["comments"] = element_in(call.result)


def _discarded(trace: Trace, call: Call) -> None:
    """Note why a document without a result was discarded."""
    if call.result is not None or call.scope is None or call.code is None:
        return
    if trace.finished is None:
        return
    history = trace.finished.history
    source = source_of(call.code, call.line)
    rule = _size_rule(call.scope, source) or FoundRule(
        "bare_extraction: the document is discarded as a duplicate, or in another language",
        source=source,
    )
    history.reader = trace.event(rule)
    history.visit(trace.stage)
    history.drop_mask(trace.finished.mask, history.reader)


def _size_rule(scope: Scope, source: str) -> FoundRule | None:
    import ast

    from boilerscope.extractors.trace.source_rules import rule_of_tests, true_tests

    condition = ast.parse("len_text < options.min_output_size", mode="eval").body
    size, limit = scope.variables.get("len_text"), scope.evaluate(condition)
    if size is None or limit is not True:
        return None
    return rule_of_tests(true_tests(condition, scope), "bare_extraction", source)


PROBES = Probes(
    library="trafilatura",
    code="T",
    packages=("trafilatura", "justext"),
    tested=("1.12.2", "2.3.1"),
    stages=(
        "Parse the page",
        "Discard appended articles",
        "Discard comments",
        "Clean the tree",
        "Read comments",
        "Discard parts of comments",
        _FRAME,
        "Discard sections",
        "Discard captions",
        "Discard teasers",
        "Discard for precision",
        "Delete by link density",
        "Discard tables and titles",
        _READ,
        "Finish the article",
        _RECOVER,
        cascade.COMPARE,
        "Readability",
        "Remove unlikely candidates",
        "Choose the article",
        "Sanitize",
        "Clean for fallbacks",
        justext.CLASSIFY,
        justext.CONTEXT,
        _BASELINE,
        cascade.RETRY,
        _END,
    ),
    entries=(
        Parse(f"{_HOME}.utils:load_html"),
        Fork("copy:copy"),
        Fork("copy:deepcopy"),
        Removal(f"{_HOME}.xml:delete_element", element="element", tail="keep_tail"),
        Stage(f"{_HOME}.htmlprocessing:tree_cleaning", "Clean the tree", tree="tree"),
        _Prune(f"{_HOME}.htmlprocessing:prune_unwanted_nodes"),
        _Sections(
            f"{_HOME}.main_extractor:prune_unwanted_sections",
            "Discard tables and titles",
            tree="tree",
        ),
        Stage(
            f"{_HOME}.htmlprocessing:delete_by_link_density",
            "Delete by link density",
            tree="subtree",
        ),
        Verdict(f"{_HOME}.htmlprocessing:link_density_test", element="element"),
        Verdict(f"{_HOME}.htmlprocessing:link_density_test_tables", element="element"),
        Verdict(f"{_HOME}.deduplication:duplicate_test", element="element"),
        Stage(f"{_HOME}.main_extractor:extract_comments", "Read comments", tree="tree"),
        At(f"{_HOME}.main_extractor:extract_comments", after=_comments),
        Reads(f"{_HOME}.main_extractor:_extract", _READ, tree="tree"),
        Stage(f"{_HOME}.main_extractor:extract_content", "Finish the article", tree="cleaned_tree"),
        At(f"{_HOME}.main_extractor:extract_content", after=cascade.own),
        Writes(f"{_HOME}.main_extractor:handle_textelem", element="element"),
        *(
            Refusal(f"{_HOME}.main_extractor:{name}", deep=deep, done="done")
            for name, deep in (
                ("handle_other_elements", False),
                ("handle_paragraphs", True),
                ("handle_lists", True),
                ("handle_table", True),
                ("handle_quotes", True),
                ("handle_formatting", True),
                ("handle_titles", True),
            )
        ),
        At(f"{_HOME}.main_extractor:_append_block", before=_cell_list),
        Reads(f"{_HOME}.main_extractor:recover_wild_text", _RECOVER, tree="tree"),
        At(f"{_HOME}.main_extractor:recover_wild_text", after=_recovered, frame=True),
        Stage(f"{_HOME}.external:compare_extraction", cascade.COMPARE, tree="cleaned_tree"),
        At(f"{_HOME}.external:_prefer_readability", after=_preferred, frame=True),
        At(f"{_HOME}.external:compare_extraction", after=cascade.compared, frame=True),
        Stage(f"{_HOME}.external:try_readability", "Readability", tree="htmlinput"),
        Removal("lxml.html:HtmlMixin.drop_tree", element="self"),
        Stage(f"{_READABILITY}.remove_unlikely_candidates", "Remove unlikely candidates"),
        At(
            f"{_READABILITY}.get_article",
            "Choose the article",
            after=readability_lxml.choose,
            frame=True,
        ),
        Stage(f"{_READABILITY}.sanitize", "Sanitize", tree="node"),
        At(f"{_READABILITY}.sanitize", after=_serialised, frame=True),
        At(f"{_HOME}.external:try_readability", after=_parsed_again),
        Stage(f"{_HOME}.baseline:basic_cleaning", "Clean for fallbacks", tree="tree"),
        At("justext.core:ParagraphMaker.make_paragraphs", after=justext.paragraphs),
        Stage("justext.core:classify_paragraphs", justext.CLASSIFY),
        Assigns("justext.paragraph:Paragraph.__setattr__", names=("cf_class",)),
        Watch(
            "justext.core:revise_paragraph_classification",
            each="paragraph",
            title=justext.CONTEXT,
        ),
        At(f"{_HOME}.external:try_justext", after=_paragraphs_of_justext),
        At(f"{_HOME}.external:justext_rescue", after=_rescued),
        At(f"{_HOME}.baseline:baseline", _BASELINE, after=_baseline, frame=True),
        At(f"{_HOME}.baseline:html2txt", after=cascade.page_text),
        Stage(f"{_HOME}.core:_recall_retry", cascade.RETRY, tree="esc_tree"),
        At(f"{_HOME}.core:trafilatura_sequence", after=_finish),
        At(f"{_HOME}.core:trafilatura_sequence", after=cascade.judge_all, frame=True),
        At(f"{_HOME}.core:bare_extraction", _END, after=_discarded, frame=True),
    ),
    labels={
        **justext.LABELS,
        **readability_lxml.PROBES.labels,
        "linklen": "characters in links",
        "elemlen": "characters",
        "len(text)": "characters",
        "len(link_text)": "characters of the link",
        "len(form.text_content())": "characters of the form",
        "len(links_xpath)": "links",
        "shortelems / elemnum": "share of short links",
        "elemnum": "links with text",
        "old_len - sum((len(elem.text_content()) for elem in outer))": (
            "characters outside of these sections"
        ),
        "len_algo": "characters of readability",
        "len(temp_text)": cascade.SO_FAR,
        "len_text2": "characters of jusText",
        "b_len": "characters of the baseline",
        "r_len": "characters of the retry",
        "j_len": "characters of jusText",
        "len_text": "characters of the own extraction",
        "len(trim(elem.text_content()))": "characters",
        "len(elem)": "children",
        "len(current)": "characters",
        "len(teststring)": "characters",
        "previous": "times that this text was read",
    },
    settings={
        "options.min_extracted_size": "min_extracted_size",
        "options.min_output_size": "min_output_size",
    },
    pure=frozenset(
        [
            *("trim", "collect_link_info", "is_paragraph_listing", "textfilter"),
            *("text_chars_test", "_elem_text", "is_text_element", "image_src"),
            *("class_weight", "get_link_density", "text_length"),
            *("stopwords_density", "links_density", "get_next_neighbour", "get_prev_neighbour"),
        ]
    ),
)
