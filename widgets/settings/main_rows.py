"""Rows of the three main knobs at the top of the panel, with the fields that each knob moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QVBoxLayout, QWidget

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import Knob, MainKnob, Settings, knobs
from boilerscope.widgets import theme
from boilerscope.widgets.buttons import FoldHeader, IconButton
from boilerscope.widgets.labels import Inset, TextLabel
from boilerscope.widgets.records import Lock
from boilerscope.widgets.settings.editors import NumberEditor
from boilerscope.widgets.settings.form import align_units
from boilerscope.widgets.settings.help_text import help_html
from boilerscope.widgets.settings.main_knobs import (
    Driven,
    FieldChange,
    Link,
    MainMove,
    PaneSettings,
    driven_fields,
    move,
)
from boilerscope.widgets.settings.row import KnobRow
from boilerscope.widgets.shown import set_shown
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Sequence


_NAMES = {
    MainKnob.LINK_RATIO: "Link/text ratio",
    MainKnob.DISTRIBUTION: "Distribution threshold",
    MainKnob.MIN_LENGTH: "Minimum length",
}
"""Labels of the main knobs, translated as declared texts."""


def main_name(main: MainKnob) -> str:
    """Return the label of a main knob."""
    return declared(_NAMES[main])


class MainRow(KnobRow):
    """Row of a main knob: its leading field with the label of the knob, and its followers."""

    margins = (16, 3, 16, 1)
    spacing = 0

    def __init__(self, main: MainKnob, leader: Knob) -> None:
        self._driven: tuple[Driven, ...] = ()
        super().__init__(leader, main_name(main))
        self.setObjectName(f"main:{main.value}")

    def show_pane(self, pane: PaneSettings, driven: Sequence[Driven], error: str) -> None:
        """Show the value of a pane, the error of a typed value, and the followers."""
        self._driven = tuple(driven)
        values = pane.distributions.get(self.knob.bounds)
        self.show_value(pane.settings, values, error, keep_typed=bool(error))

    def followers(self) -> str:
        """Return the fields that follow, one line for each; empty without followers."""
        return "\n".join(f"– {self._follower(driven)}" for driven in self._driven[1:])

    def _assemble_body(self, body: QWidget | None) -> None:
        # Reset is beside the slider, so that the help gets the full width and all rows fit.
        assert body is not None  # noqa: S101 - the body of a number is its slider
        self._bottom.addWidget(body, 1)
        self._bottom.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignBottom)
        for part in (self.message, self.help_line):
            self._column.addWidget(part)
        self._column.insertLayout(1, self._bottom)

    def _help(self, settings: Settings) -> str:
        drives = [self.knob.name, *map(self._follower, self._driven[1:])]
        return help_html(self.knob, settings, drives=drives)

    def _follower(self, driven: Driven) -> str:
        own = driven.pane == self._driven[0].pane
        name = driven.knob.name if own else f"{driven.pane}.{driven.knob.name}"
        if driven.link is Link.SAME:
            text = self.tr("{field}: same value").format(field=name)
        else:
            text = self.tr("{field}: moves to the same rank in its own range").format(field=name)
        unit = declared(driven.knob.unit)
        return f"{text} ({unit})" if unit else text


class MissingRow(Inset):
    """Row of a main knob for which the extractor has no setting."""

    def __init__(self, main: MainKnob) -> None:
        text = self.tr("{name}: not a setting of this extractor").format(name=main_name(main))
        super().__init__(TextLabel(text, size=12, role="ink3", wrap=True), (16, 4, 16, 4))
        self.setObjectName(f"main:{main.value}")


class MainKnobs(QWidget):
    """Group of the main knobs of one settings class.

    Signals
    -------
    moved(MainMove)
        The user moved a main knob.
    link_asked(Lock)
        Link the knobs to those of the other panes, or unlink them.
    """

    moved = Signal(object)
    link_asked = Signal(object)

    def __init__(self, settings_class: type[Settings], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        declared_knobs = knobs(settings_class)
        self._n_settings = len(declared_knobs)
        self._panes: tuple[PaneSettings, ...] = ()
        self._refused: dict[MainKnob, tuple[object, str]] = {}
        """Current value and message of each knob with a rejected value."""
        self.header = FoldHeader(self.tr("Main knobs"))
        self._lock = Lock.OFF
        self.link = IconButton("link-variant-off", "")
        self.link.setObjectName("linkPanes")
        self.link.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.link.setMenu(self._make_menu())
        self.header.add(self.link)
        self.rows: dict[MainKnob, MainRow] = {}
        self.missing: list[MissingRow] = []
        self.body = QWidget()
        self._column = theme.spaced(QVBoxLayout(self.body), (0, 0, 0, 4))
        self._column.setSpacing(0)
        for main in MainKnob:
            self._column.addWidget(self._make_row(main, _leader(main, declared_knobs)))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.header)
        outer.addWidget(self.body)
        self.header.folds(self.body)
        theme.follow(self._restyle)

    @property
    def is_useful(self) -> bool:
        """Whether at least one main knob drives a setting of this class."""
        return bool(self.rows)

    def show_panes(self, panes: Sequence[PaneSettings], lock: Lock | None) -> None:
        """Show the main knobs of the first pane; the other panes follow.

        Parameters
        ----------
        panes : sequence of PaneSettings
            The pane whose settings are shown, then the panes that its knobs also move.
        lock : Lock or None
            State of the link button; None hides it.
        """
        if not self._panes or self._panes[0].name != panes[0].name:
            self._refused.clear()
        self._panes, self._lock = tuple(panes), lock or Lock.OFF
        note = self.tr("{count} of {total} settings")
        total = number(self._n_settings)
        self.header.set_note(note.format(count=number(len(self.rows)), total=total))
        self._show()
        self._show_link(lock)

    def filter(self, words: list[str]) -> int:
        """Show only matching rows; return their number."""
        matching = [row for row in self.rows.values() if row.matches(words)]
        for row in self.rows.values():
            set_shown(row, row in matching)
        for missing in self.missing:
            set_shown(missing, not words)
        set_shown(self, bool(matching))
        set_shown(self.body, bool(words) or self.header.is_open)
        return len(matching)

    def _make_row(self, main: MainKnob, leader: Knob | None) -> QWidget:
        if leader is None:
            self.missing.append(MissingRow(main))
            return self.missing[-1]
        row = self.rows[main] = MainRow(main, leader)
        row.edited.connect(lambda _field, value: self._move(main, value))
        row.rejected.connect(lambda _field, message: self._refuse(main, message))
        row.reset_wanted.connect(lambda _field: self._reset(main))
        row.given_up.connect(lambda _field: self._give_up(main))
        return row

    def _show(self) -> None:
        own = self._panes[0]
        for main, row in self.rows.items():
            value, message = self._refused.get(main, (None, ""))
            if message and value != getattr(own.settings, row.knob.name):
                del self._refused[main]
                message = ""
            fields = driven_fields(main, self._panes, own.name, self._lock)
            row.show_pane(own, fields, message)

    def _move(self, main: MainKnob, value: float | None) -> None:
        row = self.rows[main]
        try:
            effect = (
                _automatic(self._panes[0], row)
                if value is None
                else move(main, value, self._panes, self._panes[0].name, self._lock)
            )
        except SettingsError as error:
            self._refuse(main, str(error))
            return
        self._refused.pop(main, None)
        row.show_error("")
        if effect is not None:
            self.moved.emit(effect)

    def _refuse(self, main: MainKnob, message: str) -> None:
        value = getattr(self._panes[0].settings, self.rows[main].knob.name)
        self._refused[main] = value, message
        self._show()

    def _give_up(self, main: MainKnob) -> None:
        self._refused.pop(main, None)
        self._show()

    def _reset(self, main: MainKnob) -> None:
        self._refused.pop(main, None)
        self._show()
        self._move(main, self.rows[main].knob.default)  # type: ignore[arg-type]  # of a number

    def _make_menu(self) -> QMenu:
        """Return the menu of the link button: which fields move together."""
        menu, group = QMenu(self), QActionGroup(self)
        self.locks: dict[Lock, QAction] = {}
        for lock, text in (
            (Lock.OFF, self.tr("Change only this pane")),
            (Lock.EQUAL, self.tr("Link the panes: equal quantities in equal units")),
            (Lock.RANK, self.tr("Link the panes: unlike quantities too, by rank")),
        ):
            entry = self.locks[lock] = menu.addAction(text)
            entry.setCheckable(True)
            group.addAction(entry)
            entry.triggered.connect(lambda _checked=False, lock=lock: self.link_asked.emit(lock))
        return menu

    def _show_link(self, lock: Lock | None) -> None:
        is_linked = lock not in {None, Lock.OFF}
        self.link.setVisible(lock is not None)
        self.locks[self._lock].setChecked(True)
        self.link.set_icon("link-variant" if is_linked else "link-variant-off")
        self.link.set_label(
            self._moving_together()
            if is_linked
            else self.tr("Main knobs change only this pane. Click to link the panes.")
        )
        name = self.tr("Linked main knobs: {choice}")
        self.link.setAccessibleName(name.format(choice=self.locks[self._lock].text()))

    def _moving_together(self) -> str:
        """Return the tooltip of the link button: the fields that move together."""
        lines = [
            f"{main_name(main)}\n{row.followers()}"
            for main, row in self.rows.items()
            if row.followers()
        ]
        if not lines:
            return self.tr("Linked, but no linked pane has a setting of the same quantity.")
        return "\n".join([self.tr("Main knobs also change:"), *lines])

    def _restyle(self) -> None:
        editors = [row.editor for row in self.rows.values()]
        align_units([editor.unit for editor in editors if isinstance(editor, NumberEditor)])


def _leader(main: MainKnob, declared_knobs: Sequence[Knob]) -> Knob | None:
    return next(
        (knob for knob in declared_knobs if knob.main is main and knob.kind in {"int", "float"}),
        None,
    )


def _automatic(pane: PaneSettings, row: MainRow) -> MainMove:
    """Return the effect of setting the leading field to automatic: no other field follows."""
    field = row.knob.name
    settings = pane.settings.replace(**{field: None})
    value = float(getattr(settings.resolve(), field))
    main = row.knob.main
    assert main is not None  # noqa: S101 - a row's field has a main knob
    return MainMove(
        main, value, 0.5, {pane.name: settings}, (FieldChange(pane.name, field, value),)
    )
