"""Session: page, panes in order, their settings, selection. Plain records, no Qt.

Every change of panes or settings goes through `Session` and can be undone.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from boilerscope.app.session import layers, step_view
from boilerscope.app.session.history import History, PaneSetup
from boilerscope.app.session.restoring import has_current_result, outdated, restored, setup_of
from boilerscope.extractors import registry
from boilerscope.extractors.model.extraction import ANSWERED, Extraction
from boilerscope.extractors.runner import free_name
from boilerscope.widgets.records import Lock, PaneRecord, RunState, Selection, ShowAs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.widgets.records import Layer

DEFAULT_PANES = ("boilerpipe.article", "cx_extractor", "link_ratio", "text_distribution")
"""Extractors of the panes of a new session."""


class Session:
    """Page, panes, and the state of the views; `scene` creates the scene from it."""

    def __init__(self) -> None:
        self.page: Page | None = None
        self.gold: Gold | None = None
        self.comments = False
        """Gold standard of the page, None if it has none."""
        self.panes: list[PaneRecord] = []
        self.active = ""
        self.colour_key = ""
        self.strip_keys: list[str] = []
        self.selection: Selection | None = None
        self.step: tuple[str, int] | None = None
        self.round: int | None = None
        """Last round of boxes that is drawn over the page, None for all rounds."""
        self.lock = Lock.EQUAL
        """Fields that the main knobs of linked panes move together."""
        self.views: dict[str, str] = {}
        """View last selected for each extractor; its next pane starts with it."""
        self.compared: tuple[str, str] | None = None
        """Names of the two panes that are compared side by side, None without a comparison."""
        self.would_change: Layer | None = None
        """Layer of the words that a suggested setting would change, None without a preview."""
        self.previewed = ""
        """Name of the pane whose setting is previewed, empty without a preview."""
        self.is_marking = False
        """Whether the page shows the gold standard, because it is being marked."""
        self.active_before = ""
        """Name of the pane that was active before the active pane, empty for none."""
        self._before_comparison: tuple[dict[str, bool], str] = ({}, "")
        """Folds by pane, and the colour of the page, to return to after the comparison."""
        self._colour_before = ""
        """Colour key to return to after the step on screen, empty if the colour stays."""
        self._history = History()
        self._run = 0

    def pane(self, name: str) -> PaneRecord:
        """Return a pane by name.

        Raises
        ------
        KeyError
            If the pane does not exist.
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
        """Add a pane at the end, make it the active pane and return its name.

        Raises
        ------
        UnknownNameError, ExtractorError
            If the extractor does not exist or is broken. Nothing changes then.
        """
        registry.extractor(extractor)
        self._remember("", now)
        name = self._append(extractor, settings)
        self.activate(name)
        self._colour_by_active()
        return name

    def open_panes(self, identifiers: Iterable[str]) -> None:
        """Start with panes of these extractors and an empty history."""
        self.panes, self.compared = [], None
        for identifier in identifiers:
            self._append(identifier, None)
        self.active = self.panes[0].name if self.panes else ""
        self._colour_by_active()
        self._history = History()

    def duplicate(self, name: str, *, now: float = 0.0) -> str:
        """Add a second pane with the same settings right after a pane; return its name."""
        source = self.pane(name)
        self._remember("", now)
        copy = self._append(source.extractor, source.settings)
        pane = self.panes.pop()
        self.panes.insert(self.panes.index(source) + 1, pane)
        self.activate(copy)
        self._number()
        return copy

    def remove(self, name: str, *, now: float = 0.0) -> None:
        """Remove a pane; its neighbour becomes active."""
        index = self.panes.index(self.pane(name))
        self._remember("", now)
        del self.panes[index]
        self._number()
        if self.active == name:
            self.activate(self.panes[min(index, len(self.panes) - 1)].name if self.panes else "")
        self._drop_stale_references()

    def move(self, name: str, index: int, *, now: float = 0.0) -> None:
        """Move a pane to another index in the row."""
        pane = self.pane(name)
        self._remember("", now)
        self.panes.remove(pane)
        self.panes.insert(max(0, min(index, len(self.panes))), pane)
        self._number()

    def show_as(self, name: str, view: ShowAs) -> None:
        """Show a pane's result in another view; the next pane of its extractor starts with it."""
        pane = self.pane(name)
        self.views[pane.extractor] = view.value
        self._put(dataclasses.replace(pane, show_as=view))

    def change(self, name: str, **fields: object) -> None:
        """Change `folded`, `show_as`, `compare_with` or `linked` of a pane."""
        self._put(dataclasses.replace(self.pane(name), **fields))  # type: ignore[arg-type]  # names are checked by replace

    def link(self, name: str, lock: Lock) -> None:
        """Link a pane's main knobs to those of other panes, or unlink them.

        The first pane that is linked links all panes, each of which can then leave. A single pane
        is not left linked.
        """
        is_first = not any(pane.linked for pane in self.panes)
        self.lock = lock if lock is not Lock.OFF else self.lock
        for pane in list(self.panes):
            if pane.name == name or (is_first and lock is not Lock.OFF):
                self.change(pane.name, linked=lock is not Lock.OFF)
        linked = [pane.name for pane in self.panes if pane.linked]
        if len(linked) == 1 and len(self.panes) > 1:
            self.change(linked[0], linked=False)

    # -- settings --------------------------------------------------------------------------

    def set_settings(
        self, changes: Mapping[str, Settings], *, key: str = "", now: float = 0.0
    ) -> list[str]:
        """Change settings of panes as one step of undo; return the names of the changed panes.

        Parameters
        ----------
        changes : mapping of str to Settings
            New records by pane.
        key : str
            Changes of the same pane with the same key within a second are one step of undo, those
            of one gesture (`GESTURE`) whenever they come. The first pane of `changes` is the pane
            that the user changes; the other panes follow it.
        now : float
            Monotonic time, seconds.
        """
        changed = [
            name for name, settings in changes.items() if self.pane(name).settings != settings
        ]
        if changed:
            self._remember(f"{next(iter(changes))}.{key}" if key else "", now)
        for name in changed:
            pane = self.pane(name)
            self._put(dataclasses.replace(pane, settings=changes[name], state=outdated(pane)))
        self._history.drop_idle(self.setups())
        return changed

    def can_undo(self) -> bool:
        """Return whether there is a change to undo."""
        return self._history.can_undo

    def can_redo(self) -> bool:
        """Return whether there is a change to redo."""
        return self._history.can_redo

    def undo(self) -> list[str]:
        """Undo the last change and return the panes that must run again."""
        return self._restore_seen(self._history.undo(self.setups()))

    def redo(self) -> list[str]:
        """Redo the last undone change and return the panes that must run again."""
        return self._restore_seen(self._history.redo(self.setups()))

    # -- page and runs ---------------------------------------------------------------------

    def show_page(self, page: Page) -> None:
        """Show another page, without results and selection."""
        self.page = page
        self.gold = None
        self.selection = self.would_change = None
        self.previewed = ""
        self.is_marking = False
        self.show_step()
        self.round = None
        self._run += 1  # earlier runs belong to the old page
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
        """Store a result; return False if the result on screen or the page is newer."""
        if not self.has(name):
            return False
        pane = self.pane(name)
        if run < pane.run or extraction.extractor != pane.extractor:
            return False
        good = extraction.status in ANSWERED
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

    # -- colour and step -------------------------------------------------------------------

    def activate(self, name: str) -> bool:
        """Make a pane the active pane; return whether the colour of the page followed.

        The page follows if it is coloured by the decisions or errors of the active pane. It stays
        with another pane, another quantity, or a step that the user has chosen.
        """
        before, self.active = self.active, name
        if before != name:
            self.active_before = before
        if not before or not name or self.step is not None:
            return False
        for key_of in (layers.label_key, layers.errors_key):
            if self.colour_key == key_of(before):
                self.colour_key = key_of(name)
                return True
        return False

    # -- comparison ------------------------------------------------------------------------

    def other_to_compare(self) -> str:
        """Return the pane to compare with the active pane: that active before, else a neighbour.

        A neighbour is the next pane of the same extractor, else the next pane, else the one before;
        the name is empty if there is no other pane.
        """
        if self.active_before != self.active and self.has(self.active_before):
            return self.active_before
        others = [pane for pane in self.panes if pane.name != self.active]
        if not others:
            return ""
        active = self.pane(self.active)
        after = [pane for pane in others if pane.number > active.number] + others
        same = (pane.name for pane in after if pane.extractor == active.extractor)
        return next(same, after[0].name)

    def compare(self, first: str, second: str) -> None:
        """Compare two panes side by side: both are open, the other panes are folded.

        The page is coloured by their agreement. `end_comparison` restores folds and colour.
        """
        self.end_comparison()
        self._before_comparison = ({pane.name: pane.folded for pane in self.panes}, self.colour_key)
        self.compared = (first, second)
        for name in [pane.name for pane in self.panes]:
            self.change(name, folded=name not in self.compared)
        self.show_step()
        self.colour_key = layers.AGREEMENT
        if self.active not in self.compared:
            self.activate(first)

    def end_comparison(self) -> bool:
        """End the comparison; return whether there was one."""
        if self.compared is None:
            return False
        self.compared = None
        folds, colour = self._before_comparison
        for name in [pane.name for pane in self.panes]:
            self.change(name, folded=folds.get(name, False) and name != self.active)
        if self.colour_key == layers.AGREEMENT:
            self.colour_key = colour
        self._drop_stale_references()
        return True

    def colour_by(self, key: str) -> None:
        """Colour the page by another quantity, which stays when the step on screen is left."""
        self.colour_key, self._colour_before = key, ""

    def preview(self, name: str, mask: BoolArray | None) -> bool:
        """Show which words of a pane another mask changes; None ends the preview.

        Return whether that changes anything on screen.
        """
        before = self.would_change
        shown = self.pane(name).shown if self.has(name) else None
        if mask is None or shown is None or len(mask) != len(shown.mask):
            self.would_change, self.previewed = None, ""
        else:
            self.would_change, self.previewed = layers.changed_words(shown.mask, mask), name
        return before is not self.would_change

    def show_step(self, name: str = "", step: int | None = None) -> None:
        """Show a pane as it was after a step and colour the page by it; None shows the result.

        The last step and steps that do not exist show the result too. With the result, the page
        returns to the colour that it had before.
        """
        if step is None or not self._has_step(name, step):
            self.step = None
            self.colour_key = self._colour_before or self.colour_key
            self._colour_before = ""
            return
        self.step = (name, step)
        if self.colour_key not in {layers.label_key(name), layers.labels_key(name)}:
            self._colour_before = self._colour_before or self.colour_key
            self.colour_key = layers.label_key(name)

    def _has_step(self, name: str, step: int) -> bool:
        """Return whether a pane's result has this step, and it is not the last step."""
        extraction = self.pane(name).shown if self.has(name) else None
        return extraction is not None and 0 <= step < len(extraction.steps) - 1

    def _follow_step(self, pane: PaneRecord, extraction: Extraction) -> None:
        """Show the same step of a new result, or the result if it no longer has that step."""
        if self.step is None or self.step[0] != pane.name or pane.shown is None:
            return
        step = step_view.same_step(pane.shown, self.step[1], extraction)
        if step is None or step == len(extraction.steps) - 1:
            self.show_step()
        else:
            self.step = (pane.name, step)

    # -- setups ----------------------------------------------------------------------------

    def setups(self) -> tuple[PaneSetup, ...]:
        """Return the panes as setups, for undo and session files."""
        return tuple(map(setup_of, self.panes))

    def replace_all(self, setups: Iterable[PaneSetup], *, now: float = 0.0) -> list[str]:
        """Replace all panes and return the names of those that must run.

        It can be undone, unless the session has just begun without panes: there is nothing to
        return to.
        """
        if self.panes or self.can_undo():
            self._remember("", now)
        return self.restore(setups)

    def restore(self, setups: Iterable[PaneSetup]) -> list[str]:
        """Restore panes from setups and return the names of those that must run again."""
        before = {pane.name: pane for pane in self.panes}
        self._run += 1  # earlier runs belong to other panes with these names
        self.panes = [restored(setup, before.get(setup.name), self._run) for setup in setups]
        self._number()
        if not self.has(self.active):
            self.active = self.panes[0].name if self.panes else ""
        self._drop_stale_references()
        return [
            pane.name
            for pane in self.panes
            if pane.state is not RunState.DONE or not has_current_result(pane)
        ]

    def _append(self, extractor: str, settings: Settings | None) -> str:
        loaded = registry.extractor(extractor)
        name = free_name(extractor, [pane.name for pane in self.panes])
        self.panes.append(
            PaneRecord(
                number=len(self.panes) + 1,
                name=name,
                extractor=extractor,
                title=loaded.name,
                settings=loaded.default_settings() if settings is None else settings,
                show_as=self._view_of(extractor),
                run=self._run + 1,  # a late result of a removed pane of this name does not count
                scores=loaded.scores,
            )
        )
        return name

    def _view_of(self, extractor: str) -> ShowAs:
        """Return the first view of a new pane; not the difference, which needs another pane."""
        views = {view.value: view for view in (ShowAs.PLAIN, ShowAs.SOURCE)}
        return views.get(self.views.get(extractor, ""), ShowAs.RENDERED)

    def _put(self, pane: PaneRecord) -> None:
        self.panes = [pane if old.name == pane.name else old for old in self.panes]

    def _number(self) -> None:
        self.panes = [
            dataclasses.replace(pane, number=number) for number, pane in enumerate(self.panes, 1)
        ]

    def _colour_by_active(self) -> None:
        """Colour the page by the active pane if nothing else is selected."""
        if self.active and not self.colour_key:
            self.colour_key = layers.label_key(self.active)

    def _drop_stale_references(self) -> None:
        """Drop references to removed panes; colour by the active pane instead."""
        names = {"", *(pane.name for pane in self.panes)}
        if self.compared is not None and not names.issuperset(self.compared):
            self.end_comparison()
        self._colour_by_active()
        if self.step is not None and not self._has_step(*self.step):
            self.show_step()
        if layers.pane_of(self.colour_key) not in names:
            self.colour_key = layers.label_key(self.active) if self.active else layers.AGREEMENT
        self.strip_keys = [key for key in self.strip_keys if layers.pane_of(key) in names]
        self.panes = [
            pane if pane.compare_with in names else dataclasses.replace(pane, compare_with="")
            for pane in self.panes
        ]
        if self.selection is not None and self.selection.pane not in names:
            self.selection = Selection(self.selection.runs)
        if layers.pane_of(self._colour_before) not in names:
            self._colour_before = ""

    def _remember(self, key: str, now: float) -> None:
        self._history.remember(self.setups(), key, now)

    def _restore_seen(self, setups: Iterable[PaneSetup] | None) -> list[str]:
        """Restore setups in the present views of their panes; return the panes that must run."""
        if setups is None:
            return []
        return self.restore(self._seen_as_now(setup) for setup in setups)

    def _seen_as_now(self, setup: PaneSetup) -> PaneSetup:
        """Return a setup with the present view and link of its pane, which undo does not change."""
        if not self.has(setup.name):
            return setup
        pane = self.pane(setup.name)
        return dataclasses.replace(
            setup,
            folded=pane.folded,
            show_as=pane.show_as,
            compare_with=pane.compare_with,
            linked=pane.linked,
        )
