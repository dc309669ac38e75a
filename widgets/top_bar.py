"""Top bar of the window: address, mode, encoding and buttons.

Input: address, progress, recent addresses, failures. Output: the user's requests. The bar keeps no
state of its own.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.address_field import AddressField
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.corpus.bar import CorpusField, FaceSwitch
from boilerscope.widgets.corpus.stepper import PageStepper
from boilerscope.widgets.failure_row import FailureRow
from boilerscope.widgets.plain import plain
from boilerscope.widgets.progress_line import ProgressLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from boilerscope.widgets.load_state import LoadState

_MIN_CHOOSER = 66  # two to three letters, an ellipsis and the arrow
_READABLE_ADDRESS, _SHORT_ADDRESS = 200, 80
_MEASURE_LENGTH = 7  # of "Token F1", whose letters are narrower than the one that Qt counts by


class Mode(StrEnum):
    """Source of the page's tree."""

    FETCHED = "fetched"
    RENDERED = "rendered"
    SNAPSHOT = "snapshot"


ENCODINGS = (
    "UTF-8",
    "GB18030",
    "Big5",
    "Shift_JIS",
    "EUC-JP",
    "EUC-KR",
    "windows-1252",
    "ISO-8859-2",
    "windows-1250",
    "windows-1251",
    "KOI8-R",
    "UTF-16",
)


class TopBar(QWidget):
    """Top bar with its progress line and failure row.

    Signals
    -------
    opened(str)
        Open this address, path or HTML.
    command(str)
        The user pressed the button of this action.
    mode_chosen(Mode), encoding_chosen(str)
        The user selected another mode or encoding ("": detect) for the page on screen.
    retry()
        Try the failed page again.
    """

    opened = Signal(str)
    command = Signal(str)
    mode_chosen = Signal(object)
    encoding_chosen = Signal(str)
    retry = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._buttons: dict[QWidget, str] = {}
        self._loading = False
        self._is_listed = self._shows_corpus = self._compact = False
        self._started = 0.0
        self.address = AddressField()
        self.address.opened.connect(self.opened)
        self.stepper = PageStepper()
        self.faces = FaceSwitch()
        self.corpus = CorpusField()
        self.measure = self._choice(self.tr("Score"))
        # Not as wide as its longest entry, which would cut the corpus field.
        self.measure.setMinimumContentsLength(_MEASURE_LENGTH)
        self.measure.setSizeAdjustPolicy(
            _Chooser.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.average = self._choice(self.tr("Average over pages"))
        self.scored_text = self._choice(self.tr("Scored text"), fits_current=True)
        self.mode = self._choice(self.tr("Source of the page's tree"))
        for value, label in (
            (Mode.FETCHED, self.tr("As fetched")),
            (Mode.RENDERED, self.tr("As rendered")),
        ):
            self.mode.addItem(label, value)
        self.encoding = self._choice(self.tr("Encoding of the page"))
        self.encoding.addItem(self.tr("Detect"), "")
        for name in ENCODINGS:
            self.encoding.addItem(name, name)
        self.mode.activated.connect(
            # Qt returns the value of an enumeration member as plain text.
            lambda: self.mode_chosen.emit(Mode(self.mode.currentData()))
        )
        self.encoding.activated.connect(
            lambda: self.encoding_chosen.emit(self.encoding.currentData())
        )
        self.progress = ProgressLine()
        self.failure = FailureRow()
        self.failure.retry.connect(self.retry)
        self._assemble()
        self.show_face(corpus=False)
        self.recolour()

    def show_face(self, *, corpus: bool) -> None:
        """Show the parts of a face."""
        self.faces.show_face(corpus=corpus)
        of_corpus = (
            *(self.corpus, self._open_corpus),
            *(self.measure, self.average, self.scored_text),
        )
        for part in of_corpus:
            part.setVisible(corpus)
        of_page = (self.address, self._open, self._reload, self.mode, self.encoding)
        for other in of_page:
            other.setVisible(not corpus)
        self.stepper.setVisible(self._is_listed and not corpus)
        self._shows_corpus = corpus
        self._fit()
        self._buttons[self._export] = "export_corpus" if corpus else "export"

    def show_place(self, place: tuple[int, int, str] | None) -> None:
        """Show the place of the page in the list it was opened from; None for other pages.

        Parameters
        ----------
        place : (int, int, str) or None
            Position from 0, number of pages, and what they are sorted by.
        """
        self._is_listed = place is not None
        if place is not None:
            self.stepper.show_place(*place)
        self.stepper.setVisible(self._is_listed and not self._shows_corpus)
        self._fit()

    def show_page(self, address: str, mode: Mode, encoding: str, selected: str) -> None:
        """Show the address, mode and encoding of the page on screen.

        Parameters
        ----------
        address : str
            Address, path or name.
        mode : Mode
            Source of its tree.
        selected : str
            Encoding selected by the user, empty if it was detected.
        """
        self.address.show_address(address)
        self.show_mode(mode, encoding, selected)

    def show_mode(self, mode: Mode, encoding: str, selected: str) -> None:
        """Show mode and encoding of the page on screen, with the parameters of `show_page`.

        The browser decodes rendered pages itself, so the encoding cannot be chosen.
        """
        if mode is Mode.SNAPSHOT and self.mode.findData(mode) < 0:
            self.mode.addItem(self.tr("Snapshot"), Mode.SNAPSHOT)
        self.mode.setCurrentIndex(self.mode.findData(mode))
        rendered = mode is Mode.RENDERED
        detected = self.tr("By the browser") if rendered else encoding.upper()
        self.encoding.setItemText(0, detected if detected and not selected else self.tr("Detect"))
        self.encoding.setCurrentIndex(max(self.encoding.findData(selected), 0))
        self.encoding.setEnabled(not rendered)

    def show_load(self, state: LoadState) -> None:
        """Show the progress, and Stop in place of Reload; a new load hides the last failure."""
        if state.started != self._started and state.busy:
            self.failure.hide()
        self._loading, self._started = state.busy, state.started
        self.progress.set_share(state.share if state.busy else None)
        self._buttons[self._reload] = "stop_loading" if self._loading else "reload"
        self._update_button(self._reload)

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - Qt setter
        """Hide the labels of the buttons for lack of space."""
        self._compact = compact
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give way until no label is cut: labels of buttons first, then entries of boxes.

        Both also give way to an address that can be read. Where entries of boxes are
        cut, buttons whose actions are in the menu as well are hidden, *Add extractor* last.
        """
        labelled = (self._add, self._export, self._palette)
        for shown in ((),) if self._compact else (labelled, labelled[:2], ()):
            self._show_texts(shown, tight=False)
            if self._row.minimumSize().width() <= self.width():
                break
        else:
            self._show_texts((), tight=True)
            for button in (self._export, self._add):
                button.setVisible(self._row.minimumSize().width() <= self.width())

    def _show_texts(self, labelled: Sequence[QToolButton], *, tight: bool) -> None:
        """Show the labels of these buttons, and all of the boxes unless they are tight.

        Both leave the address a width in which it can be read.
        """
        self._export.show()
        self._add.show()
        self._theme.setVisible(not tight)
        self._open.setVisible(not tight and not self._shows_corpus)
        self._open_corpus.setVisible(not tight and self._shows_corpus)
        self.corpus.set_tight(is_tight=tight)
        for button in (self._add, self._export, self._palette):
            beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
            icon_only = Qt.ToolButtonStyle.ToolButtonIconOnly
            button.setToolButtonStyle(beside if button in labelled else icon_only)
        self.address.setMinimumWidth(theme.px(_SHORT_ADDRESS if tight else _READABLE_ADDRESS))
        for chooser in self._choosers:
            chooser.is_tight = tight
            chooser.updateGeometry()
        self._row.invalidate()

    def recolour(self) -> None:
        """Update the icons from the theme."""
        for button in self._buttons:
            self._update_button(button)
        self.address.setTextMargins(theme.px(24), 0, 0, 0)
        self.address.update()
        self.corpus.recolour()
        self.failure.recolour()
        self.progress.update()

    def button(self, action: str) -> QWidget:
        """Return the button of an action."""
        return next(button for button, name in self._buttons.items() if name == action)

    def menu_button(self) -> QToolButton:
        """Return the button of the menu."""
        return self._menu

    def _assemble(self) -> None:
        self._menu = self._tool("menu", self.tr("Menu (F10)"))
        self._open = self._tool("open_file", self.tr("Open a file (Ctrl+O)"))
        self._open_corpus = self._tool("open_corpus", self.tr("Open a corpus (Ctrl+Shift+O)"))
        self._reload = self._tool("reload", self.tr("Reload (Ctrl+R)"))
        self._add = self._tool("add_extractor", self.tr("Add an extractor (Ctrl+T)"))
        self._add.setText(self.tr("Add extractor"))
        self._export = self._tool("export", self.tr("Export (Ctrl+E)"))
        self._export.setText(self.tr("Export"))
        self._palette = self._tool("palette", self.tr("Search everything (Ctrl+K)"))
        self._palette.setText(self.tr("Commands   Ctrl+K"))
        self._palette.setObjectName("paletteButton")
        self._theme = self._tool("theme", self.tr("Switch between light and dark"))
        row = self._row = QHBoxLayout()
        row.setContentsMargins(8, 8, 8, 8)
        row.setSpacing(6)
        row.addWidget(self._menu)
        row.addWidget(self.faces)
        for widget in (self._open, self._reload, self._open_corpus):
            row.addWidget(widget)
        row.addWidget(self.address, 1)
        row.addWidget(self.stepper)
        row.addWidget(self.corpus, 1)
        self._choosers = (
            *(self.mode, self.encoding),
            *(self.measure, self.average, self.scored_text),
        )
        for chooser in (*self._choosers, _line()):
            row.addWidget(chooser)
        for button in (self._add, self._export, self._palette, self._theme):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.progress)
        column.addWidget(self.failure)
        self.set_compact(compact=False)

    def _choice(self, name: str, *, fits_current: bool = False) -> _Chooser:
        combo = _Chooser(fits_current=fits_current)
        combo.setAccessibleName(name)
        combo.tip = name
        return combo

    def _tool(self, action: str, tip: str) -> QToolButton:
        button = QToolButton(autoRaise=True)
        button.setToolTip(plain(tip))
        button.setAccessibleName(tip)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: self.command.emit(self._buttons[button]))
        self._buttons[button] = action
        return button

    def _update_button(self, button: QWidget) -> None:
        names = {
            "menu": "menu",
            "open_file": "folder-open-outline",
            "open_corpus": "folder-open-outline",
            "reload": "reload",
            "stop_loading": "close",
            "add_extractor": "plus",
            "export": "export-variant",
            "export_corpus": "export-variant",
            "palette": "magnify",
            "theme": "theme-light-dark",
        }
        action = self._buttons[button]
        assert isinstance(button, QToolButton)  # noqa: S101 - only tool buttons are registered
        button.setIcon(theme.icon(names[action]))
        if button is self._reload:
            tip = self.tr("Stop loading (Esc)") if self._loading else self.tr("Reload (Ctrl+R)")
            button.setToolTip(plain(tip))
            button.setAccessibleName(tip)


class _Chooser(Combo):
    """Box as wide as its longest entry, which gives way where labels of buttons would be cut.

    Attributes
    ----------
    is_tight : bool
        Whether the box may be narrower than its entries.

    Parameters
    ----------
    fits_current : bool
        Whether the box is only as wide as its selected entry: the others are rare and long.
    """

    def __init__(self, *, fits_current: bool = False) -> None:
        super().__init__()
        self.is_tight = False
        self._fits_current = fits_current
        self.currentIndexChanged.connect(self.updateGeometry)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        if self._fits_current and self.currentIndex() >= 0:
            metrics = self.fontMetrics()
            widths = [metrics.horizontalAdvance(self.itemText(at)) for at in range(self.count())]
            hint.setWidth(hint.width() - max(widths) + widths[self.currentIndex()])
        return hint

    def minimumSizeHint(self) -> QSize:
        full = self.sizeHint()
        return QSize(theme.px(_MIN_CHOOSER), full.height()) if self.is_tight else full


def _line() -> QFrame:
    line = QFrame()
    line.setProperty("role", "line")
    line.setFixedWidth(1)
    return line


def main(arguments: Sequence[str] = sys.argv) -> None:
    """Show a demo of the bar."""
    app = QApplication(list(arguments))
    theme.apply(app, theme.LIGHT)
    bar = TopBar()
    bar.show_page("sample:news-en", Mode.FETCHED, "utf-8", "")
    bar.resize(1200, 50)
    bar.show()
    app.exec()


if __name__ == "__main__":
    main()
