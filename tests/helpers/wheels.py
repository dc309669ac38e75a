"""Small wheels, so that tests install packages without a network."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pytest


def write_wheel(folder: Path, name: str, version: str, files: Mapping[str, str]) -> Path:
    """Write a wheel of pure Python.

    Parameters
    ----------
    files : mapping of str to str
        Texts of its modules by path.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{name.replace('-', '_')}-{version}"
    info = f"{stem}.dist-info"
    written = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for member, text in written.items():
            archive.writestr(member, text)
        record = "".join(f"{member},,\n" for member in [*written, f"{info}/RECORD"])
        archive.writestr(f"{info}/RECORD", record)
    return path


def install_only_from(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let installers of this test use the wheels of a folder, and nothing else."""
    patch.setenv("PIP_NO_INDEX", "1")
    patch.setenv("PIP_FIND_LINKS", str(folder))
    patch.setenv("PIP_CONFIG_FILE", "/dev/null")
