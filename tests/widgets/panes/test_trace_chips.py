"""The chip of a pane says how much of a library's decisions is known, or why nothing is."""

from __future__ import annotations

from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.widgets.panes.chips import trace_chips


def test_a_traced_run_has_the_share_of_dropped_words_with_a_rule():
    (chip,) = trace_chips(Extraction("x", Status.OK, traced=0.992))

    assert (chip.field, chip.text) == ("", "Traced 99.2 %")


def test_a_run_without_a_trace_has_the_reason_as_its_tip():
    sentence = "No trace: the traced run took longer than 10.0 s."
    (chip,) = trace_chips(Extraction("x", Status.OK, trace_problem=sentence))
    (differs,) = trace_chips(
        Extraction("x", Status.OK, trace_problem="Trace differs: another text.")
    )

    assert (chip.text, chip.tip) == ("No trace", sentence)
    assert differs.text == "Trace differs"


def test_extractors_that_decide_themselves_have_no_chip():
    assert trace_chips(Extraction("x", Status.OK)) == ()
    assert trace_chips(None) == ()
