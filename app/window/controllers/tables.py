"""Tables below the page (blocks, agreement, tree), and strips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.annotators import annotator_panes
from boilerscope.app.session.scene import strip_choices, strip_keys, tree_offers
from boilerscope.app.window.status.texts import rows_copied
from boilerscope.app.window.translation import translate
from boilerscope.widgets.blocks.gold import block_gold
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QTabWidget

    from boilerscope.app.window.controllers.context import Context
    from boilerscope.widgets.agreement_table import AgreementTable
    from boilerscope.widgets.blocks.table import BlockTable
    from boilerscope.widgets.candidates import CandidatesView
    from boilerscope.widgets.comparison.settings_table import SettingsThatDiffer
    from boilerscope.widgets.dom.view import ElementTree
    from boilerscope.widgets.elements.view import ElementsView
    from boilerscope.widgets.proxy.view import ProxyView
    from boilerscope.widgets.scores.view import ScoresView
    from boilerscope.widgets.steps_view import StepsView
    from boilerscope.widgets.strips.view import Strips
    from boilerscope.widgets.tables.table import CalmTable
    from boilerscope.widgets.tree.view import TreeView


class TableController(QObject):
    """Fills the visible tables.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    tabs : QTabWidget
        Shows one of the tables at a time.
    blocks : BlockTable
        Blocks of the active pane.
    tree : TreeView
        Tree of the active pane.
    take_offer : callable
        Takes an offer of an empty table.
    """

    def __init__(
        self,
        context: Context,
        tabs: QTabWidget,
        blocks: BlockTable,
        tree: TreeView,
        take_offer: Callable[[str], object],
    ) -> None:
        super().__init__(context.views)
        self._views, self._tabs, self._blocks, self._tree = context.views, tabs, blocks, tree
        for table in (blocks, tree):
            table.offer_chosen.connect(take_offer)
        tabs.currentChanged.connect(
            lambda _index: self._views.refresh("blocks", "steps", "tree", "agreement")
        )

    def refresh_blocks(self) -> None:
        """Show the blocks of the active pane."""
        scene = self._views.scene
        if self._tabs.currentWidget() is self._blocks:
            pane = scene.pane(scene.active)
            self._blocks.show_pane(scene.page, pane, block_gold(scene, pane))

    def refresh_tree(self) -> None:
        """Show the tree of the active pane, or offer panes and extractors with a tree."""
        scene = self._views.scene
        if self._tabs.currentWidget() is self._tree:
            self._tree.show_pane(
                scene.pane(scene.active), scene.page, tree_offers(scene, translate)
            )


class AgreementController(QObject):
    """Shows the agreement of panes, and compares two panes.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    table : AgreementTable
        Matrix of all pairs of panes.
    """

    def __init__(self, context: Context, table: AgreementTable) -> None:
        super().__init__(context.views)
        self._session_controller, self._views = context.session_controller, context.views
        self._table, self._notifier = table, context.notifier
        table.compare_asked.connect(self._on_compare)

    def refresh(self) -> None:
        """Show the panes of the scene, and the annotators of the gold as further panes."""
        scene = self._views.scene
        self._table.show_panes((*scene.panes, *annotator_panes(scene)))

    def _on_compare(self, pane: str, other: str) -> None:
        session = self._session_controller.session
        if session.has(pane) and session.has(other):
            self._session_controller.activate(pane)
            self._session_controller.compare_panes(pane, other)
        else:
            self._notifier.notify(translate("An annotator has no pane. The strips show the gold."))


class CandidatesController(QObject):
    """Shows the candidates of the active pane.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    view : CandidatesView
        The table.
    take_offer : callable
        Takes an offer of the empty view.
    """

    def __init__(
        self, context: Context, view: CandidatesView, take_offer: Callable[[str], object]
    ) -> None:
        super().__init__(context.views)
        self._views, self._view = context.views, view
        view.offer_chosen.connect(take_offer)

    def refresh(self) -> None:
        """Show the candidates, if the view is on screen."""
        if self._view.isVisible():
            scene = self._views.scene
            self._view.show_pane(scene.page, scene.pane(scene.active))


class StripController(QObject):
    """Shows quantities of the whole page as strips.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    """

    def __init__(self, context: Context, strips: Strips) -> None:
        super().__init__(context.views)
        self._session_controller, self._views = context.session_controller, context.views
        self._strips = strips
        strips.pane_activated.connect(self._session_controller.activate)
        strips.described.connect(context.notifier.notify)
        strips.rows_chosen.connect(self._on_rows)

    def refresh(self) -> None:
        """Show the strips of the scene."""
        self._strips.show_scene(self._views.scene, strip_keys(self._session_controller.session))

    def refresh_choices(self) -> None:
        """Offer the quantities of the panes."""
        self._strips.set_choices(strip_choices(self._session_controller.session, declared))

    def _on_rows(self, keys: tuple[str, ...]) -> None:
        self._session_controller.show_strips(keys)


def report_copied_rows(
    context: Context,
    *tables: BlockTable
    | AgreementTable
    | StepsView
    | TreeView
    | ScoresView
    | ElementsView
    | CandidatesView
    | ProxyView
    | SettingsThatDiffer
    | ElementTree
    | CalmTable,
) -> None:
    """Show the number of copied rows when rows of one of these tables are copied."""
    for table in tables:
        table.rows_copied.connect(
            lambda count: context.notifier.notify(rows_copied(count), kind="copied")
        )
