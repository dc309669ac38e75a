"""Languages of the interface: English in the source, others from a table in `resources`.

A translation file is TOML. It has a table for each context (the class of a widget, ``app`` for
texts of this room, ``Declared`` for texts that extractors declare) and a line for each text. Lines
in ``[any]`` apply to all contexts. In ``Declared``, a line with ``{names}`` is a pattern for texts
that an extractor composes, such as ``Descend from {path}``.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, Qt, QTranslator

from boilerscope.resources.loader import resource_path

if TYPE_CHECKING:
    from collections.abc import Iterator

CHINESE = "zh_CN"
ANY, APP, DECLARED = "any", "app", "Declared"
"""Contexts: all contexts, texts of this room, declared texts."""

_NAME = re.compile(r"\{\w+\}")
_MAX_COMPOSED = 500


def translate(text: str) -> str:
    """Translate a text of this room into the language of the interface."""
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
        """Translate a text; return None to leave it to the next translator.

        An empty text would count as a translation, and Qt's own texts would disappear.
        """
        translated = self._table.get(context, {}).get(text) or self._any.get(text)
        if translated is None and context == DECLARED:
            return self._composed(text)
        return translated

    def _composed(self, text: str) -> str | None:
        """Translate a composed text by its pattern, and its parts if they have a translation."""
        if len(text) > _MAX_COMPOSED:
            return None
        lines = self._table[DECLARED]
        for pattern, translated in self._patterns:
            match = pattern.fullmatch(text)
            if match is not None:
                parts = match.groupdict()
                return translated.format(
                    **{name: lines.get(part, part) for name, part in parts.items()}
                )
        return None


def patterns(lines: dict[str, str]) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield the lines with names, as expressions with a group for each name."""
    for line, translated in lines.items():
        if _NAME.search(line):
            fixed = [re.escape(part) for part in _NAME.split(line)]
            groups = [f"(?P<{name[1:-1]}>.+)" for name in _NAME.findall(line)]
            joined = "".join(part + group for part, group in zip(fixed, [*groups, ""], strict=True))
            yield re.compile(joined, re.DOTALL), translated


def is_chinese(language: str) -> bool:
    """Return whether a language is Chinese; an empty code means the language of the system."""
    return (language or QLocale.system().name()).startswith("zh")


def install_language(app: QCoreApplication, language: str) -> None:
    """Set the language of the interface; an empty code means the language of the system.

    Widgets read their texts when they are created, so existing widgets keep their language.
    """
    for old in app.findChildren(QTranslator, options=Qt.FindChildOption.FindDirectChildrenOnly):
        app.removeTranslator(old)
        old.deleteLater()
    if not is_chinese(language):
        QLocale.setDefault(QLocale(QLocale.Language.English))
        return
    QLocale.setDefault(QLocale(QLocale.Language.Chinese, QLocale.Country.China))
    translator = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load("qtbase_zh_CN", folder):
        app.installTranslator(translator)
    app.installTranslator(TableTranslator(CHINESE, app))
