"""Numbers and declared texts in the language and locale of the interface."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, QLocale

from boilerscope.extractors.model.sentence import MINUS

_NO_VALUE = "–"
_SUM_ERROR = 1e-9
"""A sum of floating-point numbers can be off by this share, or by this much around 0."""


def interface_locale() -> QLocale:
    """Return the locale of the interface; English if the system's locale is "C".

    The "C" locale does not group digits, so that 1079123 would be hard to read.
    """
    locale = QLocale()
    return QLocale(QLocale.Language.English) if locale.language() == QLocale.Language.C else locale


def number(value: float, *, decimals: int | None = None) -> str:
    """Format a number: whole numbers without decimals, other numbers with about three digits.

    Negative numbers have a minus sign, which most locales write as a hyphen. A number that differs
    from a whole one by the error of a sum is whole. Round no number before: what is rounded twice
    can differ from what sentences of rules say.

    Parameters
    ----------
    value : float
        Any number; NaN (no value) becomes a dash.
    decimals : int, optional
        Exact number of decimals.
    """
    locale = interface_locale()
    return _formatted(value, decimals, locale).replace("-", MINUS)


def _formatted(value: float, decimals: int | None, locale: QLocale) -> str:
    if math.isnan(value):
        return _NO_VALUE
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    if decimals is not None:
        return locale.toString(float(value), "f", decimals)
    whole = round(value)
    if math.isclose(value, whole, rel_tol=_SUM_ERROR, abs_tol=_SUM_ERROR) and abs(value) < 1e15:
        return locale.toString(whole)
    size = math.floor(math.log10(abs(value)))
    digits = 2 if size >= 0 else min(2 - size, 6)
    while digits and round(value, digits - 1) == round(value, digits):
        digits -= 1
    return locale.toString(float(value), "f", digits)


def signed(value: float, decimals: int = 2) -> str:
    """Format a change with its sign: ``+0.02``, ``−0.02``; ``±0.00`` if it rounds to 0."""
    if math.isnan(value) or math.isinf(value):
        return number(value)
    size = number(abs(value), decimals=decimals)
    if not round(value, decimals):
        return f"±{size}"
    return f"+{size}" if value > 0 else f"{MINUS}{size}"


def share(part: float, total: float) -> str:
    """Format a part of a total in per cent: ``34 %``; a dash if the total is 0."""
    if not total:
        return _NO_VALUE
    return f"{number(round(100 * part / total))}\N{NO-BREAK SPACE}%"


def counted(count: int, *, characters: bool = False) -> str:
    """Format a count of tokens: ``1,079 words``, or characters (Chinese, Japanese, Korean)."""
    translate = QCoreApplication.translate
    if characters:
        singular, many = translate("Counted", "1 character"), translate("Counted", "{n} characters")
    else:
        singular, many = translate("Counted", "1 word"), translate("Counted", "{n} words")
    return singular if count == 1 else many.format(n=number(count))


def unit(*, characters: bool) -> str:
    """Return the name of what tokens are counted in: ``words``, or ``characters``."""
    translate = QCoreApplication.translate
    return translate("Counted", "characters") if characters else translate("Counted", "words")


def count_range(low: int | None, high: int | None, *, characters: bool) -> str:
    """Format a range of counts of tokens: ``500 to 1,200 words``, ``3 words``; None is no limit."""
    translate, name = QCoreApplication.translate, unit(characters=characters)
    if low is None and high is None:
        return translate("Counted", "any length")
    if low is None:
        return translate("Counted", "up to {high} {unit}").format(high=number(high or 0), unit=name)
    if high is None:
        return translate("Counted", "from {low} {unit}").format(low=number(low), unit=name)
    if low == high:
        return counted(low, characters=characters)
    text = translate("Counted", "{low} to {high} {unit}")
    return text.format(low=number(low), high=number(high), unit=name)


def declared(text: str) -> str:
    """Translate a text that an extractor declares (label, help, unit).

    The declarations are in English; the translation file contains them in the context
    ``Declared``. A text without a translation is returned unchanged.
    """
    return QCoreApplication.translate("Declared", text)
