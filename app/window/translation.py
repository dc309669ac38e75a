"""Languages of the interface: English in the source, others from a table in `resources`.

A translation file is TOML with one table per context (a widget's class, ``app`` for texts of this
room, ``Declared`` for what extractors declare) and one line per text. A text that stands in
``[any]`` serves every context. In ``Declared`` a line with ``{names}`` is a pattern: it serves
texts that an extractor composes, such as ``Descend from {path}``.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, Qt, QTranslator

from resources.loader import resource_path

if TYPE_CHECKING:
    from collections.abc import Iterator

CHINESE = "zh_CN"
ANY, APP, DECLARED = "any", "app", "Declared"
"""Contexts: every one, this room's, that of declared texts."""

_NAME = re.compile(r"\{\w+\}")
_MAX_COMPOSED = 500


def translate(text: str) -> str:
    """Return a text of this room in the interface's language."""
    return QCoreApplication.translate(APP, text)


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
        self._patterns = list(patterns(self._table.get(DECLARED, {})))

    def isEmpty(self) -> bool:
        return False

    def translate(
        self,
        context: str,
        text: str,
        disambiguation: str | None = None,
        n: int = -1,
    ) -> str | None:
        """Return a text in this language, None where the next translator shall be asked.

        An empty text would count as found: Qt's own words would vanish.
        """
        found = self._table.get(context, {}).get(text) or self._any.get(text)
        if found is None and context == DECLARED:
            return self._composed(text)
        return found

    def _composed(self, text: str) -> str | None:
        """Return a composed text by its pattern, the parts translated where they are known."""
        if len(text) > _MAX_COMPOSED:
            return None
        known = self._table[DECLARED]
        for pattern, words in self._patterns:
            match = pattern.fullmatch(text)
            if match is not None:
                parts = match.groupdict()
                return words.format(**{name: known.get(part, part) for name, part in parts.items()})
        return None


def patterns(lines: dict[str, str]) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield the lines that stand for composed texts, as expressions with a group per name."""
    for line, words in lines.items():
        if _NAME.search(line):
            fixed = [re.escape(part) for part in _NAME.split(line)]
            groups = [f"(?P<{name[1:-1]}>.+)" for name in _NAME.findall(line)]
            joined = "".join(part + group for part, group in zip(fixed, [*groups, ""], strict=True))
            yield re.compile(joined, re.DOTALL), words


def is_chinese(language: str) -> bool:
    """Return whether a language is Chinese: a code, or the system's language where it is empty."""
    return (language or QLocale.system().name()).startswith("zh")


def install_language(app: QCoreApplication, language: str) -> None:
    """Show the interface in a language, the system's where it is empty.

    Widgets take their words when they are made, hence those that exist already keep theirs.
    """
    for old in app.findChildren(QTranslator, options=Qt.FindChildOption.FindDirectChildrenOnly):
        app.removeTranslator(old)
        old.deleteLater()
    if not is_chinese(language):
        QLocale.setDefault(QLocale(QLocale.Language.English))
        return
    QLocale.setDefault(QLocale(QLocale.Language.Chinese, QLocale.Country.China))
    own = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if own.load("qtbase_zh_CN", folder):
        app.installTranslator(own)
    app.installTranslator(TableTranslator(CHINESE, app))
