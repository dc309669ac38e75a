"""Environments of their own: made completely or not at all."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import pytest

from boilerscope.extractors.errors import InstallError
from boilerscope.extractors.system import environments
from boilerscope.extractors.system.environments import Environment, Installation
from tests.helpers.wheels import install_only_from, write_wheel


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder from which packages are installed."""
    folder = tmp_path / "wheels"
    write_wheel(folder, "tiny", "1.0", {"tiny.py": "ANSWER = 42\n"})
    install_only_from(folder, monkeypatch)
    return folder


@pytest.mark.usefixtures("wheels")
def test_an_installed_environment_has_the_package_and_nothing_of_ours(tmp_path: Path):
    environment = Environment(tmp_path / "a b" / "tiny==1.0")
    lines = list(Installation(environment, ["tiny==1.0"]).run())
    command = [str(environment.python), "-c", "import tiny; print(tiny.ANSWER)"]
    output = subprocess.run(command, capture_output=True, check=True, text=True).stdout

    assert "Successfully installed tiny-1.0" in lines
    assert output == "42\n"
    assert (environment.packages / "tiny.py").is_file()
    assert [child.name for child in environment.folder.parent.iterdir()] == ["tiny==1.0"]


@pytest.mark.usefixtures("wheels")
def test_a_failure_says_what_the_installer_said_and_leaves_nothing(tmp_path: Path):
    environment = Environment(tmp_path / "e" / "tiny==2.0")
    with pytest.raises(InstallError) as caught:
        list(Installation(environment, ["tiny==2.0"]).run())

    assert "tiny==2.0 cannot be installed. The installer says: " in str(caught.value)
    assert "No matching distribution found for tiny==2.0" in str(caught.value)
    assert list(environment.folder.parent.iterdir()) == []


@pytest.mark.parametrize("early", [True, False])
def test_a_cancelled_installation_ends_at_once_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, early: bool
):
    sleep = [sys.executable, "-c", "import time; print('begins', flush=True); time.sleep(60)"]
    monkeypatch.setattr(environments, "installer_of", lambda _: sleep)
    environment = Environment(tmp_path / "e" / "slow")
    installation = Installation(environment, [])
    began = time.monotonic()
    if early:
        installation.cancel()
    Timer(1.0, installation.cancel).start()
    with pytest.raises(InstallError, match="The installation of slow was cancelled"):
        list(installation.run())

    assert time.monotonic() - began < 30
    assert list(environment.folder.parent.iterdir()) == []


def test_an_abandoned_installation_ends_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    sleep = [sys.executable, "-c", "import time; print('begins', flush=True); time.sleep(60)"]
    monkeypatch.setattr(environments, "installer_of", lambda _: sleep)
    environment = Environment(tmp_path / "e" / "slow")
    lines = Installation(environment, []).run()
    began = time.monotonic()
    first = next(lines)
    lines.close()

    assert first == "begins"
    assert time.monotonic() - began < 30
    assert list(environment.folder.parent.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    environment = Environment(tmp_path / "file" / "e")
    with pytest.raises(InstallError, match="cannot be written"):
        list(Installation(environment, ["tiny"]).run())


def test_a_command_makes_and_fills_the_environment():
    command = Environment(Path("/srv/my env")).command("'x[y]'")

    assert command.endswith(
        "-m venv '/srv/my env' && '/srv/my env/bin/python' -m pip install 'x[y]'"
    )
