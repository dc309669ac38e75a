"""Pictures for papers: the page with its heatmap, a pane, strips, plots, the window."""

from __future__ import annotations

import math
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QImage

from boilerscope.app.session import layers
from boilerscope.app.window.appearance import drawn_in
from boilerscope.app.window.controllers.proposed_file import proposed_file
from boilerscope.app.window.corpus import texts
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.scoring.order import chosen
from boilerscope.extractors.system.late import late_call, late_calls
from boilerscope.widgets.corpus.names import measure_name
from boilerscope.widgets.export.pictures_tab import Include, PictureLine, PicturesTab
from boilerscope.widgets.pictures.drawings import (
    MAX_TABLE_ROWS,
    ImageDrawing,
    PaneDrawing,
    PlotDrawing,
    StripsDrawing,
    TableDrawing,
    TopOf,
    WidgetDrawing,
)
from boilerscope.widgets.pictures.figure import (
    Figure,
    PictureKind,
    fitting_scale,
    image_of,
    save_png,
    write_figure,
)
from boilerscope.widgets.plots.plot import Plot
from boilerscope.widgets.records import LayerKind
from boilerscope.widgets.strips.view import Strips
from boilerscope.widgets.tables.table import CalmTable
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.dialogs import ask_overwrite, show_error
    from boilerscope.app.window.window import Window
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.formats.slim import bytes_digest, extractor_version
    from boilerscope.widgets.corpus.leaderboard.texts import average_name
    from boilerscope.widgets.corpus.pages.sentences import are_in_characters, filter_words
    from boilerscope.widgets.export.dialog import ExportDialog
    from boilerscope.widgets.export.pictures_tab import PictureChoice
    from boilerscope.widgets.pictures.drawings import Drawing
    from boilerscope.widgets.records import PaneRecord
else:
    ask_overwrite, show_error = late_calls(
        "boilerscope.app.window.dialogs", "ask_overwrite", "show_error"
    )
    bytes_digest, extractor_version = late_calls(
        "boilerscope.extractors.formats.slim", "bytes_digest", "extractor_version"
    )
    average_name = late_call("boilerscope.widgets.corpus.leaderboard.texts", "average_name")
    are_in_characters, filter_words = late_calls(
        "boilerscope.widgets.corpus.pages.sentences", "are_in_characters", "filter_words"
    )

PAGE, VISIBLE, PANE, STRIPS, WINDOW = "page", "visible", "pane", "strips", "window"
PLOT, TABLE = "plot", "table"
_PARTS = frozenset({Include.SELECTION, Include.CAPTION})
"""Parts of pictures that are drawn anew; others are as on screen."""
_SCROLL_BAR = 15
"""Width of the scroll bar of the browser, pixels."""
_PREVIEW_HEIGHT, _PREVIEW_SCALE = 1400.0, 2.0


class PictureController(QObject):
    """Draws what is on screen for files and the clipboard.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    """

    def __init__(self, context: Context, actions: ActionRegistry, window: Window) -> None:
        super().__init__(context.views)
        self._context, self._window = context, window
        self._view = window.page.view
        self._waiting: PictureChoice | None = None
        self._tab: PicturesTab | None = None
        self._plots: dict[str, Plot] = {}
        self._values_before = False
        actions.add("export_page", lambda: self.ask_for(PAGE))
        actions.add("export_window", lambda: self.ask_for(WINDOW))
        self._trigger = actions.trigger
        self._first: tuple[str, PictureKind] | None = None
        """Picture and format that the tab chooses at first, None for the usual one."""
        self._view.picture_ready.connect(self._on_picture)
        self._view.failed.connect(lambda _message: self._give_up())

    def ask_for(self, key: str, kind: str = PictureKind.PNG) -> None:
        """Open the export dialog at a picture."""
        self._first = (key, PictureKind(kind))
        self._trigger("export")

    def ask_for_plot(self, plot: Plot, kind: str) -> None:
        """Open the export dialog at the picture of a plot on screen."""
        key = next((key for key, other in self._plots_on_screen().items() if other is plot), "")
        self.ask_for(key, kind)

    def add_to(self, dialog: ExportDialog) -> PicturesTab:
        """Add a tab with the pictures that there are now; show it if one was asked for."""
        tab = PicturesTab(list(self._lines()), proposed_file(self._context, "-figure.png"))
        tab.set_preview(self.preview)
        dialog.add_tab(translate("Pictures"), tab)
        if self._first is not None:
            tab.choose(*self._first)
            dialog.tabs.setCurrentWidget(tab)
            tab.file.field.setFocus(Qt.FocusReason.OtherFocusReason)
            self._first = None
        self._tab = tab
        return tab

    # -- what there is ---------------------------------------------------------------------

    def _lines(self) -> Iterator[PictureLine]:
        if not self._context.corpus.state.is_shown and self._context.session.page is not None:
            yield from self._lines_of_page()
        views = [*self._views_on_screen()]
        views.sort(key=lambda view: self._place_of(view[0]))
        yield from (line for _, line in views)
        reason = translate("The whole window is drawn as it is on screen.")
        size = self._window.size()
        label = translate("Whole window")
        yield PictureLine(WINDOW, label, size.width(), size.height(), reason=reason)

    def _views_on_screen(self) -> Iterator[tuple[QWidget, PictureLine]]:
        """Return strips, plots and tables, each with its line."""
        strips = self._strips()
        if strips is not None:
            size = StripsDrawing(strips).size().toSize()
            label = translate("Strips, {count} rows").format(count=len(strips.rows) + 1)
            reason = translate("Only pictures of the page have a legend, letters and values.")
            line = PictureLine(STRIPS, label, size.width(), size.height(), _PARTS, reason)
            yield strips, line
        self._plots = self._plots_on_screen()
        for key, plot in self._plots.items():
            name = plot.accessibleName() or translate("Plot")
            label = translate("Plot: {name}").format(name=name)
            yield plot, self._as_on_screen(key, label, QSizeF(plot.size()))
        for key, table in self.tables_on_screen().items():
            yield table, self._as_on_screen(key, _label_of(table), TableDrawing(table).size())

    def _place_of(self, view: QWidget) -> tuple[int, int]:
        """Return the place of a view in the window: views are listed from top to bottom."""
        corner = view.mapTo(self._window, QPoint())
        return corner.y(), corner.x()

    def _as_on_screen(self, key: str, label: str, size: QSizeF) -> PictureLine:
        """Return the line of a picture that shows the selection if it is on screen."""
        reason = translate("Plots and tables are drawn as they are on screen.")
        sides = size.toSize()
        parts = frozenset({Include.CAPTION})
        return PictureLine(key, label, sides.width(), sides.height(), parts, reason)

    def tables_on_screen(self) -> dict[str, CalmTable]:
        """Return the tables with rows, by their key among the pictures."""
        return {
            f"{TABLE}{number}": table
            for number, table in enumerate(self._window.findChildren(CalmTable))
            if table.isVisible() and table.model() is not None and table.model().rowCount()
        }

    def _plots_on_screen(self) -> dict[str, Plot]:
        return {
            f"{PLOT}{number}": plot
            for number, plot in enumerate(self._window.findChildren(Plot))
            if plot.isVisible()
        }

    def _lines_of_page(self) -> Iterator[PictureLine]:
        page, view = self._context.session.page, self._view
        layout = None if page is None else page.layout
        height = 0 if layout is None else layout.page_height
        width = view.page_width if height else 0
        legend = frozenset({Include.LEGEND} if self._window.page.legend.isVisible() else ())
        whole = legend | _PARTS | self._parts_of_layer()
        reason = translate("The layer on screen has none: choose another one above the page.")
        yield PictureLine(PAGE, translate("Page with heatmap"), width, height, whole, reason)
        label = translate("Visible part of the page")
        seen = legend | {Include.CAPTION}
        reason = translate("The visible part is drawn as it is on screen (V shows values).")
        yield PictureLine(VISIBLE, label, view.width(), view.height(), seen, reason)
        pane = self._context.active_pane
        if pane is not None and self._pane_drawing(selection=False) is not None:
            label = translate("One pane: {number} {name}")
            label = label.format(number=pane.number, name=pane.name)
            reason = translate("Only pictures of the page have a legend, letters and values.")
            yield PictureLine(PANE, label, parts=_PARTS, reason=reason)

    def _parts_of_layer(self) -> frozenset[Include]:
        """Return what the layer that colours the page writes on it: letters, or values."""
        views = self._context.views
        layer = views.scene.layers.get(self._context.session.colour_key)
        if layer is None or not self._window.page.legend.isVisible():
            return frozenset()
        has_values = layer.kind in {LayerKind.AMOUNT, LayerKind.AGREEMENT}
        return frozenset({Include.VALUES if has_values else Include.LETTERS})

    def _strips(self) -> Strips | None:
        """Return the strips on screen, if they have a page."""
        for strips in self._window.findChildren(Strips):
            if strips.isVisible() and strips.n_tokens:
                return strips
        return None

    # -- drawing ---------------------------------------------------------------------------

    def _figure(self, choice: PictureChoice, drawing: Drawing) -> Drawing:
        """Return a drawing with legend and caption, as far as they are wanted."""
        if choice.key == WINDOW:
            return drawing
        is_of_page = choice.has(Include.LEGEND) and choice.key in {PAGE, VISIBLE}
        legend = WidgetDrawing(self._window.page.legend, has_background=False)
        caption = self._caption(choice) if choice.has(Include.CAPTION) else ""
        return Figure(drawing, legend if is_of_page else None, caption)

    def _drawing(self, choice: PictureChoice) -> Drawing | None:
        """Return the drawing of a choice; None for the page, whose picture comes later."""
        if choice.key == VISIBLE:
            image = self._view.grab_image()
            ratio = image.devicePixelRatio()
            width = image.width() - round(_SCROLL_BAR * ratio)
            return ImageDrawing(image.copy(0, 0, width, image.height()), ratio)
        if choice.key == PANE:
            return self._pane_drawing(selection=choice.has(Include.SELECTION))
        if choice.key == STRIPS:
            strips = self._strips()
            selection = self._context.session.selection if choice.has(Include.SELECTION) else None
            of_page = strips is self._window.strips
            return None if strips is None else StripsDrawing(strips, selection if of_page else None)
        if choice.key == WINDOW:
            return WidgetDrawing(self._window)
        if choice.key.startswith(TABLE):
            table = self.tables_on_screen().get(choice.key)
            return None if table is None else TableDrawing(table)
        plot = self._plots.get(choice.key)
        return None if plot is None else PlotDrawing(plot)

    def _pane_drawing(self, *, selection: bool) -> Drawing | None:
        """Return the drawing of the active pane; None if it is not on screen."""
        pane = self._context.active_pane
        view = None if pane is None else self._window.panes.pane(pane.name)
        if view is None or not view.isVisible():
            return None
        content = view.body.content
        if not view.body.isVisible() or content is None:
            return WidgetDrawing(view)
        shown = self._context.session.selection if selection else None
        copy = content.measured_copy()
        if shown is None:
            copy.select(())
        return PaneDrawing(copy, shown)

    def preview(self, choice: PictureChoice) -> QImage | None:
        """Return a small picture; of the page, its part on screen."""
        key = VISIBLE if choice.key == PAGE else choice.key
        with drawn_in(choice.colours):
            drawing = self._drawing(choice._replace(key=key))
            if drawing is None:
                return None
            return image_of(self._figure(choice, TopOf(drawing, _PREVIEW_HEIGHT)), _PREVIEW_SCALE)

    def _caption(self, choice: PictureChoice) -> str:
        """Return what is shown, with the versions of pane and program."""
        program = f"Boilerscope {version('boilerscope')}"
        page, state = self._context.session.page, self._context.corpus.state
        if state.is_shown or page is None:
            parts = [*self._facts_of_corpus(choice), program]
            return translate("Figure. {facts}.").format(facts=", ".join(filter(None, parts)))
        facts = [page.name]
        pane = self._pane_of(choice)
        if pane is not None:
            number = extractor_version(pane.extractor)
            decided = translate("decisions of {pane} {version}")
            facts.append(decided.format(pane=pane.name, version=number).rstrip())
        facts += [program, f"sha256 {bytes_digest(page)[:8]}"]
        return translate("Figure. {facts}.").format(facts=", ".join(facts))

    def _facts_of_corpus(self, choice: PictureChoice) -> list[str]:
        """Return what a picture of the Corpus face shows: corpus, pages and score, or a page."""
        state = self._context.corpus.state
        name, table, view = Path(state.record.path).name, state.table, state.choice
        if table is None or choice.key == WINDOW:
            return [name]
        if choice.key == STRIPS:
            return [name if view.row is None else table.pages[view.row].name]
        filtered = filter_words(view.page_filter, characters=are_in_characters(table))
        pages = texts.n_pages(int(chosen(table, view.page_filter).sum()))
        facts = [name, f"{pages} ({filtered})" if filtered else pages]
        return [*facts, f"{measure_name(view.measure)} ({average_name(view.average)})"]

    def _pane_of(self, choice: PictureChoice) -> PaneRecord | None:
        """Return the pane whose decisions a picture shows, None if it shows several."""
        session = self._context.session
        if choice.key == PANE:
            return self._context.active_pane
        name = layers.pane_of(session.colour_key)
        is_of_page = choice.key in {PAGE, VISIBLE} and bool(name) and session.has(name)
        return session.pane(name) if is_of_page else None

    # -- writing ---------------------------------------------------------------------------

    def write_chosen(self) -> bool:
        """Write the choice of the tab; return False if a file must not be replaced."""
        if self._tab is None:
            return True
        choice = self._tab.chosen()
        file = choice.file
        is_there = file is not None and file.exists()
        if file is not None and is_there:
            is_there = not ask_overwrite(self._window, [file.name], str(file.parent))
        if not is_there:
            self.write(choice)
        return not is_there

    def write(self, choice: PictureChoice) -> None:
        """Write or copy a picture; that of a page follows as soon as it is drawn."""
        if choice.key == PAGE:
            self._waiting = choice
            self._context.notifier.notify(translate("Drawing the page…"), kind="picture")
            self._dress_page(choice)
            self._view.grab_page(float(choice.scale))
            return
        with drawn_in(choice.colours):
            drawing = self._drawing(choice)
            if drawing is not None:
                self._finish(choice, self._figure(choice, drawing))

    def _dress_page(self, choice: PictureChoice) -> None:
        """Show on the page what its picture has."""
        self._values_before = self._view.overlay.values_shown
        self._view.set_letters_shown(choice.has(Include.LETTERS))
        self._view.set_values_shown(choice.has(Include.VALUES))
        if not choice.has(Include.SELECTION):
            self._view.show_selection(None)

    def _undress_page(self) -> None:
        """Show on the page what was there before its picture."""
        self._view.set_letters_shown(True)
        self._view.set_values_shown(self._values_before)
        self._view.show_selection(self._context.session.selection)

    def _on_picture(self, image: QImage) -> None:
        choice, self._waiting = self._waiting, None
        if choice is None:
            return
        self._undress_page()
        ratio = image.width() / max(self._view.page_width, 1)
        image.setDevicePixelRatio(1.0)
        with drawn_in(choice.colours):
            figure = self._figure(choice, ImageDrawing(image, ratio))
            # A page that is too tall for the scale has fewer pixels, and so has its figure.
            scale = fitting_scale(figure, min(float(choice.scale), ratio))
            self._finish(choice, figure, scale=scale)
        if scale < choice.scale:
            self._context.notifier.notify(
                translate("The page is too tall for {wanted}×: its picture has {scale}×.").format(
                    wanted=choice.scale, scale=number(math.floor(scale * 100) / 100)
                )
            )

    def _give_up(self) -> None:
        choice, self._waiting = self._waiting, None
        if choice is not None:
            self._undress_page()

    def _finish(self, choice: PictureChoice, figure: Drawing, *, scale: float = 0.0) -> None:
        scale = scale or float(choice.scale)
        file = choice.file
        try:
            if file is None:
                QGuiApplication.clipboard().setImage(image_of(figure, scale))
                self._context.notifier.notify(translate("Copied to the clipboard."))
            elif choice.kind is PictureKind.PNG:
                self._save(image_of(figure, scale), file)
            else:
                title = file.stem
                write_figure(figure, file, choice.kind, scale=scale, title=title)
                self._on_written(file)
        except OSError as error:
            show_error(self._window, translate("The picture could not be written"), str(error))

    def _save(self, image: QImage, file: Path) -> None:
        """Compress a picture in the background."""

        def work() -> None:
            save_png(image, file)

        self._context.work.ask(
            Kind(f"picture {file}", is_kept=True),
            once(work),
            lambda _: self._on_written(file),
            failed=partial(self._on_failure),
        )

    def _on_failure(self, failure: Failure) -> None:
        show_error(self._window, translate("The picture could not be written"), failure.text)

    def _on_written(self, file: Path) -> None:
        self._context.preferences.change(last_export_folder=str(file.parent))
        self._context.notifier.notify(f"{translate('Saved')} {file}", kind="picture", file=file)


def _label_of(table: CalmTable) -> str:
    """Return the name of a picture of a table, with the rows that it has if it has not all."""
    name, n_rows = table.accessibleName(), table.model().rowCount()
    if n_rows <= MAX_TABLE_ROWS:
        return translate("Table: {name}").format(name=name)
    text = translate("Table: {name}, {shown} of {count} rows")
    return text.format(name=name, shown=number(MAX_TABLE_ROWS), count=number(n_rows))
