"""Folder of the user's preferences, presets and lists."""

from __future__ import annotations

import os
from pathlib import Path

_OVERRIDE = "BOILERSCOPE_CONFIG"


def config_folder() -> Path:
    """Return the folder of preferences, presets and lists (``BOILERSCOPE_CONFIG`` overrides it)."""
    override = os.environ.get(_OVERRIDE)
    return Path(override) if override else _default_folder()


def use_config_folder(folder: Path) -> None:
    """Use another folder in this process and in the processes that it starts."""
    os.environ[_OVERRIDE] = str(folder)


def _default_folder() -> Path:
    """Return the configuration folder of the operating system."""
    import platformdirs

    return Path(platformdirs.user_config_dir("boilerscope"))
