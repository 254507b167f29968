"""What a build is to produce, beside what `pinax.toml` says: where, when, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pinax_builder.build_cache import Cache
from pinax_builder.processes.memory import USUAL_MB


@dataclass(frozen=True, slots=True)
class Target:
    """The bundle to write."""

    output: Path
    """Folder of the bundle."""
    fetched_at: str
    """Time of the build (RFC 3339, UTC), for docsets that have no time of their own."""
    builder: str
    """Version of the builder."""
    level: int
    """zstd level, 1 to 22."""
    threads: int
    """Number of threads that compress."""
    prune: bool
    """Whether to remove the files that only the replaced bundle used."""
    force: bool = False
    """Whether a site's docset may be replaced by one of fewer than half of its pages."""
    cache: Cache | None = None
    """The build cache; None for none."""
    cache_bytes: int = 0
    """Most bytes of it."""
    worker_bytes: int = USUAL_MB << 20
    """Share of the build's memory that each worker has."""
    held_bytes: int = 0
    """Memory that the process held before the build, where it reads the pages itself; that is not the build's."""
    patch: bool = False
    """Whether what changed goes into small segments over those that are there."""
