"""Form with all settings of a class in groups; built once for each class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import Settings, knobs
from boilerscope.widgets import theme
from boilerscope.widgets.buttons import FoldHeader, IconButton
from boilerscope.widgets.settings.draft import Draft
from boilerscope.widgets.settings.editors import NumberEditor, UnitLabel
from boilerscope.widgets.settings.kinds import MakeEditor, plain_editor
from boilerscope.widgets.settings.row import ErrorLine, KnobRow
from boilerscope.widgets.shown import set_shown
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from boilerscope.extractors.page.records import FloatArray


class Group(QWidget):
    """Foldable group of rows with a heading.

    Signals
    -------
    reset_wanted(object)
        Reset these fields of the group to their defaults.
    """

    reset_wanted = Signal(object)

    def __init__(self, title: str, parent: QWidget, *, bare: bool = False) -> None:
        super().__init__(parent)
        self.rows: list[KnobRow] = []
        self.header = FoldHeader(declared(title))
        self._left_out: set[KnobRow] = set()
        """Rows that the filter hides."""
        self.reset = IconButton("restore", self.tr("Reset this group"))
        self.header.add(self.reset)
        self.body = QWidget(self)
        self._inner = _column(self.body)
        self._inner.setContentsMargins(0, 0, 0, 0 if bare else theme.px(6))
        outer = _column(self)
        outer.addWidget(self.header)
        outer.addWidget(self.body)
        self.header.setVisible(not bare)
        self.header.folds(self.body)
        self.reset.clicked.connect(
            lambda: self.reset_wanted.emit([row.knob.name for row in self.rows])
        )

    def add(self, row: KnobRow) -> None:
        """Add a row, which is a child of `body`: Qt styles all children of another widget anew."""
        self._inner.addWidget(row)
        self.rows.append(row)

    def show_changes(self) -> None:
        """Show the number of changed rows in the heading."""
        count = sum(row.is_changed for row in self.rows)
        note = self.tr("{count} changed").format(count=number(count)) if count else ""
        self.header.set_note(note)
        set_shown(self.reset, bool(count))

    def filter(self, words: list[str]) -> int:
        """Show only matching rows, unfolded while there is a filter; return their number."""
        matching = [row for row in self.rows if row.matches(words)]
        left_out = {row for row in self.rows if row not in matching}
        for row in left_out ^ self._left_out:
            row.setVisible(row not in left_out)  # even an idle call lays the row out
        self._left_out = left_out
        set_shown(self, bool(matching))
        set_shown(self.body, bool(words) or self.header.is_open)
        return len(matching)

    def reveal(self, row: KnobRow) -> None:
        """Unfold the group and show a row, whether it matches the filter or not."""
        self.header.set_open(True)
        self._left_out.discard(row)
        row.setVisible(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if not self.header.isHidden():
            painter = QPainter(self)
            painter.setPen(theme.colour("line"))
            painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)


class SettingsForm(QWidget):
    """Form that edits a record of one settings class.

    Signals
    -------
    changed(Settings)
        The record changed; emitted live while a slider moves.
    """

    changed = Signal(object)

    def __init__(
        self,
        settings_class: type[Settings],
        parent: QWidget | None = None,
        make_editor: MakeEditor = plain_editor,
    ) -> None:
        super().__init__(parent)
        self.settings_class = settings_class
        self.rows: dict[str, KnobRow] = {}
        self.groups = self._make_groups(make_editor)
        self.general = ErrorLine(self)
        self._draft: Draft | None = None
        self._distributions: Mapping[str, FloatArray] = {}
        self._outside: Mapping[str, str] = {}
        column = _column(self)
        column.addWidget(self.general)
        for group in self.groups:
            column.addWidget(group)
        for row in self.rows.values():
            row.edited.connect(self.edit)
            row.rejected.connect(self._reject)
            row.given_up.connect(self._forget)
            row.reset_wanted.connect(lambda name: self.reset([name]))
        theme.follow(self._align_units)

    @property
    def settings(self) -> Settings | None:
        """The current record."""
        return None if self._draft is None else self._draft.settings

    def show_settings(
        self,
        settings: Settings,
        distributions: Mapping[str, FloatArray] | None = None,
        errors: Mapping[str, str] | None = None,
        *,
        decided: Mapping[str, float] | None = None,
    ) -> None:
        """Show a record of the class.

        Parameters
        ----------
        distributions : mapping of str to array of float, optional
            The page's measured quantities by column name.
        errors : mapping of str to str, optional
            Messages of a run about fields; the key "" is for a message about no single field.
        decided : mapping of str to float, optional
            Values that the page gave to automatic fields.
        """
        for name, row in self.rows.items():
            row.editor.decided = (decided or {}).get(name)
        if self._draft is None:
            self._draft = Draft(settings)
        self._draft.accept(settings)
        self._distributions = distributions or {}
        self._outside = errors or {}
        self._show()

    def edit(self, name: str, value: object) -> None:
        """Set one field as the user would."""
        if self._draft is None:
            return
        changed = self._draft.edit(name, value)
        self._show()
        if changed:
            self.changed.emit(self._draft.settings)

    def reset(self, names: Iterable[str]) -> None:
        """Reset fields to their defaults."""
        if self._draft is None:
            return
        previous = self._draft.settings
        defaults = {name: self.rows[name].knob.default for name in names}
        for name in defaults:
            self._draft.forget(name)
        try:
            settings = previous.replace(**defaults)
        except SettingsError as error:
            self._draft.refuse(error.field or next(iter(defaults), ""), str(error))
            self._show()
            return
        self._draft.accept(settings)
        self._show()
        if settings != previous:
            self.changed.emit(settings)

    def filter(self, text: str) -> int:
        """Show only settings whose name, field or help contains all words; return their number."""
        words = text.lower().split()
        return sum(group.filter(words) for group in self.groups)

    def focus_field(self, name: str) -> bool:
        """Unfold, show and focus a field; return whether the form has it."""
        row = self.rows.get(name)
        if row is None:
            return False
        next(group for group in self.groups if row in group.rows).reveal(row)
        row.focus()
        return True

    def _make_groups(self, make_editor: MakeEditor) -> list[Group]:
        declared_knobs = knobs(self.settings_class)
        titles = list(dict.fromkeys(knob.group for knob in declared_knobs))
        groups = {title: Group(title, self, bare=len(titles) == 1) for title in titles}
        for knob in declared_knobs:
            group = groups[knob.group]
            self.rows[knob.name] = KnobRow(knob, parent=group.body, make_editor=make_editor)
            group.add(self.rows[knob.name])
        for group in groups.values():
            group.reset_wanted.connect(self.reset)
        return list(groups.values())

    def _show(self) -> None:
        assert self._draft is not None  # noqa: S101 - callers check this
        errors = {**self._outside, **self._draft.errors}
        for name, row in self.rows.items():
            values = self._distributions.get(row.knob.bounds) if row.knob.bounds else None
            row.show_value(
                self._draft.settings,
                values,
                errors.get(name, ""),
                keep_typed=name in self._draft.errors,
            )
        self.general.show_message(errors.get("", ""))
        for group in self.groups:
            group.show_changes()

    def _reject(self, name: str, message: str) -> None:
        if self._draft is not None:
            self._draft.refuse(name, message)
            self._show()

    def _forget(self, name: str) -> None:
        """Discard the rejected value and show the current value."""
        if self._draft is not None:
            self._draft.forget(name)
            self._show()

    def _align_units(self) -> None:
        editors = [row.editor for row in self.rows.values()]
        align_units([editor.unit for editor in editors if isinstance(editor, NumberEditor)])


def align_units(labels: Sequence[UnitLabel]) -> None:
    """Set the same width for all units, so that number boxes are aligned."""
    widest = max((label.preferred_width for label in labels), default=0)
    for label in labels:
        label.setFixedWidth(widest)


def _column(widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column
