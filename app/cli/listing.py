"""The command ``list``: every extractor with its settings. No Qt."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from extractors import registry
from extractors.model.settings import AUTO, Knob, knobs, to_table

if TYPE_CHECKING:
    from extractors.model.settings import Settings

_LONGEST_DEFAULT = 60


def as_json() -> str:
    """Return a JSON list with an object for each extractor."""
    return json.dumps(described(), ensure_ascii=False, indent=1) + "\n"


def as_text() -> str:
    """Return the same for people: one line for an extractor, one below for each setting."""
    return "".join(_lines_of(one) + "\n" for one in described())


def described() -> list[dict[str, Any]]:
    """Return what is known of each extractor, broken ones included, as plain values.

    ``source`` is where the algorithm was published, ``package`` what brings the extractor.
    """
    return [_described(entry) for entry in registry.entries()]


def _described(entry: registry.Entry) -> dict[str, Any]:
    found = entry.extractor
    if found is None:
        return {
            "id": entry.id,
            "name": entry.id,
            "source": "",
            "package": entry.distribution,
            "settings": [],
            "error": entry.error,
        }
    return {
        "id": entry.id,
        "name": found.name,
        "summary": found.summary,
        "source": found.reference,
        "package": entry.distribution,
        "needs": sorted(found.needs),
        "missing": found.missing(),
        "settings": _settings(found.settings_class),
        "presets": [
            {"name": one.name, "help": one.help, "settings": dict(one.values)}
            for one in found.presets
        ],
    }


def _settings(settings_class: type[Settings]) -> list[dict[str, Any]]:
    defaults = to_table(settings_class(), everything=True)
    return [_setting(one, defaults[one.name]) for one in knobs(settings_class)]


def _setting(declared: Knob, default: Any) -> dict[str, Any]:
    described = {
        "name": declared.name,
        "label": declared.label,
        "kind": declared.kind,
        "default": default,
        "unit": declared.unit,
        "low": declared.low,
        "high": declared.high,
        "step": declared.step,
        "choices": [choice.value for choice in declared.choices],
        "auto": AUTO if declared.auto else None,
        "default_from": declared.source.value,
        "bounds": declared.bounds,
        "group": declared.group,
        "help": declared.help,
    }
    if declared.catalogue is not None:
        described["steps"] = [
            {
                "name": kind.name,
                "label": kind.label,
                "help": kind.help,
                "settings": _settings(kind.settings_class),
            }
            for kind in declared.catalogue().values()
        ]
    return described


def _lines_of(one: dict[str, Any]) -> str:
    outside = "" if one["package"] == registry.BUILT_IN else f"  [{one['package']}]"
    lines = [f"{one['id']}  {one['name']}{outside}"]
    if "error" in one:
        lines.append(f"    broken: {one['error']}")
    else:
        lines.append(f"    {one['summary']}")
        if one["missing"]:
            lines.append(f"    unavailable: {one['missing']}")
    lines += [f"    {_line_of(setting)}" for setting in one["settings"]]
    return "\n".join(lines) + "\n"


def _line_of(setting: dict[str, Any]) -> str:
    default = json.dumps(setting["default"], ensure_ascii=False)
    if len(default) > _LONGEST_DEFAULT:
        default = default[: _LONGEST_DEFAULT - 1] + "…"
    unit = f" {setting['unit']}" if setting["unit"] else ""
    choices = f" ({', '.join(setting['choices'])})" if setting["choices"] else ""
    return f"{setting['name']} = {default}{unit}  {setting['help']}{choices}"
