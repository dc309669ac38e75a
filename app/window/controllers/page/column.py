"""Page column: the page in the browser, its heatmap, and the answers of the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from boilerscope.app.session import layers
from boilerscope.app.session.changes import SessionPart
from boilerscope.app.session.scene import colour_in_force, lacks_layout, page_width
from boilerscope.app.session.site import SITE, SITE_LABEL, n_other_pages
from boilerscope.app.window.controllers.page.opening import mode_of
from boilerscope.app.window.controllers.texts import name_of
from boilerscope.app.window.page_access import render_in, show_in, when_shown
from boilerscope.app.window.translation import translate
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.widgets.page.panel import OTHER_PAGES
from boilerscope.widgets.top_bar import Mode
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from boilerscope.app.session.changes import Changed
    from boilerscope.app.session.sources import PageRequest
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import Layout
    from boilerscope.widgets.page.panel import PagePanel


class PageColumnController(QObject):
    """Shows pages in the page column and lays them out.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    bring_up : callable
        Shows the page column instead of the start screen; a hidden page is not rendered.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        panel: PagePanel,
        bring_up: Callable[[], object],
    ) -> None:
        super().__init__(context.views)
        self._session_controller = context.session_controller
        self._notifier, self._store = context.notifier, context.preferences
        self._views = context.views
        self._panel, self._bring_up = panel, bring_up
        self._has_asked_for_layout = False  # automatically, for the page on screen
        actions.add_all(
            {
                "lay_out": self._lay_out_and_report,
                "pick": panel.toggle_picking,
            }
        )
        session = context.session
        actions.add(
            "capture_again",
            self.capture_again,
            enabled=lambda: session.page is not None and self._is_rendered(),
        )
        actions.add(
            "colour_agreement",
            lambda: context.session_controller.colour_by(layers.AGREEMENT),
            enabled=lambda: session.page is not None and session.colour_key != layers.AGREEMENT,
        )
        self._connect_panel()
        self._connect_view()
        self._connect_session()

    def _connect_panel(self) -> None:
        panel, controller = self._panel, self._session_controller
        panel.colour_by_changed.connect(controller.colour_by)
        panel.capture_asked.connect(self.capture_again)
        panel.private_asked.connect(self._allow_private)
        panel.rendering_asked.connect(lambda: controller.set_rendered(True))
        panel.veil.stop_asked.connect(controller.cancel_loading)
        panel.veil.again_asked.connect(controller.reload)
        panel.veil.show_asked.connect(self._draw_again)

    def _connect_view(self) -> None:
        view, controller = self._panel.view, self._session_controller
        view.ready.connect(self._on_ready)
        view.progress.connect(controller.load.advance)
        view.silent.connect(controller.load.note_silent)
        view.text_hidden.connect(self._on_text_hidden)
        view.failed.connect(self._on_failed)
        view.captured.connect(controller.load.take_capture)
        view.link_refused.connect(self._on_link)
        view.layout_ready.connect(controller.take_layout)
        view.texts_measured.connect(controller.take_texts)

    def _connect_session(self) -> None:
        controller = self._session_controller
        controller.page_shown.connect(self._on_page)
        controller.changed.connect(self._on_changed)
        controller.loading.connect(self._panel.veil.show_load)
        controller.load.rendering_wanted.connect(self._render)
        controller.load.given_up.connect(self._on_given_up)

    # -- views -----------------------------------------------------------------------------

    def refresh_overlay(self) -> None:
        """Paint the heatmap."""
        session, scene, view = self._session_controller.session, self._views.scene, self._panel.view
        colour = colour_in_force(session)
        view.set_reference(scene.pane(layers.pane_of(colour) or session.active))
        view.show_layer(
            scene.layers.get(layers.WOULD_CHANGE)
            or scene.layers.get(layers.GOLD)
            or scene.layers.get(colour)
        )

    def refresh_head(self) -> None:
        """Show the layer that colours the page, and the step that a pane is shown after."""
        session, scene = self._session_controller.session, self._views.scene
        has_gold = session.gold is not None
        colour = colour_in_force(session)
        choices = {
            pane.name: [
                (key, declared(label)) for key, label in layers.available(pane, has_gold=has_gold)
            ]
            for pane in session.panes
        }
        n_others = n_other_pages(session.page)
        if n_others:
            choices[OTHER_PAGES] = [(SITE, declared(SITE_LABEL))]
        self._panel.show_scene(scene, colour, choices, n_others)
        stepped = next((pane for pane in scene.panes if pane.step is not None), None)
        step = "" if stepped is None else translate("Showing {pane}").format(pane=name_of(stepped))
        self._panel.show_step(step)

    # -- actions ---------------------------------------------------------------------------

    def capture_again(self) -> None:
        """Capture the rendered page again."""
        request = self._session_controller.request
        if request is not None and self._panel.view.capture_again():
            self._session_controller.load.begin_capture(request)

    def lay_out(self) -> None:
        """Measure the page at the width in the settings of the panes."""
        session, view = self._session_controller.session, self._panel.view
        width = page_width(session, self._store.current.capture_width)
        if session.page is not None:
            when_shown(view, session.page, lambda: view.collect_layout(width))

    def _lay_out_and_report(self) -> None:
        """Measure the page as the user asked, and report when its layout is there."""
        self._panel.view.layout_ready.connect(
            self._report_layout, Qt.ConnectionType.SingleShotConnection
        )
        self.lay_out()

    def _report_layout(self, layout: Layout, _page: Page) -> None:
        message = translate("The page is laid out at {width} px.")
        self._notifier.notify(message.format(width=number(layout.view_width)), kind="layout")

    def _is_rendered(self) -> bool:
        request = self._session_controller.request
        return request is not None and request.rendered

    def _allow_private(self) -> None:
        """Open the page again with access to this machine and its private networks."""
        self._panel.view.allow_private()
        self._session_controller.reload()

    # -- the session -----------------------------------------------------------------------

    def _on_page(self, page: Page) -> None:
        self._has_asked_for_layout = False
        request = self._session_controller.request
        if request is not None and request.rendered:
            self._panel.view.adopt(page)
        elif request is not None:
            self._draw(page, request)

    def _draw(self, page: Page, request: PageRequest) -> None:
        """Build a page in the page column; its scripts do not run."""
        try:
            show_in(self._panel.view, page, request)
        except BoilerscopeError as error:
            self._session_controller.load.fail(str(error))

    def _draw_again(self) -> None:
        """Draw the page whose loading was stopped before it was on screen."""
        page, request = self._session_controller.session.page, self._session_controller.request
        if page is not None and request is not None:
            self._session_controller.load.note_page(request)
            self._draw(page, request)

    def _render(self, request: PageRequest) -> None:
        """Load a page with its scripts in the browser."""
        self._bring_up()
        try:
            render_in(self._panel.view, request)
        except BoilerscopeError as error:
            self._session_controller.load.fail(str(error))

    def _on_changed(self, change: Changed) -> None:
        if SessionPart.RESULT in change.parts:
            self._lay_out_once(change.panes)

    def _lay_out_once(self, names: Collection[str]) -> None:
        """Measure the page as soon as it is on screen, if one of these panes needs its layout."""
        session = self._session_controller.session
        page = session.page
        if self._has_asked_for_layout or not self._store.current.lay_out:
            return
        if page is not None and page.layout is None:
            panes = [pane for pane in session.panes if pane.name in names]
            self._has_asked_for_layout = any(lacks_layout(pane) for pane in panes)
            if self._has_asked_for_layout:
                self.lay_out()

    def _on_given_up(self) -> None:
        view, page = self._panel.view, self._session_controller.session.page
        view.cancel()
        if page is not None and not page.is_same_tree(view.page):
            view.clear()
            self._session_controller.load.note_lost()

    # -- the browser -----------------------------------------------------------------------

    def _on_ready(self, page: Page) -> None:
        if page.is_same_tree(self._session_controller.session.page):
            self._session_controller.load.note_shown()
        self._views.refresh("overlay", "page head")

    def _on_text_hidden(self, hidden: bool) -> None:  # noqa: FBT001 - Qt slot
        request = self._session_controller.request
        fetched = request is not None and mode_of(request) is Mode.FETCHED
        self._panel.show_hidden(hidden=hidden, can_render=fetched)

    def _on_failed(self, message: str) -> None:
        self._session_controller.load.fail_in_browser(message)
        self._on_given_up()

    def _on_link(self, address: str) -> None:
        self._notifier.notify(translate("Links are not followed. Address:") + f" {address}")
