"""Detected languages."""

from __future__ import annotations

import time

import pytest

from boilerscope.extractors.text.language import detected_language

SENTENCES = {
    "en": "The council met on Monday and agreed on a plan for the old lake in the town.",
    "de": "Der Rat der Stadt hat am Montag über den alten See beraten und einen Plan beschlossen.",
    "el": "Το συμβούλιο συνεδρίασε τη Δευτέρα και συμφώνησε σε ένα σχέδιο για την παλιά λίμνη.",
    "ru": "Совет собрался в понедельник и согласовал план для старого озера в центре города.",
}
CHINESE = "市议会星期一开会，通过了旧湖的改造方案。北岸将安放十二张新长椅，大桥关闭到六月一日。"


@pytest.mark.parametrize(("code", "text"), SENTENCES.items())
def test_the_language_of_a_sentence_is_detected(code: str, text: str):
    assert detected_language(text) == code


def test_chinese_is_detected():
    assert detected_language(10 * CHINESE) == "zh"


@pytest.mark.parametrize("text", ["", "hi", "1 2 3 4 5 " * 100, "--- " * 100])
def test_a_text_with_few_letters_has_no_language(text: str):
    assert detected_language(text) == ""


def test_only_the_start_of_a_long_text_is_read():
    start = time.process_time()

    assert detected_language(SENTENCES["en"] * 200_000) == "en"
    assert time.process_time() - start < 1
