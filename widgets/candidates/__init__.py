"""Candidates: the results or elements among which the extractor of a pane chose."""

from boilerscope.widgets.candidates.view import CandidatesView

__all__ = ["CandidatesView"]
