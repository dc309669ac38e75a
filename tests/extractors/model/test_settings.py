"""Settings: declared once, checked on creation, unchanged by files and the command line."""

from __future__ import annotations

import tomllib
import typing
from dataclasses import FrozenInstanceError, dataclass, field

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.model.settings import (
    NoSettings,
    PipelineStep,
    Settings,
    changed,
    find_knob,
    from_table,
    knob,
    knobs,
    known_knob,
    parse_value,
    to_table,
)
from tests.helpers.toy import StepSettings, ToySettings, Unit

EVERYTHING_CHANGED = ToySettings(
    min_words=5,
    max_words=50,
    share=0.25,
    unit=Unit.SIGNS,
    invert=True,
    mark='a "quoted" = mark\n',
    skipped=("one", "two, three"),
    swaps=(("a", "b"), ("c", "d")),
    pipeline=(
        PipelineStep("at_least", StepSettings(least=4)),
        PipelineStep("at_least", StepSettings()),
    ),
)


def test_every_field_has_the_values_of_its_declaration():
    words = find_knob(ToySettings, "min_words")

    assert (words.kind, words.default, words.auto) == ("int", 3, False)
    assert (words.label, words.unit, words.low, words.high) == ("Min. words", "words", 0, 100)
    assert (words.bounds, words.group) == ("words", "General")
    assert [declared.kind for declared in knobs(ToySettings)] == [
        "int",
        "int",
        "float",
        "choice",
        "bool",
        "text",
        "list",
        "table",
        "pipeline",
    ]
    assert find_knob(ToySettings, "max_words").auto
    assert find_knob(ToySettings, "unit").choices == (Unit.WORDS, Unit.SIGNS)
    assert find_knob(ToySettings, "swaps").columns == ("from", "to")


def test_an_optional_type_in_either_notation_declares_an_automatic_value():
    @dataclass(frozen=True)
    class Old(Settings):
        limit: typing.Optional[int] = knob(None, "Limit", "...")  # noqa: UP045 - plug-ins may write it so

    assert knobs(Old)[0].auto
    assert knobs(Old)[0].kind == "int"


@pytest.mark.parametrize("hint", [int | str, dict[str, int], tuple[int, ...], bytes])
def test_an_unsupported_type_is_an_error_of_the_declaration(hint: object):
    odd_class: type[Settings] = dataclass(frozen=True)(
        type("Odd", (Settings,), {"x": knob(None, "X", "..."), "__annotations__": {"x": hint}})
    )

    with pytest.raises(TypeError, match=r"Odd\.x has a type that settings do not support"):
        knobs(odd_class)


def test_a_field_without_a_declaration_is_an_error():
    @dataclass(frozen=True)
    class Bare(Settings):
        forgotten: int = field(default=1)

    with pytest.raises(TypeError, match=r"Bare\.forgotten is not declared by knob"):
        Bare()


def test_a_record_is_frozen_comparable_and_a_key():
    record = ToySettings()

    assert record == ToySettings()
    assert hash(EVERYTHING_CHANGED) == hash(from_table(ToySettings, to_table(EVERYTHING_CHANGED)))
    with pytest.raises(FrozenInstanceError):
        record.min_words = 4  # type: ignore[misc]  # the point of the test


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("min_words", -1, "min_words must be at least 0, got -1"),
        ("min_words", 101, "min_words must be at most 100, got 101"),
        ("min_words", 10**300, "min_words must be at most 100, got a number of more than"),
        ("min_words", 2.5, "min_words must be a whole number, got 2.5"),
        ("min_words", True, "min_words must be a whole number, got True"),
        ("min_words", None, "min_words must be a whole number, got None"),
        ("max_words", "x", "max_words must be a whole number or auto, got 'x'"),
        ("share", 1.5, "share must be at most 1, got 1.5"),
        ("share", float("nan"), "share must be a number, got nan"),
        ("share", float("inf"), "share must be a number, got inf"),
        ("share", False, "share must be a number, got False"),
        ("unit", "words", "unit must be one of words, signs, got 'words'"),
        ("invert", 1, "invert must be true or false, got 1"),
        ("mark", 5, "mark must be text, got 5"),
        ("mark", b"x" * 1000, "mark must be text, got b'xxx"),
        ("skipped", ["a"], 'skipped must be a list of text such as ["a", "b"], got'),
        ("skipped", ("a", 1), 'skipped must be a list of text such as ["a", "b"], got'),
        ("swaps", (("a",),), 'swaps must be a list of rows such as [["from", "to"]], got'),
        ("swaps", (["a", "b"],), 'swaps must be a list of rows such as [["from", "to"]], got'),
        ("pipeline", ("at_least",), 'pipeline must be a list of steps such as [{step = "NAME"}]'),
    ],
)
def test_error_of_a_wrong_value_says_what_is_allowed(name: str, value: object, message: str):
    with pytest.raises(SettingsError) as caught:
        ToySettings(**{name: value})  # type: ignore[arg-type]  # the point of the test

    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 200
    assert caught.value.field == name


def test_a_relation_between_fields_is_checked_after_the_fields():
    with pytest.raises(SettingsError, match="max_words must be at least min_words") as caught:
        ToySettings(min_words=5, max_words=4)

    assert caught.value.field == "max_words"


def test_replace_checks_names_and_values():
    assert ToySettings().replace(min_words=7).min_words == 7
    with pytest.raises(UnknownNameError, match="unknown setting 'minwords'; did you mean"):
        ToySettings().replace(minwords=7)
    with pytest.raises(SettingsError):
        ToySettings().replace(min_words=-7)


def test_a_file_keeps_only_what_differs_from_the_default():
    assert to_table(ToySettings(min_words=5)) == {"min_words": 5}
    assert to_table(ToySettings()) == {}
    assert changed(ToySettings(unit=Unit.SIGNS)) == {"unit": Unit.SIGNS}


def test_all_fields_are_written_on_request_in_pipelines_too():
    table = to_table(
        ToySettings(pipeline=(PipelineStep("at_least", StepSettings()),)), everything=True
    )

    assert list(table) == [declared.name for declared in knobs(ToySettings)]
    assert table["max_words"] == "auto"
    assert table["unit"] == "words"
    assert table["pipeline"] == [{"step": "at_least", "least": 1}]


@pytest.mark.parametrize("everything", [False, True])
def test_a_record_survives_toml(everything: bool):  # noqa: FBT001 - a parameter of the test
    text = tomli_w.dumps(to_table(EVERYTHING_CHANGED, everything=everything))

    assert from_table(ToySettings, tomllib.loads(text)) == EVERYTHING_CHANGED


@given(
    min_words=st.integers(0, 50),
    max_words=st.none() | st.integers(50, 10_000),
    share=st.floats(0, 1),
    mark=st.text(st.characters(exclude_categories=["Cs"])).filter(lambda text: text != "auto"),
    skipped=st.lists(st.text(st.characters(exclude_categories=["Cs"]))).map(tuple),
)
def test_any_record_survives_toml(**values: typing.Any):
    record = ToySettings(**values)

    text = tomli_w.dumps(to_table(record))

    assert from_table(ToySettings, tomllib.loads(text)) == record


def test_error_of_an_unknown_key_names_the_nearest_field():
    with pytest.raises(UnknownNameError, match="did you mean 'min_words'"):
        from_table(ToySettings, {"min_word": 3})


def test_an_automatic_value_is_written_auto():
    assert from_table(ToySettings, {"max_words": "auto"}) == ToySettings()
    assert to_table(ToySettings(max_words=9)) == {"max_words": 9}


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"step": "at_leest"}, "unknown step 'at_leest'; did you mean 'at_least'"),
        ({"step": "at_least", "lest": 1}, "unknown setting 'lest'; did you mean 'least'"),
        ({"step": "at_least", "least": 99}, "step at_least: least must be at most 9, got 99"),
        ({"least": 1}, 'pipeline must be a list of steps such as [{step = "NAME"}]'),
        ("at_least", 'pipeline must be a list of steps such as [{step = "NAME"}]'),
    ],
)
def test_error_of_a_wrong_pipeline_step_gives_the_reason(step: object, message: str):
    with pytest.raises((SettingsError, UnknownNameError)) as caught:
        from_table(ToySettings, {"pipeline": [step]})

    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("min_words", "7", 7),
        ("max_words", "auto", None),
        ("max_words", "12", 12),
        ("share", "1", 1.0),
        ("share", "0.25", 0.25),
        ("unit", "signs", Unit.SIGNS),
        ("invert", "true", True),
        ("mark", "any text = at all, [1]", "any text = at all, [1]"),
        ("mark", "", ""),
        ("skipped", '["a", "b, c"]', ("a", "b, c")),
        ("skipped", "[]", ()),
        ("swaps", '[["a", "b"]]', (("a", "b"),)),
        (
            "pipeline",
            '[{step = "at_least", least = 2}]',
            (PipelineStep("at_least", StepSettings(least=2)),),
        ),
    ],
)
def test_the_right_side_of_set_is_a_toml_value_and_text_needs_no_quotes(
    name: str, text: str, value: object
):
    assert parse_value(ToySettings, name, text) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("min_words", "seven"),
        ("min_words", "1" * 5000),
        ("min_words", ""),
        ("min_words", "2020-01-01"),
        ("share", ".25"),
        ("share", "1" * 400),
        ("unit", "words "),
        ("invert", "yes"),
        ("skipped", "a"),
        ("skipped", "[" * 100_000),
        ("swaps", '[["a"]]'),
        ("pipeline", '["at_least"]'),
    ],
)
def test_a_right_side_that_is_not_a_value_of_the_field_is_refused(name: str, text: str):
    with pytest.raises(SettingsError) as caught:
        parse_value(ToySettings, name, text)

    assert caught.value.field == name


def test_the_name_on_the_left_side_of_set_must_be_a_field():
    with pytest.raises(UnknownNameError, match="did you mean 'share'"):
        parse_value(ToySettings, "shar", "1")


def test_no_settings_are_a_record_too():
    assert NoSettings() == NoSettings()
    assert knobs(NoSettings) == ()
    assert to_table(NoSettings(), everything=True) == {}


def test_a_field_is_looked_up_by_name_and_only_an_error_names_the_nearest():
    assert known_knob(ToySettings, "min_words") is find_knob(ToySettings, "min_words")
    assert known_knob(ToySettings, "min_word") is None
    assert known_knob(ToySettings, "") is None
    with pytest.raises(UnknownNameError, match="did you mean 'min_words'"):
        find_knob(ToySettings, "min_word")
