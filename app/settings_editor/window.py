"""Window with the settings of one extractor and the file that contains them."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from boilerscope.app.session.presets import Presets
from boilerscope.app.window import own_presets
from boilerscope.app.window.actions import Where, action, keys_in_force
from boilerscope.app.window.dialogs import show_error, show_extractor, show_help
from boilerscope.app.window.key_routing import KeyRouter
from boilerscope.app.window.translation import translate
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.dialog_size import resize_dialog
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.settings.panel import SettingsPanel
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QCloseEvent

    from boilerscope.app.settings_editor.document import SettingsDocument
    from boilerscope.extractors.model.settings import Settings

_NOTICE_MS = 6000
_WIDTH, _HEIGHT = 420, 860
_FILES = "TOML (*.toml)"


class SettingsWindow(QMainWindow):
    """Edits a settings document.

    Parameters
    ----------
    folder : Path
        Configuration folder, which contains the user's presets.
    """

    def __init__(self, document: SettingsDocument, folder: Path) -> None:
        super().__init__()
        self.setObjectName("settingsWindow")
        self.document = document
        self.presets = Presets(folder)
        self.panel = SettingsPanel()
        self.file_label = ElidedLabel(size=12, role="ink2", elide=Qt.TextElideMode.ElideMiddle)
        self._notice = QTimer(self, singleShot=True, interval=_NOTICE_MS)
        self._notice.timeout.connect(self._show_file)
        self.actions_by_name = {
            name: self._make(label, keys, handler)
            for name, (label, keys, handler) in self._table().items()
        }
        self.menu = self._make_menu()
        self._router = KeyRouter(self._keys(), self._refresh_actions, self._open_menu, self)
        self._router.watch(self)
        self._assemble()
        self._connect()
        resize_dialog(self, _WIDTH, _HEIGHT)
        self._report_added_pane()
        self.refresh()
        self.panel.finder.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        """Show the current state of the document."""
        document = self.document
        self.panel.show_view(document.view(self.presets))
        problem = self.presets.take_problem(document.extractor.id)
        if problem:
            self.notify(problem)
        name = translate("Not saved yet") if document.file is None else document.file.name
        self.setWindowTitle(f"{name}[*] - {document.extractor.name}")
        self.setWindowModified(document.is_changed)
        if not self._notice.isActive():
            self._show_file()
        self._refresh_actions()

    def _refresh_actions(self) -> None:
        session = self.document.session
        self.actions_by_name["undo"].setEnabled(session.can_undo())
        self.actions_by_name["redo"].setEnabled(session.can_redo())

    def notify(self, text: str) -> None:
        """Show a message for a while, in place of the file name."""
        self.file_label.setText(text)
        self._notice.start()

    # -- actions ---------------------------------------------------------------------------

    def open(self) -> None:
        """Ask for a settings file and edit it."""
        if not self._may_leave():
            return
        file, _ = QFileDialog.getOpenFileName(
            self, translate("Open a settings file"), self._folder(), _FILES
        )
        if file:
            self.open_file(Path(file))

    def open_file(self, file: Path) -> bool:
        """Edit a settings file; return whether it could be read."""
        try:
            self.document.open(file)
        except BoilerscopeError as error:
            show_error(self, translate("The settings could not be read"), str(error))
            return False
        self._report_added_pane()
        self.refresh()
        return True

    def save(self) -> bool:
        """Write the file, or ask for its name if it has none; return whether it is written."""
        self._finish_typing()
        file = self.document.file
        if file is None:
            return self.save_as()
        if self.document.is_overtaken(file) and not self._may_overwrite_change(file):
            return False
        return self._write(file)

    def save_as(self) -> bool:
        """Ask for a name and write the file; return whether it is written."""
        self._finish_typing()
        suggested = str(self.document.file or f"{self.document.extractor.id}.toml")
        selected, _ = QFileDialog.getSaveFileName(
            self, translate("Save the settings as"), suggested, _FILES
        )
        if not selected:
            return False
        file = Path(selected)
        if not file.suffix:  # the dialog looked for a file without a suffix
            file = file.with_suffix(".toml")
            if os.path.lexists(file) and not self._may_replace(file):
                return False
        return self._write(file)

    def save_preset(self) -> None:
        """Ask for a name and save the settings as a preset."""
        extractor, settings = self.document.extractor.id, self.document.settings
        if own_presets.ask_and_save(self, self.presets, extractor, settings):
            self.refresh()

    def edit_presets(self) -> None:
        """Open the file with the user's presets."""
        message = own_presets.edit_file(self.presets, self.document.extractor.id)
        if message:
            self.notify(message)

    def undo(self) -> None:
        """Undo the last change."""
        self.document.undo()
        self.refresh()

    def redo(self) -> None:
        """Redo the last undone change."""
        self.document.redo()
        self.refresh()

    def reset_all(self) -> None:
        """Reset all settings to their defaults."""
        self._use_preset("")

    def find_setting(self) -> None:
        """Give the search field the focus."""
        self.panel.finder.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def help(self) -> None:
        """Show the help of the focused setting, else the help of the extractor."""
        show_help(self, self.document.extractor)

    # -- assembly --------------------------------------------------------------------------

    def _table(self) -> dict[str, tuple[str, tuple[str, ...], Callable[[], object]]]:
        """Return label, keys and handler of each action; the main window has some of them too."""
        table: dict[str, tuple[str, tuple[str, ...], Callable[[], object]]] = {
            "open": (translate("Open a settings file…"), ("Ctrl+O",), self.open),
            "save": (translate("Save"), ("Ctrl+S",), self.save),
            "save_as": (translate("Save as…"), ("Ctrl+Shift+S",), self.save_as),
            "find": (translate("Find a setting"), action("find").keys, self.find_setting),
            "close": (translate("Close"), ("Ctrl+W", *action("quit").keys), self.close),
        }
        for name, handler in (
            ("save_preset", self.save_preset),
            ("edit_presets", self.edit_presets),
            ("undo", self.undo),
            ("redo", self.redo),
            ("help", self.help),
        ):
            table[name] = (translate(action(name).label), action(name).keys, handler)
        return table

    def _keys(self) -> dict[str, Where]:
        """Return where each key works: as in the main window, else everywhere."""
        shared = keys_in_force()
        return {
            key: shared.get(key, Where.WINDOW)
            for _label, keys, _handler in self._table().values()
            for key in keys
        }

    def _make(self, label: str, keys: tuple[str, ...], handler: Callable[[], object]) -> QAction:
        action = QAction(label, self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda _checked=False: handler())
        self.addAction(action)
        return action

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        for names in (
            ("open", "save", "save_as"),
            ("save_preset", "edit_presets"),
            ("undo", "redo", "find"),
            ("help", "close"),
        ):
            menu.addActions([self.actions_by_name[name] for name in names])
            menu.addSeparator()
        return menu

    def _assemble(self) -> None:
        extractor = self.document.extractor
        self.name = TextLabel(extractor.name, size=18, weight=600, wrap=True)
        self.summary = TextLabel(declared(extractor.summary), size=12, role="ink2", wrap=True)
        self.help_button = IconButton("help-circle-outline", translate("Help"), size=18)
        self.menu_button = IconButton("menu", translate("Menu"), size=18)
        top = QHBoxLayout()
        top.addWidget(self.name, 1)
        for button in (self.help_button, self.menu_button):
            top.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.open_button = QPushButton(translate("Open…"))
        self.save_as_button = QPushButton(translate("Save as…"))
        self.save_button = QPushButton(translate("Save"))
        self.save_button.setProperty("role", "main")
        bottom = QHBoxLayout()
        bottom.setSpacing(theme.px(8))
        bottom.addWidget(self.open_button)
        bottom.addStretch(1)
        bottom.addWidget(self.save_as_button)
        bottom.addWidget(self.save_button)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for item, edges in (
            (top, (16, 14, 10, 2)),
            (self.summary, (16, 0, 16, 10)),
            (self.panel, (0, 0, 0, 0)),
            (self.file_label, (16, 10, 16, 0)),
            (bottom, (16, 8, 16, 12)),
        ):
            row = QHBoxLayout()
            row.setContentsMargins(*(theme.px(edge) for edge in edges))
            if isinstance(item, QWidget):
                row.addWidget(item)
            else:
                row.addLayout(item)
            column.addLayout(row, 1 if item is self.panel else 0)
        centre = QWidget()
        centre.setLayout(column)
        self.setCentralWidget(centre)

    def _connect(self) -> None:
        self.panel.changed.connect(self._change)
        self.panel.preset_chosen.connect(self._use_preset)
        self.panel.pane_chosen.connect(self._choose_pane)
        self.panel.undo_asked.connect(self.undo)
        self.panel.redo_asked.connect(self.redo)
        self.help_button.clicked.connect(lambda: show_extractor(self, self.document.extractor))
        self.menu_button.clicked.connect(self._open_menu)
        for button, name in (
            (self.open_button, "open"),
            (self.save_as_button, "save_as"),
            (self.save_button, "save"),
        ):
            button.clicked.connect(self.actions_by_name[name].trigger)

    # -- helpers ---------------------------------------------------------------------------

    def _show_file(self) -> None:
        document = self.document
        name = translate("Not saved in a file yet") if document.file is None else str(document.file)
        self.file_label.setText(f"{name} · {translate('changed')}" if document.is_changed else name)

    def _report_added_pane(self) -> None:
        if self.document.is_added:
            message = translate("The file has no pane of {extractor} yet. Saving adds one.")
            self.notify(message.format(extractor=self.document.extractor.id))

    def _change(self, settings: Settings) -> None:
        self.document.change(settings, now=time.monotonic())
        self.refresh()

    def _use_preset(self, name: str) -> None:
        try:
            settings = self.presets.settings(self.document.extractor.id, name)
        except BoilerscopeError as error:  # the user has edited the presets file
            self.notify(str(error))
        else:
            self.document.change(settings, now=time.monotonic())
        self.refresh()

    def _choose_pane(self, name: str) -> None:
        self.document.edit_pane(name)
        self.refresh()

    def _open_menu(self) -> None:
        self.menu.popup(self.menu_button.mapToGlobal(self.menu_button.rect().bottomLeft()))

    def _write(self, file: Path) -> bool:
        try:
            self.document.save(file)
        except BoilerscopeError as error:
            show_error(self, translate("The settings could not be written"), str(error))
            return False
        self.notify(f"{translate('Saved')} {file}")
        self.refresh()
        return True

    def _folder(self) -> str:
        """Return the folder in which a file dialog starts, empty for the working folder."""
        return "" if self.document.file is None else str(self.document.file.parent)

    def _finish_typing(self) -> None:
        """Apply the text that the user is typing into a field."""
        field = self.focusWidget()
        if isinstance(field, QLineEdit):
            field.clearFocus()
            field.setFocus()

    def _may_overwrite_change(self, file: Path) -> bool:
        """Ask whether to overwrite a file that another program has changed."""
        return self._agrees(translate("{file} was changed by another program. Overwrite it?"), file)

    def _may_replace(self, file: Path) -> bool:
        """Ask whether to overwrite an existing file."""
        return self._agrees(translate("{file} already exists. Overwrite it?"), file)

    def _agrees(self, question: str, file: Path) -> bool:
        answer = QMessageBox.question(self, "Boilerscope", plain(question.format(file=file.name)))
        return answer is QMessageBox.StandardButton.Yes

    def _may_leave(self) -> bool:
        """Ask whether to save unsaved changes; return whether the document may be closed."""
        self._finish_typing()
        if not self.document.is_changed:
            return True
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self,
            "Boilerscope",
            translate("Save the changed settings?"),
            buttons.Save | buttons.Discard | buttons.Cancel,
            buttons.Save,
        )
        if answer is buttons.Save:
            return self.save()
        return answer is buttons.Discard

    # -- Qt --------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            QTimer.singleShot(0, self, self.refresh)  # the user may have edited the presets file

    def closeEvent(self, event: QCloseEvent) -> None:
        event.setAccepted(self._may_leave())
