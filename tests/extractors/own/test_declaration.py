"""Functions are read without running their file; errors show the right signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.own.declaration import Parameter, read_declaration

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.own.declaration import FunctionDeclaration


def _read(folder: Path, text: str, name: str = "keep") -> FunctionDeclaration | None:
    file = folder / "mine.py"
    file.write_text(text, encoding="utf-8")
    return read_declaration(file, name)


def test_defaults_become_parameters_with_ranges_and_choices(tmp_path: Path):
    declaration = _read(
        tmp_path,
        '''
raise SystemExit("this file must not run")

def keep(html: str, min_words=20, *, share: float = 0.5, on: bool = True, mark: str = "-",
         mode: Literal["a", "b"] = "b", top: typing.Annotated[int, 1, 5] = 3,
         tags: tuple[str, ...] = ("p", "li"), names: list[str] = []) -> "str":
    """Keep what is long.

    More.
    """
''',
    )

    assert declaration is not None
    assert declaration.doc == "Keep what is long.\n\nMore."
    assert declaration.parameters == (
        Parameter("min_words", 20),
        Parameter("share", 0.5),
        Parameter("on", default=True),
        Parameter("mark", "-"),
        Parameter("mode", "b", choices=("a", "b")),
        Parameter("top", 3, 1.0, 5.0),
        Parameter("tags", ("p", "li")),
        Parameter("names", ()),
    )


@pytest.mark.parametrize(
    "text", ["keep = object()", "from elsewhere import keep", "import keep", "class keep: pass"]
)
def test_an_object_that_is_not_a_function_has_no_declaration(tmp_path: Path, text: str):
    assert _read(tmp_path, text) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def other(html): pass", r"mine.py has no keep. Functions in it: other\."),
        ("", r"mine.py has no keep. Functions in it: none\."),
        ("def keep(html:", "mine.py, line 1: "),
        ("\ndef keep(): pass", "line 2: keep has no argument for the page"),
        ("async def keep(html): pass", "line 1: keep is async"),
        ("def keep(html) -> list[str]: pass", r"keep returns list\[str\], not str"),
        ("def keep(html, words): pass", "the argument words of keep has no default"),
        ("def keep(html, *, words): pass", "the argument words of keep has no default"),
        ("def keep(html, words=None): pass", "the default of words is None"),
        ("def keep(html, words=[1]): pass", r"the default of words is \[1\]"),
        ("def keep(html, words=min(1, 2)): pass", r"the default of words is min\(1, 2\)"),
        ('def keep(html, m: Literal["a", "b"] = "c"): pass', "the default of m must be one of"),
        ("def keep(html, m: Annotated[int, 5, 9] = 1): pass", "is not a number from 5 to 9"),
    ],
)
def test_the_error_of_a_wrong_signature_names_the_fault(tmp_path: Path, text: str, message: str):
    with pytest.raises(ExtractorError, match=message):
        _read(tmp_path, text)


def test_a_missing_file_is_an_error(tmp_path: Path):
    with pytest.raises(ExtractorError, match="No such file"):
        read_declaration(tmp_path / "absent.py", "keep")
