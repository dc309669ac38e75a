"""Extractors of the user: added from a file, run again when it changes."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject
from PySide6.QtWidgets import QFileDialog, QInputDialog

from boilerscope.app.window.translation import translate
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import from_table, knobs, to_table
from boilerscope.extractors.own import added
from boilerscope.extractors.own.location import MODELS, RESULTS, parse_location

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.widgets.records import PaneRecord


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
        actions.add("add_own", self.ask)
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
        else:
            self._session_controller.add_pane(identifier)

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
                    file = parse_location(locations[pane.extractor]).file
                except BoilerscopeError:
                    continue  # the file was removed: a run reports that
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
