"""Files of panes: save and open them, and restore the unsaved panes of the last session."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog

from boilerscope.app.window.translation import translate
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.system.late import late_call, late_module

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.app.session import exporting
    from boilerscope.app.session.kept_panes import KeptPanes
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.dialogs import show_error
    from boilerscope.app.window.save_dialog import SaveDialog
else:
    exporting = late_module("boilerscope.app.session.exporting")
    show_error = late_call("boilerscope.app.window.dialogs", "show_error")

_RESTORED_MS = 20_000  # long, because the reader looks at the page first
_FILES = "TOML (*.toml)"


class PaneFileController(QObject):
    """Writes panes with their settings to files and reads them.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    window : QWidget
        Parent of the dialogs.
    save_dialog : SaveDialog
        Dialog that asks for a file to write.
    kept_panes : KeptPanes
        Unsaved panes for the next start.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        window: QWidget,
        save_dialog: SaveDialog,
        kept_panes: KeptPanes,
    ) -> None:
        super().__init__(context.views)
        self._session_controller, self._notifier = context.session_controller, context.notifier
        self._window, self._save_dialog, self._kept_panes = window, save_dialog, kept_panes
        actions.add_all({"save_settings": self.save, "open_settings": self.open})

    def save(self) -> None:
        """Ask for a file and write the panes with their settings."""
        file = self._save_dialog.ask(translate("Save the panes' settings"), "panes.toml", _FILES)
        if file is None:
            return
        panes = self._session_controller.session.panes
        try:
            exporting.write_settings(panes, file)
        except BoilerscopeError as error:
            show_error(self._window, translate("The settings could not be written"), str(error))
        else:
            self._kept_panes.mark_saved(panes)

    def open(self) -> None:
        """Ask for a file and show its panes."""
        title = translate("Open panes and settings")
        kinds = f"{_FILES};;{translate('Sessions')} (*.bscope)"
        file, _ = QFileDialog.getOpenFileName(self._window, title, "", kinds)
        if file:
            self.load(Path(file))

    def load(self, file: Path) -> bool:
        """Show the panes of a settings file; return whether it could be read."""
        try:
            panes = settings_file.load(file)
        except BoilerscopeError as error:
            show_error(self._window, translate("The settings could not be read"), str(error))
            return False
        self._kept_panes.mark_saved(panes)
        self._session_controller.open_panes(panes)
        return True

    def restore(self) -> None:
        """Show the unsaved panes of the last session."""
        try:
            panes = self._kept_panes.read()
        except BoilerscopeError as error:
            self._notifier.notify(str(error))
            return
        if panes:
            self._session_controller.restore_panes(panes)
            self._report_restored()
            self._session_controller.page_shown.connect(
                self._report_restored, Qt.ConnectionType.SingleShotConnection
            )

    def _report_restored(self) -> None:
        self._notifier.notify(
            translate(
                "Your unsaved panes of the last session are restored. Ctrl+Z shows the default"
                " panes."
            ),
            _RESTORED_MS,
        )
