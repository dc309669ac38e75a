"""Arguments of functions of libraries, of which other versions have others."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import ExtractorError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def accepted(
    function: Callable[..., Any], arguments: Mapping[str, Any], defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the arguments that a function has; one that it lacks must have its default.

    Parameters
    ----------
    function : function
        Function of a library, in whatever version is installed.
    arguments, defaults : mapping of str to object
        The arguments for the settings of a run, and for the default settings.

    Raises
    ------
    ExtractorError
        If the function lacks an argument that differs from its default; all such are named.
    """
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):  # a compiled function
        return dict(arguments)
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return dict(arguments)
    absent = [name for name in arguments if name not in parameters]
    changed = [name for name in absent if arguments[name] != defaults[name]]
    if changed:
        names = ", ".join(changed)
        raise ExtractorError(
            f"{function.__module__}.{function.__qualname__} of this version has no argument"
            f" {names}. Set what sets it to its default."
        )
    return {name: value for name, value in arguments.items() if name not in absent}
