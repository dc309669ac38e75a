"""The session: page, panes in order, their settings, selection. Plain records, no Qt.

Every change of panes or settings goes through `Session` and can be undone.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.session import layers, step_view
from extractors import registry
from extractors.model.extraction import Extraction, Status
from extractors.model.settings import changed, find_knob
from extractors.runner import free_name
from widgets.records import PaneRecord, RunState, Selection, ShowAs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from extractors.model.extractor import ExtractorInput
    from extractors.model.settings import Settings
    from extractors.page import Page
    from extractors.runner import Pane

DEFAULT_PANES = ("boilerpipe.article", "cx_extractor", "link_ratio", "text_distribution")
"""What a new session shows."""

_COALESCE_S = 1.0
_MOST_INPUTS = 100  # of inputs and their inputs, in case a plug-in names ever new ones


@dataclass(frozen=True, slots=True)
class PaneSetup:
    """What is kept of a pane in undo, in session files and between starts."""

    name: str
    extractor: str
    settings: Settings
    folded: bool = False
    show_as: ShowAs = ShowAs.RENDERED
    compare_with: str = ""
    linked: bool = True


@dataclass(slots=True)
class _History:
    """Setups before the present one, and those undone."""

    past: list[tuple[PaneSetup, ...]] = field(default_factory=list)
    future: list[tuple[PaneSetup, ...]] = field(default_factory=list)
    key: str = ""
    at: float = float("-inf")


def setups_of(panes: Iterable[Pane]) -> list[PaneSetup]:
    """Return the panes of a settings file as setups.

    Panes of one extractor stand side by side to be set differently: only the first is linked.
    """
    setups: list[PaneSetup] = []
    for pane in panes:
        linked = all(one.extractor != pane.extractor for one in setups)
        setups.append(PaneSetup(pane.name, pane.extractor, pane.settings, linked=linked))
    return setups


class Session:
    """Holds what is open and how it is set; `app.session.scene` shows it."""

    def __init__(self) -> None:
        self.page: Page | None = None
        self.panes: list[PaneRecord] = []
        self.active = ""
        self.colour_key = ""
        self.strip_keys: list[str] = []
        self.selection: Selection | None = None
        self.step: tuple[str, int] | None = None
        self.round: int | None = None
        """Round as far as boxes are drawn over the page, None for the last one."""
        self.views: dict[str, str] = {}
        """View last chosen for each extractor, which its next pane begins with."""
        self._colour_before = ""
        """What the page is coloured by again after the step on screen, empty where it stays."""
        self._history = _History()
        self._run = 0

    def pane(self, name: str) -> PaneRecord:
        """Return a pane by name.

        Raises
        ------
        KeyError
            If it is gone.
        """
        for pane in self.panes:
            if pane.name == name:
                return pane
        raise KeyError(name)

    def has(self, name: str) -> bool:
        """Return whether there is a pane of this name."""
        return any(pane.name == name for pane in self.panes)

    # -- panes -----------------------------------------------------------------------------

    def add(self, extractor: str, settings: Settings | None = None, *, now: float = 0.0) -> str:
        """Add a pane at the end and return its name; it becomes the active one.

        Raises
        ------
        UnknownNameError, ExtractorError
            If there is no such extractor, or it is broken; nothing changes then.
        """
        registry.extractor(extractor)
        self._remember("", now)
        name = self._append(extractor, settings)
        self.active = name
        self._colour_by_someone()
        return name

    def open_panes(self, identifiers: Iterable[str]) -> None:
        """Start with these panes; nothing to undo."""
        self.panes = []
        for identifier in identifiers:
            self._append(identifier, None)
        self.active = self.panes[0].name if self.panes else ""
        self._colour_by_someone()
        self._history = _History()

    def duplicate(self, name: str, *, now: float = 0.0) -> str:
        """Add a second pane with the same settings right after a pane; return its name.

        It is there to be set differently, so its main knobs are not linked to the others.
        """
        source = self.pane(name)
        self._remember("", now)
        made = self._append(source.extractor, source.settings)
        pane = self.panes.pop()
        self.panes.insert(self.panes.index(source) + 1, pane)
        self.active = made
        self._number()
        return made

    def remove(self, name: str, *, now: float = 0.0) -> None:
        """Remove a pane; the neighbour becomes active."""
        place = self.panes.index(self.pane(name))
        self._remember("", now)
        del self.panes[place]
        self._number()
        if self.active == name:
            self.active = self.panes[min(place, len(self.panes) - 1)].name if self.panes else ""
        self._drop_stale_references()

    def move(self, name: str, place: int, *, now: float = 0.0) -> None:
        """Move a pane to another place in the row."""
        pane = self.pane(name)
        self._remember("", now)
        self.panes.remove(pane)
        self.panes.insert(max(0, min(place, len(self.panes))), pane)
        self._number()

    def show_as(self, name: str, view: ShowAs) -> None:
        """Show a pane's result in another view; the extractor's next pane begins with it."""
        pane = self.pane(name)
        self.views[pane.extractor] = view.value
        self._put(dataclasses.replace(pane, show_as=view))

    def change(self, name: str, **facts: object) -> None:
        """Change `folded`, `show_as`, `compare_with` or `linked` of a pane."""
        self._put(dataclasses.replace(self.pane(name), **facts))  # type: ignore[arg-type]  # names are checked by replace

    # -- settings --------------------------------------------------------------------------

    def set_settings(
        self, changes: Mapping[str, Settings], *, key: str = "", now: float = 0.0
    ) -> list[str]:
        """Give panes other settings, one step of undo; return those that changed.

        Parameters
        ----------
        changes : mapping of str to Settings
            New records by pane.
        key : str
            Changes of one key within a second are one step of undo (a slider being dragged).
        now : float
            Monotonic time, seconds.
        """
        changed = [
            name for name, settings in changes.items() if self.pane(name).settings != settings
        ]
        if changed:
            self._remember(f"{','.join(changed)}.{key}" if key else "", now)
        for name in changed:
            pane = self.pane(name)
            self._put(dataclasses.replace(pane, settings=changes[name], state=_outdated(pane)))
        return changed

    def can_undo(self) -> bool:
        """Return whether there is something to undo."""
        return bool(self._history.past)

    def can_redo(self) -> bool:
        """Return whether there is something to redo."""
        return bool(self._history.future)

    def undo(self) -> list[str]:
        """Take back the last change and return the panes that must run again."""
        return self._travel(self._history.past, self._history.future)

    def redo(self) -> list[str]:
        """Do the last undone change again and return the panes that must run again."""
        return self._travel(self._history.future, self._history.past)

    # -- page and runs ---------------------------------------------------------------------

    def show_page(self, page: Page) -> None:
        """Show another page: no result and no selection of the old one stays."""
        self.page = page
        self.selection = None
        self.show_step()
        self.round = None
        self._run += 1  # what was begun before belongs to the old page
        self.panes = [
            dataclasses.replace(
                pane,
                state=RunState.IDLE,
                extraction=None,
                last_good=None,
                elapsed_s=0.0,
                run=self._run,
            )
            for pane in self.panes
        ]

    def begin_run(self, name: str) -> int:
        """Mark a pane as running and return the number of the run."""
        self._run += 1
        pane = self.pane(name)
        state = RunState.RUNNING if pane.last_good is None else RunState.OUTDATED
        self._put(dataclasses.replace(pane, state=state, elapsed_s=0.0))
        return self._run

    def finish_run(self, name: str, run: int, extraction: Extraction) -> bool:
        """Take a result in; return False where it is older than what is shown or than the page."""
        if not self.has(name):
            return False
        pane = self.pane(name)
        if run < pane.run or extraction.extractor != pane.extractor:
            return False
        good = extraction.status in {Status.OK, Status.EMPTY}
        if good:
            self._follow_step(pane, extraction)
        self._put(
            dataclasses.replace(
                pane,
                run=run,
                extraction=extraction,
                last_good=extraction if good else pane.last_good,
                state=RunState.DONE if extraction.settings == pane.settings else RunState.OUTDATED,
                elapsed_s=extraction.seconds,
            )
        )
        return True

    # -- what is on screen -----------------------------------------------------------------

    def colour_by(self, key: str) -> None:
        """Colour the page by another quantity, also after the step on screen."""
        self.colour_key, self._colour_before = key, ""

    def show_step(self, name: str = "", place: int | None = None) -> None:
        """Show a pane as it was after a step, and the page coloured by it; None: the result.

        The last step leaves the result, so it is no step to look at; neither is one that is not
        there. The colour that the page had before comes back with the result.
        """
        if place is None or not self._has_step(name, place):
            self.step = None
            self.colour_key = self._colour_before or self.colour_key
            self._colour_before = ""
            return
        self.step = (name, place)
        if self.colour_key not in {layers.label_key(name), layers.labels_key(name)}:
            self._colour_before = self._colour_before or self.colour_key
            self.colour_key = layers.label_key(name)

    def _has_step(self, name: str, place: int) -> bool:
        """Return whether a pane's result has a step before its last one at a place."""
        made = self.pane(name).shown if self.has(name) else None
        return made is not None and 0 <= place < len(made.steps) - 1

    def _follow_step(self, pane: PaneRecord, fresh: Extraction) -> None:
        """Let the step on screen be the same one in a new result, or the result."""
        if self.step is None or self.step[0] != pane.name or pane.shown is None:
            return
        place = step_view.same_step(pane.shown, self.step[1], fresh)
        if place is None or place == len(fresh.steps) - 1:
            self.show_step()
        else:
            self.step = (pane.name, place)

    # -- setups ----------------------------------------------------------------------------

    def setups(self) -> tuple[PaneSetup, ...]:
        """Return the panes as setups, for undo and session files."""
        return tuple(
            PaneSetup(
                pane.name,
                pane.extractor,
                pane.settings,
                pane.folded,
                pane.show_as,
                pane.compare_with,
                pane.linked,
            )
            for pane in self.panes
        )

    def replace_all(self, setups: Iterable[PaneSetup], *, now: float = 0.0) -> list[str]:
        """Show other panes instead; return those that must run. Undo brings the old ones back."""
        self._remember("", now)
        return self.restore(setups)

    def restore(self, setups: Iterable[PaneSetup]) -> list[str]:
        """Make the panes be as in the setups; return those that must run again."""
        before = {pane.name: pane for pane in self.panes}
        self._run += 1  # what was begun before belongs to other panes of these names
        self.panes = [_restored(setup, before.get(setup.name), self._run) for setup in setups]
        self._number()
        if not self.has(self.active):
            self.active = self.panes[0].name if self.panes else ""
        self._drop_stale_references()
        return [
            pane.name
            for pane in self.panes
            if pane.state is not RunState.DONE or _answers_others(pane)
        ]

    def _append(self, extractor: str, settings: Settings | None) -> str:
        found = registry.extractor(extractor)
        name = free_name(extractor, [pane.name for pane in self.panes])
        self.panes.append(
            PaneRecord(
                number=len(self.panes) + 1,
                name=name,
                extractor=extractor,
                title=found.name,
                settings=found.default_settings() if settings is None else settings,
                show_as=self._view_of(extractor),
                run=self._run + 1,  # a late result of a removed pane of this name is no result
                scores=found.scores,
                linked=all(pane.extractor != extractor for pane in self.panes),
            )
        )
        return name

    def _view_of(self, extractor: str) -> ShowAs:
        """Return the view a new pane begins with; a difference needs another pane."""
        usual = {ShowAs.PLAIN.value: ShowAs.PLAIN, ShowAs.SOURCE.value: ShowAs.SOURCE}
        return usual.get(self.views.get(extractor, ""), ShowAs.RENDERED)

    def _put(self, pane: PaneRecord) -> None:
        self.panes = [pane if one.name == pane.name else one for one in self.panes]

    def _number(self) -> None:
        self.panes = [
            dataclasses.replace(pane, number=place) for place, pane in enumerate(self.panes, 1)
        ]

    def _colour_by_someone(self) -> None:
        """Colour the page by the active pane while nothing else was chosen."""
        if self.active and not self.colour_key:
            self.colour_key = layers.label_key(self.active)

    def _drop_stale_references(self) -> None:
        """Drop references to removed panes; colour by the active pane instead."""
        there = {"", *(pane.name for pane in self.panes)}
        self._colour_by_someone()
        if self.step is not None and not self._has_step(*self.step):
            self.show_step()
        if layers.pane_of(self.colour_key) not in there:
            self.colour_key = layers.label_key(self.active) if self.active else layers.AGREEMENT
        self.strip_keys = [key for key in self.strip_keys if layers.pane_of(key) in there]
        self.panes = [
            pane if pane.compare_with in there else dataclasses.replace(pane, compare_with="")
            for pane in self.panes
        ]
        if self.selection is not None and self.selection.pane not in there:
            self.selection = Selection(self.selection.runs)
        if layers.pane_of(self._colour_before) not in there:
            self._colour_before = ""

    def _remember(self, key: str, now: float) -> None:
        history = self._history
        joins = key and key == history.key and now - history.at < _COALESCE_S
        if not joins:
            history.past.append(self.setups())
            history.future.clear()
        history.key, history.at = key, now

    def _travel(
        self, source: list[tuple[PaneSetup, ...]], target: list[tuple[PaneSetup, ...]]
    ) -> list[str]:
        if not source:
            return []
        target.append(self.setups())
        self._history.key = ""
        return self.restore(self._seen_as_now(setup) for setup in source.pop())

    def _seen_as_now(self, setup: PaneSetup) -> PaneSetup:
        """Return a setup that looks as its pane does now: how a pane is shown is not undone."""
        if not self.has(setup.name):
            return setup
        pane = self.pane(setup.name)
        return dataclasses.replace(
            setup, folded=pane.folded, show_as=pane.show_as, compare_with=pane.compare_with
        )


def with_value(settings: Settings, field: str, value: object) -> Settings:
    """Return settings with another value of a field; a whole number where the field takes no other.

    Raises
    ------
    BoilerscopeError
        If the settings refuse it.
    """
    if find_knob(type(settings), field).kind == "int" and isinstance(value, float):
        value = round(value)
    return settings.replace(**{field: value})


def changed_between(before: Settings, after: Settings) -> list[str]:
    """Return the fields in which two records differ; a different class counts as all changed."""
    if type(before) is not type(after):
        return list(changed(after))
    return [
        name
        for name in before.__dataclass_fields__
        if getattr(before, name) != getattr(after, name)
    ]


def needs_layout(extractor: str, settings: Settings) -> bool:
    """Return whether an extractor, or one whose result it is handed, works on a laid out page."""
    return any("layout" in needs for needs, _ in _uses(extractor, settings))


def layout_width(extractor: str, settings: Settings) -> int | None:
    """Return the width that an extractor, or one whose result it is handed, wants pages to have."""
    wanted = (
        getattr(chosen, "view_width", None)
        for needs, chosen in _uses(extractor, settings)
        if "layout" in needs
    )
    return next((width for width in wanted if width is not None), None)


def _uses(extractor: str, settings: Settings) -> Iterator[tuple[frozenset[str], Settings | None]]:
    """Yield what an extractor needs and its settings, then those whose results it is handed."""
    pending: list[tuple[str, Settings | None]] = [(extractor, settings)]
    seen: set[tuple[str, Settings | None]] = set()
    while pending and len(seen) < _MOST_INPUTS:
        name, chosen = use = pending.pop()
        if use in seen:
            continue
        seen.add(use)
        needs, inputs, in_force = _wants(name, chosen)
        yield needs, in_force
        pending += [(one.extractor, one.settings) for one in inputs]


def _wants(
    extractor: str, settings: Settings | None
) -> tuple[frozenset[str], Sequence[ExtractorInput], Settings | None]:
    """Return what an extractor needs besides the page, its inputs, and the settings in force."""
    try:
        found = registry.extractor(extractor)
        chosen = found.default_settings() if settings is None else settings
        return found.needs, found.inputs(chosen), chosen
    except Exception:  # noqa: BLE001 - what cannot be asked needs nothing; its run says why
        return frozenset(), (), settings


def _answers_others(pane: PaneRecord) -> bool:
    """Return whether a pane's result is missing or comes from other settings."""
    return pane.extraction is None or pane.extraction.settings != pane.settings


def _outdated(pane: PaneRecord) -> RunState:
    return RunState.OUTDATED if pane.last_good is not None else pane.state


def _restored(setup: PaneSetup, before: PaneRecord | None, run: int) -> PaneRecord:
    if before is None or before.extractor != setup.extractor:
        found = registry.extractor(setup.extractor)
        before = PaneRecord(
            number=0,
            name=setup.name,
            extractor=setup.extractor,
            title=found.name,
            settings=setup.settings,
            run=run,
            scores=found.scores,
        )
    state = before.state if before.settings == setup.settings else _outdated(before)
    return dataclasses.replace(
        before,
        settings=setup.settings,
        folded=setup.folded,
        show_as=setup.show_as,
        compare_with=setup.compare_with,
        linked=setup.linked,
        state=state,
    )
