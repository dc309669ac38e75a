"""Import rules: `extractors` imports no Qt, `widgets` runs nothing, `app` connects both."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from tests.helpers.imports import (
    FACE,
    LATE,
    PACKAGE,
    ROOMS,
    Import,
    circles,
    imports_of,
    loaded_at_start,
    module_name,
    sources,
)
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

ALGORITHMS = "extractors/algorithms"
QT = ("PySide6", "shiboken6", "pyqtgraph", "qtawesome", "qtpy", "pytestqt")
WITHOUT_QT = ("app/cli", "app/session")
# Slow to import or optional: imported by the function that needs it.
HEAVY = (
    *(
        "dask",
        "distributed",
        "fastwarc",
        "fsspec",
        "httpx",
        "jieba",
        "optuna",
        "pebble",
        "pyarrow",
        "resiliparse",
        "tomlkit",
    ),
    *("boilerpy3", "gne", "goose3", "html_text", "inscriptis"),
    *("justext", "magic_html", "newspaper", "readability", "trafilatura"),
    "mitmproxy",
)


@dataclass(frozen=True, slots=True)
class Layer:
    """Allowed imports of the modules of a folder.

    Attributes
    ----------
    forbidden : tuple of str
        Modules, each with its submodules.
    allowed : tuple of str
        Exceptions to `forbidden`, each with its submodules.
    exactly : tuple of str
        Exceptions to `forbidden` without their submodules.
    """

    forbidden: tuple[str, ...]
    allowed: tuple[str, ...] = ()
    exactly: tuple[str, ...] = ()

    def refuses(self, imported: Import) -> bool:
        """Return whether an import breaks the rule of this layer."""
        excepted = imported.is_below(*self.allowed) or imported.module in self.exactly
        return imported.is_below(*self.forbidden) and not excepted


OUTSIDE = (*QT, "boilerscope.app", "boilerscope.resources", "boilerscope.widgets", "tests")
# The rooms of extractors/ from the lowest to the highest: none imports a higher one.
ARROWS = ("page", "text", "model", "features", "algorithms", "trace", "peers", "training")
# Rooms that run extractors or write their results; algorithms do not import them.
USERS = (
    "audit",
    "catalogue",
    "formats",
    "gold",
    "proxy",
    "reproduce",
    "runner",
    "runs",
    "scoring",
    "search",
    "setting_differences",
    "sources",
    "what_if",
)


def rooms_above(room: str) -> tuple[str, ...]:
    """Return the rooms of extractors/ that one of `ARROWS` must not import."""
    higher = ARROWS[ARROWS.index(room) + 1 :]
    return tuple(f"boilerscope.extractors.{name}" for name in (*higher, *USERS))


# Records, their texts and sums: data that a widget shows, and nothing that runs.
SHOWN = (
    "boilerscope.extractors.errors",
    "boilerscope.extractors.formats.structure.options",
    "boilerscope.extractors.model",
    "boilerscope.extractors.page.page",
    "boilerscope.extractors.page.prefix_sums",
    "boilerscope.extractors.page.private_network",
    "boilerscope.extractors.page.records",
    "boilerscope.extractors.page.segments",
    "boilerscope.extractors.page.wordless",
)
# Records of a corpus, for the Corpus face.
SHOWN_OF_CORPUS = (
    "boilerscope.extractors.scoring.calibration",
    "boilerscope.extractors.scoring.changes.records",
    "boilerscope.extractors.scoring.groups",
    "boilerscope.extractors.scoring.leaderboard",
    "boilerscope.extractors.scoring.loss_addresses",
    "boilerscope.extractors.scoring.losses.ledger",
    "boilerscope.extractors.scoring.order",
    "boilerscope.extractors.scoring.parts",
    "boilerscope.extractors.scoring.scatter",
    "boilerscope.extractors.search.base",
    "boilerscope.extractors.search.sweep",
    "boilerscope.extractors.scoring.table",
    "boilerscope.extractors.search.tune",
    "boilerscope.extractors.scoring.averages",
    "boilerscope.extractors.scoring.bootstrap",
    "boilerscope.extractors.scoring.measures",
    "boilerscope.extractors.scoring.results",
)

LAYERS = {
    "extractors": Layer(forbidden=OUTSIDE),
    **{
        f"extractors/{room}": Layer(forbidden=(*OUTSIDE, *rooms_above(room)))
        for room in ("page", "text", "model", "features", "algorithms", "peers")
    },
    # The probes of libraries are tables; the engine below them knows no library.
    "extractors/trace": Layer(
        forbidden=(
            *OUTSIDE,
            *rooms_above("trace"),
            "boilerscope.extractors.algorithms",
            "boilerscope.extractors.features",
        )
    ),
    # These rooms import records and texts; algorithms come through the registry.
    **{
        f"extractors/{room}": Layer(
            forbidden=(
                *OUTSIDE,
                "boilerscope.extractors.algorithms",
                "boilerscope.extractors.training",
            )
        )
        for room in (
            "audit",
            "data",
            "formats",
            "gold",
            "own",
            "proxy",
            "reproduce",
            "runs",
            "scoring",
            "search",
            "sources",
            "system",
        )
    },
    "resources": Layer(
        forbidden=(*QT, "boilerscope.app", "boilerscope.extractors", "boilerscope.widgets", "tests")
    ),
    "widgets": Layer(
        forbidden=("boilerscope.app", "boilerscope.extractors", "boilerscope.resources", "tests"),
        allowed=SHOWN,
        exactly=("boilerscope.extractors.page",),
    ),
    "widgets/corpus": Layer(
        forbidden=("boilerscope.app", "boilerscope.extractors", "boilerscope.resources", "tests"),
        allowed=(*SHOWN, *SHOWN_OF_CORPUS),
        exactly=("boilerscope.extractors.page",),
    ),
    "widgets/proxy": Layer(
        forbidden=("boilerscope.app", "boilerscope.extractors", "boilerscope.resources", "tests"),
        allowed=(*SHOWN, "boilerscope.extractors.proxy.records"),
    ),
    "widgets/elements": Layer(
        forbidden=("boilerscope.app", "boilerscope.extractors", "boilerscope.resources", "tests"),
        allowed=(*SHOWN, "boilerscope.extractors.scoring.structure.records"),
    ),
    # A widget that is started alone shows a built-in page.
    "widgets/demo.py": Layer(
        forbidden=(
            "app",
            "boilerscope.extractors.algorithms",
            "boilerscope.extractors.registry",
            "boilerscope.extractors.runner",
        )
    ),
    # The window is opened by a function that imports it; no module here imports Qt at its start.
    "app/cli": Layer(
        forbidden=(*QT, "boilerscope.resources", "tests"), allowed=("boilerscope.resources.loader",)
    ),
    "app/session": Layer(
        forbidden=(*QT, "boilerscope.app", "boilerscope.resources", "tests"),
        allowed=("boilerscope.app.session", "boilerscope.resources.loader"),
    ),
    # Resources are reached through one loader.
    "app": Layer(
        forbidden=("boilerscope.resources", "tests"), allowed=("boilerscope.resources.loader",)
    ),
    # The public names run on a server: they know what runs extractors, and no algorithm by name.
    "src/boilerscope": Layer(
        forbidden=(
            *OUTSIDE,
            "boilerscope.extractors.algorithms",
            "boilerscope.extractors.peers",
            "boilerscope.extractors.training",
        ),
        allowed=("boilerscope.resources.loader",),
    ),
    "tests/extractors": Layer(forbidden=(*QT, "boilerscope.app", "boilerscope.widgets")),
}


def layer_of(path_text: str) -> Layer:
    """Return the layer of a file: the longest matching folder or file name."""
    fitting = [name for name in LAYERS if f"{path_text}/".startswith(f"{name}/")]
    return LAYERS[max(fitting, key=len)]


def violations(path_text: str, source: str) -> list[str]:
    """Return each import of a source text that its path in the repository forbids."""
    layer = layer_of(path_text)
    return [
        f"{path_text}:{imported.line} imports {imported.module}"
        for imported in imports_of(source)
        if layer.refuses(imported)
    ]


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a new interpreter has loaded after a statement."""
    report = f"{statement}\nimport sys\nprint(*sys.modules)"
    process = subprocess.run(
        [sys.executable, "-c", report], capture_output=True, check=True, text=True, cwd=ROOT
    )
    return set(process.stdout.split())


@pytest.mark.parametrize("folder", [name for name in LAYERS if not name.endswith(".py")])
def test_every_module_imports_only_what_its_room_allows(folder: str):
    files = sources(folder)
    problems = [
        problem
        for path in files
        for problem in violations(
            path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        )
    ]

    assert files, f"no source below {folder}"
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(
    ("path_text", "source", "report"),
    [
        ("extractors/a.py", "import PySide6", "1 imports PySide6"),
        ("extractors/a.py", "from PySide6.QtGui import QFont", "1 imports PySide6.QtGui"),
        (
            "extractors/a.py",
            "def f():\n    import boilerscope.widgets.theme",
            "2 imports boilerscope.widgets.theme",
        ),
        (
            "extractors/a.py",
            "from importlib import *\nimport_module('boilerscope.app')",
            "2 imports boilerscope.app",
        ),
        ("extractors/a.py", "if TYPE_CHECKING:\n    import qtpy", "2 imports qtpy"),
        (
            "extractors/page/a.py",
            "import boilerscope.extractors.text.words",
            "1 imports boilerscope.extractors.text.words",
        ),
        (
            "extractors/text/a.py",
            "import boilerscope.extractors.model",
            "1 imports boilerscope.extractors.model",
        ),
        (
            "extractors/model/a.py",
            "import boilerscope.extractors.formats",
            "1 imports boilerscope.extractors.formats",
        ),
        (
            "extractors/runs/a.py",
            "import boilerscope.extractors.algorithms",
            "1 imports boilerscope.extractors.algorithms",
        ),
        (
            "extractors/formats/a.py",
            "def f():\n    import boilerscope.widgets",
            "2 imports boilerscope.widgets",
        ),
        ("resources/a.py", "import boilerscope.extractors", "1 imports boilerscope.extractors"),
        ("widgets/a.py", "import boilerscope.app.cli", "1 imports boilerscope.app.cli"),
        (
            "widgets/a.py",
            "from boilerscope.extractors import registry",
            "1 imports boilerscope.extractors.registry",
        ),
        (
            "widgets/a.py",
            "from boilerscope.extractors.registry import x",
            "1 imports boilerscope.extractors.registry",
        ),
        (
            "widgets/a.py",
            "class C:\n    import boilerscope.extractors.runs",
            "2 imports boilerscope.extractors.runs",
        ),
        (
            "widgets/a.py",
            "from boilerscope.resources.loader import samples",
            "1 imports boilerscope.resources.loader",
        ),
        (
            "widgets/demo.py",
            "from boilerscope.extractors.registry import x",
            "1 imports boilerscope.extractors.registry",
        ),
        (
            "app/a.py",
            "from boilerscope.resources import samples",
            "1 imports boilerscope.resources",
        ),
        ("app/cli/a.py", "def f():\n    import PySide6", "2 imports PySide6"),
        ("app/session/a.py", "from PySide6.QtCore import Qt", "1 imports PySide6.QtCore"),
        (
            "app/session/a.py",
            "import boilerscope.app.window.focus",
            "1 imports boilerscope.app.window.focus",
        ),
        (
            "src/boilerscope/api/a.py",
            "from boilerscope.app.session import scene",
            "1 imports boilerscope.app.session.scene",
        ),
        ("tests/extractors/test_a.py", "import pyqtgraph", "1 imports pyqtgraph"),
    ],
)
def test_an_import_across_the_rooms_is_found_anywhere(path_text: str, source: str, report: str):
    problems = violations(path_text, source)

    assert problems == [f"{path_text}:{report}"]


@pytest.mark.parametrize(
    ("path_text", "source"),
    [
        ("extractors/training/a.py", "import boilerscope.extractors.algorithms.bayes.model"),
        (
            "extractors/algorithms/a.py",
            "import boilerscope.extractors.page\nimport boilerscope.extractors.model.steps",
        ),
        ("extractors/a.py", "import apparatus\nfrom boilerscope.extractors.model import blocks"),
        (
            "widgets/a.py",
            (
                "from boilerscope.extractors.page import Page\n"
                "from boilerscope.extractors.model import steps"
            ),
        ),
        ("widgets/a.py", "from PySide6.QtWidgets import QLabel\nimport pyqtgraph"),
        (
            "app/a.py",
            (
                "from boilerscope.resources.loader import samples\n"
                "from boilerscope.extractors import registry"
            ),
        ),
        ("widgets/demo.py", "from boilerscope.resources.loader import samples"),
    ],
)
def test_an_import_within_the_rules_is_not_reported(path_text: str, source: str):
    problems = violations(path_text, source)

    assert problems == []


def test_no_file_names_a_room_without_the_package():
    """Else it would be loaded twice, or a user's own package `app` would be loaded instead."""
    bare = [
        f"{path.relative_to(ROOT)}:{imported.line} imports {imported.module}"
        for room in (*ROOMS, "scripts", FACE, "tests")
        for path in sources(room)
        for imported in imports_of(path.read_text(encoding="utf-8"))
        if imported.is_below(*ROOMS)
    ]

    assert bare == []


def test_all_rooms_have_a_rule():
    without = [room for room in ROOMS if room not in LAYERS]

    assert without == []


def packages() -> list[Path]:
    """Return the folder of each algorithm with several modules: those with an `extractor.py`."""
    return sorted(path.parent for path in (ROOT / ALGORITHMS).rglob("extractor.py"))


def algorithm_of(path: Path) -> str:
    """Return the package or module of `ALGORITHMS` that a file belongs to, by its import name."""
    owner = next((folder for folder in packages() if folder in path.parents), path)
    return module_name(owner)


def test_no_algorithm_imports_a_different_algorithm():
    paths = sources(ALGORITHMS)
    names = {algorithm_of(path) for path in paths if path.stem != "__init__"}
    problems = [
        f"{path.relative_to(ROOT)}:{imported.line} imports {imported.module}"
        for path in paths
        for imported in imports_of(path.read_text(encoding="utf-8"))
        if imported.is_below(*names - {algorithm_of(path)})
    ]

    assert len(names) > 12
    assert problems == []


def test_an_algorithm_with_several_modules_is_a_package_whose_modules_have_the_usual_names():
    folders = {path.parent for path in sources(ALGORITHMS)} - {ROOT / ALGORITHMS}
    parts = {part for folder in packages() for part in folder.rglob("*") if part.is_dir()}
    groups = folders - set(packages()) - parts
    without = [
        f"{folder.relative_to(ROOT)} has no {name}.py"
        for folder in packages()
        for name in ("settings", "extractor")
        if not (folder / f"{name}.py").is_file()
    ]

    assert without == []
    # All other folders only contain several of these packages.
    assert [[path.name for path in folder.glob("*.py")] for folder in groups] == [
        ["__init__.py"] for _ in groups
    ]


def test_steps_are_declared_in_the_modules_named_after_them():
    """The rules of a package are declared in `steps.py`; boilerpipe's filters are steps as well."""
    elsewhere = [
        path.relative_to(ROOT).as_posix()
        for folder in packages()
        for path in folder.rglob("*.py")
        if path.stem not in {"steps", "rules"} and "filters" not in path.parts
        if re.search(r"\bRule\(", path.read_text(encoding="utf-8"))
    ]

    assert elsewhere == []


def families(names: Iterable[str]) -> list[str]:
    """Return prefixes that need a package: a sibling's whole name, or the first word of three."""
    stems = sorted(set(names))
    first_words = Counter(stem.split("_")[0] for stem in stems)
    return [
        name
        for name in sorted({*stems, *first_words})
        if any(stem.startswith(f"{name}_") for stem in stems)
        if name in stems or first_words[name] >= 3
    ]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("bte", "bte_bodies"), ["bte"]),
        (("own_text", "own_slots", "own_words"), ["own"]),
        (("link_runs", "link_units"), []),
        (("steps", "stepsize", "settings"), []),
    ],
)
def test_a_family_of_modules_is_found_by_its_prefix(names: tuple[str, ...], expected: list[str]):
    assert families(names) == expected


@pytest.mark.parametrize("room", ["app", "extractors", "widgets"])
def test_every_family_of_modules_is_a_package(room: str):
    folders = {path.parent for path in sources(room)}
    prefixes = {
        folder.relative_to(ROOT).as_posix(): families(
            path.stem for path in folder.iterdir() if path.suffix == ".py" or path in folders
        )
        for folder in folders
    }

    assert len(folders) > 4
    assert {folder: names for folder, names in prefixes.items() if names} == {}


def test_no_files_import_each_other_inside_functions_or_for_types_either():
    """A package counts as imported by those who import its modules from it."""
    imports = {
        module_name(path): [
            name
            for imported in imports_of(path.read_text(encoding="utf-8"))
            for name in (imported.module, imported.package)
            if name != module_name(path)
        ]
        for room in (*ROOMS, FACE)
        for path in sources(room)
    }

    assert len(imports) > 100
    assert circles(imports) == []


def rooms_of(package: str) -> dict[str, set[str]]:
    """Return the rooms directly inside a package, with those that their modules import.

    A room is a package with all that is inside it, or a loose module.
    """
    depth = package.count(".") + 2
    rooms: dict[str, set[str]] = {}
    for path in sources("extractors"):
        module = module_name(path)
        if module.startswith(f"{package}."):
            room = ".".join(module.split(".")[:depth])
            rooms.setdefault(room, set()).update(
                ".".join(imported.module.split(".")[:depth])
                for imported in imports_of(path.read_text(encoding="utf-8"))
                if not imported.is_below(room)
            )
    return rooms


@pytest.mark.parametrize(
    "package", [module_name(path) for path in sources("extractors") if path.stem == "__init__"]
)
def test_the_rooms_of_extractors_form_no_circle(package: str):
    """No two rooms beside each other import each other, in functions and for types neither."""
    assert circles(rooms_of(package)) == []


def test_a_circle_of_rooms_is_found():
    rooms = rooms_of("boilerscope.extractors")
    search, runs = "boilerscope.extractors.search", "boilerscope.extractors.runs"

    assert runs in rooms[search]
    assert [runs, search] in circles({**rooms, runs: {*rooms[runs], search}})


def front_doors() -> list[str]:
    """Return the packages of extractors/ and the modules directly inside it."""
    paths = sources("extractors")
    room = ROOT / "extractors"
    return [module_name(path) for path in paths if path.stem == "__init__" or path.parent == room]


@pytest.mark.parametrize("module", front_doors())
def test_no_package_of_extractors_loads_a_heavy_library_at_its_start(module: str):
    imported_by = loaded_at_start(module)

    assert {name: imported_by[name] for name in imported_by if name.split(".")[0] in HEAVY} == {}


def test_importing_the_public_names_loads_nothing():
    added = loaded_by("import boilerscope") - loaded_by("import typing")

    assert {name.split(".")[0] for name in added} == {"boilerscope", "importlib"}
    assert {name for name in added if name.startswith("boilerscope.")} == set()


def test_importing_extractors_loads_few_modules_and_no_library():
    added = loaded_by("import boilerscope.extractors") - loaded_by("pass")
    libraries = {name.split(".")[0] for name in added} & {*QT, *HEAVY, "lxml", "numpy"}

    assert libraries == set()
    assert len(added) < 60


@pytest.mark.parametrize(
    "module", [module_name(path) for room in WITHOUT_QT for path in sources(room)]
)
def test_no_module_of_a_room_without_qt_loads_it_at_its_start(module: str):
    imported_by = loaded_at_start(module)

    assert {name: imported_by[name] for name in imported_by if name.split(".")[0] in QT} == {}


def test_the_command_line_starts_without_qt():
    imported_by = loaded_at_start("boilerscope.app.cli.main")
    loaded = loaded_by("import boilerscope.app.cli.main")

    assert {name: imported_by[name] for name in imported_by if name.split(".")[0] in QT} == {}
    assert {name.split(".")[0] for name in loaded} & {*QT, *HEAVY} == set()


@pytest.mark.parametrize("room", ROOMS)
def test_what_is_named_late_is_what_type_checkers_read(room: str):
    """A late name has the module and the name of its import for type checkers."""
    differing = []
    for path in sources(room):
        if path.name == "late.py":
            continue
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in LATE:
                module, *names = (ast.literal_eval(part) for part in node.args)
                found = import_module(module)
                typed = {entry.module for entry in imports_of(source) if entry.for_types}
                # Of a foreign package, the import does not tell a module from a name.
                is_foreign = module.partition(".")[0] != PACKAGE
                if is_foreign and not names:
                    typed |= {f"{package}.{module.rpartition('.')[2]}" for package in typed}
                if module not in typed or not all(hasattr(found, name) for name in names):
                    differing.append(f"{path}:{node.lineno} {module} {names}")

    assert not differing, "\n".join(differing)
