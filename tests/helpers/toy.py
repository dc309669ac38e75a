"""Extractors of a plug-in package for tests: one that works, and one for each failure.

`install` puts a package with entry points on the path, so that the registry, worker processes and
subprocesses find it like any plug-in.
"""

from __future__ import annotations

import functools
import multiprocessing
import os
import signal
import subprocess
import threading
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors import registry
from boilerscope.extractors.errors import ExtractorError, SettingsError
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column, Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, ExtractorInput, Preset
from boilerscope.extractors.model.settings import NoSettings, PipelineStep, Settings, StepKind, knob
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.page import segments
from boilerscope.extractors.page.kept_text import kept_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pytest

    from boilerscope.extractors.page import Page


class Unit(StrEnum):
    """The unit of a count."""

    WORDS = "words"
    SIGNS = "signs"


@dataclass(frozen=True)
class StepSettings(Settings):
    """Settings of the only kind of pipeline step."""

    least: int = knob(1, "Least", "Smallest amount that is kept.", low=0, high=9)


STEP = StepKind("at_least", "Keep what has enough", "Keeps blocks of enough words.", StepSettings)


@dataclass(frozen=True)
class ToySettings(Settings):
    """One setting of every kind."""

    min_words: int = knob(
        3,
        "Min. words",
        "Shorter blocks are dropped.",
        unit="words",
        low=0,
        high=100,
        bounds="words",
    )
    max_words: int | None = knob(
        None, "Max. words", "Longer blocks are dropped.", unit="words", low=0, high=10_000
    )
    share: float = knob(0.5, "Share", "A share of something.", low=0.0, high=1.0, step=0.05)
    unit: Unit = knob(Unit.WORDS, "Unit", "What is counted.")
    invert: bool = knob(False, "Invert", "Keeps what would be dropped.")
    mark: str = knob("", "Mark", "Written before the text.")
    skipped: tuple[str, ...] = knob((), "Skipped", "Blocks with one of these words are dropped.")
    swaps: tuple[tuple[str, ...], ...] = knob(
        (), "Swaps", "Words that are swapped.", columns=("from", "to")
    )
    pipeline: tuple[PipelineStep, ...] = knob(
        (), "Pipeline", "Further steps.", catalogue=lambda: {STEP.name: STEP}
    )

    def check(self) -> None:
        """Reject an empty span."""
        if self.max_words is not None and self.max_words < self.min_words:
            raise SettingsError("max_words must be at least min_words", field="max_words")

    def resolve(self) -> ToySettings:
        """Replace a missing upper limit by the largest value."""
        return replace(self, max_words=10_000) if self.max_words is None else self


class Toy(Extractor[ToySettings]):
    """Keeps segments by their number of words."""

    id = "toy"
    name = "Toy"
    summary = "Keeps segments of enough words."
    help = "Counts words."
    reference = "Nobody, Journal of Toys, 2020"
    settings_class = ToySettings
    presets = (Preset("long", {"min_words": 10}, "Long blocks only."),)

    def extract(self, page: Page, settings: ToySettings, *_: object) -> Extraction:
        """Keep segments from `min_words` to `max_words` tokens."""
        cut = segments(page)
        blocks = Blocks.from_ranges(cut.token_start, cut.token_end, cut.element)
        words = blocks.token_counts()
        resolved = settings.resolve()
        enough = words >= resolved.min_words
        fits = words <= (resolved.max_words or 0)
        content = (enough & fits) ^ settings.invert
        rules = (
            Rule("R1", Outcome.DROP, (Test("words", "<", "min_words"),)),
            Rule("R2", Outcome.DROP, (Test("words", ">", "max_words"),)),
            Rule("R3", Outcome.KEEP, explanation="{words} words are enough"),
        )
        rule = np.where(~enough, 1, np.where(~fits, 2, 3)).astype(np.int32)
        mask = blocks.mask(content, page.n_tokens)
        return Extraction(
            self.id,
            Status.OK if mask.any() else Status.EMPTY,
            blocks=blocks,
            columns=(Column("words", "Words", "words", "Tokens of the block.", words),),
            steps=(Step("S1", "Keep blocks of enough words", rules, rule, content),),
            content=content,
            mask=mask,
            own_text=settings.mark + kept_text(page, mask),
            message="" if mask.any() else "No block has enough words.",
        )


class _Simple(Extractor[NoSettings]):
    name = "Simple"
    summary = "Something in one way or another."
    help = ""
    reference = ""
    settings_class = NoSettings

    def __init__(self, identifier: str) -> None:
        self.id = identifier

    def extract(self, page: Page, *_: object) -> Extraction:
        return Extraction(self.id, Status.OK, mask=np.ones(page.n_tokens, dtype=np.bool_))


class Raising(_Simple):
    """Raises the error it was created with."""

    def __init__(self, identifier: str, error: Exception) -> None:
        super().__init__(identifier)
        self._error = error

    def extract(self, *_: object) -> Extraction:
        """Raise."""
        raise self._error


class Hanging(_Simple):
    """Never ends."""

    def extract(self, *_: object) -> Extraction:
        """Wait for ever; if `BEGUN` is set, create its file first."""
        if BEGUN in os.environ:
            Path(os.environ[BEGUN]).touch()
        threading.Event().wait()
        raise AssertionError("the event came")


class Printing(_Simple):
    """Prints in every possible way."""

    def inputs(self, settings: NoSettings) -> Sequence[ExtractorInput]:  # noqa: ARG002 - part of the contract
        """Print, and declare no inputs."""
        print("printed by inputs")  # noqa: T201 - what it is for
        return []

    def extract(self, page: Page, *_: object) -> Extraction:
        """Print from Python, from the process and from a child process."""
        print("printed by extract")  # noqa: T201 - what it is for
        os.write(1, b"written by extract\n")
        subprocess.run(["/bin/echo", "said by extract"], check=True)
        return super().extract(page)


class Greedy(_Simple):
    """Allocates more memory than a worker may have."""

    def extract(self, page: Page, *_: object) -> Extraction:
        """Allocate 64 GiB without touching them."""
        held = np.empty(64 * 2**30, dtype=np.uint8)
        return Extraction(self.id, Status.OK, mask=held[: page.n_tokens] > 0)


class Dying(_Simple):
    """Kills its own process."""

    def extract(self, *_: object) -> Extraction:
        """Kill the process, which must be a worker."""
        if multiprocessing.parent_process() is None:
            raise ExtractorError("this is not a worker process")
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("survived")


class Locked(_Simple):
    """Returns a result that cannot be sent to a different process."""

    def extract(self, page: Page, *_: object) -> Extraction:
        """Return a result that contains a lock."""
        scores: Any = {"lock": threading.Lock()}
        mask = np.ones(page.n_tokens, dtype=np.bool_)
        return Extraction(self.id, Status.OK, mask=mask, scores=scores)


class Wrong(_Simple):
    """Returns the object it was created with, which fits no page."""

    def __init__(self, identifier: str, result: Any) -> None:
        super().__init__(identifier)
        self._made = result

    def extract(self, *_: object) -> Extraction:
        """Return the object."""
        result: Extraction = self._made
        return result


class Dependent(_Simple):
    """Keeps the tokens that all of its inputs keep."""

    def __init__(self, identifier: str, *names: str) -> None:
        super().__init__(identifier)
        self._names = names

    def inputs(self, settings: NoSettings) -> Sequence[ExtractorInput]:  # noqa: ARG002 - part of the contract
        """Return the extractors it was created with."""
        return [ExtractorInput(name) for name in self._names]

    def extract(self, page: Page, *more: Any) -> Extraction:
        """Return the tokens in all masks, and the status of each input as the message."""
        mask = np.ones(page.n_tokens, dtype=np.bool_)
        inputs: Sequence[Extraction] = more[1]
        for extraction in inputs:
            mask &= extraction.mask
        message = " ".join(
            f"{extraction.extractor}={extraction.status.value}" for extraction in inputs
        )
        return Extraction(self.id, Status.OK, mask=mask, message=message)


BEGUN = "BOILERSCOPE_TOY_BEGUN"
"""Environment variable with the file that `Hanging` creates when it starts."""

NONE = NoSettings()
TOY = Toy()
RAISING = Raising("raising", ValueError("this page has\nno end"))
REFUSING = Raising("refusing", ExtractorError("needs a page of at least two words"))
HANGING = Hanging("hanging")
PRINTING = Printing("printing")
GREEDY = Greedy("greedy")
DYING = Dying("dying")
LOCKED = Locked("locked")
NOTHING = Wrong("nothing", None)
SHORT_MASK = Wrong("short_mask", Extraction("short_mask", Status.OK))
CIRCLE_A = Dependent("circle_a", "circle_b")
CIRCLE_B = Dependent("circle_b", "circle_a")
AROUND = Dependent("around", "toy", "circle_a")
BOTH = Dependent("both", "toy", "raising")

ENTRIES: Mapping[str, str] = {
    "toy": "TOY",
    "raising": "RAISING",
    "refusing": "REFUSING",
    "hanging": "HANGING",
    "printing": "PRINTING",
    "greedy": "GREEDY",
    "dying": "DYING",
    "locked": "LOCKED",
    "nothing": "NOTHING",
    "short_mask": "SHORT_MASK",
    "circle_a": "CIRCLE_A",
    "circle_b": "CIRCLE_B",
    "around": "AROUND",
    "both": "BOTH",
}


def install(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    *names: str,
    package: str = "toys",
    extra: Mapping[str, str] | None = None,
) -> None:
    """Install a package with entry points for the time of a test.

    Parameters
    ----------
    monkeypatch : MonkeyPatch
        Removes the package again.
    folder : Path
        An empty folder.
    *names : str
        Extractors of this module, see `ENTRIES`.
    extra : mapping of str to str
        Further entry points, such as broken ones: identifier to ``module:object``.
    """
    points = {name: f"{__name__}:{ENTRIES[name]}" for name in names} | dict(extra or {})
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"[{registry.GROUP}]", *(f"{name} = {target}" for name, target in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(registry, "_load", functools.cache(registry._load.__wrapped__))  # noqa: SLF001 - a cache of this test alone
    monkeypatch.setattr(registry, "_points", functools.cache(registry._points.__wrapped__))  # noqa: SLF001 - a cache of this test alone
