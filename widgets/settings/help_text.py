"""Help of a setting, for tooltips and F1."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from boilerscope.extractors.model.settings import AUTO, Knob, Settings, Source
from boilerscope.widgets.settings.main_knobs import default_value
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Sequence


def _tr(text: str) -> str:
    return QCoreApplication.translate("SettingHelp", text)


def source_label(source: Source) -> str:
    """Return the source of a default as one word."""
    return {
        Source.PAPER: _tr("paper"),
        Source.PROGRAM: _tr("program"),
        Source.OURS: _tr("Boilerscope"),
    }[source]


def source_sentence(source: Source) -> str:
    """Return the source of a default as a sentence."""
    return {
        Source.PAPER: _tr("The default is from the published paper."),
        Source.PROGRAM: _tr("The default is from the reference program."),
        Source.OURS: _tr("The default is set by Boilerscope; no source gives a value."),
    }[source]


def one_line(knob: Knob) -> str:
    """Return the line below an editor: help, field and source."""
    help_line = declared(knob.help).rstrip()
    if help_line and help_line[-1] not in ".!?。":
        help_line += "."
    return f"{help_line} {knob.name}, {source_label(knob.source)}"


def value_text(knob: Knob, value: object, settings: Settings | None = None) -> str:
    """Format a value: numbers with unit, labels of choices, counts of lists.

    Parameters
    ----------
    knob : Knob
        The field's declaration.
    value : object
        The value; None for automatic.
    settings : Settings, optional
        Record that gives the actual value: ``auto (15)``.
    """
    if value is None:
        resolved = None if settings is None else getattr(settings.resolve(), knob.name)
        return AUTO if resolved is None else f"{AUTO} ({value_text(knob, resolved)})"
    if knob.kind == "choice":
        name = str(getattr(value, "value", value))
        return declared(knob.choice_labels.get(name, name))
    if knob.kind == "bool":
        return _tr("on") if value else _tr("off")
    if isinstance(value, int | float):
        return f"{number(value)} {declared(knob.unit)}".rstrip()
    if isinstance(value, tuple):
        return _entries(len(value))
    return str(value) or _tr("empty")


def _entries(count: int) -> str:
    if count == 1:
        return _tr("1 entry")
    return _tr("{count} entries").format(count=number(count))


def help_html(knob: Knob, settings: Settings, *, drives: Sequence[str] = ()) -> str:
    """Return the full help: effect, compared quantity, range, default and source.

    Parameters
    ----------
    knob : Knob
        The field's declaration.
    settings : Settings
        A record of the declaring class.
    drives : sequence of str
        For a main knob: texts on the fields that it drives.
    """
    facts = [
        (_tr("Setting"), f"<code>{escape(knob.name)}</code>"),
        (_tr("Range"), _range(knob)),
        (_tr("Compared with"), _compared(knob)),
        (_tr("Default"), escape(_default(knob, settings))),
    ]
    rows = "".join(
        f"<tr><td>{escape(name)}&nbsp;&nbsp;</td><td>{value}</td></tr>"
        for name, value in facts
        if value
    )
    driven = "".join(f"<br>{escape(line)}" for line in drives)
    return (
        f"<p><b>{escape(declared(knob.label))}</b></p><p>{escape(declared(knob.help))}</p>"
        f"<table>{rows}</table><p>{escape(source_sentence(knob.source))}</p>"
        + (f"<p>{escape(_tr('Drives:'))}{driven}</p>" if driven else "")
    )


def _range(knob: Knob) -> str:
    if knob.kind == "choice":
        return ", ".join(escape(value_text(knob, choice)) for choice in knob.choices)
    if knob.low is None and knob.high is None:
        return ""
    low = "" if knob.low is None else number(knob.low)
    high = "" if knob.high is None else number(knob.high)
    if low and high:
        text = _tr("{low} to {high}").format(low=low, high=high)
    elif low:
        text = _tr("at least {low}").format(low=low)
    else:
        text = _tr("at most {high}").format(high=high)
    return f"{text} {escape(declared(knob.unit))}".rstrip()


def _compared(knob: Knob) -> str:
    return f"<code>{escape(knob.bounds)}</code>" if knob.bounds else ""


def _default(knob: Knob, settings: Settings) -> str:
    if knob.default is None and knob.kind in {"int", "float"}:
        return f"{AUTO} ({number(default_value(settings, knob))} {declared(knob.unit)})".replace(
            " )", ")"
        )
    if knob.default is None:
        return value_text(knob, None, settings)
    return value_text(knob, knob.default)
