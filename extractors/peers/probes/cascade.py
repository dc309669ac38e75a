"""The cascade of trafilatura: own extraction, readability, jusText, baseline and recall retry.

Each result is a candidate; the comparison that decided is read from the locals of the function.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.model.candidates import CandidateState
from boilerscope.extractors.trace.assigned import assigned_rule
from boilerscope.extractors.trace.probes import element_in
from boilerscope.extractors.trace.source_rules import FoundRule, Scope
from boilerscope.extractors.trace.untaken import branch_rule, uncalled_rule

if TYPE_CHECKING:
    from types import CodeType

    from boilerscope.extractors.trace.table import Call
    from boilerscope.extractors.trace.tracer import Trace

COMPARE = "Compare"
RETRY = "Recall retry"
"""Titles of stages."""

OWN, OWN_OF_RETRY = "own extraction", "recall retry"
READABILITY, JUSTEXT, BASELINE = "readability", "justext", "baseline"
JUSTEXT_LATE = "justext after the retry"
"""Names of the results."""

SO_FAR = "characters so far"


def _is_retry(trace: Trace) -> bool:
    return RETRY in trace.stages[trace.stage].path


def of_round(trace: Trace, name: str) -> str:
    """Return the name of a result: the retry computes each of them again."""
    return f"{name} of the retry" if _is_retry(trace) else name


def own(trace: Trace, call: Call) -> None:
    """Note the own extraction, or that of the recall retry, as a candidate."""
    name = OWN_OF_RETRY if _is_retry(trace) else OWN
    add_result(trace, name, call.result)
    trace.judge_result(name, CandidateState.USED, None)
    trace.memory["winner of the retry" if _is_retry(trace) else "winner"] = name


def add_result(trace: Trace, name: str, result: Any) -> None:
    """Note a result: a body, or a tuple of it and its text."""
    body = element_in(result)
    if body is None:
        return
    texts = [part for part in result if isinstance(part, str)] if isinstance(result, tuple) else []
    characters = len(texts[0]) if texts else len(" ".join(body.itertext()).strip())
    trace.add_result(name, characters, trace.mask_of(body))


def judge(trace: Trace, name: str, rule: FoundRule | None, *, is_used: bool) -> None:
    """Note whether a result replaced the winner so far of its round."""
    state = CandidateState.USED if is_used else CandidateState.REJECTED
    trace.judge_result(name, state, rule)
    if is_used:
        winner = "winner of the retry" if _is_retry(trace) else "winner"
        trace.judge_result(trace.memory[winner], CandidateState.REJECTED, rule)
        trace.memory[winner] = name


def _not_run(trace: Trace, name: str, rule: FoundRule | None) -> None:
    if name not in trace.results:
        trace.judge_result(name, CandidateState.NOT_RUN, rule)


def compared(trace: Trace, call: Call) -> None:
    """Note why readability and jusText were used, were not used, or were not run."""
    if call.scope is None or call.code is None:
        return
    scope, rescue = call.scope, of_round(trace, JUSTEXT)
    _not_run(
        trace,
        of_round(trace, READABILITY),
        uncalled_rule(call.code, "try_readability", scope),
    )
    if "len_text2" not in scope.variables:
        rule = uncalled_rule(call.code, "justext_rescue", scope)
        _not_run(trace, rescue, _of_lengths_so_far(rule))
        return
    # The function has overwritten the length that it compared with.
    before = len(call.value("text"))
    readability = trace.results.get(of_round(trace, READABILITY))
    if readability is not None and readability.state is CandidateState.USED:
        before = readability.characters
    is_accepted = bool(scope.variables.get("text2") and scope.variables.get("accept"))
    rule = assigned_rule(call.code, "accept", scope.with_variable("len_text", before))
    judge(trace, rescue, _of_lengths_so_far(rule), is_used=is_accepted)


def _of_lengths_so_far(rule: FoundRule | None) -> FoundRule | None:
    """Return a rule of ``len_text`` after readability may have replaced the own extraction."""
    if rule is None:
        return None
    tests = tuple(
        replace(test, left=SO_FAR if test.left == "len_text" else test.left) for test in rule.tests
    )
    return replace(rule, tests=tests)


def page_text(trace: Trace, call: Call) -> None:
    """Remember the text of the whole page, of which the own extraction must be a share."""
    if isinstance(call.result, str):
        trace.memory["html2txt"] = call.result


def judge_all(trace: Trace, call: Call) -> None:
    """Note why the baseline and the recall retry were used, were not used, or were not run."""
    if call.scope is None or call.code is None or OWN not in trace.results:
        return
    options = call.value("options")
    compare = call.function.__globals__.get("_extract_and_compare")
    if compare is not None:
        of_options = Scope({"options": options}, compare.__globals__)
        rule = uncalled_rule(compare.__code__, "compare_extraction", of_options)
        for name in (READABILITY, JUSTEXT):
            _not_run(trace, name, rule)
    text = "x" * max(trace.results[trace.memory["winner"]].characters, 0)  # only its length counts
    scope = call.scope.with_variable("temp_text", text)
    if "html2txt" in trace.memory:
        scope = scope.with_result("html2txt", trace.memory["html2txt"])
    _choose_result(trace, (call.code, scope), "b_len", BASELINE, "baseline")
    if trace.memory["winner"] == BASELINE:
        scope = scope.with_variable("temp_text", "x" * int(scope.variables["b_len"]))
    late = _choose_result(trace, (call.code, scope), "j_len", JUSTEXT_LATE, "justext_rescue")
    winner_of_retry = trace.memory.get("winner of the retry", OWN_OF_RETRY)
    if not late:
        _choose_result(trace, (call.code, scope), "r_len", winner_of_retry, "_recall_retry")
    elif winner_of_retry in trace.results:
        rule = trace.results[JUSTEXT_LATE].rule
        trace.judge_result(winner_of_retry, CandidateState.REJECTED, rule)
    _list_results(trace)


def _list_results(trace: Trace) -> None:
    """List the results in the order of the cascade; the winner has the reason of its last rival."""
    order = (OWN, READABILITY, JUSTEXT, BASELINE, OWN_OF_RETRY)
    place = {name: number for number, name in enumerate(order)}
    ranked = sorted(trace.results.items(), key=lambda item: place.get(item[0], len(order)))
    trace.results = dict(ranked)
    for result in trace.results.values():
        result.choice = COMPARE
    winner, rival = trace.results[trace.memory["winner"]], trace.results.get(READABILITY)
    if winner.rule is None and rival is not None:
        winner.rule = rival.rule


def _choose_result(
    trace: Trace, function: tuple[CodeType, Scope], variable: str, name: str, callee: str
) -> bool:
    """Judge a result by the branch that begins with the variable of its length."""
    code, scope = function
    is_computed = variable in scope.variables and scope.variables[variable] is not None
    if not is_computed or (name not in trace.results and not scope.variables[variable]):
        _not_run(trace, name, uncalled_rule(code, callee, scope))
        return False
    branch = branch_rule(code, variable, scope)
    if branch is not None:
        judge(trace, name, branch[1], is_used=branch[0])
    return branch is not None and branch[0]
