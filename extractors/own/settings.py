"""Settings classes built from the arguments of a function."""

from __future__ import annotations

from dataclasses import make_dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.model.settings import Settings, knob, to_table
from boilerscope.extractors.model.shared_settings import ExtractorSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.own.declaration import Parameter

Restore = tuple[str, dict[str, Any]]


def settings_class(
    identifier: str, parameters: tuple[Parameter, ...], restore: Callable[..., Settings]
) -> type[Settings]:
    """Return a settings class with a field for each parameter.

    Parameters
    ----------
    identifier : str
        Identifier of the extractor.
    parameters : tuple of Parameter
        Arguments of the function.
    restore : function of (str, dict)
        Builds a record from identifier and plain values in another process, where this class does
        not exist.
    """

    def reduce(settings: Settings) -> tuple[Callable[..., Settings], Restore]:
        return restore, (identifier, to_table(settings))

    fields = [_field(parameter) for parameter in parameters]
    namespace = {
        "__reduce__": reduce,
        "__doc__": f"Arguments of {identifier}.",
        "__module__": __name__,
    }
    return make_dataclass(
        "OwnSettings", fields, bases=(ExtractorSettings,), namespace=namespace, frozen=True
    )


def _field(parameter: Parameter) -> tuple[str, Any, Any]:
    """Return name, type and declaration of a field."""
    default = parameter.default
    label = parameter.name.replace("_", " ").strip().capitalize() or parameter.name
    help_text = "Argument of the function."
    if parameter.choices:
        members = {f"C{number}": text for number, text in enumerate(parameter.choices)}
        choice = StrEnum("OwnChoice", members)  # type: ignore[misc]  # members are known only at run time
        return parameter.name, choice, knob(choice(default), label, help_text)
    if isinstance(default, bool | str | tuple):
        kind: Any = tuple[str, ...] if isinstance(default, tuple) else type(default)
        return parameter.name, kind, knob(default, label, help_text)
    low, high = _range(parameter)
    step = 1 if isinstance(default, int) else (high - low) / 100
    field = knob(default, label, help_text, low=low, high=high, step=step)
    return parameter.name, type(default), field


def _range(parameter: Parameter) -> tuple[float, float]:
    """Return the declared range of a number, or a wide range around its default."""
    default = parameter.default
    if parameter.low is not None and parameter.high is not None:
        return parameter.low, parameter.high
    if isinstance(default, float) and 0 <= default <= 1:
        return 0.0, 1.0
    reach = max(100.0, 10.0 * abs(default))
    return (-reach if default < 0 else 0.0), reach
