"""Scatter plot and groups: computed in the background for the pages that pass the filter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.corpus import CorpusPart, Tab
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.scoring.leaderboard import group_rows
from boilerscope.extractors.scoring.order import EXPECTED_AXIS, PageFilter, chosen
from boilerscope.extractors.scoring.scatter import scatter
from boilerscope.widgets.corpus.pages.sentences import group_name

if TYPE_CHECKING:
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.controllers.corpus.layouts import LayoutReader
    from boilerscope.extractors.scoring.leaderboard import GroupRow
    from boilerscope.extractors.scoring.order import Box
    from boilerscope.extractors.scoring.scatter import Scatter
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.corpus.groups.view import GroupsView
    from boilerscope.widgets.corpus.scatter.view import ScatterView

_COMPUTED = (
    CorpusPart.TABLE
    | CorpusPart.RESULTS
    | CorpusPart.LIFE
    | CorpusPart.SCORES
    | CorpusPart.CHOICE
    | CorpusPart.PANES
)
_PLOT = Kind("plots")

_PACE_S = 0.5
"""Time between two states of the plots while results arrive."""

_FIELDS = {
    "language": "languages",
    "type": "page_types",
    "set": "sets",
    "site": "sites",
    "layout": "layouts",
}
"""Field of a filter that selects a group, by what forms the groups."""
_UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PlotRequest:
    """Content of the plots.

    Attributes
    ----------
    measure : str
        Measure of the values.
    axes : tuple of (str, str) or None
        Panes of the horizontal and the vertical axis, see `scatter`; None with too few panes.
    by : str
        Property by which pages are grouped.
    panes : tuple of str
        Panes of the means; a result for other panes than those on screen is not shown.
    intervals : bool
        Whether the difference has an interval; it has none while results arrive.
    """

    measure: str
    page_filter: PageFilter
    axes: tuple[str, str] | None
    by: str
    panes: tuple[str, ...]
    intervals: bool


class PlotsController(QObject):
    """Fills the plots, and filters the pages by the user's choices in them.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    scatter_view : ScatterView
        A pane against another pane.
    groups_view : GroupsView
        Means of groups of pages.
    layouts : LayoutReader
        Reads the layouts that groups need.
    """

    def __init__(
        self,
        context: Context,
        scatter_view: ScatterView,
        groups_view: GroupsView,
        layouts: LayoutReader,
    ) -> None:
        super().__init__(context.views)
        self._corpus, self._work = context.corpus, context.work
        self._state = context.corpus.state
        self._scatter_view, self._groups_view = scatter_view, groups_view
        self._axes, self._by = ("", ""), ""
        """Chosen panes of the axes, and chosen kind of groups; empty for the usual ones."""
        self._groups: list[GroupRow] = []
        self._shown: tuple[PlotRequest, int] | None = None
        self._layouts = layouts
        layouts.changed.connect(self._show_progress)
        scatter_view.box_dragged.connect(self._on_box)
        scatter_view.page_chosen.connect(self._corpus.select)
        scatter_view.axes_chosen.connect(self._on_axes)
        groups_view.by_chosen.connect(self._on_by)
        groups_view.group_chosen.connect(self._on_group)

    # -- display ---------------------------------------------------------------------------

    def views(self) -> list[View]:
        """Return the views of the plots."""
        shown = self._is_shown
        return [
            View("plots", self._ask, _COMPUTED, is_shown=shown, pace_s=_PACE_S),
            View("box of the scatter", self._show_box, CorpusPart.CHOICE, is_shown=shown),
            View("page of the scatter", self._show_current, CorpusPart.ROW, is_shown=shown),
        ]

    def _is_shown(self) -> bool:
        return self._state.shows(Tab.PAGES)

    def _show_box(self) -> None:
        self._scatter_view.set_box(self._box())

    def _show_current(self) -> None:
        self._scatter_view.set_current(self._state.choice.row)

    def _ask(self) -> None:
        state, table = self._state, self._state.table
        if table is None or not state.has_results:
            self._shown = None
            self._work.drop(_PLOT)
            self._show_nothing()
            return
        request = PlotRequest(
            state.choice.measure,
            state.choice.page_filter,
            self._present_axes(table),
            self._by or usual_groups(table),
            tuple(table.panes),
            not state.run.is_busy,
        )
        self._show_progress()
        n_results = self._state.n_results
        if (request, n_results) == self._shown:
            return
        is_same = self._shown is not None and self._shown[0] == request
        self._shown = (request, n_results)
        work = once(partial(compute, table, request))
        self._work.ask(_PLOT, work, self._show, replaces=not is_same)

    def _show_progress(self) -> None:
        """Read the layouts if the groups need them, and show how far that is."""
        table = self._state.table
        if table is not None and self._is_shown():
            by = self._by or usual_groups(table)
            self._groups_view.show_progress(self._layouts.ask("groups", by))

    def _present_axes(self, table: ScoreTable) -> tuple[str, str] | None:
        """Return the chosen panes; by default the baseline, and the active or the last pane."""
        names = table.panes
        across, up = self._axes
        if self._state.choice.is_calibrated and names:
            active = self._state.active if self._state.active in names else names[-1]
            return EXPECTED_AXIS, up if up in names else active
        if len(names) < 2:
            return None
        if across not in names:
            across = self._state.choice.baseline or names[0]
        if up not in names or up == across:
            others = [name for name in names if name != across]
            up = self._state.active if self._state.active in others else others[-1]
        return across, up

    def _show(self, computed: tuple[PlotRequest, Scatter | None, list[GroupRow]]) -> None:
        request, compared, self._groups = computed
        state, table = self._state, self._state.table
        if table is None or request.panes != tuple(pane.name for pane in state.panes):
            return  # panes have changed meanwhile, and their plots are asked for
        across, up = request.axes or ("", "")
        self._scatter_view.show_scatter(
            compared,
            state.panes,
            across,
            up,
            measure=request.measure,
            name_of=lambda row: table.pages[row].name,
        )
        self._scatter_view.set_box(self._box())
        self._scatter_view.set_current(state.choice.row)
        self._groups_view.set_labels(
            {group.name: group_name(group, table, request.by) for group in self._groups}
        )
        self._groups_view.show_groups(
            self._groups,
            state.panes,
            request.by,
            active=state.active,
            measure=request.measure,
            is_run=True,
        )

    def _show_nothing(self) -> None:
        panes = self._state.panes
        self._scatter_view.show_scatter(None, panes, *self._axes)
        table = self._state.table
        by = self._by or ("type" if table is None else usual_groups(table))
        self._groups_view.show_groups([], panes, by, measure=self._state.choice.measure)
        if self._state.run.is_busy and len(panes) > 1:
            for view in (self._scatter_view, self._groups_view):
                view.empty.show_note(translate("Figures appear here when pages are done."))

    # -- choices of the user ---------------------------------------------------------------

    def _on_axes(self, across: str, up: str) -> None:
        self._axes = (across, up)
        if self._box() is not None:
            self._on_box(None)
        self._corpus.calibrate(across == EXPECTED_AXIS)
        self._shown = None  # the choosers show the axes of the plot while expected F1 is computed
        self._ask()

    def _on_by(self, by: str) -> None:
        self._by = by
        self._ask()

    def _on_box(self, box: Box | None) -> None:
        self._corpus.filter_by(replace(self._state.choice.page_filter, box=box))

    def _on_group(self, by: str, name: str) -> None:
        """Show only the pages of a group; all pages if the group is already selected."""
        [group] = [group for group in self._groups if group.name == name]
        present = self._state.choice.page_filter
        page_filter = replace(present, **self._filter_of(by, group))  # type: ignore[arg-type]  # fields of the filter
        if page_filter == present:
            bare = PageFilter()
            fields = self._filter_of(by, group)
            page_filter = replace(present, **{field: getattr(bare, field) for field in fields})
        self._corpus.filter_by(page_filter)

    def _filter_of(self, by: str, group: GroupRow) -> dict[str, object]:
        """Return the fields of a filter that only the pages of a group pass."""
        table = self._state.table
        if by == "length" and table is not None:
            lengths = table.n_gold[list(group.rows)]
            return {"min_gold": int(lengths.min()), "max_gold": int(lengths.max())}
        name = "" if group.name == _UNKNOWN and by != "set" else group.name
        field = _FIELDS[by]
        return {field: frozenset({name})}

    def _box(self) -> Box | None:
        return self._state.choice.page_filter.box


def usual_groups(table: ScoreTable) -> str:
    """Return the first kind of groups that divides the pages of a corpus."""
    for by, of in (("type", "page_type"), ("language", "language"), ("set", "set_name")):
        if len({getattr(page, of) for page in table.pages}) > 1:
            return by
    return "length"


def compute(
    table: ScoreTable, request: PlotRequest
) -> tuple[PlotRequest, Scatter | None, list[GroupRow]]:
    """Return the records that the plots show."""
    mask = chosen(table, request.page_filter)
    compared = None
    if request.axes is not None:
        # The box is drawn over all dots.
        dots = chosen(table, replace(request.page_filter, box=None))
        compared = scatter(table, dots, request.measure, request.axes, intervals=request.intervals)
    return request, compared, group_rows(table, mask, request.by, request.measure)
