"""The command ``sweep``: scores of an extractor over the range of one or two settings. No Qt."""

from __future__ import annotations

import sys
import tomllib
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.extracting import chosen_panes
from app.cli.progress import with_progress
from extractors.atomic_write import atomic_write
from extractors.corpus.corpus import Corpus
from extractors.corpus.run import RunOptions
from extractors.corpus.sweep import SEED, SHARE, STEPS, Sweep, SweepRun, make_axis
from extractors.corpus.writing import FORMATS
from extractors.errors import CorpusError, SettingsError, UnknownNameError
from extractors.interrupts import held
from extractors.model.settings import parse_value
from extractors.scoring.case import ScoredText
from extractors.scoring.measures import DEFAULT_MEASURES, MEASURES
from extractors.scoring.results import ScoreOptions
from extractors.scoring.writing import require_parquet

if TYPE_CHECKING:
    from extractors.corpus.sweep import Axis
    from extractors.runner import Pane

_KEYS = ("pages", "extractor", "settings", "over", "measure", "text", "share", "seed")
_OVER_KEYS = ("setting", "low", "high", "steps", "values")


@dataclass(frozen=True, slots=True)
class SweepCommand:
    """The options of the command, see its help."""

    pages: tuple[str, ...]
    extractor: str | None
    over: tuple[str, ...]
    sets: tuple[str, ...]
    config: Path | None
    measure: str
    text: str
    share: float
    seed: int
    format_name: str
    output: Path | None
    jobs: int
    timeout: float
    quiet: bool


@click.command()
@click.argument("pages", nargs=-1, metavar="PAGES...")
@click.option("-e", "--extractor", help="The extractor.")
@click.option(
    "--over",
    multiple=True,
    metavar="FIELD[=LOW:HIGH[:STEPS]]",
    help="A setting and its range, or FIELD=VALUE,VALUE,... Can be given twice.",
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="EXTRACTOR.FIELD=VALUE",
    help="Change another setting. Can be repeated.",
)
@click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="TOML file with a table [sweep]; options and PAGES go before it.",
)
@click.option(
    "--measure",
    type=click.Choice(list(MEASURES)),
    default="token_f1",
    show_default=True,
    help="Score that decides which value is best.",
)
@click.option(
    "--text",
    type=click.Choice([kind.value for kind in ScoredText]),
    default=ScoredText.PAGE.value,
    show_default=True,
    help="Score the kept text of the page, or the text as the algorithm prints it.",
)
@click.option(
    "--share",
    type=click.FloatRange(0, 1),
    default=SHARE,
    show_default=True,
    help="Share of the pages for training; pages of a site stay together.",
)
@click.option("--seed", type=int, default=SEED, show_default=True, help="Seed of the split.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(list(FORMATS)),
    default="table",
    show_default=True,
    help="How the points are written.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write; else points go to standard output.",
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option(
    "--timeout",
    default=30.0,
    show_default=True,
    type=click.FloatRange(0.1),
    help="Longest run of one extractor on one page, seconds.",
)
@click.option("-q", "--quiet", is_flag=True, help="Only errors on standard error.")
@click.pass_context
def sweep(context: click.Context, /, **options: Any) -> None:
    r"""Score an extractor over the range of one or two settings on PAGES with gold.

    Half of the pages are for training: they decide which value is best. Its score on the other
    half, the validation pages, is what to report.

    \b
    boilerscope sweep corpus/ -e bte --over FIELD=0:20:21
    """
    given = {
        name: value
        for name, value in options.items()
        if context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
    }
    run_sweep(_from_file(SweepCommand(**options), given))


def run_sweep(command: SweepCommand) -> None:
    """Sweep and write the points.

    Raises
    ------
    BoilerscopeError, click.UsageError
        If an option is wrong; the message says what would be right.
    """
    if not command.pages or not command.extractor or not command.over:
        raise click.UsageError("Name PAGES, --extractor and --over, or a --config that has them.")
    if command.format_name == "parquet":
        require_parquet()
    [pane] = chosen_panes([command.extractor], None, command.sets)
    measures = tuple(dict.fromkeys((command.measure, *DEFAULT_MEASURES)))
    axes = tuple(read_axis(pane, text) for text in command.over)
    swept = Sweep(pane, axes, measures, command.share, command.seed)
    scoring = ScoreOptions(ScoredText(command.text), measures=measures)
    corpus = Corpus([Path(word) for word in command.pages]).read_all()
    options = RunOptions(scoring, command.jobs, command.timeout)
    running = SweepRun(corpus.pages, swept, options)
    if not running.n_pages:
        raise CorpusError(f"{' '.join(command.pages)}: no page has gold. Name pages that have.")
    with (
        held(),
        closing(running.run.results()) as results,
        closing(with_progress(results, running.n_pages, quiet=command.quiet)) as shown,
    ):
        for page in shown:
            running.table.add(page)
    data = FORMATS[command.format_name](running)
    if command.output is not None:
        atomic_write(command.output, data)
        return
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def read_axis(pane: Pane, text: str) -> Axis:
    """Return the setting and values of ``FIELD``, ``FIELD=LOW:HIGH[:STEPS]`` or a list of values.

    Raises
    ------
    SettingsError, UnknownNameError
        If it is not of this form.
    """
    field, _, wanted = text.partition("=")
    parts = wanted.split(":")
    if "," in wanted:
        kind = type(pane.settings)
        values = [parse_value(kind, field, each.strip()) for each in wanted.split(",") if each]
        return make_axis(pane.extractor, field, values=values)
    if not wanted:
        return make_axis(pane.extractor, field)
    try:
        low, high = float(parts[0]), float(parts[1])
        steps = int(parts[2]) if len(parts) > 2 else STEPS
    except (IndexError, ValueError) as error:
        raise SettingsError(
            f"--over {text}: write FIELD=LOW:HIGH, FIELD=LOW:HIGH:STEPS or FIELD=VALUE,VALUE"
        ) from error
    return make_axis(pane.extractor, field, low=low, high=high, steps=steps)


def _from_file(command: SweepCommand, given: dict[str, Any]) -> SweepCommand:
    """Return the command with what the file says where the command line is silent."""
    if command.config is None:
        return command
    table = _sweep_table(command.config)
    folder = command.config.parent
    read: dict[str, Any] = {
        "pages": tuple(str(folder / word) for word in table.get("pages", ())),
        "extractor": table.get("extractor"),
        "over": tuple(_over(each, command.config) for each in table.get("over", ())),
        "sets": tuple(_sets(table, command.config)),
        **{name: table[name] for name in ("measure", "text", "share", "seed") if name in table},
    }
    values = {name: getattr(command, name) for name in SweepCommand.__slots__}
    kept = {name: value for name, value in read.items() if name not in given or not given[name]}
    return SweepCommand(**values | kept)


def _sweep_table(file: Path) -> dict[str, Any]:
    try:
        whole = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsError(f"{file}: {error}") from error
    table = whole.get("sweep")
    if not isinstance(table, dict):
        raise SettingsError(f"{file} has no table [sweep]. Begin it with [sweep].")
    for key in table:
        if key not in _KEYS:
            raise UnknownNameError("key of [sweep]", key, _KEYS, place=str(file))
    kinds = {"pages": list, "extractor": str, "settings": dict, "over": list, "measure": str}
    kinds |= {"text": str, "share": (int, float), "seed": int}  # type: ignore[dict-item]  # for isinstance
    for key, value in table.items():
        if not isinstance(value, kinds[key]):
            raise SettingsError(f"{file}: {key} has a wrong value, {value!r}.", field=key)
    if table.get("measure", "token_f1") not in MEASURES:
        raise UnknownNameError("measure", table["measure"], MEASURES, place=str(file))
    if table.get("text", "page") not in [kind.value for kind in ScoredText]:
        raise SettingsError(f"{file}: text must be page or own, got {table['text']!r}.")
    return table


def _over(entry: Any, file: Path) -> str:
    """Return a table [[sweep.over]] as the command line has it."""
    if not isinstance(entry, dict) or not isinstance(entry.get("setting"), str):
        raise SettingsError(f'{file}: write [[sweep.over]] with setting = "..." for each setting.')
    for key in entry:
        if key not in _OVER_KEYS:
            raise UnknownNameError("key of [[sweep.over]]", key, _OVER_KEYS, place=str(file))
    name = entry["setting"]
    if "values" in entry:
        return f"{name}={','.join(_plain(value) for value in entry['values'])},"
    if "low" not in entry and "high" not in entry:
        return str(name)
    steps = entry.get("steps", STEPS)
    return f"{name}={entry.get('low')}:{entry.get('high')}:{steps}"


def _sets(table: dict[str, Any], file: Path) -> list[str]:
    extractor = table.get("extractor")
    if table.get("settings") and extractor is None:
        raise SettingsError(f'{file}: settings need an extractor. Add extractor = "...".')
    return [
        f"{extractor}.{name}={_plain(value)}" for name, value in table.get("settings", {}).items()
    ]


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
