"""The status bar of the window."""

from __future__ import annotations

from PySide6.QtWidgets import QStatusBar, QToolButton

from boilerscope.widgets.labels import PlainLabel


class StatusBar(QStatusBar):
    """Labels for runs, page, disagreement and requests, a chip for warnings, and hints on keys."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.runs, self.page, self.difference = PlainLabel(), PlainLabel(), PlainLabel()
        self.requests = PlainLabel()
        self.requests.setObjectName("statusRequests")
        self.requests.hide()
        self.warnings = QToolButton(autoRaise=True)
        self.warnings.setObjectName("warningsChip")
        self.warnings.hide()
        for label in (self.runs, self.page, self.difference, self.requests, self.warnings):
            self.addWidget(label)
        self.keys = PlainLabel()
        self.show_keys(by_errors=False)
        self.addPermanentWidget(self.keys)
        self.setContentsMargins(8, 0, 12, 0)

    def show_keys(self, *, by_errors: bool) -> None:
        """Show hints on keys; N goes to errors where the page is coloured against gold."""
        self.keys.setText(
            self.tr("N  next error     J  K  next, previous block     ?  all keys")
            if by_errors
            else self.tr("N  next difference     J  K  next, previous block     ?  all keys")
        )

    def show_runs(self, text: str) -> None:
        """Show the state of the runs; if it is empty, the next label is first."""
        self.runs.setText(text)
        self.runs.setVisible(bool(text))

    def show_corpus(self, runs: str, scored: str, *, sweep: bool) -> None:
        """Show the texts and keys of the Corpus face in place of those of the page."""
        self.show_runs(runs)
        self.page.setText(scored)
        self.difference.clear()
        self.warnings.hide()
        self.requests.hide()
        of_sweep = self.tr(
            "Ctrl+Enter  sweep     Left, Right  one step     Ctrl+Tab  page     ?  all keys"
        )
        of_pages = self.tr(
            "J  K  next, previous page     Enter  open page     Ctrl+Tab  page     ?  all keys"
        )
        self.keys.setText(of_sweep if sweep else of_pages)
