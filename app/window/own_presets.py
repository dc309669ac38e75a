"""Presets of the user: save, rename and delete one, and edit their file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from boilerscope.app.window.translation import translate
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats import presets_file
from boilerscope.extractors.system.late import late_calls

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.app.session.presets import Presets
    from boilerscope.app.window.dialogs import ask_text, ask_yes, show_error
    from boilerscope.extractors.model.settings import Settings
else:
    ask_text, ask_yes, show_error = late_calls(
        "boilerscope.app.window.dialogs", "ask_text", "ask_yes", "show_error"
    )


def ask_and_save(
    parent: QWidget, presets: Presets, extractor: str, settings: Settings, provenance: str = ""
) -> str:
    """Ask for a name and save settings as a preset; return the name, empty if none is saved.

    The provenance of the settings becomes the help of the preset.
    """
    name = ask_text(parent, translate("Save as a preset"), translate("Name of the preset"))
    if name in {preset.name for preset in presets.own(extractor)}:
        question = translate("You already have a preset {name}. Replace it?").format(name=name)
        if not ask_yes(parent, question, translate("Replace")):
            return ""
    if name and save(parent, presets, extractor, settings, name, provenance):
        return name
    return ""


def ask_and_rename(parent: QWidget, presets: Presets, extractor: str, name: str) -> str:
    """Ask for another name of a preset; return it, empty if it is not renamed."""
    title, label = translate("Rename the preset"), translate("Name of the preset")
    new_name = ask_text(parent, title, label, name)
    if new_name in {"", name}:
        return ""
    try:
        loaded = registry.extractor(extractor)
        presets_file.rename_preset(presets.folder, loaded, name, new_name)
    except BoilerscopeError as error:
        show_error(parent, translate("The preset could not be renamed"), str(error))
        return ""
    return new_name


def ask_and_delete(parent: QWidget, presets: Presets, extractor: str, name: str) -> bool:
    """Ask whether to delete a preset, and delete it; return whether it is deleted."""
    question = translate("Delete the preset {name}?").format(name=name)
    if not ask_yes(parent, question, translate("Delete")):
        return False
    try:
        presets_file.delete_preset(presets.folder, registry.extractor(extractor), name)
    except BoilerscopeError as error:
        show_error(parent, translate("The preset could not be deleted"), str(error))
        return False
    return True


def save(
    parent: QWidget,
    presets: Presets,
    extractor: str,
    settings: Settings,
    name: str,
    provenance: str = "",
) -> bool:
    """Write settings as a preset of an extractor; return whether it could be written."""
    try:
        loaded = registry.extractor(extractor)
        presets_file.save_preset(presets.folder, loaded, settings, name.strip(), help=provenance)
    except BoilerscopeError as error:
        show_error(parent, translate("The preset could not be saved"), str(error))
        return False
    return True


def edit_file(presets: Presets, extractor: str) -> str:
    """Open the file of the user's presets; return an error message, or an empty text."""
    file = presets_file.presets_file(presets.folder, registry.extractor(extractor))
    if not file.exists():
        return translate("You have no presets yet. Save one first.")
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(file))):
        return ""
    return translate("No program opened the presets file:") + f" {file}"
