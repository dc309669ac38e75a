"""Where the program keeps what belongs to its user."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_OVERRIDE = "BOILERSCOPE_CONFIG"


def config_folder() -> Path:
    """Return the folder of preferences, presets and lists (``BOILERSCOPE_CONFIG`` overrides it)."""
    chosen = os.environ.get(_OVERRIDE)
    return Path(chosen) if chosen else _usual_folder()


def use_config_folder(folder: Path) -> None:
    """Use another folder in this process and in those that it starts."""
    os.environ[_OVERRIDE] = str(folder)


@cache
def _usual_folder() -> Path:
    """Return the folder that the system keeps for it; runs ask for it, so it is found once."""
    import platformdirs

    return Path(platformdirs.user_config_dir("boilerscope"))
