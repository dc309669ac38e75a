"""Checks before the start, and errors on standard error."""

from __future__ import annotations

import logging
import shutil
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import ProxyError
from boilerscope.extractors.proxy.error_log import only_errors
from boilerscope.extractors.proxy.start_checks import (
    CERTIFICATE,
    KEY,
    check_authority,
    check_trust,
    users,
)
from tests.helpers.site import make_certificates

if TYPE_CHECKING:
    from pathlib import Path

PAGE_ADDRESS = "http://bank.example/?pin=1234"
KNOWN_HASHES = ("$apr1$a$b", "$5$a$b", "$6$a$b", "{SHA}9sJq", "rqXexS6ZhobKA")


def test_users_of_a_password_file_are_listed(tmp_path: Path):
    file = tmp_path / "readers"
    lines = [f"name{number}:{password}" for number, password in enumerate(KNOWN_HASHES)]
    file.write_text("# the group\n\n" + "\n".join(lines))

    assert users(file) == ["name0", "name1", "name2", "name3", "name4"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a:{SHA}x\nreader\n", "line 2 must look like NAME:HASH"),
        ("reader:\n", "line 1 must look like NAME:HASH"),
        ("a:b:c\n", "line 1 must look like NAME:HASH"),
        ("a:{SHA}x\nreader:$2y$05$abc\n", "line 2: .* of reader; store it again by htpasswd -5"),
        ("# nobody\n", "has no users; add one by: htpasswd"),
        ("\udcff", "is not UTF-8 text"),
    ],
)
def test_a_password_file_that_mitmproxy_cannot_use_is_refused(
    tmp_path: Path, text: str, message: str
):
    file = tmp_path / "readers"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")

    with pytest.raises(ProxyError, match=f"^{file}.*{message}"):
        users(file)


def test_a_file_without_certificates_is_refused(tmp_path: Path):
    authority, _ = make_certificates(tmp_path)
    junk = tmp_path / "junk.pem"
    junk.write_text("junk")

    check_trust(authority)
    with pytest.raises(ProxyError, match=f"^--trust {junk}: no certificates"):
        check_trust(junk)


def test_a_folder_that_cannot_be_made_or_written_is_refused(tmp_path: Path):
    blocked = tmp_path / "proxy"
    blocked.write_text("a file")

    for folder in (blocked, blocked / "below"):
        with pytest.raises(ProxyError, match=rf"authority, {folder}, cannot be written: \w+"):
            check_authority(folder)

    check_authority(tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []


def test_files_of_an_authority_that_do_not_belong_together_are_refused(tmp_path: Path):
    certificate, key = tmp_path / CERTIFICATE, tmp_path / KEY
    root, chain = make_certificates(tmp_path)
    shutil.copy(chain, certificate)
    shutil.copy(chain, key)

    check_authority(tmp_path)
    for damaged, text in ((certificate, "junk"), (certificate, root.read_text()), (key, "junk")):
        damaged.write_text(text)
        with pytest.raises(
            ProxyError, match=rf"^{damaged} is not a valid.* Move .*{tmp_path} away"
        ):
            check_authority(tmp_path)
    key.unlink()
    with pytest.raises(ProxyError, match=f"^{key} is not a valid file"):
        check_authority(tmp_path)


def test_errors_are_printed_without_addresses_of_pages(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
):
    logger = logging.getLogger("mitmproxy.addonmanager")
    pages: dict[str, int] = {}
    with only_errors():
        logger.warning("Connection to %s lost", PAGE_ADDRESS)
        try:
            pages[PAGE_ADDRESS]
        except KeyError:
            logger.exception("Addon error: %s", PAGE_ADDRESS)
        logger.error("mitmproxy has crashed!\n%s", PAGE_ADDRESS)
    logger.error("Unhandled error: %s", PAGE_ADDRESS)  # the printer is removed
    caplog.clear()

    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("Error in the proxy: Addon error; KeyError in test_start_checks.py, ")
    assert second == "Error in the proxy: mitmproxy has crashed"
