"""Help: keys, glossary, the focused view, all algorithms, a tour, and the program itself."""

from __future__ import annotations

from html import escape
from importlib.metadata import version
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox

from boilerscope.app.session import glossary
from boilerscope.app.window.actions import ACTIONS, Menu, Where
from boilerscope.app.window.dialogs import show_help, show_text
from boilerscope.app.window.palette_entries import SYNONYMS, year_of
from boilerscope.app.window.translation import translate
from boilerscope.extractors import registry
from boilerscope.widgets.reference_dialog import ReferenceEntry, open_reference
from boilerscope.widgets.words import declared, interface_locale

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context


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
                "tour": self.show_tour,
                "about": self.show_about,
                "past_messages": self.show_past_messages,
            }
        )

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
        language = interface_locale().name()
        session = self._context.session
        panes = sorted(session.panes, key=lambda pane: pane.name != session.active)
        entries = [
            ReferenceEntry(
                "",
                term.name.in_language(language),
                glossary.body_of(
                    term,
                    language,
                    glossary.example_of(term, panes, session.selection),
                    translate,
                ),
                words=f"{term.id} {term.name.en} {' '.join(term.columns)}",
            )
            for term in glossary.terms()
        ]
        open_reference(self._window, translate("Glossary"), entries, query=query)

    def show_tour(self) -> None:
        """Show a tour of two minutes on the sample page."""
        lines = (
            translate("Open the sample news page from the start screen, or keep your page."),
            translate(
                "Click a paragraph: every column shows it at the same height, and the"
                " Inspector names the rule that decided."
            ),
            translate(
                "Press W to see the words that a suggestion would change, and Apply to take"
                " it. Ctrl+Z takes it back."
            ),
            translate("Drag Link/text ratio in the settings and watch page, strips and curve."),
            translate("Press N to walk through the texts on which the panes disagree."),
            translate(
                "Press Ctrl+D, change a setting, and read in Settings that differ how many"
                " words it changes. Esc ends the comparison."
            ),
            translate("Press Ctrl+T to add an extractor, and Ctrl+K to find every command."),
            translate(
                "Press G to mark the main content yourself, and read the scores beside the curves."
            ),
            translate("Ctrl+Tab leads to the Corpus face, which does the same for many pages."),
        )
        entries = [
            ReferenceEntry("", f"{number}.", escape(line)) for number, line in enumerate(lines, 1)
        ]
        open_reference(self._window, translate("Tour of two minutes"), entries)

    def show_help(self) -> None:
        """Show the help of the focused setting, else of the active extractor."""
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
