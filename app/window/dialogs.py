"""Dialogs that only say something: what went wrong, and help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QMessageBox,
    QPlainTextEdit,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.window.translation import translate
from widgets import theme
from widgets.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.model.extractor import Extractor
    from extractors.page import Page

_MAX_NAMES = 8


class _Shown(QTextBrowser):
    """Shows words that plug-ins write, too: whatever they name, nothing is loaded."""

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing."""
        del kind, name


def show_error(parent: QWidget, what: str, why: str) -> None:
    """Say what could not be done, and why."""
    QMessageBox.warning(parent, "Boilerscope", plain(f"{what}.\n\n{why}"))


def ask_overwrite(parent: QWidget, names: Sequence[str], folder: str) -> bool:
    """Ask whether files that exist may be replaced; return whether they may."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setTextFormat(Qt.TextFormat.PlainText)
    shown = list(names[:_MAX_NAMES])
    if len(names) > len(shown):
        shown.append("…")
    question = translate("{count} files already exist in {folder}. Overwrite them?")
    if len(names) == 1:
        question = translate("1 file already exists in {folder}. Overwrite it?")
    box.setText(question.format(count=len(names), folder=folder))
    box.setInformativeText("\n".join(shown))
    overwrite = box.addButton(translate("Overwrite"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    box.deleteLater()
    return box.clickedButton() is overwrite


def show_text(parent: QWidget, title: str, text: str, *, markdown: bool = False) -> None:
    """Show a text, HTML or Markdown, that is scrolled and closed."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.resize(theme.px(620), theme.px(560))
    shown = _Shown()
    shown.setOpenLinks(False)
    if markdown:
        features = QTextDocument.MarkdownFeature
        dialect = features.MarkdownDialectGitHub | features.MarkdownNoHTML
        shown.document().setMarkdown(text, dialect)
    else:
        shown.setHtml(text)
    column = QVBoxLayout(dialog)
    column.addWidget(shown)
    QTimer.singleShot(0, shown.setFocus)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def show_source(parent: QWidget, page: Page, line: int) -> None:
    """Show the page's source with one line marked."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(f"{page.name}, {translate('line')} {line}")
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


def show_extractor(parent: QWidget, found: Extractor[Any]) -> None:
    """Show the help of an extractor."""
    text = f"# {found.name}\n\n{found.help}\n\n*{found.reference}*"
    show_text(parent, found.name, text, markdown=True)


def show_help(parent: QWidget, found: Extractor[Any] | None) -> bool:
    """Show the help of what has the focus, else an extractor's; return whether there is any."""
    words = _help_words(QApplication.focusWidget())
    if words:
        show_text(parent, translate("Help"), words)
    elif found is not None:
        show_extractor(parent, found)
    return bool(words) or found is not None


def _help_words(widget: QWidget | None) -> str:
    """Return what a widget, or what is around it, says about itself; empty if nothing does."""
    while widget is not None:
        if widget.whatsThis():
            return widget.whatsThis()
        widget = widget.parentWidget()
    return ""
