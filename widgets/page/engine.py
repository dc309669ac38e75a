"""Preparation of the web engine, before the application is created."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWebEngineCore import QWebEngineUrlScheme

from boilerscope.widgets.page.schemes import RECORDED_SCHEMES

_FLAGS = "--force-webrtc-ip-handling-policy=disable_non_proxied_udp --log-level=3"
"""No direct UDP; only fatal messages on standard error."""
_CARDS = ("dri/renderD*", "nvidia[0-9]*", "dxg")
"""Devices through which Linux draws on graphics hardware: any driver, NVIDIA's own, and WSL."""


def prepare_engine() -> None:
    """Set the options that the engine reads once; call this before creating the QApplication.

    The sandbox is switched off only for root, because Chromium does not start with it as root.
    Without a graphics card, OpenGL would compose the whole window on the processor each time that
    anything in it is drawn; Qt's own renderer draws only changes. A value of
    QT_QUICK_BACKEND that the user has set stays.
    """
    if sys.platform == "linux" and not has_graphics_card():
        os.environ.setdefault("QT_QUICK_BACKEND", "software")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")
    flags = os.environ.get("QTWEBENGINE_CHROMIUM_FLAGS", "")
    if _FLAGS not in flags:
        os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = f"{flags} {_FLAGS}".strip()
    if QCoreApplication.instance() is None:
        QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    for name in RECORDED_SCHEMES:
        if QWebEngineUrlScheme.schemeByName(name.encode()).name().isEmpty():
            QWebEngineUrlScheme.registerScheme(_scheme(name))


def has_graphics_card(devices: Path = Path("/dev")) -> bool:
    """Return whether Linux offers this process graphics hardware in its folder of devices."""
    return any(
        os.access(device, os.R_OK | os.W_OK) for name in _CARDS for device in devices.glob(name)
    )


def _scheme(name: str) -> QWebEngineUrlScheme:
    scheme = QWebEngineUrlScheme(name.encode())
    scheme.setSyntax(QWebEngineUrlScheme.Syntax.HostAndPort)
    scheme.setDefaultPort(443)
    scheme.setFlags(
        QWebEngineUrlScheme.Flag.SecureScheme | QWebEngineUrlScheme.Flag.CorsEnabled,
    )
    return scheme
