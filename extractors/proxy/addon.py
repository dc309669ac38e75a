"""Addon of mitmproxy that handles all requests and responses of the proxy."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mitmproxy import ctx, http

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.proxy import own_page
from boilerscope.extractors.proxy.cleaning import Cleaned, Job
from boilerscope.extractors.proxy.decision import (
    Answer,
    ask_for_whole_page,
    charset_of,
    has_content,
    is_navigation,
    is_page,
    reason_to_leave,
    too_large,
)
from boilerscope.extractors.proxy.headers import (
    OUTCOME,
    change_for_cleaned,
    forbid_reuse,
    outcome_value,
)
from boilerscope.extractors.proxy.history import History
from boilerscope.extractors.proxy.limits import Limits
from boilerscope.extractors.proxy.records import ConfigReply, PageCopy, PageRecord
from boilerscope.extractors.proxy.targets import refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from mitmproxy.connection import Client
    from mitmproxy.proxy.server_hooks import ServerConnectionHookData

    from boilerscope.extractors.proxy.cleaning import Cleaner
    from boilerscope.extractors.proxy.records import Event, ProxyOptions, Started
    from boilerscope.extractors.proxy.rules_file import LiveConfig
    from boilerscope.extractors.proxy.settings import ProxyConfig
    from boilerscope.extractors.runner import Pane

_VISIT = "boilerscope"
_BROKEN_OFF = 502
"""Status code of mitmproxy's message about a page that its server cut off."""


@dataclass(slots=True)
class _Visit:
    """Request in progress: its configuration and the reason for leaving its page unchanged."""

    started_at: float
    config: ProxyConfig
    pane: Pane | None
    reason: str = ""
    is_page: bool = False
    n_bytes: int = 0

    def count(self, data: bytes) -> bytes:
        """Count a chunk of a streamed body and return it."""
        self.n_bytes += len(data)
        return data


class CleaningAddon:
    """Addon that cleans pages and forwards everything else unchanged.

    Parameters
    ----------
    options : ProxyOptions
        Allowed targets, and number of pages kept in memory.
    live : LiveConfig
        Configuration in force.
    cleaner : Cleaner
        Worker processes.
    emit : callable
        Receives each event.
    """

    def __init__(
        self,
        options: ProxyOptions,
        live: LiveConfig,
        cleaner: Cleaner,
        emit: Callable[[Event], None],
    ) -> None:
        self._options, self._live = options, live
        self._cleaner, self._emit = cleaner, emit
        self._limits = Limits()
        self._reading = asyncio.Lock()
        self.history = History(options)
        self.started: Started | None = None

    def running(self) -> None:
        """Set the size limit of mitmproxy."""
        self._apply()

    def change(self, config: ProxyConfig) -> None:
        """Use another configuration from the next request on; refuse an invalid one."""
        try:
            self._live.change(config)
        except BoilerscopeError as error:
            self._emit(ConfigReply(str(error)))
        else:
            self._apply()
            self._emit(ConfigReply())

    def client_connected(self, client: Client) -> None:
        """Refuse a connection beyond the limits."""
        fault = self._limits.connect(client.peername[0], self._live.config.settings)
        if fault:
            client.error = fault

    def client_disconnected(self, client: Client) -> None:
        """Count the end of a connection."""
        self._limits.disconnect(client.peername[0])

    def server_connect(self, data: ServerConnectionHookData) -> None:
        """Refuse numeric addresses and local names; the event loop checks other names."""
        fault = refusal(data.server.address[0], allow_private=self._options.allow_private)
        if fault:
            data.server.error = fault

    def http_connect(self, flow: http.HTTPFlow) -> None:
        """Refuse a tunnel to a forbidden address or beyond the limits, unless it has a response."""
        if flow.response is None:
            self._refuse(flow)

    async def requestheaders(self, flow: http.HTTPFlow) -> None:
        """Record the configuration for the request, and ask for a page that can be cleaned."""
        await self._refresh()
        config = self._live.config
        request = flow.request
        if not flow.response and request.pretty_host != own_page.HOST:
            self._refuse(flow)
        if flow.response:
            _end_upload(flow)
            return
        pane = config.pane_for(request.pretty_host, request.port, request.path)
        visit = _Visit(time.time(), config, pane)
        if config.settings.navigations_only and not is_navigation(request.headers):
            visit.reason = "not a navigation"
        elif pane is None:
            visit.reason = "no pane for this address"
        else:
            ask_for_whole_page(request.headers)
        flow.metadata[_VISIT] = visit

    def request(self, flow: http.HTTPFlow) -> None:
        """Answer requests for the proxy's own host."""
        if flow.response is None and flow.request.pretty_host == own_page.HOST:
            flow.metadata.pop(_VISIT, None)
            path = flow.request.path.partition("?")[0]
            _respond(flow, own_page.answer(flow.request.method, path, self._state(flow)))

    def responseheaders(self, flow: http.HTTPFlow) -> None:
        """Stream a response unless it is a page to be cleaned."""
        visit, response = _visit_of(flow), flow.response
        if visit is None or response is None:
            return
        response.headers.pop(OUTCOME, None)
        answer = Answer(flow.request.method, response.status_code, response.headers)
        visit.is_page = is_page(answer)
        if not visit.is_page:
            response.stream = response.status_code >= 200
            return
        if visit.pane is not None and has_content(answer):
            forbid_reuse(response.headers)
        if not visit.reason:
            visit.reason = reason_to_leave(answer, visit.config.settings)
        if visit.reason:
            response.stream = visit.count
            response.headers[OUTCOME] = outcome_value(
                _record(flow, visit, Cleaned(reason=visit.reason))
            )
        else:
            # mitmproxy streams a body that exceeds the limit after all, with this header.
            unchanged = Cleaned(reason=too_large(visit.config.settings))
            response.headers[OUTCOME] = outcome_value(_record(flow, visit, unchanged))

    async def response(self, flow: http.HTTPFlow) -> None:
        """Clean a page, and record every page."""
        visit, response = _visit_of(flow), flow.response
        if visit is None or response is None or not visit.is_page:
            return
        if response.stream:
            reason = visit.reason or too_large(visit.config.settings)
            size = visit.n_bytes or _announced_size(response)
            self._add(flow, _record(flow, visit, Cleaned(reason=reason), size), b"", "")
            return
        started_at = time.perf_counter()
        received = response.raw_content or b""
        codings = response.headers.get("Content-Encoding", "")
        charset = charset_of(response.headers)
        cleaned = await self._cleaned(flow, visit, received)
        if cleaned.body is not None:
            change_for_cleaned(response.headers, visit.config.settings.output, len(cleaned.body))
            response.raw_content = cleaned.body
            response.trailers = None
        milliseconds = (time.perf_counter() - started_at) * 1000
        record = _record(flow, visit, cleaned, len(received), milliseconds)
        response.headers[OUTCOME] = outcome_value(record)
        self._add(flow, record, received, codings, charset)

    def error(self, flow: http.HTTPFlow) -> None:
        """Record a page that broke off.

        A reader that is still there gets an error message of mitmproxy, unless a part of the
        original has been sent.
        """
        visit, response = _visit_of(flow), flow.response
        if visit is None or response is None or not visit.is_page:
            return
        reason = f"broken off: {flow.error.msg if flow.error else 'no reason given'}"
        record = _record(flow, visit, Cleaned(reason=reason), visit.n_bytes)
        if not response.stream and flow.client_conn.connected:
            record = replace(record, status=_BROKEN_OFF)
        self._add(flow, record, b"", "")

    def websocket_message(self, flow: http.HTTPFlow) -> None:
        """Drop messages that were already forwarded."""
        if flow.websocket is not None:
            del flow.websocket.messages[:-1]

    def _refuse(self, flow: http.HTTPFlow) -> None:
        request = flow.request
        fault = refusal(request.host, allow_private=self._options.allow_private)
        if fault and request.host != own_page.HOST:
            remedy = "Allow it with --allow-private, or with Allow private networks in the window."
            text = f"The proxy does not read this address: {fault}. {remedy}"
            _respond(flow, own_page.plain(403, text))
        elif not self._limits.request(flow.client_conn.peername[0], self._live.config.settings):
            _respond(flow, own_page.plain(429, "The proxy had too many requests from here."))
            flow.response.headers["Retry-After"] = "10"

    async def _refresh(self) -> None:
        """Read changed files before the request is handled."""
        if not self._live.has_changed():
            return
        async with self._reading:
            if await asyncio.to_thread(self._live.refresh):
                self._apply()
                self._emit(ConfigReply(self._live.fault))

    def _apply(self) -> None:
        """Set the size above which mitmproxy streams."""
        ctx.options.update(stream_large_bodies=str(self._live.config.settings.max_bytes))

    async def _cleaned(self, flow: http.HTTPFlow, visit: _Visit, received: bytes) -> Cleaned:
        settings = visit.config.settings
        if visit.pane is None:
            return Cleaned(reason="no pane for this address")
        headers = flow.response.headers
        job = Job(
            received,
            headers.get("Content-Encoding", ""),
            flow.request.pretty_url,
            charset_of(headers),
            visit.pane,
            settings.output.value,
            settings.min_kept_share,
            settings.max_bytes,
        )
        return await self._cleaner.clean(
            job, deadline_s=settings.deadline_s, max_waiting=settings.max_waiting
        )

    def _add(
        self,
        flow: http.HTTPFlow,
        record: PageRecord,
        received: bytes,
        codings: str,
        charset: str | None = None,
    ) -> None:
        record = replace(record, number=self.history.n_pages + 1)
        sent = flow.response.raw_content or b"" if record.cleaned else b""
        self.history.add(PageCopy(record, received, codings, charset, sent))
        self._emit(record)

    def _state(self, flow: http.HTTPFlow) -> own_page.State:
        if self.started is None:
            raise RuntimeError("the proxy answers before it listens")
        return own_page.State(
            self._options,
            self.started,
            self._live.config,
            self._live.fault,
            self.history.n_pages,
            self.history.n_cleaned,
            self._limits.n_clients,
            self.history.records(flow.client_conn.peername[0]),
        )


def _visit_of(flow: http.HTTPFlow) -> _Visit | None:
    visit: _Visit | None = flow.metadata.get(_VISIT)
    return visit


def _record(
    flow: http.HTTPFlow,
    visit: _Visit,
    cleaned: Cleaned,
    size: int = 0,
    milliseconds: float = 0.0,
) -> PageRecord:
    return PageRecord(
        0,
        visit.started_at,
        flow.client_conn.peername[0],
        flow.request.pretty_url,
        flow.response.status_code,
        cleaned.body is not None,
        visit.pane.name if visit.pane is not None else "",
        cleaned.reason,
        cleaned.kept,
        milliseconds,
        size,
        len(cleaned.body) if cleaned.body is not None else size,
        cleaned.title,
    )


def _announced_size(response: http.Response) -> int:
    length = response.headers.get("Content-Length", "")
    return int(length) if length.isdecimal() else 0


def _respond(flow: http.HTTPFlow, answer: own_page.OwnAnswer) -> None:
    flow.response = http.Response.make(answer.status, answer.body, answer.headers)


def _end_upload(flow: http.HTTPFlow) -> None:
    """Abort a refused request that still uploads; its body is neither forwarded nor kept."""
    headers = flow.request.headers
    if flow.request.stream or headers.get("Transfer-Encoding", ""):
        flow.kill()
