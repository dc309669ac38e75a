"""A batch on a small file system that is really full or read-only."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.commands import main
from tests.app.cli.test_batch import PROGRAM, contents
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

N_PAGES = 12
SIZE = 16 * os.sysconf("SC_PAGE_SIZE")
"""Size of the disk in bytes: each file needs at least a page of memory."""

# The mount namespace removes the file system when the script ends. Each attempt leaves its exit
# code, its messages and its files.
ATTEMPTS = """
python=$1 program=$2 folder=$3 size=$4
attempt() {
    name=$1; shift
    "$python" -c "$program" batch "$@" -o "$folder/disk" --quiet 2>"$folder/$name.messages"
    echo $? >"$folder/$name.code"
    cp -a "$folder/disk" "$folder/$name"
}
set -e
mount -t tmpfs -o size=$size none "$folder/disk"
set +e
attempt full "$folder/pages" -e bte --shard-pages 2
mount -o remount,size=$((size * 256)),ro "$folder/disk"
attempt locked --resume
mount -o remount,rw "$folder/disk"
attempt done --resume
"""
IN_NAMESPACE = ("unshare", "--user", "--map-root-user", "--mount", "bash", "-c")


def _may_mount(folder: Path) -> bool:
    command = [*IN_NAMESPACE, 'mount -t tmpfs none "$0"', str(folder)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


@pytest.fixture(scope="module")
def attempts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files of each attempt."""
    folder = tmp_path_factory.mktemp("disk")
    (folder / "disk").mkdir()
    if not _may_mount(folder / "disk"):
        pytest.skip("this system lets nobody mount a file system in a namespace")
    (folder / "pages").mkdir()
    for number in range(N_PAGES):
        text = f"<p>This is a page with a few words, and it is the one with number {number}."
        (folder / "pages" / f"{number:02d}.html").write_text(text)
    command = [*IN_NAMESPACE, ATTEMPTS, "bash", sys.executable, PROGRAM, str(folder), str(SIZE)]
    subprocess.run(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True)
    return folder


def _messages(attempts: Path, name: str) -> str:
    return " ".join((attempts / f"{name}.messages").read_text(encoding="utf-8").split())


def _marks(results: Path) -> list[str]:
    return sorted(file.name for file in results.glob("shards/*/*.done"))


def test_a_full_disk_ends_the_batch_names_the_file_and_keeps_complete_shards(
    attempts: Path,
):
    assert (attempts / "full.code").read_text() == "2\n"
    messages = _messages(attempts, "full")
    assert "cannot be written: No space left on device." in messages
    assert f"{attempts}/disk/" in messages.partition("cannot be written")[0]
    assert f"To continue: boilerscope batch --resume -o {attempts}/disk" in messages
    assert 0 < len(_marks(attempts / "full")) < N_PAGES // 2
    assert not list((attempts / "full").rglob("*.new"))


def test_a_read_only_disk_ends_a_resumed_batch_and_changes_nothing(attempts: Path):
    assert (attempts / "locked.code").read_text() == "2\n"
    assert "cannot be written: Read-only file system." in _messages(attempts, "locked")
    assert _marks(attempts / "locked") == _marks(attempts / "full")


def test_a_batch_continues_when_there_is_room(attempts: Path, tmp_path: Path):
    arguments = ["-e", "bte", "--shard-pages", "2", "-o", str(tmp_path / "whole"), "--quiet"]
    continued = CliRunner().invoke(main, ["batch", str(attempts / "pages"), *arguments])
    assert continued.exit_code == 0, continued.output

    assert (attempts / "done.code").read_text() == "0\n"
    assert _messages(attempts, "done") == ""
    assert contents(attempts / "done") == contents(tmp_path / "whole")
