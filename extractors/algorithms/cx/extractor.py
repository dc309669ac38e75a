"""cx-extractor: main content as ranges of long consecutive source lines.

Chen Xin, 2009 to 2011. Markup is deleted by patterns and the rest is divided into lines; a block is
K consecutive lines; a region starts where a block is longer than a threshold and ends where a block
is empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.cx.outline import Outline, Reading, outline_of, read
from boilerscope.extractors.algorithms.cx.settings import CountUnit, CxSettings, Profile
from boilerscope.extractors.algorithms.cx.source_lines import Cleaning, SourceLines, source_lines
from boilerscope.extractors.algorithms.cx.steps import LABELS, make_steps
from boilerscope.extractors.model.extraction import Column, Curve, Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset, Score, TextRepair
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page import Page


class CxExtractor(Extractor[CxSettings]):
    """Extractor by the line-block distribution, with all its profiles."""

    id = "cx_extractor"
    name = "cx-extractor"
    summary = (
        "Keeps ranges of source lines in which several consecutive lines together are longer than "
        "a threshold."
    )
    reference = (
        "Chen Xin: Main-text extraction from general web pages by the line-block distribution "
        "function (基于行块分布函数的通用网页正文抽取), Harbin Institute of Technology, 2009; "
        "public Java program 2010, revised 2011."
    )
    settings_class = CxSettings
    text_repair = TextRepair(
        "Its text has no spaces: white space is deleted, as in the original program.",
        "keep_spaces",
        share=0.5,
    )
    scores = (
        Score("threshold", "Threshold", "", "Block length above which a region starts."),
        Score("lines", "Lines", "", "Number of lines after markup was deleted."),
        Score("empty_lines", "Empty lines", "", "Number of lines that contain only markup."),
        Score("regions", "Regions", "", "Number of regions found."),
        Score("regions_kept", "Regions kept", "", "Number of regions that are content."),
    )
    presets = (
        Preset("Java program, 2010", {}, "The first public program."),
        Preset(
            "Java program, 2011",
            {"profile": "java_2011"},
            "Computes the threshold from the page and deletes runs of links first.",
        ),
        Preset(
            "Paper, read literally",
            {"profile": "paper"},
            "The four conditions of the paper; keeps the region with the longest block.",
        ),
        Preset(
            "Repaired",
            {"reset_after_drop": True, "close_at_end": True},
            "The 2010 program without its losses after a copyright notice and at the end of the "
            "page.",
        ),
        Preset(
            "Counted as in the Perl port",
            {"count_unit": "gb18030", "threshold": 100, "keep_regions": "first"},
            "Counts bytes, with a threshold of 100, and keeps the first region; the other rules of "
            "that port are not included.",
        ),
        Preset(
            "Page without line ends",
            {"resplit": True},
            "Divides the source at block-level tags first.",
        ),
    )
    help = """\
The method does not use the tree of the page. It deletes markup from the source by patterns
(scripts, styles, comments, entities, tags), divides the rest into **lines** and deletes their white
space. Blank lines stay, because they mark the ends of regions.

**Block length.** `D[i]` is the total length of the lines `i ... i + K - 1` (K = 3). The curve shows
it for each line, with the threshold as a horizontal line.

**Regions.** A region starts at line `i` if `D[i] > threshold` and one of the next three blocks is
not empty. It ends where `D[i] = 0` or `D[i + 1] = 0`. Its lines with at least 5 characters are the
text. A region that contains *Copyright* or *版权所有* is dropped.

**Profiles.** *2010* is the first public program. *2011* also deletes runs of three or more links,
computes the threshold from the page (50 to 100), lets the first region start at half of it, and
keeps a region that is still open at the end of the page. *Paper* starts a region only if the next K
blocks all contain text, ends it at two empty blocks, and keeps only the region with the longest
block.

**Where it fails.** Pages saved on one line have no blank lines (see *Divide at block-level tags*).
In 2010 a region still open at the end of the page is lost, and so is everything after a dropped
region, because the program never closes it; settings repair both. No block starts in the last K
lines. In languages with spaces words run together, because white space is deleted; *Show white
space* restores it. 2011 deletes everything from the first quote of a tag to the last quote of its
line, including any text between.
"""

    def extract(self, page: Page, settings: CxSettings, inputs: Sequence[Extraction]) -> Extraction:
        """Return the kept lines of the page's source.

        If the programs would stop because they read beyond the end of D, the value counts as 0 and
        a warning is added. If the program of 2011 would divide by zero, the status is ``empty``
        with a message.
        """
        del inputs
        resolved = settings.resolve()
        cleaning = Cleaning.LINK_RUNS if resolved.profile is Profile.JAVA_2011 else Cleaning.TAGS
        lines = source_lines(page, cleaning, resplit=resolved.resplit)
        reading = read(lines, resolved)
        outline = outline_of(reading, settings)
        steps = make_steps(outline)
        content = steps[-1].content
        text = "".join(reading.shown(line) + "\n" for line in np.flatnonzero(content).tolist())
        return Extraction(
            extractor=self.id,
            status=Status.OK if text else Status.EMPTY,
            settings=settings,
            message="" if text else _why_empty(outline, page),
            blocks=lines.blocks,
            columns=Lazy(lambda: _columns(outline, reading)),
            steps=steps,
            content=content,
            mask=lines.blocks.mask(content, page.n_tokens),
            own_text=text,
            label_names=LABELS,
            labels=steps[-1].labels,
            scores=_scores(outline),
            curves=Lazy(lambda: (_curve(outline),)),
            warnings=_warnings(outline, lines),
        )


CX_EXTRACTOR = CxExtractor()
"""The instance that the program uses."""


def _columns(outline: Outline, reading: Reading) -> tuple[Column, ...]:
    unit = _unit(outline)
    k = outline.settings.block_lines
    block = outline.distribution.block.astype(np.float64)
    block[outline.distribution.n_blocks :] = np.nan
    region = np.where(outline.region >= 0, outline.region + 1.0, np.nan)
    return (
        Column("line_length", "Line length", unit, "Length without white space.", reading.measured),
        Column("block_length", "Block length", unit, f"D: length of {k} lines from here.", block),
        Column(
            "region", "Region", "", "Number of the region that contains the line, from 1.", region
        ),
        Column(
            "source_line",
            "Source line",
            "",
            "Line of the source, from 1, in which the line starts.",
            reading.lines.source_line,
        ),
    )


def _unit(outline: Outline) -> str:
    return "characters" if outline.settings.count_unit is CountUnit.CHARACTERS else "bytes"


def _scores(outline: Outline) -> dict[str, float]:
    return {
        "threshold": float(outline.threshold),
        "lines": float(len(outline.length)),
        "empty_lines": float(np.count_nonzero(outline.length == 0)),
        "regions": float(len(outline.regions)),
        "regions_kept": float(outline.kept.sum()),
    }


def _curve(outline: Outline) -> Curve:
    n_blocks = outline.distribution.n_blocks
    row = np.arange(n_blocks)
    return Curve(
        name="Line-block distribution",
        x=row.astype(np.float64),
        y=outline.distribution.block[:n_blocks].astype(np.float64),
        x_label="line without markup",
        y_label=f"length of {outline.settings.block_lines} lines, {_unit(outline)}",
        style="steps",
        block=row.astype(np.int32),
        threshold_field="threshold",
        threshold=float(outline.threshold),
        kept=tuple(
            (float(region.start), float(region.end))
            for region, is_kept in zip(outline.regions, outline.kept.tolist(), strict=True)
            if is_kept
        ),
    )


def _why_empty(outline: Outline, page: Page) -> str:
    if not outline.distribution.n_blocks:
        return _why_no_block(outline, page)
    if not outline.regions:
        longest = int(outline.distribution.block.max())
        if longest <= outline.threshold:
            return f"No block is longer than {outline.threshold}; the longest has {longest}."
        return "No long block is followed by the text that the start of a region requires."
    return _why_no_region_left(outline)


def _why_no_region_left(outline: Outline) -> str:
    if outline.kept.any():
        return f"No line of the kept regions has {outline.settings.min_line} characters."
    word = next((region.dropped_by for region in outline.regions if region.dropped_by), "")
    if word:
        return f"A region that contains {word} was dropped, and no other region is left."
    if outline.regions[-1].closed < 0:
        return (
            "The region is still open at the end of the page and is lost. Turn on Keep a region"
            " that is still open (close_at_end)."
        )
    return "No region contains the longest block."


def _why_no_block(outline: Outline, page: Page) -> str:
    n_lines, k = len(outline.length), outline.settings.block_lines
    if not page.source.strip():
        reason = "The page is empty."
    else:
        reason = f"The source has {counted(n_lines, 'line')}; a block needs {k + 1}."
        if not outline.settings.resplit:
            reason += " Divide it at block-level tags (resplit)."
    if outline.settings.profile is Profile.JAVA_2011:
        reason += " The original program divides by zero here."
    return reason


def _warnings(outline: Outline, lines: SourceLines) -> tuple[str, ...]:
    warnings = []
    if outline.settings.resplit:
        warnings.append("The source was changed: a line end was added before block-level tags.")
    if lines.cut_short:
        warnings.append("Runs of links are deeply nested; only the innermost runs were deleted.")
    if _stops_original(outline):
        warnings.append(
            "The original program stops here with an index error; values beyond the end were read "
            "as 0."
        )
    return tuple(warnings)


def _stops_original(outline: Outline) -> bool:
    """Return whether the Java programs read beyond the end of D on this page."""
    if outline.settings.profile is Profile.PAPER:
        return False
    distribution, visited = outline.distribution, outline.bounds.visited
    is_outside = outline.region[:visited] < 0
    dropped = [region.end for region in outline.regions if region.dropped_by]
    if dropped and not outline.settings.reset_after_drop:
        is_outside[dropped[-1] + 1 :] = False
    line = np.arange(visited)
    block = distribution.block[:visited]
    reads_beyond = (
        (block > outline.threshold)
        & (distribution.three[:visited] == 0)
        & (line + 3 >= distribution.n_blocks)
    )
    if outline.settings.profile is Profile.JAVA_2011 and not any(
        region.by_first for region in outline.regions
    ):
        reads_beyond |= (
            (block > outline.first_threshold)
            & (distribution.two[:visited] == 0)
            & (line + 2 >= distribution.n_blocks)
        )
    return bool((reads_beyond & is_outside).any())
