"""The list of advertisement hosts in the window: its dialog, and its refresh at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, Qt

from app.window.host_refresh import HostRefresh
from app.window.translation import translate
from extractors.algorithms.crunch.extractor import AD_HOSTS
from extractors.data.ad_hosts import SHIPPED
from extractors.data.kept_hosts import (
    check_source,
    hosts_in_use,
    is_due,
    refreshed_at,
    use_shipped,
)
from extractors.errors import BoilerscopeError
from widgets.hosts_dialog import HostsDialog, HostsView
from widgets.words import number

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.window.action_registry import ActionRegistry
    from app.window.controllers.context import Context
    from extractors.data.ad_hosts import HostList


class HostListController(QObject):
    """Refreshes the list where somebody asks for it or it is due; panes that rest on it run again.

    Parameters
    ----------
    context : Context
        What controllers share.
    actions : ActionRegistry
        Takes the handler.
    window : QWidget
        The dialog belongs to it.
    """

    def __init__(self, context: Context, actions: ActionRegistry, window: QWidget) -> None:
        super().__init__(context.views)
        self._session_controller, self._store = context.session_controller, context.preferences
        self._notifier, self._window = context.notifier, window
        actions.add("ad_hosts", self.open)
        self._dialog: HostsDialog | None = None
        self._asked: tuple[str, int] | None = None  # to be remembered when the list is there
        self.refresh = HostRefresh(self)
        self.refresh.progress.connect(self._on_progress)
        self.refresh.refreshed.connect(self._on_refreshed)
        self.refresh.failed.connect(self._on_failed)
        self.refresh.cancelled.connect(self._on_cancelled)

    @property
    def dialog(self) -> HostsDialog | None:
        """The dialog, if it is open."""
        return self._dialog

    def refresh_if_due(self) -> None:
        """Read the list again in the background if it is older than the user wants."""
        chosen = self._store.current
        if is_due(chosen.ad_hosts_source, chosen.ad_hosts_days):
            self._asked = None
            self.refresh.start(chosen.ad_hosts_source, chosen.fetch_timeout_s)

    def open(self) -> None:
        """Show the dialog."""
        chosen = self._store.current
        dialog = HostsDialog(chosen.ad_hosts_source, chosen.ad_hosts_days, parent=self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.save_asked.connect(self._on_save)
        dialog.refresh_asked.connect(self._on_refresh)
        dialog.cancel_asked.connect(self.refresh.cancel)
        dialog.built_in_asked.connect(self._on_shipped)
        dialog.finished.connect(self._on_closed)
        dialog.show_list(_view())
        self._dialog = dialog
        if self.refresh.busy:
            dialog.show_progress(-1.0)
        dialog.open()

    # -- what the dialog asks for ----------------------------------------------------------

    def _on_save(self, source: str, days: int) -> None:
        try:
            checked = check_source(source) if source else ""
        except BoilerscopeError as error:
            self._say(str(error))
            return
        self._store.change(ad_hosts_source=checked, ad_hosts_days=days)
        if self._dialog is not None:
            self._dialog.accept()

    def _on_refresh(self, source: str, days: int) -> None:
        try:
            checked = check_source(source)
        except BoilerscopeError as error:
            self._say(str(error))
            return
        self._asked = (checked, days)
        self.refresh.start(checked, self._store.current.fetch_timeout_s)

    def _on_shipped(self) -> None:
        try:
            use_shipped()
        except BoilerscopeError as error:
            self._say(str(error))
            return
        self._store.change(ad_hosts_source="", ad_hosts_days=0)
        if self._dialog is not None:
            self._dialog.show_choices("", 0)
        self._show_list()

    # -- what the refresh says -------------------------------------------------------------

    def _on_progress(self, share: float) -> None:
        if self._dialog is not None:
            self._dialog.show_progress(share)

    def _on_refreshed(self, found: HostList) -> None:
        if self._asked is not None:
            source, days = self._asked
            self._store.change(ad_hosts_source=source, ad_hosts_days=days)
            if self._dialog is not None:
                self._dialog.show_choices(source, days)
        self._asked = None
        self._end_progress()
        said = translate("The list of advertisement hosts is fresh: {count} hosts.")
        self._say(said.format(count=number(len(found.ordered))))
        self._show_list()

    def _on_failed(self, message: str) -> None:
        self._asked = None
        self._end_progress()
        self._say(f"{message.rstrip('.')}. {translate('The list in use stays as it was.')}")

    def _on_cancelled(self) -> None:
        self._asked = None
        self._end_progress()
        self._say(translate("Stopped. The list in use stays as it was."))

    # -- helpers ---------------------------------------------------------------------------

    def _show_list(self) -> None:
        """Show the list in use; panes with another one run again."""
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

    def _say(self, text: str) -> None:
        if self._dialog is not None:
            self._dialog.say(text)
        else:
            self._notifier.notify(text)

    def _on_closed(self) -> None:
        """Stop what was asked for in the dialog; what was due goes on."""
        self._dialog = None
        if self._asked is not None:
            self.refresh.cancel()


def _view() -> HostsView:
    found, at = hosts_in_use(), refreshed_at()
    return HostsView(
        origin="" if found.origin == SHIPPED else found.origin,
        n_hosts=len(found.ordered),
        digest=found.digest,
        refreshed="" if at is None else _local(at.timestamp()),
        remark=found.remark,
    )


def _local(seconds: float) -> str:
    moment = QDateTime.fromSecsSinceEpoch(round(seconds))
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)
