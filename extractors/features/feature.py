"""Features of blocks, each declared once with its function, and their columns.

A column is measured when it is first read: a model reads about half of them. The page caches the
values, but not what measures them: it refers to the page, and a reference cycle would keep an
unused page in memory until the garbage collector runs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import FloatArray

G = TypeVar("G")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Feature(Generic[G]):
    """One column of a matrix of blocks.

    Attributes
    ----------
    label : str
        Plain name.
    unit : str
        Unit, empty for pure numbers.
    meaning : str
        One sentence with the formula.
    measure : function
        Returns the values, shape (n,), from the blocks and their other columns.
    of_page : bool
        Whether the value is the same for all blocks of a page.
    """

    name: str
    label: str
    unit: str
    meaning: str
    measure: Callable[[Columns[G]], FloatArray]
    of_page: bool = False


class Columns(Mapping[str, "FloatArray"], Generic[G]):
    """Columns of a list of blocks by the name of their feature.

    Attributes
    ----------
    grid : Grid
        The blocks and their counts.

    Parameters
    ----------
    features : iterable of Feature
        Declares the columns.
    measured : dict of str to array of float
        Measured columns; a column that is read is added.
    """

    def __init__(
        self, grid: G, features: Iterable[Feature[G]], measured: dict[str, FloatArray]
    ) -> None:
        self.grid = grid
        self._features = {feature.name: feature for feature in features}
        self._measured = measured
        self._shared: dict[Hashable, Any] = {}

    def __getitem__(self, name: str) -> FloatArray:
        values = self._measured.get(name)
        if values is None:
            values = self._measured[name] = self._features[name].measure(self)
        return values

    def __iter__(self) -> Iterator[str]:
        return iter(self._features)

    def __len__(self) -> int:
        return len(self._features)

    def shared(self, part: Callable[..., T], *arguments: Hashable) -> T:
        """Return ``part(self, *arguments)``, computed once for all features that use it."""
        key = (part, *arguments)
        if key not in self._shared:
            self._shared[key] = part(self, *arguments)
        result: T = self._shared[key]
        return result
