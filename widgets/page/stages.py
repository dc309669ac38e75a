"""From a request to a page on screen: stages are opened, built or captured, and changed over.

The page on screen stays at full strength until the next one is complete; the newest request wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtWidgets import QApplication

from widgets.page import tree_json
from widgets.page.heatmap import Heatmap, Wanted
from widgets.page.policy import Access, Policy, recorded_address
from widgets.page.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from extractors.page import Page

_CRASHES_MENDED = 2
_LOAD_LIMIT_MS = 30_000
_QUIET_MS, _STILL_LIMIT_MS = 500, 5_000
_STYLE_LIMIT_MS, _SETTLE_LIMIT_MS = 2_000, 10_000


@dataclass(frozen=True, slots=True)
class Job:
    """One request: a page to build, or an address to load and capture.

    Attributes
    ----------
    page : Page or None
        The page to build; None where scripts run and the page is captured.
    access : Access
        What it may load.
    address : str
        Where relative addresses start from, or what is loaded; may be empty for a page.
    """

    page: Page | None
    access: Access
    address: str

    @property
    def is_live(self) -> bool:
        """Whether the page's scripts run."""
        return self.page is None


class Stages(QObject):
    """Keeps the stage on screen and the one that will replace it.

    Parameters
    ----------
    wanted : Wanted
        What is drawn over every page.
    agent_folder : Path
        Where the scripts of the page agent are.
    view : QWidget
        Where stages are shown.

    Signals
    -------
    opened(Stage)
        A stage was made; it wants a place behind the one on screen.
    arrived(Page)
        A page stands complete with its heatmap and is on screen now.
    failed(message)
        The newest request cannot be shown; what was on screen stays.
    captured(tree, url_text)
        See `PageView`.
    progress(share)
        See `PageView`.
    heard(message)
        What the agent of the stage on screen says and this class does not deal with.
    silent(bool)
        The page on screen, or the one that is being made, leaves questions unanswered.
    """

    opened = Signal(object)
    arrived = Signal(object)
    failed = Signal(str)
    captured = Signal(str, str)
    progress = Signal(float)
    heard = Signal(object)
    silent = Signal(bool)

    def __init__(self, wanted: Wanted, agent_folder: Path, view: QWidget) -> None:
        super().__init__(view)
        self._wanted = wanted
        self._agent_folder = agent_folder
        self._view = view
        self.front: Stage | None = None
        self.back: Stage | None = None
        self.heatmap: Heatmap | None = None
        self._next_heatmap: Heatmap | None = None
        self._job: Job | None = None  # what the back shows, or else the front
        self._crashes = 0
        self._late = QTimer(self, singleShot=True, interval=_LOAD_LIMIT_MS)
        self._late.timeout.connect(self._wait_until_still)
        self._hears = {
            "ready": self._on_agent_ready,
            "styled": self._on_styled,
            "measured": self._on_measured,
            "still": self._capture,
        }

    # -- requests --------------------------------------------------------------------------

    @property
    def is_live(self) -> bool:
        """Whether scripts run in the page of the newest request."""
        return self._job is not None and self._job.is_live

    def open(self, job: Job) -> None:
        """Begin with a request; an older one on its way is given up."""
        self._crashes = 0
        self._begin(job)

    def adopt(self, page: Page) -> None:
        """Take `page` for what the live document shows since it was captured."""
        stage = self.back or self.front
        if stage is not None and self.is_live:
            self._withdraw()
            stage.agent.ask("counts", then=lambda counts: self._attach(stage, page, counts))

    def capture_again(self) -> bool:
        """Capture the live document on screen once more; return whether there is one."""
        if self.back is not None or self.front is None or not self.is_live:
            return False
        self._capture(self.front)
        return True

    def cancel(self) -> bool:
        """Give up the request on its way, and a page on screen that does not answer.

        Return whether there was a request.
        """
        on_its_way = self._drop_back()
        if self.front is not None and self.front.agent.is_silent:
            self._drop_front()
        elif self.heatmap is not None:
            self.heatmap.come_back()
        self._tell_silence()
        return on_its_way

    def _drop_back(self) -> bool:
        self._late.stop()
        if self.back is None:
            return False
        self.back.dispose()
        self.back = self._next_heatmap = None
        return True

    def _withdraw(self) -> None:
        """Draw nothing on the page on screen: it is no longer the one that is looked at."""
        if self.heatmap is not None:
            self.heatmap.withdraw()

    def _tell_silence(self) -> None:
        stages = [stage for stage in (self.back, self.front) if stage is not None]
        self.silent.emit(any(stage.agent.is_silent for stage in stages))

    def clear(self) -> None:
        """Show nothing."""
        self._drop_back()
        self._job = None
        self._drop_front()

    def _drop_front(self) -> None:
        if self.front is not None:
            if self._view.focusProxy() is self.front:
                self._view.setFocusProxy(None)  # type: ignore[arg-type]  # Qt takes none
                if self.front.focusProxy() is QApplication.focusWidget():
                    self._view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.front.dispose()
            self.front = self.heatmap = None

    def _begin(self, job: Job) -> None:
        """Open a stage behind the one on screen."""
        self._drop_back()
        self._job = job
        if job.page is not None:
            self._withdraw()
        stage = Stage(
            job.access, scripts=job.is_live, agent_folder=self._agent_folder, parent=self._view
        )
        self.back = stage
        stage.agent.heard.connect(lambda message: self._hear(stage, message))
        stage.agent.broken.connect(lambda text: self._on_broken(stage, text))
        stage.agent.silent.connect(lambda _silent: self._tell_silence())
        stage.failed.connect(lambda text: self._fail(stage, text))
        stage.crashed.connect(lambda: self._on_crashed(stage))
        self.opened.emit(stage)
        self.progress.emit(0.0)
        if job.page is not None:
            stage.open_shell(tree_json.doctype(job.page), _base(job))
            return
        stage.guarded.loadProgress.connect(lambda share: self.progress.emit(share / 125))
        stage.loaded.connect(self._wait_until_still)
        self._late.start()
        stage.open_url(QUrl(job.address))

    def _fail(self, stage: Stage, message: str) -> None:
        if stage is self.back:
            self._drop_back()
        elif stage is not self.front:
            return
        self.failed.emit(message)

    def _on_broken(self, stage: Stage, details: str) -> None:
        said = self.tr("The heatmap cannot be drawn on this page: {reason}")
        self._fail(stage, said.format(reason=details.partition("\n")[0]))

    def _on_crashed(self, stage: Stage) -> None:
        """Show the page again; a page that kills the engine each time is given up."""
        if stage is not self.back and stage is not self.front:
            return
        self._crashes += 1
        job = self._job
        if job is not None and job.is_live and stage is self.front and self.heatmap is not None:
            page = self.heatmap.page  # as it was captured; its scripts will not run again
            job = Job(page, job.access, page.url or job.address)
        if job is None or self._crashes > _CRASHES_MENDED:
            self._fail(stage, self.tr("The browser engine stopped while it showed this page."))
        else:
            self._begin(job)

    def _hear(self, stage: Stage, message: dict[str, Any]) -> None:
        deal = self._hears.get(message["kind"])
        if stage is not self.back and stage is not self.front:
            return
        if deal is not None:
            deal(stage)
        elif stage is self.front and self.heatmap is not None and not self.heatmap.is_withdrawn:
            self.heard.emit(message)

    # -- building --------------------------------------------------------------------------

    def _on_agent_ready(self, stage: Stage) -> None:
        if stage is self.back and self._job is not None and self._job.page is not None:
            stage.agent.ask("build_begin")
            self._send_piece(stage, self._job.page, tree_json.chunks(self._job.page))

    def _send_piece(self, stage: Stage, page: Page, pieces: Iterator[str]) -> None:
        """Send the next piece when the agent has built the last one."""
        if stage is not self.back:
            return
        piece = next(pieces, None)
        if piece is None:
            stage.agent.ask("build_end", then=lambda counts: self._attach(stage, page, counts))
            return

        def built(count: float) -> None:
            self.progress.emit(0.8 * count / len(page.elements))
            self._send_piece(stage, page, pieces)

        stage.agent.ask_raw("build_steps", [piece], then=built)

    def _attach(self, stage: Stage, page: Page, counts: dict[str, float]) -> None:
        """Draw over a page that stands now, if it is the page we think it is."""
        if stage is not self.back and stage is not self.front:
            return
        if counts != {"elements": len(page.elements), "slots": len(page.slots)}:
            self._fail(stage, self.tr("The browser shows another page than the one that was read."))
            return
        self._next_heatmap = Heatmap(
            stage.agent, page, self._wanted, zoom=stage.zoomFactor(), parent=stage
        )
        stage.agent.ask("when_styled", _STYLE_LIMIT_MS)

    def _on_styled(self, stage: Stage) -> None:
        if self._next_heatmap is not None and self._next_heatmap.parent() is stage:
            self._next_heatmap.begin()

    def _on_measured(self, stage: Stage) -> None:
        """Bring a page to the front when it stands complete with its heatmap."""
        made = self._next_heatmap
        if made is None or made.parent() is not stage:
            return
        if stage is self.back:
            self.back = None
            self._drop_front()
            self.front = stage
        self.heatmap, self._next_heatmap = made, None
        self._tell_silence()
        stage.raise_()
        made.show_all()
        stage.agent.ask("when_settled", _SETTLE_LIMIT_MS)
        self.progress.emit(1.0)
        self.arrived.emit(made.page)

    # -- capturing -------------------------------------------------------------------------

    def _wait_until_still(self) -> None:
        self._late.stop()
        stage = self.back
        if stage is not None and self.is_live:
            stage.guarded.arrived()
            agent = stage.agent
            agent.when_there(lambda: agent.ask("when_still", _QUIET_MS, _STILL_LIMIT_MS))

    def _capture(self, stage: Stage) -> None:
        stage.agent.ask("capture", then=lambda url: self._take_piece(stage, str(url), []))

    def _take_piece(self, stage: Stage, url_text: str, pieces: list[str]) -> None:
        def take(piece: str) -> None:
            if stage is not self.back and stage is not self.front:
                return
            if piece:
                pieces.append(piece)
                self._take_piece(stage, url_text, pieces)
            else:
                self.captured.emit(tree_json.joined(pieces), url_text)

        stage.agent.ask("captured_piece", then=take)


def _base(job: Job) -> QUrl:
    """Return where relative addresses of a built page start from."""
    if not job.address:
        return QUrl("about:blank")
    if job.access.policy is Policy.SNAPSHOT:
        return QUrl(recorded_address(job.address))
    return QUrl(job.address)
