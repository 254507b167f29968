"""Which versions of which packages does a project use? Its lockfiles say so."""

from __future__ import annotations

from pinax_runtime.lockfiles.reading import LockfileError, Lockfiles, read_lockfiles

__all__ = [
    "LockfileError",
    "Lockfiles",
    "read_lockfiles",
]
