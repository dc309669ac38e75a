"""The contract of an extractor: an algorithm with settings, run on a page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.model.settings import Settings, from_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page

S = TypeVar("S", bound=Settings)

_DEFAULTS: dict[type[Settings], Settings] = {}
"""Record with all defaults, by class; records are frozen, so one record is enough."""


@dataclass(frozen=True, slots=True)
class ExtractorInput:
    """Another extractor whose result is an input; the runner passes its extraction."""

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
        One sentence on its purpose.
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
        Its key in `Extraction.scores` and in files.
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
    """Reason why an extractor's own text runs words together, and the setting that separates them.

    Attributes
    ----------
    reason : str
        One sentence for users.
    field : str
        A switch of the settings; if on, words and blocks are separated.
    share : float
        The note appears if the own text has less than this share of the words (runs without white
        space) that the kept text has on the page.
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
        Markdown: method, formula, source, known failures.
    reference : str
        Authors, publication, year.
    settings_class : type of Settings
        Its settings, all with defaults.
    presets : tuple of Preset
        Named settings.
    scores : tuple of Score
        Names of the scores of its results, in the order in which they are shown.
    text_repair : TextRepair or None
        Set if its source writes text that runs together.
    needs : frozenset of str
        ``layout``, ``model`` or ``site`` (other pages of the site) if a page alone is not enough.
    makes_tree : bool
        Whether its results have a tree, see `Extraction.tree`.
    own_formats : tuple of str
        Formats in which it writes its result itself, see `own_output`.
    foreign : bool
        Whether it must run in a worker process (peer libraries, plug-ins, user-written patterns).
    thresholds : frozenset of str
        Settings that only the tests of the last step read: with other values, the state of each
        block follows from the quantities of one run, see `restated`. The rules of the step must be
        in the order in which they are tried.
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
    own_formats: tuple[str, ...] = ()
    foreign: ClassVar[bool] = False
    thresholds: frozenset[str] = frozenset()

    def default_settings(self) -> S:
        """Return the settings at their defaults."""
        if self.settings_class not in _DEFAULTS:
            _DEFAULTS[self.settings_class] = self.settings_class()
        return cast("S", _DEFAULTS[self.settings_class])

    def explains(self) -> bool:
        """Return whether an explaining run (`explaining`) has steps that a plain run lacks."""
        return False

    def missing(self) -> str:
        """Return the missing packages and the command that installs them; empty if none."""
        return ""

    def preset_settings(self, preset: Preset) -> Settings:
        """Return the settings of a preset."""
        return from_table(self.settings_class, preset.values)

    def inputs(self, settings: S) -> Sequence[ExtractorInput]:  # noqa: ARG002 - part of the contract
        """Return the extractors whose results `extract` needs, in order."""
        return ()

    def without_step(self, settings: S, number: int) -> ExtractorInput | None:  # noqa: ARG002 - part of the contract
        """Return extractor and settings of the same passes without one of them.

        None if the pass cannot be left out, as for most methods: a pass needs the passes before it.

        Parameters
        ----------
        number : int
            Position of the pass in `Extraction.steps`.
        """
        return None

    def own_output(self, page: Page, settings: S, format_name: str) -> str:  # noqa: ARG002 - part of the contract
        """Return the result in one of `own_formats`, exactly as the extractor writes it.

        Raises
        ------
        ExtractorError
            If the extractor does not write this format.
        """
        known = " and ".join(self.own_formats)
        instead = f" It writes {known}." if known else " Choose the page text."
        raise ExtractorError(f"{self.id} does not write {format_name} itself.{instead}")

    @abstractmethod
    def extract(self, page: Page, settings: S, inputs: Sequence[Extraction]) -> Extraction:
        """Run the algorithm on a page.

        Parameters
        ----------
        page : Page
            The page; never modified.
        settings : Settings
            A record of `settings_class`.
        inputs : sequence of Extraction
            Results of `inputs`, in the same order.

        Returns
        -------
        Extraction
            With status ``empty`` and a message if the specification describes a fault; the runner
            turns any other exception into status ``error``.
        """
