"""Appearance: heatmap and values on the page, theme, size and language of the interface."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.preferences import Language, ThemeChoice, language_code
from boilerscope.app.window.appearance import apply_theme, theme_of
from boilerscope.app.window.translation import is_chinese, translate
from boilerscope.widgets import theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.widgets.page.panel import PagePanel

_INTENSITY_STEP = 10
_SIZE_STEP = 0.1
_MIN_SIZE, _MAX_SIZE = 0.8, 2.0
_MAX_INTENSITY = 100


class AppearanceController(QObject):
    """Changes the preferences of the appearance, and applies them.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    panel : PagePanel
        The page column with its heatmap.
    theme_changed : callable
        Redraws the parts that have no style sheet in a new theme or size.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        panel: PagePanel,
        theme_changed: Callable[[], object],
    ) -> None:
        super().__init__(context.views)
        self._store, self._views, self._notifier = (
            context.preferences,
            context.views,
            context.notifier,
        )
        self._panel, self._theme_changed = panel, theme_changed
        change = self._store.change
        actions.add("heatmap", self.toggle_heatmap, checked=lambda: self._store.current.heatmap)
        actions.add("values", self.toggle_values, checked=lambda: self._store.current.values)
        actions.add_all({"theme": self.toggle_theme, "language": self.toggle_language})
        actions.add(
            "intensity_up",
            lambda: self._change_intensity(_INTENSITY_STEP),
            enabled=lambda: self._store.current.intensity < _MAX_INTENSITY,
        )
        actions.add(
            "intensity_down",
            lambda: self._change_intensity(-_INTENSITY_STEP),
            enabled=lambda: self._store.current.intensity > 0,
        )
        actions.add(
            "theme_system",
            lambda: change(theme=ThemeChoice.SYSTEM),
            enabled=lambda: self._store.current.theme is not ThemeChoice.SYSTEM,
        )
        self._add_sizes(actions)
        panel.intensity_changed.connect(lambda share: change(intensity=round(share * 100)))
        panel.heatmap_toggled.connect(lambda shown: change(heatmap=shown))
        self._store.changed.connect(self.apply)

    def _add_sizes(self, actions: ActionRegistry) -> None:
        for name, size, can_change in (
            ("larger", lambda: theme.scale() + _SIZE_STEP, lambda: theme.scale() < _MAX_SIZE),
            ("smaller", lambda: theme.scale() - _SIZE_STEP, lambda: theme.scale() > _MIN_SIZE),
            ("normal_size", lambda: 1.0, lambda: theme.scale() != 1.0),
        ):
            actions.add(name, partial(self._resize_to, size), enabled=can_change)

    def apply(self) -> None:
        """Apply the preferences: theme, size, heatmap, width of pages."""
        preferences = self._store.current
        colours, size = theme_of(preferences.theme), preferences.interface_size
        if theme.current() is not colours or theme.scale() != size:
            apply_theme(colours, size)
            self._theme_changed()
        self._panel.show_preferences(
            intensity=preferences.intensity / 100,
            heatmap=preferences.heatmap,
            values=preferences.values,
        )
        self._panel.view.set_capture_width(preferences.capture_width)
        self._views.refresh_only("actions")

    def toggle_heatmap(self) -> None:
        """Switch the heatmap on or off."""
        self._store.change(heatmap=not self._store.current.heatmap)

    def toggle_values(self) -> None:
        """Switch the values on the page on or off."""
        self._store.change(values=not self._store.current.values)

    def toggle_theme(self) -> None:
        """Switch between light and dark."""
        dark = theme.current() is theme.DARK
        self._store.change(theme=ThemeChoice.LIGHT if dark else ThemeChoice.DARK)

    def toggle_language(self) -> None:
        """Switch the language; the next start uses it."""
        chinese = is_chinese(language_code(self._store.current.language))
        if self._store.change(language=Language.ENGLISH if chinese else Language.CHINESE):
            self._notifier.notify(translate("The language changes at the next start."))

    def _change_intensity(self, difference: int) -> None:
        intensity = self._store.current.intensity + difference
        self._store.change(intensity=min(max(intensity, 0), _MAX_INTENSITY))

    def _resize_to(self, size: Callable[[], float]) -> None:
        self._resize(size())

    def _resize(self, size: float) -> None:
        self._store.change(interface_size=round(min(max(size, _MIN_SIZE), _MAX_SIZE), 1))
