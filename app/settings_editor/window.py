"""A small window with the settings panel of one extractor alone, and the file they stand in."""

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

from app.session.presets import Presets
from app.window import own_presets
from app.window.actions import Where, action, keys_in_force
from app.window.dialogs import show_error, show_extractor, show_help
from app.window.key_routing import KeyRouter
from app.window.translation import translate
from extractors.errors import BoilerscopeError
from widgets import theme
from widgets.buttons import IconButton
from widgets.labels import ElidedLabel, TextLabel
from widgets.plain import plain
from widgets.settings.panel import SettingsPanel
from widgets.words import declared

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QCloseEvent

    from app.settings_editor.document import SettingsDocument
    from extractors.model.settings import Settings

_NOTICE_MS = 6000
_WIDTH, _HEIGHT = 420, 860
_FILES = "TOML (*.toml)"


class SettingsWindow(QMainWindow):
    """Edits a settings document.

    Parameters
    ----------
    document : SettingsDocument
        What is edited.
    folder : Path
        Configuration folder, where presets of the user's own stand.
    """

    def __init__(self, document: SettingsDocument, folder: Path) -> None:
        super().__init__()
        self.setObjectName("settingsWindow")
        self.document = document
        self.presets = Presets(folder)
        self.panel = SettingsPanel()
        self.place = ElidedLabel(size=12, role="ink2", elide=Qt.TextElideMode.ElideMiddle)
        self._notice = QTimer(self, singleShot=True, interval=_NOTICE_MS)
        self._notice.timeout.connect(self._show_place)
        self.actions_by_name = {
            name: self._make(label, keys, handler)
            for name, (label, keys, handler) in self._table().items()
        }
        self.menu = self._make_menu()
        self._router = KeyRouter(self._keys(), self._refresh_actions, self._open_menu, self)
        self._router.watch(self)
        self._assemble()
        self._connect()
        self.resize(theme.px(_WIDTH), theme.px(_HEIGHT))
        self._tell_of_added()
        self.refresh()
        self.panel.finder.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        """Show what the document holds now."""
        document = self.document
        self.panel.show_view(document.view(self.presets))
        problem = self.presets.take_problem(document.extractor.id)
        if problem:
            self.notify(problem)
        name = translate("Not saved yet") if document.file is None else document.file.name
        self.setWindowTitle(f"{name}[*] - {document.extractor.name}")
        self.setWindowModified(document.is_changed)
        if not self._notice.isActive():
            self._show_place()
        self._refresh_actions()

    def _refresh_actions(self) -> None:
        session = self.document.session
        for do, can in (("undo", session.can_undo()), ("redo", session.can_redo())):
            self.actions_by_name[do].setEnabled(can)

    def notify(self, text: str) -> None:
        """Say something at the bottom for a while, in place of the file."""
        self.place.setText(text)
        self._notice.start()

    # -- what a user can do ----------------------------------------------------------------

    def open(self) -> None:
        """Ask for a settings file and edit it."""
        if not self._may_leave():
            return
        file, _ = QFileDialog.getOpenFileName(
            self, translate("Open a settings file"), self._beside(), _FILES
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
        self._tell_of_added()
        self.refresh()
        return True

    def save(self) -> bool:
        """Write the file, asking for its name if it has none; return whether it is written."""
        self._finish_typing()
        file = self.document.file
        if file is None:
            return self.save_as()
        if self.document.is_overtaken(file) and not self._may_write_over(file):
            return False
        return self._write(file)

    def save_as(self) -> bool:
        """Ask for a name and write the file; return whether it is written."""
        self._finish_typing()
        wanted = str(self.document.file or f"{self.document.extractor.id}.toml")
        chosen, _ = QFileDialog.getSaveFileName(
            self, translate("Save the settings as"), wanted, _FILES
        )
        if not chosen:
            return False
        file = Path(chosen)
        if not file.suffix:  # the dialog has asked about the name without it
            file = file.with_suffix(".toml")
            if os.path.lexists(file) and not self._may_replace(file):
                return False
        return self._write(file)

    def save_preset(self) -> None:
        """Ask for a name and keep the settings under it."""
        extractor, settings = self.document.extractor.id, self.document.settings
        if own_presets.ask_and_keep(self, self.presets, extractor, settings):
            self.refresh()

    def edit_presets(self) -> None:
        """Open the file with the user's own presets."""
        said = own_presets.edit_file(self.presets, self.document.extractor.id)
        if said:
            self.notify(said)

    def undo(self) -> None:
        """Take the last change back."""
        self.document.undo()
        self.refresh()

    def redo(self) -> None:
        """Do it again."""
        self.document.redo()
        self.refresh()

    def reset_all(self) -> None:
        """Set everything to its default."""
        self._use_preset("")

    def find_setting(self) -> None:
        """Find a setting."""
        self.panel.finder.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def help(self) -> None:
        """Show the help of the setting that has the focus, else the extractor's."""
        show_help(self, self.document.extractor)

    # -- assembly --------------------------------------------------------------------------

    def _table(self) -> dict[str, tuple[str, tuple[str, ...], Callable[[], object]]]:
        """Return label, keys and handler of every action; some are those of the workbench."""
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
        """Return where each key holds; those that are not the workbench's hold everywhere."""
        shared = keys_in_force()
        return {
            key: shared.get(key, Where.WINDOW)
            for _label, keys, _handler in self._table().values()
            for key in keys
        }

    def _make(self, label: str, keys: tuple[str, ...], handler: Callable[[], object]) -> QAction:
        made = QAction(label, self)
        made.setShortcuts([QKeySequence(key) for key in keys])
        made.triggered.connect(lambda _checked=False: handler())
        self.addAction(made)
        return made

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
        found = self.document.extractor
        self.name = TextLabel(found.name, size=18, weight=600, wrap=True)
        self.summary = TextLabel(declared(found.summary), size=12, role="ink2", wrap=True)
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
        for part, edges in (
            (top, (16, 14, 10, 2)),
            (self.summary, (16, 0, 16, 10)),
            (self.panel, (0, 0, 0, 0)),
            (self.place, (16, 10, 16, 0)),
            (bottom, (16, 8, 16, 12)),
        ):
            row = QHBoxLayout()
            row.setContentsMargins(*(theme.px(edge) for edge in edges))
            if isinstance(part, QWidget):
                row.addWidget(part)
            else:
                row.addLayout(part)
            column.addLayout(row, 1 if part is self.panel else 0)
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

    def _show_place(self) -> None:
        document = self.document
        words = (
            translate("Not saved in a file yet") if document.file is None else str(document.file)
        )
        self.place.setText(f"{words} · {translate('changed')}" if document.is_changed else words)

    def _tell_of_added(self) -> None:
        if self.document.is_added:
            said = translate("The file holds no pane of {extractor} yet. Saving it adds one.")
            self.notify(said.format(extractor=self.document.extractor.id))

    def _change(self, settings: Settings) -> None:
        self.document.change(settings, now=time.monotonic())
        self.refresh()

    def _use_preset(self, name: str) -> None:
        try:
            settings = self.presets.settings(self.document.extractor.id, name)
        except BoilerscopeError as error:  # its file was edited meanwhile
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

    def _beside(self) -> str:
        """Return the folder in which a file dialog begins, empty for the working one."""
        return "" if self.document.file is None else str(self.document.file.parent)

    def _finish_typing(self) -> None:
        """Take over what is being typed into a field."""
        field = self.focusWidget()
        if isinstance(field, QLineEdit):
            field.clearFocus()
            field.setFocus()

    def _may_write_over(self, file: Path) -> bool:
        """Ask whether to write over a file that somebody else has changed."""
        return self._agrees(
            translate("{file} was changed by another program. Write over it?"), file
        )

    def _may_replace(self, file: Path) -> bool:
        """Ask whether to write over a file that is there already."""
        return self._agrees(translate("{file} is there already. Write over it?"), file)

    def _agrees(self, question: str, file: Path) -> bool:
        chosen = QMessageBox.question(self, "Boilerscope", plain(question.format(file=file.name)))
        return chosen is QMessageBox.StandardButton.Yes

    def _may_leave(self) -> bool:
        """Ask what becomes of unsaved changes; return whether they may be left."""
        self._finish_typing()
        if not self.document.is_changed:
            return True
        buttons = QMessageBox.StandardButton
        chosen = QMessageBox.question(
            self,
            "Boilerscope",
            translate("The settings are not saved. Save them?"),
            buttons.Save | buttons.Discard | buttons.Cancel,
            buttons.Save,
        )
        if chosen is buttons.Save:
            return self.save()
        return chosen is buttons.Discard

    # -- Qt --------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            QTimer.singleShot(0, self, self.refresh)  # the presets file may have been edited

    def closeEvent(self, event: QCloseEvent) -> None:
        event.setAccepted(self._may_leave())
