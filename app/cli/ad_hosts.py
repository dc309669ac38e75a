"""Commands ``boilerscope ad-hosts``: the list of advertisement hosts. No Qt."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from boilerscope.app.session.preferences import load_preferences, save_preferences
from boilerscope.extractors.data.kept_hosts import (
    check_source,
    hosts_in_use,
    is_due,
    kept_file,
    refresh,
    refreshed_at,
    shown,
    use_built_in,
)
from boilerscope.extractors.errors import PageError, SettingsError
from boilerscope.extractors.formats.files import encoded
from boilerscope.extractors.system.folders import config_folder

if TYPE_CHECKING:
    from boilerscope.app.session.preferences import Preferences
    from boilerscope.extractors.data.ad_hosts import HostList

_MAX_DAYS = 365
_TIMEOUT = click.option(
    "--timeout",
    default=30.0,
    show_default=True,
    type=click.FloatRange(0.1, 600),
    help="Maximum time for an address, in seconds.",
)


@click.group("ad-hosts")
def ad_hosts() -> None:
    """Show, replace or refresh the list of advertisement hosts that Crunch removes.

    The built-in list is used until you replace it. Results of Crunch name the list that they
    depend on. Addresses are read only by replace and refresh, and by the window when it starts, if
    the list is due.

    Exit codes: 0 success, 1 the list could not be read or written, 2 usage error.
    """


@ad_hosts.command("show")
@click.option("--format", "format_name", type=click.Choice(["text", "json"]), default="text")
def show(format_name: str) -> None:
    """Show the list in use, its source, and when it is refreshed."""
    facts = described(_preferences())
    if format_name == "json":
        text = json.dumps(facts, ensure_ascii=False, indent=1) + "\n"
    else:
        text = "".join(f"{name}: {_formatted(value)}\n" for name, value in facts.items())
    sys.stdout.buffer.write(encoded(text))


@ad_hosts.command("list")
def list_hosts() -> None:
    """Print the list in use, one host per line; replace reads this format."""
    hosts = hosts_in_use()
    _warn(hosts)
    sys.stdout.buffer.write(encoded(hosts.text()))


@ad_hosts.command("replace")
@click.argument("source")
@click.option(
    "--every-days",
    type=click.IntRange(0, _MAX_DAYS),
    help="Age at which the window refreshes the list; 0 means never.",
)
@_TIMEOUT
def replace(source: str, every_days: int | None, timeout: float) -> None:
    """Use the list at SOURCE, a file or an http(s) address, and remember SOURCE."""
    preferences = _preferences()
    checked = check_source(source)
    hosts = _refreshed(checked, timeout)
    days = preferences.ad_hosts_days if every_days is None else every_days
    _remember(preferences.replace(ad_hosts_source=checked, ad_hosts_days=days))
    click.echo(f"In use: {hosts.name}", err=True)


@ad_hosts.command("refresh")
@click.option("--if-due", is_flag=True, help="Refresh only if the list is due.")
@_TIMEOUT
def refresh_now(timeout: float, *, if_due: bool) -> None:
    """Read the list again from its source."""
    preferences = _preferences()
    source = preferences.ad_hosts_source
    if if_due and not is_due(source, preferences.ad_hosts_days):
        click.echo("Not due." if source else "Not due: no source is set.", err=True)
        return
    if not source:
        raise click.UsageError(
            "No source is set. Set one with: boilerscope ad-hosts replace SOURCE"
        )
    click.echo(f"In use: {_refreshed(source, timeout).name}", err=True)


@ad_hosts.command("reset")
def reset() -> None:
    """Use the built-in list again; the other list is kept in another file."""
    preferences = _preferences()
    aside = use_built_in()
    _remember(preferences.replace(ad_hosts_source="", ad_hosts_days=0))
    if aside is not None:
        click.echo(f"The other list is kept in {aside}", err=True)
    click.echo(f"In use: {hosts_in_use().name}", err=True)


def described(preferences: Preferences) -> dict[str, Any]:
    """Return the properties of the list in use as plain values."""
    hosts, time = hosts_in_use(), refreshed_at()
    source, days = preferences.ad_hosts_source, preferences.ad_hosts_days
    return {
        "in_use": hosts.origin,
        "hosts": len(hosts.ordered),
        "sha256": hosts.digest,
        "file": None if time is None else str(kept_file()),
        "refreshed": None if time is None else time.isoformat(timespec="seconds"),
        "source": shown(source) if source else None,
        "every_days": days,
        "due": is_due(source, days),
        "remark": hosts.remark,
    }


def _formatted(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None or value == "" else str(value)


def _refreshed(source: str, timeout_s: float) -> HostList:
    try:
        return refresh(source, timeout_s=timeout_s)
    except (PageError, SettingsError) as error:
        message = (
            f"{str(error).rstrip('.')}. The list in use has not changed: {hosts_in_use().name}"
        )
        raise click.ClickException(message) from error


def _preferences() -> Preferences:
    """Return the user's preferences.

    Raises
    ------
    click.ClickException
        If they cannot be read, because writing them would replace the file.
    """
    loaded, problem = load_preferences(config_folder())
    if problem:
        raise click.ClickException(problem)
    return loaded


def _remember(preferences: Preferences) -> None:
    problem = save_preferences(config_folder(), preferences)
    if problem:
        raise click.ClickException(problem)


def _warn(hosts: HostList) -> None:
    if hosts.remark:
        click.echo(hosts.remark, err=True)
