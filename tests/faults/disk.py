"""A disk that fails at a chosen step: what a program does below one folder is counted, and ended, torn or refused.

Strategy. The functions through which Python writes are replaced while the disk is watched. `forked` runs a program in a
process of its own, so that a kill is one: nothing is caught, no `finally` runs, no buffer is written.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Fault = Literal["none", "kill", "tear", "full", "denied"]
"""End the process before the step; end it in the middle of a write; let the disk be full from then on; refuse it."""
KILLED = 137
FAILED = 3
"""Exit code of a program that told of the fault, as it should."""
_ERRORS = {"full": errno.ENOSPC, "denied": errno.EACCES}


@dataclass(frozen=True, slots=True)
class Step:
    """Something that was done to a file."""

    what: Literal["create", "write", "sync", "rename", "remove", "mkdir"]
    path: str
    """Below the folder that is watched; of a rename the old name."""
    to: str = ""
    """Of a rename, the new name."""
    data: bytes = b""


@dataclass
class Disk:
    """Watches a folder. Use it in a `with` statement."""

    folder: Path
    fault: Fault = "none"
    at: int = -1
    """The step that fails, from 0."""
    steps: list[Step] = field(default_factory=list)
    _real: dict[tuple[Any, str], Any] = field(default_factory=dict)

    def __enter__(self) -> Disk:
        self.folder = self.folder.resolve()
        for module, name in ((io, "open"), (builtins, "open"), (os, "replace"), (os, "rename"), (os, "unlink"),
                             (os, "remove"), (os, "mkdir"), (os, "fsync")):  # fmt: skip
            self._real[module, name] = getattr(module, name)
        patched = {"open": self._open, "replace": self._rename, "rename": self._rename, "unlink": self._remove,
                   "remove": self._remove, "mkdir": self._mkdir, "fsync": self._sync}  # fmt: skip
        for module, name in self._real:
            setattr(module, name, patched[name])
        return self

    def __exit__(self, *_: object) -> None:
        for (module, name), real in self._real.items():
            setattr(module, name, real)

    def _below(self, path: Any) -> str:
        """Name a path below the folder; empty for any other."""
        if isinstance(path, int):
            path = os.readlink(f"/proc/self/fd/{path}")
        whole = os.path.abspath(os.fspath(path))
        return os.path.relpath(whole, self.folder) if whole.startswith(str(self.folder)) else ""

    def _step(self, step: Step) -> None:
        """Count a step, and let it fail if it is its turn."""
        number = len(self.steps)
        self.steps.append(step)
        if self.fault in ("kill", "tear") and number == self.at:
            os._exit(KILLED)
        adds = step.what in ("create", "write", "mkdir")
        if (self.fault == "full" and number >= self.at and adds) or (self.fault == "denied" and number == self.at):
            code = _ERRORS[self.fault]
            raise OSError(code, os.strerror(code), step.path)

    def _open(self, file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        below = "" if isinstance(file, int) else self._below(file)
        real = self._real[io, "open"]
        if not below or not set(mode) & set("wax+"):
            return real(file, mode, *args, **options)
        self._step(Step("create", below))
        opened = real(file, mode, *args, **options)
        return _Written(opened, below, self)

    def wrote(self, below: str, data: bytes, write: Callable[[bytes], Any]) -> None:
        """Write, or only half of it."""
        if self.fault == "tear" and len(self.steps) == self.at:
            write(data[: len(data) // 2])
        self._step(Step("write", below, data=data))

    def _rename(self, old: Any, new: Any, **options: Any) -> None:
        if below := self._below(old):
            self._step(Step("rename", below, self._below(new)))
        self._real[os, "replace"](old, new, **options)

    def _remove(self, path: Any, **options: Any) -> None:
        if below := self._below(path):
            self._step(Step("remove", below))
        self._real[os, "unlink"](path, **options)

    def _mkdir(self, path: Any, *args: Any, **options: Any) -> None:
        if (below := self._below(path)) and not os.path.isdir(path):
            self._step(Step("mkdir", below))
        self._real[os, "mkdir"](path, *args, **options)

    def _sync(self, file: Any) -> None:
        """Count what is synced. The disk itself is not waited for: no test cuts the power."""
        number = file if isinstance(file, int) else file.fileno()
        if below := self._below(number):
            self._step(Step("sync", below))
        else:
            self._real[os, "fsync"](number)


class _Written:
    """A file that is open for writing; each write is a step."""

    def __init__(self, file: Any, below: str, disk: Disk) -> None:
        self._file, self._below, self._disk = file, below, disk

    def __enter__(self) -> _Written:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, data: Any) -> int:
        encoded = data.encode() if isinstance(data, str) else bytes(data)

        def now(part: bytes) -> None:
            self._file.write(part.decode() if isinstance(data, str) else part)
            self._file.flush()

        self._disk.wrote(self._below, encoded, now)
        return int(self._file.write(data))


def forked(program: Callable[[], object], errors: tuple[type[BaseException], ...] = ()) -> int:
    """Run a program in a process of its own; give how it ended: 0, KILLED, or FAILED if it raised one of `errors`.

    Any other exception is printed, and gives 1.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        program()
        os._exit(0)
    except errors:
        os._exit(FAILED)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
