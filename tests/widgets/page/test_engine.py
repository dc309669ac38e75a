"""Settings of the engine before it starts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from unittest import mock

import pytest

from boilerscope.widgets.page import engine

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    """Return a folder of devices as on a machine without a graphics card."""
    (tmp_path / "dri").mkdir()
    for name in ("dri/card0", "fb0", "null"):
        (tmp_path / name).touch()
    return tmp_path


def test_a_framebuffer_is_not_a_graphics_card(devices: Path):
    assert not engine.has_graphics_card(devices)
    assert not engine.has_graphics_card(devices / "missing")


@pytest.mark.parametrize("name", ["dri/renderD128", "nvidia0", "dxg"])
def test_a_graphics_card_is_recognised_by_its_device(devices: Path, name: str):
    (devices / name).touch()

    assert engine.has_graphics_card(devices)


@pytest.mark.parametrize(
    ("card", "preset", "used"),
    [
        (True, None, None),
        (False, None, "software"),
        (False, "rhi", "rhi"),
        (False, "", ""),
    ],
)
def test_without_a_graphics_card_qt_renders_in_software_unless_set_otherwise(
    monkeypatch: pytest.MonkeyPatch, *, card: bool, preset: str | None, used: str | None
):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(engine, "has_graphics_card", lambda: card)
    with mock.patch.dict(os.environ):
        os.environ.pop("QT_QUICK_BACKEND", None)
        if preset is not None:
            os.environ["QT_QUICK_BACKEND"] = preset
        engine.prepare_engine()

        assert os.environ.get("QT_QUICK_BACKEND") == used
