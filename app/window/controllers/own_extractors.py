"""Extractors of the user: added from a file, run again when it changes."""

from __future__ import annotations

import ast
from functools import partial
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject
from PySide6.QtWidgets import QFileDialog, QInputDialog, QProgressDialog

from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import from_table, knobs, to_table
from boilerscope.extractors.own import added
from boilerscope.extractors.own.location import MODELS, RESULTS, Form, is_version, parse_location
from boilerscope.extractors.system.late import late_call, late_calls
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from collections.abc import Generator

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.dialogs import ask_text, show_error
    from boilerscope.app.window.work.control import Control
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.own.libraries import library_named
    from boilerscope.extractors.own.versions.extractor import installation_of
    from boilerscope.extractors.system.environments import Installation
    from boilerscope.widgets.records import PaneRecord
else:
    ask_text, show_error = late_calls("boilerscope.app.window.dialogs", "ask_text", "show_error")
    library_named = late_call("boilerscope.extractors.own.libraries", "library_named")
    installation_of = late_call("boilerscope.extractors.own.versions.extractor", "installation_of")


_INSTALL = Kind("install")
_LINE = 72
"""Length of a line of the installer on screen, characters."""


class OwnExtractorController(QObject):
    """Adds extractors of the user, and runs their panes again when their files change.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handler.
    window : QWidget
        Parent of the dialogs.
    """

    def __init__(self, context: Context, actions: ActionRegistry, window: QWidget) -> None:
        super().__init__(context.views)
        self._session_controller, self._notifier = context.session_controller, context.notifier
        self._window = window
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._on_changed)
        self._work = context.work
        actions.add("add_own", self.ask)
        actions.add("add_version", self.ask_version)
        context.session_controller.changed.connect(lambda _change: self._watch())

    def ask(self) -> None:
        """Ask for a file, and for an object of it if it has several; add an extractor."""
        patterns = " ".join(f"*{suffix}" for suffix in (".py", *RESULTS, *MODELS))
        pattern = f"{translate('Extractors, results and models')} ({patterns})"
        title = translate("Add an extractor from a file")
        file, _ = QFileDialog.getOpenFileName(self._window, title, "", pattern)
        if file:
            location = self._location(Path(file))
            if location:
                self.add(location)

    def add(self, location: str) -> None:
        """Keep an extractor for this and later starts, and open a pane with it.

        A broken extractor stays in the list with its error.
        """
        try:
            identifier = registry.add(location, keep=True)
        except BoilerscopeError as error:
            self._notifier.notify(str(error))
            return
        entry = registry.entry(identifier)
        if entry.extractor is None:
            self._notifier.notify(f"{identifier}: {entry.error}")
            return
        installation = installation_of(entry.extractor)
        if installation is None:
            self._session_controller.add_pane(identifier)
        else:
            self._install(identifier, installation)

    def ask_version(self) -> None:
        """Ask for a version of a library, install it if necessary, and open a pane with it."""
        question = translate(
            "Version, such as trafilatura==2.0.0, or library and environment, such as"
            " trafilatura@/srv/env"
        )
        title = translate("Add another version of a library")
        text = ask_text(self._window, title, question, self._suggested_version())
        if text:
            self.add_version(text)

    def add_version(self, text: str) -> None:
        """Add a version of a library by ``library==version`` or ``library@folder``."""
        if is_version(text):
            self.add(text)
            return
        wrong = translate(
            "{text} is not a version. Write trafilatura==2.0.0, or newspaper4k[zh]==0.9.3 with"
            " extras"
        )
        self._notifier.notify(wrong.format(text=text))

    def _suggested_version(self) -> str:
        """Return the library of the active pane, to be completed by a version."""
        session = self._session_controller.session
        pane = session.pane(session.active) if session.active else None
        try:
            return f"{library_named(pane.extractor).package}==" if pane is not None else ""
        except BoilerscopeError:
            return ""  # not a library

    def _install(self, identifier: str, installation: Installation) -> None:
        """Install a version with progress, and open a pane with it."""
        dialog = QProgressDialog(self._window)
        dialog.setWindowTitle(translate("Add another version of a library"))
        dialog.setRange(0, 0)
        dialog.setMinimumDuration(0)
        dialog.setMinimumWidth(dialog.fontMetrics().averageCharWidth() * _LINE)
        dialog.setLabelText(translate("Installing {version}…").format(version=identifier))
        dialog.setCancelButtonText(translate("Cancel"))
        dialog.canceled.connect(lambda: self._work.cancel(_INSTALL))
        dialog.show()

        def show(lines: list[str]) -> None:
            dialog.setLabelText(plain(shorten(lines[-1], _LINE, placeholder=" …")))

        def finish(_result: None) -> None:
            dialog.close()
            dialog.deleteLater()
            self._session_controller.add_pane(identifier)

        def fail(failure: Failure) -> None:
            was_cancelled = dialog.wasCanceled()
            dialog.close()
            dialog.deleteLater()
            added.remove(identifier)
            if was_cancelled:
                self._notifier.notify(failure.text)
            else:
                problem = translate("{version} was not added").format(version=identifier)
                show_error(self._window, problem, failure.text)

        job = partial(_installed, installation)
        self._work.ask(_INSTALL, job, finish, progress=show, failed=fail)

    def _location(self, file: Path) -> str:
        """Return the location of the object to add; empty if there is none, or the user cancels."""
        if file.suffix != ".py":
            return str(file)
        try:
            names = object_names(file.read_text(encoding="utf-8"))
        except (OSError, SyntaxError, ValueError) as error:
            self._notifier.notify(f"{file}: {error}")
            return ""
        if not names:
            text = translate("{file} has no function. Write: def main(html: str) -> str")
            self._notifier.notify(text.format(file=file))
            return ""
        name, is_chosen = names[0], True
        if len(names) > 1:
            name, is_chosen = QInputDialog.getItem(
                self._window,
                translate("Add an extractor from a file"),
                translate("Function, class or object"),
                names,
                editable=False,
            )
        return f"{file}:{name}" if is_chosen else ""

    # -- changes of the files --------------------------------------------------------------

    def _own_panes(self) -> dict[str, list[PaneRecord]]:
        """Return the panes with extractors of the user, by file."""
        panes: dict[str, list[PaneRecord]] = {}
        locations = added.locations()
        for pane in self._session_controller.session.panes:
            if pane.extractor in locations:
                try:
                    location = parse_location(locations[pane.extractor])
                except BoilerscopeError:
                    continue  # the file was removed: a run reports that
                if location.form is Form.VERSION:
                    continue
                file = location.file
                panes.setdefault(str(file), []).append(pane)
        return panes

    def _watch(self) -> None:
        """Watch the files of the panes; a replaced file must be watched again."""
        watched = set(self._watcher.files())
        files = set(self._own_panes())
        if watched - files:
            self._watcher.removePaths(sorted(watched - files))
        if files - watched:
            self._watcher.addPaths(sorted(files - watched))

    def _on_changed(self, file: str) -> None:
        for pane in self._own_panes().get(file, ()):
            entry = registry.entry(pane.extractor)
            if entry.extractor is None:
                self._notifier.notify(f"{pane.extractor}: {entry.error}")
                continue
            settings = carried_over(pane.settings, entry.extractor.settings_class)
            if type(settings) is type(pane.settings):
                self._session_controller.run_again(pane.name)
            else:
                self._session_controller.set_settings({pane.name: settings})
        self._watch()


def _installed(installation: Installation, control: Control) -> Generator[str, None, None]:
    """Install, and yield the lines of the installer."""
    control.attach(installation.cancel)
    yield from installation.run()


def object_names(source: str) -> list[str]:
    """Return the public functions, classes and variables of a module, in order.

    Raises
    ------
    SyntaxError, ValueError
        If the text is not Python.
    """
    names = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
    return [name for name in names if not name.startswith("_") and not name.isupper()]


def carried_over(settings: Settings, settings_class: type[Settings]) -> Settings:
    """Return settings of a changed class with the values that it still has."""
    old_values = to_table(settings)
    names = {knob.name for knob in knobs(settings_class)}
    values: dict[str, object] = {}
    for name, value in old_values.items():
        if name in names:
            try:
                from_table(settings_class, {**values, name: value})
            except BoilerscopeError:
                continue  # its range or type has changed
            values[name] = value
    return from_table(settings_class, values)
