"""Creation of the views of a corpus.

Most users look at a page first and need not wait for these views: each is made, and its module
imported, when the Corpus face is first needed, or before that in a pause.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from boilerscope.app.window.translation import translate
from boilerscope.extractors.system.late import late_call
from boilerscope.resources.loader import resource_path
from boilerscope.widgets.corpus.face import Place
from boilerscope.widgets.corpus.veil import Veil
from boilerscope.widgets.page.view import PageView
from boilerscope.widgets.selection import SelectionModel
from boilerscope.widgets.strips.view import Strips

if TYPE_CHECKING:
    from boilerscope.app.window.views import Views
    from boilerscope.widgets.corpus.changes.view import ChangesView
    from boilerscope.widgets.corpus.groups.view import GroupsView
    from boilerscope.widgets.corpus.leaderboard.view import LeaderboardView
    from boilerscope.widgets.corpus.losses.selected_rule import SelectedRulePanel
    from boilerscope.widgets.corpus.losses.view import LossesView
    from boilerscope.widgets.corpus.pages.view import PagesView
    from boilerscope.widgets.corpus.scatter.view import ScatterView
    from boilerscope.widgets.corpus.selected_page import SelectedPagePanel
    from boilerscope.widgets.corpus.sweep.view import SweepView
    from boilerscope.widgets.corpus.trial_panel import TrialPanel
else:
    ChangesView = late_call("boilerscope.widgets.corpus.changes.view", "ChangesView")
    GroupsView = late_call("boilerscope.widgets.corpus.groups.view", "GroupsView")
    LeaderboardView = late_call("boilerscope.widgets.corpus.leaderboard.view", "LeaderboardView")
    LossesView = late_call("boilerscope.widgets.corpus.losses.view", "LossesView")
    PagesView = late_call("boilerscope.widgets.corpus.pages.view", "PagesView")
    ScatterView = late_call("boilerscope.widgets.corpus.scatter.view", "ScatterView")
    SelectedPagePanel = late_call("boilerscope.widgets.corpus.selected_page", "SelectedPagePanel")
    SelectedRulePanel = late_call(
        "boilerscope.widgets.corpus.losses.selected_rule", "SelectedRulePanel"
    )
    SweepView = late_call("boilerscope.widgets.corpus.sweep.view", "SweepView")
    TrialPanel = late_call("boilerscope.widgets.corpus.trial_panel", "TrialPanel")


class CorpusViews:
    """Makes the views of a corpus at their places, one at a time."""

    def __init__(self, window: Views) -> None:
        self._window = window
        self._makers = deque(_MAKERS)

    @property
    def are_missing(self) -> bool:
        """Whether some are not made yet."""
        return bool(self._makers)

    def make_next(self) -> None:
        """Make one more."""
        self._makers.popleft()(self._window)

    def make_rest(self) -> None:
        """Make all that are missing."""
        while self.are_missing:
            self.make_next()


def _make_pages(window: Views) -> None:
    window.pages = PagesView()
    window.corpus.put(Place.PAGES, window.pages)
    window.corpus.put(Place.LEGEND, window.pages.legend)


def _make_leaderboard(window: Views) -> None:
    window.leaderboard = LeaderboardView()
    window.corpus.put(Place.LEADERBOARD, window.leaderboard)


def _make_scatter(window: Views) -> None:
    window.scatter = ScatterView()
    window.corpus.put(Place.SCATTER, window.scatter)


def _make_groups(window: Views) -> None:
    window.groups = GroupsView()
    window.corpus.put(Place.GROUPS, window.groups)


def _make_strips(window: Views) -> None:
    window.corpus_strips = Strips(SelectionModel(window))
    window.corpus_strips.setObjectName("corpusStrips")
    window.corpus_strips.hide_votes()
    window.corpus_strips.set_hint(translate("Select a page to see its text from left to right."))
    window.corpus.put(Place.STRIPS, window.corpus_strips)


def _make_selected_page(window: Views) -> None:
    """Make the panel at the right, which replaces the inspector, and what covers it."""
    window.selected_page = SelectedPagePanel()
    window.corpus_side.addWidget(window.selected_page)
    window.side_veil = Veil(window.corpus_side)


def _make_sweep(window: Views) -> None:
    window.sweep = SweepView()
    window.corpus.put(Place.SWEEP, window.sweep)


def _make_trial(window: Views) -> None:
    window.trial = TrialPanel()
    window.corpus_side.addWidget(window.trial)


def _make_losses(window: Views) -> None:
    window.losses = LossesView()
    window.corpus.put(Place.LOSSES, window.losses)


def _make_selected_rule(window: Views) -> None:
    window.selected_rule = SelectedRulePanel()
    window.corpus_side.addWidget(window.selected_rule)
    window.losses.given_away.connect(
        lambda: window.selected_rule.take_views(window.losses.what_if, window.losses.pages)
    )


def _make_changes(window: Views) -> None:
    window.changes = ChangesView()
    window.corpus.put(Place.CHANGES, window.changes)


_MAKERS = (
    _make_pages,
    _make_leaderboard,
    _make_scatter,
    _make_groups,
    _make_strips,
    _make_selected_page,
    _make_sweep,
    _make_trial,
    _make_losses,
    _make_selected_rule,
    _make_changes,
)
"""The views of the tab that is shown first come first."""


def make_picture(window: Views) -> PageView:
    """Return a view that draws the picture of a page, and takes neither keys nor clicks."""
    view = PageView(SelectionModel(window), resource_path("agent"))
    view.setAccessibleName(translate("Picture of the page"))
    view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return view
