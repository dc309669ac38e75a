"""Comparison of two panes side by side, and the settings in which they differ."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from boilerscope.app.session.comparison import (
    PRESET,
    as_panes,
    base_of,
    comparison_of,
    side_in_force,
    sides_of,
)
from boilerscope.app.session.sources import local_path
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.page_jobs import DifferenceQuery, change_singly
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.own.added import locations
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.system.late import late_call, late_calls
from boilerscope.widgets.comparison.records import DifferenceRow
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.records import RunState
from boilerscope.widgets.settings.help_text import source_label, value_text
from boilerscope.widgets.words import counted, declared, number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.session.comparison import Side
    from boilerscope.app.session.sources import PageRequest
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.formats.command_line import extract_command
    from boilerscope.extractors.setting_differences import (
        SettingDifference,
        SingleChange,
        only_together,
        setting_differences,
    )
    from boilerscope.widgets.comparison.bar import CompareBar
    from boilerscope.widgets.comparison.settings_table import SettingsThatDiffer
    from boilerscope.widgets.records import PaneRecord
else:
    extract_command = late_call("boilerscope.extractors.formats.command_line", "extract_command")
    only_together, setting_differences = late_calls(
        "boilerscope.extractors.setting_differences", "only_together", "setting_differences"
    )

_CHANGES = Kind("settings that differ")

VIEW = "comparison"
"""Name of the view among those that are refreshed."""


class ComparisonController(QObject):
    """Begins and ends comparisons, and fills their bar and their table.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    bar : CompareBar
        Row above the panes.
    table : SettingsThatDiffer
        Settings that differ.
    reveal : callable
        Makes a view visible.
    go_to_setting : callable
        Shows a setting of a pane, by the names of both.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        bar: CompareBar,
        table: SettingsThatDiffer,
        reveal: Callable[[QWidget], object],
        go_to_setting: Callable[[str, str], object],
    ) -> None:
        super().__init__(context.views)
        self._context, self._bar, self._table = context, bar, table
        self._chosen = ""
        self._query: DifferenceQuery | None = None
        self._changes: list[SingleChange] = []
        self._is_running = False
        controller = context.session_controller
        actions.add("compare", self.toggle, enabled=lambda: len(context.session.panes) > 1)
        actions.add("copy_command", self.copy_command)
        bar.ended.connect(controller.end_comparison)
        bar.settings_asked.connect(lambda: reveal(table))
        table.other_chosen.connect(self._on_other)
        table.toml_asked.connect(self._copy_toml)
        table.command_asked.connect(self._copy_sides)
        table.setting_chosen.connect(lambda field: self._go_to(field, go_to_setting))

    def toggle(self) -> None:
        """Compare the active pane with the pane that was active before, or end the comparison."""
        controller, session = self._context.session_controller, self._context.session
        if not controller.end_comparison():
            self._chosen = ""
            controller.compare_panes(session.active, session.other_to_compare())

    # -- views -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the comparison above the panes, and the settings if their tab is on screen."""
        scene = self._context.views.scene
        characters = counts_characters(scene.page)
        self._bar.show_comparison(comparison_of(scene, characters=characters))
        if self._table.isVisible():
            self._refresh_table()

    def _refresh_table(self) -> None:
        base, other = self._sides()
        session = self._context.session
        if base is None or other is None:
            self._stop()
            self._table.show_empty(translate("Add an extractor to compare its settings."))
            return
        compared = session.compared
        if compared is not None and session.pane(compared[1]).extractor != base.extractor:
            self._stop()
            text = translate("{first} and {second} are different extractors with other settings.")
            names = [f"{pane.number} {pane.name}" for pane in map(session.pane, compared)]
            self._table.show_empty(text.format(first=names[0], second=names[1]))
            return
        differences = setting_differences(base.settings, other.settings)
        if not differences:
            self._stop()
            text = translate("{first} and {second} have the same settings.")
            self._table.show_empty(
                text.format(first=f"{base.number} {base.name}", second=_title(other))
            )
            return
        self._ask(base, other)
        self._show(base, other, differences)

    def _sides(self) -> tuple[PaneRecord | None, Side | None]:
        """Return both sides, and offer the second ones."""
        session, base = self._context.session, base_of(self._context.session)
        sides = sides_of(session, self._context.presets)
        other = side_in_force(session, sides, self._chosen)
        if other is not None:
            self._table.show_choices([(_title(side), side.key) for side in sides], other.key)
        return base, other

    def _ask(self, base: PaneRecord, other: Side) -> None:
        """Run the changes of the present result, unless that is being done already."""
        page = self._context.session.page
        if page is None or base.shown is None or base.state is not RunState.DONE:
            self._stop()
            return
        query = DifferenceQuery(page, base.shown, other.settings)
        before = self._query
        if (
            before is not None
            and before.extraction is query.extraction
            and before.second == query.second
        ):
            return
        self._query, self._changes, self._is_running = query, [], True
        self._context.work.ask(
            _CHANGES,
            partial(change_singly, query),
            lambda _: self._on_end(),
            progress=self._on_changes,
            failed=self._on_failed,
        )

    def _stop(self) -> None:
        self._query, self._changes, self._is_running = None, [], False
        self._context.work.drop(_CHANGES)

    def _on_changes(self, changes: list[SingleChange]) -> None:
        self._changes += changes
        self._context.views.refresh_only(VIEW)

    def _on_end(self) -> None:
        self._is_running = False
        self._context.views.refresh_only(VIEW)

    def _on_failed(self, failure: Failure) -> None:
        self._context.notifier.notify(failure.text)
        self._on_end()

    def _show(
        self, base: PaneRecord, other: Side, differences: Sequence[SettingDifference]
    ) -> None:
        changes = {change.field: change for change in self._changes}
        rows = [_row(each, changes.get(each.knob.name), base, other) for each in differences]
        if not self._is_running:
            rows.sort(key=lambda row: -row.changed)
        self._table.show_rows(
            rows,
            (str(base.number), _short_title(other)),
            self._caption(base, differences),
            characters=counts_characters(self._context.session.page),
        )

    def _caption(self, base: PaneRecord, differences: Sequence[SettingDifference]) -> str:
        """Return a sentence about words that need several settings, and the equal settings."""
        page = self._context.session.page
        parts = []
        together = None if base.shown is None else only_together(base.shown.mask, self._changes)
        if together and len(differences) > 1 and not self._is_running:
            text = translate("{words} change only with several of the settings together.")
            words = counted(together, characters=counts_characters(page))
            parts.append(text.format(words=words))
        if page is None:
            parts.append(translate("Open a page to see the words that each setting changes."))
        n_equal = len(knobs(type(base.settings))) - len(differences)
        text = translate("1 other setting is equal.")
        if n_equal != 1:
            text = translate("{count} other settings are equal.")
        parts.append(text.format(count=number(n_equal)))
        return " ".join(parts)

    # -- choices and copies ----------------------------------------------------------------

    def _on_other(self, key: str) -> None:
        self._chosen = key
        self._context.views.refresh_only(VIEW)

    def _go_to(self, field: str, go_to_setting: Callable[[str, str], object]) -> None:
        base = base_of(self._context.session)
        if base is not None:
            go_to_setting(base.name, field)

    def _copy_toml(self) -> None:
        base, other = self._sides()
        if base is not None and other is not None:
            QGuiApplication.clipboard().setText(settings_file.write(as_panes(base, other)))
            self._context.notifier.notify(translate("Copied as TOML."), kind="copied")

    def _copy_sides(self) -> None:
        base, other = self._sides()
        if base is not None and other is not None:
            self._copy(as_panes(base, other))

    def copy_command(self) -> None:
        """Copy the command that runs the open panes on the page on screen."""
        panes = self._context.session.panes
        opened = [pane for pane in panes if not pane.folded] or list(panes)
        self._copy([Pane(pane.name, pane.extractor, pane.settings) for pane in opened])

    def _copy(self, panes: Sequence[Pane]) -> None:
        request = self._context.session_controller.request
        further: list[str] = []
        page, note = "PAGE", translate("Put the page in place of PAGE.")
        if request is not None:
            page, note = _place(request)
            further = ["--encoding", request.encoding] if request.encoding else []
            if request.rendered:
                note = translate("The command reads the page as fetched, without its scripts.")
        try:
            command = extract_command(page, panes, locations(), further)
        except BoilerscopeError as error:
            self._context.notifier.notify(str(error))
            return
        QGuiApplication.clipboard().setText(command)
        text = translate("The command line is on the clipboard.")
        self._context.notifier.notify(f"{text} {note}".rstrip(), kind="copied")


def _place(request: PageRequest) -> tuple[str, str]:
    """Return the word for a page on the command line, and a note on it."""
    file = local_path(request)
    if file is not None:
        return str(file), ""
    if request.is_live:
        return request.address, ""
    if request.text:
        return "-", translate("Give the pasted page on standard input.")
    return "PAGE", translate("Put the file of the page in place of PAGE.")


def _title(side: Side) -> str:
    return side.title or translate("Default settings")


def _short_title(side: Side) -> str:
    """Return the heading of the second column: the number of a pane, or the preset."""
    return _title(side) if side.key.startswith(PRESET) else side.title.partition(" ")[0]


def _row(
    each: SettingDifference, change: SingleChange | None, base: PaneRecord, other: Side
) -> DifferenceRow:
    knob = each.knob
    default = value_text(knob, knob.default, base.settings)
    return DifferenceRow(
        declared(knob.label),
        knob.name,
        value_text(knob, each.first, base.settings),
        value_text(knob, each.second, other.settings),
        f"{default}  {source_label(knob.source)}",
        None if change is None else change.gained,
        None if change is None else change.lost,
        "" if change is None else change.message,
        declared(knob.help),
    )
