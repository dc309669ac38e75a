"""Passwords of readers: a file that is read again when it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mitmproxy import ctx

from boilerscope.extractors.errors import ProxyError
from boilerscope.extractors.proxy.records import ConfigReply
from boilerscope.extractors.proxy.rules_file import stamp_of
from boilerscope.extractors.proxy.start_checks import users

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from boilerscope.extractors.proxy.records import Event


class PasswordFile:
    """Addon in front of mitmproxy's password check.

    Parameters
    ----------
    file : Path
        Valid htpasswd file.
    emit : callable
        Receives a `ConfigReply` after each change of the file.
    """

    def __init__(self, file: Path, auth: Any, emit: Callable[[Event], None]) -> None:
        self._file, self._auth, self._emit = file, auth, emit
        self._stamp = stamp_of(file)

    def http_connect(self, _flow: Any) -> None:
        """Read a changed file before the password of a tunnel is checked."""
        self._refresh()

    def requestheaders(self, _flow: Any) -> None:
        """Read a changed file before the password of a request is checked."""
        self._refresh()

    def read(self) -> None:
        """Have mitmproxy read the file: it does whenever the option is set."""
        ctx.options.update(proxyauth=f"@{self._file}")

    def _refresh(self) -> None:
        """Use a changed file, also for open tunnels; keep the previous users if it is invalid."""
        stamp = stamp_of(self._file)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            users(self._file)
        except ProxyError as error:
            self._emit(ConfigReply(str(error)))
            return
        self.read()
        for client, user in list(self._auth.authenticated.items()):
            if not self._auth.validator(*user):
                del self._auth.authenticated[client]
        self._emit(ConfigReply())
