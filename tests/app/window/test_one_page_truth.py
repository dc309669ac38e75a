"""One truth: after random actions all views of the Page face show the figures of a fresh run."""

from __future__ import annotations

import random
import re
import shutil
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from boilerscope.app.session import layers
from boilerscope.extractors.model.gold import Gold, GoldClass, Outcome
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.runner import run
from boilerscope.extractors.setting_differences import setting_differences
from boilerscope.widgets.inspector.parts import DecisionRow
from boilerscope.widgets.panes.spine import Spine
from boilerscope.widgets.picking import leading_block, selection_of_block
from boilerscope.widgets.words import counted, number, share
from tests.helpers.bench import ARTICLE, WindowBench
from tests.helpers.gold_files import GOLD
from tests.helpers.random_actions import SEEDS, act_and_check

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.widgets.records import PaneRecord

N_ACTIONS = 14
MAX_PANES = 6
EXTRACTORS = (ARTICLE, "link_ratio", "bte", "largest_body", "cx_extractor", "crunch")
FIELDS = ("max_link_density", "rate", "threshold", "min_words")
TABS = ("blocks", "agreement", "scores", "differing", "steps", "curves")
CLASSES = ("main", "boilerplate", "title", "comment", "undecided")


class Figures(NamedTuple):
    """What a fresh run of a pane gives.

    Attributes
    ----------
    mask : array of bool, shape (n_tokens,)
        Kept tokens.
    text : str
        Text of the extractor.
    """

    mask: BoolArray
    text: str


class Score(NamedTuple):
    """Precision, recall and F1 of tokens, counted one by one."""

    precision: float
    recall: float
    f1: float


class PageFace:
    """The window with a page, with gold if the seed is even, and random actions on it."""

    def __init__(self, bench: WindowBench, folder: Path, seed: int) -> None:
        self.bench, self.random = bench, random.Random(seed)
        self.controller, self.window = bench.controller, bench.window
        for file in ("lake.html", "lake.html.gold.jsonl")[: 2 - seed % 2]:
            shutil.copy(GOLD / file, folder / file)
        bench.open(str(folder / "lake.html"))
        self.rest()

    def rest(self) -> None:
        """Wait until nothing is computed any more."""
        context = self.bench.window_controller.context
        self.bench.qtbot.waitUntil(lambda: context.work.is_idle and context.views.idle)
        self.bench.settle()
        self.bench.qtbot.waitUntil(lambda: context.work.is_idle and context.views.idle)

    def act(self) -> str:
        """Carry out a random action and return its description."""
        pick, session, controller = self.random.choice, self.controller.session, self.controller
        names = [pane.name for pane in session.panes]
        pane, other = session.pane(pick(names)), pick(names)
        keys = [key for each in session.panes for key, _ in layers.available(each, has_gold=True)]
        actions: list[Callable[[], object]] = [
            *[partial(self._change_setting, pane)] * 3,
            partial(self._change_article, "nw_cur", self.random.randint(1, 60)),
            partial(controller.reset, pane.name),
            partial(controller.duplicate_pane, pane.name),
            partial(controller.activate, pane.name),
            partial(controller.move_pane, pane.name, self.random.randrange(len(names))),
            partial(controller.fold_pane, pane.name, pick((True, False))),
            partial(controller.colour_by, pick((layers.AGREEMENT, layers.GOLD, *keys))),
            partial(controller.count_comments, pick((True, False))),
            partial(self._trigger, pick(("undo", "redo"))),
            partial(self._trigger, pick(("next_difference", "next_block"))),
            partial(self._trigger, f"tab_{pick(TABS)}"),
            partial(self._trigger, "mark_gold"),
            *[partial(self._mark, pick(CLASSES))] * 3,
            partial(self._step, pane),
            self._end_step,
        ]
        if len(names) < MAX_PANES:
            actions.append(partial(controller.add_pane, pick(EXTRACTORS)))
        if len(names) > 2:
            actions.append(partial(controller.remove_pane, pane.name))
        if other != pane.name:
            actions.append(partial(controller.compare_panes, pane.name, other))
        actions.append(controller.end_comparison)
        action = pick(actions)
        action()
        return str(action)

    def _trigger(self, action: str) -> None:
        actions = self.bench.window_controller.actions
        actions.refresh()
        actions.trigger(action)

    def _change_setting(self, pane: PaneRecord) -> None:
        values: dict[str, Any] = {name: getattr(pane.settings, name, None) for name in FIELDS}
        field = next((name for name, value in values.items() if value), "")
        if field:
            value, scale = values[field], self.random.choice((0.2, 0.5, 2))
            self.controller.set_field(pane.name, field, type(value)(value * scale))

    def _change_article(self, field: str, value: int) -> None:
        if self.controller.session.has(ARTICLE):
            self.controller.set_field(ARTICLE, field, value)

    def _mark(self, kind: str) -> None:
        pane = self.controller.session.pane(self.controller.session.active)
        if pane.shown is not None and len(pane.shown.blocks):
            block = self.random.randrange(len(pane.shown.blocks))
            self.window.selection.select(selection_of_block(pane, block))
            self._trigger(f"mark_{kind}")

    def _step(self, pane: PaneRecord) -> None:
        if pane.extraction is not None and pane.extraction.steps:
            self.controller.show_step(pane.name, self.random.randrange(len(pane.extraction.steps)))

    def _end_step(self) -> None:
        self._trigger("back_to_result")

    # -- figures computed afresh -----------------------------------------------------------

    def fresh(self, pane: PaneRecord) -> Figures:
        """Return what a pane must show: a run with its settings, after the step on screen."""
        page, step = self.bench.page, self.controller.session.step
        extraction = run(page, pane.extractor, pane.settings)
        if step is None or step[0] != pane.name:
            return Figures(extraction.mask, extraction.own_text)
        blocks, content = extraction.blocks, extraction.steps[step[1]].content
        mask = blocks.mask(content, page.n_tokens)
        return Figures(mask, kept_text(page, mask))

    def score(self, mask: BoolArray) -> Score | None:
        """Return the score of kept tokens against the gold of the session."""
        gold, comments = self.controller.session.gold, self.controller.session.comments
        if gold is None:
            return None
        n_both = n_kept = n_main = 0
        for kind, kept in zip(gold.classes.tolist(), mask.tolist(), strict=True):
            if kind in {GoldClass.UNMARKED, GoldClass.UNDECIDED}:
                continue
            is_main = kind in {GoldClass.MAIN, GoldClass.TITLE}
            is_main |= comments and kind == GoldClass.COMMENT
            n_both += is_main and kept
            n_kept += kept
            n_main += is_main
        precision = n_both / n_kept if n_kept else float(not n_main)
        recall = n_both / n_main if n_main else float(not n_kept)
        total = n_kept + n_main
        return Score(precision, recall, 2 * n_both / total if total else 1.0)

    # -- views -----------------------------------------------------------------------------

    def check_at_once(self) -> None:
        """Nothing is checked while the views still follow."""

    def check(self) -> None:
        """Compare all views with fresh runs."""
        session = self.controller.session
        fresh = {pane.name: self.fresh(pane) for pane in session.panes}
        for pane in session.panes:
            self._check_pane(pane, fresh[pane.name])
        judged = session.compared or tuple(fresh)
        masks = np.array([fresh[name].mask for name in judged])
        votes = masks.sum(axis=0)
        n_differing = int(((votes > 0) & (votes < len(judged))).sum())
        self._check_status(n_differing)
        self._check_legend(fresh, votes, len(judged))
        self._check_strips(fresh)
        self._check_painted(fresh)
        self._check_settings()
        self._check_inspector(fresh)
        self._check_tab(fresh)

    def _check_pane(self, pane: PaneRecord, figures: Figures) -> None:
        n_kept, n_tokens = int(figures.mask.sum()), self.bench.page.n_tokens
        shown = self.window.panes.pane(pane.name)
        if shown is None:
            spine = next(x for x in self.window.findChildren(Spine) if x.name == pane.name)
            assert f"{pane.name}, {share(n_kept, n_tokens)} kept" in spine.accessibleName()
            return
        header, score = shown.header, self.score(figures.mask)
        if not figures.mask.any():
            assert header.status_label.text() == "Empty"
        elif score is None:
            assert header.status_label.text() == counted(n_kept)
            assert header.detail_label.text() == share(n_kept, n_tokens)
        else:
            assert header.status_label.text() == f"F1 {score.f1:.2f}"
            detail, few = header.detail_label.text(), re.compile(r"on ([\d,]+) of ")
            found = few.match(detail)
            assert isinstance(self.controller.session.gold, Gold)
            n_scored = int(self.controller.session.gold.scored().sum())
            if found:
                assert found[1] == number(n_scored)
            else:
                assert detail == f"P {score.precision:.2f}  R {score.recall:.2f}"

    def _check_status(self, n_differing: int) -> None:
        n_tokens, session = self.bench.page.n_tokens, self.controller.session
        text = self.window.status.difference.text()
        assert f"{counted(n_differing)} ({share(n_differing / n_tokens, 1)})" in text
        n_panes = len(session.panes)
        assert f"{n_panes} of {n_panes} extractor" in self.window.status.runs.text()

    def _check_legend(self, fresh: dict[str, Figures], votes: np.ndarray, n_judged: int) -> None:
        session = self.controller.session
        texts = [entry.label for entry in self.window.page.legend.entries]
        key = layers.key_in_force(
            session.colour_key, session.panes, has_gold=session.gold is not None
        )
        if session.is_marking or "boxes" in key:
            return
        if key == layers.AGREEMENT:
            assert texts[n_judged] == f"{n_judged}/{n_judged}"
        elif key == layers.label_key(layers.pane_of(key)):
            mask = fresh[layers.pane_of(key)].mask
            assert texts[0] == f"Main content, {number(int(mask.sum()))} words"
            assert texts[1] == f"Boilerplate, {number(int((~mask).sum()))} words"
        elif key == layers.errors_key(layers.pane_of(key)) and session.gold is not None:
            mask = fresh[layers.pane_of(key)].mask
            main = session.gold.main(comments=session.comments)
            scored = session.gold.scored()
            missed, wrong = int((main & ~mask & scored).sum()), int((mask & ~main & scored).sum())
            assert f"Missed, {number(missed)}" in texts
            assert f"Wrongly kept, {number(wrong)}" in texts
        agreed = self.window.strips.book.differences
        assert agreed is not None
        differing = (votes > 0) & (votes < n_judged)
        everything = [(0, self.bench.page.n_tokens)]
        assert agreed.mean_of(everything) == pytest.approx(float(differing.mean()))

    def _check_strips(self, fresh: dict[str, Figures]) -> None:
        rows = {row.pane.name: row for row in self.window.strips.rows if row.pane is not None}
        assert list(rows) == list(fresh)
        for name, row in rows.items():
            score, mask = self.score(fresh[name].mask), fresh[name].mask
            assert row.sums is not None
            assert row.sums.mean_of([(0, len(mask))]) == pytest.approx(float(mask.mean()))
            assert row.summary == ("" if score is None else f"F1 {score.f1:.2f}")

    def _check_painted(self, fresh: dict[str, Figures]) -> None:
        session, painted = self.controller.session, self.window.page.view.overlay.layer
        key = layers.key_in_force(
            session.colour_key, session.panes, has_gold=session.gold is not None
        )
        name = layers.pane_of(key)
        if session.is_marking or key not in {layers.label_key(name), layers.errors_key(name)}:
            return
        assert painted is not None
        assert painted.key == key
        mask = fresh[name].mask
        if key == layers.label_key(name):
            np.testing.assert_array_equal(painted.values == 1, mask)
        elif session.gold is not None:
            missed = session.gold.main(comments=session.comments) & ~mask & session.gold.scored()
            np.testing.assert_array_equal(painted.values == Outcome.MISSED, missed)

    def _check_settings(self) -> None:
        session = self.controller.session
        assert self.window.settings.settings == session.pane(session.active).settings

    def _check_inspector(self, fresh: dict[str, Figures]) -> None:
        selection, inspector = self.window.selection.selection, self.window.inspector
        assert inspector.pane is not None
        assert inspector.pane.name in fresh
        rows = [row for row in inspector.decisions.findChildren(DecisionRow) if row.isVisible()]
        if selection is None or not selection.runs or not rows:
            return
        assert [row.pane for row in rows] == list(fresh)
        for row in rows:
            pane = self.controller.session.pane(row.pane)
            block = leading_block(pane, selection)
            if pane.shown is None or block < 0:
                assert "unknown" in row.accessibleName()
                continue
            tokens = pane.shown.blocks.block_of_token(self.bench.page.n_tokens) == block
            if tokens.any():
                is_kept = fresh[row.pane].mask[tokens].mean() >= 0.5
                assert ("kept" if is_kept else "dropped") in row.accessibleName().split(":")[0]

    def _check_tab(self, fresh: dict[str, Figures]) -> None:
        session, tab = self.controller.session, self.window.tables.currentWidget()
        if tab is self.window.blocks:
            self._check_blocks(fresh[session.active])
        elif tab is self.window.agreement:
            self._check_agreement(fresh)
        elif tab is self.window.scores and session.gold is not None:
            self._check_scores(fresh)
        elif tab is self.window.differing:
            self._check_differing()
        elif tab is self.window.curves:
            self._check_curve(fresh)

    def _check_curve(self, fresh: dict[str, Figures]) -> None:
        pane, curve = self.window.curves.pane, self.window.curves.curve
        if pane is None or curve is None or not curve.threshold_field:
            return
        assert pane.name in fresh
        settings = self.controller.session.pane(pane.name).settings.resolve()
        value = getattr(settings, curve.threshold_field, None)
        if isinstance(value, (int, float)):
            expected = float(value) * curve.threshold_scale
            assert self.window.curves.plot.threshold == pytest.approx(expected)

    def _check_blocks(self, figures: Figures) -> None:
        model, pane = self.window.blocks.model, self.controller.session.active
        extraction = self.controller.session.pane(pane).shown
        assert extraction is not None
        innermost = extraction.blocks.block_of_token(len(figures.mask))
        for block in range(model.n_blocks):
            tokens = innermost == block
            if tokens.any():
                assert model.kept(block) == bool(figures.mask[tokens].mean() >= 0.5), block

    def _check_agreement(self, fresh: dict[str, Figures]) -> None:
        shown = self.window.agreement.model.agreement
        names = [f"{pane.number} {pane.name}" for pane in self.controller.session.panes]
        assert list(shown.names[: len(names)]) == names
        masks = [figures.mask for figures in fresh.values()]
        for row, first in enumerate(masks):
            for column, second in enumerate(masks):
                assert shown.same[row, column] == pytest.approx(float((first == second).mean()))

    def _check_scores(self, fresh: dict[str, Figures]) -> None:
        for row in self.window.scores.model.rows:
            if row.name in fresh and row.values:
                score = self.score(fresh[row.name].mask)
                assert score is not None
                assert row.values["token_f1"] == pytest.approx(score.f1, abs=1e-6), row.name

    def _check_differing(self) -> None:
        session, table = self.controller.session, self.window.differing
        if not table.model.rows or session.compared is None:
            return
        first, second = map(session.pane, session.compared)
        expected = {each.knob.name for each in setting_differences(first.settings, second.settings)}
        assert {row.field for row in table.model.rows} == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_all_views_show_the_figures_of_a_fresh_run(bench: WindowBench, tmp_path: Path, seed: int):
    face = PageFace(bench, tmp_path, seed)
    act_and_check(face, N_ACTIONS)
