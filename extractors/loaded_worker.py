"""What every worker process needs: the server that forks them imports this module.

Nothing else does, because importing it takes the time that the workers then save.
"""

from extractors import workers
from extractors.page.code_points import categories

__all__ = ["workers"]

categories()
