"""Bar above the page for marking its gold standard.

Input: the state of the marks. Output: the user's requests; the program keeps the marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from boilerscope.extractors.model.gold import GoldClass
from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.flow_layout import FlowLayout
from boilerscope.widgets.labels import ElidedLabel
from boilerscope.widgets.marks import GOLD_LETTERS as LETTERS
from boilerscope.widgets.page.notice import NoticeRow
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import counted, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

_LETTERS_ONLY_BELOW = 440


@dataclass(frozen=True, slots=True)
class MarkingState:
    """State of the marks of a page.

    Attributes
    ----------
    can_undo, can_redo : bool
        Whether a mark can be undone or redone.
    saved : str
        Text on where the marks are saved, or that they are being saved.
    problem : str
        Reason why the marks are not saved, empty if they are.
    remedy : str
        Label of the button that may help, empty for none.
    characters : bool
        Whether the words of the page are counted as characters.
    """

    n_marked: int
    n_words: int
    can_undo: bool = False
    can_redo: bool = False
    saved: str = ""
    problem: str = ""
    remedy: str = ""
    characters: bool = False


class MarkingBar(QWidget):
    """Buttons of the classes, undo and redo, and the progress of marking and saving.

    Attributes
    ----------
    class_buttons : dict of GoldClass to (QPushButton, str)
        Button of each class, and its label without the letter.

    Signals
    -------
    class_chosen(GoldClass)
        Mark the selected text, and let clicks mark with this class, or stop that.
    unit_chosen(str)
        Let clicks mark a ``block``, ``text`` or an ``element``.
    annotator_chosen(str)
        Edit the marks of this annotator; empty for the gold itself.
    new_annotator_asked()
        Edit the marks of an annotator who has none yet.
    clear_asked(), rest_asked()
        Remove the marks of the selected text; mark the rest as boilerplate.
    undo_asked(), redo_asked(), done_asked()
        The user pressed this button.
    remedy_asked()
        The user pressed the button beside a problem.
    """

    class_chosen = Signal(object)
    unit_chosen = Signal(str)
    annotator_chosen = Signal(str)
    new_annotator_asked = Signal()
    clear_asked = Signal()
    rest_asked = Signal()
    undo_asked = Signal()
    redo_asked = Signal()
    done_asked = Signal()
    remedy_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("markingBar")
        self.setAccessibleName(self.tr("Mark the gold standard"))
        self.class_buttons: dict[GoldClass, tuple[QPushButton, str]] = {}
        self._only_letters = False
        self._classes, self._flow = QWidget(), FlowLayout()
        self._classes.setLayout(self._flow)
        self.unit = Combo()
        self.unit.setAccessibleName(self.tr("What a click marks"))
        self.unit.set_entries(
            [
                (self.tr("Block"), "block"),
                (self.tr("Text"), "text"),
                (self.tr("Element"), "element"),
            ],
            "block",
        )
        self.annotator = Combo()
        self.annotator.setAccessibleName(self.tr("Whose marks are edited"))
        self.annotator.tip = self.tr(
            "Whose marks are edited: those of an annotator, or the gold, which follows from all"
            " annotators where they agree. A word that you decide on in the gold stays as it is."
        )
        self.show_annotators((), "")
        self.undo = IconButton("undo", self.tr("Undo the last mark (Ctrl+Z)"))
        self.redo = IconButton("redo", self.tr("Redo the mark (Ctrl+Shift+Z)"))
        self.count = ElidedLabel(role="ink2", size=12)
        self.saved = ElidedLabel(role="ink2", size=12)
        self.problem = NoticeRow("")
        self._foot = FlowLayout()
        self._column = theme.spaced(QVBoxLayout(self), (12, 2, 8, 4), 2)
        self._assemble()
        self.unit.activated.connect(lambda index: self.unit_chosen.emit(self.unit.itemData(index)))
        self.annotator.activated.connect(self._on_annotator)
        self.undo.clicked.connect(self.undo_asked)
        self.redo.clicked.connect(self.redo_asked)
        self.problem.asked.connect(self.remedy_asked)
        theme.follow(self._restyle)
        self.hide()

    def show_state(self, state: MarkingState) -> None:
        """Show the number of marked words, and whether they are saved."""
        self.undo.setEnabled(state.can_undo)
        self.redo.setEnabled(state.can_redo)
        text = self.tr("{marked} of {total} marked")
        total = counted(state.n_words, characters=state.characters)
        self.count.setText(text.format(marked=number(state.n_marked), total=total))
        self.saved.setText("" if state.problem else state.saved)
        self.problem.button.setText(state.remedy)
        self.problem.button.setVisible(bool(state.remedy))
        self.problem.show_text(state.problem)

    def show_annotators(self, names: Sequence[str], current: str) -> None:
        """Show the annotators of the page, and whose marks are edited; empty for the gold."""
        self._annotator = current
        shown = sorted({*names, current} - {""})
        entries = [(self.tr("Gold"), ""), *((plain(name), name) for name in shown)]
        self.annotator.set_entries([*entries, (self.tr("New annotator…"), None)], current)

    def _on_annotator(self, index: int) -> None:
        name = self.annotator.itemData(index)
        if name is None:
            self.annotator.setCurrentIndex(self.annotator.findData(self._annotator))
            self.new_annotator_asked.emit()
        else:
            self.annotator_chosen.emit(name)

    def show_class(self, kind: GoldClass | None) -> None:
        """Show the class with which clicks mark; None if they only select."""
        for other, (button, _) in self.class_buttons.items():
            button.setChecked(other is kind)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < theme.px(_LETTERS_ONLY_BELOW)
        if narrow != self._only_letters:
            self._only_letters = narrow
            self._label_chips()

    def _label_chips(self) -> None:
        for kind, (button, label) in self.class_buttons.items():
            letter = LETTERS[kind]
            button.setText(letter if self._only_letters else f"{letter}  {label}")

    def _assemble(self) -> None:
        labels = {
            GoldClass.MAIN: self.tr("Main"),
            GoldClass.BOILERPLATE: self.tr("Boilerplate"),
            GoldClass.TITLE: self.tr("Title"),
            GoldClass.COMMENT: self.tr("Comment"),
            GoldClass.UNDECIDED: self.tr("Undecided"),
        }
        tip = self.tr(
            "Mark the selected text and go to the next unmarked block ({key}). While the button is"
            " down, clicks and drags in page, panes and strips mark with this class."
        )
        for kind, label in labels.items():
            button = self._chip("", tip.format(key=LETTERS[kind]))
            button.setCheckable(True)
            button.setAccessibleName(f"{LETTERS[kind]}  {label}")
            self.class_buttons[kind] = (button, label)
            button.clicked.connect(lambda _checked=False, kind=kind: self.class_chosen.emit(kind))
        self._label_chips()
        clear = self._chip(
            self.tr("Clear"), self.tr("Remove the marks of the selected text (Delete)")
        )
        rest = self._chip(
            self.tr("Rest is boilerplate"),
            self.tr("Mark all text that has no class as boilerplate"),
        )
        done = self._chip(self.tr("Done"), self.tr("Stop marking (G)"))
        clear.clicked.connect(self.clear_asked)
        rest.clicked.connect(self.rest_asked)
        done.clicked.connect(self.done_asked)
        for widget in (self.unit, self.annotator, self.undo, self.redo, self.count, self.saved):
            self._foot.addWidget(widget)
        self._column.addWidget(self._classes)
        self._column.addLayout(self._foot)
        self._column.addWidget(self.problem)

    def _chip(self, label: str, tip: str) -> QPushButton:
        button = QPushButton(label, self._classes)
        button.setProperty("role", "chip")
        button.setToolTip(plain(tip))
        self._flow.addWidget(button)
        return button

    def _restyle(self) -> None:
        for row in (self._flow, self._foot):
            row.set_spacing(theme.px(4))
