"""Modules, tables and extractors of every worker process, loaded by the server that forks them.

No other module imports it, because the import takes the time that the workers save.
"""

import os

from boilerscope.extractors import registry
from boilerscope.extractors.page.code_points import categories
from boilerscope.extractors.runs import workers
from boilerscope.extractors.runs.fork_server import EXTRACTORS

__all__ = ["workers"]

categories()
registry.load_built_in(os.environ.pop(EXTRACTORS, "").split())
