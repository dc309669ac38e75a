"""Entries of the command palette: actions, settings, extractors, layers, recent pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.session import layers
from app.session.field_changes import with_value
from app.window.actions import ACTIONS
from extractors import registry
from extractors.errors import BoilerscopeError
from extractors.model.sentence import format_value
from extractors.model.settings import AUTO, Knob, knobs
from widgets.records import PaletteEntry, Preview
from widgets.words import declared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from app.session.presets import Presets
    from app.session.read_only import SessionView
    from extractors.model.settings import Settings
    from widgets.records import PaneRecord

ACTION, SETTING, EXTRACTOR, LAYER, PAGE, PRESET = (
    "action:",
    "setting:",
    "extractor:",
    "layer:",
    "page:",
    "preset:",
)
"""Prefix of the identifiers of each kind of entry."""
_NUMBERS = {"int", "float"}


def entries(
    session: SessionView, recent: Iterable[str], presets: Presets, translate: Callable[[str], str]
) -> list[PaletteEntry]:
    """Return everything the palette can do now.

    Parameters
    ----------
    session : SessionView
        What is open.
    recent : iterable of str
        Addresses of recent pages.
    presets : Presets
        Of all extractors.
    translate : callable
        Translates an interface text.
    """
    return [
        *_actions(translate),
        *_settings(session, presets, translate),
        *_extractors(translate),
        *_layers(session, translate),
        *(
            PaletteEntry(f"{PAGE}{one}", one, translate("recent page"), icon="history")
            for one in recent
        ),
    ]


def _actions(translate: Callable[[str], str]) -> Iterator[PaletteEntry]:
    for one in ACTIONS:
        if one.id != "palette":
            key = one.keys[0] if one.keys else ""
            yield PaletteEntry(
                f"{ACTION}{one.id}",
                translate(one.label),
                translate(one.menu.value),
                key,
                one.icon or "chevron-right",
            )


def _settings(
    session: SessionView, presets: Presets, translate: Callable[[str], str]
) -> Iterator[PaletteEntry]:
    """Yield the settings of the active pane first, then of the others."""
    for pane in sorted(session.panes, key=lambda pane: pane.name != session.active):
        resolved = pane.settings.resolve()
        for each in knobs(type(pane.settings)):
            yield PaletteEntry(
                f"{SETTING}{pane.name}:{each.name}",
                declared(each.label),
                translate("setting of") + f" {pane.number} {pane.name}",
                _value(each, getattr(resolved, each.name), translate),
                "tune-variant",
                preview=_preview(pane.settings, each, translate) if each.kind in _NUMBERS else None,
            )
        yield from _presets(pane, presets, translate)


def _presets(
    pane: PaneRecord, presets: Presets, translate: Callable[[str], str]
) -> Iterator[PaletteEntry]:
    for preset in presets.of(pane.extractor):
        yield PaletteEntry(
            f"{PRESET}{pane.name}:{preset.name}",
            declared(preset.name),
            translate("preset of") + f" {pane.number} {pane.name}",
            icon="tune-variant",
        )


def _extractors(translate: Callable[[str], str]) -> Iterator[PaletteEntry]:
    for entry in registry.entries():
        if entry.extractor is None:
            label = translate("broken extractor")
            yield PaletteEntry(
                f"{EXTRACTOR}{entry.id}", entry.id, label, entry.error[:40], "alert-circle"
            )
        else:
            name = f"{translate('Add')} {entry.id}"
            kind = f"{translate('extractor')} · {entry.extractor.name}"
            yield PaletteEntry(f"{EXTRACTOR}{entry.id}", name, kind, icon="plus")


def _layers(session: SessionView, translate: Callable[[str], str]) -> Iterator[PaletteEntry]:
    colour = translate("Colour by")
    yield PaletteEntry(
        f"{LAYER}{layers.AGREEMENT}",
        f"{colour} {translate('agreement')}",
        translate("page"),
        icon="palette-outline",
    )
    for pane in session.panes:
        for key, label in layers.available(pane):
            yield PaletteEntry(
                f"{LAYER}{key}",
                f"{colour} {declared(label)}, {pane.name}",
                translate("page"),
                icon="palette-outline",
            )


def _preview(
    settings: Settings, knob: Knob, translate: Callable[[str], str]
) -> Callable[[float], Preview]:
    """Return what tells of a number that is typed what it would change, and why it would not."""
    old = _value(knob, getattr(settings.resolve(), knob.name), translate, with_unit=False)

    def preview(value: float) -> Preview:
        try:
            new = getattr(with_value(settings, knob.name, value), knob.name)
        except BoilerscopeError as error:
            return Preview(f"{old} → {format_value(value)}", str(error))
        return Preview(f"{old} → {_value(knob, new, translate)}")

    return preview


def _value(
    knob: Knob, value: object, translate: Callable[[str], str], *, with_unit: bool = True
) -> str:
    if value is None:
        return AUTO
    if isinstance(value, bool):
        return translate("on") if value else translate("off")
    if isinstance(value, int | float):
        unit = declared(knob.unit) if with_unit else ""
        return f"{format_value(float(value))} {unit}".strip()
    if knob.kind == "choice":
        plain = str(getattr(value, "value", value))
        return declared(knob.choice_labels.get(plain, plain))
    return ""
