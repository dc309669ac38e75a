"""Folders of the user: preferences, presets and lists; environments of libraries."""

from __future__ import annotations

import os
from pathlib import Path

_OVERRIDE = "BOILERSCOPE_CONFIG"
_VERSIONS_OVERRIDE = "BOILERSCOPE_VERSIONS"


def config_folder() -> Path:
    """Return the folder of preferences, presets and lists (``BOILERSCOPE_CONFIG`` overrides it)."""
    override = os.environ.get(_OVERRIDE)
    return Path(override) if override else _default_folder()


def use_config_folder(folder: Path) -> None:
    """Use another folder in this process and in the processes that it starts."""
    os.environ[_OVERRIDE] = str(folder)


def versions_folder() -> Path:
    """Return the folder of installed versions of libraries (``BOILERSCOPE_VERSIONS`` overrides it).

    They are data that can be installed again, about 60 MB each, not settings.
    """
    override = os.environ.get(_VERSIONS_OVERRIDE)
    if override:
        return Path(override)
    import platformdirs

    return Path(platformdirs.user_data_dir("boilerscope")) / "versions"


def use_versions_folder(folder: Path) -> None:
    """Use another folder of versions in this process and in the processes that it starts."""
    os.environ[_VERSIONS_OVERRIDE] = str(folder)


def _default_folder() -> Path:
    """Return the configuration folder of the operating system."""
    import platformdirs

    return Path(platformdirs.user_config_dir("boilerscope"))
