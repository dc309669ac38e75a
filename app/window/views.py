"""The views of the main window; `view_making` creates them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

    from boilerscope.app.window.screen_fit import ScreenFit
    from boilerscope.app.window.status.bar import StatusBar
    from boilerscope.widgets.agreement_table import AgreementTable
    from boilerscope.widgets.blocks.table import BlockTable
    from boilerscope.widgets.candidates import CandidatesView
    from boilerscope.widgets.comparison.settings_table import SettingsThatDiffer
    from boilerscope.widgets.corpus.changes.view import ChangesView
    from boilerscope.widgets.corpus.face import CorpusFace
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
    from boilerscope.widgets.curves import CurvesView
    from boilerscope.widgets.dom.view import ElementTree
    from boilerscope.widgets.elements.view import ElementsView
    from boilerscope.widgets.inspector import Inspector
    from boilerscope.widgets.page.panel import PagePanel
    from boilerscope.widgets.palette import PaletteDialog
    from boilerscope.widgets.panes.row import PaneRow
    from boilerscope.widgets.proxy.view import ProxyView
    from boilerscope.widgets.scores.view import ScoresView
    from boilerscope.widgets.selection import SelectionModel
    from boilerscope.widgets.settings.panel import SettingsPanel
    from boilerscope.widgets.site.view import SiteView
    from boilerscope.widgets.start_screen import StartScreen
    from boilerscope.widgets.steps_view import StepsView
    from boilerscope.widgets.strips.view import Strips
    from boilerscope.widgets.top_bar import TopBar
    from boilerscope.widgets.tree.view import TreeView


class Views(QMainWindow):
    """Window with all views, which the controllers fill."""

    screen_fit: ScreenFit
    selection: SelectionModel
    top: TopBar
    start: StartScreen
    page: PagePanel
    panes: PaneRow
    strips: Strips
    blocks: BlockTable
    agreement: AgreementTable
    steps: StepsView
    differing: SettingsThatDiffer
    tree: TreeView
    site: SiteView
    element_tree: ElementTree
    curves: CurvesView
    candidates: CandidatesView
    scores: ScoresView
    elements: ElementsView
    proxy: ProxyView
    settings: SettingsPanel
    inspector: Inspector
    corpus: CorpusFace
    palette_dialog: PaletteDialog
    status: StatusBar
    pages: PagesView
    side: QStackedWidget
    corpus_side: QStackedWidget
    leaderboard: LeaderboardView
    losses: LossesView
    changes: ChangesView
    selected_rule: SelectedRulePanel
    side_veil: Veil
    corpus_strips: Strips
    columns: QSplitter
    work: QSplitter
    centre: QStackedWidget
    scatter: ScatterView
    groups: GroupsView
    sweep: SweepView
    selected_page: SelectedPagePanel
    trial: TrialPanel
    page_face: QWidget
