"""Conversion of panes to setups and back, for undo, session files and the next start. No Qt."""

from __future__ import annotations

import dataclasses

from boilerscope.app.session.history import PaneSetup
from boilerscope.extractors import registry
from boilerscope.widgets.records import PaneRecord, RunState


def setup_of(pane: PaneRecord) -> PaneSetup:
    """Return the part of a pane that is restored."""
    return PaneSetup(
        pane.name,
        pane.extractor,
        pane.settings,
        pane.folded,
        pane.show_as,
        pane.compare_with,
        pane.linked,
    )


def has_current_result(pane: PaneRecord) -> bool:
    """Return whether a pane has a result of its present settings."""
    return pane.extraction is not None and pane.extraction.settings == pane.settings


def outdated(pane: PaneRecord) -> RunState:
    """Return the state of a pane whose settings change: its last good result is outdated."""
    return RunState.OUTDATED if pane.last_good is not None else pane.state


def restored(setup: PaneSetup, before: PaneRecord | None, run: int) -> PaneRecord:
    """Return the pane of a setup.

    Parameters
    ----------
    setup : PaneSetup
        Setup to restore.
    before : PaneRecord or None
        Present pane of that name, whose results stay if it has the same extractor.
    run : int
        Number of the last run, for a new pane.
    """
    if before is None or before.extractor != setup.extractor:
        extractor = registry.extractor(setup.extractor)
        before = PaneRecord(
            number=0,
            name=setup.name,
            extractor=setup.extractor,
            title=extractor.name,
            settings=setup.settings,
            run=run,
            scores=extractor.scores,
        )
    state = before.state if before.settings == setup.settings else outdated(before)
    return dataclasses.replace(
        before,
        settings=setup.settings,
        folded=setup.folded,
        show_as=setup.show_as,
        compare_with=setup.compare_with,
        linked=setup.linked,
        state=state,
    )
