"""Deletion of runs of nearby links, as in the 2011 revision of cx-extractor.

The original is one regular expression with nested repetitions that can take hours. The same matches
can be described without nested repetitions:

- a link is ``<a``, white space, ``href=``, an optional quote, one character other than a quote,
  space or ``>``; its start tag ends at the next ``>``; the ``>`` after that must end ``</a>``,
  with at least one character between;
- a run is one link and two to a hundred more, with at most 30 characters between two links, white
  space at both ends not counted. Of several links within reach the farthest is the next link.

So each link has one end, the links within its reach are a range, and a run is found by going from
link to link.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.algorithms.cx.source_patterns import EditedSource

MAX_GAP = 30
MAX_FURTHER = 100
MAX_PASSES = 20
"""Maximum number of passes: each level of nested runs needs a pass; real pages need two."""

_SPACES = " \t\n\v\f\r"
_LINK_HEAD = re.compile(f"<a[{_SPACES}]++href=(?=[\"']?[^>\"' ])", re.IGNORECASE | re.ASCII)
_SOLID = re.compile(f"[^{_SPACES}]")


@dataclass(frozen=True, slots=True)
class _Link:
    """A link of a run.

    Attributes
    ----------
    outer_start, outer_end : int
        Its range with the white space around it; gaps are measured from there.
    begins, follows : bool
        Whether it can be the first link of a run (its end tag is in lower case), and whether it
        can be a later link (``<a href=`` is in lower case).
    """

    start: int
    end: int
    outer_start: int
    outer_end: int
    begins: bool
    follows: bool


def delete_link_runs(source: EditedSource) -> tuple[EditedSource, bool]:
    """Delete runs of three or more links until none remain.

    Returns
    -------
    source : EditedSource
        The remaining source.
    is_complete : bool
        False if runs remained after `MAX_PASSES`.
    """
    for _ in range(MAX_PASSES):
        runs = _find_runs(source.text)
        if not runs:
            return source, True
        source = source.without(runs)
    return source, not _find_runs(source.text)


def _find_runs(text: str) -> list[tuple[int, int]]:
    """Return the ranges of the runs, from left to right, without overlaps."""
    links = list(_find_links(text))
    further = [link for link in links if link.follows]
    starts = [link.start for link in further]
    outer_starts = [link.outer_start for link in further]

    def within_reach(link: _Link) -> range:
        """Return the range of links that can come next in a run."""
        nearest = bisect_left(starts, link.end)
        return range(nearest, bisect_right(outer_starts, link.outer_end + MAX_GAP))

    runs: list[tuple[int, int]] = []
    reached = 0
    for link in links:
        if not link.begins or link.start < reached:
            continue
        # The farthest second link that has a third link within reach.
        seconds = reversed(within_reach(link))
        last = next((number for number in seconds if within_reach(further[number])), None)
        if last is None:
            continue
        n_further = 1
        while n_further < MAX_FURTHER and (reach := within_reach(further[last])):
            last = reach[-1]
            n_further += 1
        reached = further[last].end
        runs.append((link.start, reached))
    return runs


def _find_links(text: str) -> Iterator[_Link]:
    """Yield the links of a text by start; a link may start in the start tag of another link."""
    greater = [match.start() for match in re.finditer(">", text)]
    end = outer_end = 0
    for head in _LINK_HEAD.finditer(text):
        index = bisect_left(greater, head.end())
        if index + 1 >= len(greater):
            return
        tag_end, last = greater[index], greater[index + 1]
        end_tag = text[max(tag_end + 2, last - 3) : last + 1]  # text of one character before it
        if end_tag not in ("</a>", "</A>"):
            continue
        if last + 1 != end:  # nested links share their end
            end, outer_end = last + 1, _next_solid(text, last + 1)
        begins = end_tag == "</a>"
        follows = head[0].islower()
        yield _Link(head.start(), end, _space_start(text, head.start()), outer_end, begins, follows)


def _next_solid(text: str, offset: int) -> int:
    """Return the offset of the first character at or after an offset that is not white space."""
    solid = _SOLID.search(text, offset)
    return solid.start() if solid else len(text)


def _space_start(text: str, offset: int) -> int:
    """Return the start of the white space that ends at an offset."""
    while offset and text[offset - 1] in _SPACES:
        offset -= 1
    return offset
