"""Inspector: the decision of each pane on the selected block, its reasons, and alternatives."""

from boilerscope.widgets.inspector.view import Inspector

__all__ = ["Inspector"]
