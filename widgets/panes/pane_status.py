"""How a pane stands: fine, running, outdated or without text, with the words for each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from extractors.model.extraction import Status
from extractors.model.settings import changed, to_table
from widgets.records import RunState
from widgets.words import number

if TYPE_CHECKING:
    from extractors.model.extraction import Extraction
    from widgets.records import PaneRecord


class PaneStatus(Enum):
    """What a pane shows itself as."""

    FINE = "fine"
    WAITING = "waiting"
    RUNNING = "running"
    OUTDATED = "outdated"
    EMPTY = "empty"
    UNAVAILABLE = "unavailable"
    ERROR = "error"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class StatusStyle:
    """Icon, colour and word of a status; an empty icon where the header shows figures instead."""

    icon: str
    role: str
    word: str


OUTDATED_AFTER_S = 0.1
"""A newer run is mentioned only if it takes longer, or every move of a slider would flicker."""
EXTENDED_LIMIT_S = 30
"""Time that a run which took too long is offered."""
CANCEL_AFTER_S = 0.3
"""A first run that takes longer can be cancelled."""

translate = QCoreApplication.translate

_OF_STATUS = {
    Status.OK: PaneStatus.FINE,
    Status.EMPTY: PaneStatus.EMPTY,
    Status.UNAVAILABLE: PaneStatus.UNAVAILABLE,
    Status.ERROR: PaneStatus.ERROR,
    Status.TIMEOUT: PaneStatus.TIMEOUT,
    Status.CANCELLED: PaneStatus.CANCELLED,
}


def status_of(pane: PaneRecord, elapsed_s: float) -> PaneStatus:
    """Return how a pane stands.

    Parameters
    ----------
    pane : PaneRecord
        The pane.
    elapsed_s : float
        Seconds since its present run began.
    """
    busy = pane.state in {RunState.RUNNING, RunState.OUTDATED}
    if busy and pane.last_good is None and pane.extraction is None:
        return PaneStatus.RUNNING
    if busy and elapsed_s >= OUTDATED_AFTER_S:
        return PaneStatus.RUNNING if pane.last_good is None else PaneStatus.OUTDATED
    return PaneStatus.WAITING if pane.extraction is None else _OF_STATUS[pane.extraction.status]


def style_of(status: PaneStatus) -> StatusStyle:
    """Return icon, colour and word of a status."""
    words = {
        PaneStatus.WAITING: ("circle-outline", "ink2", translate("PaneStatus", "Not run yet")),
        PaneStatus.RUNNING: ("progress-clock", "ink2", translate("PaneStatus", "Running")),
        PaneStatus.OUTDATED: ("progress-clock", "warning", translate("PaneStatus", "Outdated")),
        PaneStatus.EMPTY: ("circle-outline", "ink2", translate("PaneStatus", "Empty")),
        PaneStatus.UNAVAILABLE: (
            "minus-circle-outline",
            "ink2",
            translate("PaneStatus", "Unavailable"),
        ),
        PaneStatus.ERROR: ("alert-circle", "error", translate("PaneStatus", "Error")),
        PaneStatus.TIMEOUT: ("timer-alert-outline", "error", translate("PaneStatus", "Timeout")),
        PaneStatus.CANCELLED: ("cancel", "ink2", translate("PaneStatus", "Cancelled")),
    }
    return StatusStyle(*words.get(status, ("", "ink", "")))


def detail(status: PaneStatus, pane: PaneRecord, elapsed_s: float) -> str:
    """Return the grey words behind the status: how long it took or takes."""
    if status is PaneStatus.RUNNING:
        return seconds(elapsed_s)
    if status is PaneStatus.OUTDATED:
        return translate("PaneStatus", "newer run, {time}").format(time=seconds(elapsed_s))
    if status in {PaneStatus.ERROR, PaneStatus.TIMEOUT} and pane.extraction is not None:
        return translate("PaneStatus", "after {time}").format(time=seconds(pane.extraction.seconds))
    return ""


def seconds(value: float) -> str:
    """Return a time of a run still going on: ``0.4 s``."""
    return f"{number(value, decimals=1)}\N{NO-BREAK SPACE}s"


def took(value: float) -> str:
    """Return the time of a finished run: ``0.9 ms``, ``14 ms``, ``2.1 s``."""
    if value >= 1:
        return seconds(value)
    milliseconds = value * 1000
    shown = number(milliseconds, decimals=1 if milliseconds < 9.95 else 0)
    return f"{shown}\N{NO-BREAK SPACE}ms"


@dataclass(frozen=True, slots=True)
class Notice:
    """What stands in the body of a pane that has no text to show.

    Attributes
    ----------
    title, text, remark, details : str
        Heading, sentence, smaller sentence, and what is shown only on demand.
    buttons : tuple of (str, str)
        Command and label of each button.
    """

    title: str = ""
    text: str = ""
    remark: str = ""
    details: str = ""
    buttons: tuple[tuple[str, str], ...] = ()


def notice(status: PaneStatus, pane: PaneRecord) -> Notice:
    """Return what a pane without text says, and what one can do."""
    result = pane.extraction
    message = "" if result is None else result.message
    again = ("run_again", translate("PaneStatus", "Run again"))
    offer = (("offer", pane.offer),) if pane.offer else ()
    if status is PaneStatus.ERROR and result is not None:
        return _failure(pane, result)
    if status is PaneStatus.TIMEOUT:
        longer = translate("PaneStatus", "Run again with {time}").format(
            time=f"{EXTENDED_LIMIT_S}\N{NO-BREAK SPACE}s"
        )
        last_good = (("last_good", translate("PaneStatus", "Last good text")),)
        return Notice(
            translate("PaneStatus", "The extractor took too long"),
            message,
            _untouched(pane),
            buttons=(("run_longer", longer), *(last_good if pane.last_good else ())),
        )
    made = {
        PaneStatus.EMPTY: Notice(
            translate("PaneStatus", "Nothing was kept"), message, buttons=offer
        ),
        PaneStatus.UNAVAILABLE: Notice(
            translate("PaneStatus", "Something is missing"), message, buttons=offer
        ),
        PaneStatus.CANCELLED: Notice(
            translate("PaneStatus", "The run was cancelled"), message, buttons=(again,)
        ),
        PaneStatus.WAITING: Notice(translate("PaneStatus", "Not run yet"), "", buttons=(again,)),
    }
    return made.get(status, Notice())


def _failure(pane: PaneRecord, result: Extraction) -> Notice:
    """Show the first line of the message; all the rest waits for `Details`."""
    buttons = [("run_again", translate("PaneStatus", "Run again"))]
    if changed(pane.settings):
        buttons.insert(0, ("reset_setting", translate("PaneStatus", "Reset setting")))
    if pane.last_good is not None:
        buttons.append(("last_good", translate("PaneStatus", "Last good text")))
    buttons.append(("details", translate("PaneStatus", "Details")))
    settings = [f"{name} = {value}" for name, value in to_table(pane.settings).items()]
    return Notice(
        translate("PaneStatus", "The extractor raised an error"),
        result.message.partition("\n")[0],
        _untouched(pane),
        "\n".join([pane.extractor, *settings, result.message]),
        tuple(buttons),
    )


def _untouched(pane: PaneRecord) -> str:
    kept = (
        " " + translate("PaneStatus", "The last good text is kept.")
        if pane.last_good is not None
        else ""
    )
    return translate("PaneStatus", "The other panes are not affected.") + kept
