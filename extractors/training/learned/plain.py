"""Plain rows: training rows measured as if the markup of their page named nothing.

Old pages, and pages of small sites, have no elements such as ``article`` or ``nav``, no roles, no
metadata, and classes in the language of their authors or none. There are hardly any in our gold
standards, and a model that never saw one trusts names too much. Structure, punctuation, links,
repetition and position remain in a plain row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.matrix import NAMES
from boilerscope.extractors.features.tree import NONE_NEAR

if TYPE_CHECKING:
    from boilerscope.extractors.training.learned.rows import FeatureArray

PLAIN_SHARE = 0.3
"""Share of the training rows that are plain."""

_NEW_TAGS = ("article", "main", "aside", "navt", "footert", "headert", "section", "figure")
_NO_ELEMENT = -0.1
_ABSENT = {
    **{name: float(NONE_NEAR) for name in NAMES if name.startswith(("k_", "s_"))},
    **{f"t_{tag}": float(NONE_NEAR) for tag in _NEW_TAGS},
    **{name: _NO_ELEMENT for name in NAMES if name.startswith("jl_")},
    **{name: 0.0 for name in NAMES if name.startswith("ty_")},
    **{f"big{kind}": 0.0 for kind in ("article", "content", "post")},
    **{f"big{kind}_share": _NO_ELEMENT for kind in ("article", "content", "post")},
    **dict.fromkeys(("own_section", "own_figcaption", "pg_articles", "pg_main"), 0.0),
    **dict.fromkeys(("pg_comments", "pg_post", "pg_jlbody"), 0.0),
}
"""Value of each feature that reads names, on a page without names."""


def plain(features: FeatureArray) -> FeatureArray:
    """Return a copy of rows as if their page had no new elements, names, roles or metadata."""
    copied = features.copy()
    columns = [NAMES.index(name) for name in _ABSENT]
    copied[:, columns] = np.array(list(_ABSENT.values()), dtype=features.dtype)
    return copied
