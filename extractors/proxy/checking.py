"""Checks before a start of the proxy."""

from __future__ import annotations

import stat
import sys
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import ProxyError
from boilerscope.extractors.proxy.cleaning import Job, clean
from boilerscope.extractors.proxy.own_page import allowed_readers, allowed_targets, fingerprint
from boilerscope.extractors.proxy.start_checks import (
    CERTIFICATE,
    KEY,
    check_address,
    check_authority,
    check_trust,
    users,
)
from boilerscope.extractors.runs import workers
from boilerscope.extractors.system.wording import percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boilerscope.extractors.proxy.records import ProxyOptions
    from boilerscope.extractors.proxy.settings import ProxyConfig
    from boilerscope.extractors.runner import Pane

_SAMPLE = (
    b"<!DOCTYPE html><html><head><title>Tides</title></head><body><ul><li><a href=/>Home</a></ul>"
    b"<p>"
    + b"The tide turns twice a day, and the harbour master writes down each height. " * 12
    + b"</p></body></html>"
)


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
    yield _outcome("address", _address, options)
    yield _outcome("readers", _readers, options)
    yield _outcome("targets", _targets, options)
    yield _outcome("trust", _trust, options)
    authority = _outcome("certificate", _authority, options)
    yield authority
    if not authority.fault and (options.folder / CERTIFICATE).is_file():
        number = fingerprint(options.folder / CERTIFICATE)
        yield Check("fingerprint", fault=False, message=f"SHA-256 {number}")
        yield _outcome("key", _key, options)
    yield Check("settings", fault=False, message=_settings(config))
    for pane in config.panes:
        yield _pane(pane, config)


def _outcome(name: str, check: Callable[[ProxyOptions], str], options: ProxyOptions) -> Check:
    try:
        return Check(name, fault=False, message=check(options))
    except ProxyError as error:
        return Check(name, fault=True, message=str(error))


def _address(options: ProxyOptions) -> str:
    check_address(options.host, options.port)
    return f"{options.host}, port {options.port}, is free"


def _readers(options: ProxyOptions) -> str:
    if options.passwords is not None:
        return f"{options.passwords}, users: {len(users(options.passwords))}"
    return allowed_readers(options)


def _targets(options: ProxyOptions) -> str:
    return allowed_targets(options)


def _trust(options: ProxyOptions) -> str:
    if options.trust is None:
        return "servers are checked against the usual authorities"
    check_trust(options.trust)
    return f"servers are checked against the authorities in {options.trust}"


def _authority(options: ProxyOptions) -> str:
    check_authority(options.folder)
    certificate = options.folder / CERTIFICATE
    if not certificate.is_file():
        return f"will be created in {options.folder} at the first start"
    return str(certificate)


def _key(options: ProxyOptions) -> str:
    key = options.folder / KEY
    if key.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise ProxyError(f"others can read it; run: chmod 600 {key}")
    return "only you can read it"


def _settings(config: ProxyConfig) -> str:
    return f"rules: {len(config.rules)}; pane for all other pages: {config.default_pane}"


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
    message = f"keeps {percent(cleaned.kept or 0.0)} of a sample page"
    return Check(f"pane {pane.name}", fault=False, message=message)
