"""Messages for failed page loads; each ends with the engine's error code in brackets."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication
from PySide6.QtWebEngineCore import QWebEngineLoadingInfo

_CODE = re.compile(r"net::ERR_([A-Z0-9_]+)")


def _tr(text: str) -> str:
    return QCoreApplication.translate("LoadFault", text)


def fault_of(info: QWebEngineLoadingInfo) -> str:
    """Return the message for a failed load: what happened, where, and what to do."""
    address = info.url().toString()
    if info.errorDomain() is QWebEngineLoadingInfo.ErrorDomain.HttpStatusCodeDomain:
        message = _tr(
            "The server has no page at {address}: it answered {status}. Check the address."
        )
        return message.format(address=address, status=info.errorCode())
    match = _CODE.search(info.errorString())
    return fault(address, match.group(1) if match else str(info.errorCode()))


def fault(address: str, code: str) -> str:
    """Return the message for an error code of the engine, such as ``NAME_NOT_RESOLVED``."""
    return f"{_sentence(code).format(address=address)} ({code})"


def not_a_page(address: str, kind: str) -> str:
    """Return the message for an address of a file, or (if `kind` is empty) without content."""
    if not kind:
        message = _tr(
            "{address} has no page: the server sent nothing that can be shown. Check the address."
        )
        return message.format(address=address)
    message = _tr("{address} is a file ({kind}), not an HTML page. Open the page that links to it.")
    return message.format(address=address, kind=kind)


def _sentence(code: str) -> str:
    if code.startswith("CERT_"):
        return _tr("The certificate of the server is not valid: {address}. It cannot be trusted.")
    if code.startswith("SSL_"):
        return _tr("The server does not offer a secure connection: {address}. Try http://.")
    sentences = {
        "NAME_NOT_RESOLVED": _tr(
            "No server with this name was found: {address}. Check the address and the network."
        ),
        "CONNECTION_REFUSED": _tr(
            "The server did not accept the connection: {address}. Check the address and the port."
        ),
        "CONNECTION_RESET": _tr("The server closed the connection: {address}. Try again later."),
        "CONNECTION_CLOSED": _tr("The server closed the connection: {address}. Try again later."),
        "EMPTY_RESPONSE": _tr("The server sent no answer: {address}. Try again later."),
        "TIMED_OUT": _tr("The server did not answer in time: {address}. Try again later."),
        "CONNECTION_TIMED_OUT": _tr(
            "The server did not answer in time: {address}. Try again later."
        ),
        "ADDRESS_UNREACHABLE": _tr("The server cannot be reached: {address}. Check the network."),
        "INTERNET_DISCONNECTED": _tr("The server cannot be reached: {address}. Check the network."),
        "TOO_MANY_REDIRECTS": _tr("The address redirects without end: {address}"),
        "UNSAFE_PORT": _tr("The browser does not load pages from this port: {address}"),
        "INVALID_URL": _tr("This is not a valid address: {address}. Check how it is written."),
        "FILE_NOT_FOUND": _tr("The file {address} no longer exists."),
        "ACCESS_DENIED": _tr(
            "The browser is not allowed to read {address}. Check the permissions of the file."
        ),
        "BLOCKED_BY_CLIENT": _tr(
            "The page tried to open an address that is not allowed: {address}"
        ),
        "INVALID_HTTP_RESPONSE": _tr("The server does not use HTTP: {address}. Check the port."),
    }
    return sentences.get(code) or _tr("The browser could not load {address}. Try again later.")
