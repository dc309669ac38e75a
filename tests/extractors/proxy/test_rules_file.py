"""Settings and rules of the proxy: parsing, errors, and reloading of changed files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.proxy.rules_file import LiveConfig, checked, load, read
from boilerscope.extractors.proxy.settings import Output, ProxyConfig, ProxySettings, Rule
from boilerscope.extractors.runner import Pane

if TYPE_CHECKING:
    from pathlib import Path

PANES = tuple(
    Pane(name, name, registry.extractor(name).default_settings())
    for name in ("crunch", "boilerpipe.article")
)
TEXT = """\
[proxy]
pane = "boilerpipe.article"
output = "text"
min_kept_share = 0.2

[[rule]]
match = "*.example.org"
pane = "none"

[[rule]]
match = "example.net/news/*"
pane = "crunch"
"""


def test_a_file_contains_settings_and_rules():
    config = read(TEXT, PANES)

    assert config.settings == ProxySettings(
        pane="boilerpipe.article", output=Output.TEXT, min_kept_share=0.2
    )
    assert config.rules == (Rule("*.example.org", "none"), Rule("example.net/news/*", "crunch"))


@pytest.mark.parametrize(
    ("host", "path", "pane"),
    [
        ("www.example.org", "/", None),
        ("example.org", "/", "boilerpipe.article"),
        ("WWW.Example.ORG", "/x", None),
        ("example.net", "/news/1?a=b", "crunch"),
        ("example.net", "/sport/1", "boilerpipe.article"),
        ("www.example.net", "/news/1", "boilerpipe.article"),
    ],
)
def test_the_first_rule_that_matches_an_address_chooses_the_pane(
    host: str, path: str, pane: str | None
):
    selected = read(TEXT, PANES).pane_for(host, 80, path)

    assert (selected.name if selected is not None else None) == pane


@pytest.mark.parametrize(
    ("match", "host", "port", "path", "is_fitting"),
    [
        ("127.0.0.1:8811", "127.0.0.1", 8811, "/", True),
        ("127.0.0.1:8811", "127.0.0.1", 88, "/", False),
        ("127.0.0.1:8811/*", "127.0.0.1", 8811, "/x", True),
        ("127.0.0.1:8811/*", "127.0.0.1", 8812, "/x", False),
        ("*:80??", "example.org", 8012, "/", True),
        ("example.org:443/*", "example.org", 443, "/x", True),
        ("example.org/a:b", "example.org", 80, "/a:b", True),
        ("example.org", "example.org", 8080, "/", True),
        ("*0", "example.org", 80, "/", False),
        ("[::1]", "::1", 80, "/", True),
        ("[::1]:8811/*", "::1", 8811, "/x", True),
        ("[::1]:8811/*", "::1", 80, "/x", False),
        ("xn--bcher-kva.example", "bücher.example", 80, "/", True),
        ("bücher.example", "XN--bcher-kva.example", 80, "/", True),
        ("*.Bücher.example/*", "www.xn--bcher-kva.example", 80, "/", True),
        ("xn--strae-oqa.example", "straße.example", 80, "/", True),
        ("xn--99999999999.example", "xn--99999999999.example", 80, "/", True),
        (f"xn--{'a' * 99}", f"xn--{'a' * 99}", 80, "/", True),
    ],
)
def test_a_rule_may_name_a_port_or_an_international_host_in_either_spelling(
    match: str,
    host: str,
    port: int,
    path: str,
    is_fitting: bool,  # noqa: FBT001 - a parameter of the test
):
    config = read(f"[[rule]]\nmatch = '{match}'\npane = 'none'\n", PANES)

    assert (config.pane_for(host, port, path) is None) == is_fitting


def test_without_settings_the_first_pane_cleans_every_page():
    config = read("", PANES)

    assert config.pane_for("example.org", 80, "/") == PANES[0]
    assert config.default_pane == "crunch"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[proxy\n", r"^rules: .*line 1"),
        ("[rules]\n", r"^unknown key of rules 'rules'; did you mean 'rule'"),
        ("proxy = 1\n", r"^rules: proxy is not a table; write \[proxy\]"),
        ("rule = 1\n", r"^rules: rules are written as \[\[rule\]\]"),
        ("rule = [1]\n", r"^rules: rule 1 is not a table"),
        ("[proxy]\npain = 'x'\n", r"^rules: unknown setting 'pain'; did you mean 'pane'"),
        ("[proxy]\nmin_kept_share = 2\n", r"^rules: min_kept_share must be at most 1"),
        ("[proxy]\npane = 'crunsh'\n", r"^rules: \[proxy\]: unknown pane 'crunsh'.*'crunch'"),
        ("[[rule]]\npane = 'none'\n", r"^rules: rule 1 names no address; add match = "),
        ("[[rule]]\nmatch = 'http://a.b/'\npane = 'none'\n", r"^rules: rule 1 names no address"),
        ("[[rule]]\nmatch = '/news/*'\npane = 'none'\n", r"^rules: rule 1 names no address"),
        ("[[rule]]\nmatch = 'a.b:http'\npane = 'none'\n", r"^rules: rule 1 .*example.org:8080"),
        ("[[rule]]\nmatch = '::1'\npane = 'none'\n", r"^rules: rule 1 names no address"),
        ("[[rule]]\nmatch = 'a.b'\n", r"^rules: rule 1 names no pane; add pane = "),
        ("[[rule]]\nmatch = 'a.b'\npane = 'no'\n", r"^rules: rule 1: unknown pane 'no'.*'none'"),
        ("[[rule]]\nmach = 'a.b'\n", r"^rules: rule 1: unknown key 'mach'; did you mean 'match'"),
    ],
)
def test_an_error_names_the_rule_or_field(text: str, message: str):
    with pytest.raises((SettingsError, UnknownNameError), match=message):
        read(text, PANES)


def test_an_unreadable_file_is_an_error(tmp_path: Path):
    (tmp_path / "latin.toml").write_bytes(b"# \xff")

    with pytest.raises(SettingsError, match="cannot be read: No such file"):
        load(tmp_path / "none.toml", PANES)
    with pytest.raises(SettingsError, match="is not UTF-8 text"):
        load(tmp_path / "latin.toml", PANES)


def test_a_configuration_without_a_pane_is_an_error():
    with pytest.raises(SettingsError, match="has no pane"):
        checked(ProxyConfig(()))


def test_a_changed_file_takes_effect_unless_it_is_invalid(tmp_path: Path):
    file = tmp_path / "rules.toml"
    file.write_text("[proxy]\ndeadline_s = 3\n")
    live = LiveConfig(lambda: load(file, PANES), [file])

    assert not live.has_changed()
    assert not live.refresh()

    file.write_text("[proxy]\ndeadline_s = 44\n")
    assert live.has_changed()
    assert live.refresh()
    assert (live.config.settings.deadline_s, live.fault) == (44.0, "")

    file.write_text("[proxy]\ndeadline_s = 'long'\n")
    assert live.refresh()
    assert live.config.settings.deadline_s == 44.0
    assert str(file) in live.fault

    file.unlink()
    assert live.refresh()
    assert "cannot be read" in live.fault
    assert live.config.settings.deadline_s == 44.0

    file.write_text("[proxy]\ndeadline_s = 5\n")
    assert live.refresh()
    assert (live.config.settings.deadline_s, live.fault) == (5.0, "")


def test_a_file_replaced_by_a_file_of_equal_size_and_time_has_changed(tmp_path: Path):
    file, replacement = tmp_path / "rules.toml", tmp_path / "replacement"
    file.write_text("[proxy]\ndeadline_s = 3\n")
    status = file.stat()
    live = LiveConfig(lambda: load(file, PANES), [file])

    replacement.write_text("[proxy]\ndeadline_s = 4\n")
    os.utime(replacement, ns=(status.st_atime_ns, status.st_mtime_ns))
    replacement.replace(file)

    assert live.refresh()
    assert live.config.settings.deadline_s == 4.0
