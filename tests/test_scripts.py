"""The scripts install missing parts, report their actions, and start the program."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from io import FileIO
    from pathlib import Path

# Tools that the scripts may call besides the programs that a test provides.
TOOLS = (
    *("awk", "bash", "cat", "cut", "dirname", "env", "mktemp", "nproc", "python3", "rm"),
    "sha256sum",
)
ECHO = 'printf "%s\\n" "${0##*/}" "$@"'


@dataclass(frozen=True, slots=True)
class Checkout:
    """A copy of the files that set-up reads, and a folder that is the whole program search path."""

    root: Path
    bin: Path

    def put(self, name: str, script: str) -> None:
        """Put a program into the search path."""
        write_program(self.bin / name, script)

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the copy, with only this environment."""
        return subprocess.run(
            command,
            capture_output=True,
            check=False,
            cwd=self.root,
            env={"PATH": str(self.bin), **environment},
            text=True,
        )

    def bash(self, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run bash code that may call the functions of scripts/setup.sh."""
        prelude = f"set -euo pipefail; source '{self.root}/scripts/setup.sh'; "
        return self.run(str(self.bin / "bash"), "-c", prelude + code, **environment)

    def install(self, lock: str, venv: str = ".venv", python: str = ECHO) -> None:
        """Make an environment that looks as if a lock had just been installed into it."""
        programs = self.root / venv / "bin"
        programs.mkdir(parents=True, exist_ok=True)
        write_program(programs / "boilerscope", ECHO)
        write_program(programs / "python", python)
        result = self.bash(f'digest_of "$root/{venv}" {lock} > "$(stamp_of "$root/{venv}" {lock})"')
        assert result.returncode == 0, result.stderr

    def install_for_tests(self, python: str) -> None:
        """Make the environments of scripts/test; in each environment, a script is Python."""
        script = f'case "$*" in *PySide6*) exit 1 ;; *--version*) exit ;; esac\n{python}'
        self.install("requirements-dev.lock", python=script)
        self.install("requirements-core.lock", ".venv-core", python=script)
        self.install("requirements-docs.lock", ".venv-docs", python=script)
        self.install("requirements-proxy.lock", ".venv-proxy")

    def put_node(self) -> None:
        """Put a Node and an npm into the search path that print their arguments."""
        self.put("node", "if [[ $1 == --version ]]; then echo v20.0.0; fi")
        self.put("npm", ECHO)
        (self.root / "node_modules").mkdir(exist_ok=True)


def write_program(path: Path, script: str) -> None:
    """Write an executable bash script."""
    path.write_text(f"#!{shutil.which('bash')}\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """Return a copy in which every Debian package seems to be missing."""
    copy = Checkout(tmp_path / "a checkout", tmp_path / "bin")
    shutil.copytree(ROOT / "scripts", copy.root / "scripts")
    for path in (ROOT / "pyproject.toml", ROOT / "package-lock.json", *ROOT.glob("*.lock")):
        shutil.copy(path, copy.root)
    copy.bin.mkdir()
    for tool in TOOLS:
        path_of_tool = shutil.which(tool)
        assert path_of_tool, f"{tool} is not installed"
        (copy.bin / tool).symlink_to(path_of_tool)
    copy.put("dpkg-query", "")
    return copy


def test_packages_neither_installed_nor_provided_are_missing(checkout: Checkout):
    checkout.put(
        "dpkg-query",
        'printf "%s\\n" "installed, liba, " "config-files, libb, " "installed, c2, libc (= 2), x"',
    )
    result = checkout.bash("missing_packages 'liba libb libc libd'")

    assert result.stdout.split() == ["libb", "libd"]


def test_without_apt_the_missing_packages_are_named_and_nothing_is_created(checkout: Checkout):
    before = sorted(checkout.root.rglob("*"))
    result = checkout.run(str(checkout.root / "scripts" / "run"))

    assert result.returncode == 1
    assert result.stdout == ""
    assert "libxcb-cursor0" in result.stderr
    assert "fonts-noto-cjk" in result.stderr
    assert sorted(checkout.root.rglob("*")) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root needs no sudo")
def test_without_root_rights_the_missing_packages_are_named(checkout: Checkout):
    checkout.put("apt-get", ECHO)
    result = checkout.bash("ensure_packages")

    assert result.returncode == 1
    assert "libxcb-cursor0" in result.stderr


def test_missing_packages_are_installed_by_one_call_printed_before(checkout: Checkout):
    checkout.put("apt-get", 'printf "called: %s\\n" "$*"')
    checkout.put("sudo", '"$@"')
    checkout.put("dpkg-query", 'printf "installed, %s, \\n" libnss3 libgl1')
    result = checkout.bash("compgen() { true; }; find_python() { return 1; }; ensure_packages")
    shown, called = result.stderr.splitlines()

    assert result.returncode == 0
    assert shown.removeprefix("sudo ").startswith("env DEBIAN_FRONTEND=noninteractive apt-get")
    assert shown.split("apt-get ")[1] == called.removeprefix("called: ")
    assert {"install", "--yes", "python3-venv", "libgbm1"} <= set(called.split())
    assert not {"libnss3", "libgl1"} & set(called.split())


def test_package_lists_are_fetched_if_there_are_none(checkout: Checkout):
    checkout.put("apt-get", 'printf "called: %s\\n" "$*"')
    checkout.put("sudo", '"$@"')
    result = checkout.bash("compgen() { false; }; ensure_packages")
    calls = [line for line in result.stderr.splitlines() if line.startswith("called: ")]

    assert [call.split()[4] for call in calls] == ["update", "install"]


def test_a_failing_installation_of_packages_ends_the_set_up(checkout: Checkout):
    checkout.put("apt-get", "exit 100")
    checkout.put("sudo", '"$@"')
    result = checkout.bash('ensure_environment "$root/.venv" requirements.lock')

    assert result.returncode == 1
    assert "could not be installed: " in result.stderr
    assert not (checkout.root / ".venv").exists()


def test_other_systems_get_the_debian_names_of_the_packages(checkout: Checkout):
    (checkout.bin / "dpkg-query").unlink()
    refused = checkout.bash("ensure_packages")
    trusted = checkout.bash("ensure_packages", BOILERSCOPE_SKIP_PACKAGES="1")

    assert refused.returncode == 1
    assert "BOILERSCOPE_SKIP_PACKAGES=1: libasound2" in refused.stderr
    assert (trusted.returncode, trusted.stderr) == (0, "")


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_run_starts_the_installed_program_without_checking_packages(checkout: Checkout, lock: str):
    checkout.install(lock)
    checkout.install("requirements-proxy.lock", ".venv-proxy")
    result = checkout.run(str(checkout.root / "scripts" / "run"), "a page.html", DISPLAY=":0")

    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == ["boilerscope", "open", "a page.html"]


def test_run_does_not_change_an_environment_of_developers(checkout: Checkout):
    checkout.install("requirements-dev.lock")
    checkout.install("requirements-proxy.lock", ".venv-proxy")
    with (checkout.root / "requirements-dev.lock").open("a", encoding="utf-8") as file:
        file.write("\n")
    script = str(checkout.root / "scripts" / "run")
    result = checkout.run(script, "page", DISPLAY=":0", BOILERSCOPE_SKIP_PACKAGES="1")

    assert result.stdout.splitlines()[-3:] == ["boilerscope", "open", "page"]
    assert "Installing what requirements-dev.lock pins" in result.stderr
    assert "Installing what requirements.lock pins" not in result.stderr


def test_run_without_an_argument_opens_a_built_in_sample_page(checkout: Checkout):
    checkout.install("requirements.lock")
    checkout.install("requirements-proxy.lock", ".venv-proxy")
    result = checkout.run(str(checkout.root / "scripts" / "run"), WAYLAND_DISPLAY="wayland-0")

    assert result.stdout.splitlines() == ["boilerscope", "open", "--sample", "news-en"]


def test_run_without_a_display_reports_it_and_writes_the_workbench_to_a_folder(checkout: Checkout):
    checkout.install("requirements.lock")
    checkout.install("requirements-proxy.lock", ".venv-proxy")
    result = checkout.run(str(checkout.root / "scripts" / "run"), "page.html", DISPLAY="")

    assert result.stdout.split() == [
        "boilerscope",
        "workbench",
        "page.html",
        "-o",
        "boilerscope-out",
    ]
    assert result.stderr.startswith("No display: ")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "changed", ["pyproject.toml", "requirements.lock", "requirements-build.lock"]
)
def test_an_environment_is_created_again_when_its_sources_change(checkout: Checkout, changed: str):
    checkout.install("requirements.lock")
    question = 'is_ready "$root/.venv" requirements.lock && echo ready || echo stale'
    before = checkout.bash(question)
    with (checkout.root / changed).open("a", encoding="utf-8") as file:
        file.write("\n")
    after = checkout.bash(question)

    assert (before.stdout, after.stdout) == ("ready\n", "stale\n")


def test_a_moved_environment_is_created_again(checkout: Checkout):
    checkout.install("requirements.lock")
    moved = Checkout(checkout.root.with_name("moved"), checkout.bin)
    checkout.root.rename(moved.root)
    result = moved.bash('is_ready "$root/.venv" requirements.lock && echo ready || echo stale')

    assert result.stdout == "stale\n"


def test_packages_that_a_lock_no_longer_pins_are_removed(checkout: Checkout):
    list_case = '*"list --format"*) printf "%s==1\\n" lxml Mit_Proxy zope.interface pip ;;'
    checkout.install("requirements.lock", python=f'case "$*" in {list_case} *) {ECHO} >&2 ;; esac')
    for tool in ("comm", "sed", "sort", "tr"):
        (checkout.bin / tool).symlink_to(shutil.which(tool) or tool)
    result = checkout.bash('remove_unpinned "$root/.venv" requirements.lock')
    removed = result.stderr.split()

    assert result.returncode == 0
    assert removed[removed.index("uninstall") :] == [
        "uninstall",
        "--yes",
        "mit-proxy",
        "zope-interface",
    ]


def test_bench_leaves_standard_output_to_the_measurements(checkout: Checkout):
    checkout.install("requirements-dev.lock")
    checkout.install("requirements-proxy.lock", ".venv-proxy")
    result = checkout.run(str(checkout.root / "scripts" / "bench"), "--json")

    assert result.stdout.splitlines() == ["python", "-m", "tests.benchmarks", "--json"]
    assert result.stderr == ""


def test_check_runs_the_quick_tests_and_every_check_of_the_source(checkout: Checkout):
    checkout.install("requirements-dev.lock", python='printf "%s\\n" "$*"; [[ $2 != mypy ]]')
    result = checkout.run(str(checkout.root / "scripts" / "check"), "-k", "a word")
    lines = result.stdout.splitlines()

    assert result.returncode == 1
    assert lines[0].startswith("-m pytest --quick ")
    assert lines[0].endswith(" -k a word")
    assert lines[1:] == ["-m ruff check .", "-m ruff format --check --quiet .", "-m mypy"]


def test_a_release_is_refused_while_a_change_is_not_committed(checkout: Checkout):
    checkout.put("git", 'echo " M README.md"')
    checkout.put("realpath", "echo dist")
    result = checkout.run(str(checkout.root / "scripts" / "release"))

    assert result.returncode == 1
    assert result.stderr.startswith("Commit first")


def test_golden_passes_its_arguments_to_the_comparison(checkout: Checkout):
    checkout.install("requirements-dev.lock")
    result = checkout.run(str(checkout.root / "scripts" / "golden"), "compare", "a b.jsonl")

    assert result.stdout.splitlines() == [
        "python",
        "-m",
        "tests.helpers.golden",
        "compare",
        "a b.jsonl",
    ]
    assert result.stderr == ""


def test_test_shows_the_complete_output_of_each_part_in_order(checkout: Checkout):
    checkout.install_for_tests('for word in "$@"; do printf "%s " "$word"; done; echo')
    checkout.put_node()
    result = checkout.run(str(checkout.root / "scripts" / "test"), BOILERSCOPE_SKIP_PACKAGES="1")
    parts = [part.splitlines() for part in result.stdout.split("\n== ")[1:]]

    assert result.returncode == 0, result.stderr
    assert [(title, printed.split()[:3]) for title, printed, *_ in parts] == [
        ("Style (ruff check)", ["-m", "ruff", "check"]),
        ("Format (ruff format)", ["-m", "ruff", "format"]),
        ("Types (mypy)", ["-m", "mypy"]),
        ("Style of the page agent (eslint)", ["npm"]),
        ("Tests of the page agent (node)", ["npm"]),
        ("Site of the documentation (mkdocs)", ["-m", "mkdocs", "build"]),
        ("Tests of extractors without Qt (pytest)", ["-m", "pytest", "--quiet"]),
        ("Tests of the window and all else (pytest)", ["-m", "pytest", "--quiet"]),
        ("Scenarios on a real desktop (pytest)", ["-m", "pytest", "--quiet"]),
    ]
    assert result.stdout.endswith("\nAll parts passed.\n")


def test_test_runs_the_core_on_other_versions_of_python_that_are_here(checkout: Checkout):
    checkout.install_for_tests('echo "$*"')
    checkout.install("requirements-core.lock", ".venv-3.12", python='echo "on 3.12: $*"')
    checkout.put("python3.12", "")
    result = checkout.run(str(checkout.root / "scripts" / "test"), BOILERSCOPE_SKIP_PACKAGES="1")

    assert "on 3.12: -m pytest --quiet --quick tests/extractors" in result.stdout
    assert "  The core on Python 3.13, which is not installed\n" in result.stdout
    assert "3.12, which" not in result.stdout


def test_an_environment_is_made_from_the_python_that_is_named(checkout: Checkout):
    checkout.put("python3.13", 'echo "$0 $*"; exit 1')
    result = checkout.bash(
        'ensure_environment "$root/.venv-3.13" requirements-core.lock python3.13',
        BOILERSCOPE_SKIP_PACKAGES="1",
    )

    assert f"-m venv {checkout.root}/.venv-3.13" in result.stdout


def test_test_runs_every_part_and_names_the_failed_parts(checkout: Checkout):
    checkout.install_for_tests('echo "$2"; [[ $2 != mypy && "$*" != *desktop ]]')
    checkout.put_node()
    result = checkout.run(str(checkout.root / "scripts" / "test"), BOILERSCOPE_SKIP_PACKAGES="1")

    assert result.returncode == 1
    assert result.stdout.count("\n== ") == 9
    failed = "\nFailed:\n  Types (mypy)\n  Scenarios on a real desktop (pytest)\n"
    assert result.stdout.endswith(failed)


def test_what_fails_beside_others_is_run_again_by_itself(checkout: Checkout):
    checkout.install_for_tests('echo "$*"; [[ "$*" != *numprocesses* ]]')
    result = checkout.run(str(checkout.root / "scripts" / "test"), BOILERSCOPE_SKIP_PACKAGES="1")

    assert result.returncode == 0, result.stdout
    again = [line for line in result.stdout.splitlines() if "--last-failed" in line]
    assert len(again) == result.stdout.count("\nWhat failed, once more and one at a time:\n") == 2
    assert ["numprocesses" in line for line in again] == [False, False]


def test_test_reports_that_the_page_agent_is_not_checked_without_node(checkout: Checkout):
    checkout.install_for_tests("")
    result = checkout.run(str(checkout.root / "scripts" / "test"), BOILERSCOPE_SKIP_PACKAGES="1")

    assert result.returncode == 0
    assert "== Tests of the page agent" not in result.stdout
    assert (
        "\nSkipped:\n  The page agent, for want of node 18.18 or newer and npm\n" in result.stdout
    )
    assert "The page agent is not checked, for want of: node" in result.stderr


def test_test_without_node_installs_the_node_of_debian(checkout: Checkout):
    checkout.put("apt-get", 'printf "called: %s\\n" "$*"')
    checkout.put("sudo", '"$@"')
    result = checkout.bash("compgen() { true; }; ensure_node || echo absent")

    assert "install --yes --no-install-recommends nodejs npm" in result.stderr
    assert result.stdout == "absent\n"


def test_tools_of_the_page_agent_are_installed_once(checkout: Checkout):
    checkout.put_node()
    first = checkout.bash("ensure_node")
    second = checkout.bash("ensure_node")
    with (checkout.root / "package-lock.json").open("a", encoding="utf-8") as file:
        file.write("\n")
    third = checkout.bash("ensure_node")

    assert [result.stderr.count("npm\nci\n") for result in (first, second, third)] == [1, 0, 1]


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_and_sigterm_reach_every_part_of_test(
    checkout: Checkout, sent: signal.Signals, code: int
):
    pipe, silent = checkout.root / "pipe", checkout.root / "silent"
    os.mkfifo(pipe)
    os.mkfifo(silent)
    checkout.install_for_tests("""
        if [[ $2 != pytest ]]; then exit; fi
        trap 'printf ended >"$PIPE"; exit 1' INT TERM
        printf started >"$PIPE"
        exec 3<>"$SILENT"
        read -r -u 3
    """)
    pipes = {"PIPE": str(pipe), "SILENT": str(silent)}
    running = subprocess.Popen(
        # A shell that starts the tests in the background makes them ignore Ctrl+C.
        ["/usr/bin/env", "--default-signal=INT", str(checkout.root / "scripts" / "test")],
        env={"PATH": str(checkout.bin), "BOILERSCOPE_SKIP_PACKAGES": "1"} | pipes,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with running, os.fdopen(os.open(pipe, os.O_RDWR), "rb", buffering=0) as reader:
        assert read(reader, 14) == b"started" * 2
        running.send_signal(sent)
        assert read(reader, 10) == b"ended" * 2
        assert running.wait(timeout=30) == code


def read(pipe: FileIO, count: int) -> bytes:
    """Return this number of bytes from a pipe."""
    data = b""
    while len(data) < count:
        data += pipe.read(count - len(data)) or b""
    return data
