"""The inspector: what each pane did with the selected block, why, and what would change it."""

from widgets.inspector.view import Inspector

__all__ = ["Inspector"]
