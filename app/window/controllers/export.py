"""Export of results: dialog, files, clipboard, and texts whose words run together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from boilerscope.app.window.controllers.dialog_tabs import DialogTabs
from boilerscope.app.window.external_links import show_file
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats.structure.options import Texts
from boilerscope.extractors.model.settings import find_knob
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.system.late import late_call, late_calls, late_module
from boilerscope.widgets.export.tab import NO_COMMAND, CommandLine
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.words import counted, declared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.session import exporting
    from boilerscope.app.session.command_line import export_command
    from boilerscope.app.session.exporting import Export, PreviewFacts
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.controllers.dialog_tabs import TabMaker
    from boilerscope.app.window.dialogs import ask_overwrite, show_error
    from boilerscope.extractors.formats import catalogue
    from boilerscope.extractors.formats.record import Result
    from boilerscope.widgets.export.dialog import ExportDialog
    from boilerscope.widgets.export.format_list import FormatLine
    from boilerscope.widgets.export.preview import Notice, Preview
    from boilerscope.widgets.export.text_tab import ExportChoice, PaneLine, TextRemark, TextTab
    from boilerscope.widgets.records import PaneRecord
else:
    exporting = late_module("boilerscope.app.session.exporting")
    Export, PreviewFacts = late_calls("boilerscope.app.session.exporting", "Export", "PreviewFacts")
    export_command = late_call("boilerscope.app.session.command_line", "export_command")
    ask_overwrite, show_error = late_calls(
        "boilerscope.app.window.dialogs", "ask_overwrite", "show_error"
    )
    ExportDialog = late_call("boilerscope.widgets.export.dialog", "ExportDialog")
    FormatLine = late_call("boilerscope.widgets.export.format_list", "FormatLine")
    Notice, Preview = late_calls("boilerscope.widgets.export.preview", "Notice", "Preview")
    PaneLine, TextRemark, TextTab = late_calls(
        "boilerscope.widgets.export.text_tab", "PaneLine", "TextRemark", "TextTab"
    )
    catalogue = late_module("boilerscope.extractors.formats.catalogue")


_PREVIEW = Kind("export preview")
_OWN = Kind("own output", is_kept=True)


class ExportController(QObject):
    """Copies the results of panes and writes them to files.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    window : QWidget
        Parent of the dialogs.
    others : sequence of TabMaker
        Controllers of the other tabs of the dialog.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        window: QWidget,
        others: Sequence[TabMaker] = (),
    ) -> None:
        super().__init__(context.views)
        self._session_controller, self._store = context.session_controller, context.preferences
        self._notifier, self._views = context.notifier, context.views
        self._context, self._window = context, window
        self._others = others
        self._actions = actions
        actions.add("export", self.export, enabled=self._can_export)
        actions.add_all(
            {
                "copy_pane": self.copy_own_text,
                "copy_page_text": self.copy_page_text,
            }
        )
        actions.add(
            "show_written", self._show_written, enabled=lambda: self._notifier.written is not None
        )
        self._waiting: Export | None = None
        self._session_controller.changed.connect(lambda _change: self._write_waiting())

    def export(self) -> None:
        """Export the results of the page, or the scores of the corpus, whichever is on screen."""
        if self._context.corpus.state.is_shown:
            self._actions.trigger("export_corpus")
        else:
            self.ask()

    def _can_export(self) -> bool:
        session = self._session_controller.session
        return self._context.corpus.state.is_shown or (
            bool(session.active) and session.page is not None
        )

    # -- files and clipboard ---------------------------------------------------------------

    def ask(self) -> None:
        """Ask for the export and write it; ask again if existing files must not be replaced."""
        session = self._session_controller.session
        if session.page is None:
            return
        tab = TextTab(
            self._pane_lines(),
            session.active,
            [
                FormatLine(format_.name, translate(format_.label), translate(format_.summary))
                for format_ in catalogue.FORMATS.values()
            ],
            self._store.current.last_export_folder or str(Path.home()),
            own_formats=exporting.own_formats(self._views.scene.panes),
        )
        tab.preview_asked.connect(lambda choice: self._show_preview(choice, tab))
        tab.set_check(self._problem)
        tab.set_command(self._command)
        tab.set_remarks(self._remarks())
        tab.repair_asked.connect(lambda name: self._repair(name, tab))
        dialog = ExportDialog(self._window)
        dialog.add_tab(translate("Text and structure"), tab)
        dialog.command_copied.connect(
            lambda text: self._copy(text, translate("The command is copied to the clipboard."))
        )
        tabs = DialogTabs(dialog, self._others)
        while dialog.exec():
            other = tabs.current()
            if other is not None:
                is_done = other.write_chosen()
            else:
                is_done = self._write_texts(_export_of(tab.chosen()))
            if is_done:
                break
        tab.preview_asked.disconnect()  # a tab that is waiting to ask would get no answer
        self._context.work.drop(_PREVIEW)
        dialog.deleteLater()

    def _write_texts(self, export: Export) -> bool:
        """Write texts, unless a file would be replaced and must not be; return whether."""
        is_allowed = self._may_write(export)
        if is_allowed:
            self.write(export)
        return is_allowed

    def _pane_lines(self) -> list[PaneLine]:
        """Return the panes with the words that each keeps."""
        scene = self._views.scene
        characters = counts_characters(scene.page)
        return [
            PaneLine(
                pane.name,
                pane.number,
                ""
                if pane.extraction is None
                else counted(int(np.count_nonzero(pane.extraction.mask)), characters=characters),
            )
            for pane in scene.panes
        ]

    def _command(self, choice: ExportChoice) -> CommandLine:
        """Return the command that does the same as a choice, or why there is none."""
        request = self._session_controller.request
        panes = [pane for pane in self._views.scene.panes if pane.name in choice.panes]
        if request is None or not panes:
            return NO_COMMAND
        try:
            text = export_command(request, panes, _export_of(choice), translate)
        except (BoilerscopeError, ValueError) as error:
            return CommandLine(problem=str(error))
        return CommandLine(text)

    def _show_preview(self, choice: ExportChoice, tab: TextTab) -> None:
        """Make the preview of a choice in the background; a library's own output is not run."""
        if choice.structure.text is Texts.OWN:
            text = translate("The library writes this file when it is exported.")
            tab.show_preview(Preview(problem=text))
            return
        page = self._session_controller.session.page
        panes = [pane for pane in self._views.scene.panes if pane.name in choice.panes][:1]
        if page is None or not panes:
            tab.show_preview(Preview())
            return
        address = self._context.address

        def job() -> PreviewFacts | str:
            try:
                results = exporting.results(
                    page, address, panes, page_text=choice.page_text, structure=choice.structure
                )
                return exporting.preview(results, choice.format)
            except (BoilerscopeError, ValueError) as error:
                return str(error)

        self._context.work.ask(_PREVIEW, once(job), lambda facts: tab.show_preview(_shown(facts)))

    def write(self, export: Export) -> None:
        """Write or copy results as soon as their panes have run, and report it or the error."""
        if self._is_running(export):
            self._waiting = export
            self._notifier.notify(translate("The export starts when the panes have run."))
            return
        results = self._results(export)
        if exporting.is_by_library(export):
            self._notifier.notify(translate("The libraries run again to write their own output…"))
            self._context.work.ask(
                _OWN,
                once(lambda: exporting.written_by_libraries(results, export.format)),
                lambda own: self._write(export, own),
                failed=lambda failure: show_error(
                    self._window, translate("The export could not be written"), failure.text
                ),
            )
            return
        self._write(export, results)

    def _write(self, export: Export, results: Sequence[Result]) -> None:
        is_own = exporting.is_by_library(export)
        try:
            if export.folder is None:
                text = exporting.as_text(results, exporting.TEXT if is_own else export.format)
                self._copy(text, translate("Copied to the clipboard."))
                return
            files = exporting.write_files(results, export.format, export.folder, by_library=is_own)
        except (BoilerscopeError, OSError, ValueError) as error:
            show_error(self._window, translate("The export could not be written"), str(error))
            return
        names = ", ".join(file.name for file in files)
        text = f"{translate('Written to')} {export.folder}: {names}"
        self._notifier.notify(text, file=files[0])
        self._store.change(last_export_folder=str(export.folder))

    def _show_written(self) -> None:
        if self._notifier.written is not None:
            show_file(self._notifier.written, self._notifier.notify)

    def copy_own_text(self) -> None:
        """Copy the active pane's own text; report if its words run together."""
        page, pane = self._session_controller.session.page, self._active()
        if page is None or pane is None or pane.shown is None:
            return
        message = translate("Copied to the clipboard.")
        repair = exporting.text_repair(page, pane)
        if pane.step is not None:
            message = translate("Copied to the clipboard: page text after step {code}.")
            message = message.format(code=pane.step_code)
        elif repair is not None:
            message = translate("Copied. {reason} Turn on “{setting}”, or use “{action}” instead.")
            message = message.format(
                reason=declared(repair.reason),
                setting=_label(pane, repair.field),
                action=translate("Copy the kept page text"),
            )
        self._copy(pane.shown.own_text, message)

    def copy_page_text(self) -> None:
        """Copy the words that the active pane kept, with the page's own spacing."""
        page, pane = self._session_controller.session.page, self._active()
        if page is not None and pane is not None and pane.shown is not None:
            text = kept_text(page, pane.shown.mask)
            self._copy(text, translate("Copied to the clipboard with the page's own spacing."))

    def _copy(self, text: str, message: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._notifier.notify(message)

    def _write_waiting(self) -> None:
        export = self._waiting
        if export is not None and not self._is_running(export):
            self._waiting = None
            self.write(export)

    def _is_running(self, export: Export) -> bool:
        """Return whether a pane of an export has no result of its present settings yet."""
        return bool(set(export.panes) & set(self._session_controller.running()))

    def _results(self, export: Export) -> list[Result]:
        page = self._session_controller.session.page
        if page is None:
            return []
        panes = [pane for pane in self._views.scene.panes if pane.name in export.panes]
        return exporting.results(
            page,
            self._context.address,
            panes,
            page_text=export.page_text,
            structure=export.structure,
        )

    def _problem(self, choice: ExportChoice) -> str:
        """Return why a choice cannot be exported; an empty text if it can."""
        format_ = catalogue.FORMATS[choice.format]
        if choice.folder is None:
            if len(choice.panes) > 1 and format_.piece is None and format_.join is None:
                text = translate(
                    "Only one pane can be copied as {format}. Tick one pane, or write files."
                )
                return text.format(format=translate(format_.label))
            return ""
        try:
            exporting.folder_of(choice.folder)
        except ValueError as error:
            return str(error)
        return ""

    def _may_write(self, export: Export) -> bool:
        """Return whether no file would be replaced, or the user agrees to replace it."""
        if export.folder is None:
            return True
        try:
            files = exporting.files_of(self._results(export), export.format, export.folder)
        except ValueError:
            return True  # there is nothing to write; `write` reports that
        existing = [file.name for file in files if file.exists()]
        return not existing or ask_overwrite(self._window, existing, str(export.folder))

    # -- texts that run together -----------------------------------------------------------

    def _remarks(self) -> dict[str, TextRemark]:
        """Return the reason and the setting that helps, for each pane whose words run together."""
        page = self._session_controller.session.page
        remarks: dict[str, TextRemark] = {}
        for pane in self._views.scene.panes if page is not None else ():
            repair = exporting.text_repair(page, pane) if page is not None else None
            if repair is not None:
                remarks[pane.name] = TextRemark(declared(repair.reason), _label(pane, repair.field))
        return remarks

    def _repair(self, name: str, tab: TextTab) -> None:
        """Turn on the setting that separates the words of a pane's text; undo turns it off."""
        page, pane = self._session_controller.session.page, self._views.scene.pane(name)
        repair = (
            exporting.text_repair(page, pane) if page is not None and pane is not None else None
        )
        if repair is not None:
            self._session_controller.set_field(name, repair.field, True)
            remarks = self._remarks()
            remarks.pop(name, None)
            tab.set_remarks(remarks)

    def _active(self) -> PaneRecord | None:
        return self._views.scene.pane(self._session_controller.session.active)


def _export_of(choice: ExportChoice) -> Export:
    folder = None if choice.folder is None else exporting.folder_of(choice.folder)
    return Export(choice.panes, choice.format, folder, choice.page_text, choice.structure)


def _shown(facts: PreviewFacts | str) -> Preview:
    """Return a preview for the dialog, in the language of the window."""
    if isinstance(facts, str):
        return Preview(problem=facts)
    size = len(facts.text.encode("utf-8", "replace"))
    title = f"{facts.name}, {size / 1000:,.1f} kB"
    notices = tuple(
        Notice(
            declared(limit.one if count == 1 else limit.several).format(n=f"{count:,}"),
            declared(limit.instead),
            line,
        )
        for limit, count, line in facts.limits
    )
    return Preview(
        title, facts.name, facts.text, facts.rendered, notices, facts.found, facts.written
    )


def _label(pane: PaneRecord, field: str) -> str:
    return declared(find_knob(type(pane.settings), field).label)
