"""Name that a dialog proposes for a file about what is on screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.files import file_name
from boilerscope.extractors.system.late import late_call

if TYPE_CHECKING:
    from boilerscope.app.session.exporting import page_id
    from boilerscope.app.window.controllers.context import Context
else:
    page_id = late_call("boilerscope.app.session.exporting", "page_id")


def proposed_file(context: Context, ending: str) -> Path:
    """Return a file in the folder of the last export, named by the page or corpus on screen.

    Parameters
    ----------
    ending : str
        End of the name, such as ``-report.html``.
    """
    folder = context.preferences.current.last_export_folder or str(Path.home())
    page, state = context.session.page, context.corpus.state
    if state.is_shown or page is None:
        name = Path(state.record.path).stem or "corpus"
    else:
        name = page_id(page, context.address)
    stem, _, suffix = f"{name}{ending}".rpartition(".")
    return Path(folder) / file_name(stem, "", suffix)
