"""Where the program keeps what belongs to its user."""

from __future__ import annotations

import os
from pathlib import Path


def config_folder() -> Path:
    """Return the folder of preferences, presets and lists (``BOILERSCOPE_CONFIG`` overrides it)."""
    chosen = os.environ.get("BOILERSCOPE_CONFIG")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_config_dir("boilerscope"))
