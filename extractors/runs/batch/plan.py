"""Plan of a batch: everything that is needed to run it, to continue it and to repeat it."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.formats.manifest import pane_rows, settings_by_digest
from boilerscope.extractors.formats.structure.options import options_of
from boilerscope.extractors.model.settings import to_table
from boilerscope.extractors.own import added
from boilerscope.extractors.runs.batch.shards import BatchJob
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.sources.batch_folder import SETTINGS

if TYPE_CHECKING:
    from boilerscope.extractors.runs.batch.results_folder import ResultsFolder

_LIBRARIES = ("boilerscope", "lxml", "numpy", "resiliparse", "fastwarc")


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """Inputs, panes and limits of a batch.

    Attributes
    ----------
    inputs : tuple of str
        Files, folders, globs, addresses, lists, ``-``.
    shard_bytes, shard_pages : int
        Maximum bytes of pages, and maximum number of pages, in a shard.
    folder : Path
        Working folder; relative inputs start from it.
    """

    inputs: tuple[str, ...]
    job: BatchJob
    shard_bytes: int
    shard_pages: int
    folder: Path

    def manifest(self) -> dict[str, Any]:
        """Return the content of the manifest: everything needed to repeat the batch."""
        job = self.job
        return {
            "folder": str(self.folder),
            "inputs": list(self.inputs),
            "record_format": job.record_format,
            "blocks": job.blocks,
            "structure": to_table(job.structure),
            "panes": pane_rows(job.panes),
            "settings": settings_by_digest(job.panes),
            "own_extractors": dict(job.own),
            "timeout_s": job.limits.timeout_s,
            "memory_limit": job.limits.memory,
            "shard_bytes": self.shard_bytes,
            "shard_pages": self.shard_pages,
            "versions": {
                "python": platform.python_version(),
                **{name: version(name) for name in _LIBRARIES},
            },
        }

    def settings(self) -> str:
        """Return the content of the settings file: the panes."""
        return settings_file.write(self.job.panes)

    @classmethod
    def read(cls, folder: ResultsFolder, jobs: int) -> BatchPlan:
        """Read the plan of an earlier batch; its own extractors are added to this process.

        Parameters
        ----------
        jobs : int
            Number of worker processes, which a folder does not store.

        Raises
        ------
        BoilerscopeError
            If the folder has no results of a batch, or its files cannot be read.
        """
        manifest = folder.manifest()
        try:
            own_extractors = dict(manifest["own_extractors"])
            added.use(own_extractors)
            named_in = Path(manifest["folder"])
            return cls(
                tuple(manifest["inputs"]),
                BatchJob(
                    settings_file.read(folder.settings(), name=str(folder.path / SETTINGS)),
                    RunLimits(jobs, manifest["timeout_s"], manifest["memory_limit"]),
                    own_extractors,
                    manifest["record_format"],
                    manifest["blocks"],
                    options_of(manifest.get("structure", {})),
                ),
                manifest["shard_bytes"],
                manifest["shard_pages"],
                named_in if named_in.is_dir() else Path.cwd(),
            )
        except KeyError as error:
            raise CorpusError(f"{folder.path}/manifest.json has no {error}.") from error
