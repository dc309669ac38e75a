"""Presets of the user: save settings as a preset, and edit the presets file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QInputDialog, QWidget

from boilerscope.app.window.translation import translate
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats import presets_file
from boilerscope.extractors.system.late import late_call

if TYPE_CHECKING:
    from boilerscope.app.session.presets import Presets
    from boilerscope.app.window.dialogs import show_error
    from boilerscope.extractors.model.settings import Settings
else:
    show_error = late_call("boilerscope.app.window.dialogs", "show_error")


def ask_and_save(
    parent: QWidget, presets: Presets, extractor: str, settings: Settings, provenance: str = ""
) -> str:
    """Ask for a name and save settings as a preset; return the name, empty if none is saved.

    The provenance of the settings becomes the help of the preset.
    """
    name, accepted = QInputDialog.getText(
        parent, translate("Save as a preset"), translate("Name of the preset")
    )
    if accepted and save(parent, presets, extractor, settings, name, provenance):
        return name.strip()
    return ""


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
