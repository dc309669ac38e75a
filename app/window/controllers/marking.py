"""Marking the gold standard of the page: by keys and buttons, with undo, saved at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.marking import Unit, marks_file, picked_runs, refusal, wider_runs
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.gold_files import MarkedPage
from boilerscope.extractors.gold.annotators import with_annotation
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.marking import Marking, marked_gold
from boilerscope.extractors.model.gold import Annotation, GoldClass, Provenance
from boilerscope.widgets.marks import GOLD_LETTERS as LETTERS
from boilerscope.widgets.page.marking_bar import MarkingState
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.picking import leading_block, selection_of_block
from boilerscope.widgets.records import Selection
from boilerscope.widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.gold_files import GoldFiles
    from boilerscope.extractors.gold.marking import Merge
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.widgets.page.marking_bar import MarkingBar
    from boilerscope.widgets.selection import SelectionModel
    from boilerscope.widgets.strips.view import Strips


class MarkingController(QObject):
    """Marks the selected text with classes of the gold standard.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    bar : MarkingBar
        Bar above the page.
    selection : SelectionModel
        The window's selection.
    files : GoldFiles
        Reads and writes the marks.
    strips : Strips
        Drags in them select while clicks mark.
    ask_file : callable
        Asks for a file to save the marks in, given its usual name; None if the user cancels.
    ask_name : callable
        Asks for the name of an annotator; empty if the user cancels.
    """

    def __init__(  # noqa: PLR0913 - the views and files that marking needs, by name
        self,
        context: Context,
        actions: ActionRegistry,
        bar: MarkingBar,
        selection: SelectionModel,
        files: GoldFiles,
        *,
        strips: Strips,
        ask_file: Callable[[str], Path | None],
        ask_name: Callable[[], str],
    ) -> None:
        super().__init__(context.views)
        self._context, self._session_controller = context, context.session_controller
        self._actions, self._bar, self._selection, self._files = actions, bar, selection, files
        self._strips, self._ask_file, self._ask_name = strips, ask_file, ask_name
        self._marked: MarkedPage | None = None
        self._marking: Marking | None = None
        self._annotator = ""
        """Whose marks are edited; empty for the gold itself."""
        self._gold: Gold | None = None
        """Gold of the page with the marks of all annotators."""
        self._merge: Merge | None = None
        self._narrower: list[Selection] = []
        self._undoable: list[Selection | None] = []
        self._redoable: list[Selection | None] = []
        """The selection of each mark that can be undone or redone."""
        self._saved, self._problem, self._can_move = "", "", False
        self._add_actions(actions)
        self._class: GoldClass | None = None
        self._unit = Unit.BLOCK
        bar.class_chosen.connect(self._on_class)
        bar.unit_chosen.connect(self._on_unit)
        bar.annotator_chosen.connect(self._edit_marks_of)
        bar.new_annotator_asked.connect(self._begin_annotator)
        selection.picked.connect(self._on_picked)
        bar.clear_asked.connect(lambda: self.mark(GoldClass.UNMARKED, stay=True))
        bar.rest_asked.connect(self.mark_rest)
        bar.undo_asked.connect(self.undo)
        bar.redo_asked.connect(self.redo)
        bar.done_asked.connect(self.leave)
        bar.remedy_asked.connect(self._help)
        files.marks_read.connect(self._on_read)
        files.saved.connect(self._on_saved)
        files.conflict.connect(self._on_conflict)
        files.not_saved.connect(self._on_not_saved)
        selection.selected.connect(self._on_selected)
        self._session_controller.page_shown.connect(lambda _page: self.leave())

    def _add_actions(self, actions: ActionRegistry) -> None:
        actions.add("mark_gold", self.toggle)
        for kind in LETTERS:
            name, stay = f"mark_{kind.name.lower()}", partial(self.mark, kind, stay=True)
            actions.add(name, partial(self.mark, kind), enabled=self.is_on)
            actions.add(f"{name}_stay", stay, enabled=self.is_on)
        actions.add(
            "mark_clear", lambda: self.mark(GoldClass.UNMARKED, stay=True), enabled=self.is_on
        )
        actions.add("mark_rest", self.mark_rest, enabled=self.is_on)
        actions.add("wider_element", self._select_wider)
        actions.add("narrower_element", self._select_narrower, enabled=lambda: bool(self._narrower))

    # -- on and off ------------------------------------------------------------------------

    def is_on(self) -> bool:
        """Return whether the page is being marked."""
        return self._marking is not None

    @property
    def n_marked(self) -> int:
        """Number of marked words of the page, 0 if it is not being marked."""
        return 0 if self._marking is None else self._marking.counts.n_marked

    def toggle(self) -> None:
        """Begin to mark the page, or stop."""
        if not self.leave():
            self._begin()

    def leave(self) -> bool:
        """Stop marking; return whether the page was being marked."""
        was_on = self.is_on()
        self._arm(None)
        if was_on and self._annotator and self._marked is not None and self._gold is not None:
            self._session_controller.take_gold(self._gold, self._marked.page)
        self._marked = self._marking = self._merge = self._gold = None
        self._session_controller.show_marks(False)
        self._bar.hide()
        self._actions.refresh()
        return was_on

    def _begin(self) -> None:
        request, page = self._session_controller.request, self._context.session.page
        if request is None or page is None:
            return
        problem = refusal(request, translate)
        if problem:
            self._context.notifier.notify(problem)
            return
        self._marked = MarkedPage(page, *marks_file(request))
        self._files.read_marks(self._marked)

    def _on_read(self, marked: MarkedPage, gold: Gold | None) -> None:
        """Begin with the marks in the file, else with the gold standard of the set."""
        if marked is not self._marked:
            return
        self._gold = gold or self._context.session.gold
        self._restart()
        self._saved = translate("Saved beside the page") if gold is not None else ""
        self._problem = ""
        self._session_controller.show_marks(True)
        self._show()
        self._bar.show()
        self._actions.refresh()
        if self._selection.selection is None:
            self._select_unmarked()

    # -- annotators ------------------------------------------------------------------------

    def _restart(self) -> None:
        """Begin with the marks of the chosen annotator, without any step of undo."""
        marked, gold = self._marked, self._gold
        if marked is None:
            return
        marks = gold.annotation(self._annotator) if gold and self._annotator else gold
        self._marking = (
            Marking.begin(marked.page.n_tokens) if marks is None else Marking(marks.classes)
        )
        self._undoable, self._redoable = [], []
        self._show_gold(marked)
        names = [each.annotator for each in gold.annotations] if gold is not None else []
        self._bar.show_annotators(names, self._annotator)

    def _edit_marks_of(self, annotator: str) -> None:
        """Edit the marks of another annotator, or the gold itself."""
        if self._marking is not None and annotator != self._annotator:
            self._annotator = annotator
            self._restart()
            self._show()
            self._actions.refresh()

    def _begin_annotator(self) -> None:
        """Ask for the name of an annotator, whose marks begin empty."""
        name = self._ask_name()
        if self._marking is not None and name:
            self._edit_marks_of(name)
        if self._gold is not None or name:
            self._bar.show_annotators(
                [each.annotator for each in self._gold.annotations] if self._gold else [],
                self._annotator,
            )

    def _show_gold(self, marked: MarkedPage) -> None:
        """Show the marks of the annotator alone, or the gold itself, while they are edited."""
        gold = self._gold
        if self._annotator and self._marking is not None:
            own_marks = Annotation(self._annotator, self._marking.classes)
            annotations = () if gold is None else gold.annotations
            gold = replace(own_marks.as_gold(str(marked.marks)), annotations=annotations)
        if gold is not None:
            self._session_controller.take_gold(gold, marked.page)

    # -- marks -----------------------------------------------------------------------------

    def mark(self, kind: GoldClass, *, stay: bool = False) -> None:
        """Give the selected text a class; select the next unmarked block unless `stay` is set.

        Parameters
        ----------
        kind : GoldClass
            Class; UNMARKED removes the marks.
        stay : bool
            Whether to keep the selection.
        """
        selection = self._selection.selection
        if self._marking is None:
            return
        if selection is None or not selection.runs:
            self._context.notifier.notify(translate("Select text to mark it."), kind="marking")
            return
        self._apply(self._marking.mark(selection.runs, kind))
        if not stay:
            self._select_unmarked()

    def mark_rest(self) -> None:
        """Mark all text that has no class as boilerplate."""
        if self._marking is not None:
            n_before = self._marking.counts.n_marked
            self._apply(self._marking.mark_rest())
            n_marked = self._marking.counts.n_marked - n_before
            characters = counts_characters(self._context.session.page)
            marked_words = counted(n_marked, characters=characters)
            message = translate("{words} marked as boilerplate.").format(words=marked_words)
            self._context.notifier.notify(message)

    def undo(self) -> None:
        """Undo the last mark and select the text that it had marked."""
        if self._marking is not None and self._marking.can_undo:
            self._change(self._marking.undo())
            self._select_of_mark(self._undoable, self._redoable)

    def redo(self) -> None:
        """Redo the last undone mark and select the text that it marks."""
        if self._marking is not None and self._marking.can_redo:
            self._change(self._marking.redo())
            self._select_of_mark(self._redoable, self._undoable)

    def can_undo(self) -> bool:
        """Return whether a mark can be undone."""
        return self._marking is not None and self._marking.can_undo

    def can_redo(self) -> bool:
        """Return whether a mark can be redone."""
        return self._marking is not None and self._marking.can_redo

    def _apply(self, marking: Marking) -> None:
        """Change the marks by a step of undo, which has the present selection."""
        if marking is not self._marking:
            self._undoable.append(self._selection.selection)
            self._redoable.clear()
            self._change(marking)

    def _select_of_mark(
        self, source: list[Selection | None], target: list[Selection | None]
    ) -> None:
        """Select what was selected when the step at the end of a list was made."""
        selection = source.pop()
        target.append(selection)
        if selection is not None and not self._context.session.has(selection.pane):
            selection = Selection(selection.runs)
        self._selection.select(selection, self)

    def _change(self, marking: Marking) -> None:
        """Show and save changed marks."""
        if self._marked is None or marking is self._marking:
            return
        self._marking = marking
        time = datetime.now(UTC).isoformat(timespec="seconds")
        provenance = Provenance(own.NAME, str(self._marked.marks), changed=time)
        if self._annotator:
            annotation = Annotation(self._annotator, marking.classes, time)
            self._gold = with_annotation(self._gold, annotation, provenance)
        else:
            self._gold = marked_gold(self._gold, marking, provenance)
        self._show_gold(self._marked)
        self._saved, self._problem = translate("Saving…"), ""
        self._files.save(self._marked, self._gold, self._annotator)
        self._show()
        self._actions.refresh()

    # -- mouse -----------------------------------------------------------------------------

    def _on_class(self, kind: GoldClass) -> None:
        """Mark the selected text; clicks then mark with the class, or select again."""
        is_new = kind is not self._class
        self._arm(kind if is_new else None)
        if is_new and self._selection.selection is not None:
            self.mark(kind)

    def _arm(self, kind: GoldClass | None) -> None:
        """Let clicks mark with a class; None lets them only select."""
        self._class = kind
        self._bar.show_class(kind)
        self._strips.set_drag_selects(kind is not None)

    def _on_unit(self, unit: str) -> None:
        self._unit = Unit(unit)

    def _on_picked(self, selection: Selection, token: int, _origin: object) -> None:
        """Mark the clicked or dragged text, if a class is chosen."""
        if self._marking is None or self._class is None:
            return
        runs = picked_runs(self._context.views.scene, self._unit, selection, token)
        if runs:
            if runs != selection.runs or token < 0:
                self._selection.select(Selection(runs), self)
            self._apply(self._marking.mark(runs, self._class))

    # -- selection -------------------------------------------------------------------------

    def _select_unmarked(self) -> None:
        """Select the next block of the active pane with unmarked text, if any."""
        pane = self._context.active_pane
        if self._marking is None or pane is None or pane.shown is None:
            return
        selection = self._selection.selection
        current = -1 if selection is None else leading_block(pane, selection)
        block = self._marking.next_unmarked(pane.shown.blocks, current)
        if block is not None:
            self._selection.select(selection_of_block(pane, block), self)

    def _select_wider(self) -> None:
        """Select the element around the selected text."""
        selection, page = self._selection.selection, self._context.session.page
        runs = None if selection is None or page is None else wider_runs(page, selection.runs)
        if selection is not None and runs is not None:
            narrower = [*self._narrower, selection]
            self._selection.select(Selection(runs), self)
            self._narrower = narrower

    def _select_narrower(self) -> None:
        """Restore the selection before it was widened."""
        *narrower, selection = self._narrower
        self._selection.select(selection, self)
        self._narrower = narrower

    def _on_selected(self, _selection: object, _origin: object) -> None:
        self._narrower = []

    # -- files -----------------------------------------------------------------------------

    def _on_saved(self, marked: MarkedPage) -> None:
        if marked is self._marked:
            beside = self._marked.marks.parent == self._marked.file.parent
            text = translate("Saved beside the page") if beside else translate("Saved in {folder}")
            self._saved = text.format(folder=self._marked.marks.parent)
            self._problem, self._can_move = "", False
            self._show()

    def _on_not_saved(self, marked: MarkedPage, message: str) -> None:
        if marked is not self._marked:
            return
        if self._marking is None:  # the marks in the file cannot be read: do not overwrite them
            self._marked = None
            self._context.notifier.notify(message)
            return
        self._problem, self._merge, self._can_move = message, None, True
        self._show()

    def _on_conflict(self, marked: MarkedPage, merge: Merge, message: str) -> None:
        if marked is self._marked:
            self._problem, self._merge, self._can_move = message, merge, False
            self._show()

    def _help(self) -> None:
        """Carry out the action of the button beside the problem."""
        if self._can_move:
            self._save_elsewhere()
        else:
            self._merge_marks()

    def _save_elsewhere(self) -> None:
        """Ask for another file, and save the marks there from now on."""
        marked, gold = self._marked, self._gold
        if marked is None or gold is None:
            return
        file = self._ask_file(marked.marks.name)
        if file is not None:
            self._marked = replace(marked, marks=file)
            self._saved, self._problem, self._can_move = translate("Saving…"), "", False
            self._files.save(self._marked, gold, self._annotator)
            self._show()

    def _merge_marks(self) -> None:
        """Merge our marks with those of another program, and save them."""
        if self._merge is not None and self._marking is not None:
            merge, self._merge = self._merge, None
            self._files.take_theirs()
            self._apply(self._marking.replace_all(merge.classes))

    def _remedy(self) -> str:
        """Return the label of the button beside the problem, empty for none."""
        if self._merge is not None:
            return translate("Merge the marks")
        return translate("Save elsewhere…") if self._can_move else ""

    def _show(self) -> None:
        if self._marking is not None:
            counts = self._marking.counts
            self._bar.show_state(
                MarkingState(
                    counts.n_marked,
                    counts.n_words,
                    self._marking.can_undo,
                    self._marking.can_redo,
                    self._saved,
                    self._problem,
                    self._remedy(),
                    counts_characters(self._context.session.page),
                )
            )
