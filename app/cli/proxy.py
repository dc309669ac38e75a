"""Command ``proxy``: its options and messages. No Qt."""

from __future__ import annotations

import os
import re
import sys
import time
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boilerscope.app.cli import options
from boilerscope.app.cli.choosing import chosen_panes
from boilerscope.app.cli.paths import PathName
from boilerscope.extractors.errors import ProxyError, SettingsError
from boilerscope.extractors.proxy import rules_file
from boilerscope.extractors.proxy.process import PYTHON_VARIABLE, proxy_python
from boilerscope.extractors.proxy.records import (
    LOOPBACK,
    PORT,
    ConfigReply,
    PageRecord,
    ProxyOptions,
    Started,
    certificate_folder,
)
from boilerscope.extractors.proxy.rules_file import LiveConfig
from boilerscope.extractors.proxy.settings import ProxyConfig
from boilerscope.extractors.proxy.targets import is_loopback
from boilerscope.extractors.system.wording import percent

if TYPE_CHECKING:
    from boilerscope.extractors.proxy.records import Event

DEFAULT_EXTRACTOR = "crunch"
_FAULT = 1


@dataclass(frozen=True, slots=True)
class ProxyCall:
    """Options of the command, see its help."""

    names: tuple[str, ...]
    config: Path | None
    rules: str | None
    sets: tuple[str, ...]
    presets: tuple[str, ...]
    listen: str | None
    passwords: Path | None
    is_open: bool
    allow_private: bool
    trust: Path | None
    jobs: int
    log_addresses: bool
    quiet: bool
    check: bool


@click.command()
@click.option(
    "-e",
    "--extractor",
    "names",
    multiple=True,
    help="Extractor that cleans pages. Can be repeated. [default: crunch]",
)
@options.config
@click.option(
    "--rules",
    type=PathName(exists=True, dir_okay=False),
    help="File with the settings of the proxy, and the pane for each address.",
)
@options.presets
@options.sets
@click.option(
    "--listen",
    metavar="ADDRESS:PORT",
    help=f"Address to listen on; port 0 is a free port. [default: {LOOPBACK}:{PORT}]",
)
@click.option(
    "--passwords",
    type=PathName(exists=True, dir_okay=False, path_type=Path),
    help="htpasswd file with the users of the proxy.",
)
@click.option("--open", "is_open", is_flag=True, help="Let everybody who reaches the proxy use it.")
@click.option(
    "--allow-private",
    is_flag=True,
    help="Allow pages of this machine and its private networks.",
)
@click.option(
    "--trust",
    type=PathName(exists=True, dir_okay=False, path_type=Path),
    help="PEM file with certificates of authorities that servers are checked against.",
)
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1, 256))
@click.option("--log-addresses", is_flag=True, help="Print the address of each page.")
@click.option("--check", is_flag=True, help="Only check whether the proxy can run.")
@options.quiet
def proxy(**values: object) -> None:
    """Clean the pages of any browser with an extractor.

    Set the proxy of the browser to the printed address, then open http://boilerscope.proxy/ in it.
    Changed files apply from the next request on.

    Exit codes: 0 success, 1 the proxy cannot run, 2 usage error.
    """
    try:
        run_proxy(ProxyCall(**values))  # type: ignore[arg-type]  # click gives each option its type
    except ProxyError as error:
        raise click.ClickException(str(error)) from error


def run_proxy(call: ProxyCall) -> None:
    """Run the proxy until it is stopped, or check what it needs.

    Raises
    ------
    BoilerscopeError, click.UsageError
        If an option is wrong; the message names the valid values.
    KeyboardInterrupt
        If Ctrl+C stopped it.
    """
    started_with = proxy_options(call)
    files = [Path(name) for name in (call.config, call.rules) if name is not None]
    live = LiveConfig(partial(read_config, call), files)
    use_python_of_proxy()
    if call.check:
        sys.exit(_FAULT if print_checks(started_with, live.config) else 0)
    from boilerscope.extractors.proxy.serving import Serving

    serving = Serving(started_with, live, partial(print_event, call))
    serving.run()
    if serving.interrupted:
        raise KeyboardInterrupt


def use_python_of_proxy() -> None:
    """Restart in the environment that has mitmproxy, unless this environment has it.

    Raises
    ------
    ProxyError
        If no environment has it; the message explains how to install it.
    """
    if find_spec("mitmproxy") is not None:
        return
    python = proxy_python()
    os.environ[PYTHON_VARIABLE] = str(python)
    if python.parent.parent == Path(sys.prefix):
        raise ProxyError(f"{PYTHON_VARIABLE}: {python} has no mitmproxy; name another Python")
    program = python.with_name("boilerscope")
    sys.stdout.flush()
    os.dup2(sys.stdout.fileno(), 1)  # until here, descriptor 1 is standard error
    os.execv(program, [str(program), *sys.argv[1:]])  # noqa: S606 - our own program


def read_config(call: ProxyCall) -> ProxyConfig:
    """Return the configuration from options and files."""
    named = call.names or (() if call.config is not None else (DEFAULT_EXTRACTOR,))
    panes = chosen_panes(named, call.config, call.sets, call.presets)
    if call.rules is None:
        return rules_file.checked(ProxyConfig(panes))
    return rules_file.load(Path(call.rules), panes)


def proxy_options(call: ProxyCall) -> ProxyOptions:
    """Return the options of the proxy itself.

    Raises
    ------
    click.UsageError
        If other machines could use it without permission by an option.
    """
    host, port = _address(call.listen) if call.listen is not None else (LOOPBACK, PORT)
    if not is_loopback(host) and call.passwords is None and not call.is_open:
        raise click.UsageError(
            f"--listen {call.listen}: other machines could use this proxy. List users"
            " with --passwords FILE, or add --open"
        )
    return ProxyOptions(
        host,
        port,
        certificate_folder(),
        call.passwords,
        call.allow_private,
        call.trust,
        call.jobs,
    )


def print_checks(options: ProxyOptions, config: ProxyConfig) -> bool:
    """Print the checks; return whether a check found a fault."""
    from boilerscope.extractors.proxy.checking import checks

    is_wrong = False
    for check in checks(options, config):
        is_wrong = is_wrong or check.fault
        click.echo(f"{'WRONG' if check.fault else 'ok':6}{check.name:14}{check.message}")
    return is_wrong


def print_event(call: ProxyCall, event: Event) -> None:
    """Print the messages of the proxy on standard error."""
    if isinstance(event, ConfigReply):
        message = (
            f"Not in force: {event.fault}" if event.fault else "Changed settings are in force."
        )
        if event.fault or not call.quiet:
            click.echo(message, err=True)
    elif call.quiet:
        return
    elif isinstance(event, Started):
        click.echo(f"The proxy listens on {event.address}.", err=True)
        click.echo("Open http://boilerscope.proxy/ through it for its certificate.", err=True)
    elif isinstance(event, PageRecord):
        click.echo(page_line(event, with_address=call.log_addresses), err=True)


def page_line(record: PageRecord, *, with_address: bool) -> str:
    """Return the log line of a page; without its address, its reason names no address either."""
    when = time.strftime("%H:%M:%S", time.localtime(record.time))
    share = "" if record.kept is None else f" kept {percent(record.kept)}"
    version = f"cleaned by {record.pane}" if record.cleaned else "original"
    sizes = f"{record.before:,} > {record.after:,} bytes"
    taken = f" {record.milliseconds:.0f} ms" if record.milliseconds else ""
    line = f"{when} {record.status} {version}{share}{taken} {sizes}"
    address = f" {record.url}" if with_address else ""
    reason = record.reason if with_address else _without_addresses(record.reason, record.url)
    tail = f" ({reason})" if reason else ""
    return re.sub(r"[\x00-\x1f\x7f]", " ", f"{line}{address}{tail}")


def _without_addresses(text: str, url: str) -> str:
    """Replace each word that contains an address or the host of `url`."""
    host = re.sub(r":\d*$", "", url.partition("://")[2].partition("/")[0]).lower()

    def shown(word: re.Match[str]) -> str:
        return "..." if "://" in word[0] or host in word[0].lower() else word[0]

    return re.sub(r"\S+", shown, text)


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    plain = host.removeprefix("[").removesuffix("]")
    try:
        ip_address(plain)
    except ValueError:
        plain = ""
    if not colon or not plain or not port.isdecimal() or int(port) > 65_535:
        raise SettingsError(f"--listen {text!r} must look like 127.0.0.1:{PORT} or [::1]:{PORT}")
    return plain, int(port)
