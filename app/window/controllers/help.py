"""Help: keys, glossary, the focused view, all algorithms, and the program itself."""

from __future__ import annotations

from html import escape
from importlib.metadata import version
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QMessageBox

from boilerscope.app.session import glossary
from boilerscope.app.window.actions import ACTIONS, Menu, Where
from boilerscope.app.window.palette_entries import SYNONYMS, year_of
from boilerscope.app.window.translation import translate
from boilerscope.extractors import registry
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.system.late import late_calls
from boilerscope.widgets import terms
from boilerscope.widgets.terms import Termed
from boilerscope.widgets.words import declared, interface_locale

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.dialogs import show_help, show_text
    from boilerscope.extractors.model.extraction import Column
    from boilerscope.widgets.records import PaneRecord
    from boilerscope.widgets.reference_dialog import ReferenceEntry, open_reference
else:
    show_help, show_text = late_calls("boilerscope.app.window.dialogs", "show_help", "show_text")
    ReferenceEntry, open_reference = late_calls(
        "boilerscope.widgets.reference_dialog", "ReferenceEntry", "open_reference"
    )


_CELL = "<td style='padding: 2px 16px 2px 0'>"


class HelpController(QObject):
    """Opens help in dialogs.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    """

    def __init__(self, context: Context, actions: ActionRegistry, window: QWidget) -> None:
        super().__init__(context.views)
        self._context, self._window = context, window
        actions.add_all(
            {
                "keys": self.show_keys,
                "help": self.show_help,
                "catalogue": self.show_catalogue,
                "glossary": self.show_glossary,
                "about": self.show_about,
                "past_messages": self.show_past_messages,
            }
        )
        terms.signals().asked.connect(self._on_asked)

    def show_keys(self) -> None:
        """Show all keys in the groups of the menu, with a search."""
        entries = [
            ReferenceEntry(
                translate(row.menu.value),
                translate(row.label),
                translate(row.where.value),
                row.keys,
                SYNONYMS.get(row.id, ""),
            )
            for row in ACTIONS
            if row.keys
        ]
        of_panes = [
            (translate("Make pane n active"), "1 … 9", Where.OUTSIDE_TEXT),
            (translate("Colour the page by pane n"), "Alt+1 … 9", Where.WINDOW),
        ]
        entries += [
            ReferenceEntry(translate(Menu.PANES.value), label, translate(where.value), (keys,))
            for label, keys, where in of_panes
        ]
        order = [translate(menu.value) for menu in Menu]
        entries.sort(key=lambda entry: order.index(entry.group))
        open_reference(self._window, translate("All keys"), entries)

    def show_glossary(self, query: str = "") -> None:
        """Show what the terms of the window mean, with examples on the page on screen."""
        open_reference(self._window, translate("Glossary"), self._entries(), query=query)

    def _entries(self) -> list[ReferenceEntry]:
        """Return the terms, then the other quantities of the panes, then the scores."""
        return [*map(self._entry_of, glossary.terms()), *self._quantities(), *_scores()]

    def _entry_of(self, term: glossary.Term) -> ReferenceEntry:
        language, panes = interface_locale().name(), self._panes()
        example = glossary.example_of(term, panes, self._context.session.selection)
        return ReferenceEntry(
            "",
            term.name.in_language(language),
            glossary.body_of(term, language, example, translate),
            words=f"{term.id} {term.name.en} {' '.join(term.columns)}",
        )

    def _panes(self) -> list[PaneRecord]:
        """Return the panes, the active one first."""
        session = self._context.session
        return sorted(session.panes, key=lambda pane: pane.name != session.active)

    def _quantities(self) -> list[ReferenceEntry]:
        """Return the quantities of the open panes that are not terms."""
        return [
            ReferenceEntry(
                translate("Quantities of the open panes"),
                f"{declared(column.label)} ({pane.name})",
                "<br>".join(map(escape, filter(None, (declared(column.meaning), column.unit)))),
                words=declared(column.label),
            )
            for pane, column in self._columns()
            if glossary.term_of(pane.extractor, column.name) is None
        ]

    def _columns(self) -> list[tuple[PaneRecord, Column]]:
        """Return the quantities that the open panes measure."""
        return [
            (pane, column)
            for pane in self._panes()
            if pane.shown is not None
            for column in pane.shown.columns
        ]

    def explain(self, label: str, tip: str = "") -> bool:
        """Show what a label of the window means; return whether anything is known about it.

        Parameters
        ----------
        tip : str
            What its view says about it, for labels that are not in the glossary.
        """
        wanted = label.strip().casefold()
        measured = {
            glossary.term_of(pane.extractor, column.name)
            for pane, column in self._columns()
            if declared(column.label).casefold() == wanted
        }
        entries = [
            self._entry_of(term)
            for term in glossary.terms()
            if term in measured or term.is_named(label, translate) or term.is_named(label, declared)
        ]
        entries += [
            entry
            for entry in (*self._quantities(), *_scores())
            if wanted in {entry.title.casefold(), entry.words.casefold()}
        ]
        if tip and not entries:
            entries.append(ReferenceEntry("", label, escape(tip)))
        if entries:
            others = [entry for entry in self._entries() if entry not in entries]
            open_reference(self._window, translate("Glossary"), [*entries, *others])
        return bool(entries)

    def _on_asked(self, label: str, tip: str) -> None:
        if not self.explain(label, tip):
            self.show_glossary()

    def show_help(self) -> None:
        """Show the help of the focused label or setting, else of the active extractor."""
        focused: object = QApplication.focusWidget()
        if isinstance(focused, Termed) and focused.term() and self.explain(focused.term()):
            return
        pane = self._context.active_pane
        extractor = registry.entry(pane.extractor).extractor if pane is not None else None
        if not show_help(self._window, extractor):
            self.show_keys()

    def show_catalogue(self) -> None:
        """Show all algorithms, with year and one line each, and what we follow of each source."""
        from boilerscope.extractors import catalogue

        texts = {
            "follows": translate("What we follow"),
            "decided": translate("What we had to decide"),
            "agreement": translate("Agreement"),
        }
        entries = []
        for family in catalogue.table()["family"]:
            for identifier in family["ids"]:
                extractor = registry.extractor(identifier)
                year = year_of(extractor.reference)
                details = [
                    f"{escape(title)}: {escape(family[key])}" for key, title in texts.items()
                ]
                lines = [
                    escape(declared(extractor.summary)),
                    f"<i>{escape(extractor.reference)}</i>",
                    *details,
                ]
                title = f"{identifier} ({year})" if year else identifier
                body = "<br>".join(lines)
                entries.append(ReferenceEntry(family["name"], title, body, words=extractor.name))
        group = translate("Named demos for which no algorithm was published")
        entries += [
            ReferenceEntry(group, demo["name"], escape(demo["what"]))
            for demo in catalogue.table()["demo"]
        ]
        open_reference(self._window, translate("All algorithms"), entries, width=820)

    def show_past_messages(self) -> None:
        """Show the messages of the status bar, newest first."""
        rows = "".join(
            f"<tr>{_CELL}{message.time:%H:%M:%S}</td>{_CELL}{escape(message.text)}</td></tr>"
            for message in self._context.notifier.past
        )
        text = f"<table>{rows}</table>" if rows else escape(translate("No messages so far."))
        show_text(self._window, translate("Past messages"), text)

    def show_about(self) -> None:
        """Show the purpose and the version of the program."""
        QMessageBox.about(
            self._window,
            translate("About Boilerscope"),
            f"<b>Boilerscope {version('boilerscope')}</b><br>"
            + translate("Shows what main-content extraction keeps of a web page, and why."),
        )


def _scores() -> list[ReferenceEntry]:
    group = translate("Scores")
    return [
        ReferenceEntry(group, declared(measure.label), escape(declared(measure.tip)))
        for measure in MEASURES.values()
    ]
