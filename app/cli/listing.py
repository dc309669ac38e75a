"""Command ``list``: all extractors with their settings. No Qt."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from boilerscope.extractors import registry
from boilerscope.extractors.model.settings import AUTO, Knob, knobs, to_table

if TYPE_CHECKING:
    from boilerscope.extractors.model.settings import Settings

_MAX_DEFAULT = 60


def as_json() -> str:
    """Return a JSON list with an object for each extractor."""
    return json.dumps(described(), ensure_ascii=False, indent=1) + "\n"


def as_text() -> str:
    """Return a readable list: a line for each extractor, and a line below for each setting."""
    return "".join(_lines_of(extractor) + "\n" for extractor in described())


def described() -> list[dict[str, Any]]:
    """Return the properties of each extractor, even of broken ones, as plain values.

    ``source`` is the publication of the algorithm, ``package`` the package with the extractor.
    """
    return [_described(entry) for entry in registry.entries()]


def _described(entry: registry.Entry) -> dict[str, Any]:
    extractor = entry.extractor
    if extractor is None:
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
        "name": extractor.name,
        "summary": extractor.summary,
        "source": extractor.reference,
        "package": entry.distribution,
        "needs": sorted(extractor.needs),
        "missing": extractor.missing(),
        "settings": _settings(extractor.settings_class),
        "presets": [
            {"name": preset.name, "help": preset.help, "settings": dict(preset.values)}
            for preset in extractor.presets
        ],
    }


def _settings(settings_class: type[Settings]) -> list[dict[str, Any]]:
    defaults = to_table(settings_class(), everything=True)
    return [_setting(knob, defaults[knob.name]) for knob in knobs(settings_class)]


def _setting(knob: Knob, default: Any) -> dict[str, Any]:
    described = {
        "name": knob.name,
        "label": knob.label,
        "kind": knob.kind,
        "default": default,
        "unit": knob.unit,
        "low": knob.low,
        "high": knob.high,
        "step": knob.step,
        "choices": [choice.value for choice in knob.choices],
        "auto": AUTO if knob.auto else None,
        "default_from": knob.source.value,
        "bounds": knob.bounds,
        "group": knob.group,
        "help": knob.help,
    }
    if knob.catalogue is not None:
        described["steps"] = [
            {
                "name": kind.name,
                "label": kind.label,
                "help": kind.help,
                "settings": _settings(kind.settings_class),
            }
            for kind in knob.catalogue().values()
        ]
    return described


def _lines_of(extractor: dict[str, Any]) -> str:
    is_built_in = extractor["package"] == registry.BUILT_IN
    package = "" if is_built_in else f"  [{extractor['package']}]"
    lines = [f"{extractor['id']}  {extractor['name']}{package}"]
    if "error" in extractor:
        lines.append(f"    broken: {extractor['error']}")
    else:
        lines.append(f"    {extractor['summary']}")
        if extractor["missing"]:
            lines.append(f"    unavailable: {extractor['missing']}")
    lines += [f"    {_line_of(setting)}" for setting in extractor["settings"]]
    return "\n".join(lines) + "\n"


def _line_of(setting: dict[str, Any]) -> str:
    default = json.dumps(setting["default"], ensure_ascii=False)
    if len(default) > _MAX_DEFAULT:
        default = default[: _MAX_DEFAULT - 1] + "…"
    unit = f" {setting['unit']}" if setting["unit"] else ""
    choices = f" ({', '.join(setting['choices'])})" if setting["choices"] else ""
    return f"{setting['name']} = {default}{unit}  {setting['help']}{choices}"
