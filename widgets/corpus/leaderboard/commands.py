"""Commands of clicks in a cell of the leaderboard, and of its menu."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from boilerscope.extractors.scoring.leaderboard import edges_of
from boilerscope.extractors.scoring.parts import Compared, Ended, Within
from boilerscope.widgets.corpus.leaderboard import boxes
from boilerscope.widgets.corpus.leaderboard.records import Column
from boilerscope.widgets.corpus.leaderboard.texts import part_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QFontMetricsF

    from boilerscope.extractors.scoring.leaderboard import LeaderboardRow
    from boilerscope.extractors.scoring.parts import PanePart
    from boilerscope.widgets.corpus.leaderboard.records import BoardRecord, Line


@dataclass(frozen=True, slots=True)
class Command:
    """Number or mark in a cell; a click lists its pages.

    Attributes
    ----------
    label : str
        Text of the command.
    rect : QRectF
        Rectangle of the number or mark.
    part : PanePart or None
        Pages to list; None for all pages, with this pane's lowest values first.
    """

    label: str
    rect: QRectF
    part: PanePart | None = None


def commands(
    record: BoardRecord, line: Line, column: Column, rect: QRectF, metrics: QFontMetricsF
) -> list[Command]:
    """Return the commands of a cell.

    Parameters
    ----------
    metrics : QFontMetricsF
        Metrics of the cell's font.
    """
    row = line.row
    if row is None or line.is_silent:
        return []
    if column is Column.MEAN:
        return [Command(part_label(None, 0), rect)]
    if column is Column.FAILED:
        return [
            _pages(Ended(line.pane.name, status), count, box)
            for status, count, box in boxes.counts(line, rect, metrics)
        ]
    if column is Column.DISTRIBUTION:
        return list(_bars(record, row, rect))
    if column is Column.RESULTS:
        return list(_results(record, row, rect))
    return []


def command_at(listed: list[Command], position: QPointF) -> Command | None:
    """Return the command at a position, None for none."""
    return next((command for command in listed if command.rect.contains(position)), None)


def _pages(part: PanePart, count: int, rect: QRectF) -> Command:
    return Command(part_label(part, count), rect, part)


def _bars(record: BoardRecord, row: LeaderboardRow, rect: QRectF) -> Iterator[Command]:
    for bar, (count, box) in enumerate(zip(row.distribution, boxes.bars(rect), strict=True)):
        if count:
            part = Within(row.pane, record.measure, *edges_of(bar))
            yield _pages(part, count, QRectF(box.left(), rect.top(), box.width(), rect.height()))


def _results(record: BoardRecord, row: LeaderboardRow, rect: QRectF) -> Iterator[Command]:
    difference = record.mean(row).difference
    if difference is None:
        return
    counts = {1: difference.wins, 0: difference.ties, -1: difference.losses}
    for sign, box in boxes.results(difference, rect):
        if counts[sign]:
            part = Compared(row.pane, difference.baseline, record.measure, sign)
            yield _pages(
                part, counts[sign], QRectF(box.left(), rect.top(), box.width(), rect.height())
            )
