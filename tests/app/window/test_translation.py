"""The interface in Chinese: nothing missing, nothing stale, and the switch between languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from boilerscope.app.session.glossary import terms
from boilerscope.app.session.preferences import (
    Language,
    Preferences,
    ThemeChoice,
    language_code,
    load_preferences,
)
from boilerscope.app.window.actions import ACTIONS
from boilerscope.app.window.translation import (
    ANY,
    CHINESE,
    DECLARED,
    install_language,
    is_chinese,
    patterns,
    table,
    translate,
)
from boilerscope.widgets.labels import ElidedLabel
from boilerscope.widgets.words import counted, declared
from tests.helpers.bench import WindowBench
from tests.helpers.texts import (
    all_texts,
    as_toml,
    missing,
    module_texts,
    stale,
    unread_calls,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from tests.helpers.texts import Texts

_CHINESE_SIGN = re.compile(r"[\u4e00-\u9fff]")
_PLACE = re.compile(r"\{\w+\}")
_FILE = "resources/translations/zh_CN.toml"


@pytest.fixture(scope="module")
def texts() -> Texts:
    """Return every text of the interface."""
    return all_texts()


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[QApplication]:
    """Use Chinese for one test."""
    install_language(qapp, CHINESE)
    yield qapp
    install_language(qapp, "en")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, qapp: QApplication) -> Iterator[WindowBench]:
    """Return the small window in Chinese, with a Chinese page open."""
    preferences = Preferences(theme=ThemeChoice.LIGHT, language=Language.CHINESE)
    window_bench = WindowBench(qtbot, tmp_path, preferences)
    window_bench.window.resize(1280, 800)
    window_bench.open("sample:news-zh")
    yield window_bench
    window_bench.close()
    install_language(qapp, "en")


# -- the table -------------------------------------------------------------------------------------


def test_every_text_has_a_translation(texts: Texts) -> None:
    lacking = missing(texts, table(CHINESE))

    assert not lacking, f"add to {_FILE}, with its translation:\n{as_toml(lacking)}"


def test_no_translation_outlives_its_text(texts: Texts) -> None:
    left = stale(texts, table(CHINESE))

    assert not left, f"remove from {_FILE}, nothing shows it:\n{as_toml(left)}"


def test_every_text_is_a_literal_that_can_be_found() -> None:
    assert unread_calls() == []


def test_translations_keep_every_placeholder() -> None:
    differing = [
        (context, text)
        for context, lines in table(CHINESE).items()
        for text, translation in lines.items()
        if sorted(_PLACE.findall(text)) != sorted(_PLACE.findall(translation))
    ]

    assert differing == []


def test_no_translation_is_empty_or_padded() -> None:
    bad = [
        translation
        for lines in table(CHINESE).values()
        for translation in lines.values()
        if not translation or translation != translation.strip()
    ]

    assert bad == []


def test_a_gold_standard_has_one_name_in_chinese() -> None:
    texts = [text for lines in table(CHINESE).values() for text in lines.values()]
    texts += [wording for term in terms() for wording in (term.name.zh, term.text.zh)]

    others = [text for text in texts if "黄金标准" in text or "标准答案" in text]

    assert others == []


def test_a_text_for_every_context_is_not_repeated_in_one_context() -> None:
    translations = table(CHINESE)

    repeated = [
        (context, text)
        for context, lines in translations.items()
        for text, translation in lines.items()
        if context != ANY and translations[ANY].get(text) == translation
    ]
    assert repeated == []


# -- how texts are found ---------------------------------------------------------------------------


def test_texts_are_found_under_the_class_or_the_context_they_name() -> None:
    source = '''
def _tr(text):
    """Translate."""
    return QCoreApplication.translate("Strips", text)

class Row:
    def words(self, bad):
        self.tr("Bad" if bad else "Good")
        said = _tr("kept") + translate("Saved") + declared("Label")
        return said + translate("PaneStatus", "Empty")

layer = Layer(key="k", label="Agreement", unit="panes")
'''

    texts_by_context = module_texts(source)

    assert texts_by_context == {
        "Row": {"Bad", "Good"},
        "Strips": {"kept"},
        "app": {"Saved"},
        "Declared": {"Label", "Agreement", "panes"},
        "PaneStatus": {"Empty"},
    }


def test_missing_and_stale_lines_are_listed_by_context() -> None:
    texts = {"Row": {"one", "two"}, DECLARED: {"Stop at div[1]"}}
    translations = {
        "Row": {"one": "一"},
        ANY: {"gone": "没"},
        DECLARED: {"Go to {path}": "到 {path}"},
    }

    assert missing(texts, translations) == {DECLARED: ["Stop at div[1]"], "Row": ["two"]}
    assert stale(texts, translations) == {ANY: ["gone"], DECLARED: ["Go to {path}"]}


def test_a_pattern_matches_the_texts_composed_from_it() -> None:
    (pattern, translation), *rest = patterns({"Stop at {path}": "在 {path} 停止", "Title": "标题"})

    match = pattern.fullmatch("Stop at main > div[2]")
    assert match is not None
    assert translation.format(**match.groupdict()) == "在 main > div[2] 停止"
    assert rest == []


# -- languages -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("chinese")
def test_chinese_texts_come_from_the_table() -> None:
    assert translate("Undo") == "撤销"
    assert declared("Link density") == "链接密度"
    assert declared("Descend from main > div") == "从 main > div 下行"
    assert declared("length of 5 lines, bytes") == "5 行的长度，字节"
    assert counted(1079) == "1,079 词"
    assert QLocale().language() is QLocale.Language.Chinese


def test_a_text_without_translation_shows_itself(chinese: QApplication) -> None:
    assert translate("Nobody says this") == "Nobody says this"
    assert declared("x" * 10_000) == "x" * 10_000
    assert chinese.translate("NoClass", "Nothing") == "Nothing"


@pytest.mark.usefixtures("chinese")
def test_buttons_of_qt_are_chinese_too() -> None:
    assert _CHINESE_SIGN.search(QCoreApplication.translate("QPlatformTheme", "Cancel"))


def test_english_shows_the_source_texts_again_after_chinese(qapp: QApplication) -> None:
    install_language(qapp, CHINESE)
    install_language(qapp, "en")

    assert translate("Undo") == "Undo"
    assert declared("Descend from main > div") == "Descend from main > div"
    assert QLocale().language() is QLocale.Language.English


def test_the_systems_language_is_used_if_none_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("zh_CN"))
    in_china = is_chinese(language_code(Language.SYSTEM))
    in_english = is_chinese(language_code(Language.ENGLISH))
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("de_DE"))
    elsewhere = is_chinese(language_code(Language.SYSTEM))

    assert (in_china, in_english, elsewhere) == (True, False, False)
    assert is_chinese(language_code(Language.CHINESE))


# -- the window ------------------------------------------------------------------------------------


def test_language_switches_at_the_next_start_with_a_notice(bench: WindowBench) -> None:
    window_controller = bench.window_controller
    window_controller.preferences.change(language=Language.ENGLISH)

    window_controller.actions.trigger("language")

    preferences, _ = load_preferences(bench.home)
    assert preferences.language is Language.CHINESE
    assert (
        window_controller.window.statusBar().currentMessage()
        == "The language changes at the next start."
    )
    assert translate("Undo") == "Undo"


def test_language_chosen_twice_is_english_again(bench: WindowBench) -> None:
    bench.window_controller.preferences.change(language=Language.ENGLISH)

    bench.window_controller.actions.trigger("language")
    bench.window_controller.actions.trigger("language")

    assert bench.window_controller.preferences.current.language is Language.ENGLISH


def test_english_can_be_chosen_on_a_chinese_system(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("zh_CN"))
    bench.window_controller.preferences.change(language=Language.SYSTEM)

    bench.window_controller.actions.trigger("language")

    assert bench.window_controller.preferences.current.language is Language.ENGLISH


SENSES = {
    "added": "of steps, of a number, of a structure that the page has not",
    "address": "of a page or file in the field; of web pages through the proxy",
    "baseline": "pane that others are compared with; a method of trafilatura",
    "blocks of the page": "a value of a setting; a count",
    "characters": "unit after a number; a quantity",
    "choice": "a value of a setting; a step of a library",
    "cut": "a point; an action",
    "layout": "of a page on screen; a kind of page of a site",
    "levels": "of a tree; a count; a unit",
    "main": "the class of a mark; the element of HTML",
    "pages": "a thing; a unit after a number",
    "passes": "a count; a unit",
    "scores": "of extractions; points that extractors give",
    "spread": "the largest minus the smallest score; a feature of blocks",
    "to": "the target of an export; between two panes; between two numbers",
    "trials": "a thing; a unit after a number",
    "where": "a condition; a place",
    "words": "unit after a number; a quantity",
}
"""English texts that need several Chinese ones, with their meanings."""

TERMS = {
    "boilerplate": "样板",
    "exclusive text": "独有文本",
    "gold standard": "标准",
    "link density": "链接密度",
    "main content": "正文",
    "own text": "自有文本",
    "undecided": "未定",
    "wrongly kept": "误取",
}
"""Terms of the field, and the Chinese word in every sentence with them."""


def test_a_short_text_has_one_chinese_text_unless_it_has_several_meanings() -> None:
    meanings: dict[str, set[str]] = {}
    for lines in table(CHINESE).values():
        for english, chinese in lines.items():
            if not _PLACE.search(english):
                meanings.setdefault(english.casefold(), set()).add(chinese)
    several = {english for english, chinese in meanings.items() if len(chinese) > 1}

    assert several - set(SENSES) == set()
    assert set(SENSES) - several == set(), "no longer needed"


def test_a_term_of_the_field_has_one_chinese_word() -> None:
    lines = [line for lines in table(CHINESE).values() for line in lines.items()]
    lines += [(wording.en, wording.zh) for term in terms() for wording in (term.name, term.text)]
    other = [
        (english, chinese)
        for english, chinese in lines
        for term, word in TERMS.items()
        if term in english.casefold() and word not in chinese
    ]

    assert other == []


def test_actions_tabs_and_headings_of_a_chinese_window_are_chinese(window: WindowBench) -> None:
    tables = window.window.tables
    labels = [window.window_controller.actions[row.id].text() for row in ACTIONS]
    labels += [tables.tabText(index) for index in range(tables.count())]
    views = (window.window.strips, window.window.settings, window.window.inspector)
    labels += [view.accessibleName() for view in views]

    assert [text for text in labels if not _CHINESE_SIGN.search(text)] == []


def test_no_chinese_label_or_button_is_cut_in_the_small_window(window: WindowBench) -> None:
    shown = [widget for widget in window.window.findChildren(QWidget) if widget.isVisible()]
    named = [
        widget for widget in shown if isinstance(widget, QLabel | QAbstractButton) and widget.text()
    ]

    assert len(named) > 20
    assert [widget.text() for widget in named if _is_cut(widget)] == []


def _is_cut(widget: QLabel | QAbstractButton) -> bool:
    """Return whether a line of plain text has less room than it needs."""
    wraps = isinstance(widget, QLabel) and widget.wordWrap()
    if wraps or isinstance(widget, ElidedLabel) or not _CHINESE_SIGN.search(widget.text()):
        return False
    needed = widget.fontMetrics().horizontalAdvance(widget.text())
    return needed > widget.width() or widget.fontMetrics().height() > widget.height()
