"""Probes: the functions of a library that report, declared as a table, one line per function.

A probe names a function by its path, ``module:function`` or ``module:Class.method``. Hooks read
arguments by name and results by their type, never by position in a result, because releases of a
library differ in these. A hook that raises is noted and ignored: the library does not see it.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.trace.source_rules import (
    FoundRule,
    Scope,
    found_rule,
    function_of,
    likely_return,
    place_of,
    source_of,
)
from boilerscope.extractors.trace.table import silent

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType

    from boilerscope.extractors.trace.table import Call
    from boilerscope.extractors.trace.tracer import Trace
    from boilerscope.extractors.trace.wrapping import Target


@dataclass(frozen=True, slots=True)
class Probe:
    """Base of the probes.

    Attributes
    ----------
    function : str
        Path of the function.
    """

    function: str

    @property
    def watches(self) -> str:
        """What it needs of the function's own frame: ``lines``, ``return`` or nothing."""
        return ""

    def lines_of(self, code: CodeType) -> frozenset[int]:  # noqa: ARG002 - of the probes that watch lines
        """Return the lines of the function that are reported."""
        return frozenset()

    def own_wrapper(self, trace: Trace, target: Target) -> Callable[..., Any] | None:  # noqa: ARG002 - of the probes that have one
        """Return a wrapper of its own, if the common one is too slow for this function."""
        return None

    @silent
    def enter(self, trace: Trace, call: Call) -> None:
        """Report before the call."""

    @silent
    def leave(self, trace: Trace, call: Call) -> None:
        """Report after the call, if it returned."""

    @silent
    def line(self, trace: Trace, frame: FrameType) -> None:
        """Report a line of the function."""

    @silent
    def end(self, trace: Trace) -> None:
        """Report the end of the call, even if it raised."""


@dataclass(frozen=True, slots=True)
class Parse(Probe):
    """The function parses the page: its tree is labelled and begins a history.

    Attributes
    ----------
    title : str
        Title of the stage that text is lost in that the parser did not find.
    """

    title: str = "Parse the page"

    def leave(self, trace: Trace, call: Call) -> None:
        """Label the tree."""
        tree = element_in(call.result)
        if tree is not None:
            trace.begin(tree, self.title)


@dataclass(frozen=True, slots=True)
class Stage(Probe):
    """The function is a pass of the library.

    Attributes
    ----------
    title : str
        What it does, verb first.
    tree : str or int
        Argument that is the tree it works on.
    compare : bool
        Whether the tree is read before and after, because text leaves it without a call that
        another probe sees.
    """

    title: str = ""
    tree: str | int = ""
    compare: bool = False

    def enter(self, trace: Trace, call: Call) -> None:
        """Begin the stage."""
        tree = element_in(call.value(self.tree)) if self.tree != "" else None
        trace.enter_stage(self.title, tree)

    def leave(self, trace: Trace, call: Call) -> None:
        """Compare the tree; a copy that the function returned continues its history."""
        result = element_in(call.result)
        if result is not None:
            trace.adopt(result)
        if self.compare:
            tree = result if result is not None else element_in(call.value(self.tree))
            if tree is not None:
                trace.compare(tree)

    def end(self, trace: Trace) -> None:
        """End the stage."""
        trace.leave_stage()


@dataclass(frozen=True, slots=True)
class Removal(Probe):
    """The function removes an element; the line that calls it is the rule.

    Attributes
    ----------
    element : str or int
        Argument that is the element, or a list of elements.
    tail : str
        Argument that is false if the text after the element goes too; empty if it stays.
    with_tail : bool
        Whether the text after the element always goes too, as with ``parent.remove`` of lxml.
    """

    element: str | int = 0
    tail: str = ""
    with_tail: bool = False

    def enter(self, trace: Trace, call: Call) -> None:
        """Note the removal."""
        argument = self.tail and call.arguments.get(self.tail, True)
        value = call.value(self.element)
        for element in value if isinstance(value, list) else [value]:
            drops_tail = self.with_tail or argument is False
            trace.remove(element, call.caller, tail=drops_tail)


@dataclass(frozen=True, slots=True)
class Fork(Probe):
    """The function returns a copy of a tree, which continues its history."""

    def leave(self, trace: Trace, call: Call) -> None:
        """Continue the history."""
        source, copy = element_in(call.value(0)), element_in(call.result)
        if source is not None and copy is not None:
            trace.fork(source, copy)


@dataclass(frozen=True, slots=True)
class Verdict(Probe):
    """The function judges an element; the line that returned, and its conditions, are the rule.

    Attributes
    ----------
    element : str or int
        Argument that is the element.
    when : str
        Result that speaks against the element: ``true``, ``false`` or ``none``.
    refuses : bool
        Whether the text of the element is not written, unless another function writes it. If not,
        the verdict is the rule of a removal that follows.
    deep : bool
        Whether a refused element is refused with the elements in it, instead of the text that is
        directly in it.
    """

    element: str | int = 0
    when: str = "true"
    refuses: bool = False
    deep: bool = False

    @property
    def watches(self) -> str:
        """The frame at the return."""
        return "return"

    def leave(self, trace: Trace, call: Call) -> None:
        """Note the verdict."""
        if not _speaks(call.result, self.when) or call.scope is None or call.code is None:
            return
        rule = rule_at_return(call.code, call.line, call.scope)
        if rule is None:
            return
        element = call.value(self.element)
        if self.refuses:
            trace.refuse(element, rule, deep=self.deep)
        else:
            trace.note_verdict(element, rule)


@dataclass(frozen=True, slots=True)
class Refusal(Probe):
    """The function writes an element, or returns None if it does not; the text is dropped then.

    Attributes
    ----------
    element : str or int
        Argument that is the element.
    deep : bool
        As in `Verdict`.
    done : str
        Tag of elements that another function has written; they are not refused.
    """

    element: str | int = 0
    deep: bool = False
    done: str = ""

    def enter(self, trace: Trace, call: Call) -> None:
        """Keep the tag before the function changes it."""
        trace.tags.append(call.value(self.element).tag)

    def leave(self, trace: Trace, call: Call) -> None:
        """Note the refusal: a verdict of this stage, or the conditions that the arguments meet."""
        if call.result is not None or (self.done and trace.tags[-1] == self.done):
            return
        element = call.value(self.element)
        if trace.can_refuse(element):
            rule = trace.verdict(element, deep=self.deep)
            if rule is None:
                scope = Scope(call.arguments, call.function.__globals__, trace.probes.pure)
                rule = likely_return(call.function, scope)
            trace.refuse(element, rule, deep=self.deep)

    def end(self, trace: Trace) -> None:
        """Forget the tag."""
        if trace.tags:
            trace.tags.pop()


@dataclass(frozen=True, slots=True)
class Watch(Probe):
    """The function judges one thing after the other in a loop, by writing into it.

    Attributes
    ----------
    each : str
        Variable of the loop. The last line of each round that writes into an object, and its
        conditions, are the rule.
    title : str
        Title of its stage.
    """

    each: str = ""
    title: str = ""

    @property
    def watches(self) -> str:
        """Some lines."""
        return "lines"

    def lines_of(self, code: CodeType) -> frozenset[int]:
        """Return the heads of the loops over the variable, and the lines that write."""
        lines = _lines_of(code, self.each)
        return lines.heads | lines.writes

    def enter(self, trace: Trace, call: Call) -> None:  # noqa: ARG002 - as declared
        """Begin the stage."""
        trace.enter_stage(self.title, None)
        trace.rounds.append(_Round())

    def line(self, trace: Trace, frame: FrameType) -> None:
        """Note a line that writes, or end a round at the head of the loop."""
        lines = _lines_of(frame.f_code, self.each)
        number, current = frame.f_lineno, trace.rounds[-1]
        if number in lines.heads:
            self._flush(trace, frame)
        elif number in lines.writes:
            current.line = number

    def end(self, trace: Trace) -> None:
        """End the stage."""
        trace.rounds.pop()
        trace.leave_stage()

    def _flush(self, trace: Trace, frame: FrameType) -> None:
        current = trace.rounds[-1]
        if current.line and self.each in frame.f_locals:
            code = frame.f_code
            scope = Scope.of(frame, trace.probes.pure)
            place = place_of(code, current.line)
            rule = found_rule(place, scope, source_of(code, current.line))
            if rule is not None:
                trace.note_verdict(frame.f_locals[self.each], rule)
        current.line = 0


@dataclass(frozen=True, slots=True)
class Assigns(Probe):
    """A verdict is an attribute that the library assigns; the line that assigns it is the rule.

    The function is ``module:Class.__setattr__``. Cheaper than `Watch`: other lines cost nothing.

    Attributes
    ----------
    names : tuple of str
        Attributes that are verdicts.
    """

    names: tuple[str, ...] = ()

    def own_wrapper(self, trace: Trace, target: Target) -> Callable[..., Any]:
        """Return a wrapper that assigns every attribute at once."""
        assign, names = target.function, self.names

        def wrapper(thing: Any, name: str, value: Any) -> None:
            assign(thing, name, value)
            if name in names:
                trace.report(self, self.assigned, thing, sys._getframe(1))  # noqa: SLF001 - of the caller

        return wrapper

    def assigned(self, trace: Trace, thing: Any, frame: FrameType) -> None:
        """Note the verdict."""
        code, line = frame.f_code, frame.f_lineno
        rule = found_rule(
            place_of(code, line), Scope.of(frame, trace.probes.pure), source_of(code, line)
        )
        if rule is not None:
            trace.note_verdict(thing, rule)


@dataclass(frozen=True, slots=True)
class Reads(Probe):
    """The function writes the text of a tree into a new tree; what it does not write is dropped.

    Attributes
    ----------
    title : str
        Title of the stage.
    tree : str or int
        Argument that is the tree.
    """

    title: str = ""
    tree: str | int = 0

    def enter(self, trace: Trace, call: Call) -> None:
        """Begin the stage."""
        trace.enter_stage(self.title, element_in(call.value(self.tree)))
        trace.begin_reading()
        trace.read.append(trace.current)

    def leave(self, trace: Trace, call: Call) -> None:
        """Let the new tree continue the history."""
        result = element_in(call.result)
        if result is not None:
            trace.adopt(result, trace.read[-1])

    def end(self, trace: Trace) -> None:
        """End the stage."""
        if trace.read:
            trace.read.pop()
        trace.leave_stage()


@dataclass(frozen=True, slots=True)
class Writes(Probe):
    """The function returns a new element for an element, which gets its label.

    Attributes
    ----------
    element : str or int
        Argument that is the source.
    """

    element: str | int = 0

    def enter(self, trace: Trace, call: Call) -> None:
        """Keep the row before the function changes the element."""
        trace.rows.append(trace.index.row(call.value(self.element)))

    def leave(self, trace: Trace, call: Call) -> None:
        """Label the new element."""
        row, result = trace.rows[-1], element_in(call.result)
        if row >= 0 and result is not None and trace.index.row(result) < 0:
            result.sourceline = row + 1

    def end(self, trace: Trace) -> None:
        """Forget the row."""
        trace.rows.pop()


@dataclass(frozen=True, slots=True)
class Result(Probe):
    """The tree that becomes the text.

    Attributes
    ----------
    tree : str or int
        Argument or, if empty, the result.
    """

    tree: str | int = ""

    def enter(self, trace: Trace, call: Call) -> None:
        """Read the tree before it is written."""
        if self.tree != "":
            self._finish(trace, call.value(self.tree))

    def leave(self, trace: Trace, call: Call) -> None:
        """Read the tree that was returned."""
        if self.tree == "":
            self._finish(trace, call.result)

    def _finish(self, trace: Trace, value: object) -> None:
        tree = element_in(value)
        if tree is not None:
            trace.finish(tree)


@dataclass(frozen=True, slots=True)
class At(Probe):
    """A function of the table is called when the library's function is called, and returns.

    Attributes
    ----------
    title : str
        Title of its stage; empty if it is none.
    before, after : function of Trace and Call, optional
        What to do.
    frame : bool
        Whether `after` needs the variables of the function at its return.
    """

    title: str = ""
    before: Callable[[Trace, Call], None] | None = None
    after: Callable[[Trace, Call], None] | None = None
    frame: bool = False

    @property
    def watches(self) -> str:
        """The frame at the return, if asked for."""
        return "return" if self.frame else ""

    def enter(self, trace: Trace, call: Call) -> None:
        """Begin the stage."""
        if self.title:
            trace.enter_stage(self.title, None)
        if self.before is not None:
            self.before(trace, call)

    def leave(self, trace: Trace, call: Call) -> None:
        """Call the function of the table."""
        if self.after is not None:
            self.after(trace, call)

    def end(self, trace: Trace) -> None:
        """End the stage."""
        if self.title:
            trace.leave_stage()


@dataclass(slots=True, eq=False)
class _Round:
    """One round of a watched loop: the last line that wrote into an object."""

    line: int = 0


@dataclass(frozen=True, slots=True)
class _Lines:
    heads: frozenset[int]
    writes: frozenset[int]


@lru_cache(maxsize=256)
def _lines_of(code: CodeType, each: str) -> _Lines:
    """Return the heads of the loops over a variable, and the lines that write into objects."""
    function = function_of(code)
    if function is None:
        return _Lines(frozenset(), frozenset())
    heads, writes = set(), set()
    for node in ast.walk(function):
        if isinstance(node, ast.For) and each in {
            part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)
        }:
            heads.add(node.lineno)
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Attribute | ast.Subscript) for target in targets):
                writes.add(node.lineno)
    return _Lines(frozenset(heads), frozenset(writes))


def rule_at_return(code: CodeType, line: int, scope: Scope) -> FoundRule | None:
    """Return the rule of a line that returned."""
    return found_rule(place_of(code, line), scope, source_of(code, line), returned=True)


def element_in(value: object) -> Any:
    """Return a value if it is an element, else the first element in a tuple, else None."""
    if isinstance(value, tuple):
        return next((part for part in map(element_in, value) if part is not None), None)
    getroot = getattr(value, "getroot", None)
    if getroot is not None and not hasattr(value, "sourceline"):
        return getroot()
    return value if hasattr(value, "sourceline") and hasattr(value, "iterancestors") else None


def _speaks(result: object, when: str) -> bool:
    first = result[0] if isinstance(result, tuple) and result else result
    if when == "none":
        return result is None
    return bool(first) is (when == "true")
