"""Status of a pane: fine, running, outdated or without text; icon, label and notice of each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.settings import changed, to_table
from boilerscope.widgets.records import RunState
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.widgets.records import PaneRecord


class PaneStatus(Enum):
    """Status that a pane shows."""

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
    """Icon, colour and label of a status; for FINE, icon and label are empty."""

    icon: str
    role: str
    label: str


OUTDATED_AFTER_S = 0.1
"""A shorter newer run is not shown, because each move of a slider would flicker."""
EXTENDED_LIMIT_S = 30
"""Time limit offered for a run that took too long."""
CANCEL_AFTER_S = 0.3
"""A first run can be cancelled after this time."""

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
    """Return the status of a pane.

    Parameters
    ----------
    elapsed_s : float
        Seconds since the start of the current run.
    """
    busy = pane.state in {RunState.RUNNING, RunState.OUTDATED}
    if busy and pane.last_good is None and pane.extraction is None:
        return PaneStatus.RUNNING
    if busy and elapsed_s >= OUTDATED_AFTER_S:
        return PaneStatus.RUNNING if pane.last_good is None else PaneStatus.OUTDATED
    return PaneStatus.WAITING if pane.extraction is None else _OF_STATUS[pane.extraction.status]


def style_of(status: PaneStatus) -> StatusStyle:
    """Return icon, colour and label of a status."""
    styles = {
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
    return StatusStyle(*styles.get(status, ("", "ink", "")))


def style_of_result(status: Status) -> StatusStyle:
    """Return icon, colour and label of the outcome of a run."""
    return style_of(_OF_STATUS[status])


def detail(status: PaneStatus, pane: PaneRecord, elapsed_s: float) -> str:
    """Return the duration shown in grey after the status, empty for most statuses."""
    if status is PaneStatus.RUNNING:
        return seconds(elapsed_s)
    if status is PaneStatus.OUTDATED:
        return translate("PaneStatus", "newer run, {time}").format(time=seconds(elapsed_s))
    if status in {PaneStatus.ERROR, PaneStatus.TIMEOUT} and pane.extraction is not None:
        return translate("PaneStatus", "after {time}").format(time=seconds(pane.extraction.seconds))
    return ""


def seconds(value: float) -> str:
    """Format the time of an unfinished run: ``0.4 s``."""
    return f"{number(value, decimals=1)}\N{NO-BREAK SPACE}s"


def took(value: float) -> str:
    """Format the time of a finished run: ``0.9 ms``, ``14 ms``, ``2.1 s``."""
    if value >= 1:
        return seconds(value)
    milliseconds = value * 1000
    text = number(milliseconds, decimals=1 if milliseconds < 9.95 else 0)
    return f"{text}\N{NO-BREAK SPACE}ms"


@dataclass(frozen=True, slots=True)
class Notice:
    """Notice in the body of a pane without text.

    Attributes
    ----------
    title, text, remark, details : str
        Heading, sentence, smaller sentence, and details shown only on request.
    buttons : tuple of (str, str)
        Command and label of each button.
    """

    title: str = ""
    text: str = ""
    remark: str = ""
    details: str = ""
    buttons: tuple[tuple[str, str], ...] = ()


def notice(status: PaneStatus, pane: PaneRecord) -> Notice:
    """Return the notice of a pane without text; an empty notice for other statuses."""
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
            _unaffected(pane),
            buttons=(("run_longer", longer), *(last_good if pane.last_good else ())),
        )
    notices = {
        PaneStatus.EMPTY: Notice(
            translate("PaneStatus", "Nothing was kept"), message, buttons=offer
        ),
        PaneStatus.UNAVAILABLE: Notice(
            translate("PaneStatus", "This pane cannot run"), message, buttons=offer
        ),
        PaneStatus.CANCELLED: Notice(
            translate("PaneStatus", "The run was cancelled"), message, buttons=(again,)
        ),
        PaneStatus.WAITING: Notice(translate("PaneStatus", "Not run yet"), "", buttons=(again,)),
    }
    return notices.get(status, Notice())


def _failure(pane: PaneRecord, result: Extraction) -> Notice:
    """Return the notice of a failed run: the message's first line, and the rest as details."""
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
        _unaffected(pane),
        "\n".join([pane.extractor, *settings, result.message]),
        tuple(buttons),
    )


def _unaffected(pane: PaneRecord) -> str:
    message = translate("PaneStatus", "The other panes are not affected.")
    if pane.last_good is not None:
        message += " " + translate("PaneStatus", "The last good text is still available.")
    return message
