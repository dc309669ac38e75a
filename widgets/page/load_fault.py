"""Why the browser could not load a page, in words; its code stands at the end, in brackets."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication
from PySide6.QtWebEngineCore import QWebEngineLoadingInfo

_CODE = re.compile(r"net::ERR_([A-Z0-9_]+)")


def _say(text: str) -> str:
    return QCoreApplication.translate("LoadFault", text)


def fault_of(info: QWebEngineLoadingInfo) -> str:
    """Return what went wrong with a load, where, and what one can do."""
    address = info.url().toString()
    if info.errorDomain() is QWebEngineLoadingInfo.ErrorDomain.HttpStatusCodeDomain:
        said = _say("The server has no page for {address}: it answers {status}. Check the address.")
        return said.format(address=address, status=info.errorCode())
    found = _CODE.search(info.errorString())
    return fault(address, found.group(1) if found else str(info.errorCode()))


def fault(address: str, code: str) -> str:
    """Return the sentence for a code of the engine's, such as ``NAME_NOT_RESOLVED``."""
    return f"{_sentence(code).format(address=address)} ({code})"


def not_a_page(address: str, kind: str) -> str:
    """Return the sentence for an address that gives a file of some kind, or nothing at all."""
    if not kind:
        said = _say("{address} gives no page: the server sent nothing that can be shown.")
        return said.format(address=address)
    said = _say("{address} is no HTML page but a file ({kind}). Open the page that shows it.")
    return said.format(address=address, kind=kind)


def _sentence(code: str) -> str:
    if code.startswith("CERT_"):
        return _say("The certificate of the server is not valid: {address}. It cannot be trusted.")
    if code.startswith("SSL_"):
        return _say("The server offers no secure connection: {address}. Try it with http://.")
    sentences = {
        "NAME_NOT_RESOLVED": _say(
            "No server of this name was found: {address}. Check the address and the network."
        ),
        "CONNECTION_REFUSED": _say(
            "The server did not accept the connection: {address}. Check the address and the port."
        ),
        "CONNECTION_RESET": _say(
            "The server broke the connection off: {address}. Try again later."
        ),
        "CONNECTION_CLOSED": _say(
            "The server broke the connection off: {address}. Try again later."
        ),
        "EMPTY_RESPONSE": _say("The server sent no answer: {address}. Try again later."),
        "TIMED_OUT": _say("The server did not answer in time: {address}. Try again later."),
        "CONNECTION_TIMED_OUT": _say(
            "The server did not answer in time: {address}. Try again later."
        ),
        "ADDRESS_UNREACHABLE": _say("The server cannot be reached: {address}. Check the network."),
        "INTERNET_DISCONNECTED": _say(
            "The server cannot be reached: {address}. Check the network."
        ),
        "TOO_MANY_REDIRECTS": _say("The page leads from address to address without end: {address}"),
        "UNSAFE_PORT": _say("The browser does not load pages from this port: {address}"),
        "INVALID_URL": _say("This is not a valid address: {address}. Check how it is written."),
        "FILE_NOT_FOUND": _say("There is no file {address} any more."),
        "ACCESS_DENIED": _say("The browser may not read {address}. Check the rights of the file."),
        "BLOCKED_BY_CLIENT": _say("The page wanted to go where it must not: {address}"),
        "INVALID_HTTP_RESPONSE": _say("The server does not speak HTTP: {address}. Check the port."),
    }
    return sentences.get(code) or _say("The browser could not load {address}. Try again later.")
