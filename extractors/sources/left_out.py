"""What a file of many records, or a folder, leaves out: counted, by reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Tell: TypeAlias = Callable[["LeftOut"], None]

_MAX_NAMED = 3
"""Maximum number of media types that a message names."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The records of one file that are not pages, or the files of a folder that are not read.

    Its text is a sentence.

    Attributes
    ----------
    file : str
        The file or folder.
    records : mapping of (str, str) to int
        Number of records by reason and media type; the type is empty where it is not the reason. Of
        a folder, files by kind and name.
    unit, why : str
        What is counted, and why it is left out.
    """

    file: str
    records: Mapping[tuple[str, str], int]
    unit: str = "record"
    why: str = "because only HTML is read"

    @property
    def total(self) -> int:
        """Number of records."""
        return sum(self.records.values())

    def by_reason(self) -> Counter[str]:
        """Return the number of records by reason."""
        reasons: Counter[str] = Counter()
        for (reason, _media_type), n_records in self.records.items():
            reasons[reason] += n_records
        return reasons

    def __str__(self) -> str:
        types: dict[str, Counter[str]] = {}
        for (reason, media_type), n_records in sorted(self.records.items()):
            types.setdefault(reason, Counter())[media_type] += n_records
        parts = []
        for reason, by_type in types.items():
            named = [name for name, _ in by_type.most_common(_MAX_NAMED) if name]
            more = ", ..." if len(by_type) > _MAX_NAMED else ""
            shown = f" ({', '.join(named)}{more})" if named else ""
            parts.append(f"{by_type.total():,} {reason}{shown}")
        records = counted(self.total, self.unit)
        listed = "; ".join(parts)
        return f"{self.file}: {records} left out, {self.why}: {listed}."
