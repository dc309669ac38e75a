"""Changes of single fields of a settings record. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.model.settings import changed, find_knob

if TYPE_CHECKING:
    from boilerscope.extractors.model.settings import Settings


def with_value(settings: Settings, field: str, value: object) -> Settings:
    """Return settings with another value of a field, rounded if the field is a whole number.

    Raises
    ------
    BoilerscopeError
        If the value is invalid.
    """
    if find_knob(type(settings), field).kind == "int" and isinstance(value, float):
        value = round(value)
    return settings.replace(**{field: value})


def changed_between(before: Settings, after: Settings) -> list[str]:
    """Return the fields in which two records differ.

    If the records are of different classes, all fields of `after` that are not at their default
    count as changed.
    """
    if type(before) is not type(after):
        return list(changed(after))
    return [
        name
        for name in before.__dataclass_fields__
        if getattr(before, name) != getattr(after, name)
    ]
