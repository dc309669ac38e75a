"""Languages of the interface: English in the source, others from a table in `resources`.

A translation file is TOML with one table per context (a widget's class, ``app`` for texts of this
room, ``Declared`` for what extractors declare) and one line per text. A text that stands in
``[any]`` serves every context.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

from resources.loader import resource_path

if TYPE_CHECKING:
    from PySide6.QtCore import QCoreApplication

CHINESE = "zh_CN"
ANY = "any"


@cache
def table(language: str) -> dict[str, dict[str, str]]:
    """Return the texts of a language by context."""
    text = resource_path(f"translations/{language}.toml").read_text(encoding="utf-8")
    return {str(context): dict(lines) for context, lines in tomllib.loads(text).items()}


class TableTranslator(QTranslator):
    """Looks texts up in a table."""

    def __init__(self, language: str, parent: QCoreApplication) -> None:
        super().__init__(parent)
        self._table = table(language)
        self._any = self._table.get(ANY, {})

    def isEmpty(self) -> bool:
        return False

    def translate(
        self,
        context: str,
        text: str,
        disambiguation: str | None = None,
        n: int = -1,
    ) -> str:
        found = self._table.get(context, {}).get(text) or self._any.get(text, "")
        return found.replace("%n", str(n)) if n >= 0 else found


def speak(app: QCoreApplication, language: str) -> None:
    """Show the interface in a language, the system's where it is empty."""
    code = language or QLocale.system().name()
    if not code.startswith("zh"):
        QLocale.setDefault(QLocale(QLocale.Language.English))
        return
    QLocale.setDefault(QLocale(QLocale.Language.Chinese, QLocale.Country.China))
    own = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if own.load("qtbase_zh_CN", folder):
        app.installTranslator(own)
    app.installTranslator(TableTranslator(CHINESE, app))
