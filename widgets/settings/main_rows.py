"""The three main knobs on top of the panel, with what each of them moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from extractors.errors import SettingsError
from extractors.model.settings import Knob, MainKnob, Settings, knobs
from widgets import theme
from widgets.buttons import FoldHeader, IconButton
from widgets.labels import Inset, TextLabel
from widgets.settings.editors import NumberEditor
from widgets.settings.form import align_units
from widgets.settings.help_text import help_html
from widgets.settings.main_knobs import (
    Driven,
    FieldChange,
    Link,
    MainMove,
    PaneSettings,
    driven_fields,
    move,
)
from widgets.settings.row import KnobRow
from widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Sequence


_NAMES = {
    MainKnob.LINK_RATIO: "Link/text ratio",
    MainKnob.DISTRIBUTION: "Distribution threshold",
    MainKnob.MIN_LENGTH: "Minimum length",
}
"""As extractors call them, in words of the table of declared texts."""


def main_name(main: MainKnob) -> str:
    """Return what a main knob is called."""
    return declared(_NAMES[main])


class MainRow(KnobRow):
    """One main knob: its leading field under the name of the knob, and what follows."""

    margins = (16, 3, 16, 1)
    spacing = 0

    def __init__(self, main: MainKnob, leader: Knob) -> None:
        self._driven: tuple[Driven, ...] = ()
        super().__init__(leader, main_name(main))
        self.setObjectName(f"main:{main.value}")

    def show_pane(self, pane: PaneSettings, driven: Sequence[Driven], error: str) -> None:
        """Show the value in a pane, what is wrong with one that was typed, and what follows."""
        self._driven = tuple(driven)
        values = pane.distributions.get(self.knob.bounds)
        self.show_value(pane.settings, values, error, keep_typed=bool(error))

    def followers(self) -> str:
        """Return the fields that move along, and by what, one a line; empty if none does."""
        return "\n".join(f"– {self._follower(each)}" for each in self._driven[1:])

    def _assemble_body(self, body: QWidget | None) -> None:
        # reset beside the slider gives the help the whole width: all three rows are seen at once
        assert body is not None  # noqa: S101 - a number has its slider there
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
            text = self.tr("{field}: by rank in its own range").format(field=name)
        unit = declared(driven.knob.unit)
        return f"{text} ({unit})" if unit else text


class MissingRow(Inset):
    """A main knob of which the extractor has no setting."""

    def __init__(self, main: MainKnob) -> None:
        text = self.tr("{name}: not a setting of this extractor").format(name=main_name(main))
        super().__init__(TextLabel(text, size=12, role="ink3", wrap=True), (16, 4, 16, 4))
        self.setObjectName(f"main:{main.value}")


class MainKnobs(QWidget):
    """The group of main knobs for one settings class.

    Signals
    -------
    moved(MainMove)
        A main knob was moved.
    settled()
        The gesture is over.
    link_asked(bool)
        Whether the knobs should move those of other panes as well.
    """

    moved = Signal(object)
    settled = Signal()
    link_asked = Signal(bool)

    def __init__(self, settings_class: type[Settings], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        declared_knobs = knobs(settings_class)
        self._n_settings = len(declared_knobs)
        self._panes: tuple[PaneSettings, ...] = ()
        self._refused: dict[MainKnob, tuple[object, str]] = {}
        """Value in force and message of each knob that shows a refused value."""
        self.header = FoldHeader(self.tr("Main knobs"))
        self.link = IconButton("link-variant", "")
        self.link.setCheckable(True)
        self.link.clicked.connect(self.link_asked)
        self.header.add(self.link)
        self.rows: dict[MainKnob, MainRow] = {}
        self.missing: list[MissingRow] = []
        self.body = QWidget()
        self._column = QVBoxLayout(self.body)
        self._column.setSpacing(0)
        for main in MainKnob:
            self._column.addWidget(self._make_row(main, _leader(main, declared_knobs)))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.header)
        outer.addWidget(self.body)
        self.header.folds(self.body)
        theme.signals().changed.connect(self._restyle)
        self._restyle()

    @property
    def is_useful(self) -> bool:
        """Whether any of the three drives a setting of this class."""
        return bool(self.rows)

    def show_panes(self, panes: Sequence[PaneSettings], *, linked: bool | None) -> None:
        """Show the main knobs of the first pane; the others follow.

        Parameters
        ----------
        panes : sequence of PaneSettings
            The pane whose settings are shown, then those that its knobs move as well.
        linked : bool or None
            What the link sign shows; None hides it.
        """
        if not self._panes or self._panes[0].name != panes[0].name:
            self._refused.clear()
        self._panes = tuple(panes)
        note = self.tr("{count} of {total} settings")
        total = number(self._n_settings)
        self.header.set_note(note.format(count=number(len(self.rows)), total=total))
        self._show()
        self._show_link(linked)

    def filter(self, words: list[str]) -> int:
        """Show only rows that match; return how many."""
        found = [row for row in self.rows.values() if row.matches(words)]
        for row in self.rows.values():
            row.setVisible(row in found)
        for missing in self.missing:
            missing.setVisible(not words)
        self.setVisible(bool(found))
        self.body.setVisible(bool(words) or self.header.is_open)
        return len(found)

    def _make_row(self, main: MainKnob, leader: Knob | None) -> QWidget:
        if leader is None:
            self.missing.append(MissingRow(main))
            return self.missing[-1]
        row = self.rows[main] = MainRow(main, leader)
        row.edited.connect(lambda _field, value: self._move(main, value))
        row.rejected.connect(lambda _field, message: self._refuse(main, message))
        row.reset_wanted.connect(lambda _field: self._reset(main))
        row.given_up.connect(lambda _field: self._give_up(main))
        row.settled.connect(self.settled)
        return row

    def _show(self) -> None:
        own = self._panes[0]
        for main, row in self.rows.items():
            value, message = self._refused.get(main, (None, ""))
            if message and value != getattr(own.settings, row.knob.name):
                del self._refused[main]
                message = ""
            row.show_pane(own, driven_fields(main, self._panes, own.name), message)

    def _move(self, main: MainKnob, value: float | None) -> None:
        row = self.rows[main]
        try:
            found = (
                _automatic(self._panes[0], row)
                if value is None
                else move(main, value, self._panes, self._panes[0].name)
            )
        except SettingsError as error:
            self._refuse(main, str(error))
            return
        self._refused.pop(main, None)
        row.show_error("")
        if found is not None:
            self.moved.emit(found)

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
        self.settled.emit()

    def _show_link(self, linked: bool | None) -> None:  # noqa: FBT001 - what the sign shows
        self.link.setVisible(linked is not None)
        self.link.setChecked(bool(linked))
        self.link.set_icon("link-variant" if linked else "link-variant-off")
        self.link.set_label(
            self._moving_together()
            if linked
            else self.tr("This pane moves alone. Click to link it to the other panes.")
        )
        self.link.setAccessibleName(self.tr("Move main knobs of linked panes together"))

    def _moving_together(self) -> str:
        """Return which fields move together and by what, for the tip of the link sign."""
        lines = [
            f"{main_name(main)}\n{row.followers()}"
            for main, row in self.rows.items()
            if row.followers()
        ]
        if not lines:
            return self.tr("Linked, but no other linked pane has such a setting.")
        first = self.tr("Moves together with other panes. Click to move this pane alone.")
        return "\n".join([first, *lines])

    def _restyle(self) -> None:
        self._column.setContentsMargins(0, 0, 0, theme.px(4))
        editors = [row.editor for row in self.rows.values()]
        align_units([each.unit for each in editors if isinstance(each, NumberEditor)])


def _leader(main: MainKnob, declared_knobs: Sequence[Knob]) -> Knob | None:
    return next(
        (each for each in declared_knobs if each.main is main and each.kind in {"int", "float"}),
        None,
    )


def _automatic(pane: PaneSettings, row: MainRow) -> MainMove:
    """Return the move of a leading field to automatic: there is no rank for others to follow."""
    field = row.knob.name
    settings = pane.settings.replace(**{field: None})
    value = float(getattr(settings.resolve(), field))
    main = row.knob.main
    assert main is not None  # noqa: S101 - rows are made of such fields
    return MainMove(
        main, value, 0.5, {pane.name: settings}, (FieldChange(pane.name, field, value),)
    )
