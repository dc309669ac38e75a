"""Modules and tables of every worker process, loaded by the server that forks them.

No other module imports it, because the import takes the time that the workers save.
"""

from boilerscope.extractors.page.code_points import categories
from boilerscope.extractors.runs import workers

__all__ = ["workers"]

categories()
