"""Numbers and declared texts."""

from __future__ import annotations

import ast
import math
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis.strategies import floats
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

from boilerscope.extractors.model.sentence import MINUS, format_value
from boilerscope.widgets.words import count_range, declared, number, share, signed, unit
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication


@pytest.fixture
def german() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (1079.0, "1,079"),
        (-3.0, "−3"),
        (14.25, "14.25"),
        (14.5, "14.5"),
        (1 / 3, "0.333"),
        (0.5, "0.5"),
        (0.00123, "0.00123"),
        (0.54546, "0.545"),
        (0.5455499999, "0.546"),
        (0.9999, "1"),
        (0.1 + 0.2 - 0.3, "0"),
        (2.9999999999, "3"),
        (2e-7, "0"),
        (math.nan, "–"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
    ],
)
def test_numbers_are_short_and_exact_enough(value: float, text: str):
    assert number(value) == text


@given(floats(-1e4, 1e4).filter(lambda value: not 0 < abs(value) < 1e-3))
def test_numbers_are_those_of_sentences(value: float):
    """The strip of a value and the sentence of its rule say the same."""
    assert float(number(value).replace(MINUS, "-").replace(",", "")) == float(
        format_value(value).replace(",", "")
    )


def test_a_number_can_have_a_fixed_number_of_decimals():
    assert number(9, decimals=1) == "9.0"


@pytest.mark.usefixtures("german")
def test_numbers_follow_the_locale_of_the_interface():
    assert number(1079) == "1.079"
    assert number(0.5) == "0,5"


def test_shares_are_whole_per_cents():
    assert share(370, 1079) == "34\N{NO-BREAK SPACE}%"
    assert share(0, 0) == "–"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.021, "+0.02"), (-0.021, "−0.02"), (-0.004, "±0.00"), (0.0, "±0.00"), (-math.inf, "−∞")],
)
def test_changes_have_a_minus_sign_and_no_negative_zero(value: float, text: str):
    assert signed(value) == text


class Dictionary(QTranslator):
    """A dictionary of one word."""

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        del disambiguation, n
        return "链接密度" if (context, text) == ("Declared", "Link density") else text


def test_declared_texts_are_translated_if_a_translation_exists(qapp: QApplication):
    dictionary = Dictionary(qapp)
    QCoreApplication.installTranslator(dictionary)
    translated, untranslated = declared("Link density"), declared("Words")
    QCoreApplication.removeTranslator(dictionary)

    assert (translated, untranslated) == ("链接密度", "Words")


@pytest.mark.parametrize(
    ("low", "high", "characters", "text"),
    [
        (3, 3, False, "3 words"),
        (1, 1, True, "1 character"),
        (None, None, True, "any length"),
        (None, 1500, False, "up to 1,500 words"),
        (100, None, True, "from 100 characters"),
        (500, 1200, True, "500 to 1,200 characters"),
    ],
)
def test_a_range_of_lengths_names_its_unit(
    low: int | None,
    high: int | None,
    *,
    characters: bool,
    text: str,
):
    assert count_range(low, high, characters=characters) == text
    assert unit(characters=True) == "characters"


def _modules() -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules of the window that can count tokens."""
    for room in ("widgets", "app/window"):
        for file in sorted((ROOT / room).rglob("*.py")):
            if file.name != "__main__.py" and file != ROOT / "widgets" / "words.py":
                yield file.relative_to(ROOT), ast.parse(file.read_text(encoding="utf-8"))


def test_every_count_of_tokens_says_whether_they_are_characters():
    silent = [
        f"{file}:{call.lineno}"
        for file, module in _modules()
        for call in ast.walk(module)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in {"counted", "unit", "count_range"}
        and "characters" not in {keyword.arg for keyword in call.keywords}
    ]

    assert not silent


def test_a_text_with_a_number_of_words_has_a_twin_with_characters():
    alone = []
    for file, module in _modules():
        texts = {
            node.value
            for node in ast.walk(module)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        counts = {text for text in texts if re.search(r"\} (\w+ )?words\b", text)}
        alone += [
            f"{file}: {text}"
            for text in counts
            if re.sub(r"\bwords\b", "characters", text) not in texts
        ]

    assert not alone
