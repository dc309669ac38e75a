"""Line below a pane's header that names the step on view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.widgets import theme
from boilerscope.widgets.labels import ElidedLabel
from boilerscope.widgets.records import ShowAs
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.widgets.records import PaneRecord

_HEIGHT = 26


class StepLine(ElidedLabel):
    """Line with the step, hidden while the pane shows its result."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(size=12, parent=parent)
        self.setAutoFillBackground(True)
        theme.signals().changed.connect(self._fit)
        self._fit()
        self.hide()

    def show_pane(self, pane: PaneRecord) -> None:
        """Describe the text after the step; hide the line if the pane shows its result.

        After a step, there is only page text: an algorithm writes its own text and HTML at its end.
        """
        extraction = pane.shown
        if pane.step is None or extraction is None:
            self.setText("")
            self.hide()
            return
        title = extraction.steps[pane.step].title
        texts = {
            ShowAs.PLAIN: self.tr("Page text after step {code}: {title}"),
            ShowAs.SOURCE: self.tr("HTML of the page text after step {code}: {title}"),
        }
        text = texts.get(pane.show_as, self.tr("After step {code}: {title}"))
        self.setText(text.format(code=pane.step_code, title=declared(title)))
        self.show()

    def _fit(self) -> None:
        palette = self.palette()
        palette.setColor(self.backgroundRole(), theme.colour("warning_fill"))
        self.setPalette(palette)
        self.setContentsMargins(theme.px(12), 0, theme.px(8), 0)
        self.setFixedHeight(theme.px(_HEIGHT))
