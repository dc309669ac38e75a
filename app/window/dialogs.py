"""Dialogs with errors, questions and help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QInputDialog,
    QLabel,
    QMessageBox,
    QPlainTextEdit,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from boilerscope.app.window.translation import translate
from boilerscope.widgets import theme
from boilerscope.widgets.dialog_size import resize_dialog
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.extractor import Extractor
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.trace.library_source import LibrarySource

_MAX_NAMES = 8
_INPUT_WIDTH = 440


class _Browser(QTextBrowser):
    """Text browser that loads nothing, because plug-ins may write its texts."""

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing."""
        del kind, name


def show_error(parent: QWidget, problem: str, reason: str) -> None:
    """Show an error: the failed action, and the reason."""
    QMessageBox.warning(parent, "Boilerscope", plain(f"{problem}.\n\n{reason}"))


def ask_text(parent: QWidget, title: str, label: str, text: str = "") -> str:
    """Ask for a line of text; return it without white space at its ends, empty if cancelled.

    Parameters
    ----------
    text : str
        Text of the field at first.
    """
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setTextValue(text)
    for question in dialog.findChildren(QLabel):
        question.setWordWrap(True)
    # Wide enough for its title, which frames cut; Qt counts the contents only.
    resize_dialog(dialog, _INPUT_WIDTH, 0)
    is_given = dialog.exec() == QInputDialog.DialogCode.Accepted
    dialog.deleteLater()
    return dialog.textValue().strip() if is_given else ""


def ask_yes(parent: QWidget, question: str, yes: str) -> bool:
    """Ask whether something that cannot be undone may be done; `yes` is the label of its button."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(question)
    return _is_confirmed(box, yes)


def ask_overwrite(parent: QWidget, names: Sequence[str], folder: str) -> bool:
    """Ask whether files that exist may be replaced; return whether they may."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setTextFormat(Qt.TextFormat.PlainText)
    listed = list(names[:_MAX_NAMES])
    if len(names) > len(listed):
        listed.append("…")
    question = translate("{count} files already exist in {folder}. Overwrite them?")
    if len(names) == 1:
        question = translate("1 file already exists in {folder}. Overwrite it?")
    box.setText(question.format(count=len(names), folder=folder))
    box.setInformativeText("\n".join(listed))
    return _is_confirmed(box, translate("Overwrite"))


def _is_confirmed(box: QMessageBox, yes: str) -> bool:
    """Show a question with a button that confirms it; Return means *Cancel*."""
    confirm = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    box.deleteLater()
    return box.clickedButton() is confirm


def show_text(parent: QWidget, title: str, text: str, *, markdown: bool = False) -> None:
    """Show a text as HTML or Markdown; closing it gives the focus back to the active window."""
    active = QApplication.activeWindow()
    dialog = QDialog(parent if active is None or active.isHidden() else active)
    dialog.setWindowTitle(title)
    resize_dialog(dialog, 620, 560)
    browser = _Browser()
    browser.setOpenLinks(False)
    if markdown:
        features = QTextDocument.MarkdownFeature
        dialect = features.MarkdownDialectGitHub | features.MarkdownNoHTML
        browser.document().setMarkdown(text, dialect)
    else:
        browser.setHtml(text)
    browser.moveCursor(QTextCursor.MoveOperation.Start)  # Qt leaves it at the end of Markdown
    column = QVBoxLayout(dialog)
    column.addWidget(browser)
    QTimer.singleShot(0, browser.setFocus)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def show_source(parent: QWidget, page: Page, line: int) -> None:
    """Show the source of a page with one line selected."""
    _show_lines(parent, f"{page.name}, {translate('line')} {line}", page.source, line)


def show_code(parent: QWidget, source: LibrarySource) -> None:
    """Show a function of a library with the line selected that was asked for."""
    name = f"{source.name}, " if source.name else ""
    title = f"{name}{source.path}, {translate('line')} {source.line}"
    digits = len(str(source.first + source.text.count("\n")))
    numbered = "\n".join(
        f"{number:>{digits}}  {line}"
        for number, line in enumerate(source.text.split("\n"), source.first)
    )
    _show_lines(parent, title, numbered, source.line - source.first + 1)


def _show_lines(parent: QWidget, title: str, lines: str, line: int) -> None:
    """Show lines in a fixed pitch, one of them selected, counted from 1."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    resize_dialog(dialog, 900, 620)
    text = QPlainTextEdit(lines)
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


def show_extractor(parent: QWidget, extractor: Extractor[Any]) -> None:
    """Show the help of an extractor."""
    text = f"# {extractor.name}\n\n{extractor.help}\n\n*{extractor.reference}*"
    show_text(parent, extractor.name, text, markdown=True)


def show_help(parent: QWidget, extractor: Extractor[Any] | None) -> bool:
    """Show the help of the focused widget, else of an extractor; return whether there is help."""
    text = _help_of(QApplication.focusWidget())
    if text:
        show_text(parent, translate("Help"), text)
    elif extractor is not None:
        show_extractor(parent, extractor)
    return bool(text) or extractor is not None


def _help_of(widget: QWidget | None) -> str:
    """Return the help of a widget or of the nearest widget around it; empty without help."""
    while widget is not None:
        if widget.whatsThis():
            return widget.whatsThis()
        widget = widget.parentWidget()
    return ""
