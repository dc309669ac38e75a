"""Figures and declared texts in the language and locale of the interface."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, QLocale

_NOT_MEASURED = "–"


def interface_locale() -> QLocale:
    """Return the locale of the interface; English where the system names none.

    The locale of a bare machine, "C", groups no digits: nobody reads 1079123 gladly.
    """
    locale = QLocale()
    return QLocale(QLocale.Language.English) if locale.language() == QLocale.Language.C else locale


def number(value: float, *, decimals: int | None = None) -> str:
    """Return a figure as people read it: whole numbers bare, others with three digits.

    Parameters
    ----------
    value : float
        Any amount; NaN (nothing was measured) is a dash.
    decimals : int, optional
        Exact number of digits after the point.
    """
    locale = interface_locale()
    if math.isnan(value):
        return _NOT_MEASURED
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if decimals is not None:
        return locale.toString(float(value), "f", decimals)
    if value == int(value) and abs(value) < 1e15:
        return locale.toString(int(value))
    size = math.floor(math.log10(abs(value)))
    digits = 2 if size >= 0 else min(2 - size, 6)
    while digits > 1 and round(value, digits - 1) == round(value, digits):
        digits -= 1
    return locale.toString(float(value), "f", digits)


def share(part: float, whole: float) -> str:
    """Return a part of a whole in per cent: ``34 %``; a dash where the whole is nothing."""
    if not whole:
        return _NOT_MEASURED
    return f"{number(round(100 * part / whole))}\N{NO-BREAK SPACE}%"


def counted(amount: int, *, characters: bool = False) -> str:
    """Return a count of tokens as people say it: ``1,079 words``, in Chinese pages characters."""
    translate = QCoreApplication.translate
    if characters:
        one, many = translate("Counted", "1 character"), translate("Counted", "{n} characters")
    else:
        one, many = translate("Counted", "1 word"), translate("Counted", "{n} words")
    return one if amount == 1 else many.format(n=number(amount))


def declared(text: str) -> str:
    """Return a text that an extractor declares (label, help, unit) in the interface's language.

    The texts stand in English in the declarations; a translation file carries them in the context
    ``Declared``, and a text without translation shows itself.
    """
    return QCoreApplication.translate("Declared", text)
