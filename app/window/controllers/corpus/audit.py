"""Audit of the gold standard of the open corpus, in the background."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.corpus import CorpusPart, Tab
from boilerscope.app.window.corpus.controller import n_jobs
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.corpus_jobs import audit_corpus
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.audit.document import AuditDocument
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.scoring.order import PageFilter
from boilerscope.extractors.scoring.writing import FORMATS, write
from boilerscope.extractors.system.atomic_write import atomic_write
from boilerscope.widgets.corpus.audit_card import AuditCard
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.save_dialog import SaveDialog
    from boilerscope.app.window.window import Window
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.audit.findings import Audit
    from boilerscope.extractors.sources.corpus import Corpus

_AUDIT = Kind("audit")


class AuditController(QObject):
    """Shows what the command ``gold audit`` finds in the open corpus.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    save_dialog : SaveDialog
        Asks for the file of an export.
    """

    def __init__(
        self, context: Context, actions: ActionRegistry, window: Window, save_dialog: SaveDialog
    ) -> None:
        super().__init__(context.views)
        self._context, self._corpus, self._window = context, context.corpus, window
        self._state, self._save_dialog = context.corpus.state, save_dialog
        self._card: AuditCard | None = None
        self._audit: Audit | None = None
        self._of: Corpus | None = None
        actions.add("audit_gold", self.show, enabled=self._can_audit)

    def views(self) -> list[View]:
        """Return the view that closes the audit of an earlier corpus."""
        return [View("audit", self._forget_other, CorpusPart.CORPUS)]

    def show(self) -> None:
        """Show the audit of the corpus; begin it if it was not made yet."""
        if self._card is None:
            self._card = AuditCard(self._window)
            self._card.page_chosen.connect(self._select)
            self._card.cancelled.connect(self._cancel)
            self._card.export_asked.connect(self._export)
        self._card.show()
        self._card.raise_()
        if self._audit is None and not self._context.work.is_busy(_AUDIT):
            self._begin()

    def _can_audit(self) -> bool:
        table = self._state.table
        return table is not None and table.lists_gold

    def _begin(self) -> None:
        table = self._state.table
        if table is None or self._card is None:
            return
        self._of = self._state.corpus
        pages = [page for page in table.pages if page.has_gold]
        self._on_progress([0], len(pages))
        self._context.work.ask(
            _AUDIT,
            partial(audit_corpus, pages, RunLimits(n_jobs())),
            self._on_audit,
            progress=lambda counts: self._on_progress(counts, len(pages)),
            failed=self._on_failure,
        )

    def _cancel(self) -> None:
        self._context.work.drop(_AUDIT)
        if self._card is not None:
            self._card.show_end(translate("Cancelled."), has_result=False)

    def _forget_other(self) -> None:
        """Drop the audit of an earlier corpus."""
        if self._state.corpus is not self._of:
            self._of, self._audit = self._state.corpus, None
            self._context.work.drop(_AUDIT)
            if self._card is not None:
                self._card.close()
                self._card.deleteLater()
                self._card = None

    def _on_progress(self, counts: list[int], n_pages: int) -> None:
        if self._card is not None:
            text = translate("Audit: {done} of {pages} pages")
            done = number(counts[-1])
            self._card.show_progress(text.format(done=done, pages=number(n_pages)))

    def _on_audit(self, audit: Audit) -> None:
        self._audit = audit
        if self._card is None:
            return
        report = AuditDocument(audit).report()
        tables = [(table.title, table.header, table.rows) for table in report.tables]
        names = {page.name for page in audit.facts}
        self._card.show_tables(tables, report.notes, names)
        n_findings = len(audit.findings)
        text = translate("No findings.")
        if n_findings:
            text = translate("1 finding") if n_findings == 1 else translate("{count} findings")
        self._card.show_end(text.format(count=number(n_findings)), has_result=True)

    def _on_failure(self, failure: Failure) -> None:
        if self._card is not None:
            self._card.show_end(failure.text, has_result=False)

    def _select(self, name: str) -> None:
        """Select a page in the list of pages."""
        table = self._state.table
        rows = [] if table is None else [n for n, p in enumerate(table.pages) if p.name == name]
        if rows:
            self._corpus.show_face(True)
            self._corpus.show_tab(Tab.PAGES)
            self._corpus.filter_by(PageFilter())
            self._corpus.select(rows[0])

    def _export(self) -> None:
        """Write the findings in the format that the name of the file says."""
        audit = self._audit
        file = self._save_dialog.ask(
            translate("Export the audit"),
            "audit.csv",
            ";;".join(f"{form.label} (*{form.suffix})" for form in FORMATS.values()),
        )
        if file is None or audit is None:
            return
        name = next((n for n, form in FORMATS.items() if form.suffix == file.suffix), "csv")
        self._context.work.ask(
            Kind(f"audit {file}", is_kept=True),
            once(lambda: atomic_write(file, write(AuditDocument(audit), name))),
            lambda _: self._on_written(file),
            failed=self._on_failure,
        )

    def _on_written(self, file: Path) -> None:
        self._context.notifier.notify(f"{translate('Written to')} {file}", file=file)
