"""Which versions of which packages does a project use? Its lockfiles say so."""

from __future__ import annotations

from pinax_runtime.cli.lockfiles.reading import LockfileError, read_lockfiles
from pinax_runtime.cli.lockfiles.watching import Lockfiles

__all__ = ["LockfileError", "Lockfiles", "read_lockfiles"]
