"""A settings file: the panes of one extractor are edited, the other panes are kept."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.presets import Presets
from boilerscope.app.settings_editor.document import SettingsDocument
from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.formats import settings_file

if TYPE_CHECKING:
    from pathlib import Path

FILE = """
[[pane]]
extractor = "cx_extractor"
[[pane]]
name = "news"
extractor = "crunch"
[pane.settings]
limit = 0.5
[[pane]]
name = "strict"
extractor = "crunch"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a settings file with two panes of Crunch and a pane of a different extractor."""
    settings_path = tmp_path / "prefs.toml"
    settings_path.write_text(FILE, encoding="utf-8")
    return settings_path


def test_without_a_file_the_defaults_are_edited_and_nothing_is_unsaved():
    document = SettingsDocument("crunch")

    assert document.settings == CrunchSettings()
    assert document.file is None
    assert not document.is_changed
    assert not document.session.can_undo()


def test_first_pane_of_the_extractor_is_edited_and_its_panes_are_offered(
    file: Path, tmp_path: Path
):
    document = SettingsDocument("crunch", file)

    view = document.view(Presets(tmp_path))

    assert document.settings == CrunchSettings(limit=0.5)
    assert [pane.name for pane in view.panes] == ["news", "strict"]
    assert view.pane == "news"
    assert view.others == ()
    assert not document.is_added


def test_only_pane_of_its_extractor_needs_no_chooser(file: Path, tmp_path: Path):
    view = SettingsDocument("cx_extractor", file).view(Presets(tmp_path))

    assert view.panes == ()
    assert view.pane == "cx_extractor"


def test_saving_changes_the_pane_and_keeps_the_others(file: Path):
    document = SettingsDocument("crunch", file)
    document.change(CrunchSettings(limit=0.7), now=0.0)
    unsaved = document.is_changed
    document.save(file)

    panes = settings_file.load(file)
    assert unsaved
    assert not document.is_changed
    assert [pane.name for pane in panes] == ["cx_extractor", "news", "strict"]
    assert panes[1].settings == CrunchSettings(limit=0.7)
    assert panes[2].settings == CrunchSettings()


def test_saving_keeps_what_the_user_wrote_into_the_file(file: Path):
    text = """# Settings of the paper
[[pane]]
extractor = "crunch"   # table 3

[pane.settings]
limit = 0.5       # tuned

cell_tags = [
    "td",
    "div",  # layout
]
#forms = true

# Others
[[pane]]
extractor = "cx_extractor"
settings = {}
"""
    file.write_bytes(text.encode())
    document = SettingsDocument("crunch", file)
    limited = document.settings.replace(limit=0.7, forms=False)
    document.change(limited.replace(cell_tags=("td", "li", "div")), now=0.0)
    document.save(file)

    expected = text.replace("0.5  ", "0.7  ").replace("#forms = true", "forms = false")
    assert file.read_bytes().decode() == expected.replace('"td",', '"td",\n    "li",')
    assert not document.is_overtaken(file)


def test_saving_under_another_name_takes_the_comments_along(file: Path, tmp_path: Path):
    text = '[[pane]]\nextractor = "crunch"  # table 3\nsettings.limit = 0.5\n'
    file.write_bytes(text.encode())
    document = SettingsDocument("crunch", file)
    document.change(CrunchSettings(limit=0.7), now=0.0)
    document.save(tmp_path / "other.toml")

    assert (tmp_path / "other.toml").read_text(encoding="utf-8") == text.replace("0.5", "0.7")
    assert file.read_bytes() == text.encode()


def test_file_without_the_extractor_gets_a_pane_of_it(file: Path):
    document = SettingsDocument("bte", file)
    unsaved = document.is_changed
    added = document.is_added
    document.save(file)

    assert added
    assert not unsaved
    assert [pane.name for pane in settings_file.load(file)][-1] == "bte"
    assert not document.is_added


def test_file_that_is_not_there_yet_is_written(tmp_path: Path):
    file = tmp_path / "new" / "prefs.toml"
    document = SettingsDocument("crunch", file)
    document.save(file)

    (pane,) = settings_file.load(file)
    assert pane.settings == CrunchSettings()


def test_undo_back_to_the_saved_settings_leaves_nothing_unsaved(file: Path):
    document = SettingsDocument("crunch", file)
    document.change(CrunchSettings(limit=0.7), now=0.0)
    document.change(CrunchSettings(limit=0.7, forms=False), now=0.1)
    document.undo()
    after_one = document.settings
    document.undo()

    assert after_one == CrunchSettings(limit=0.7)
    assert not document.is_changed


def test_rapid_changes_of_one_setting_are_one_undo_step(file: Path):
    document = SettingsDocument("crunch", file)
    for index, limit in enumerate((0.6, 0.7, 0.8)):
        document.change(CrunchSettings(limit=limit), now=index / 10)
    document.undo()

    assert document.settings == CrunchSettings(limit=0.5)


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("[[pane", SettingsError, r"prefs\.toml"),
        (
            '[[pane]]\nextractor = "crunch"\n[pane.settings]\nlimit = 9',
            SettingsError,
            r"prefs\.toml: pane crunch: limit must be at most 5",
        ),
        (
            '[[pane]]\nextractor = "crunch"\n[pane.settings]\nlimt = 1',
            UnknownNameError,
            r"prefs\.toml: pane crunch: unknown setting 'limt'; did you mean 'limit'",
        ),
    ],
)
def test_unreadable_file_is_reported_with_its_field_and_the_open_file_stays(
    tmp_path: Path, text: str, kind: type[Exception], message: str
):
    file = tmp_path / "prefs.toml"
    file.write_text(text, encoding="utf-8")
    document = SettingsDocument("crunch")
    document.change(CrunchSettings(limit=0.7), now=0.0)

    with pytest.raises(kind, match=message):
        document.open(file)
    assert document.settings == CrunchSettings(limit=0.7)
    assert document.file is None
    assert not document.is_added
    assert document.session.can_undo()


def test_unknown_extractor_gets_the_nearest_name():
    with pytest.raises(UnknownNameError, match="did you mean 'crunch'"):
        SettingsDocument("cruch")


def test_file_written_by_another_program_is_noticed(file: Path, tmp_path: Path):
    document = SettingsDocument("crunch", file)
    before = document.is_overtaken(file)
    file.write_text(FILE + "# seen", encoding="utf-8")
    after = document.is_overtaken(file)
    document.save(file)

    assert not before
    assert after
    assert not document.is_overtaken(file)
    assert not document.is_overtaken(tmp_path / "other.toml")


def test_file_that_is_no_longer_text_counts_as_overtaken(file: Path):
    document = SettingsDocument("crunch", file)
    file.write_bytes(b"\xff\xfe\x00")
    as_bytes = document.is_overtaken(file)
    file.unlink()
    is_overtaken = document.is_overtaken(file)
    file.mkdir()

    assert as_bytes
    assert not is_overtaken
    assert document.is_overtaken(file)


def test_invalid_file_name_is_reported_with_the_reason(tmp_path: Path):
    name = f"{'a' * 300}.toml"

    with pytest.raises(SettingsError, match=rf"{name} cannot be read: File name too long"):
        SettingsDocument("crunch", tmp_path / name)


def test_file_in_a_locked_folder_is_reported_with_the_reason(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_args: object, **_more: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    for name in ("stat", "open", "read_bytes", "read_text"):
        monkeypatch.setattr(type(file), name, refuse)

    with pytest.raises(SettingsError, match=r"prefs\.toml cannot be read: Permission denied"):
        SettingsDocument("crunch", file)
