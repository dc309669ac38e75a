"""Settings of panes: panel, thresholds of curves, presets, undo."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.field_changes import changed_between
from boilerscope.app.session.panel_view import settings_view
from boilerscope.app.window import own_presets
from boilerscope.extractors.errors import BoilerscopeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.widgets.curves import CurvesView
    from boilerscope.widgets.settings.main_knobs import MainMove
    from boilerscope.widgets.settings.panel import SettingsPanel


SETTINGS_VIEW, CURVES_VIEW = "settings", "curves"
"""Names of the views that show their own changes at once."""


class SettingsController(QObject):
    """Passes settings from panel and curves to the session.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    panel : SettingsPanel
        Settings of the active pane.
    curves : CurvesView
        Curves with thresholds that can be dragged.
    reveal : callable
        Makes a view visible.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        panel: SettingsPanel,
        curves: CurvesView,
        reveal: Callable[[QWidget], object],
    ) -> None:
        super().__init__(context.views)
        self._context, self._session_controller = context, context.session_controller
        self._panel, self._curves, self._reveal = panel, curves, reveal
        controller = context.session_controller
        actions.add_all(
            {
                "save_preset": self.save_preset,
                "edit_presets": self.edit_presets,
            }
        )
        for action, handler in (
            ("rename_preset", self.rename_preset),
            ("delete_preset", self.delete_preset),
        ):
            actions.add(action, handler, enabled=lambda: bool(self._own_preset()))
        actions.add("reset_all", self.reset_all, enabled=self._is_changed)
        panel.changed.connect(self._on_changed)
        panel.main_moved.connect(self._on_main_moved)
        panel.pane_chosen.connect(controller.activate)
        panel.link_asked.connect(controller.link_pane)
        panel.preset_chosen.connect(self._on_preset)
        panel.undo_asked.connect(controller.undo)
        panel.redo_asked.connect(controller.redo)
        curves.threshold_dragged.connect(partial(self.set_field, initiator=CURVES_VIEW))
        curves.pane_chosen.connect(controller.activate)

    def refresh(self) -> None:
        """Show the settings of the active pane, and report presets that cannot be read."""
        context = self._context
        self._panel.show_view(settings_view(context.session, context.presets))
        pane = context.active_pane
        if pane is not None:
            problem = context.presets.take_problem(pane.extractor)
            if problem:
                context.notifier.notify(problem)

    def refresh_curves(self) -> None:
        """Show the curves of the active pane."""
        self._curves.show_scene(self._context.views.scene)

    # -- actions ---------------------------------------------------------------------------

    def reset_all(self) -> None:
        """Reset all settings of the active pane."""
        pane = self._context.active_pane
        if pane is not None:
            self._session_controller.reset(pane.name)

    def _is_changed(self) -> bool:
        pane = self._context.active_pane
        return pane is not None and pane.settings != type(pane.settings)()

    def save_preset(self) -> None:
        """Ask for a name and save the active pane's settings as a preset."""
        context, pane = self._context, self._context.active_pane
        if pane is not None and own_presets.ask_and_save(
            self._panel.window(), context.presets, pane.extractor, pane.settings
        ):
            context.views.refresh_only("settings")

    def rename_preset(self) -> None:
        """Ask for another name of the preset that the active pane shows."""
        context, pane, name = self._context, self._context.active_pane, self._own_preset()
        if pane is not None and own_presets.ask_and_rename(
            self._panel.window(), context.presets, pane.extractor, name
        ):
            context.views.refresh_only("settings")

    def delete_preset(self) -> None:
        """Delete the preset that the active pane shows; its settings stay."""
        context, pane, name = self._context, self._context.active_pane, self._own_preset()
        if pane is not None and own_presets.ask_and_delete(
            self._panel.window(), context.presets, pane.extractor, name
        ):
            context.views.refresh_only("settings")

    def _own_preset(self) -> str:
        """Return the user's preset that the active pane shows, empty for none."""
        pane = self._context.active_pane
        if pane is None:
            return ""
        return self._context.presets.own_name(pane.extractor, pane.settings)

    def edit_presets(self) -> None:
        """Open the file with the user's presets of the active pane's extractor."""
        pane = self._context.active_pane
        if pane is not None:
            message = own_presets.edit_file(self._context.presets, pane.extractor)
            if message:
                self._context.notifier.notify(message)

    # -- requests of other controllers -----------------------------------------------------

    def apply_preset(self, name: str, preset: str) -> None:
        """Apply a preset to a pane; an empty name means the defaults."""
        context = self._context
        try:
            settings = context.presets.settings(context.session.pane(name).extractor, preset)
        except BoilerscopeError as error:  # the user has edited the presets file
            context.notifier.notify(str(error))
            context.views.refresh_only("settings")
        else:
            self._session_controller.set_settings({name: settings})

    def go_to_setting(self, name: str, field: str) -> None:
        """Show a pane's setting in the panel and give it the focus."""
        self._session_controller.activate(name)
        self._context.views.flush()
        self._reveal(self._panel)
        self._panel.focus_field(field)

    def set_field(self, name: str, field: str, value: float, *, initiator: str = "") -> None:
        """Change one setting of a pane, or report why the value is invalid."""
        error = self._session_controller.set_field(name, field, value, initiator=initiator)
        if error:
            self._context.notifier.notify(error, kind="setting")

    # -- the panel -------------------------------------------------------------------------

    def _on_changed(self, settings: Settings) -> None:
        pane = self._context.active_pane
        if pane is None:
            return
        fields = list(changed_between(pane.settings, settings))
        if len(fields) == 1:
            self._curves.follow(pane.name, fields[0])
        self._session_controller.set_settings(
            {pane.name: settings}, ",".join(fields), initiator=SETTINGS_VIEW
        )

    def _on_main_moved(self, move: MainMove) -> None:
        self._curves.follow(self._context.session.active, move.changes[0].field)
        self._session_controller.set_settings(
            dict(move.settings), move.main.value, initiator=SETTINGS_VIEW
        )

    def _on_preset(self, preset: str) -> None:
        pane = self._context.active_pane
        if pane is not None:
            self.apply_preset(pane.name, preset)
