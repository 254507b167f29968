"""Which versions of which packages does a project use? Its lockfiles say so."""

from __future__ import annotations

from pinax_runtime.cli.lockfiles.reading import LockfileError, read_lockfiles

__all__ = ["LockfileError", "read_lockfiles"]
