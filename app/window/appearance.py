"""Theme, language and fonts of the whole program."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from boilerscope.app.session.preferences import Preferences, ThemeChoice, language_code
from boilerscope.app.window.translation import install_language
from boilerscope.resources.loader import resource_path
from boilerscope.widgets import theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QCoreApplication


def dress(app: QApplication, preferences: Preferences) -> None:
    """Set language, fonts, icon and theme of a program that has no window yet.

    `style` completes it when the window is put together.
    """
    install_language(app, language_code(preferences.language))
    theme.load_fonts(resource_path("fonts"))
    app.setWindowIcon(QIcon(str(resource_path("icons/boilerscope.svg"))))
    theme.apply(app, theme_of(preferences.theme), size=preferences.interface_size, style_sheet=None)


def style(app: QApplication) -> None:
    """Give the windows of the program their style sheet."""
    theme.apply_style_sheet(app, _style_sheet())


def theme_of(choice: ThemeChoice) -> theme.Theme:
    """Return the theme of a choice; the system decides if the choice leaves it to the system."""
    if choice is ThemeChoice.SYSTEM:
        dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
    else:
        dark = choice is ThemeChoice.DARK
    return theme.DARK if dark else theme.LIGHT


@contextmanager
def drawn_in(colours: theme.Theme) -> Iterator[None]:
    """Draw in a theme meanwhile: the window has it, too, but shows nothing before it has its own.

    Nothing may run the event loop meanwhile.
    """
    own = theme.current()
    if colours is own:
        yield
        return
    apply_theme(colours, theme.scale())
    try:
        yield
    finally:
        apply_theme(own, theme.scale())


def apply_theme(colours: theme.Theme, size: float) -> None:
    """Apply a theme and an interface size."""
    app: QCoreApplication | None = QApplication.instance()
    if isinstance(app, QApplication):
        theme.apply(app, colours, size=size, style_sheet=_style_sheet())


def _style_sheet() -> str:
    return resource_path("style/window.qss").read_text(encoding="utf-8")
