"""The table of a library's probes, and what a probe and a call are to the tracer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from boilerscope.extractors.trace.source_rules import Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import CodeType, FrameType

    from boilerscope.extractors.trace.wrapping import Target


@dataclass(slots=True, eq=False)
class Call:
    """A call of a wrapped function.

    Attributes
    ----------
    arguments : dict of str to object
        Arguments by name.
    caller : frame
        Frame of the calling function.
    function : function
        The library's function.
    result : object
        What it returned.
    pure : frozenset of str
        Functions of the library that change nothing.
    frame : frame or None
        Its own frame at the return, if the probe asks for it.
    line : int
        Line of the return.
    code : code or None
        Code of the function.
    """

    arguments: dict[str, Any]
    caller: FrameType
    function: Any
    pure: frozenset[str]
    result: Any = None
    frame: FrameType | None = None
    line: int = 0
    code: CodeType | None = None
    _scope: Scope | None = None

    @property
    def scope(self) -> Scope | None:
        """Its variables at the return, None unless the probe asks for the frame."""
        if self._scope is None and self.frame is not None:
            self._scope = Scope.of(self.frame, self.pure)
        return self._scope

    def value(self, name: str | int) -> Any:
        """Return an argument by name or number, or an attribute of one: ``self.html``.

        Raises
        ------
        LookupError
            If the function has no such argument.
        """
        if isinstance(name, int):
            return list(self.arguments.values())[name]
        first, *rest = name.split(".")
        value = self.arguments.get(first, self)
        if value is self and self.scope is not None:
            value = self.scope.variables.get(first, self)
        if value is self:
            raise LookupError(f"no argument {first!r}")
        for attribute in rest:
            value = getattr(value, attribute)
        return value


F = TypeVar("F", bound="Callable[..., None]")


def silent(hook: F) -> F:
    """Mark a hook that reports nothing, so that it is not called."""
    hook.__dict__["is_silent"] = True
    return hook


class Reporter(Protocol):
    """A probe as the tracer calls it, see `probes.Probe`; `trace` is the tracer."""

    @property
    def function(self) -> str:
        """Path of the function."""

    @property
    def watches(self) -> str:
        """What it needs of the frame of the function."""

    def lines_of(self, code: CodeType) -> frozenset[int]:
        """Return the lines of the function that are reported."""

    def own_wrapper(self, trace: Any, target: Target) -> Callable[..., Any] | None:
        """Return a wrapper of its own, or None."""

    def enter(self, trace: Any, call: Call) -> None:
        """Report before the call."""

    def leave(self, trace: Any, call: Call) -> None:
        """Report after the call."""

    def line(self, trace: Any, frame: FrameType) -> None:
        """Report a line."""

    def end(self, trace: Any) -> None:
        """Report the end of the call."""


@dataclass(frozen=True, slots=True)
class Probes:
    """The table of a library.

    Attributes
    ----------
    library : str
        Name of its package for installation.
    code : str
        Letter of its steps: ``T`` gives T1, T2 ...
    packages : tuple of str
        Top-level modules whose names are wrapped.
    tested : tuple of str
        First and last version that the table was tested with.
    entries : tuple of Probe
        The probes.
    stages : tuple of str
        Titles of its stages in the order in which they are shown, so that a code means the same on
        every page.
    outside : str
        Title of the stage of what happens outside of all stages.
    labels : mapping of str to str
        Plain labels of expressions that rules compare.
    settings : mapping of str to str
        Settings of the extractor by the expression that reads them.
    pure : frozenset of str
        Functions of the library that change nothing, so that rules may call them.
    aligned : bool
        Whether the mask of the alignment is used on pages where it differs less from the text.
    """

    library: str
    code: str
    packages: tuple[str, ...]
    tested: tuple[str, ...]
    entries: tuple[Reporter, ...]
    stages: tuple[str, ...] = ()
    outside: str = "Other functions"
    labels: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    pure: frozenset[str] = frozenset()
    aligned: bool = False
