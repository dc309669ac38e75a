"""Checks before a start of the proxy."""

from __future__ import annotations

import stat
import sys
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING

from extractors import workers
from extractors.proxy.cleaning import Job, clean
from extractors.proxy.own_page import fingerprint
from extractors.proxy.targets import is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from extractors.proxy.records import ProxyOptions
    from extractors.proxy.settings import ProxyConfig
    from extractors.runner import Pane

_SAMPLE = (
    b"<!DOCTYPE html><html><head><title>Tides</title></head><body><ul><li><a href=/>Home</a></ul>"
    b"<p>"
    + b"The tide turns twice a day, and the harbour master writes down each height. " * 12
    + b"</p></body></html>"
)
_KEY = "mitmproxy-ca.pem"
_CERTIFICATE = "mitmproxy-ca-cert.pem"


@dataclass(frozen=True, slots=True)
class Check:
    """Result of one check.

    Attributes
    ----------
    name : str
        Subject of the check.
    fault : bool
        Whether the proxy cannot start or should not run like this.
    message : str
        State and, for a fault, the fix.
    """

    name: str
    fault: bool
    message: str


def checks(options: ProxyOptions, config: ProxyConfig) -> Iterator[Check]:
    """Check all requirements of the proxy, in the order of a start."""
    yield Check("mitmproxy", fault=False, message=f"{version('mitmproxy')} in {sys.prefix}")
    yield _listening(options)
    yield _readers(options)
    yield _targets(options)
    yield from _authority(options.folder)
    yield Check("settings", fault=False, message=_settings(config))
    for pane in config.panes:
        yield _pane(pane, config)


def _listening(options: ProxyOptions) -> Check:
    from extractors.proxy.serving import listen_fault

    fault = listen_fault(options.host, options.port)
    free = f"{options.host}, port {options.port}, is free"
    return Check("address", fault=bool(fault), message=fault or free)


def _readers(options: ProxyOptions) -> Check:
    if options.passwords is not None:
        try:
            lines = options.passwords.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            return Check("readers", fault=True, message=f"{options.passwords}: {error}")
        n_names = sum(":" in line for line in lines)
        message = f"{n_names} names in {options.passwords}"
        return Check("readers", fault=not n_names, message=message)
    if is_loopback(options.host):
        return Check("readers", fault=False, message="programs of this machine")
    return Check("readers", fault=False, message="everyone who can reach the address (--open)")


def _targets(options: ProxyOptions) -> Check:
    scope = "all, this machine and its networks included" if options.allow_private else "public"
    return Check("targets", fault=False, message=f"{scope} addresses")


def _authority(folder: Path) -> Iterator[Check]:
    certificate, key = folder / _CERTIFICATE, folder / _KEY
    if not certificate.is_file() or not key.is_file():
        yield Check(
            "certificate", fault=False, message=f"will be created in {folder} at the first start"
        )
        return
    yield Check("certificate", fault=False, message=str(certificate))
    yield Check("fingerprint", fault=False, message=f"SHA-256 {fingerprint(certificate)}")
    is_shared = bool(key.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    message = f"others can read it; run: chmod 600 {key}" if is_shared else "only you can read it"
    yield Check("key", fault=is_shared, message=message)


def _settings(config: ProxyConfig) -> str:
    return f"pane {config.default_pane} for pages that match none of {len(config.rules)} rules"


def _pane(pane: Pane, config: ProxyConfig) -> Check:
    """Clean a sample page in a worker process, as the proxy does."""
    deadline_s = config.settings.deadline_s
    job = Job(
        _SAMPLE, "", "http://example.org/", None, pane, config.settings.output.value, 0.0, 2**20
    )
    pool = workers.make_pool()
    try:
        future = pool.schedule(clean, args=(job,), timeout=deadline_s)
        fault = workers.fault_of(future)
        if fault is not None:
            message = workers.describe(fault, deadline_s)[1]
            return Check(f"pane {pane.name}", fault=True, message=message)
        cleaned = future.result()
    finally:
        workers.end(pool)
    if cleaned.body is None:
        return Check(f"pane {pane.name}", fault=True, message=f"sample page: {cleaned.reason}")
    message = f"keeps {cleaned.kept:.0%} of a sample page"
    return Check(f"pane {pane.name}", fault=False, message=message)
