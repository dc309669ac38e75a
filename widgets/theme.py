"""Theme of the window: colours, fonts, icons and lengths.

Widgets read `current()` when they paint, and repaint on `signals().changed`. Layouts declare their
margins with `spaced`, and `follow` calls what else depends on the theme. Only
`boilerscope.widgets.colours` defines other colours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTemporaryDir, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QPalette,
    QPixmap,
)
from PySide6.QtWidgets import QApplication, QLayout

from boilerscope.widgets import icons

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Margins = tuple[float, float, float, float]
AnyLayout = TypeVar("AnyLayout", bound=QLayout)


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by role: blue is kept, orange dropped, magenta selected, viridis a value."""

    name: str
    window: str
    surface: str
    raised: str
    hover: str
    track: str
    histogram: str
    line: str
    strong_line: str
    control_line: str
    ink: str
    ink2: str
    ink3: str
    button: str
    button_text: str
    content: str
    content_fill: str
    content_ink: str
    boilerplate: str
    boilerplate_fill: str
    boilerplate_ink: str
    missed: str
    title: str
    comment: str
    selection: str
    selection_fill: str
    split: str
    warning: str
    warning_fill: str
    error: str
    error_fill: str
    viridis_low: float
    viridis_high: float

    def colour(self, role: str) -> QColor:
        """Return the colour of a role by field name."""
        return QColor(getattr(self, role))


LIGHT = Theme(
    name="light",
    window="#EEF0F3",
    surface="#FFFFFF",
    raised="#F7F8FA",
    hover="#E4E8ED",
    track="#D3D9E0",
    histogram="#C5CDD6",
    line="#DCE0E5",
    strong_line="#B9C0C9",
    control_line="#828B96",
    ink="#1A1E23",
    ink2="#525C67",
    ink3="#6B7580",
    button="#2B333C",
    button_text="#FFFFFF",
    content="#0B63C5",
    content_fill="#DCE9FA",
    content_ink="#0A4C99",
    boilerplate="#CC5F00",
    boilerplate_fill="#FBE6D3",
    boilerplate_ink="#8F4200",
    missed="#B65200",
    title="#0A3D7A",
    comment="#00795A",
    selection="#B3126B",
    selection_fill="#FDF1F8",
    split="#4A3B5C",
    warning="#7A5B00",
    warning_fill="#FFF4CC",
    error="#B3261E",
    error_fill="#FCEBEA",
    viridis_low=0.0,
    viridis_high=0.92,
)
DARK = Theme(
    name="dark",
    window="#14171B",
    surface="#1B1F24",
    raised="#22272D",
    hover="#2A3037",
    track="#3A424B",
    histogram="#46505B",
    line="#2E343B",
    strong_line="#4B545E",
    control_line="#6A7480",
    ink="#E7EAEE",
    ink2="#AAB3BD",
    ink3="#8D97A2",
    button="#DDE2E8",
    button_text="#14171B",
    content="#5AA7FF",
    content_fill="#1D3450",
    content_ink="#8FC3FF",
    boilerplate="#F08C3A",
    boilerplate_fill="#432B17",
    boilerplate_ink="#FFB87A",
    missed="#F08C3A",
    title="#B7D7FF",
    comment="#3FC49B",
    selection="#FF74B8",
    selection_fill="#33202C",
    split="#B9A6D3",
    warning="#F0CF6A",
    warning_fill="#3A3216",
    error="#FF8A80",
    error_fill="#40211F",
    viridis_low=0.18,
    viridis_high=1.0,
)


class _Signals(QObject):
    changed = Signal()
    """Theme or interface size changed."""


_NO_RULES = "/* no rules */"
"""Style sheet without an effect. To remove a style sheet makes Qt delete the style that draws it,
which Python may still refer to: the program crashes when it deletes that style again.
"""


class _State:
    theme = LIGHT
    scale = 1.0


@cache
def signals() -> _Signals:
    """Return the object whose signal `changed` requests a repaint."""
    return _Signals(QApplication.instance())


def follow(restyle: Callable[[], object]) -> None:
    """Call a method of a widget now, and again when the theme or the interface size changes."""
    signals().changed.connect(restyle)
    restyle()


class _Spacing(QObject):
    """Margins and spacing of a layout at the interface size; it lives as long as the layout."""

    def __init__(self, layout: QLayout, margins: Margins | None, spacing: float | None) -> None:
        super().__init__(layout)
        self._layout, self._margins, self._spacing = layout, margins, spacing
        follow(self._apply)

    def _apply(self) -> None:
        if self._margins is not None:
            self._layout.setContentsMargins(*map(px, self._margins))
        if self._spacing is not None:
            self._layout.setSpacing(px(self._spacing))


def spaced(
    layout: AnyLayout, margins: Margins | None = None, spacing: float | None = None
) -> AnyLayout:
    """Give a layout margins and spacing that follow the interface size; return the layout.

    Parameters
    ----------
    margins : tuple of float, optional
        Left, top, right and bottom, pixels at 100 %.
    spacing : float, optional
        Space between the parts, pixels at 100 %.
    """
    _Spacing(layout, margins, spacing)
    return layout


def current() -> Theme:
    """Return the current theme."""
    return _State.theme


def scale() -> float:
    """Return the interface size, 1.0 = 100 %."""
    return _State.scale


def px(size: float) -> int:
    """Return a length of the design in pixels at the interface size."""
    return round(size * _State.scale)


def colour(role: str) -> QColor:
    """Return a colour of the current theme, by role name."""
    return _State.theme.colour(role)


def load_fonts(folder: Path) -> list[str]:
    """Load the built-in fonts and return their families."""
    families: list[str] = []
    for file in sorted(folder.glob("*.[ot]tf")):
        font_id = QFontDatabase.addApplicationFont(str(file))
        families.extend(QFontDatabase.applicationFontFamilies(font_id))
    return families


def font(size: float = 13, weight: int = 400, *, mono: bool = False) -> QFont:
    """Return a font of the design's scale, with tabular figures.

    Parameters
    ----------
    size : float
        Pixels at 100 % interface size.
    weight : int
        400 or 600.
    mono : bool
        Whether to use the system's monospaced font in place of Inter.
    """
    if mono:
        result = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    else:
        result = QFont()
        result.setFamilies(["Inter", "Noto Sans CJK SC", "DejaVu Sans"])
        result.setFeature(QFont.Tag("tnum"), 1)
    result.setPixelSize(max(px(size), 1))
    result.setWeight(QFont.Weight(weight))
    return result


def icon(name: str, role: str = "ink2", *, active_role: str = "ink") -> QIcon:
    """Return an icon by its ``mdi6`` name in a colour of the theme."""
    current = _State.theme
    colours = icons.IconColours(
        getattr(current, role), getattr(current, active_role), current.strong_line
    )
    return icons.icon(name, colours)


def pixmap(name: str, size: int = 16, role: str = "ink2") -> QPixmap:
    """Return an icon as a pixmap at the interface size."""
    return icon(name, role).pixmap(px(size), px(size))


def palette() -> QPalette:
    """Return the Qt palette of the current theme."""
    theme = _State.theme
    result = QPalette()
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.WindowText: theme.ink,
        QPalette.ColorRole.Base: theme.surface,
        QPalette.ColorRole.AlternateBase: theme.raised,
        QPalette.ColorRole.Text: theme.ink,
        QPalette.ColorRole.Button: theme.raised,
        QPalette.ColorRole.ButtonText: theme.ink,
        QPalette.ColorRole.Highlight: theme.hover,
        QPalette.ColorRole.HighlightedText: theme.ink,
        QPalette.ColorRole.Link: theme.content_ink,
        QPalette.ColorRole.PlaceholderText: theme.ink3,
        QPalette.ColorRole.ToolTipBase: theme.surface,
        QPalette.ColorRole.ToolTipText: theme.ink,
        QPalette.ColorRole.Accent: theme.button,
        QPalette.ColorRole.Light: theme.raised,
        QPalette.ColorRole.Midlight: theme.line,
        QPalette.ColorRole.Mid: theme.strong_line,
        QPalette.ColorRole.Dark: theme.control_line,
        QPalette.ColorRole.Shadow: theme.line,
    }
    for role, value in roles.items():
        result.setColor(role, QColor(value))
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
    ):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.ink3))
    return result


def apply(
    app: QApplication, theme: Theme, *, size: float = 1.0, style_sheet: str | None = ""
) -> None:
    """Apply a theme and an interface size.

    Parameters
    ----------
    theme : Theme
        `LIGHT` or `DARK`.
    size : float
        Interface size, 0.8 to 2.0.
    style_sheet : str or None
        Template of the style sheet, see `fill`; None leaves the style sheet as it is.
    """
    _State.theme = theme
    _State.scale = min(max(size, 0.8), 2.0)
    if not app.styleSheet():  # else it has the style; to set it again polishes every widget
        app.setStyle("Fusion")
    app.setPalette(palette())
    app.setFont(font())
    if style_sheet is not None:
        apply_style_sheet(app, style_sheet)
    signals().changed.emit()


def apply_style_sheet(app: QApplication, template: str) -> None:
    """Give all widgets a style sheet, see `fill`.

    With a style sheet, Qt styles all children of a widget anew each time that the widget gets a
    parent: a window whose parts are put together before has them styled once.
    """
    app.setStyleSheet(fill(template) or _NO_RULES)


def fill(template: str) -> str:
    """Fill a style sheet template with the colours and lengths of the current theme.

    ``@role`` becomes a colour, ``@px(N)`` a length at the interface size, and
    ``@icon(name, role)`` the path of a picture of the icon: a style sheet cannot draw icons.
    """
    pattern = r"@px\(([\d.]+)\)|@icon\(([\w-]+), *(\w+)\)|@(\w+)"
    return re.sub(pattern, _filled, template)


def _filled(match: re.Match[str]) -> str:
    length, name, icon_role, role = match.groups()
    if length is not None:
        return f"{px(float(length))}px"
    if (role or icon_role) not in _ROLES:
        raise KeyError(f"{role or icon_role!r} in the style sheet is not a colour of the theme")
    if name is not None:
        return _icon_file(name, _State.theme.name, icon_role, px(16))
    return str(getattr(_State.theme, role))


@cache
def _icon_file(name: str, theme_name: str, role: str, size: int) -> str:
    """Write an icon as a picture, also at double size for high-density screens; return its path."""
    base = f"{_picture_folder().path()}/{name}-{theme_name}-{role}-{size}"
    source = icon(name, role, active_role=role)
    for ratio, suffix in ((1, ""), (2, "@2x")):
        path = f"{base}{suffix}.png"
        if not source.pixmap(size * ratio, size * ratio).save(path):
            raise OSError(f"the picture of an icon could not be written to {path}")
    return f"{base}.png"


@cache
def _picture_folder() -> QTemporaryDir:
    folder = QTemporaryDir()
    if not folder.isValid():
        raise OSError(f"no temporary folder for icons: {folder.errorString()}")
    return folder


_ROLES = frozenset(field.name for field in fields(Theme))
