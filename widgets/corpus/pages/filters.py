"""Row above the list of pages: search, filters and sort."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey
from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.corpus.pages import sentences
from boilerscope.widgets.corpus.pages.choice_button import ChoiceButton
from boilerscope.widgets.folding_row import FoldingRow
from boilerscope.widgets.search_field import SearchField
from boilerscope.widgets.words import count_range, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.records import PaneRecord

_BY_PANE = frozenset({SortKey.WORST, SortKey.DIFFERENCE, SortKey.EXPECTED})
_LENGTHS = 5
"""Number of ranges of lengths to choose from, with equally many pages."""


def sorts(sort: Sort, panes: Sequence[PaneRecord], baseline: str) -> list[Sort]:
    """Return the available sort orders, with the measure of `sort`."""
    base = replace(sort, reverse=False, pane="", baseline="", rule=None)
    by_rule = () if sort.rule is None else (replace(sort, reverse=False),)
    names = [pane.name for pane in panes]
    first = baseline or (names[0] if names else "")
    return [
        replace(base, key=SortKey.SPREAD),
        *(replace(base, key=SortKey.WORST, pane=name) for name in names),
        *(
            replace(base, key=SortKey.DIFFERENCE, pane=name, baseline=first)
            for name in names
            if name != first
        ),
        *(replace(base, key=SortKey.EXPECTED, pane=name) for name in names),
        replace(base, key=SortKey.DISAGREEMENT),
        replace(base, key=SortKey.LENGTH),
        replace(base, key=SortKey.NAME),
        *by_rule,
    ]


def next_sort(
    sort: Sort,
    panes: Sequence[PaneRecord],
    baseline: str,
    active: str,
    skipped: AbstractSet[SortKey] = frozenset(),
) -> Sort:
    """Return the next order; of the orders by a pane, only those of the active pane count."""
    cycle = [
        choice
        for choice in sorts(sort, panes, baseline)
        if choice.key not in skipped
        if choice.key not in _BY_PANE or choice.pane == active
    ]
    keys = [choice.key for choice in cycle]
    index = keys.index(sort.key) if sort.key in keys else -1
    return cycle[(index + 1) % len(cycle)]


def lengths(n_words: Iterable[int]) -> list[tuple[int | None, int | None]]:
    """Return ranges of lengths with about equally many pages; fewer if many are equally long."""
    counted = np.sort(np.fromiter(n_words, dtype=np.int64))
    if not len(counted):
        return []
    parts = np.array_split(counted, _LENGTHS)
    tops = sorted({int(part[-1]) for part in parts if len(part)})
    lows: list[int | None] = [None, *(top + 1 for top in tops[:-1])]
    highs: list[int | None] = [*tops[:-1], None]
    return list(zip(lows, highs, strict=True))


class FilterRow(QWidget):
    """Search field, choosers of language, type and length, failures, sort.

    Signals
    -------
    filter_chosen(PageFilter)
        Show the pages that pass.
    sort_chosen(Sort)
        Sort the pages in this order.
    left()
        The user has finished typing: move the focus to the list.
    """

    filter_chosen = Signal(object)
    sort_chosen = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter, self._sort = PageFilter(), Sort()
        self._table: ScoreTable | None = None
        self._sorts: list[Sort] = []
        self.search = SearchField(self.tr("Address or text"))
        self.search.setAccessibleName(self.tr("Search in names, titles, addresses and texts"))
        self._magnifier = QAction(self)
        self.search.addAction(self._magnifier, QLineEdit.ActionPosition.LeadingPosition)
        self.search.textChanged.connect(self._on_text)
        self.search.returnPressed.connect(self.left)
        self.language = ChoiceButton(self.tr("Language"))
        self.language.opening.connect(self._list_languages)
        self.language.chosen.connect(lambda names: self._choose(languages=frozenset(names)))
        self.page_type = ChoiceButton(self.tr("Type"))
        self.page_type.opening.connect(self._list_types)
        self.page_type.chosen.connect(lambda names: self._choose(page_types=frozenset(names)))
        self.length = ChoiceButton(self.tr("Length"), several=False)
        self.length.opening.connect(self._list_lengths)
        self.length.chosen.connect(self._on_length)
        self.failures = QCheckBox(self.tr("Only failures"))
        self.failures.clicked.connect(lambda on: self._choose(only_failures=on))
        self.sort = Combo()
        self.sort.prefix = self.tr("Sort: ")
        self.sort.setAccessibleName(self.tr("Sort pages by"))
        self.sort.activated.connect(lambda at: self.sort_chosen.emit(self._sorts[at]))
        for field in (self.search, self.sort):
            field.setProperty("role", "low")
        self._assemble()
        theme.follow(self._restyle)

    def show_choice(
        self,
        table: ScoreTable,
        page_filter: PageFilter,
        sort: Sort,
        panes: Sequence[PaneRecord],
        baseline: str,
    ) -> None:
        """Show the present filter and order.

        Parameters
        ----------
        table : ScoreTable
            The pages whose languages, types and lengths can be chosen.
        baseline : str
            Pane that differences are taken to.
        """
        is_other_text = page_filter.text != self._filter.text
        self._table, self._filter, self._sort = table, page_filter, sort
        if is_other_text:
            self.search.setText(page_filter.text)
        for button, names in (
            (self.language, page_filter.languages),
            (self.page_type, page_filter.page_types),
        ):
            button.show_selected(_selected_text(names, button.label))
        low, high = page_filter.min_words, page_filter.max_words
        is_any = low is None and high is None
        self.length.show_selected("" if is_any else self._range(low, high))
        self.failures.setChecked(page_filter.only_failures)
        self._show_sorts(panes, baseline)

    def _show_sorts(self, panes: Sequence[PaneRecord], baseline: str) -> None:
        self._sorts = sorts(self._sort, panes, baseline)
        plain_sort = replace(self._sort, reverse=False)
        entries = [
            (sentences.sort_words(sort, panes), str(index))
            for index, sort in enumerate(self._sorts)
        ]
        selected = sentences.sort_words(plain_sort, panes)
        index = next((index for index, (label, _) in enumerate(entries) if label == selected), -1)
        self.sort.set_entries(entries, str(index))

    def _choose(self, **changes: object) -> None:
        self._filter = replace(self._filter, **changes)  # type: ignore[arg-type]  # by field name
        self.filter_chosen.emit(self._filter)

    def _on_text(self, text: str) -> None:
        if text.strip() != self._filter.text:
            self._choose(text=text.strip())

    def _list_languages(self) -> None:
        table = self._table
        rows = [] if table is None else np.flatnonzero(table.is_done).tolist()
        counts = Counter() if table is None else Counter(map(table.language, rows))
        selected = tuple(self._filter.languages)
        self.language.set_choices(_counted(counts, self.tr("no language")), selected)

    def _list_types(self) -> None:
        counts = Counter(page.page_type for page in self._pages())
        selected = tuple(self._filter.page_types)
        self.page_type.set_choices(_counted(counts, self.tr("no type")), selected)

    def _list_lengths(self) -> None:
        listed = lengths([]) if self._table is None else lengths(self._n_words(self._table))
        ranges: list[tuple[int | None, int | None]] = [(None, None), *listed]
        selected = _as_data(self._filter.min_words, self._filter.max_words)
        choices = [(self._range(*limits), _as_data(*limits)) for limits in ranges]
        self.length.set_choices(choices, (selected,))

    def _range(self, low: int | None, high: int | None) -> str:
        """Return the text of a range of lengths, in the unit of the pages."""
        return count_range(low, high, characters=sentences.are_in_characters(self._table))

    def _on_length(self, selected: tuple[str, ...]) -> None:
        low, _, high = selected[0].partition(" ")
        self._choose(min_words=int(low) if low else None, max_words=int(high) if high else None)

    def _pages(self) -> list[ListedPage]:
        if self._table is None:
            return []
        return [self._table.pages[row] for row in np.flatnonzero(self._table.is_done).tolist()]

    def _n_words(self, table: ScoreTable) -> list[int]:
        counted: list[int] = table.n_tokens[table.is_done].tolist()
        return counted

    def _assemble(self) -> None:
        row = FoldingRow((12, 5, 20, 5), 5)
        row.set_shares(2, 1)
        row.first.addWidget(self.search)
        for button in (self.language, self.page_type, self.length):
            row.first.addWidget(button)
        row.second.addWidget(self.failures)
        row.second.addStretch(1)
        row.second.addWidget(self.sort, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(row)
        self.sort.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _restyle(self) -> None:
        self._magnifier.setIcon(theme.icon("magnify"))
        self.search.setMinimumWidth(theme.px(96))
        self.search.setMaximumWidth(theme.px(320))
        self.sort.setMinimumWidth(theme.px(110))
        self.sort.setMaximumWidth(theme.px(200))


def _as_data(low: int | None, high: int | None) -> str:
    return f"{'' if low is None else low} {'' if high is None else high}"


def _selected_text(names: frozenset[str], label: str) -> str:
    """Return the text of selected entries: the name of a single entry, else their number."""
    name = next(iter(names), "")
    return name if len(names) == 1 and name else f"{label}: {len(names)}" if names else ""


def _counted(counts: Counter[str], unknown: str) -> list[tuple[str, str]]:
    """Return names with their counts, most frequent first, unknown names last."""
    ordered = sorted(counts.items(), key=lambda item: (not item[0], -item[1], item[0]))
    return [(f"{name or unknown}  {number(count)}", name) for name, count in ordered]
