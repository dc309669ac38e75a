"""Tab of the export dialog for texts: panes, format, structure and target, beside a preview.

Input: panes, formats, the last folder, remarks on texts, previews, the command that does the same.
Output: the choice, and requests for a preview and to repair the text of a pane.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from boilerscope.extractors.formats.structure.options import DEFAULT, StructureOptions
from boilerscope.widgets import theme
from boilerscope.widgets.export.form_scroll import FormScroll
from boilerscope.widgets.export.format_list import FormatList
from boilerscope.widgets.export.preview import Preview, PreviewPanel
from boilerscope.widgets.export.structure import StructurePanel
from boilerscope.widgets.export.tab import NO_COMMAND, CommandLine
from boilerscope.widgets.guarded import Delegate
from boilerscope.widgets.labels import TextLabel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtGui import QPainter

    from boilerscope.widgets.export.format_list import FormatLine

_MAX_ROWS = 8
TEXT = "text"
"""The format whose text is the own text at first; that of structured formats is the page's."""

_PREVIEW_MS = 150
_FORM_WIDTH = 400
_NAME, _WORDS = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_MARGIN = 8


class PaneLine(NamedTuple):
    """A pane that can be exported: name, number and, as a text, the words that it keeps."""

    name: str
    number: int = 0
    words: str = ""


class TextRemark(NamedTuple):
    """Reason why words of a pane's text run together, and the label of the setting that helps."""

    reason: str
    setting: str


class ExportChoice(NamedTuple):
    """Choices of the user in the export dialog.

    Attributes
    ----------
    panes : tuple of str
        Names of the ticked panes.
    folder : str or None
        Folder as typed; None for the clipboard.
    page_text : bool
        Whether to export page text, with the page's own spacing, in place of own text.
    structure : StructureOptions
        Options of structured formats.
    """

    panes: tuple[str, ...]
    format: str
    folder: str | None
    page_text: bool = False
    structure: StructureOptions = DEFAULT


class TextTab(QWidget):
    """Choices of an export of texts.

    Parameters
    ----------
    panes : sequence of PaneLine
        The panes of the window.
    active : str
        The pane that is ticked at first; if empty, all panes are.
    formats : sequence of FormatLine
        The first one is chosen at first.
    folder : str
        Folder of the last export.
    own_formats : mapping of str to tuple of str
        Structured formats, each with the panes whose libraries write it themselves.

    Signals
    -------
    changed()
        A choice, or what is said about it, changed.
    preview_asked(ExportChoice)
        Show a preview of these choices, see `show_preview`.
    repair_asked(str)
        Switch on the setting that separates the words of this pane's text.
    """

    changed = Signal()
    repair_asked = Signal(str)
    preview_asked = Signal(object)

    def __init__(
        self,
        panes: Sequence[PaneLine],
        active: str,
        formats: Sequence[FormatLine],
        folder: str,
        parent: QWidget | None = None,
        *,
        own_formats: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        super().__init__(parent)
        self._own_formats = own_formats or {}
        self._asks_preview = QTimer(self, singleShot=True, interval=_PREVIEW_MS)
        self._asks_preview.timeout.connect(lambda: self.preview_asked.emit(self.chosen()))
        self.setObjectName("exportTextTab")
        self._find_problem: Callable[[ExportChoice], str] = lambda _choice: ""
        self._find_command: Callable[[ExportChoice], CommandLine] = lambda _choice: NO_COMMAND
        self._remarks: Mapping[str, TextRemark] = {}
        self._shown_remarks: list[tuple[str, TextRemark]] = []
        self._problem = self._footer = ""
        self._panes = _pane_list(panes, active, self.tr("Panes"))
        self.format_choice = FormatList(formats)
        self.format_choice.setObjectName("exportFormat")
        self.format_choice.setAccessibleName(self.tr("Format"))
        self._text = QComboBox()
        self._text.setObjectName("exportText")
        self._text.setAccessibleName(self.tr("Text"))
        self._text.addItem(self.tr("Own text of each extractor"), userData=False)
        self._text.addItem(self.tr("Page text, with the page's spacing"), userData=True)
        self.structure = StructurePanel()
        self.preview = PreviewPanel()
        self._notice = QFrame()
        self._notice.setObjectName("exportNotice")
        self._notice_rows = QVBoxLayout(self._notice)
        self._notice_widgets: list[QWidget] = []
        self._to_folder = QRadioButton(self.tr("Files in a folder"))
        self.to_clipboard = QRadioButton(self.tr("Clipboard"))
        self._to_folder.setChecked(True)
        self._folder = QLineEdit(folder)
        self._folder.setObjectName("exportFolder")
        self._folder.setAccessibleName(self.tr("Folder"))
        self._resolved = TextLabel(size=12, role="ink2", wrap=True)
        self.all_panes = QPushButton(self.tr("All panes"))
        self._choose_button = QPushButton(self.tr("Choose…"))
        for button in (self.all_panes, self._choose_button):
            button.setAutoDefault(False)
        self._assemble()
        self._connect()
        self._check()

    # -- face of a tab -----------------------------------------------------------------------

    def problem(self) -> str:
        """Return why the choices cannot be exported; empty if they can."""
        return self._problem

    def footer(self) -> str:
        """Return the parts that are written, against those that were found."""
        return self._footer

    def command_line(self) -> CommandLine:
        """Return the command that does the same as these choices."""
        return self._find_command(self.chosen())

    # -- choices -----------------------------------------------------------------------------

    def chosen(self) -> ExportChoice:
        """Return the current choices."""
        names = tuple(
            str(self._panes.item(row).data(_NAME))
            for row in range(self._panes.count())
            if self._panes.item(row).checkState() is Qt.CheckState.Checked
        )
        folder = None if self.to_clipboard.isChecked() else self._folder.text().strip()
        identifier = self.format_choice.chosen()
        is_page = bool(self._text.currentData())
        is_structured = identifier in self._own_formats
        has_own = is_structured and any(name in self._own_formats[identifier] for name in names)
        text = ("page" if is_page else "own") if has_own else "auto"
        options = self.structure.options(text) if is_structured else DEFAULT
        return ExportChoice(names, identifier, folder, identifier == TEXT and is_page, options)

    def show_preview(self, preview: Preview) -> None:
        """Show a preview, the counts beside the check boxes, and written parts against found."""
        self.preview.show_preview(preview)
        self.structure.set_counts(preview.found)
        labels = {
            "tables": (self.tr("{n} of 1 table"), self.tr("{n} of {found} tables")),
            "code": (self.tr("{n} of 1 code block"), self.tr("{n} of {found} code blocks")),
            "formulas": (self.tr("{n} of 1 formula"), self.tr("{n} of {found} formulas")),
            "images": (self.tr("{n} of 1 image"), self.tr("{n} of {found} images")),
            "footnotes": (self.tr("{n} of 1 footnote"), self.tr("{n} of {found} footnotes")),
        }
        parts = [
            label[found > 1].format(n=f"{preview.written.get(name, 0):,}", found=f"{found:,}")
            for name, label in labels.items()
            if (found := preview.found.get(name, 0))
        ]
        text = self.tr("Structure: {parts}").format(parts=", ".join(parts)) if parts else ""
        self._footer = text
        self.changed.emit()

    def set_check(self, find_problem: Callable[[ExportChoice], str]) -> None:
        """Set the check of choices: it returns the problem, or an empty text."""
        self._find_problem = find_problem
        self._check()

    def set_command(self, find_command: Callable[[ExportChoice], CommandLine]) -> None:
        """Set the function that returns the command for choices."""
        self._find_command = find_command
        self.changed.emit()

    def set_remarks(self, remarks: Mapping[str, TextRemark]) -> None:
        """Show remarks on the texts of these panes."""
        self._remarks = remarks
        self._check()

    def _assemble(self) -> None:
        where = QHBoxLayout()
        where.addWidget(self._folder, 1)
        where.addWidget(self._choose_button)
        target = QVBoxLayout()
        target.addWidget(self._to_folder)
        target.addLayout(where)
        target.addWidget(self._resolved)
        target.addWidget(self.to_clipboard)
        which = QVBoxLayout()
        which.addWidget(self._panes)
        which.addWidget(self.all_panes, 0, Qt.AlignmentFlag.AlignLeft)
        self._form = QFormLayout()
        self._form.addRow(self.tr("Panes"), which)
        self._form.addRow(self.tr("Format"), self.format_choice)
        self._form.addRow(self.tr("Text"), self._text)
        self._form.addRow("", self._notice)
        self._form.addRow(self.tr("Keep"), self.structure)
        self._form.addRow(self.tr("To"), target)
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.addLayout(self._form)
        rows.addStretch(1)
        scroll = FormScroll(inside, _FORM_WIDTH)
        sides = QHBoxLayout(self)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.addWidget(scroll)
        sides.addWidget(self.preview, 1)

    def _connect(self) -> None:
        self._panes.itemChanged.connect(self._check)
        self.all_panes.clicked.connect(self._tick_all)
        self.format_choice.changed.connect(self._on_format)
        self.structure.changed.connect(self._check)
        self._text.currentIndexChanged.connect(self._check)
        self._folder.textChanged.connect(self._check)
        self._to_folder.toggled.connect(self._check)
        self._choose_button.clicked.connect(self._choose)

    def _tick_all(self) -> None:
        for row in range(self._panes.count()):
            self._panes.item(row).setCheckState(Qt.CheckState.Checked)

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self, self.tr("Folder to export into"), self._folder.text()
        )
        if folder:
            self._folder.setText(folder)

    def _on_format(self) -> None:
        """Choose the text that the format has at first."""
        is_structured = self.format_choice.chosen() in self._own_formats
        self._text.setCurrentIndex(self._text.findData(is_structured))
        self._check()

    def _check(self) -> None:
        choice = self.chosen()
        problem = ""
        if not choice.panes:
            problem = self.tr("Tick at least one pane.")
        elif choice.folder == "":
            problem = self.tr("Choose a folder.")
        without = self._without_own(choice)
        if not problem and without:
            problem = self.tr(
                "{pane} does not write this format itself. Tick other panes, or choose page text."
            ).format(pane=without)
        self._problem = problem = problem or self._find_problem(choice)
        for widget in (self._folder, self._choose_button):
            widget.setEnabled(choice.folder is not None)
        is_structured = choice.format in self._own_formats
        has_texts = choice.format == TEXT or choice.structure.text != "auto"
        self._form.setRowVisible(self._text, has_texts)
        self._form.setRowVisible(self.structure, is_structured)
        self.structure.setEnabled(choice.structure.text != "own")
        self._asks_preview.start()
        self._show_folder(choice, problem)
        self._show_remarks(choice)
        self.changed.emit()

    def _without_own(self, choice: ExportChoice) -> str:
        """Return a ticked pane that cannot write its own output, empty if all can."""
        if choice.structure.text != "own":
            return ""
        own = self._own_formats[choice.format]
        return next((name for name in choice.panes if name not in own), "")

    def _show_folder(self, choice: ExportChoice, problem: str) -> None:
        """Show the full path of a folder that is not absolute."""
        typed = choice.folder or ""
        is_short = bool(typed) and not problem and not Path(typed).is_absolute()
        full = str(Path(typed).expanduser().absolute()) if is_short else ""
        self._resolved.setText(full)
        self._resolved.setVisible(is_short)

    def _show_remarks(self, choice: ExportChoice) -> None:
        names = choice.panes if choice.format == TEXT and not choice.page_text else ()
        remarks = [(name, self._remarks[name]) for name in names if name in self._remarks]
        self._form.setRowVisible(self._notice, bool(remarks))
        if remarks == self._shown_remarks:
            return
        self._shown_remarks = remarks
        for row in self._notice_widgets:
            self._notice_rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._notice_widgets = [self._remark_row(name, remark) for name, remark in remarks]
        for row in self._notice_widgets:
            self._notice_rows.addWidget(row)
        self._notice.setStyleSheet(theme.fill("#exportNotice { background: @warning_fill; }"))

    def _remark_row(self, name: str, remark: TextRemark) -> QWidget:
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(TextLabel(f"{name}: {remark.reason}", size=12, wrap=True))
        button = QPushButton(self.tr("Turn on “{setting}”").format(setting=remark.setting))
        button.setProperty("role", "chip")
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.repair_asked.emit(name))
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return row


class _PaneDelegate(Delegate):
    """Draws the words that a pane keeps at the right of its name."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().paint(painter, option, index)
        words = str(index.model().data(index, _WORDS) or "")
        painter.save()
        painter.setPen(theme.colour("ink2"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(option.rect.adjusted(0, 0, -theme.px(_MARGIN), 0), right, words)
        painter.restore()


def _pane_list(panes: Sequence[PaneLine], active: str, label: str) -> QListWidget:
    """Return a list of panes with check boxes; without an active pane, all are ticked."""
    pane_list = QListWidget()
    pane_list.setAccessibleName(label)
    pane_list.setItemDelegate(_PaneDelegate(pane_list))
    for pane in panes:
        item = QListWidgetItem(f"{pane.number}  {pane.name}" if pane.number else pane.name)
        item.setData(_NAME, pane.name)
        item.setData(_WORDS, pane.words)
        spoken = ", ".join(filter(None, (pane.name, pane.words)))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        item.setFlags(Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled)
        ticked = not active or pane.name == active
        item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        pane_list.addItem(item)
    pane_list.ensurePolished()
    rows = min(len(panes), _MAX_ROWS) * pane_list.sizeHintForRow(0)
    pane_list.setFixedHeight(rows + 2 * pane_list.frameWidth() + theme.px(4))
    return pane_list
