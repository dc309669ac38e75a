"""The tracer: what wrapped functions report during one run, by tree, stage and token."""

from __future__ import annotations

import ast
import math
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lxml import etree

from boilerscope.extractors.model.candidates import MAX_CANDIDATES, CandidateState, token_ranges
from boilerscope.extractors.trace.history import Event, History, StageEntry
from boilerscope.extractors.trace.labels import PageIndex
from boilerscope.extractors.trace.parse_losses import parse_losses
from boilerscope.extractors.trace.source_rules import (
    Choice,
    FoundRule,
    FoundTest,
    Place,
    Scope,
    all_choices,
    append_conditions,
    comprehension_of,
    found_rule,
    is_unknown,
    place_of,
    rule_of_tests,
    source_of,
    true_tests,
    unwrapped,
)
from boilerscope.extractors.trace.table import Call
from boilerscope.extractors.trace.wrapping import (
    Target,
    modules_of,
    named_like,
    run_watched,
)
from boilerscope.extractors.trace.xpath_clauses import (
    describe_clause,
    matching_clause,
    shortened,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence
    from types import FrameType

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.trace.labels import Run
    from boilerscope.extractors.trace.table import Probes, Reporter

_Hook = tuple[str, Any]
"""Path of a function, and a hook to call."""

_MAX_PROBLEMS = 20
_CHECK_S = 0.02
_LIST_LEVELS = 4


class TraceExpiredError(BaseException):
    """The traced run exceeds its deadline. Not an `Exception`: the library must not catch it."""


@dataclass(frozen=True, slots=True, eq=False)
class Finished:
    """The tree that became the text.

    Attributes
    ----------
    history : History
        Its history.
    mask : array of bool, shape (n_tokens,)
        Tokens that it contains.
    """

    history: History
    mask: BoolArray


@dataclass(slots=True, eq=False)
class Contender:
    """A result or an element among which the library chose.

    Attributes
    ----------
    name : str
        Name of a result, empty for an element.
    choice : str
        Title of the stage that chose.
    state : CandidateState
        Whether it was used, as far as is known.
    rule : FoundRule or None
        Why.
    characters : int
        Length of its text as the library counts it, -1 if it does not.
    score : float
        Its score, NaN if it has none.
    row : int
        Element of the page.
    mask : array of bool or None, shape (n_tokens,)
        Tokens that it contains; None for those of its element.
    """

    name: str
    choice: str
    state: CandidateState = CandidateState.REJECTED
    rule: FoundRule | None = None
    characters: int = -1
    score: float = math.nan
    row: int = -1
    mask: BoolArray | None = None


class Trace:
    """What a traced run reported.

    Attributes
    ----------
    stages : list of StageEntry
        Stages in the order of their first start.
    events : list of Event
        Decisions in the order in which they were made.
    finished : Finished or None
        Set when the tree of the text is known; the last one counts.
    scores : dict of str to float
        Values of the whole page.
    results : dict of str to Contender
        Results among which the library chose, by name.
    elements : list of Contender
        Elements among which it chose.
    problems : list of str
        Errors of hooks.
    rounds, rows, tags, read : list
        State of calls of `Watch`, `Writes`, `Refusal` and `Reads` that have not returned.
    memory : dict of str to object
        What functions of a table remember.
    """

    def __init__(
        self, page: Page, probes: Probes, deadline: float, latest: float = math.inf
    ) -> None:
        self.index = page.cached("trace index", PageIndex)
        self.probes = probes
        self.stages: list[StageEntry] = []
        self.events: list[Event] = []
        self.finished: Finished | None = None
        self.scores: dict[str, float] = {}
        self.results: dict[str, Contender] = {}
        self.elements: list[Contender] = []
        self.problems: list[str] = []
        self.rounds: list[Any] = []
        self.rows: list[int] = []
        self.tags: list[str] = []
        self.read: list[History] = []
        self.memory: dict[str, Any] = {}
        self._deadline, self._latest = deadline, latest
        self._next_check = 0.0
        self._busy = False
        self._n_tokens = page.n_tokens
        self._number_of: dict[tuple[str, ...], int] = {}
        self._open: list[int] = []
        self._histories: dict[int, tuple[Any, History]] = {}
        self._masks: dict[int, tuple[Any, BoolArray]] = {}
        self._verdicts: dict[int, tuple[Any, list[tuple[FoundRule, int]]]] = {}
        self._lists: dict[int, tuple[Any, str]] | None = None
        self.current = History.new(page.n_tokens)

    # -- calls -----------------------------------------------------------------------------

    def wrapper(self, target: Target, probes: Sequence[Reporter]) -> Callable[..., Any]:
        """Return the function that replaces a function of the library during the run."""
        function = target.function
        own = next(filter(None, (probe.own_wrapper(self, target) for probe in probes)), None)
        if own is not None:
            return own
        enter, leave, end = (_hooks(probes, name) for name in ("enter", "leave", "end"))
        by_line = [probe for probe in probes if probe.watches == "lines"]
        line = _hooks(by_line, "line")
        code = getattr(function, "__code__", None)
        lines = frozenset(n for probe in by_line if code for n in probe.lines_of(code))
        is_watched = any(probe.watches for probe in probes)
        pure = self.probes.pure

        def wrapper(*args: Any, **kwargs: Any) -> Any:
            if self._busy:
                return function(*args, **kwargs)
            call = Call(target.arguments(args, kwargs), sys._getframe(1), function, pure)  # noqa: SLF001 - of the caller
            self._report(enter, call)
            try:
                if is_watched:
                    on_line = self._on_line(line, lines) if line else None
                    call.result = self._watch(on_line, call, args, kwargs)
                else:
                    call.result = function(*args, **kwargs)
                self._report(leave, call)
            finally:
                self._report(end)
            return call.result

        return named_like(function, wrapper)

    def _on_line(
        self, hooks: Sequence[_Hook], lines: frozenset[int]
    ) -> Callable[[FrameType], None]:
        """Return what is called for each line of a function: only some lines are reported."""

        def on_line(frame: FrameType) -> None:
            if frame.f_lineno in lines and not self._busy:
                self._report(hooks, frame)

        return on_line

    def _watch(
        self, on_line: Callable[[FrameType], None] | None, call: Call, args: Any, kwargs: Any
    ) -> Any:
        """Call a function of the library and keep its frame at the return."""
        function = call.function

        def on_return(frame: FrameType) -> None:
            call.frame, call.line, call.code = frame, frame.f_lineno, frame.f_code

        return run_watched(function, lambda: function(*args, **kwargs), on_line, on_return)

    def report(self, probe: Reporter, hook: Callable[..., None], *values: Any) -> None:
        """Call a hook of a probe that wraps its function itself."""
        if not self._busy:
            self._report(((probe.function, hook),), *values)

    def _report(self, hooks: Sequence[_Hook], *values: Any) -> None:
        """Call several hooks; their errors are noted, and the library goes on."""
        if not hooks:
            return
        now = time.perf_counter()
        if now >= self._next_check:  # the clock of the thread is slow to read
            self._next_check = now + _CHECK_S
            if now > self._latest or time.thread_time() > self._deadline:
                raise TraceExpiredError
        self._busy = True
        try:
            for function, hook in hooks:
                try:
                    hook(self, *values)
                except Exception as error:  # noqa: BLE001 - a probe that does not fit is noted
                    self._note(f"{function}: {type(error).__name__}: {error}")
        finally:
            self._busy = False

    def _note(self, problem: str) -> None:
        if problem not in self.problems and len(self.problems) < _MAX_PROBLEMS:
            self.problems.append(problem)

    # -- stages ----------------------------------------------------------------------------

    def enter_stage(self, title: str, tree: Any) -> None:
        """Begin a stage; `tree` is the tree that it works on, if known."""
        outer = self.stages[self._open[-1]].path if self._open else ()
        path = outer if outer and outer[-1] == title else (*outer, title)
        number = self._number_of.get(path)
        if number is None:
            number = self._number_of[path] = len(self.stages)
            self.stages.append(StageEntry(title, path))
        self._open.append(number)
        if tree is not None:
            self.current = self.history_of(tree)
        self.current.visit(number)

    def leave_stage(self) -> None:
        """End the innermost stage."""
        if self._open:
            self._open.pop()

    @property
    def stage(self) -> int:
        """The innermost stage that has begun."""
        if not self._open:
            self.enter_stage(self.probes.outside, None)
            return self._open.pop()
        return self._open[-1]

    # -- trees -----------------------------------------------------------------------------

    def begin(self, tree: Any, title: str, lost: FoundRule | None = None) -> None:
        """Label a tree that was parsed from the page, and begin its history.

        Parameters
        ----------
        lost : FoundRule, optional
            Why text is not in the tree, if the library is the reason.
        """
        root = _root(tree)
        known = self._histories.get(id(root))
        if (known is not None and known[0] is root) or not self.index.label(root):
            return
        history = History.new(self._n_tokens)
        self._histories[id(root)] = root, history
        self.current = history
        self.enter_stage(title, None)
        mask = self.index.mask(list(self.index.runs(root)))
        if lost is None and not mask.all():
            for tokens, rule, row in parse_losses(self.index, root, mask):
                history.drop_mask(tokens, self.event(rule, row))
        history.drop_mask(~mask, self.event(lost))
        self.leave_stage()

    def history_of(self, element: Any) -> History:
        """Return the history of the tree of an element; of an unknown tree, the current one."""
        root = _root(element)
        known = self._histories.get(id(root))
        return known[1] if known is not None and known[0] is root else self.current

    def adopt(
        self, tree: Any, history: History | None = None, mask: BoolArray | None = None
    ) -> None:
        """Let a new tree continue a history, by default the current one, unless it has one.

        Parameters
        ----------
        mask : array of bool, shape (n_tokens,), optional
            Tokens that it contains, if they are known better than by reading it.
        """
        root = _root(tree)
        known = self._histories.get(id(root))
        if history is not None or known is None or known[0] is not root:
            self._histories[id(root)] = root, history or self.current
        if mask is not None:
            self._masks[id(root)] = root, mask

    def mask_of(self, tree: Any) -> BoolArray:
        """Return the tokens that a tree contains."""
        known = self._masks.get(id(_root(tree)))
        if known is not None and known[0] is _root(tree):
            return known[1]
        return self.index.mask(self.runs(tree))

    def fork(self, source: Any, copy: Any) -> None:
        """Let a copy of a whole tree continue its history; copies of parts are ignored."""
        root = _root(source)
        known = self._histories.get(id(root))
        if known is not None and known[0] is root and (source is root or _is_body(source)):
            self._histories[id(_root(copy))] = _root(copy), known[1].fork()

    def compare(self, tree: Any) -> None:
        """Note which tokens a tree has lost since it was last known, without a rule."""
        history = self.history_of(tree)
        mask = self.index.mask(list(self.index.runs(_root(tree), history.alive)))
        history.drop_mask(~mask, self.event(None))

    def runs(self, tree: Any) -> list[Run]:
        """Return the texts of a tree, found among the living tokens of its history."""
        return list(self.index.runs(tree, self.history_of(tree).alive))

    def finish(self, tree: Any) -> None:
        """Note the tree of the text."""
        self.finished = Finished(self.history_of(tree), self.mask_of(tree))

    def finish_mask(self, mask: BoolArray, history: History | None = None) -> None:
        """Note the tokens of the text."""
        self.finished = Finished(history or self.current, mask)

    # -- candidates ------------------------------------------------------------------------

    def add_result(self, name: str, characters: int, mask: BoolArray) -> None:
        """Note a result among which the library chooses."""
        contender = self._result(name)
        contender.characters, contender.mask = characters, mask

    def judge_result(self, name: str, state: CandidateState, rule: FoundRule | None) -> None:
        """Note whether a result was used, and why; also of one that was not computed."""
        contender = self._result(name)
        contender.state, contender.rule = state, rule

    def _result(self, name: str) -> Contender:
        title = self.stages[self.stage].title
        return self.results.setdefault(name, Contender(name, title))

    def add_elements(
        self,
        best: tuple[int, float],
        others: Iterable[tuple[int, float, FoundRule | None]],
        added: Container[int] = (),
    ) -> None:
        """Note the elements among which the library chose.

        Parameters
        ----------
        best : tuple of (int, float)
            Row and score of the chosen one.
        others : iterable of (int, float, FoundRule)
            Row, score and reason of the others.
        added : container of int
            Rows of those that were added to the chosen one.
        """
        title = self.stages[self.stage].title
        uses = len({row.choice for row in self.elements if row.choice.startswith(title)})
        choice = f"{title} ({uses + 1})" if uses else title
        used = Contender("", choice, CandidateState.USED, score=best[1], row=best[0])
        lost = [
            Contender(
                "",
                choice,
                CandidateState.USED if row in added else CandidateState.REJECTED,
                rule,
                score=score,
                row=row,
            )
            for row, score, rule in others
            if row >= 0
        ]
        lost.sort(key=lambda contender: -contender.score)
        self.elements += [used, *lost[: MAX_CANDIDATES - 1]]

    # -- decisions -------------------------------------------------------------------------

    def event(
        self,
        rule: FoundRule | None,
        row: int = -1,
        *,
        stage: int | None = None,
        keeps: bool = False,
    ) -> int:
        """Add a decision, by default in the current stage, and return its number."""
        self.events.append(Event(self.stage if stage is None else stage, rule, row, keeps))
        return len(self.events) - 1

    def remove(self, element: Any, caller: FrameType, *, tail: bool) -> None:
        """Note that an element is removed by a line of the library."""
        self._drop_element(element, lambda: self._removal_rule(element, caller), tail=tail)

    def drop_element(self, element: Any, rule: FoundRule | None, *, tail: bool = False) -> None:
        """Note that an element is dropped by a rule, with `tail` also the text after it."""
        self._drop_element(element, lambda: rule, tail=tail)

    def _drop_element(
        self, element: Any, rule: Callable[[], FoundRule | None], *, tail: bool
    ) -> None:
        if not isinstance(element.tag, str):
            return
        history = self.history_of(element)
        row = self.index.row(element)
        ranges = self._living_ranges(element, row, history)
        if tail:
            ranges += self._living_tail(element, row, history)
        if not ranges:
            return
        event = self.event(rule(), row)
        history.visit(self.stage)
        for start, end in ranges:
            history.drop(start, end, event)

    def _living_ranges(self, element: Any, row: int, history: History) -> list[tuple[int, int]]:
        """Return the ranges of living tokens in an element."""
        if row > 0:
            start, end = self.index.tokens_of_row(row)
            if not history.has_living(start, end):
                return []
            living = int(self.index.token_size[start:end][history.alive[start:end]].sum())
            solid = sum(len("".join(text.split())) for text in element.itertext())
            if solid >= living:
                return [(start, end)]
        elif not "".join(element.itertext()).strip():
            return []
        mask = self.index.mask(list(self.index.runs(element, history.alive)))
        return [*token_ranges(mask & history.alive)]

    def _living_tail(self, element: Any, row: int, history: History) -> list[tuple[int, int]]:
        """Return the ranges of living tokens after an element, to which others may have moved."""
        solid = "".join((element.tail or "").split())
        if not solid:
            return []
        start, end = self.index.tail_tokens(row) if row >= 0 else (0, 0)
        is_own = int(self.index.token_size[start:end].sum()) >= len(solid) - (end - start)
        if start < end and is_own:
            return [(start, end)] if history.has_living(start, end) else []
        run = self.index.find(element.tail, element.getparent(), history.alive)
        return [*token_ranges(self.index.mask([run]) & history.alive)]

    def drop_row(self, row: int, rule: FoundRule | None, history: History | None = None) -> None:
        """Note that the text below an element of the page is dropped."""
        of_tree = self.current if history is None else history
        start, end = self.index.tokens_of_row(row)
        if of_tree.has_living(start, end):
            of_tree.drop(start, end, self.event(rule, row))

    def select(self, element: Any, rule: FoundRule | None) -> int:
        """Note that only the text of an element is used; return the event, to revoke it."""
        history = self.history_of(element)
        row = self.index.row(element)
        event = self.event(rule, row)
        history.visit(self.stage)
        if row >= 0:
            start, end = self.index.tokens_of_row(row)
            history.drop(0, start, event)
            history.drop(end, self._n_tokens, event)
        return event

    def note_verdict(self, thing: Any, rule: FoundRule) -> None:
        """Remember the rule of a verdict on an element or object, for what follows from it."""
        known = self._verdicts.get(id(thing))
        if known is None or known[0] is not thing:
            known = self._verdicts[id(thing)] = thing, []
        known[1].append((rule, self.stage))

    def verdicts(self, thing: Any) -> list[tuple[FoundRule, int]]:
        """Return the verdicts on an element or object with their stages, in order."""
        known = self._verdicts.get(id(thing))
        return known[1] if known is not None and known[0] is thing else []

    def verdict(self, element: Any, *, deep: bool = False) -> FoundRule | None:
        """Return the last verdict on an element, or `deep`, one in it, of the current stage."""
        if not self._verdicts:
            return None
        for part in element.iter(etree.Element) if deep else [element]:
            verdicts = self.verdicts(part)
            if verdicts and verdicts[-1][1] == self.stage:
                return verdicts[-1][0]
        return None

    def refuse(self, element: Any, rule: FoundRule | None, *, deep: bool = False) -> None:
        """Note that a function did not write an element, or `deep`, those in it neither."""
        row = self.index.row(element)
        if self.can_refuse(element):
            self.history_of(element).refused[row] = self.event(rule, row), deep

    def can_refuse(self, element: Any) -> bool:
        """Return whether an element is of the page and has text that is still in the tree."""
        row = self.index.row(element)
        if row < 0:
            return False
        history = self.history_of(element)
        return history.has_living(*self.index.tokens_of_row(row)) or history.has_living(
            *self.index.tail_tokens(row)
        )

    def begin_reading(self) -> None:
        """Note that text which is not written from now on is dropped by the current stage."""
        self.current.refused.clear()
        rule = FoundRule("the text is not written", is_named=False)
        self.current.reader = self.event(rule)

    # -- rules of removals -----------------------------------------------------------------

    def _removal_rule(self, element: Any, caller: FrameType) -> FoundRule | None:
        place = place_of(caller.f_code, caller.f_lineno)
        source = source_of(caller.f_code, caller.f_lineno)
        scope = Scope.of(caller, self.probes.pure)
        verdict = self.verdict(element)
        if verdict is not None:
            return verdict
        if place is None:
            return FoundRule("", source=source, is_named=False)
        by_loop = None if place.n_inner else self._loop_rule(element, place, scope, source)
        return (
            by_loop
            or found_rule(place, scope, source)
            or FoundRule(
                f"{place.name}: {ast.unparse(place.statement)}"[:200], source=source, is_named=True
            )
        )

    def _loop_rule(self, element: Any, place: Place, scope: Scope, source: str) -> FoundRule | None:
        """Return the rule of a removal in a loop: an expression, a list of tags, a condition."""
        for choice in place.choices:
            rule = self._choice_rule(choice, element, place, scope, source)
            if rule is not None:
                return rule
        return None

    def _choice_rule(
        self, choice: Choice, element: Any, place: Place, scope: Scope, source: str
    ) -> FoundRule | None:
        iterated = unwrapped(choice.iterated)
        by_condition: FoundRule | None = None
        for _ in range(_LIST_LEVELS):
            if choice.conditions and by_condition is None:
                with_element = scope.with_variable(choice.variable, element)
                tests = [
                    test for part in choice.conditions for test in true_tests(part, with_element)
                ]
                by_condition = rule_of_tests(tests, place.name, source) if tests else None
            rule = self._iteration_rule(iterated, element, place, scope, source)
            if rule is not None or not isinstance(iterated, ast.Name):
                return rule or by_condition
            made = comprehension_of(place.function, iterated.id)
            if made is None:
                appended = self._appended_rule(iterated.id, element, place, scope, source)
                return appended or by_condition
            choice, iterated = made, unwrapped(made.iterated)
        return by_condition

    def _appended_rule(
        self,
        name: str,
        element: Any,
        place: Place,
        scope: Scope,
        source: str,
    ) -> FoundRule | None:
        """Return the conditions of the line that put an element into a list."""
        variable, conditions, stale = append_conditions(place.function, name)
        if not conditions:
            return None
        with_element = scope.with_unknown(stale).with_variable(variable, element)
        tests = [test for part in conditions for test in true_tests(part, with_element)]
        return rule_of_tests(tests, place.name, source) if tests else None

    def _iteration_rule(
        self, iterated: ast.expr, element: Any, place: Place, scope: Scope, source: str
    ) -> FoundRule | None:
        if not isinstance(iterated, ast.Call):
            return None
        called = scope.evaluate(iterated.func) if _is_plain(iterated.func) else None
        if isinstance(called, etree.XPath):
            return self._xpath_rule(called, element, source)
        if isinstance(iterated.func, ast.Name):  # a loop variable of a comprehension
            for choice in all_choices(place.function):
                if choice.variable == iterated.func.id:
                    expressions = scope.evaluate(choice.iterated)
                    rule = self._any_xpath_rule(expressions, element, source)
                    if rule is not None:
                        return rule
        if isinstance(iterated.func, ast.Attribute) and iterated.func.attr == "xpath":
            path = scope.evaluate(iterated.args[0]) if iterated.args else None
            if isinstance(path, str):
                return _expression_rule("", path, element, source)
        return self._tag_rule(iterated, element, place, scope, source)

    def _tag_rule(
        self, iterated: ast.Call, element: Any, place: Place, scope: Scope, source: str
    ) -> FoundRule | None:
        """Return the rule of a loop over the elements of a tag: ``aside is in cleaning_list``."""
        if not isinstance(iterated.func, ast.Attribute) or iterated.func.attr not in {
            *("iter", "iterdescendants", "findall", "iterfind", "getiterator", "tags"),
            "reverse_tags",
        }:
            return None
        for argument in iterated.args:
            node = argument.value if isinstance(argument, ast.Starred) else argument
            if isinstance(node, ast.Name):
                for choice in place.choices:
                    if choice.variable == node.id:
                        node = choice.iterated
                        break
                listed = scope.evaluate(node)
                if _lists(listed, element.tag):
                    test = FoundTest(f"{element.tag} is in {ast.unparse(node)}")
                    return rule_of_tests([test], place.name, source)
        if element.tag in ast.unparse(iterated) and not place.false:
            test = FoundTest(f"the tag is {element.tag}")
            return rule_of_tests([test], place.name, source)
        return None

    def _any_xpath_rule(self, expressions: Any, element: Any, source: str) -> FoundRule | None:
        if is_unknown(expressions) or not isinstance(expressions, list | tuple):
            return None
        for expression in expressions:
            if isinstance(expression, etree.XPath) and matching_clause(expression.path, element):
                return self._xpath_rule(expression, element, source)
        return None

    def _xpath_rule(self, expression: Any, element: Any, source: str) -> FoundRule:
        return _expression_rule(self.list_name(expression), expression.path, element, source)

    def xpath_rule(self, expression: Any, element: Any, source: str) -> FoundRule:
        """Return the rule of an XPath expression that found an element."""
        return self._xpath_rule(expression, element, source)

    def list_name(self, expression: Any) -> str:
        """Return the name of an expression in the library: ``TEASER_DISCARD_XPATH[0]``."""
        if self._lists is None:
            self._lists = {}
            for name, value in _globals(self.probes.packages):
                if isinstance(value, etree.XPath):
                    self._lists.setdefault(id(value), (value, name))
                elif (
                    isinstance(value, list | tuple) and value and isinstance(value[0], etree.XPath)
                ):
                    for number, item in enumerate(value):
                        self._lists.setdefault(id(item), (item, f"{name}[{number}]"))
        known = self._lists.get(id(expression))
        return known[1] if known is not None and known[0] is expression else ""


def _hooks(probes: Sequence[Reporter], name: str) -> tuple[_Hook, ...]:
    """Return the hooks of one name that report something, with the paths of their functions."""
    hooks = ((probe.function, getattr(probe, name)) for probe in probes)
    return tuple(pair for pair in hooks if not getattr(pair[1], "is_silent", False))


def _expression_rule(name: str, path: str, element: Any, source: str) -> FoundRule:
    clause = matching_clause(path, element)
    shown = shortened(clause, element)
    text = f"{name}: {shown}" if name and shown else name or shown or " ".join(path.split())
    return FoundRule(text[:300], source=source, note=describe_clause(clause, element))


def _lists(value: Any, tag: str) -> bool:
    if isinstance(value, str):
        return value == tag
    try:
        return not is_unknown(value) and tag in value
    except TypeError:
        return False


def _is_plain(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _globals(packages: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    for module in modules_of(packages):
        yield from list(vars(module).items())


def _root(element: Any) -> Any:
    root = element.getroottree().getroot()
    return element if root is None else root


def _is_body(element: Any) -> bool:
    return element.tag in {"html", "body"}
