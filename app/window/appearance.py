"""Puts theme, language and fonts in force for the whole program, whichever window opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from app.session.preferences import Preferences, ThemeChoice, language_code
from app.window.translation import install_language
from resources.loader import resource_path
from widgets import theme

if TYPE_CHECKING:
    from PySide6.QtCore import QCoreApplication


def dress(app: QApplication, preferences: Preferences) -> None:
    """Give a program that has no window yet its language, fonts, icon and theme."""
    install_language(app, language_code(preferences.language))
    theme.load_fonts(resource_path("fonts"))
    app.setWindowIcon(QIcon(str(resource_path("icons/boilerscope.svg"))))
    put_theme(wanted_theme(preferences.theme), preferences.interface_size)


def wanted_theme(choice: ThemeChoice) -> theme.Theme:
    """Return the theme of a choice, which may be to follow the system."""
    if choice is ThemeChoice.SYSTEM:
        dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
    else:
        dark = choice is ThemeChoice.DARK
    return theme.DARK if dark else theme.LIGHT


def put_theme(chosen: theme.Theme, size: float) -> None:
    """Put a theme and an interface size in force."""
    app: QCoreApplication | None = QApplication.instance()
    if isinstance(app, QApplication):
        sheet = resource_path("style/window.qss").read_text(encoding="utf-8")
        theme.apply(app, chosen, size=size, style_sheet=sheet)
