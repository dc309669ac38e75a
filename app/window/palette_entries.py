"""Entries of the command palette: actions, settings, extractors, layers, recent pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from boilerscope.app.session import glossary, layers
from boilerscope.app.session.field_changes import with_value
from boilerscope.app.window.actions import ACTIONS
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.sentence import format_value
from boilerscope.extractors.model.settings import AUTO, Knob, knobs
from boilerscope.widgets.records import PaletteEntry, Preview
from boilerscope.widgets.words import declared, interface_locale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from boilerscope.app.session.presets import Presets
    from boilerscope.app.session.read_only import SessionView
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.widgets.records import PaneRecord

ACTION, SETTING, EXTRACTOR, LAYER, PAGE, PRESET = (
    "action:",
    "setting:",
    "extractor:",
    "layer:",
    "page:",
    "preset:",
)
"""Prefix of the identifiers of each kind of entry."""
TERM = "term:"
"""Prefix of a term of the glossary."""

SYNONYMS = {
    "language": "chinese english language 中文 英文 translation",
    "whole_row": "zoom maximise maximize full width enlarge one column",
    "larger": "zoom in font size bigger text",
    "smaller": "zoom out font size text",
    "normal_size": "zoom reset 100 %",
    "theme": "dark mode night colours",
    "tab_agreement": "compare matrix kappa",
    "compare": "difference side by side diff",
    "tab_differing": "compare parameters diff",
    "copy_command": "cli shell terminal command line",
    "lock": "scroll with the others together link scrolling",
    "detach": "detach undock float separate second screen",
    "fold_pane": "hide collapse minimise minimize",
    "export": "download save text markdown html json picture plot curve report",
    "export_corpus": "download save csv latex table figures picture plot report html",
    "export_page": "screenshot image png",
    "export_window": "screenshot image png",
    "save_snapshot": "archive offline bscope",
    "mark_gold": "annotate label ground truth",
    "keys": "shortcuts keyboard help",
    "glossary": "terms definitions meaning help",
    "tour": "introduction tutorial first steps help",
    "catalogue": "methods papers references algorithms help",
    "save_preset": "store keep",
    "edit_presets": "file toml",
    "undo": "revert back",
    "reset_all": "defaults restore",
    "find": "search",
    "heatmap": "colours overlay highlight",
    "add_extractor": "algorithm method new pane",
    "apply_what_if": "suggestion flip",
    "preview_what_if": "suggestion flip what if",
    "tab_tree": "vips boxes zones units",
    "run_again": "refresh restart",
}
"""Other words by which an action is found in the palette and among the keys."""

_NUMBERS = {"int", "float"}


def entries(
    session: SessionView,
    recent: Iterable[str],
    presets: Presets,
    translate: Callable[[str], str],
    why_not: Callable[[str], str] = lambda _action: "",
) -> list[PaletteEntry]:
    """Return all entries of the palette.

    Parameters
    ----------
    recent : iterable of str
        Addresses of recent pages.
    presets : Presets
        Presets of all extractors.
    translate : callable
        Translates an interface text.
    why_not : callable
        Returns why an action is not available now, given its identifier; empty if it is.
    """
    return [
        *_actions(translate, why_not),
        *_settings(session, presets, translate),
        *_extractors(translate),
        *_layers(session, translate),
        *_terms(translate),
        *(
            PaletteEntry(f"{PAGE}{address}", address, translate("recent page"), icon="history")
            for address in recent
        ),
    ]


def _actions(
    translate: Callable[[str], str], why_not: Callable[[str], str]
) -> Iterator[PaletteEntry]:
    for action in ACTIONS:
        if action.id != "palette":
            key = action.keys[0] if action.keys else ""
            yield PaletteEntry(
                f"{ACTION}{action.id}",
                translate(action.label),
                translate(action.menu.value),
                key,
                action.icon or "chevron-right",
                refused=why_not(action.id),
                words=SYNONYMS.get(action.id, ""),
            )


def _settings(
    session: SessionView, presets: Presets, translate: Callable[[str], str]
) -> Iterator[PaletteEntry]:
    """Yield the settings of the active pane, then of the other panes."""
    for pane in sorted(session.panes, key=lambda pane: pane.name != session.active):
        resolved = pane.settings.resolve()
        for knob in knobs(type(pane.settings)):
            is_number = knob.kind in _NUMBERS
            yield PaletteEntry(
                f"{SETTING}{pane.name}:{knob.name}",
                declared(knob.label),
                translate("setting of") + f" {pane.number} {pane.name}",
                _value(knob, getattr(resolved, knob.name), translate),
                "tune-variant",
                preview=_preview(pane.settings, knob, translate) if is_number else None,
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
            yield PaletteEntry(
                f"{EXTRACTOR}{entry.id}",
                f"{translate('Add')} {entry.id}",
                declared(entry.extractor.summary),
                year_of(entry.extractor.reference),
                icon="plus",
                words=f"{translate('extractor')} {entry.extractor.name}",
            )


def year_of(reference: str) -> str:
    """Return the first year in a reference, empty without one."""
    match = re.search(r"\b(?:19|20)\d\d\b", reference)
    return "" if match is None else match[0]


def _terms(translate: Callable[[str], str]) -> Iterator[PaletteEntry]:
    language = interface_locale().name()
    for term in glossary.terms():
        yield PaletteEntry(
            f"{TERM}{term.id}",
            term.name.in_language(language),
            translate("glossary"),
            icon="book-open-variant",
            words=term.name.en,
        )


def _layers(session: SessionView, translate: Callable[[str], str]) -> Iterator[PaletteEntry]:
    colour = translate("Colour by")
    yield PaletteEntry(
        f"{LAYER}{layers.AGREEMENT}",
        f"{colour} {translate('agreement')}",
        translate("page"),
        icon="palette-outline",
    )
    for pane in session.panes:
        for key, label in layers.available(pane, has_gold=session.gold is not None):
            yield PaletteEntry(
                f"{LAYER}{key}",
                f"{colour} {declared(label)}, {pane.name}",
                translate("page"),
                icon="palette-outline",
            )


def _preview(
    settings: Settings, knob: Knob, translate: Callable[[str], str]
) -> Callable[[float], Preview]:
    """Return a function from a typed number to its effect, or to the reason why it is invalid."""
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
