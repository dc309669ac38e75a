"""What every action does, and the QActions, menu and key help made from the table of actions."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QTextCursor
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.session import exporting, layers
from app.session.preferences import Language, ThemeChoice, language_code
from app.window import closing, focus, own_presets
from app.window.actions import ACTIONS, ALT, PANE_KEYS, Action, Menu, Where, keys_in_force
from app.window.dialogs import show_error, show_help, show_text
from app.window.key_routing import KeyRouter
from app.window.translation import is_chinese, say
from extractors import registry
from extractors.errors import BoilerscopeError
from extractors.formats import settings_file
from widgets import theme
from widgets.records import ShowAs
from widgets.start_screen import dropped_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.window_controller import WindowController
    from extractors.page import Page
    from widgets.records import PaneRecord

_INTENSITY_STEP = 10
_RESTORED_MS = 20_000  # a page that is shown takes the eye first
_SIZE_STEP = 0.1


class Commands(QObject):
    """One method per action, named as in the table; menus and keys call them.

    Parameters
    ----------
    window_controller : WindowController
        Session controller, window and preferences.
    """

    def __init__(self, window_controller: WindowController) -> None:
        super().__init__(window_controller)
        self._window_controller = window_controller
        self._session_controller, self._window = (
            window_controller.session_controller,
            window_controller.window,
        )
        self.actions = {one.id: self._make(one) for one in ACTIONS}
        self._served = [*self.actions.values(), *self._pane_keys()]
        self._router = KeyRouter(keys_in_force(), self.refresh, lambda: self.trigger("menu"), self)
        self.menu_root = self._make_menu()
        self._window.arrangement.opened.connect(focus.enter)
        self.serve(self._window)

    def trigger(self, identifier: str) -> None:
        """Do what an action does, as if it was chosen from the menu."""
        self.actions[identifier].trigger()

    def serve(self, window: QWidget) -> None:
        """Have all keys work in a window: the main one, or that of a detached pane."""
        window.addActions(self._served)
        self._router.watch(window)

    def refresh(self) -> None:
        """Enable what can be done now."""
        session = self._session_controller.session
        there = {
            "": True,
            "page": session.page is not None,
            "pane": bool(session.active) and session.page is not None,
            "settings": bool(session.active),
            "selection": self._window.selection.selection is not None,
            "boxes": self._window_controller.box_overlay.usable,
        }
        for one in ACTIONS:
            self.actions[one.id].setEnabled(there[one.needs])
        self.actions["undo"].setEnabled(session.can_undo())
        self.actions["redo"].setEnabled(session.can_redo())
        self.actions["heatmap"].setChecked(self._window_controller.preferences.heatmap)
        self.actions["values"].setChecked(self._window_controller.preferences.values)
        self.actions["back_to_result"].setEnabled(session.step is not None)

    def recolour(self) -> None:
        """Take icons in the theme's colours."""
        for one in ACTIONS:
            if one.icon:
                self.actions[one.id].setIcon(theme.icon(one.icon))

    # -- page ------------------------------------------------------------------------------

    def focus_address(self) -> None:
        """Go to the address field."""
        self._window.top.address.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._window.top.address.selectAll()

    def open_file(self) -> None:
        """Ask for a file and open it."""
        file, _ = QFileDialog.getOpenFileName(
            self._window,
            say("Open a page"),
            "",
            say("Pages") + " (*.html *.htm *.xhtml *.shtml *.bscope);;" + say("All files") + " (*)",
        )
        if file:
            self._session_controller.open(file)

    def paste_html(self) -> None:
        """Open what is on the clipboard."""
        text = dropped_text(QGuiApplication.clipboard().mimeData())
        if text:
            self._session_controller.open(text)
        else:
            self._window_controller.notify(say("The clipboard holds no HTML, path or address."))

    def reload(self) -> None:
        """Read the page again."""
        self._session_controller.reload()

    def stop_loading(self) -> None:
        """Give up what is loading or being rendered."""
        closing.stop_loading(self._window_controller)

    def cancel(self) -> None:
        """Close what is open, the innermost thing first; else unselect, else stop loading."""
        closing.close_innermost(self._window_controller)

    def start_screen(self) -> None:
        """Show samples and recent pages."""
        self._window_controller.show_start()

    def capture_again(self) -> None:
        """Capture the rendered page once more."""
        self._window_controller.capture_again()

    def lay_out(self) -> None:
        """Read boxes and looks of the page again, as wide as the pane's settings say."""
        self._window_controller.lay_out()

    def export(self) -> None:
        """Ask what to export and write it."""
        self._window_controller.exports.ask()

    def export_window(self) -> None:
        """Save the window as a picture."""
        self._window_controller.exports.window_picture()

    def export_page(self) -> None:
        """Save the page with its heatmap as a picture."""
        self._window_controller.exports.page_picture()

    def save_snapshot(self) -> None:
        """Save the page with its layout, style sheets, images and fonts in one file."""
        file = self._window_controller.exports.ask_file(
            say("Save a snapshot of the page"), "page.bscope", "Boilerscope (*.bscope)"
        )
        if file is not None:
            self._window_controller.page_saver.save_snapshot(file)

    def save_settings(self) -> None:
        """Write panes and settings to a file."""
        file = self._window_controller.exports.ask_file(
            say("Save the panes' settings"), "panes.toml", "TOML (*.toml)"
        )
        if file is not None:
            try:
                exporting.write_settings(self._session_controller.session.panes, file)
            except BoilerscopeError as error:
                self._show_error(say("The settings could not be written"), str(error))
            else:
                self._window_controller.kept_panes.mark_saved(
                    self._session_controller.session.panes
                )

    def open_settings(self) -> None:
        """Read panes and settings from a file."""
        file, _ = QFileDialog.getOpenFileName(
            self._window, say("Open panes and settings"), "", "TOML (*.toml)"
        )
        if file:
            self.load_settings(Path(file))

    def load_settings(self, file: Path) -> bool:
        """Show the panes of a settings file; return whether it could be read."""
        try:
            panes = settings_file.read(file.read_text(encoding="utf-8"), name=file.name)
        except (OSError, UnicodeDecodeError, BoilerscopeError) as error:
            self._show_error(say("The settings could not be read"), str(error))
            return False
        self._window_controller.kept_panes.mark_saved(panes)
        self._session_controller.open_panes(panes)
        return True

    def restore_panes(self) -> None:
        """Show the panes of the last session that nobody saved, if there are any."""
        try:
            panes = self._window_controller.kept_panes.read()
        except BoilerscopeError as error:
            self._window_controller.notify(str(error))
            return
        if panes:
            self._session_controller.restore_panes(panes)
            self._say_restored()
            self._session_controller.page_shown.connect(
                self._say_restored, Qt.ConnectionType.SingleShotConnection
            )

    def _say_restored(self) -> None:
        self._window_controller.notify(
            say(
                "Your unsaved panes of the last session are back. Ctrl+Z shows the usual panes,"
                " Ctrl+S saves yours."
            ),
            stays_ms=_RESTORED_MS,
        )

    def quit(self) -> None:
        """Close the window."""
        self._window.close()

    # -- panes -----------------------------------------------------------------------------

    def add_extractor(self) -> None:
        """Open the palette at the extractors."""
        self._window_controller.palette.open(say("Add") + " ")

    def remove_pane(self) -> None:
        """Remove the active pane."""
        self._on_active(self._session_controller.remove_pane)

    def duplicate_pane(self) -> None:
        """Add a second pane with the same settings."""
        self._on_active(self._session_controller.duplicate_pane)

    def fold_pane(self) -> None:
        """Fold the active pane or open it."""
        pane = self._active()
        if pane is not None:
            self._session_controller.fold_pane(pane.name, not pane.folded)

    def move_left(self) -> None:
        """Move the active pane one place to the left."""
        self._move(-1)

    def move_right(self) -> None:
        """Move the active pane one place to the right."""
        self._move(1)

    def run_again(self) -> None:
        """Run the active pane once more."""
        self._on_active(self._session_controller.run_again)

    def copy_pane(self) -> None:
        """Copy what the active pane kept."""
        self._window_controller.exports.copy_own_text()

    def copy_page_text(self) -> None:
        """Copy what the active pane kept, spaced as on the page."""
        self._window_controller.exports.copy_page_text()

    def show_rendered(self) -> None:
        """Show the active pane as rendered text."""
        self._show_as(ShowAs.RENDERED)

    def show_plain(self) -> None:
        """Show the active pane as plain text."""
        self._show_as(ShowAs.PLAIN)

    def show_source(self) -> None:
        """Show the active pane as HTML source."""
        self._show_as(ShowAs.SOURCE)

    def show_web(self) -> None:
        """Show the active pane's result as a web page."""
        self._on_active(self._window_controller.show_web)

    def show_difference(self) -> None:
        """Compare the active pane with the next one."""
        panes, pane = self._session_controller.session.panes, self._active()
        others = [one.name for one in panes if pane is not None and one.name != pane.name]
        if pane is not None and others:
            other = pane.compare_with if pane.compare_with in others else others[0]
            self._session_controller.compare_pane(pane.name, other)

    # -- going about -----------------------------------------------------------------------

    def next_block(self) -> None:
        """Select the block after the selection."""
        self._window_controller.step_block(1)

    def previous_block(self) -> None:
        """Select the block before the selection."""
        self._window_controller.step_block(-1)

    def next_difference(self) -> None:
        """Select the next stretch on which panes disagree."""
        self._window_controller.step_difference(1)

    def previous_difference(self) -> None:
        """Select the stretch before on which panes disagree."""
        self._window_controller.step_difference(-1)

    def align(self) -> None:
        """Bring the selection to the same height everywhere."""
        self._window_controller.align_all()

    def lock(self) -> None:
        """Lock or free the active pane's scrolling."""
        self._on_active(self._window.panes.toggle_free)

    def explain(self) -> None:
        """Open the steps of the selected block in the inspector."""
        self._window.arrangement.reveal(self._window.inspector)
        self._window.inspector.open_steps(self._session_controller.session.active)

    def show_result(self) -> None:
        """Show the active pane's result as a whole in the inspector."""
        # Another pane may have become the active one just now.
        self._window_controller.refresher.flush()
        self._window.arrangement.reveal(self._window.inspector)
        self._window.inspector.show_result()

    def step_back(self) -> None:
        """Show the step before the one on screen."""
        self._window_controller.move_step(-1)

    def step_forward(self) -> None:
        """Show the step after the one on screen."""
        self._window_controller.move_step(1)

    def round_first(self) -> None:
        """Draw the boxes of the first round over the page."""
        self._window_controller.box_overlay.go(1)

    def round_back(self) -> None:
        """Draw boxes as far as the round before."""
        self._window_controller.box_overlay.step(-1)

    def round_forward(self) -> None:
        """Draw boxes as far as the round after."""
        self._window_controller.box_overlay.step(1)

    def round_last(self) -> None:
        """Draw the boxes of all rounds."""
        self._window_controller.box_overlay.go(None)

    def back_to_result(self) -> None:
        """Show the result instead of a step."""
        self._session_controller.show_step("", None)

    def next_region(self) -> None:
        """Give the focus to the next region."""
        self._go_region(1)

    def previous_region(self) -> None:
        """Give the focus to the region before."""
        self._go_region(-1)

    def find(self) -> None:
        """Find in the view that has the focus, else in the active pane."""
        focused = QApplication.focusWidget()
        if focused is not None and self._window.blocks.isAncestorOf(focused):
            self._window.blocks.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif focused is not None and self._window.settings.isAncestorOf(focused):
            self._window.settings.finder.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._window.panes.open_find()

    def show_source_of_page(self, page: Page, line: int) -> None:
        """Show the page's source with one line marked."""
        dialog = QDialog(self._window)
        dialog.setWindowTitle(f"{page.name}, {say('line')} {line}")
        dialog.resize(theme.px(900), theme.px(620))
        text = QPlainTextEdit(page.source)
        text.setReadOnly(True)
        text.setFont(theme.font(12, mono=True))
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        column = QVBoxLayout(dialog)
        column.addWidget(text)
        cursor = QTextCursor(text.document().findBlockByNumber(line - 1))
        cursor.select(QTextCursor.SelectionType.LineUnderCursor)
        text.setTextCursor(cursor)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        text.centerCursor()

    # -- settings --------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the last change back."""
        self._session_controller.undo()

    def redo(self) -> None:
        """Do it again."""
        self._session_controller.redo()

    def reset_all(self) -> None:
        """Set the active pane to its defaults."""
        self._on_active(self._session_controller.reset)

    def save_preset(self) -> None:
        """Ask for a name and keep the active pane's settings under it."""
        pane = self._active()
        if pane is None:
            return
        kept = own_presets.ask_and_keep(
            self._window, self._window_controller.presets, pane.extractor, pane.settings
        )
        if kept:
            self._window_controller.ask("settings")

    def edit_presets(self) -> None:
        """Open the file with the user's own presets of the active pane's extractor."""
        pane = self._active()
        if pane is None:
            return
        said = own_presets.edit_file(self._window_controller.presets, pane.extractor)
        if said:
            self._window_controller.notify(said)

    def ad_hosts(self) -> None:
        """Choose where the list of advertisement hosts comes from, and refresh it."""
        self._window_controller.hosts.open()

    def apply_what_if(self) -> None:
        """Apply the first what-if suggestion."""
        self._window_controller.suggestions.apply()

    # -- view ------------------------------------------------------------------------------

    def palette(self) -> None:
        """Open the command palette."""
        self._window_controller.palette.open("")

    def heatmap(self) -> None:
        """Switch the heatmap on or off."""
        self._window_controller.prefer(heatmap=self.actions["heatmap"].isChecked())

    def values(self) -> None:
        """Switch the values on the page on or off."""
        self._window_controller.prefer(values=self.actions["values"].isChecked())

    def pick(self) -> None:
        """Have the next click on the page select a block."""
        self._window.page.start_picking()

    def intensity_up(self) -> None:
        """Make the tints stronger."""
        self._change_intensity(_INTENSITY_STEP)

    def intensity_down(self) -> None:
        """Make the tints weaker."""
        self._change_intensity(-_INTENSITY_STEP)

    def colour_agreement(self) -> None:
        """Colour the page by agreement."""
        self._session_controller.colour_by(layers.AGREEMENT)

    def tab_blocks(self) -> None:
        """Show the table of blocks."""
        self._window_controller.show_table(self._window.blocks)

    def tab_agreement(self) -> None:
        """Show the matrix of agreement."""
        self._window_controller.show_table(self._window.agreement)

    def tab_steps(self) -> None:
        """Show the steps."""
        self._window_controller.show_table(self._window.steps)

    def tab_tree(self) -> None:
        """Show the tree of units, cards, zones or visual blocks."""
        self._window_controller.show_table(self._window.tree)

    def tab_curves(self) -> None:
        """Show the curves."""
        self._window_controller.show_table(self._window.curves)

    def fold_tables(self) -> None:
        """Fold the tables at the bottom to their tabs, or open them."""
        self._window.arrangement.toggle_bottom()

    def show_settings(self) -> None:
        """Bring the settings to where they can be seen."""
        self._window.arrangement.reveal(self._window.settings)
        focus.enter(self._window.settings)

    def show_inspector(self) -> None:
        """Bring the inspector to where it can be seen."""
        self._window.arrangement.reveal(self._window.inspector)
        focus.enter(self._window.inspector)

    def fold_right(self) -> None:
        """Fold settings and inspector into the rail, or unfold them."""
        self._window.arrangement.toggle_right()

    def theme(self) -> None:
        """Switch between light and dark."""
        dark = theme.current() is theme.DARK
        self._window_controller.prefer(theme=ThemeChoice.LIGHT if dark else ThemeChoice.DARK)

    def theme_system(self) -> None:
        """Follow the system's theme."""
        self._window_controller.prefer(theme=ThemeChoice.SYSTEM)

    def larger(self) -> None:
        """Make the interface larger."""
        self._resize_interface(theme.scale() + _SIZE_STEP)

    def smaller(self) -> None:
        """Make the interface smaller."""
        self._resize_interface(theme.scale() - _SIZE_STEP)

    def normal_size(self) -> None:
        """Give the interface its normal size."""
        self._resize_interface(1.0)

    def language(self) -> None:
        """Switch the language; it is in force at the next start."""
        chinese = is_chinese(language_code(self._window_controller.preferences.language))
        self._window_controller.notify(say("The language changes at the next start."))
        self._window_controller.prefer(language=Language.ENGLISH if chinese else Language.CHINESE)

    def default_arrangement(self) -> None:
        """Bring every view back to its place."""
        self._window.arrangement.default()

    def menu(self) -> None:
        """Open the menu."""
        button = self._window.top.menu_button()
        self.menu_root.popup(button.mapToGlobal(button.rect().bottomLeft()))

    # -- help ------------------------------------------------------------------------------

    def keys(self) -> None:
        """Show all keys."""
        listed = [(say(one.label), ", ".join(one.keys), one.where) for one in ACTIONS if one.keys]
        listed += [
            (say("Make pane n active"), "1 … 9", Where.OUTSIDE_TEXT),
            (say("Colour the page by pane n"), "Alt+1 … 9", Where.WINDOW),
        ]
        cell = "<td style='padding: 2px 16px 2px 0'>"
        rows = "".join(
            f"<tr>{cell}{label}</td>{cell}<b>{keys}</b></td>{cell}{say(where.value)}</td></tr>"
            for label, keys, where in listed
        )
        show_text(self._window, say("All keys"), f"<table>{rows}</table>")

    def help(self) -> None:
        """Show the help of what has the focus: a setting, else the active extractor."""
        pane = self._active()
        found = registry.entry(pane.extractor).extractor if pane is not None else None
        if not show_help(self._window, found):
            self.keys()

    def catalogue(self) -> None:
        """Show the table of all algorithms, and the demos without one."""
        from extractors import catalogue

        show_text(self._window, say("All algorithms"), catalogue.overview(), markdown=True)

    def about(self) -> None:
        """Say what this program is."""
        from importlib.metadata import version

        QMessageBox.about(
            self._window,
            say("About Boilerscope"),
            f"<b>Boilerscope {version('boilerscope')}</b><br>"
            + say("Shows what main-content extraction keeps of a web page, and why."),
        )

    # -- helpers ---------------------------------------------------------------------------

    def _make(self, one: Action) -> QAction:
        handler: Callable[[], None] = getattr(self, one.id)
        made = QAction(say(one.label), self._window)
        made.setObjectName(f"action-{one.id}")
        made.setCheckable(one.checkable)
        made.setShortcuts([QKeySequence(key) for key in one.keys if key != ALT])
        made.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        if one.icon:
            made.setIcon(theme.icon(one.icon))
        made.triggered.connect(handler)
        return made

    def _pane_keys(self) -> list[QAction]:
        keys = []
        for place, (activate, colour) in enumerate(PANE_KEYS):
            keys.append(self._make_key(activate, partial(self._nth, place, self._go_to_pane)))
            keys.append(self._make_key(colour, partial(self._nth, place, self._colour_by_pane)))
        return keys

    def _make_key(self, key: str, handler: Callable[[], None]) -> QAction:
        made = QAction(self._window)
        made.setShortcut(QKeySequence(key))
        made.triggered.connect(handler)
        return made

    def _go_to_pane(self, name: str) -> None:
        """Make a pane the active one; one with a window of its own comes to the front."""
        self._session_controller.activate(name)
        self._window.panes.raise_window(name)

    def _make_menu(self) -> QMenu:
        root = QMenu(self._window)
        for heading in Menu:
            menu = root.addMenu(say(heading.value))
            for one in ACTIONS:
                if one.menu is heading:
                    menu.addAction(self.actions[one.id])
        return root

    def _active(self) -> PaneRecord | None:
        session = self._session_controller.session
        return session.pane(session.active) if session.active else None

    def _on_active(self, do: Callable[[str], object]) -> None:
        pane = self._active()
        if pane is not None:
            do(pane.name)

    def _nth(self, place: int, do: Callable[[str], object]) -> None:
        panes = self._session_controller.session.panes
        if place < len(panes):
            do(panes[place].name)

    def _colour_by_pane(self, name: str) -> None:
        self._session_controller.colour_by(layers.label_key(name))

    def _move(self, by: int) -> None:
        pane = self._active()
        if pane is not None:
            self._session_controller.move_pane(pane.name, pane.number - 1 + by)

    def _show_as(self, show_as: ShowAs) -> None:
        self._on_active(lambda name: self._session_controller.show_pane_as(name, show_as))

    def _change_intensity(self, by: int) -> None:
        wanted = min(max(self._window_controller.preferences.intensity + by, 0), 100)
        self._window_controller.prefer(intensity=wanted)

    def _resize_interface(self, size: float) -> None:
        self._window_controller.prefer(interface_size=round(min(max(size, 0.8), 2.0), 1))

    def _go_region(self, by: int) -> None:
        focus.go_to_region(self._window.regions(), by)

    def _show_error(self, what: str, why: str) -> None:
        show_error(self._window, what, why)
