"""Scene that views show, with a pane as it was after the selected step. No Qt."""

from __future__ import annotations

import dataclasses
import operator
import re
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.app.session import layers, site
from boilerscope.app.session.layout_needs import layout_width, needs_layout
from boilerscope.app.session.step_view import at_step
from boilerscope.extractors import registry
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.gold import MIN_SHARE, Outcome
from boilerscope.extractors.model.settings import changed, from_table, knobs
from boilerscope.extractors.scoring import ratios
from boilerscope.widgets.records import GoldScore, Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from boilerscope.app.session.read_only import SessionView
    from boilerscope.extractors.model.extractor import Preset
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.widgets.records import Layer, PaneRecord

_DENSITIES_PER_PANE = 2


def scene_of(
    session: SessionView, translate: Callable[[str], str] = str, before: Scene | None = None
) -> Scene:
    """Return the scene of a session, with the layers that are on screen.

    Parameters
    ----------
    translate : callable
        Translates a text into the language of the interface.
    before : Scene, optional
        An earlier scene; its layers are reused if they show the same results.
    """
    gold, comments = session.gold, session.comments
    panes = tuple(
        _with_score(_with_offer(_at_step(session, pane, translate), translate), gold, comments)
        for pane in session.panes
    )
    compared = session.compared or ()
    judged = tuple(pane for pane in panes if not compared or pane.name in compared)
    colour = colour_in_force(session)
    keys = dict.fromkeys((colour, layers.AGREEMENT, *strip_keys(session)))
    shows_site = site.SITE in keys
    keys.pop(site.SITE, None)  # of the page, not of a pane
    of_site = site.share_layer(session.page, _active_settings(session)) if shows_site else None
    reusable = before if before is not None and _is_like(before, session) else None
    on_screen = {
        key: _layer_before(key, panes, reusable)
        or layers.make_layer(
            key, judged if key == layers.AGREEMENT else panes, gold, comments=comments
        )
        for key in keys
        if key
    }
    if session.is_marking and session.page is not None:
        on_screen[layers.GOLD] = layers.gold_layer(gold, session.page.n_tokens)
    if session.would_change is not None:
        on_screen[layers.WOULD_CHANGE] = session.would_change
    return Scene(
        page=session.page,
        panes=panes,
        active=session.active,
        layers={
            key: layer
            for key, layer in (*on_screen.items(), (site.SITE, of_site))
            if layer is not None
        },
        boxes=layers.make_boxes(
            colour,
            panes,
            session.page.layout if session.page is not None else None,
            session.round,
        ),
        gold=gold,
        comments=comments,
        compared=compared,
        previewed=session.previewed,
    )


def _is_like(before: Scene, session: SessionView) -> bool:
    """Return whether the layers of an earlier scene are those of the session if results are."""
    return (
        before.gold is session.gold
        and before.comments == session.comments
        and before.compared == (session.compared or ())
    )


def colour_in_force(session: SessionView) -> str:
    """Return the key of the layer that colours the page: the selected key if there is a layer."""
    key = session.colour_key
    if key == site.SITE:
        return key if site.has_site(session.page) else layers.AGREEMENT
    return layers.key_in_force(key, session.panes, has_gold=session.gold is not None)


def _layer_before(key: str, panes: Sequence[PaneRecord], before: Scene | None) -> Layer | None:
    """Return the layer of an earlier scene if it shows the same results, else None."""
    if before is None or key not in before.layers:
        return None
    present, earlier = (
        [
            pane.shown
            for pane in shown
            if key == layers.AGREEMENT or pane.name == layers.pane_of(key)
        ]
        for shown in (panes, before.panes)
    )
    is_same = len(present) == len(earlier) and all(map(operator.is_, present, earlier))
    return before.layers[key] if is_same else None


def strip_keys(session: SessionView) -> Sequence[str]:
    """Return the quantities that have a strip; unless selected, densities of the active pane."""
    if session.strip_keys:
        return session.strip_keys
    if not session.active:
        return []
    of_site = [site.SITE] if site.has_site(session.page) else []
    pane = session.pane(session.active)
    keys = [key for key, _ in layers.available(pane) if key.startswith("column:")]
    dense = [key for key in keys if "densit" in key or "ratio" in key]
    return [*of_site, *(dense or keys)[: _DENSITIES_PER_PANE - len(of_site)]]


def _active_settings(session: SessionView) -> Settings | None:
    return session.pane(session.active).settings if session.active else None


def strip_choices(
    session: SessionView, translate_label: Callable[[str], str]
) -> list[tuple[str, str]]:
    """Return every quantity that can have a strip, as (key, label).

    Parameters
    ----------
    declared : callable
        Translates the label of a quantity.
    """
    of_site = site.has_site(session.page)
    page_choices = [(site.SITE, translate_label(site.SITE_LABEL))] if of_site else []
    return page_choices + [
        (key, f"{pane.number} {pane.name}: {translate_label(label)}")
        for pane in session.panes
        for key, label in layers.available(pane)
        if key.startswith("column:")
    ]


def tree_offers(scene: Scene, translate: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return offers of a tree, as (command, label): panes with a tree, then other extractors."""
    with_tree = [pane for pane in scene.panes if pane.shown is not None and pane.shown.tree]
    used = {pane.extractor for pane in scene.panes}
    extractors = [
        entry.id
        for entry in registry.entries()
        if entry.extractor is not None and entry.extractor.makes_tree and entry.id not in used
    ]
    show, add = translate("Show {pane}"), translate("Add {extractor}")
    return [
        *(
            (f"pane:{pane.name}", show.format(pane=f"{pane.number} {pane.name}"))
            for pane in with_tree
        ),
        *((f"add:{extractor}", add.format(extractor=extractor)) for extractor in extractors),
    ]


def preset_of(presets: Iterable[Preset], settings: Settings) -> str | None:
    """Return the preset that equals a record; empty for the defaults, None without a match."""
    if not changed(settings):
        return ""
    for preset in presets:
        if from_table(type(settings), preset.values) == settings:
            return preset.name
    return None


def lacks_layout(pane: PaneRecord) -> bool:
    """Return whether a pane has no result because the page has no layout."""
    extraction = pane.extraction
    return (
        extraction is not None
        and extraction.status is Status.UNAVAILABLE
        and needs_layout(pane.extractor, pane.settings)
    )


def page_width(session: SessionView, default: int) -> int:
    """Return the page width in the settings of the active pane, else of another pane."""
    panes = sorted(session.panes, key=lambda pane: pane.name != session.active)
    widths = (layout_width(pane.extractor, pane.settings) for pane in panes)
    return next((width for width in widths if width is not None), default)


def _with_offer(pane: PaneRecord, translate: Callable[[str], str]) -> PaneRecord:
    """Return a pane with the offer of an action that may help if its result is missing."""
    if lacks_layout(pane):
        return dataclasses.replace(pane, offer=translate("Lay out now"))
    field = setting_to_turn_on(pane)
    if field:
        text = translate("Turn on {setting}").format(setting=field)
        return dataclasses.replace(pane, offer=text)
    return pane


def setting_to_turn_on(pane: PaneRecord) -> str:
    """Return the setting that the message of a pane without text advises to turn on, else empty.

    Messages name it in parentheses: ``Divide it at block-level tags (resplit).``
    """
    extraction = pane.extraction
    if extraction is None or extraction.mask.any():
        return ""
    switches = {knob.name for knob in knobs(type(pane.settings)) if knob.kind == "bool"}
    named = re.findall(r"\((\w+)\)", extraction.message)
    off = (name for name in named if name in switches and getattr(pane.settings, name) is False)
    return next(off, "")


def _with_score(pane: PaneRecord, gold: Gold | None, comments: bool) -> PaneRecord:  # noqa: FBT001 - a field of the session
    """Return a pane with the token scores of its text, see `token_score`."""
    if gold is None or pane.shown is None:
        return pane
    score = token_score(gold, pane.shown.mask, comments=comments)
    return dataclasses.replace(pane, gold_score=score)


def token_score(gold: Gold | None, mask: BoolArray, *, comments: bool) -> GoldScore | None:
    """Return the token scores of a mask.

    Return None without a gold standard, if too little of it was found on the page, or if it
    classifies no token yet: two empty texts would have an F1 of 1.
    """
    if gold is None or gold.share < MIN_SHARE or not gold.scored().any():
        return None
    outcomes = gold.outcomes(mask, comments=comments)
    counts = np.array(ratios.overlap(gold.main(comments=comments), mask & gold.scored()))
    return GoldScore(
        f1=float(ratios.f1(counts)),
        precision=float(ratios.precision(counts)),
        recall=float(ratios.recall(counts)),
        outcomes=tuple(
            (outcome, int(np.count_nonzero(outcomes == outcome))) for outcome in Outcome
        ),
    )


def _at_step(session: SessionView, pane: PaneRecord, translate: Callable[[str], str]) -> PaneRecord:
    """Return a pane as it was after the step on screen, if that is a step of this pane."""
    if session.step is None or session.page is None or session.step[0] != pane.name:
        return pane
    return at_step(session.page, pane, session.step[1], translate)
