"""The three main knobs on top of the panel, with what each of them moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWhatsThis, QWidget

from extractors.errors import SettingsError
from extractors.model.settings import Knob, MainKnob, Settings, knobs
from widgets import theme
from widgets.buttons import FoldHeader, IconButton
from widgets.labels import TextLabel
from widgets.settings.editors import NumberEditor
from widgets.settings.form import align_units
from widgets.settings.help_text import help_html, one_line
from widgets.settings.main_knobs import (
    Driven,
    FieldChange,
    Link,
    MainMove,
    PaneSettings,
    driven_fields,
    move,
)
from widgets.settings.row import ErrorLine
from widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent


class MainRow(QWidget):
    """One main knob: the value of its leading field, and the fields that follow.

    Signals
    -------
    edited(object)
        The user set another value of the leading field.
    settled()
        The gesture is over.
    """

    edited = Signal(object)
    settled = Signal()

    def __init__(self, main: MainKnob, leader: Knob | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.main = main
        self.setObjectName(f"main:{main.value}")
        self.name = TextLabel(self._words(), wrap=True)
        self.help_line = TextLabel(size=12, role="ink2", wrap=True)
        self.follows = TextLabel(size=12, role="ink3", wrap=True)
        self.message = ErrorLine()
        self.editor = None if leader is None else NumberEditor(leader, self)
        self._column = QVBoxLayout(self)
        self._top = QHBoxLayout()
        self._top.addWidget(self.name, 1)
        self._column.addLayout(self._top)
        if self.editor is None:
            self.name.set_role("ink3")
            self.help_line.setText(self.tr("This extractor has no setting of this kind."))
        else:
            self._connect(self.editor)
        for widget in (self.message, self.help_line, self.follows):
            self._column.addWidget(widget)
        theme.signals().changed.connect(self._restyle)
        self._restyle()

    def show_pane(self, pane: PaneSettings, driven: Sequence[Driven]) -> None:
        """Show the value in a pane, and which fields move along."""
        if self.editor is None:
            self.follows.hide()
            return
        knob = self.editor.knob
        self.editor.show_value(pane.settings, pane.distributions.get(knob.bounds))
        self.message.show_message("")
        followers = [self._follower(each, pane.name) for each in driven[1:]]
        self.follows.setText(self._sentence(driven, pane.name))
        self.follows.setVisible(bool(followers))
        self.follows.setToolTip("\n".join(followers))
        self.help_line.setText(one_line(knob))
        words = help_html(knob, pane.settings, drives=[knob.name, *followers])
        self.name.setToolTip(words)
        self.setWhatsThis(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F1 and self.whatsThis():
            place = self.mapToGlobal(self.name.geometry().bottomLeft())
            QWhatsThis.showText(place, self.whatsThis())
        else:
            super().keyPressEvent(event)

    def matches(self, words: list[str]) -> bool:
        """Return whether all words (lower case) occur in its name or its leading field."""
        knob = "" if self.editor is None else self.editor.knob.name
        text = f"{self.name.text()} {knob}".lower()
        return all(word in text for word in words)

    def _connect(self, editor: NumberEditor) -> None:
        assert editor.line is not None  # noqa: S101 - a number has its box there
        self._top.addWidget(editor.line)
        self._column.addWidget(editor.slider)
        for widget in (editor.box, editor.slider):
            widget.setAccessibleName(f"{self._words()}, {declared(editor.knob.unit)}".rstrip(", "))
        editor.edited.connect(self.edited)
        editor.settled.connect(self.settled)
        editor.rejected.connect(self.message.show_message)

    def _words(self) -> str:
        return {
            MainKnob.LINK_RATIO: self.tr("Link/text ratio"),
            MainKnob.DISTRIBUTION: self.tr("Distribution threshold"),
            MainKnob.MIN_LENGTH: self.tr("Minimum length"),
        }[self.main]

    def _follower(self, driven: Driven, active: str) -> str:
        name = driven.knob.name if driven.pane == active else f"{driven.pane}.{driven.knob.name}"
        if driven.link is Link.SAME:
            return self.tr("{field}: same value").format(field=name)
        return self.tr("{field}: by rank in its own range").format(field=name)

    def _sentence(self, driven: Sequence[Driven], active: str) -> str:
        same = [self._short(each, active) for each in driven[1:] if each.link is Link.SAME]
        ranked = [self._short(each, active) for each in driven[1:] if each.link is Link.RANK]
        parts = []
        if same:
            parts.append(self.tr("Same value: {fields}.").format(fields=", ".join(same)))
        if ranked:
            parts.append(
                self.tr("Other unit, by rank in its own range: {fields}.").format(
                    fields=", ".join(ranked)
                )
            )
        return " ".join(parts)

    def _short(self, driven: Driven, active: str) -> str:
        # a zero-width space lets the label break behind the point
        own = driven.knob.name
        return own if driven.pane == active else f"{driven.pane}.\N{ZERO WIDTH SPACE}{own}"

    def _restyle(self) -> None:
        self._column.setContentsMargins(theme.px(16), theme.px(4), theme.px(16), theme.px(6))
        self._column.setSpacing(theme.px(2))
        self._top.setSpacing(theme.px(4))


class MainKnobs(QWidget):
    """The group of main knobs for one settings class.

    Signals
    -------
    moved(MainMove)
        A main knob was moved.
    settled()
        The gesture is over.
    """

    moved = Signal(object)
    settled = Signal()

    def __init__(self, settings_class: type[Settings], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        declared_knobs = knobs(settings_class)
        self._n_settings = len(declared_knobs)
        self._panes: tuple[PaneSettings, ...] = ()
        self._active = ""
        self.header = FoldHeader(self.tr("Main knobs"))
        self.lock = IconButton("lock-outline", "")
        self.lock.setCheckable(True)
        self.lock.setChecked(True)
        self.lock.toggled.connect(self._show_lock)
        self.header.add(self.lock)
        self.rows = {main: MainRow(main, _leader(main, declared_knobs)) for main in MainKnob}
        self.body = QWidget()
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for main, row in self.rows.items():
            column.addWidget(row)
            row.edited.connect(lambda value, main=main: self._move(main, value))
            row.settled.connect(self.settled)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.header)
        outer.addWidget(self.body)
        self.header.toggled.connect(self.body.setVisible)
        theme.signals().changed.connect(self._align)
        self._align()
        self._show_lock()

    @property
    def is_useful(self) -> bool:
        """Whether any of the three drives a setting of this class."""
        return any(row.editor is not None for row in self.rows.values())

    @property
    def moves_others(self) -> bool:
        """Whether other panes follow: there are some, and the lock is closed."""
        return self.lock.isChecked() and len(self._panes) > 1

    def show_panes(self, panes: Sequence[PaneSettings], active: str) -> None:
        """Show the main knobs of the active pane; the others follow while the lock is closed."""
        self._panes, self._active = tuple(panes), active
        count = sum(row.editor is not None for row in self.rows.values())
        note = self.tr("{count} of {total} settings")
        self.header.set_note(note.format(count=number(count), total=number(self._n_settings)))
        self.lock.setVisible(len(panes) > 1)
        self._show()

    def filter(self, words: list[str]) -> int:
        """Show only rows that match; return how many."""
        found = [row for row in self.rows.values() if row.matches(words)]
        for row in self.rows.values():
            row.setVisible(row in found)
        self.setVisible(bool(found))
        self.body.setVisible(bool(words) or self.header.is_open)
        return len(found)

    def _show(self) -> None:
        pane = next((each for each in self._panes if each.name == self._active), None)
        if pane is None:
            return
        for main, row in self.rows.items():
            row.show_pane(pane, driven_fields(main, self._followers(), self._active))

    def _followers(self) -> tuple[PaneSettings, ...]:
        if self.lock.isChecked():
            return self._panes
        return tuple(each for each in self._panes if each.name == self._active)

    def _move(self, main: MainKnob, value: float | None) -> None:
        row = self.rows[main]
        if value is None or row.editor is None:
            # an automatic leader goes its own way: there is no rank to follow
            value = None
        try:
            found = (
                _automatic(self._panes, self._active, row)
                if value is None
                else move(main, value, self._followers(), self._active)
            )
        except SettingsError as error:
            row.message.show_message(str(error))
            return
        row.message.show_message("")
        if found is not None:
            self.moved.emit(found)

    def _show_lock(self) -> None:
        locked = self.lock.isChecked()
        self.lock.set_icon("lock-outline" if locked else "lock-open-outline")
        self.lock.set_words(
            self.tr("All panes move together; click to move this pane alone")
            if locked
            else self.tr("This pane moves alone; click to move all panes together")
        )
        self._show()

    def _align(self) -> None:
        align_units([row.editor.unit for row in self.rows.values() if row.editor is not None])


def _leader(main: MainKnob, declared_knobs: Sequence[Knob]) -> Knob | None:
    return next(
        (each for each in declared_knobs if each.main is main and each.kind in {"int", "float"}),
        None,
    )


def _automatic(panes: Sequence[PaneSettings], active: str, row: MainRow) -> MainMove | None:
    pane = next((each for each in panes if each.name == active), None)
    if pane is None or row.editor is None:
        return None
    settings = pane.settings.replace(**{row.editor.knob.name: None})
    value = float(getattr(settings.resolve(), row.editor.knob.name))
    change = FieldChange(active, row.editor.knob.name, value)
    return MainMove(row.main, value, 0.5, {active: settings}, (change,))
