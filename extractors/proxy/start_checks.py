"""Checks that the proxy can start, each with a message that suggests a fix."""

from __future__ import annotations

import socket
import ssl
import tempfile
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import ProxyError

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.proxy.records import ProxyOptions

CERTIFICATE = "mitmproxy-ca-cert.pem"
"""Name of the file with the certificate of the authority."""

KEY = "mitmproxy-ca.pem"
"""Name of the file with the key of the authority, and its certificate again."""

_HASHES = ("$apr1$", "$5$", "$6$")
"""Prefixes of the hashes that mitmproxy can check; those without ``$`` have no prefix."""


def check_start(options: ProxyOptions) -> None:
    """Check everything that a start with these options needs.

    Raises
    ------
    ProxyError
        If the proxy cannot start; the message names the file or address, and a fix.
    """
    check_address(options.host, options.port)
    if options.passwords is not None:
        users(options.passwords)
    if options.trust is not None:
        check_trust(options.trust)
    check_authority(options.folder)


def check_address(host: str, port: int) -> None:
    """Raise a `ProxyError` if a port cannot be listened on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise ProxyError(
                f"The proxy cannot listen on {host}, port {port}: {error.strerror or error}."
                f" Choose another port, such as {port + 1}."
            ) from error


def users(file: Path) -> list[str]:
    """Return the names in an htpasswd file.

    Raises
    ------
    ProxyError
        If the file cannot be read, has no users, or has a line that mitmproxy cannot use.
    """
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise ProxyError(f"{file} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ProxyError(f"{file} is not UTF-8 text: {error.reason}") from error
    names = [
        _user(line, f"{file}, line {number}")
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not names:
        raise ProxyError(f"{file} has no users; add one by: htpasswd {file} NAME")
    return names


def _user(line: str, where: str) -> str:
    name, _, password = line.rstrip().partition(":")
    if not name or not password or ":" in password:
        raise ProxyError(f"{where} must look like NAME:HASH, as htpasswd writes it")
    if password.startswith("$") and not password.startswith(_HASHES):
        raise ProxyError(
            f"{where}: the proxy cannot check this kind of password of {name};"
            " store it again by htpasswd -5 or -m"
        )
    return name


def check_trust(file: Path) -> None:
    """Raise a `ProxyError` if a file has no certificates."""
    try:
        ssl.create_default_context(cafile=file)
    except OSError as error:
        raise ProxyError(
            f"--trust {file}: no certificates in PEM format can be read from it"
            f" ({error.strerror or error})"
        ) from error


def check_authority(folder: Path) -> None:
    """Check the certificate authority, or that its folder can be written.

    This creates the folder if necessary.

    Raises
    ------
    ProxyError
        If certificate and key do not belong together, or the folder cannot be written.
    """
    certificate, key = folder / CERTIFICATE, folder / KEY
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not certificate.exists() and not key.exists():
            with tempfile.TemporaryFile(dir=folder):
                return
    except OSError as error:
        raise ProxyError(
            f"The folder of the certificate authority, {folder}, cannot be written:"
            f" {error.strerror or error}"
        ) from error
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    for file in (key, certificate):
        try:
            context.load_cert_chain(file, key, password="")
        except OSError as error:
            raise ProxyError(
                f"{file} is not a valid file of the certificate authority"
                f" ({error.strerror or error}). Move the folder {folder} away; the next start"
                " creates a new authority, which browsers must trust again"
            ) from error
