"""Tab of the export dialog for pictures: what to draw, format and scale, beside a preview.

Input: the pictures that there are, a function that draws one. Output: the choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.export.file_row import FileRow
from boilerscope.widgets.export.form_scroll import FormScroll
from boilerscope.widgets.export.tab import NO_COMMAND, CommandLine
from boilerscope.widgets.labels import PlainLabel, TextLabel
from boilerscope.widgets.pictures.figure import MAX_SIDE, PictureKind
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from PySide6.QtGui import QImage

_FORM_WIDTH = 460
_PREVIEW_MS = 100
_SCALES = (1, 2, 3)
_MAX_LABEL = 42


class Include(StrEnum):
    """Part of a picture that the user can leave out."""

    LEGEND = "legend"
    LETTERS = "letters"
    VALUES = "values"
    SELECTION = "selection"
    CAPTION = "caption"


@dataclass(frozen=True, slots=True)
class PictureLine:
    """A picture that can be drawn.

    Attributes
    ----------
    key : str
        Identifier.
    label : str
        Name on screen.
    width, height : int
        Size at 100 %, pixels; 0 if it is not known yet.
    parts : frozenset of Include
        Its parts that can be left out; without the others, or drawn as on screen.
    reason : str
        Why it has no choice of the other parts.
    """

    key: str
    label: str
    width: int = 0
    height: int = 0
    parts: frozenset[Include] = frozenset()
    reason: str = ""


class PictureChoice(NamedTuple):
    """Choices of the user.

    Attributes
    ----------
    file : Path or None
        None for the clipboard.
    parts : frozenset of Include
        Parts to draw.
    colours : Theme
        Colours of everything but the page, which keeps its own.
    """

    key: str
    kind: PictureKind
    scale: int
    file: Path | None
    parts: frozenset[Include]
    colours: theme.Theme

    def has(self, part: Include) -> bool:
        """Return whether a part is drawn."""
        return part in self.parts


class PicturesTab(QWidget):
    """Choices of a picture.

    Parameters
    ----------
    pictures : sequence of PictureLine
        The first one is chosen at first.
    file : Path
        The proposed file.

    Signals
    -------
    changed()
        A choice, or what is said about it, changed.
    """

    changed = Signal()

    def __init__(
        self, pictures: Sequence[PictureLine], file: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("exportPicturesTab")
        self._pictures = {picture.key: picture for picture in pictures}
        self._preview: Callable[[PictureChoice], QImage | None] = lambda _choice: None
        self._shown: QPixmap | None = None
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QRadioButton] = {}
        self.kind = self._combo(
            "pictureFormat", self.tr("Format"), [(k.value.upper(), k) for k in PictureKind]
        )
        self.scale = self._combo(
            "pictureScale", self.tr("Scale"), [(f"{scale}×", scale) for scale in _SCALES]
        )
        self.scale.setCurrentIndex(1)
        themes = ((self.tr("Light"), theme.LIGHT.name), (self.tr("Dark"), theme.DARK.name))
        self.colours = self._combo("pictureTheme", self.tr("Theme"), themes)
        self.colours.setCurrentIndex(self.colours.findData(theme.current().name))
        labels = {
            Include.LEGEND: self.tr("Legend"),
            Include.LETTERS: self.tr("Letters, where there is room"),
            Include.VALUES: self.tr("Values of the blocks"),
            Include.SELECTION: self.tr("Selection"),
            Include.CAPTION: self.tr("Caption: page, pane, version"),
        }
        self.boxes = {part: QCheckBox(label) for part, label in labels.items()}
        for part, box in self.boxes.items():
            box.setObjectName(f"picture_{part}")
            box.setChecked(part is not Include.VALUES)
        self.to_file = QRadioButton(self.tr("File"))
        self.to_clipboard = QRadioButton(self.tr("Clipboard"))
        self.to_file.setChecked(True)
        self.file = FileRow(file)
        self._note = TextLabel(size=12, role="ink2", wrap=True)
        self._picture = PlainLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._picture.setMinimumSize(QSize(1, 1))
        self._picture.setAccessibleName(self.tr("Preview"))
        self._asks = QTimer(self, singleShot=True, interval=_PREVIEW_MS)
        self._asks.timeout.connect(self._draw_preview)
        self._assemble(pictures)
        self._connect()
        self._check()

    # -- face of a tab -----------------------------------------------------------------------

    def problem(self) -> str:
        """Return why the choice cannot be written; empty if it can."""
        choice = self.chosen()
        if choice.file is None:
            if choice.kind is not PictureKind.PNG:
                return self.tr("The clipboard takes PNG only. Choose PNG, or a file.")
            return self._size_problem(choice)
        return self.file.problem() or self._size_problem(choice)

    def footer(self) -> str:
        """Return the size, and what happens to text."""
        choice = self.chosen()
        picture = self._pictures[choice.key]
        if choice.kind is not PictureKind.PNG:
            return self.tr("Text stays text in SVG and PDF; a PDF embeds its fonts.")
        if not picture.width:
            return ""
        size = self.tr("About {width} × {height} pixels.")
        return size.format(
            width=f"{picture.width * choice.scale:,}", height=f"{picture.height * choice.scale:,}"
        )

    def command_line(self) -> CommandLine:
        """Return no command: pictures are drawn by the window."""
        return NO_COMMAND

    # -- choices -----------------------------------------------------------------------------

    def chosen(self) -> PictureChoice:
        """Return the current choices."""
        key = next(key for key, button in self._buttons.items() if button.isChecked())
        return PictureChoice(
            key,
            PictureKind(self.kind.currentData()),
            int(self.scale.currentData()),
            None if self.to_clipboard.isChecked() else self.file.file,
            self._pictures[key].parts & {p for p, box in self.boxes.items() if box.isChecked()},
            theme.DARK if self.colours.currentData() == theme.DARK.name else theme.LIGHT,
        )

    def keys(self) -> list[str]:
        """Return the keys of all pictures."""
        return list(self._buttons)

    def choose(self, key: str, kind: PictureKind = PictureKind.PNG) -> None:
        """Choose a picture, if it is there, and its format."""
        if key in self._buttons:
            self._buttons[key].setChecked(True)
        self.kind.setCurrentIndex(self.kind.findData(kind))

    def set_preview(self, draw: Callable[[PictureChoice], QImage | None]) -> None:
        """Set the function that draws the preview of a choice; None if it cannot be drawn yet."""
        self._preview = draw
        self._asks.start()

    def _size_problem(self, choice: PictureChoice) -> str:
        picture = self._pictures[choice.key]
        side = max(picture.width, picture.height) * choice.scale
        if choice.kind is PictureKind.PNG and side > MAX_SIDE and choice.key != "page":
            return self.tr("PNG at {scale}× is too large. Use PDF, or a smaller scale.").format(
                scale=choice.scale
            )
        return ""

    def _assemble(self, pictures: Sequence[PictureLine]) -> None:
        which = theme.spaced(QVBoxLayout(), (0, 0, 0, 0), 4)
        for picture in pictures:
            size = f"   {picture.width:,} × {picture.height:,}" if picture.width else ""
            button = QRadioButton(f"{_elided(picture.label)}{size}")
            button.setAccessibleName(f"{picture.label}{size}")
            button.setToolTip(plain(picture.label))
            button.setObjectName(f"picture_{picture.key}")
            self._group.addButton(button)
            self._buttons[picture.key] = button
            which.addWidget(button)
        next(iter(self._buttons.values())).setChecked(True)
        include = theme.spaced(QVBoxLayout(), (0, 0, 0, 0), 4)
        for box in self.boxes.values():
            include.addWidget(box)
        target = theme.spaced(QVBoxLayout(), (0, 0, 0, 0), 4)
        for widget in (self.to_file, self.file, self.to_clipboard):
            target.addWidget(widget)
        ends = QButtonGroup(self)
        ends.addButton(self.to_file)
        ends.addButton(self.to_clipboard)
        form = QFormLayout()
        form.addRow(self.tr("Picture"), which)
        form.addRow(self.tr("Format"), self.kind)
        form.addRow(self.tr("Scale"), self.scale)
        form.addRow(self.tr("Theme"), self.colours)
        form.addRow("", self._note)
        form.addRow(self.tr("Include"), include)
        form.addRow(self.tr("To"), target)
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.addLayout(form)
        rows.addStretch(1)
        sides = theme.spaced(QHBoxLayout(self), (0, 0, 0, 0), 12)
        sides.addWidget(FormScroll(inside, _FORM_WIDTH))
        sides.addWidget(self._picture, 1)

    def _connect(self) -> None:
        self._group.buttonToggled.connect(lambda _button, _on: self._check())
        self.kind.currentIndexChanged.connect(self._on_kind)
        self.scale.currentIndexChanged.connect(lambda _index: self._check())
        self.colours.currentIndexChanged.connect(lambda _index: self._check())
        for box in (*self.boxes.values(), self.to_file):
            box.toggled.connect(lambda _on: self._check())
        self.file.changed.connect(self._check)

    def _combo(self, name: str, label: str, entries: Sequence[tuple[str, object]]) -> QComboBox:
        combo = QComboBox()
        combo.setObjectName(name)
        combo.setAccessibleName(label)
        for text, value in entries:
            combo.addItem(text, value)
        return combo

    def _on_kind(self) -> None:
        self.file.set_suffix(f".{PictureKind(self.kind.currentData()).value}")
        self._check()

    def _check(self) -> None:
        if not any(button.isChecked() for button in self._buttons.values()):
            return  # another one is about to be
        choice = self.chosen()
        picture = self._pictures[choice.key]
        for part, box in self.boxes.items():
            has_part = part in picture.parts
            box.setEnabled(has_part)
            box.setToolTip(plain("" if has_part else picture.reason))
        self.file.setEnabled(choice.file is not None)
        inside = self.tr("Pictures inside: {dots} pixels an inch").format(dots=96 * choice.scale)
        self._note.setText("" if choice.kind is PictureKind.PNG else inside)
        self._asks.start()
        self.changed.emit()

    def _draw_preview(self) -> None:
        image = self._preview(self.chosen())
        self._shown = None if image is None else QPixmap.fromImage(image)
        self._fit()

    def _fit(self) -> None:
        if self._shown is None:
            self._picture.setPixmap(QPixmap())
            return
        room = self._picture.size() - QSize(24, 24)
        ratio = self.devicePixelRatioF()
        scaled = self._shown.scaled(
            (room * ratio).boundedTo(self._shown.size()),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        scaled.setDevicePixelRatio(ratio)
        self._picture.setPixmap(scaled)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]  # Qt's own event
        self._fit()


def _elided(label: str) -> str:
    """Return a label that fits into the form."""
    return label if len(label) <= _MAX_LABEL else f"{label[: _MAX_LABEL - 1]}…"
