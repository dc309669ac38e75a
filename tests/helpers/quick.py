"""The quick tests: those that start no process and no Chromium (``scripts/check``).

`SLOW_FIXTURES`, `SLOW_PLACES` and `SLOW_WORDS` declare which tests the quick run leaves out. Where
a test starts a process in the quick run all the same, the call fails: list its file here.
"""

from __future__ import annotations

import multiprocessing.util
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import pytest

SLOW_FIXTURES = frozenset({"bench", "lake", "mitmproxy", "run_js", "web_profile"})
"""Fixtures that start the whole window, Chromium or the proxy."""

SLOW_PLACES = (
    "api/picture",
    "api/test_public_names.py",
    "api/test_scores.py",
    "api/test_tables.py",
    "api/test_user_packages.py",
    "app/cli",
    "app/session/test_command_line.py",
    "app/session/test_page_scores.py",
    "app/session/test_saved_session.py",
    "app/settings_editor/test_window.py",
    "app/window",
    "benchmarks",
    "desktop",
    "extractors/algorithms/crunch/test_walk.py",
    "extractors/algorithms/cx/test_source_patterns.py",
    "extractors/data/test_kept_hosts.py",
    "extractors/formats/test_gate.py",
    "extractors/formats/test_presets_file.py",
    "extractors/formats/test_records.py",
    "extractors/own",
    "extractors/page/test_columns.py",
    "extractors/page/test_fetching.py",
    "extractors/page/test_source_scan.py",
    "extractors/peers",
    "extractors/proxy",
    "extractors/runs",
    "extractors/scoring/losses/test_sums.py",
    "extractors/scoring/test_apart.py",
    "extractors/scoring/test_documents.py",
    "extractors/scoring/test_markup_counts.py",
    "extractors/scoring/test_rouge.py",
    "extractors/scoring/test_table_changes.py",
    "extractors/search",
    "extractors/sources/test_listing.py",
    "extractors/sources/test_warc.py",
    "extractors/system/test_environments.py",
    "extractors/system/test_pythons.py",
    "extractors/test_every_extractor.py",
    "extractors/test_own_pages.py",
    "extractors/test_patterns.py",
    "extractors/test_quality_gate.py",
    "extractors/test_what_if.py",
    "extractors/test_words_are_divided.py",
    "extractors/trace/test_every_page.py",
    "extractors/trace/test_libraries.py",
    "extractors/trace/test_page_edits.py",
    "extractors/training",
    "helpers/test_consensus_training.py",
    "helpers/test_golden.py",
    "helpers/test_quick.py",
    "resources/test_icons.py",
    "test_conftest.py",
    "test_contributing.py",
    "test_distribution.py",
    "test_layers.py",
    "test_scripts.py",
    "widgets/corpus/sweep/test_view.py",
    "widgets/curves/test_curves.py",
    "widgets/inspector/result/test_view.py",
    "widgets/panes/test_row.py",
    "widgets/plots/test_plot.py",
    "widgets/settings/test_panel.py",
    "widgets/strips/test_strips.py",
    "widgets/tables/test_table.py",
    "widgets/test_guarded.py",
    "widgets/test_plain.py",
    "widgets/test_theme.py",
)
"""Folders and files, below ``tests``, of tests that start processes or take seconds."""

SLOW_WORDS = (
    "bomb",
    "deep",
    "every_extractor_can_be_written",
    "many_links",
    "megabyte",
    "thousand",
)
"""Words in the names of tests of pages that are large on purpose, or that load every library."""

_REFUSED = "a quick test starts a process: list its file in tests/helpers/quick.py"
_STARTS = frozenset({"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "subprocess.Popen"})


def is_quick(item: pytest.Item) -> bool:
    """Return whether the quick run includes a test; property tests, with many examples, are not."""
    if item.get_closest_marker("hypothesis") is not None:
        return False
    return is_listed_as_quick(item.path, item.name, getattr(item, "fixturenames", ()))


def is_listed_as_quick(path: Path, name: str, fixtures: Iterable[str]) -> bool:
    """Return whether no list of this module has a test.

    Parameters
    ----------
    path : Path
        File of the test.
    name : str
        Name of the test, with its parameters.
    fixtures : iterable of str
        Names of all fixtures that it uses.
    """
    is_long = any(word in name for word in SLOW_WORDS)
    return not (is_long or is_slow_place(path)) and SLOW_FIXTURES.isdisjoint(fixtures)


@cache
def is_slow_place(path: Path) -> bool:
    """Return whether a file or folder is one of `SLOW_PLACES`, or inside one."""
    place = path.relative_to(ROOT / "tests").as_posix()
    return any(place == slow or place.startswith(f"{slow}/") for slow in SLOW_PLACES)


def refuse_processes() -> None:
    """Let every attempt of this process to start another one fail, from now on."""
    sys.addaudithook(_refuse)
    # Starts of `multiprocessing` cause no audit event.
    multiprocessing.util.spawnv_passfds = _refuse_worker


def _refuse(event: str, _arguments: tuple[object, ...]) -> None:
    if event in _STARTS:
        raise AssertionError(_REFUSED)


def _refuse_worker(*_arguments: Any, **_by_name: Any) -> int:
    raise AssertionError(_REFUSED)
