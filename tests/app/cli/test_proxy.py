"""The command that runs the proxy: files, refusals, its output and its end."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.app.cli.proxy import page_line
from boilerscope.extractors.proxy.headers import OUTCOME
from boilerscope.extractors.proxy.records import PageRecord
from boilerscope.extractors.system.installing import same_project
from boilerscope.extractors.system.interrupts import INTERRUPTED
from tests.helpers.processes import LONGEST_WAIT_S, processes_of, wait_until
from tests.helpers.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.usefixtures("home", "mitmproxy")

PROGRAM = "from boilerscope.app.cli.main import main; main()"
TEXT = "The tide turns twice a day, and the harbour master writes down each height. "
HTPASSWD = "reader:$apr1$harbour1$ofoVaWH9Th2PDoivUtFmR/\n"
"""The line that ``htpasswd -m`` writes for the password ``ebb``."""
IMAGE = "<img src=/tide.png alt=tide>"
PAGE = f"<html><head><title>T</title></head><body><h1>T</h1><p>{TEXT * 9}{IMAGE}</body>".encode()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["proxy", *arguments])


def run_alone(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in its own process, with its own environment if needed."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, "proxy", *arguments],
        capture_output=True,
        check=False,
        env=os.environ | environment,
        text=True,
        timeout=LONGEST_WAIT_S,
    )


class Running:
    """The program in its own session, and its output."""

    def __init__(self, *arguments: object) -> None:
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                PROGRAM,
                "proxy",
                "--listen",
                "127.0.0.1:0",
                *map(str, arguments),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.lines: list[str] = []
        self.address = self.line("The proxy listens on").split()[-1].removesuffix(".")

    def line(self, text: str) -> str:
        """Return the next line that contains these words."""
        assert self.process.stderr is not None
        while line := self.process.stderr.readline().decode():
            self.lines.append(line)
            if text in line:
                return line.strip()
        raise AssertionError(f"{text} was not printed: {self.lines}")

    def get(self, url: str, user: str = "") -> httpx.Response:
        """Read a page through the proxy."""
        with self.client(user) as client:
            return client.get(url)

    def client(self, user: str = "", **facts: Any) -> httpx.Client:
        """Return a client that reads through the proxy."""
        return httpx.Client(proxy=f"http://{user}{self.address}", timeout=LONGEST_WAIT_S, **facts)

    def end(self) -> tuple[int, str]:
        """End the program by Ctrl+C; return exit code and the remaining output."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGINT)
        _, rest = self.process.communicate(timeout=LONGEST_WAIT_S)
        wait_until(lambda: not processes_of(self.process.pid))
        return self.process.returncode, rest.decode()


@pytest.fixture
def start() -> Iterator[Callable[..., Running]]:
    """Return a function that starts the program with options; the program ends with the test."""
    begun: list[Running] = []

    def started(*arguments: object) -> Running:
        begun.append(Running(*arguments))
        return begun[-1]

    yield started
    for running in begun:
        if running.process.returncode is None:
            running.end()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Return a site with one page."""
    server = Site(tmp_path)
    server.put("/tides", PAGE)
    yield server
    server.close()


def test_a_page_equals_the_output_of_extract_and_changed_files_are_in_force_at_once(
    site: Site, start: Callable[..., Running], tmp_path: Path
):
    panes, rules, page = (tmp_path / name for name in ("panes.toml", "rules.toml", "page.html"))
    panes.write_text('[[pane]]\nextractor = "crunch"\n')
    rules.write_text("[proxy]\ndeadline_s = 30\n")
    page.write_bytes(PAGE)
    url = f"{site.url}/tides"
    running = start("--allow-private", "--config", panes, "--rules", rules)

    def extracted(kind: str = "html") -> bytes:
        arguments = ["extract", str(page), "--url", url, "--format", kind, "--config", str(panes)]
        return CliRunner().invoke(main, arguments).stdout_bytes

    first = running.get(url)
    assert first.content == extracted()
    assert b"<img" not in first.content

    panes.write_text('[[pane]]\nextractor = "crunch"\n[pane.settings]\nimages = false\n')
    changed = running.get(url)
    assert changed.content == extracted()
    assert b"<img" in changed.content

    rules.write_text("[proxy]\noutput = 'txt'\n")
    refused = running.get(url)
    assert refused.content == changed.content
    assert f"Not in force: {rules}: output" in running.line("Not in force")
    assert "output" in running.get("http://boilerscope.proxy/").text

    rules.write_text("[proxy]\noutput = 'text'\n")
    text = running.get(url)
    assert text.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert text.content == extracted("text")

    rules.write_text(f"[[rule]]\nmatch = '127.0.0.1:{site.port}'\npane = 'none'\n")
    assert running.get(url).content == PAGE

    code, rest = running.end()
    assert code == INTERRUPTED
    assert rest.endswith("Interrupted.\n")
    assert site.url not in "".join([*running.lines, rest])  # Addresses are logged only on request.


def test_private_targets_are_refused(site: Site, start: Callable[..., Running]):
    running = start("-e", "crunch")

    numeric = running.get(f"{site.url}/tides")
    named = running.get(f"http://localhost:{site.port}/tides")
    with pytest.raises(httpx.ProxyError, match="403"):
        running.get(f"{site.tls_url}/tides")

    assert (numeric.status_code, named.status_code) == (403, 403)
    assert "this machine or its private network" in numeric.text
    assert "--allow-private" in numeric.text
    assert site.asked == []


def test_a_reader_needs_the_password_of_the_file(
    site: Site, start: Callable[..., Running], tmp_path: Path
):
    passwords = tmp_path / "readers"
    passwords.write_text(HTPASSWD)
    running = start("--allow-private", "--passwords", passwords, "--log-addresses")
    url = f"{site.url}/tides"

    assert running.get(url).status_code == 407
    assert running.get(url, "reader:flood@").status_code == 407
    assert running.get("http://boilerscope.proxy/").status_code == 407
    assert site.asked == []
    with pytest.raises(httpx.HTTPError):  # a request without a password is not even read
        httpx.post(url, content=iter([b"x" * 1000] * 9), proxy=f"http://{running.address}")
    assert site.asked == []
    right = running.get(url, "reader:ebb@")
    assert right.headers[OUTCOME].startswith("cleaned")
    assert "proxy-authorization" not in site.last("/tides").headers
    assert url in running.line("cleaned by crunch")


def test_a_changed_password_file_is_in_force_at_once_also_in_open_tunnels(
    site: Site, start: Callable[..., Running], tmp_path: Path, home: Path
):
    passwords = tmp_path / "readers"
    passwords.write_text(HTPASSWD)
    running = start("--allow-private", "--passwords", passwords, "--trust", site.trust)
    trusted = ssl.create_default_context(cafile=home / "proxy" / "mitmproxy-ca-cert.pem")
    url = f"{site.tls_url}/tides"

    with running.client(verify=trusted) as nobody, pytest.raises(httpx.ProxyError, match="407"):
        nobody.get(url)
    with running.client("reader:ebb@", verify=trusted) as reader:
        assert reader.get(url).headers[OUTCOME].startswith("cleaned")

        passwords.write_text("captain\n")
        assert reader.get(url).status_code == 200
        assert f"Not in force: {passwords}, line 1" in running.line("Not in force")

        passwords.write_text(HTPASSWD.replace("reader", "captain"))
        assert reader.get(url).status_code == 407
    with running.client("captain:ebb@", verify=trusted) as captain:
        assert captain.get(url).status_code == 200


@pytest.mark.parametrize(
    ("reason", "logged"),
    [
        ("no pane for this address", "no pane for this address"),
        ("http://tides.example:81/ebb holds a PDF file.", "... holds a PDF file."),
        ("error: ValueError: no 'Tides.example' here", "error: ValueError: no ... here"),
        ("error: from https://other.example/,\nwhich", "error: from ... which"),
    ],
)
def test_the_log_has_the_reason_for_an_original_without_addresses(reason: str, logged: str):
    url = "http://tides.example:81/ebb"
    record = PageRecord(1, 0.0, "::1", url, 200, False, "", reason, None, 0.0, 1234, 1234)

    line = page_line(record, with_address=False)
    line_with_address = page_line(record, with_address=True)

    assert line.endswith(f" 200 original 1,234 > 1,234 bytes ({logged})")
    assert line_with_address.endswith(f" bytes {url} ({reason})".replace("\n", " "))


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "[::]"])  # noqa: S104 - refused, not listened on
def test_other_machines_may_use_the_proxy_only_with_the_option(host: str):
    refused = run("--listen", f"{host}:8700", "--check")

    assert refused.exit_code == 2
    assert "other machines could use this proxy" in refused.output
    assert "--passwords FILE, or add --open" in refused.output


@pytest.mark.parametrize("address", ["8700", "localhost:8700", "127.0.0.1:99999", "127.0.0.1:x"])
def test_an_invalid_address_is_refused(address: str):
    refused = run("--listen", address)

    assert refused.exit_code == 2
    assert "must look like 127.0.0.1:8700" in refused.output


def test_wrong_files_are_refused_before_anything_starts(tmp_path: Path):
    rules = tmp_path / "rules.toml"
    rules.write_text("[proxy]\npane = 'crunsh'\n")

    refused = run("--rules", str(rules))

    assert refused.exit_code == 2
    assert f"{rules}: [proxy]: unknown pane 'crunsh'; did you mean 'crunch'?" in refused.output


def test_a_port_in_use_is_named():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

        checked = run_alone("--listen", f"127.0.0.1:{port}", "--check")
        refused = run_alone("--listen", f"127.0.0.1:{port}")

    message = f"The proxy cannot listen on 127.0.0.1, port {port}: Address already in use."
    assert (checked.returncode, refused.returncode) == (1, 1)
    assert re.search(rf"^WRONG address +{re.escape(message)}", checked.stdout, re.MULTILINE)
    assert refused.stderr.startswith(f"Error: {message}")


def test_a_proxy_with_unusable_files_does_not_start(home: Path, tmp_path: Path):
    passwords, trust, blocked = tmp_path / "readers", tmp_path / "trust.pem", home / "proxy"
    home.mkdir()
    for file in (passwords, trust, blocked):
        file.write_text("junk")

    checked = run_alone("--check", "--passwords", str(passwords), "--trust", str(trust))
    refused = run_alone("--listen", "127.0.0.1:0")

    message = f"The folder of the certificate authority, {blocked}, cannot be written"
    wrong = re.findall(r"^WRONG (\w+ +.*)$", checked.stdout, re.MULTILINE)
    assert [line.split()[0] for line in wrong] == ["readers", "trust", "certificate"]
    assert f"{passwords}, line 1 must look like" in wrong[0]
    assert f"--trust {trust}: no certificates" in wrong[1]
    assert message in wrong[2]
    assert (checked.returncode, refused.returncode) == (1, 1)
    assert refused.stderr.startswith(f"Error: {message}")


def test_the_check_shows_on_one_screen_whether_everything_is_ready(home: Path):
    checked = run_alone("--listen", "127.0.0.1:0", "--check", "-e", "crunch", "-e", "bte")

    lines = checked.stdout.splitlines()
    assert checked.returncode == 0, checked.stderr
    assert [line[:6].strip() for line in lines] == ["ok"] * len(lines)
    assert len(lines) < 24
    assert "will be created in" in checked.stdout
    assert re.search(r"pane crunch +keeps \d+\s% of a sample page", checked.stdout)
    assert re.search(r"pane bte +keeps \d+\s% of a sample page", checked.stdout)

    folder = home / "proxy"
    assert str(folder) in checked.stdout


def test_the_check_of_a_used_proxy_shows_its_fingerprint(start: Callable[..., Running], home: Path):
    shown = start().get("http://boilerscope.proxy/").text
    listening = ("--listen", "0.0.0.0:0", "--open")

    ready = run_alone(*listening, "--check")
    (home / "proxy" / "mitmproxy-ca.pem").chmod(0o644)
    shared = run_alone(*listening, "--check")

    fingerprint = re.findall(
        r"^ok    fingerprint +SHA-256 ([0-9A-F:]{95})$", ready.stdout, re.MULTILINE
    )
    assert ready.returncode == 0, ready.stdout
    assert fingerprint[0] in shown
    assert re.search(r"^ok    key +only you can read it$", ready.stdout, re.MULTILINE)
    assert re.search(r"^ok    readers +everyone who can reach", ready.stdout, re.MULTILINE)
    assert shared.returncode == 1
    assert re.search(
        r"^WRONG key +others can read it; run: chmod 600 ", shared.stdout, re.MULTILINE
    )


def test_without_mitmproxy_the_command_that_installs_it_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    monkeypatch.setattr("boilerscope.app.cli.proxy.find_spec", lambda _name: None)
    monkeypatch.setattr("boilerscope.extractors.proxy.process.find_spec", lambda _name: None)

    refused = run()

    assert refused.exit_code == 1
    python = f"{tmp_path}/.venv-proxy/bin/python"
    assert f"-m venv {tmp_path}/.venv-proxy && {python} -m pip install" in refused.output
    assert same_project("proxy") in refused.output


def test_a_named_python_must_have_mitmproxy(tmp_path: Path):
    absent = run_alone(BOILERSCOPE_PROXY_PYTHON=str(tmp_path / "python"))

    assert absent.returncode == 1
    assert f"BOILERSCOPE_PROXY_PYTHON: {tmp_path}/python is not a file" in absent.stderr
