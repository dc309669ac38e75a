"""Page of the proxy itself, http://boilerscope.proxy/: reachable through the proxy only."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import tomli_w

from boilerscope.extractors.model.sentence import format_value
from boilerscope.extractors.model.settings import knobs, to_table
from boilerscope.extractors.proxy.targets import is_loopback
from boilerscope.extractors.system.wording import percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from boilerscope.extractors.model.settings import Knob
    from boilerscope.extractors.proxy.records import PageRecord, ProxyOptions, Started
    from boilerscope.extractors.proxy.settings import ProxyConfig

HOST = "boilerscope.proxy"
"""Host of the page; the top-level domain ``proxy`` is not registered."""

_STYLE = """\
body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em }
table { border-collapse: collapse } td, th { padding: .2em .8em .2em 0; text-align: left;
vertical-align: top; white-space: pre-line } .fault { border-left: 4px solid #c50; padding: .5em }
code { overflow-wrap: anywhere } @media (prefers-color-scheme: dark) {
body { background: #1b1b1b; color: #ddd } a { color: #8bf } }"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


@dataclass(frozen=True, slots=True)
class State:
    """Content of the page.

    Attributes
    ----------
    options : ProxyOptions
        Fixed options.
    started : Started
        Address and certificate.
    config : ProxyConfig
        Configuration in force.
    fault : str
        Error in changed files; empty if they are in force.
    n_pages, n_cleaned, n_clients : int
        Pages and cleaned pages since the start, and connected clients.
    records : sequence of PageRecord
        Recent pages of the client, newest first.
    """

    options: ProxyOptions
    started: Started
    config: ProxyConfig
    fault: str
    n_pages: int
    n_cleaned: int
    n_clients: int
    records: Sequence[PageRecord]


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """Answer of the proxy itself."""

    status: int
    body: bytes
    headers: dict[str, str]


def answer(method: str, path: str, state: State) -> OwnAnswer:
    """Return the answer to a request for the proxy's own host."""
    certificate = state.started.certificate
    if method not in {"GET", "HEAD"}:
        return plain(405, "This page is read-only. Use GET.")
    if path == "/":
        return _answer(200, "text/html; charset=utf-8", _page(state).encode("utf-8"))
    if path == "/certificate.pem":
        return _download(certificate, "application/x-pem-file", "pem", certificate.read_bytes())
    if path == "/certificate.cer":
        return _download(certificate, "application/x-x509-ca-cert", "cer", der_of(certificate))
    return plain(404, "The proxy has no such page. Open http://boilerscope.proxy/.")


def plain(status: int, text: str) -> OwnAnswer:
    """Return an answer with one sentence of text."""
    return _answer(status, "text/plain; charset=utf-8", f"{text}\n".encode())


def der_of(certificate: Path) -> bytes:
    """Return a certificate in binary form (DER)."""
    import ssl

    return ssl.PEM_cert_to_DER_cert(certificate.read_text(encoding="ascii"))


def fingerprint(certificate: Path) -> str:
    """Return the SHA-256 fingerprint of a certificate, in pairs of hexadecimal digits."""
    return hashlib.sha256(der_of(certificate)).digest().hex(":").upper()


def allowed_readers(options: ProxyOptions) -> str:
    """Return in words who may use the proxy."""
    if options.passwords is not None:
        return "users in the password file (--passwords)"
    if is_loopback(options.host):
        return "programs of this machine"
    return "everyone who can reach the address (--open)"


def allowed_targets(options: ProxyOptions) -> str:
    """Return in words which addresses the proxy reads."""
    if options.allow_private:
        return "all addresses, this machine and its networks included (--allow-private)"
    return "public addresses"


def _answer(status: int, media_type: str, body: bytes) -> OwnAnswer:
    headers = {
        "Content-Type": media_type,
        "Cache-Control": "no-store",
        "Content-Security-Policy": _POLICY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }
    return OwnAnswer(status, body, headers)


def _download(certificate: Path, media_type: str, suffix: str, body: bytes) -> OwnAnswer:
    answer = _answer(200, media_type, body)
    name = f"boilerscope-{certificate.stem}.{suffix}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _page(state: State) -> str:
    parts = [
        "<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><title>Boilerscope proxy</title>",
        f"<style>{_STYLE}</style>",
        "<h1>Boilerscope proxy</h1>",
        _fault(state.fault),
        f"<p>Listening on <code>{escape(state.started.address)}</code>. ",
        f"Cleaned pages: {state.n_cleaned:,} of {state.n_pages:,}. ",
        f"Connected clients: {state.n_clients:,}.</p>",
        f"<p>Readers: {allowed_readers(state.options)}. ",
        f"Targets: {allowed_targets(state.options)}.</p>",
        _trust(state.started.certificate),
        _settings(state.config),
        _recent(state.records),
        "</html>\n",
    ]
    return "\n".join(parts)


def _fault(fault: str) -> str:
    if not fault:
        return ""
    return (
        "<p class=fault>The changed settings are invalid; the previous settings stay in force. "
        f"{escape(fault)}</p>"
    )


def _trust(certificate: Path) -> str:
    return (
        "<h2>HTTPS pages</h2>"
        "<p>HTTPS pages load only in a browser that trusts the proxy's certificate. Import it as an"
        " authority for websites: "
        "<a href=/certificate.pem>PEM</a> (Firefox, Linux), "
        "<a href=/certificate.cer>CER</a> (Windows, macOS, Android).</p>"
        "<p>Browsers list it as <b>mitmproxy</b>. SHA-256 fingerprint, also shown by"
        " <code>boilerscope proxy --check</code>:<br>"
        f"<code>{fingerprint(certificate)}</code></p>"
        "<p>Anyone with the key of this authority can read the browser's traffic. Remove"
        " mitmproxy from the browser's authorities when you no longer use the proxy.</p>"
    )


def _settings(config: ProxyConfig) -> str:
    settings = config.settings
    rows = [
        (knob.label, _value(knob, getattr(settings, knob.name)))
        for knob in knobs(type(settings))
        if knob.name != "pane"
    ]
    panes = [
        (pane.name, pane.extractor, tomli_w.dumps(to_table(pane.settings))) for pane in config.panes
    ]
    rules = [(rule.match, rule.pane) for rule in config.rules]
    return (
        "<h2>Settings in use</h2>"
        f"<p>Pages that match no rule: pane <b>{escape(config.default_pane)}</b>.</p>"
        f"{_table(('Pane', 'Extractor', 'Changed settings'), panes)}"
        f"{_table(('Address', 'Pane'), rules) if rules else '<p>No rules.</p>'}"
        f"{_table(('Setting', 'Value'), rows)}"
    )


def _value(knob: Knob, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{format_value(value)} {knob.unit}".strip()
    return knob.choice_labels.get(str(value), str(value))


def _recent(records: Iterable[PageRecord]) -> str:
    rows = [
        (
            time.strftime("%H:%M:%S", time.localtime(record.time)),
            record.url[:300],
            str(record.status),
            f"cleaned by {record.pane}" if record.cleaned else f"original: {record.reason}",
            "" if record.kept is None else percent(record.kept),
            f"{record.milliseconds:.0f}",
            f"{record.before:,}",
            f"{record.after:,}",
        )
        for record in records
    ]
    if not rows:
        return "<h2>Your recent pages</h2><p>None yet.</p>"
    names = ("Time", "Address", "Status", "Sent", "Kept", "ms", "Bytes before", "Bytes after")
    return f"<h2>Your recent pages</h2>{_table(names, rows)}"


def _table(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}" for cell in row) for row in rows)
    return f"<table><tr>{head}{body}</table>"
