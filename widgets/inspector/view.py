"""Widget of the inspector.

Input: a scene, the shared selection, suggestions as they are found. Output: the user's requests.
The only state is which sections are open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.buttons import FoldHeader, IconButton
from boilerscope.widgets.inspector.contributions import (
    ContributionRows,
    contribution_lines,
    cut_of,
    flip_sentences,
)
from boilerscope.widgets.inspector.facts import (
    decision_lines,
    path_of,
    quantity_lines,
    quote,
    source_line,
    step_lines,
)
from boilerscope.widgets.inspector.gold import GoldLine, GoldPart
from boilerscope.widgets.inspector.parts import (
    DecisionRow,
    Lines,
    PathLine,
    QuantityRows,
    StepRow,
    WhatIfRow,
)
from boilerscope.widgets.inspector.report import ReportRow
from boilerscope.widgets.inspector.result.view import ResultView
from boilerscope.widgets.inspector.search_row import SearchRow
from boilerscope.widgets.inspector.site import SitePart
from boilerscope.widgets.inspector.wrapping import breakable
from boilerscope.widgets.labels import Inset, TextLabel
from boilerscope.widgets.picking import leading_block, numbered_block
from boilerscope.widgets.records import Scene, SearchView
from boilerscope.widgets.sentences import is_kept
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.widgets.records import PaneRecord, Selection, WhatIfView
    from boilerscope.widgets.selection import SelectionModel
    from boilerscope.widgets.site.records import SiteRecord

_MAX_SUGGESTIONS = 3


class Inspector(QWidget):
    """Explanation of the selected block; without a selection, the result as a whole.

    Signals
    -------
    pane_chosen(str)
        The user clicked the line of a pane; its steps are shown.
    apply_asked(int), preview_asked(int)
        Apply the suggestion with this index among the shown suggestions.
    glossary_asked()
        Show what the quantities mean.
    search_stopped()
        Look for no more settings that flip the block.
    report_asked(), report_stopped()
        Write a bug report about the rule of a library that dropped the block, or finish it early.
    step_asked(int)
        Select the previous (-1) or next (1) block.
    source_asked(int)
        Show the source at this line, counted from 1.
    code_asked(str)
        Show the function of a library around this line.
    missing_asked()
        List the gold text that is not on the page.
    link_asked(str)
        Open this address outside the program.
    """

    pane_chosen = Signal(str)
    apply_asked = Signal(int)
    preview_asked = Signal(int)
    glossary_asked = Signal()
    search_stopped = Signal()
    report_asked = Signal()
    report_stopped = Signal()
    step_asked = Signal(int)
    source_asked = Signal(int)
    code_asked = Signal(str)
    link_asked = Signal(str)
    missing_asked = Signal()

    def __init__(self, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Inspector"))
        self._selection = selection
        self.scene = Scene(None)
        self._pane = ""
        self._make_parts()
        self._assemble()
        self._connect()
        theme.follow(self._restyle)
        self._show()

    @property
    def pane(self) -> PaneRecord | None:
        """The pane whose steps and quantities are shown."""
        return self.scene.pane(self._pane)

    def show_scene(self, scene: Scene) -> None:
        """Show a scene; if the active pane changed, show its steps."""
        if scene.active != self.scene.active or scene.pane(self._pane) is None:
            self._pane = scene.active
        self.scene = scene
        self._show()

    def show_what_if(
        self, views: Sequence[WhatIfView], search: SearchView, *, previewed: int = -1
    ) -> None:
        """Show the suggestions found so far for the block.

        Parameters
        ----------
        views : sequence of WhatIfView
            Suggestions, best first.
        search : SearchView
            Whether more may come, and how far the search is.
        previewed : int
            Index of the suggestion whose words are on screen, -1 for none.
        """
        suggestions = views[:_MAX_SUGGESTIONS]
        for index, row in enumerate(self.what_ifs.fit(len(suggestions))):
            assert isinstance(row, WhatIfRow)  # noqa: S101 - created by _make_suggestion
            row.show_view(suggestions[index], main=index == 0, previewed=index == previewed)
        self.what_if.set_note(self.tr("nearest found") if views else "")
        self.pairs.setVisible(bool(views) and views[0].also is not None)
        can_report = not search.is_running and not views and self._is_traced_drop()
        self.report.setVisible(can_report)
        self.search.show_search(
            search, found=bool(views), reported=self._pane if can_report else ""
        )

    def show_site(self, record: SiteRecord | None, segment: int) -> None:
        """Show on which other pages of the site the selected segment is; None hides the part."""
        self.site_part.setVisible(record is not None)
        if record is not None:
            self.site.show_segment(record, segment)
            one, several = self.tr("1 page, layout {number}"), self.tr("{n} pages, layout {number}")
            n_pages = several if record.others else one
            self.site_header.set_note(
                n_pages.format(n=number(1 + len(record.others)), number=number(record.page.layout))
            )

    def _is_traced_drop(self) -> bool:
        """Return whether the selected block was dropped by a rule of a library that is known."""
        pane, selection = self.pane, self._selection.selection
        if pane is None or pane.shown is None or selection is None or pane.shown.traced is None:
            return False
        block = leading_block(pane, selection)
        return block >= 0 and not is_kept(pane, block)

    def open_steps(self, pane: str) -> None:
        """Show and focus the steps of a pane."""
        self._choose(pane, notify=False)
        self.steps.set_open(True)
        for row in self.decisions.rows:
            if isinstance(row, DecisionRow) and not row.isHidden() and row.pane == pane:
                row.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_result(self) -> None:
        """Open and focus the result of the shown pane."""
        self.result_header.set_open(True)
        self.area.verticalScrollBar().setValue(0)
        self.result_header.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the shown pane's line, or the result's header."""
        rows = [row for row in self.decisions.rows if isinstance(row, DecisionRow)]
        visible = [row for row in rows if row.isVisible()]
        visible.sort(key=lambda row: row.pane != self._pane)
        return next(iter(visible), self.result_header)

    # -- parts -----------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.title = TextLabel(self.tr("Inspector"), weight=600)
        self.block = TextLabel(size=12, role="ink2")
        self.before = IconButton("chevron-up", self.tr("Previous block (K)"))
        self.after = IconButton("chevron-down", self.tr("Next block (J)"))
        self.result_header = FoldHeader("")
        self.copy_result = IconButton("content-copy", self.tr("Copy these lines"))
        self.result_header.add(self.copy_result)
        self.result = ResultView()
        self.quote = TextLabel(wrap=True)
        self.gold_line = GoldLine()
        self.gold_header, self.gold = FoldHeader(""), GoldPart()
        self.decisions = Lines(self._make_decision)
        self.steps = FoldHeader("")
        self.step_rows = Lines(self._make_step)
        self.no_steps = TextLabel(self.tr("No step tested this block."), role="ink2", wrap=True)
        self.what_if = FoldHeader(self.tr("What if"))
        self.what_ifs = Lines(self._make_suggestion)
        self.pairs = TextLabel(
            self.tr("No single setting flips this block. Two together do:"), role="ink2", wrap=True
        )
        self.pairs.hide()
        self.search = SearchRow()
        self.search.stopped.connect(self.search_stopped)
        self.report = ReportRow()
        self.report.hide()
        self.report.asked.connect(self.report_asked)
        self.report.stopped.connect(self.report_stopped)
        self.site_header, self.site = FoldHeader(self.tr("Site")), SitePart()
        self.site_part = QWidget()
        self.site_part.hide()
        self.sum_header = FoldHeader(self.tr("Contributions"))
        self.contributions = ContributionRows()
        self.flips = TextLabel(size=12, role="ink2", wrap=True)
        self.quantities = FoldHeader(self.tr("Values, compared with this page"))
        self.quantity_rows = QuantityRows()
        self.glossary = IconButton("book-open-variant", self.tr("What these quantities mean"))
        self.glossary.clicked.connect(self.glossary_asked)
        self.quantities.add(self.glossary)
        self.path = PathLine()
        self.empty = TextLabel(
            self.tr("Click a block in the page, a strip, the table or a pane."),
            role="ink2",
            wrap=True,
        )
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _make_decision(self) -> DecisionRow:
        row = DecisionRow()
        row.opened.connect(self._choose)
        return row

    def _make_step(self) -> StepRow:
        row = StepRow()
        row.source_asked.connect(self.code_asked)
        return row

    def _make_suggestion(self) -> WhatIfRow:
        row = WhatIfRow()
        row.applied.connect(lambda: self.apply_asked.emit(self.what_ifs.rows.index(row)))
        row.previewed.connect(lambda: self.preview_asked.emit(self.what_ifs.rows.index(row)))
        return row

    def _assemble(self) -> None:
        self._top = theme.spaced(QHBoxLayout(), (16, 4, 10, 4), 4)
        self._top.addWidget(self.title)
        self._top.addStretch(1)
        for widget in (self.block, self.before, self.after):
            self._top.addWidget(widget)
        self._content = QWidget()
        self._content.setProperty("role", "page")
        outer_column = _column(self._content)
        self.hint = Inset(self.empty, (16, 2, 16, 8))
        outer_column.addWidget(self.hint)
        self.result_part, self.block_part, self.gold_part = QWidget(), QWidget(), QWidget()
        self._add_section(_column(self.result_part), self.result_header, self.result)
        column = _column(self.block_part)
        column.addWidget(_line())
        column.addWidget(self.quote)
        column.addWidget(self.gold_line)
        column.addWidget(self.decisions)
        self._add_section(_column(self.site_part), self.site_header, self.site)
        column.addWidget(self.site_part)
        # The row of the search is below: when it ends, no button moves away from the pointer.
        self._add_section(column, self.what_if, self.pairs, self.what_ifs, self.search, self.report)
        self._add_section(column, self.steps, self.no_steps, self.step_rows)
        self.sum_part = QWidget()
        self._add_section(_column(self.sum_part), self.sum_header, self.contributions, self.flips)
        column.addWidget(self.sum_part)
        self._add_section(column, self.quantities, self.quantity_rows)
        column.addWidget(_line())
        column.addWidget(self.path)
        self._add_section(_column(self.gold_part), self.gold_header, self.gold)
        for part in (self.result_part, self.block_part, self.gold_part):
            outer_column.addWidget(part)
        outer_column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self._content)
        outer = _column(self)
        outer.addLayout(self._top)
        outer.addWidget(self.area, 1)

    def _add_section(self, column: QVBoxLayout, header: FoldHeader, *parts: QWidget) -> None:
        body = QWidget()
        inner = _column(body)
        for part in parts:
            inner.addWidget(part)
        column.addWidget(_line())
        column.addWidget(header)
        column.addWidget(body)
        header.folds(body)

    def _connect(self) -> None:
        self.before.clicked.connect(lambda: self.step_asked.emit(-1))
        self.after.clicked.connect(lambda: self.step_asked.emit(1))
        self.path.asked.connect(self.source_asked)
        self.copy_result.clicked.connect(self.result.copy)
        self.result.link_asked.connect(self.link_asked)
        self.result.links.at_changed.connect(self._follow_link)
        self.gold.missing_asked.connect(self.missing_asked)
        self._selection.selected.connect(self._on_selected)

    # -- display ---------------------------------------------------------------------------

    def _show(self) -> None:
        selection, page = self._selection.selection, self.scene.page
        usable = selection is not None and page is not None and bool(selection.runs)
        self.hint.setVisible(not usable)
        self.block_part.setVisible(usable)
        self._show_result()
        self._show_gold()
        self.before.setEnabled(page is not None and bool(self.scene.panes))
        self.after.setEnabled(self.before.isEnabled())
        if selection is None or page is None or not usable:
            self.block.setText("")
            return
        self.quote.setText(breakable(quote(page, selection)))
        self.path.show_place(path_of(self.scene, selection), source_line(page, selection))
        self.gold_line.show_gold(self.scene.gold, selection)
        self._show_decisions(selection)
        self._show_pane(selection)

    def _show_result(self) -> None:
        pane = self.pane if self.scene.page is not None else None
        self.result_part.setVisible(pane is not None)
        if pane is None:
            return
        self.result.show_result(self.scene.page, pane)
        facts = self.result.facts
        self.result_header.set_title(self.tr("Result of {pane}").format(pane=facts.pane))
        self.result_header.set_note(facts.note)

    def _show_gold(self) -> None:
        gold, pane = self.scene.gold, self.pane
        self.gold_part.setVisible(gold is not None)
        if gold is not None:
            self.gold.show_gold(self.scene, pane, gold)
            name = "" if pane is None else f"{pane.number} {pane.name}"
            self.gold_header.set_title(self.tr("Errors of {pane}").format(pane=name))
            self.gold_header.set_note(self.tr("N, Shift+N"))

    def _show_decisions(self, selection: Selection) -> None:
        lines = decision_lines(self.scene, selection)
        for row, line in zip(self.decisions.fit(len(lines)), lines, strict=True):
            assert isinstance(row, DecisionRow)  # noqa: S101 - created by _make_decision
            row.show_line(line, active=line.pane == self._pane)

    def _show_pane(self, selection: Selection) -> None:
        pane = self.pane
        block = -1 if pane is None else leading_block(pane, selection)
        self.block.setText(self._block_label(selection))
        steps = () if pane is None else step_lines(pane, block)
        for row, line in zip(self.step_rows.fit(len(steps)), steps, strict=True):
            assert isinstance(row, StepRow)  # noqa: S101 - created by Lines
            row.show_line(line)
        self.no_steps.setVisible(not steps)
        name = "" if pane is None else f"{pane.number} {pane.name}"
        self.steps.set_title(self.tr("Steps of {pane}").format(pane=name))
        self._show_contributions(pane, block)
        self.quantity_rows.show_lines(() if pane is None else quantity_lines(pane, block))

    def _show_contributions(self, pane: PaneRecord | None, block: int) -> None:
        lines = contribution_lines(pane, block)
        self.sum_part.setVisible(bool(lines))
        if pane is None or pane.shown is None or not lines:
            return
        self.contributions.show_lines(lines, cut_of(pane.shown.contributions))
        flips = flip_sentences(pane, block)
        note = self.tr("A single feature would flip the block:")
        if not flips:
            note = self.tr("No single feature would flip the block.")
        self.flips.setText(breakable("\n".join((note, *flips))))

    def _block_label(self, selection: Selection) -> str:
        numbered = numbered_block(self.scene, selection)
        if numbered is None:
            return ""
        pane, block = numbered
        if pane.name == self.scene.active:
            return self.tr("Block {number}").format(number=number(block))
        text = self.tr("Block {number} of {pane}")
        return text.format(number=number(block), pane=f"{pane.number} {pane.name}")

    def _choose(self, pane: str, *, notify: bool = True) -> None:
        if self.scene.pane(pane) is None:
            return
        self._pane = pane
        self.steps.set_open(True)
        self._show()
        if notify:
            self.pane_chosen.emit(pane)

    def _on_selected(self, selection: Selection | None, origin: object) -> None:
        del origin
        self.result_header.set_open(selection is None)  # the result is open without a selection
        self.show_what_if((), SearchView(is_running=True))
        self._show()
        self.area.verticalScrollBar().setValue(0)

    def _follow_link(self) -> None:
        """Scroll to the current link: the list itself does not scroll."""
        links = self.result.links
        if links.hasFocus() and links.currentIndex().isValid():
            box = links.visualRect(links.currentIndex())
            middle = links.viewport().mapTo(self._content, box.center())
            self.area.ensureVisible(0, middle.y(), 0, box.height())

    def _restyle(self) -> None:
        self.quote.setContentsMargins(theme.px(16), theme.px(6), theme.px(16), theme.px(6))
        for label in (self.no_steps, self.flips, self.pairs):
            label.setContentsMargins(theme.px(16), theme.px(2), theme.px(16), theme.px(8))


def _column(widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column


def _line() -> QFrame:
    line = QFrame()
    line.setProperty("role", "line")
    line.setFixedHeight(1)
    return line
