"""List of advertisement hosts: its dialog, and its refresh when the program starts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, Qt

from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.page_jobs import refresh_hosts
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.data.ad_hosts import AD_HOSTS, BUILT_IN
from boilerscope.extractors.data.kept_hosts import (
    check_source,
    hosts_in_use,
    is_due,
    refreshed_at,
    use_built_in,
)
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.system.late import late_calls
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.data.ad_hosts import HostList
    from boilerscope.widgets.hosts_dialog import HostsDialog, HostsView
else:
    HostsDialog, HostsView = late_calls(
        "boilerscope.widgets.hosts_dialog", "HostsDialog", "HostsView"
    )

_REFRESH = Kind("advertisement hosts", at_once=True)


class HostListController(QObject):
    """Refreshes the list when the user asks or it is due, and runs panes that depend on it again.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handler.
    window : QWidget
        Parent of the dialog.
    """

    def __init__(self, context: Context, actions: ActionRegistry, window: QWidget) -> None:
        super().__init__(context.views)
        self._session_controller, self._store = context.session_controller, context.preferences
        self._notifier, self._window = context.notifier, window
        actions.add("ad_hosts", self.open)
        self._dialog: HostsDialog | None = None
        self._requested: tuple[str, int] | None = None  # saved once the list is refreshed
        self._work = context.work

    @property
    def dialog(self) -> HostsDialog | None:
        """The dialog, if it is open."""
        return self._dialog

    @property
    def is_refreshing(self) -> bool:
        """Whether a list is being read."""
        return self._work.is_busy(_REFRESH)

    def refresh_if_due(self) -> None:
        """Refresh the list in the background if it is older than the user's preference."""
        preferences = self._store.current
        if is_due(preferences.ad_hosts_source, preferences.ad_hosts_days):
            self._requested = None
            self._refresh(preferences.ad_hosts_source)

    def open(self) -> None:
        """Show the dialog."""
        preferences = self._store.current
        dialog = HostsDialog(
            preferences.ad_hosts_source, preferences.ad_hosts_days, parent=self._window
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.save_asked.connect(self._on_save)
        dialog.refresh_asked.connect(self._on_refresh)
        dialog.cancel_asked.connect(self._cancel)
        dialog.built_in_asked.connect(self._on_built_in)
        dialog.finished.connect(self._on_closed)
        dialog.show_list(_view())
        self._dialog = dialog
        if self.is_refreshing:
            dialog.show_progress(-1.0)
        dialog.open()

    # -- requests of the dialog ------------------------------------------------------------

    def _on_save(self, source: str, days: int) -> None:
        try:
            checked = check_source(source) if source else ""
        except BoilerscopeError as error:
            self._show_message(str(error))
            return
        self._store.change(ad_hosts_source=checked, ad_hosts_days=days)
        if self._dialog is not None:
            self._dialog.accept()

    def _on_refresh(self, source: str, days: int) -> None:
        try:
            checked = check_source(source)
        except BoilerscopeError as error:
            self._show_message(str(error))
            return
        self._requested = (checked, days)
        self._refresh(checked)

    def _on_built_in(self) -> None:
        try:
            use_built_in()
        except BoilerscopeError as error:
            self._show_message(str(error))
            return
        self._store.change(ad_hosts_source="", ad_hosts_days=0)
        if self._dialog is not None:
            self._dialog.show_choices("", 0)
        self._show_list()

    # -- the refresh -----------------------------------------------------------------------

    def _refresh(self, source: str) -> None:
        """Read a list from a file or an address; do nothing while another list is read."""
        if not self.is_refreshing:
            self._on_progress([-1.0])
            self._work.ask(
                _REFRESH,
                partial(refresh_hosts, source, self._store.current.fetch_timeout_s),
                self._on_refreshed,
                progress=self._on_progress,
                failed=self._on_failed,
            )

    def _cancel(self) -> None:
        """Cancel the refresh at once; data that still arrives is ignored."""
        if self.is_refreshing:
            self._work.drop(_REFRESH)
            self._requested = None
            self._end_progress()
            self._show_message(translate("Stopped. The list in use has not changed."))

    def _on_progress(self, shares: list[float]) -> None:
        if self._dialog is not None:
            self._dialog.show_progress(shares[-1])

    def _on_refreshed(self, hosts: HostList) -> None:
        if self._requested is not None:
            source, days = self._requested
            self._store.change(ad_hosts_source=source, ad_hosts_days=days)
            if self._dialog is not None:
                self._dialog.show_choices(source, days)
        self._requested = None
        self._end_progress()
        n_hosts = len(hosts.ordered)
        message = translate("Advertisement hosts refreshed. The list has {count} hosts.")
        if n_hosts == 1:
            message = translate("Advertisement hosts refreshed. The list has 1 host.")
        self._show_message(message.format(count=number(n_hosts)))
        self._show_list()

    def _on_failed(self, failure: Failure) -> None:
        self._requested = None
        self._end_progress()
        self._show_message(
            f"{failure.text.rstrip('.')}. {translate('The list in use has not changed.')}"
        )

    # -- helpers ---------------------------------------------------------------------------

    def _show_list(self) -> None:
        """Show the list in use, and run panes with results of another list again."""
        if self._dialog is not None:
            self._dialog.show_list(_view())
        name = hosts_in_use().name
        panes = self._session_controller.session.panes
        self._session_controller.run(
            pane.name
            for pane in panes
            if pane.extraction is not None and pane.extraction.used.get(AD_HOSTS, name) != name
        )

    def _end_progress(self) -> None:
        if self._dialog is not None:
            self._dialog.show_progress(None)

    def _show_message(self, text: str) -> None:
        if self._dialog is not None:
            self._dialog.show_message(text)
        else:
            self._notifier.notify(text)

    def _on_closed(self) -> None:
        """Stop a refresh that the dialog began; a refresh that was due continues."""
        self._dialog = None
        if self._requested is not None:
            self._cancel()


def _view() -> HostsView:
    hosts, time = hosts_in_use(), refreshed_at()
    return HostsView(
        origin="" if hosts.origin == BUILT_IN else hosts.origin,
        n_hosts=len(hosts.ordered),
        digest=hosts.digest,
        refreshed="" if time is None else _local(time.timestamp()),
        remark=hosts.remark,
    )


def _local(seconds: float) -> str:
    moment = QDateTime.fromSecsSinceEpoch(round(seconds))
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)
