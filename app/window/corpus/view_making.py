"""Creation of the views of a corpus.

Only the controllers of the Corpus face import this module, when the face is first needed: most
users look at a page first, and need not wait for these views.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from boilerscope.app.window.translation import translate
from boilerscope.resources.loader import resource_path
from boilerscope.widgets.corpus.changes.view import ChangesView
from boilerscope.widgets.corpus.face import Place
from boilerscope.widgets.corpus.groups.view import GroupsView
from boilerscope.widgets.corpus.leaderboard.view import LeaderboardView
from boilerscope.widgets.corpus.losses.selected_rule import SelectedRulePanel
from boilerscope.widgets.corpus.losses.view import LossesView
from boilerscope.widgets.corpus.pages.view import PagesView
from boilerscope.widgets.corpus.scatter.view import ScatterView
from boilerscope.widgets.corpus.selected_page import SelectedPagePanel
from boilerscope.widgets.corpus.sweep.view import SweepView
from boilerscope.widgets.corpus.trial_panel import TrialPanel
from boilerscope.widgets.corpus.veil import Veil
from boilerscope.widgets.page.view import PageView
from boilerscope.widgets.selection import SelectionModel
from boilerscope.widgets.strips.view import Strips

if TYPE_CHECKING:
    from boilerscope.app.window.views import Views


def make_corpus_views(window: Views) -> None:
    """Create the views of a corpus at their places; those at the right replace the inspector."""
    window.pages = PagesView()
    window.corpus.put(Place.PAGES, window.pages)
    window.corpus.put(Place.LEGEND, window.pages.legend)
    window.leaderboard = LeaderboardView()
    window.corpus.put(Place.LEADERBOARD, window.leaderboard)
    window.scatter, window.groups, window.sweep = ScatterView(), GroupsView(), SweepView()
    window.corpus.put(Place.SCATTER, window.scatter)
    window.corpus.put(Place.GROUPS, window.groups)
    window.corpus.put(Place.SWEEP, window.sweep)
    window.losses = LossesView()
    window.corpus.put(Place.LOSSES, window.losses)
    window.changes = ChangesView()
    window.corpus.put(Place.CHANGES, window.changes)
    window.selected_page, window.trial = SelectedPagePanel(), TrialPanel()
    window.selected_rule = SelectedRulePanel()
    for panel in (window.selected_page, window.trial, window.selected_rule):
        window.corpus_side.addWidget(panel)
    window.losses.given_away.connect(
        lambda: window.selected_rule.take_views(window.losses.what_if, window.losses.pages)
    )
    window.side_veil = Veil(window.corpus_side)
    window.corpus_strips = Strips(SelectionModel(window))
    window.corpus_strips.setObjectName("corpusStrips")
    window.corpus_strips.hide_votes()
    window.corpus_strips.set_hint(translate("Select a page to see its text from left to right."))
    window.corpus.put(Place.STRIPS, window.corpus_strips)


def make_picture(window: Views) -> PageView:
    """Return a view that draws the picture of a page, and takes neither keys nor clicks."""
    view = PageView(SelectionModel(window), resource_path("agent"))
    view.setAccessibleName(translate("Picture of the page"))
    view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return view
