"""The contract of an extractor: an algorithm with settings, run on a page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from extractors.model.extraction import Extraction
    from extractors.page import Page

from extractors.model.settings import Settings, from_table

S = TypeVar("S", bound=Settings)

_DEFAULTS: dict[type[Settings], Settings] = {}
"""The record with all defaults by class: it is frozen, so that one is enough."""


@dataclass(frozen=True, slots=True)
class ExtractorInput:
    """Another extractor whose result is an input; the runner hands its extraction in."""

    extractor: str
    settings: Settings | None = None


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of field values.

    Attributes
    ----------
    name : str
        Shown in the panel and used in files.
    values : mapping
        Plain values of the fields that differ from the default.
    help : str
        One sentence on what it is for.
    """

    name: str
    values: Mapping[str, Any]
    help: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """Name of a value that describes the whole page, see `Extraction.scores`.

    Attributes
    ----------
    name : str
        Its key there, as files use it.
    label : str
        Plain name.
    unit : str
        Unit, empty for pure numbers.
    meaning : str
        One sentence with the formula.
    """

    name: str
    label: str
    unit: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class TextRepair:
    """Why the own text of an extractor runs words together, and the setting that parts them.

    Attributes
    ----------
    reason : str
        One sentence for readers.
    field : str
        A switch of the settings; on: words and blocks are parted.
    share : float
        Words run together where the own text has less than this share of the words (runs without
        white space) that the kept text has on the page.
    """

    reason: str
    field: str
    share: float


class Extractor(ABC, Generic[S]):
    """Base of built-in and outside extractors.

    Attributes
    ----------
    id : str
        Identifier on the command line, in files and in panes.
    name : str
        Plain name.
    summary : str
        One sentence: what is kept, and by what measure.
    help : str
        Markdown: what it does, formula, source, where it fails.
    reference : str
        Who published it, where, when.
    settings_class : type of Settings
        Its settings, all with defaults.
    presets : tuple of Preset
        Named settings.
    scores : tuple of Score
        Names of the figures that its results carry, in the order in which they are shown.
    text_repair : TextRepair or None
        Where its source writes text that runs together.
    needs : frozenset of str
        ``layout`` or ``model`` where a page alone is not enough.
    makes_tree : bool
        Whether its results have a tree, see `Extraction.tree`.
    foreign : bool
        Whether it must run in a worker process (peer libraries, plug-ins, user-written patterns).
    """

    id: str
    name: str
    summary: str
    help: str
    reference: str
    settings_class: type[S]
    presets: tuple[Preset, ...] = ()
    scores: tuple[Score, ...] = ()
    text_repair: TextRepair | None = None
    needs: frozenset[str] = frozenset()
    makes_tree: bool = False
    foreign: ClassVar[bool] = False

    def default_settings(self) -> S:
        """Return the settings at their defaults."""
        if self.settings_class not in _DEFAULTS:
            _DEFAULTS[self.settings_class] = self.settings_class()
        return cast("S", _DEFAULTS[self.settings_class])

    def missing(self) -> str:
        """Return what is not installed, and the command that installs it; empty if all is there."""
        return ""

    def preset_settings(self, preset: Preset) -> Settings:
        """Return the settings that a preset stands for."""
        return from_table(self.settings_class, preset.values)

    def inputs(self, settings: S) -> Sequence[ExtractorInput]:  # noqa: ARG002 - part of the contract
        """Return the extractors whose results `extract` needs, in order."""
        return ()

    @abstractmethod
    def extract(self, page: Page, settings: S, inputs: Sequence[Extraction]) -> Extraction:
        """Return what the algorithm makes of the page.

        Parameters
        ----------
        page : Page
            Never edited.
        settings : Settings
            A record of `settings_class`.
        inputs : sequence of Extraction
            Results for `inputs`, in the same order.

        Returns
        -------
        Extraction
            With status ``empty`` and a message where the specification describes a fault; any
            exception that escapes becomes status ``error`` in the runner.
        """
