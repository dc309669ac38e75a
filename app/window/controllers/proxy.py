"""The cleaning proxy: start, stop, pane, and the pages that went through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.sources import PageRequest
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.proxy_link import ProxyLink
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.proxy.records import (
    LOOPBACK,
    ConfigReply,
    PageRecord,
    PageReply,
    ProxyOptions,
    Started,
    Stopped,
)
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.system.late import late_calls
from boilerscope.widgets.proxy.state import Phase, ProxyState

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.extractors.proxy.settings import ProxyConfig, ProxySettings
    from boilerscope.widgets.proxy.view import ProxyView
else:
    ProxyConfig, ProxySettings = late_calls(
        "boilerscope.extractors.proxy.settings", "ProxyConfig", "ProxySettings"
    )

DEFAULT_EXTRACTOR = "crunch"
_KEPT_PAGES = 200  # as many as the proxy records


class ProxyController(QObject):
    """Runs the proxy with the panes of the session, and opens pages that went through it.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handler.
    show_page : callable
        Shows the page instead of a corpus.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        view: ProxyView,
        show_page: Callable[[], object],
    ) -> None:
        super().__init__(context.views)
        self._context, self._session_controller = context, context.session_controller
        self._view, self._show_page = view, show_page
        self._phase, self._address, self._message, self._pane = Phase.OFF, "", "", ""
        self._opening: PageReply | None = None
        self.link = ProxyLink(context.work, self)
        self.link.event_received.connect(self._on_event)
        actions.add("toggle_proxy", view.toggle)
        view.start_asked.connect(self.start)
        view.stop_asked.connect(self.stop)
        view.pane_chosen.connect(self._on_pane)
        view.open_asked.connect(self.link.ask_for_page)
        self._session_controller.changed.connect(lambda _changed: self._follow_panes())
        self._session_controller.page_shown.connect(lambda _page: self._on_page_shown())
        self._refresh()

    def start(self, port: int, is_private_allowed: bool) -> None:  # noqa: FBT001 - Qt slot
        """Start the proxy; without a pane, add a pane of Crunch."""
        if self.link.is_busy:
            return
        session = self._context.session
        if not session.panes:
            self._session_controller.add_pane(DEFAULT_EXTRACTOR)
        self._pane = self._pane_in_use() or session.active
        options = ProxyOptions(
            LOOPBACK, port, allow_private=is_private_allowed, kept_pages=_KEPT_PAGES
        )
        try:
            self.link.start(options, self._config())
        except BoilerscopeError as error:
            self._set(Phase.OFF, str(error))
            self._context.notifier.notify(str(error))
            return
        self._view.clear()
        self._set(Phase.STARTING)
        self._context.notifier.notify(translate("The proxy starts."), kind="proxy")

    def stop(self) -> None:
        """Stop the proxy."""
        self._set(Phase.STOPPING)
        self._context.notifier.notify(translate("The proxy stops."), kind="proxy")
        self.link.stop()

    # -- panes -----------------------------------------------------------------------------

    def _on_pane(self, name: str) -> None:
        """Clean pages by a pane, whose settings the panel shows."""
        self._pane = name
        self._session_controller.activate(name)
        self._follow_panes()

    def _follow_panes(self) -> None:
        """Send changed panes and settings to the proxy."""
        if self._phase is Phase.RUNNING and self._context.session.panes:
            self.link.change(self._config())
        self._refresh()

    def _pane_in_use(self) -> str:
        """Return the name of the pane that cleans pages; empty if it was removed."""
        return self._pane if self._context.session.has(self._pane) else ""

    def _config(self) -> ProxyConfig:
        panes = tuple(
            Pane(pane.name, pane.extractor, pane.settings) for pane in self._context.session.panes
        )
        return ProxyConfig(panes, ProxySettings(pane=self._pane_in_use()))

    # -- the proxy -------------------------------------------------------------------------

    def _on_event(self, event: object) -> None:
        if isinstance(event, PageRecord):
            self._view.add_page(event)
        elif isinstance(event, Started):
            self._address = event.address
            self._set(Phase.RUNNING)
            self._follow_panes()  # changes since it was started
        elif isinstance(event, Stopped):
            self._address = ""
            self._set(Phase.OFF, event.fault)
        elif isinstance(event, ConfigReply):
            self._set(self._phase, event.fault)
        elif isinstance(event, PageReply):
            self._open(event)

    def _open(self, reply: PageReply) -> None:
        """Open a page with the bytes that came through the proxy."""
        if reply.fault:
            self._context.notifier.notify(
                translate("The page cannot be opened: {reason}").format(reason=reply.fault)
            )
            return
        self._opening = reply
        self._show_page()
        self._session_controller.request_page(
            PageRequest(reply.url, data=reply.data, charset=reply.charset)
        )

    def _on_page_shown(self) -> None:
        """Show the pane that cleaned the page beside it."""
        reply, request = self._opening, self._session_controller.request
        self._opening = None
        if reply is not None and request is not None and request.data is reply.data:
            self._session_controller.activate(reply.pane)

    # -- the view --------------------------------------------------------------------------

    def _set(self, phase: Phase, message: str = "") -> None:
        self._phase, self._message = phase, message
        self._refresh()

    def _refresh(self) -> None:
        panes = tuple(pane.name for pane in self._context.session.panes)
        name = self._pane_in_use() or next(iter(panes), "")
        self._view.show_state(ProxyState(self._phase, self._address, self._message, panes, name))
