"""Settings panel: combo boxes at the top, the main knobs, then all settings of a record.

Input: a `SettingsView`. Output: the changed record and the user's other requests. The only state is
which groups are open. Another program needs only ``panel.show_view(SettingsView(settings))`` and
the signal `changed`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from boilerscope.extractors.model.settings import knobs
from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.search_field import SearchField
from boilerscope.widgets.settings.form import SettingsForm
from boilerscope.widgets.settings.main_knobs import MainMove, PaneSettings
from boilerscope.widgets.settings.main_rows import MainKnobs
from boilerscope.widgets.settings.pipeline_editor import make_editor
from boilerscope.widgets.shown import set_shown
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.widgets.settings.records import SettingsView


_ROW_HEIGHT = 112
"""Height of a setting with its share of the headings, pixels at 100 % interface size."""


class SettingsPage(QWidget):
    """Main knobs and groups of one settings class; the groups are made when they are asked for.

    Signals
    -------
    changed(Settings)
        A setting of the groups changed.
    """

    changed = Signal(object)

    def __init__(self, settings_class: type[Settings], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "page")
        self.main = MainKnobs(settings_class, self)
        self._settings_class = settings_class
        self._n_settings = len(knobs(settings_class))
        self._form: SettingsForm | None = None
        self._view: SettingsView | None = None
        self.nothing = TextLabel(size=13, role="ink2", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._line = QFrame()
        self._line.setProperty("role", "line")
        self._line.setFixedHeight(1)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.main, self._line, self.nothing):
            column.addWidget(widget)
        column.addStretch(1)
        self.nothing.setMargin(theme.px(16))
        self._room = QWidget()
        """Keeps about the room of the groups, so that the scroll bar stays when they come."""
        column.insertWidget(column.indexOf(self.nothing), self._room)
        self.filter("")
        theme.follow(self._keep_room)

    @property
    def form(self) -> SettingsForm:
        """The groups with all settings of the class; they are made for the first who asks."""
        return self._form or self._make_form()

    @property
    def is_whole(self) -> bool:
        """Whether the groups are made."""
        return self._form is not None

    def make_form(self) -> None:
        """Make the groups, unless they are made."""
        if not self.is_whole:
            self._make_form()

    def _make_form(self) -> SettingsForm:
        form = self._form = SettingsForm(self._settings_class, self, make_editor=make_editor)
        form.changed.connect(self.changed)
        self._column.replaceWidget(self._room, form)
        self._room.deleteLater()
        if self._view is not None:
            self._show_in_form(form, self._view)
        form.filter("")
        form.show()  # the layout would show it in the next event-loop turn
        return form

    def show_view(self, view: SettingsView) -> None:
        """Show a record of the class."""
        self._view = view
        pane_settings = PaneSettings(view.pane, view.settings, view.distributions)
        self.main.show_panes(
            (pane_settings, *view.others), view.lock if len(view.panes) > 1 else None
        )
        if self._form is not None:
            self._show_in_form(self._form, view)

    def _keep_room(self) -> None:
        if self._form is None:
            self._room.setFixedHeight(self._n_settings * theme.px(_ROW_HEIGHT))

    @staticmethod
    def _show_in_form(form: SettingsForm, view: SettingsView) -> None:
        form.show_settings(view.settings, view.distributions, view.errors, decided=view.decided)

    def layout_now(self) -> None:
        """Lay out the rows now, before scrolling to one of them."""
        self._column.activate()

    def filter(self, text: str) -> None:
        """Show only the settings that match; a search makes the groups."""
        words = text.lower().split()
        n_found = self.form.filter(text) if words or self._form is not None else self._n_settings
        driven = self.main.filter(words) if self.main.is_useful else 0
        set_shown(self.main, driven > 0)
        set_shown(self._line, driven > 0 and n_found > 0)
        set_shown(self.nothing, n_found + driven == 0)
        self.nothing.setText(
            self.tr("No setting matches “{text}”.").format(text=text)
            if words
            else self.tr("This extractor has no settings.")
        )


class SettingsPanel(QWidget):
    """Panel that edits the settings of one pane at a time.

    Signals
    -------
    changed(Settings)
        The record changed; emitted live while a slider moves.
    main_moved(MainMove)
        The user moved a main knob that also moves other panes. Emitted in place of `changed`, with
        the new records of all changed panes, this pane included.
    link_asked(str, Lock)
        Link the main knobs of this pane to those of the other panes, or unlink them.
    pane_chosen(str)
        The user selected this pane.
    preset_chosen(str)
        Apply this preset; empty for the defaults.
    undo_asked(), redo_asked()
        Undo or redo; the program keeps the history.
    """

    changed = Signal(object)
    main_moved = Signal(object)
    link_asked = Signal(str, object)
    pane_chosen = Signal(str)
    preset_chosen = Signal(str)
    undo_asked = Signal()
    redo_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("settingsPanel")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Settings"))
        self._view: SettingsView | None = None
        self._is_made_later = False
        self._pages: dict[type[Settings], SettingsPage] = {}
        self._areas: dict[SettingsPage, QScrollArea] = {}
        self._make_head()
        self.stack = QStackedWidget()
        # The note is empty until the panes are known: the window may be about to show them.
        self.empty = TextLabel(role="ink2", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.stack.addWidget(self.empty)
        self._assemble()
        theme.follow(self._restyle)

    @property
    def page(self) -> SettingsPage | None:
        """The page of the shown settings class, None without a pane."""
        return None if self._view is None else self._pages[type(self._view.settings)]

    @property
    def settings(self) -> Settings | None:
        """The current record, None without a pane."""
        return None if self._view is None else self._view.settings

    def leave_groups(self) -> None:
        """Show the main knobs alone until `make_groups`: they are what is on screen at first."""
        self._is_made_later = True

    def make_groups(self) -> None:
        """Make what `leave_groups` left."""
        self._is_made_later = False
        if self.page is not None:
            self.page.make_form()

    def show_view(self, view: SettingsView | None) -> None:
        """Show a pane's settings; None shows an empty panel."""
        self._view = view
        self._fill_choosers()
        if view is None:
            self.empty.setText(self.tr("Add an extractor to see its settings."))
            self.stack.setCurrentIndex(0)
            return
        settings_class = type(view.settings)
        if settings_class not in self._pages:
            self._pages[settings_class] = self._make_page(settings_class)
        page = self._pages[settings_class]
        page.show_view(view)
        if not (self._is_made_later and page.main.is_useful):
            page.make_form()
        if self.stack.currentWidget() is not self._areas[page]:
            self.stack.setCurrentWidget(self._areas[page])
            page.filter(self.finder.text())

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the first visible setting, or the search."""
        page = self.page
        if page is None:
            return self.finder
        rows = (*page.main.rows.values(), *page.form.rows.values())
        fields = [row.editor.focus_widget for row in rows]
        return next((field for field in fields if field.isVisible()), self.finder)

    def focus_field(self, name: str) -> bool:
        """Show and focus a setting; return whether the shown pane has it."""
        if self.page is None:
            return False
        self.finder.clear()
        row = self.page.form.rows.get(name)
        if row is None:
            return False
        self.page.form.focus_field(name)
        self.page.layout_now()
        area = self._areas[self.page]
        area.ensureWidgetVisible(row, 0, theme.px(48))
        return True

    def _make_head(self) -> None:
        self.title = TextLabel(self.tr("Settings"), weight=600)
        self.finder = SearchField(self.tr("Find a setting"))
        self.finder.textChanged.connect(self._filter)
        self.finder.returnPressed.connect(self._focus_first)
        self.undo = IconButton("undo", self.tr("Undo the last change of settings"))
        self.redo = IconButton("redo", self.tr("Redo the change of settings"))
        self.reset_all = IconButton("restore", self.tr("Reset all settings"))
        self.undo.clicked.connect(self.undo_asked)
        self.redo.clicked.connect(self.redo_asked)
        self.reset_all.clicked.connect(self._reset_all)
        self.panes = Combo()
        self.panes.setAccessibleName(self.tr("Pane"))
        self.panes.activated.connect(
            lambda index: self.pane_chosen.emit(self.panes.itemData(index))
        )
        self.presets = Combo()
        self.presets.setAccessibleName(self.tr("Preset"))
        self.presets.activated.connect(self._choose_preset)

    def _assemble(self) -> None:
        self._top = theme.spaced(QHBoxLayout(), (16, 8, 10, 4), 4)
        self._top.addWidget(self.title)
        self._top.addWidget(self.finder, 1)
        for button in (self.undo, self.redo, self.reset_all):
            self._top.addWidget(button)
        self._choosers = theme.spaced(QHBoxLayout(), (16, 4, 16, 8), 8)
        self._choosers.addWidget(self.panes, 6)
        self._choosers.addWidget(self.presets, 5)
        line = QFrame()
        line.setProperty("role", "line")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._top)
        column.addLayout(self._choosers)
        column.addWidget(line)
        column.addWidget(self.stack, 1)

    def _make_page(self, settings_class: type[Settings]) -> SettingsPage:
        # From the outside in: Qt styles all children anew of a widget that gets another parent.
        area = QScrollArea(self.stack)
        page = SettingsPage(settings_class, area.viewport())
        page.changed.connect(self._emit_changed)
        page.main.moved.connect(self._move)
        page.main.link_asked.connect(
            lambda lock: self.link_asked.emit(self._view.pane if self._view else "", lock)
        )
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        self.stack.addWidget(area)
        self._areas[page] = area
        return page

    def _fill_choosers(self) -> None:
        view = self._view
        panes = () if view is None else view.panes
        entries = [(f"{choice.number}  {choice.name}", choice.name) for choice in panes]
        self.panes.set_entries(entries, "" if view is None else view.pane)
        self.panes.setVisible(bool(entries))
        presets = [] if view is None else self._preset_entries(view)
        self.presets.set_entries(
            [(text, name) for text, name, _ in presets], None if view is None else view.preset
        )
        for index, (_, _, tip) in enumerate(presets):
            self.presets.setItemData(index, plain(tip), Qt.ItemDataRole.ToolTipRole)
        self.presets.setVisible(bool(view and view.presets))
        self.undo.setVisible(view is not None and view.can_undo is not None)
        self.redo.setVisible(view is not None and view.can_redo is not None)
        self.undo.setEnabled(bool(view and view.can_undo))
        self.redo.setEnabled(bool(view and view.can_redo))
        self.reset_all.setEnabled(view is not None and view.settings != type(view.settings)())

    def _preset_entries(self, view: SettingsView) -> list[tuple[str, str | None, str]]:
        entries: list[tuple[str, str | None, str]] = [
            (self.tr("Preset: default"), "", self.tr("All settings at their defaults"))
        ]
        entries += [
            (
                self.tr("Preset: {name}").format(name=declared(preset.name)),
                preset.name,
                declared(preset.help),
            )
            for preset in view.presets
        ]
        if view.preset is None:
            entries.append(
                (self.tr("Preset: custom"), None, self.tr("Settings that match no preset"))
            )
        return entries

    def _choose_preset(self, index: int) -> None:
        name = self.presets.itemData(index)
        if name is not None:
            self.preset_chosen.emit(name)

    def _focus_first(self) -> None:
        """Focus the first matching setting."""
        entry = self.entry()
        if entry is not None:
            entry.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _filter(self, text: str) -> None:
        if self.page is not None:
            self.page.filter(text)

    def _emit_changed(self, settings: Settings) -> None:
        self._echo(settings)
        self.changed.emit(settings)

    def _move(self, effect: MainMove) -> None:
        view = self._view
        if view is None:
            return
        settings = effect.settings[view.pane]
        if settings == view.settings and set(effect.settings) == {view.pane}:
            return
        self._echo(settings)
        if view.others:
            self.main_moved.emit(effect)
        else:
            self.changed.emit(settings)

    def _echo(self, settings: Settings) -> None:
        """Show a change immediately, before the program answers."""
        if self._view is not None:
            self.show_view(replace(self._view, settings=settings, errors={}))

    def _reset_all(self) -> None:
        if self.page is not None:
            self.page.form.reset(list(self.page.form.rows))

    def _restyle(self) -> None:
        self.empty.setMargin(theme.px(16))
