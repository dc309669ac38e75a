"""Exports: asking what goes where, writing and copying it, texts that run together."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from app.session import exporting
from app.session.exporting import Export
from app.window.dialogs import ask_overwrite, show_error
from app.window.translation import translate
from extractors.formats import FORMATS
from extractors.model.settings import find_knob
from extractors.page.kept_text import kept_text
from widgets.export_dialog import ExportDialog, TextRemark
from widgets.words import declared

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.window.action_registry import ActionRegistry
    from app.window.controllers.context import Context
    from app.window.save_dialog import SaveDialog
    from extractors.formats.record import Result
    from widgets.export_dialog import ExportChoice
    from widgets.records import PaneRecord


class ExportController(QObject):
    """Copies and writes what panes hold.

    Parameters
    ----------
    context : Context
        What controllers share.
    actions : ActionRegistry
        Takes the handlers.
    window : QWidget
        What a picture is taken of; dialogs belong to it.
    save_dialog : SaveDialog
        Asks for a file to write.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        window: QWidget,
        save_dialog: SaveDialog,
    ) -> None:
        super().__init__(context.views)
        self._session_controller, self._store = context.session_controller, context.preferences
        self._notifier, self._views = context.notifier, context.views
        self._context, self._window, self._save_dialog = context, window, save_dialog
        actions.add_all(
            {
                "export": self.ask,
                "export_window": self.window_picture,
                "copy_pane": self.copy_own_text,
                "copy_page_text": self.copy_page_text,
            }
        )
        self._waiting: Export | None = None
        self._session_controller.changed.connect(lambda _change: self._write_waiting())

    # -- files and clipboard ---------------------------------------------------------------

    def ask(self) -> None:
        """Ask what to export, again until files that exist may be replaced, and write it."""
        session = self._session_controller.session
        if session.page is None:
            return
        dialog = ExportDialog(
            [pane.name for pane in session.panes],
            session.active,
            {one.name: translate(one.label) for one in FORMATS.values()},
            self._store.current.last_export_folder or str(Path.home()),
            self._window,
        )
        dialog.set_check(self._problem)
        dialog.set_remarks(self._remarks())
        dialog.repair_asked.connect(lambda name: self._repair(name, dialog))
        while dialog.exec():
            order = _order(dialog.chosen())
            if self._may_write(order):
                self.write(order)
                break
        dialog.deleteLater()

    def write(self, order: Export) -> None:
        """Write an export, when its panes have run, and say where it went or why it did not."""
        if set(order.panes) & set(self._session_controller.running()):
            self._waiting = order
            self._notifier.notify(translate("The export is written when the panes have run."))
            return
        made = self._results(order)
        try:
            if order.folder is None:
                self._copy(
                    exporting.as_text(made, order.format), translate("Copied to the clipboard.")
                )
                return
            files = exporting.write_files(made, order.format, order.folder)
        except (OSError, ValueError) as error:
            show_error(self._window, translate("The export could not be written"), str(error))
            return
        names = ", ".join(file.name for file in files)
        self._notifier.notify(f"{translate('Written to')} {order.folder}: {names}")
        self._store.change(last_export_folder=str(order.folder))

    def copy_own_text(self) -> None:
        """Copy the active pane's own text; tell where its words run together."""
        page, pane = self._session_controller.session.page, self._active()
        if page is None or pane is None or pane.shown is None:
            return
        said = translate("Copied to the clipboard.")
        repair = exporting.text_repair(page, pane)
        if pane.step is not None:
            said = translate("Copied to the clipboard: page text after step {code}.")
            said = said.format(code=pane.step_code)
        elif repair is not None:
            said = translate(
                "Copied. {reason} “{setting}” parts it; “{action}” copies the page's text."
            )
            said = said.format(
                reason=declared(repair.reason),
                setting=_label(pane, repair.field),
                action=translate("Copy the kept page text"),
            )
        self._copy(pane.shown.own_text, said)

    def copy_page_text(self) -> None:
        """Copy what the active pane kept with the page's own spacing."""
        page, pane = self._session_controller.session.page, self._active()
        if page is not None and pane is not None and pane.shown is not None:
            text = kept_text(page, pane.shown.mask)
            self._copy(text, translate("Copied to the clipboard with the page's own spacing."))

    def _copy(self, text: str, said: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._notifier.notify(said)

    def _write_waiting(self) -> None:
        order = self._waiting
        if order is not None and not set(order.panes) & set(self._session_controller.running()):
            self._waiting = None
            self.write(order)

    def _results(self, order: Export) -> list[Result]:
        page = self._session_controller.session.page
        if page is None:
            return []
        panes = [pane for pane in self._views.scene.panes if pane.name in order.panes]
        return exporting.results(page, self._context.address, panes, page_text=order.page_text)

    def _problem(self, choice: ExportChoice) -> str:
        """Return why a choice cannot be exported, empty if it can."""
        wanted = FORMATS[choice.format]
        if choice.folder is None:
            if len(choice.panes) > 1 and wanted.piece is None and wanted.join is None:
                text = translate(
                    "The clipboard takes one pane as {format}: tick one, or write files."
                )
                return text.format(format=translate(wanted.label))
            return ""
        try:
            exporting.folder_of(choice.folder)
        except ValueError as error:
            return str(error)
        return ""

    def _may_write(self, order: Export) -> bool:
        """Ask before files are replaced."""
        if order.folder is None:
            return True
        try:
            files = exporting.files_of(self._results(order), order.format, order.folder)
        except ValueError:
            return True  # nothing to write, which writing says
        there = [file.name for file in files if file.exists()]
        return not there or ask_overwrite(self._window, there, str(order.folder))

    # -- texts that run together -----------------------------------------------------------

    def _remarks(self) -> dict[str, TextRemark]:
        """Return for each pane whose text runs together why, and what parts it."""
        page = self._session_controller.session.page
        remarks: dict[str, TextRemark] = {}
        for pane in self._views.scene.panes if page is not None else ():
            repair = exporting.text_repair(page, pane) if page is not None else None
            if repair is not None:
                remarks[pane.name] = TextRemark(declared(repair.reason), _label(pane, repair.field))
        return remarks

    def _repair(self, name: str, dialog: ExportDialog) -> None:
        """Switch on the setting that parts a pane's text; Ctrl+Z takes it back."""
        page, pane = self._session_controller.session.page, self._views.scene.pane(name)
        repair = (
            exporting.text_repair(page, pane) if page is not None and pane is not None else None
        )
        if repair is not None:
            self._session_controller.set_field(name, repair.field, True)
            dialog.set_remarks({one: text for one, text in self._remarks().items() if one != name})

    def _active(self) -> PaneRecord | None:
        return self._views.scene.pane(self._session_controller.session.active)

    # -- the window ------------------------------------------------------------------------

    def window_picture(self) -> None:
        """Save the window as a picture."""
        file = self._save_dialog.ask(
            translate("Save a picture"), stamped("workbench"), "PNG (*.png)"
        )
        if file is not None and not self._window.grab().save(str(file)):
            show_error(self._window, translate("The picture could not be written"), str(file))


def _order(choice: ExportChoice) -> Export:
    folder = None if choice.folder is None else exporting.folder_of(choice.folder)
    return Export(choice.panes, choice.format, folder, choice.page_text)


def _label(pane: PaneRecord, field: str) -> str:
    return declared(find_knob(type(pane.settings), field).label)


def stamped(name: str) -> str:
    """Return the name of a picture taken now."""
    return f"{name}-{datetime.now().astimezone().strftime('%Y%m%d-%H%M')}.png"
